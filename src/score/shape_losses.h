// In what way a scene of circles and squares misses another: shape by shape.
//
// Shapes of the answer are assigned to those of the reference (assignment.h), and each shape of the
// reference gets one class, the first that holds:
//
//     matched         an equal shape: kind, centre, extent and stroke
//     circle_square   assigned to a circle instead of a square or the reverse, equally filled
//     hollow_filled   assigned to a filled shape instead of an outline or the reverse
//     parameters_off  assigned to one of its kind; the largest error of a parameter is given
//     missed          assigned to none; with the share of its pixels that only it paints
//
// So a confused kind counts as that, wherever the shape is, and a shape that is only misplaced
// counts as parameters_off. What is left of the answer is extra.
//
// What goes together: equal shapes first, each once. Of the others, two go together if their boxes
// overlap by at least a tenth (intersection over union, parts beyond the picture included) and
// their kinds differ in one respect at most. Such a pair weighs its overlap, and half more where
// the kinds are equal; the assignment with the largest sum is taken. A circle far from where it
// belongs is therefore missed and extra, and so is a filled circle in the place of a hollow square.
//
// The cost is linear in the answer and bounded: of n shapes without an equal, each can only ever
// need one of its n heaviest partners. For references far beyond those of the benchmark (hundreds
// of shapes) two limits bite: of more than 16 million pairs only those of the answer's first shapes
// are looked at, and where the best assignment would take more than 64 million steps, each shape
// takes the heaviest partner that is free.
#pragma once

#include <cstddef>
#include <vector>

#include "scene/pixel_scene.h"

namespace papert::score {

enum class ShapeFate { kMatched, kParametersOff, kMissed, kHollowFilled, kCircleSquare };

struct ReferenceShape {
  ShapeFate fate = ShapeFate::kMissed;
  int largest_error = 0;  // of parameters_off: of centre, extent and stroke, in pixels
  double visible = 0;     // of missed: its pixels that are in the picture and under no other shape,
                          // as a share of all its pixels

  friend bool operator==(const ReferenceShape&, const ReferenceShape&) = default;
};

/// A missed shape is hidden where less than this share of it is visible.
inline constexpr double kHiddenBelow = 0.5;

struct ShapeLosses {
  std::vector<ReferenceShape> reference;  // one of each item, in order
  std::size_t extra = 0;                  // items of the answer without a partner
};

/// Circles are ellipses with square boxes of an odd width (centre and radius), squares rectangles
/// with square boxes (centre and side).
[[nodiscard]] ShapeLosses shape_losses(const scene::PixelScene& reference,
                                       const scene::PixelScene& answer);

/// How many shapes are in each class.
struct LossCounts {
  double matched = 0;
  double parameters_off = 0;
  double missed_visible = 0;
  double missed_hidden = 0;
  double hollow_filled = 0;
  double circle_square = 0;
  double extra = 0;
  double visible_sum = 0;  // of missed ones
  int largest_error = 0;

  [[nodiscard]] double missed() const { return missed_visible + missed_hidden; }
  [[nodiscard]] bool only_parameters_off() const {
    return parameters_off > 0 && missed() + hollow_filled + circle_square + extra == 0;
  }
};

[[nodiscard]] LossCounts count_losses(const ShapeLosses& losses);

}  // namespace papert::score
