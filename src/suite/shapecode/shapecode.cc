#include "suite/shapecode/shapecode.h"

#include <array>

#include "base/embedded.h"
#include "suite/shapecode/load.h"
#include "suite/shapecode/mint.h"
#include "suite/shapecode/tasks.h"

extern "C" {
extern const char papert_embedded_shapecode_zero_shot[];
extern const char papert_embedded_shapecode_zero_shot_end[];
}

namespace papert::suite::shapecode {
namespace {

constexpr std::array<suite::MetricInfo, 9> kMetrics{{
    {"exact_match", "exact match"},
    {"pixel_accuracy", "pixel accuracy"},
    {"foreground_iou", "foreground IoU"},
    {"parse_success", "parse success"},
    {"execution_success", "execution success"},
    {"shape_count", "shapes used"},
    {"shape_count_ratio", "shapes used / reference"},
    {"within_budget", "right within budget"},
    {"programs", "programs"},
}};

constexpr std::array<std::string_view, 3> kTierNames{"easy", "medium", "hard"};

class ShapecodeSuite : public suite::Suite {
 public:
  [[nodiscard]] std::string_view name() const override { return "shapecode"; }
  [[nodiscard]] std::string_view title() const override {
    return "picture -> program of circles and squares";
  }
  [[nodiscard]] std::string_view data_layout() const override {
    return "a folder with manifest.json and <split>/<tier>/<split>-<tier>-<seed>.png and .json";
  }
  [[nodiscard]] std::span<const std::string_view> tiers() const override { return kTierNames; }
  [[nodiscard]] std::span<const suite::MetricInfo> metrics() const override { return kMetrics; }
  [[nodiscard]] std::span<const suite::ModeInfo> modes() const override { return mode_infos(); }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes&) const override {
    return embedded(papert_embedded_shapecode_zero_shot, papert_embedded_shapecode_zero_shot_end);
  }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const std::filesystem::path& data, const suite::LoadOptions& options) const override {
    return load_tasks(data, options);
  }
  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint(
      const suite::MintOptions& options) const override {
    return mint_tasks(options);
  }
  [[nodiscard]] Result<std::size_t> mint_to(const std::filesystem::path& folder,
                                            const suite::MintOptions& options,
                                            const suite::WriteOptions& write) const override {
    return mint_folder(folder, options, write);
  }
  [[nodiscard]] Result<suite::CheckReport> check(const std::filesystem::path& folder,
                                                 std::size_t jobs) const override {
    return check_folder(folder, jobs);
  }
};

}  // namespace

std::unique_ptr<suite::Suite> make_suite() { return std::make_unique<ShapecodeSuite>(); }

}  // namespace papert::suite::shapecode
