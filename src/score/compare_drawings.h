// Is this drawing that drawing? And if not, what is the matter?
//
// Both drawings are brought to the canonical sheet (scene/canonical.h: 300 along the longer side,
// centred, pen width 1), so where they stood, how large they were and how thick their pens were
// does not count. The difference is a share of the ink:
//
//     difference = pixels that are not white in either and not equal / pixels not white in either
//
// Success is difference < 1 - similarity, with the similarity 0.95 if the reference has a fill and
// 0.92 if it has none: a thin line loses more of its few pixels to a small shift than an area does.
// Only begin_fill areas count as fills here, not dots or stamps.
//
// Cases without an extent, decided:
// clang-format off
//   both sheets white (no items, or white ink only)  difference 0, success
//   one sheet white                                  difference 1, no success
//   a single point, whatever the pen                 equals any other single point of its colour
//   a single horizontal line                         equals any other horizontal line of its colour
//   a dot that sets the bounds                       fills 300: it equals any other single dot
//   a text that sets the bounds                      its nominal box counts, what was written not: see texts_differ
//   the background                                   does not count: see background_differs
// clang-format on
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/canonical.h"
#include "scene/scene.h"

namespace papert::score {

namespace detail {
struct Sheet;
class SeenDrawing;
}  // namespace detail

/// Neighbouring pixels of one row of a sheet that have one colour, which is not white.
struct ColorRun {
  std::int32_t begin = 0;   // pixels, counted row by row
  std::int32_t end = 0;     // behind the last
  std::uint32_t color = 0;  // 0xRRGGBB
};

/// What a drawing is made of.
struct Contents {
  bool texts = false;
  bool fills = false;
  std::vector<double> pens;  // of its lines, from thin to thick, each once
};

/// A drawing with its canonical sheet, for drawings that are compared more than once. A value;
/// copies share what they hold, some kilobytes.
class PaintedDrawing {
 public:
  explicit PaintedDrawing(scene::Scene scene);

  [[nodiscard]] const scene::Scene& scene() const;

  /// Looked through at the first call, by one thread.
  [[nodiscard]] const Contents& contents() const;

  /// The scene for those who are done with it: moved out unless copies share it.
  [[nodiscard]] scene::Scene take_scene() &&;

  /// The colours of the sheet's pixels, 0xRRGGBB, row by row, kCanonicalSize a row.
  [[nodiscard]] std::vector<std::uint32_t> colors() const;

  /// The ink of the sheet from the upper left to the lower right, in runs as long as can be.
  [[nodiscard]] std::vector<ColorRun> runs() const;

  /// Of what is painted, without pens; all 0 if nothing is.
  [[nodiscard]] const scene::Bounds& bounds() const;

  /// The drawing on the canonical sheet, before it is painted.
  [[nodiscard]] const scene::Canonical& canonical() const;

  /// Painted at the first call, by one thread: equal drawings are never painted. Private to this
  /// folder.
  [[nodiscard]] const detail::Sheet& sheet() const;

  /// The drawing as the faithful rule sees it. Private to this folder.
  [[nodiscard]] const detail::SeenDrawing& seen(bool with_texts) const;

 private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
};

/// What counts beside the drawing itself (kept.h).
struct Keep {
  bool place = false;
  bool size = false;
  bool width = false;

  [[nodiscard]] bool any() const { return place || size || width; }
  friend bool operator==(const Keep&, const Keep&) = default;
};

/// What was to be kept and is not.
struct NotKept {
  Keep factors;
  std::string sentence;  // without an end: "the drawing is 1.50 times as large"

  [[nodiscard]] bool any() const { return factors.any(); }
};

/// Explanations take several times as long as the figures.
enum class Explain { kNever, kFailures, kAlways };

/// Similarities below 1: the difference has to be *below* 1 - similarity, so nothing reaches 1.
struct DrawingOptions {
  double filled_similarity = 0.95;  // asked for if the reference has a fill
  double line_similarity = 0.92;    // otherwise
  Explain explain = Explain::kAlways;
  bool seek_turns = true;  // when they differ, look for a rotation or mirroring that helps
  std::string verdict;     // how the sentence begins, if another rule decided
  Keep keep;               // what must agree for success, too
};

/// An item of one drawing that is not where the other has ink, give or take two pixels.
struct ItemGap {
  std::size_t item = 0;
  double share = 0;                   // of its visible ink that lies apart
  std::vector<std::size_t> segments;  // of a stroke: those that lie apart, in order
};

struct ColorMismatch {
  std::size_t reference_item = 0;
  std::size_t answer_item = 0;
  scene::Color expected;
  scene::Color actual;
  std::int64_t pixels = 0;
};

struct DrawingExplanation {
  // What the comparison overlooked.
  scene::Point moved;              // centre of the answer's bounds less the reference's
  double size_ratio = 1;           // answer / reference; 1 if either has no extent
  bool translated = false;         // moved is not 0, but for rounding
  bool rescaled = false;           // size_ratio is not 1, but for rounding
  bool pen_widths_differ = false;  // the sets of stroke widths
  bool background_differs = false;
  bool texts_differ = false;  // the written strings, in any order

  // What it saw. A side too long or a line too many changes the bounds, and on the canonical sheets
  // nothing fits any more. If the drawings agree much better as they stand, then what is missing,
  // extra and of another colour is that of the drawings as they stand.
  bool as_they_stand = false;
  std::vector<ItemGap> missing;       // items of the reference, in order
  std::vector<ItemGap> extra;         // items of the answer, in order
  std::vector<ColorMismatch> colors;  // most pixels first

  /// The turn after which the answer would succeed: multiples of 90 degrees, mirrored or not, are
  /// all tried; other angles are found for most drawings that are turned copies. Not sought for
  /// success, for a white sheet, and for drawings of more than 10,000 vertices.
  std::optional<scene::Turn> turn;

  /// The gist for a reader, in one line: when a turn helps, only that; lines by their ends, in the
  /// coordinates of the drawing they belong to.
  std::string sentence;
};

struct DrawingComparison {
  double difference = 0;
  double limit = 0;  // success is difference < limit, and nothing that is not kept
  bool success = false;
  std::int64_t differing = 0;  // pixels
  std::int64_t ink = 0;        // pixels that are not white in either
  NotKept not_kept;            // looked for where the difference is below the limit
  DrawingExplanation explanation;
};

/// Deterministic; the cost is that of running over the ink of both, two paintings more when they
/// differ and it is to be explained, and up to 40 more when turns are sought.
[[nodiscard]] DrawingComparison compare_drawings(const PaintedDrawing& reference,
                                                 const PaintedDrawing& answer,
                                                 const DrawingOptions& options = {});

/// The same, painting both first.
[[nodiscard]] DrawingComparison compare_drawings(const scene::Scene& reference,
                                                 const scene::Scene& answer,
                                                 const DrawingOptions& options = {});

/// The explanation of a comparison that was made without one, whatever `options.explain` says.
[[nodiscard]] DrawingExplanation explain_difference(const PaintedDrawing& reference,
                                                    const PaintedDrawing& answer,
                                                    DrawingComparison comparison,
                                                    const DrawingOptions& options);

}  // namespace papert::score
