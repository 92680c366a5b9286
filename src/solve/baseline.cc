#include "solve/baseline.h"

#include <array>

#include "lang/shapes/program.h"
#include "raster/raster.h"
#include "solve/shapecode_heuristic.h"

namespace papert::solve {
namespace {

class Empty : public Baseline {
 public:
  [[nodiscard]] Result<std::string> play(const suite::TaskSet&, std::size_t,
                                         const suite::Prompt&) const override {
    return std::string();
  }
};

class Oracle : public Baseline {
 public:
  [[nodiscard]] Result<std::string> play(const suite::TaskSet& tasks, std::size_t index,
                                         const suite::Prompt&) const override {
    return tasks.reference(index);
  }
};

class ShapecodeHeuristic : public Baseline {
 public:
  [[nodiscard]] bool reads_prompt() const override { return true; }
  [[nodiscard]] Result<std::string> play(const suite::TaskSet&, std::size_t,
                                         const suite::Prompt& prompt) const override {
    if (prompt.images.empty()) return fail(ErrorCode::kInternal, "the prompt has no picture");
    const raster::Image image = TRY(raster::decode_png(prompt.images.front()));
    if (image.format() != raster::PixelFormat::kGray) {
      return fail(ErrorCode::kBadData, "the heuristic needs a gray picture");
    }
    return shapes::serialise(heuristic(raster::pixels_equal(image, 0)));
  }
};

template <class T>
std::unique_ptr<Baseline> make() {
  return std::make_unique<T>();
}

struct Entry {
  BaselineInfo info;
  std::unique_ptr<Baseline> (*make)();
};

constexpr std::array<Entry, 3> kBaselines{{
    {{"empty", "", "replies with nothing"}, make<Empty>},
    {{"oracle", "", "replies with the reference"}, make<Oracle>},
    {{"heuristic", "shapecode", "connected components, fill ratio, erosion"},
     make<ShapecodeHeuristic>},
}};

}  // namespace

std::vector<BaselineInfo> all_baselines() {
  std::vector<BaselineInfo> infos;
  infos.reserve(kBaselines.size());
  for (const Entry& entry : kBaselines) infos.push_back(entry.info);
  return infos;
}

Result<std::unique_ptr<Baseline>> make_baseline(std::string_view suite, std::string_view name) {
  std::string known;
  for (const Entry& entry : kBaselines) {
    if (!entry.info.suite.empty() && entry.info.suite != suite) continue;
    if (entry.info.name == name) return entry.make();
    known += (known.empty() ? "baseline/" : ", baseline/") + std::string(entry.info.name);
  }
  return fail(ErrorCode::kUsage, "suite " + std::string(suite) + " has no baseline/" +
                                     std::string(name) + "; there are: " + known);
}

}  // namespace papert::solve
