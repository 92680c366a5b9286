// The faithful rule: two drawings are the same if a careful person would say so.
//
// Where a drawing stands, how large it is, how thick its pens are, its background and the order of
// its strokes do not count, nor how many corners its circles were given, nor a text that the
// reference does not have. Everything that is seen counts, however small a share of the ink it is:
//
//   1. no ink lies apart: fewer than 2 % of the inked pixels of the canonical sheets, and nowhere
//      more than three together, are more than two pixels from ink of their colour (stray.h)
//   2. every place looks alike: no window of ten pixels has another pattern (places.h); so
//   hatching,
//      dots and rings are not an area, dashes are not a line, two lines are not one, erased ink is
//      gone
//   3. where the reference has texts, the same characters stand in the same places
//
// Colours that differ by at most 12 of 255 are the same. Lines drawn with thick pens may stand for
// areas: drawings that are not the same with one pen for all lines are the same if they are with
// the pens they were drawn with.
//
// The cost: equal canonical drawings decide at once. Step 1 runs over the ink and decides most
// wrong answers; only what passes it is painted again for step 2.
#pragma once

#include <cstdint>
#include <vector>

#include "score/compare_drawings.h"

namespace papert::score {

inline constexpr std::int64_t kLargestPatch = 3;
inline constexpr double kStrayLimit = 0.02;
inline constexpr std::int64_t kMostUnlikePlaces = 1;

struct FaithfulComparison {
  bool success = false;
  std::int64_t ink = 0;  // pixels that are not blank on either sheet, of both together; 0 if equal
  std::int64_t stray = 0;  // of them
  std::int64_t largest_patch = 0;
  std::int64_t places = 0;         // windows with ink that were looked at; 0 if step 1 decided
  std::int64_t unlike_places = 0;  // of them
  bool texts_differ = false;
  Keep keep;         // what was asked for
  NotKept not_kept;  // looked for where the drawings are the same in all else

  /// 0 .. 1: the share of stray ink or of unlike places, whichever is larger; 1 for other words.
  /// What is not kept does not change it.
  [[nodiscard]] double difference() const;
};

/// Deterministic. Two blank drawings are the same, a blank one and another are not. The reference
/// says whether texts count and which of two nearly equal colours is meant. What is to be kept must
/// agree, too (kept.h).
[[nodiscard]] FaithfulComparison compare_faithfully(const PaintedDrawing& reference,
                                                    const PaintedDrawing& answer,
                                                    const Keep& keep = {});

/// The ink of both sheets that step 1 compares: without texts where they do not count, and with
/// true pens where the drawings are the same only by these. Ink near the paper's colour is not in
/// it; white ink on dark paper is 0xFEFEFE.
struct FaithfulRuns {
  std::vector<ColorRun> reference;
  std::vector<ColorRun> answer;
};
[[nodiscard]] FaithfulRuns faithful_runs(const PaintedDrawing& reference,
                                         const PaintedDrawing& answer);

/// What is missing, extra or of another colour, for a reader, in a line that begins with the
/// verdict of the comparison. Takes several times as long as the comparison. `figures` are those of
/// compare_drawings for the two, by its usual limits, if they are known.
[[nodiscard]] DrawingExplanation explain_faithfully(const PaintedDrawing& reference,
                                                    const PaintedDrawing& answer,
                                                    const FaithfulComparison& comparison,
                                                    bool seek_turns,
                                                    const DrawingComparison* figures = nullptr);

[[nodiscard]] bool has_texts(const scene::Scene& scene);

}  // namespace papert::score
