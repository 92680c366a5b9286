#include "score/hint.h"

#include <fmt/format.h>

#include <vector>

#include "score/kept.h"

namespace papert::score {
namespace {

std::string parts(std::size_t count, std::string_view what) {
  return fmt::format("{} {} {}", count, count == 1 ? "part" : "parts", what);
}

}  // namespace

std::string difference_hint(const PaintedDrawing& reference, const PaintedDrawing& answer,
                            const Keep& keep) {
  if (answer.scene().items.empty()) return "nothing was drawn";
  const DrawingComparison result = compare_drawings(
      reference, answer, {.explain = Explain::kAlways, .seek_turns = false, .keep = {}});
  const DrawingExplanation& explanation = result.explanation;
  std::vector<std::string> told;
  if (result.differing > 0) {
    told.push_back(
        fmt::format("{:.1f} % of the ink differs{}", result.difference * 100,
                    explanation.as_they_stand ? " once both are fitted to one size" : ""));
  }
  const std::size_t missing = explanation.missing.size();
  const std::size_t extra = explanation.extra.size();
  if (missing > 0) told.push_back(parts(missing, missing == 1 ? "is missing" : "are missing"));
  if (extra > 0) told.push_back(parts(extra, extra == 1 ? "is too many" : "are too many"));
  if (const std::size_t colors = explanation.colors.size(); colors > 0) {
    told.push_back(parts(colors, colors == 1 ? "has another colour" : "have other colours"));
  }
  if (keep.any()) {
    if (const NotKept not_kept = find_not_kept(reference, answer, keep); not_kept.any()) {
      told.push_back(not_kept.sentence);
    }
  }
  return fmt::format("{}", fmt::join(told, "; "));
}

}  // namespace papert::score
