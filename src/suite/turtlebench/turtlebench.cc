#include "suite/turtlebench/turtlebench.h"

#include <array>

#include "base/file.h"
#include "base/sha256.h"
#include "suite/turtlebench/folder.h"
#include "suite/turtlebench/prompt.h"
#include "suite/turtlebench/tasks.h"

namespace papert::suite::turtlebench {
namespace {

constexpr int kGenerator = 2;

constexpr std::array<suite::MetricInfo, 5> kMetrics{{
    {"solved", "solved"},
    {"published_iou", "published IoU"},
    {"canonical_similarity", "canonical similarity"},
    {"runnable", "runnable"},
    {"programs", "programs"},
}};

/// By facet: task, level, input x output, kind of tweak.
constexpr std::array<std::string_view, 19> kValueOrder{
    "scratch",  "tweak",     "level 1",  "level 2",    "level 3",       "1 x 1", "1 x 2",
    "1 x 3",    "2 x 1",     "2 x 2",    "2 x 3",      "3 x 1",         "3 x 2", "3 x 3",
    "deletion", "insertion", "rotation", "reflection", "generalisation"};

/// Of all lines and all pictures, whatever is selected later.
Result<std::string> hash_of(const Items& items) {
  Sha256 hash;
  for (const Item& item : items.items) {
    hash.update(item_line(item) + "\n");
    if (!item.picture.empty()) hash.update(TRY(read_file(item.picture)));
  }
  return hash.hex();
}

class TurtlebenchSuite : public suite::Suite {
 public:
  [[nodiscard]] std::string_view name() const override { return "turtlebench"; }
  [[nodiscard]] std::string_view title() const override {
    return "draw a shape, or a changed version of it, with a turtle";
  }
  [[nodiscard]] std::string_view data_layout() const override {
    return "a folder with dataset.jsonl and source/ (.jpg or .png pictures)";
  }
  [[nodiscard]] std::span<const std::string_view> tiers() const override { return {}; }
  [[nodiscard]] std::span<const std::string_view> value_order() const override {
    return kValueOrder;
  }
  [[nodiscard]] std::span<const suite::ModeInfo> modes() const override { return mode_infos(); }
  [[nodiscard]] std::span<const suite::MetricInfo> metrics() const override { return kMetrics; }
  [[nodiscard]] std::string_view default_prompt(const suite::Modes& modes) const override {
    return default_template(settings_from(modes).prompting);
  }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> load(
      const std::filesystem::path& data, const suite::LoadOptions& options) const override {
    TRY(suite::refuse_tiers(name(), options.tiers));
    const Settings settings = settings_from(options.modes);
    TRY(check_combination(settings));
    Items items = TRY(read_items(data));
    std::string hash = TRY(hash_of(items));
    return std::unique_ptr<suite::TaskSet>(
        std::make_unique<TurtleTasks>(std::move(items), settings, std::move(hash)));
  }

  [[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> mint(
      const suite::MintOptions& options) const override {
    TRY(suite::refuse_tiers(name(), options.tiers));
    const Settings settings = settings_from(options.modes);
    TRY(check_combination(settings));
    return std::unique_ptr<suite::TaskSet>(std::make_unique<TurtleTasks>(
        TRY(mint_items(options)), settings, suite::mint_hash(name(), kGenerator, options)));
  }

  [[nodiscard]] Result<std::size_t> mint_to(const std::filesystem::path& folder,
                                            const suite::MintOptions& options,
                                            const suite::WriteOptions& write) const override {
    TRY(suite::refuse_tiers(name(), options.tiers));
    TRY(refuse_modes_of_mint(options.modes));
    return mint_folder(folder, options, write);
  }

  [[nodiscard]] Result<suite::CheckReport> check(const std::filesystem::path& folder,
                                                 std::size_t jobs) const override {
    return check_folder(folder, jobs);
  }
};

}  // namespace

std::unique_ptr<suite::Suite> make_suite() { return std::make_unique<TurtlebenchSuite>(); }

}  // namespace papert::suite::turtlebench
