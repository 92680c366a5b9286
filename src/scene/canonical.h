// The size and place of a drawing, and the one size and place at which drawings are compared.
//
// The canonical drawing is the same drawing on a sheet of 320 x 320: moved and scaled so that the
// longer side of its bounds is 300 and their centre is the centre of the sheet, on white, with a
// pen of width 1. Where a drawing stood, how large it was and how thick its pen was no longer show;
// proportions, colours and the order of the items do.
//
// What counts for the bounds ("painted geometry"), and what does not:
//
//   strokes   the points, not the width of the pen, because the pen becomes 1 whatever it was
//   fills     the points
//   dots      the whole disc: a dot keeps its size relative to the drawing
//   stamps    the points, if the stamp has a fill or an outline
//   text      its nominal box (text_box)
//   white ink counts like any other: it may cover what lies below it
//   a negative pen width or diameter is 0
//
// Drawings without an extent: no item at all stays no item. A drawing whose bounds are one point (a
// pen put down and lifted, a dot of diameter 0) is not scaled, only centred. A horizontal or
// vertical line becomes 300 long and lies on the middle of the sheet.
//
// Canonical coordinates are multiples of 1/1024. Two programs that draw the same square by
// different sums differ in the last bits of its corners; without the rounding those bits would
// decide on which side of a pixel's edge a line falls, because the corners of simple drawings lie
// exactly on such edges.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "scene/scene.h"

namespace papert::scene {

inline constexpr int kCanonicalSize = 320;       // of the sheet, both ways
inline constexpr double kCanonicalExtent = 300;  // of the longer side of the drawing on it

struct Bounds {
  double x0 = 0;
  double y0 = 0;
  double x1 = 0;
  double y1 = 0;

  [[nodiscard]] double width() const { return x1 - x0; }
  [[nodiscard]] double height() const { return y1 - y0; }
  [[nodiscard]] Point center() const { return {(x0 + x1) / 2, (y0 + y1) / 2}; }

  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// Nothing if nothing is painted. `with_pens` adds half the pen width around strokes and outlines.
[[nodiscard]] std::optional<Bounds> painted_bounds(const Scene& scene, bool with_pens = false);

/// Fonts differ between machines, drawings must not: whatever the family and the style, a character
/// (a code point) is 0.6 of the font size wide, a line 1.2 high, one point is one unit, and the box
/// stands on the text's position.
[[nodiscard]] Bounds text_box(const Text& text);

/// What is painted for a text: for every character that is not white space a block of 0.5 x 0.7 of
/// the font size in its cell. It shows where and how much was written, not what.
[[nodiscard]] std::vector<Bounds> text_blocks(const Text& text);

/// The characters of text_blocks, in its order.
[[nodiscard]] std::vector<std::string_view> text_characters(const Text& text);

struct Canonical {
  Scene scene;       // y upwards, (0, 0) the lower left corner of the sheet
  Point center;      // of the bounds of the original; the origin if it is empty
  double scale = 1;  // original -> canonical
};

[[nodiscard]] Canonical canonicalise(const Scene& scene);

/// As if the drawing's bounds were `frame`: two drawings in one frame keep their places and sizes
/// relative to each other.
[[nodiscard]] Canonical canonicalise(const Scene& scene, const Bounds& frame);

/// What painting costs at most, counted in rows of pixels: every segment, edge, dot and character
/// visits the rows it crosses, also where it is hidden. Holds for the published device, the
/// canonical sheet and a fit of 640 x 640, all three clipped. An upper bound; linear in the
/// drawing, a few nanoseconds a vertex.
///
/// Measured, CPU time on one core of an AMD EPYC: drawings of 250 million rows that leave a pixel
/// free, so that nothing ends the painting early, on the published device; the canonical sheet
/// takes at most 0.7 s, the fit 1.2 s.
///
///     296,000 upright lines, pen 1, from edge to edge      1.3 s
///     173,000 slanted lines, pen 300, from edge to edge    1.4 s
///     149,000 dots of diameter 830                         1.5 s
///     61,000 triangles as large as the window              1.5 s
///     a polygon of 151,000 edges from top to bottom        1.0 s
///     43,000 stamps as large as the window                 1.5 s
///     900,000 large characters                             0.6 s
///
/// and, far below that, a million segments of one pixel: 0.1 s.
[[nodiscard]] double painting_rows(const Scene& scene);

/// A rotation (counter-clockwise, about the origin) after an optional mirroring (x to -x).
struct Turn {
  double degrees = 0;
  bool mirrored = false;

  friend bool operator==(const Turn&, const Turn&) = default;
};

/// Every point turned; exact for multiples of 90 degrees. Text keeps standing upright.
[[nodiscard]] Scene turned(Scene scene, const Turn& turn);

}  // namespace papert::scene
