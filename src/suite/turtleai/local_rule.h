// The local rule: two drawings are the same if no piece of either is missing in the other.
//
// The pixel rule (score/compare_drawings.h) judges by a share of all ink, so in a drawing with much
// ink a small part may be wrong: one of forty sides missing is 2.5 % of the ink and passes a limit
// of 8 %. Here a wrong part counts for itself, however much else is right. On the canonical sheets
//
//     a pixel with ink is *stray* if the other sheet has no ink of its colour within two pixels
//     the drawings are the same if the stray pixels are under 2 % of the ink, and no connected
//     patch of them has more than kLargestPatch pixels
//
// Shifts below two pixels and the order in which crossing lines were drawn leave no patch; a
// missing side, a side too many, a wrong colour or a turned part does. On sheets of 320 x 320 a
// part of fewer pixels than kLargestPatch can still be wrong unseen.
#pragma once

#include <cstdint>

#include "score/compare_drawings.h"

namespace papert::turtleai {

inline constexpr int kStrayRadius = 2;
inline constexpr std::int64_t kLargestPatch = 3;
inline constexpr double kStrayLimit = 0.02;

struct LocalComparison {
  std::int64_t ink = 0;    // pixels that are not white on either sheet, of both together
  std::int64_t stray = 0;  // of them
  std::int64_t largest_patch = 0;
  bool success = false;

  /// 0 if there is no ink.
  [[nodiscard]] double difference() const {
    return ink == 0 ? 0.0 : static_cast<double>(stray) / static_cast<double>(ink);
  }
};

/// Symmetric and deterministic; two blank drawings are the same, a blank one and another are not.
[[nodiscard]] LocalComparison compare_locally(const score::PaintedDrawing& reference,
                                              const score::PaintedDrawing& answer);

}  // namespace papert::turtleai
