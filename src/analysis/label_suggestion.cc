#include "analysis/label_suggestion.h"

#include <algorithm>
#include <bitset>
#include <map>
#include <optional>

#include "base/text.h"

namespace papert::analysis {
namespace {

using suite::Verdict;

/// Shares of ink that differ: up to the first a detail is off, up to the second parts are
/// misplaced.
constexpr double kSmallDifference = 0.12;
constexpr double kLargeDifference = 0.45;

/// From so many lines on, and with so many different ones in each, a text repeats itself.
constexpr std::size_t kManyLines = 60;
constexpr std::size_t kLinesPerDifferent = 8;

/// Ink on a grid that is too coarse for a pixel of rounding to matter.
class CoarseInk {
 public:
  static constexpr int kSide = 48;

  explicit CoarseInk(const raster::Image& image) {
    const int channels = image.channels();
    for (int y = 0; y < image.height(); ++y) {
      const std::uint8_t* const row = image.row(y);
      for (int x = 0; x < image.width(); ++x) {
        const std::uint8_t* const pixel = row + x * channels;
        const bool ink = std::any_of(pixel, pixel + channels, [](auto v) { return v < 200; });
        if (ink) cells_.set(place(x * kSide / image.width(), y * kSide / image.height()));
      }
    }
  }

  /// What both have of what either has, with this one turned `quarters` times after mirroring.
  [[nodiscard]] double overlap(const CoarseInk& other, int quarters, bool mirrored) const {
    std::bitset<std::size_t{kSide} * kSide> turned;
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        if (!cells_.test(place(x, y))) continue;
        int u = mirrored ? kSide - 1 - x : x;
        int v = y;
        for (int i = 0; i < quarters; ++i) {
          const int next = kSide - 1 - v;
          v = u;
          u = next;
        }
        turned.set(place(u, v));
      }
    }
    const auto either = (turned | other.cells_).count();
    const auto both = (turned & other.cells_).count();
    return either == 0 ? 0 : static_cast<double>(both) / static_cast<double>(either);
  }

 private:
  static std::size_t place(int x, int y) {
    return static_cast<std::size_t>(y) * kSide + static_cast<std::size_t>(x);
  }
  std::bitset<std::size_t{kSide} * kSide> cells_;
};

bool did_not_run(Verdict verdict) {
  return suite::is_scored(verdict) && verdict != Verdict::kRight && verdict != Verdict::kWrong;
}

std::vector<std::string> suggest_grid(const run::Record& record) {
  if (repeats_itself(record.texts.reply.value_or(""))) return {"repetition"};
  switch (record.verdict) {
    case Verdict::kNoAnswer:
    case Verdict::kInvalid:
      return {"format"};
    case Verdict::kCrashed:
      return {"grid_constraints"};
    case Verdict::kStepLimit:
      return {"repetition"};
    case Verdict::kWrong:
      if (record.metric("constraints") == 0.0) return {"code_constraints"};
      return {"spatial_reasoning"};
    default:
      return {};
  }
}

bool turned(const SuggestionInput& input) {
  return input.target != nullptr && input.drawing != nullptr &&
         is_turned(*input.target, *input.drawing);
}

std::vector<std::string> suggest_turtle(const SuggestionInput& input) {
  const run::Record& record = input.record;
  if (repeats_itself(record.texts.reply.value_or(""))) return {"repetition"};
  if (did_not_run(record.verdict)) return {"programming"};
  if (record.verdict != Verdict::kWrong) return {};
  if (record.metric("faithful_success") == 1.0 || record.metric("pixel_success") == 1.0) {
    return {"evaluation_error"};
  }
  if (turned(input)) return {"spatial_reasoning"};
  const auto similarity = record.metric("similarity");
  if (!similarity) return {};
  const double difference = 1 - *similarity;
  if (difference <= kSmallDifference) return {"visual_precision"};
  return {difference <= kLargeDifference ? "spatial_reasoning" : "visual_understanding"};
}

std::vector<std::string> suggest_bench(const SuggestionInput& input) {
  if (did_not_run(input.record.verdict)) return {"implementation"};
  if (input.record.verdict != Verdict::kWrong) return {};
  if (turned(input)) return {"orientation"};
  return {};
}

}  // namespace

bool repeats_itself(std::string_view text) {
  std::map<std::string_view, std::size_t> lines;
  std::size_t all = 0;
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view words = trim(line);
    if (words.empty()) continue;
    ++all;
    ++lines[words];
  }
  return all >= kManyLines && lines.size() * kLinesPerDifferent <= all;
}

bool is_turned(const raster::Image& target, const raster::Image& drawing) {
  constexpr double kAlike = 0.85;
  const CoarseInk wanted(target);
  const CoarseInk drawn(drawing);
  if (drawn.overlap(wanted, 0, false) >= kAlike) return false;
  for (int quarters = 0; quarters < 4; ++quarters) {
    for (const bool mirrored : {false, true}) {
      if (drawn.overlap(wanted, quarters, mirrored) >= kAlike) return true;
    }
  }
  return false;
}

std::vector<std::string> suggest_labels(std::string_view kind, const SuggestionInput& input) {
  if (kind == "failure/xlogo") return suggest_grid(input.record);
  if (kind == "failure/turtleai") return suggest_turtle(input);
  if (kind == "failure/turtlebench") return suggest_bench(input);
  return {};
}

}  // namespace papert::analysis
