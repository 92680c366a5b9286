// What the picture says about one shape, and how far a guess is from it.
//
// A shape must paint every pixel that shows its colour, and no pixel that shows the background.
// Whether it paints pixels that show another colour cannot be seen: a later shape may hide it
// there. So a guess without misfit is as good as the shape itself, wherever it differs.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "lang/shapes/v2_program.h"
#include "raster/bitmap.h"

namespace papert::solve::colors {

using lang::shapes::v2::Color;
using lang::shapes::v2::Kind;
using lang::shapes::v2::Shape;
using scene::PixelPoint;

inline constexpr int kSize = lang::shapes::kCanvasSize;

struct Misfit {
  std::int64_t missing = 0;  // pixels of the shape that the guess leaves out
  std::int64_t wrong = 0;    // background that it paints
  std::int64_t hidden = 0;   // other colours that it paints: would have to be painted later

  [[nodiscard]] bool none() const { return missing == 0 && wrong == 0; }

  /// What is left out counts three times: white may be explained by a later clear().
  [[nodiscard]] std::int64_t weight() const { return 3 * missing + wrong; }
  friend bool operator<(const Misfit& a, const Misfit& b) {
    return a.weight() != b.weight() ? a.weight() < b.weight() : a.hidden < b.hidden;
  }
};

class Evidence {
 public:
  /// `same` are pixels of the same colour that are not the shape's, as far as is known: they may be
  /// painted or not.
  Evidence(Color color, raster::Bitmap visible, raster::Bitmap background,
           const raster::Bitmap& same);

  [[nodiscard]] Color color() const { return color_; }
  [[nodiscard]] const raster::Bitmap& visible() const { return visible_; }
  [[nodiscard]] const raster::Bitmap& background() const { return background_; }
  [[nodiscard]] std::int64_t pixels() const { return pixels_; }

  /// The visible pixels that have one outside of them beside them, and of those the ones beside the
  /// background, which is where the shape ends.
  [[nodiscard]] const std::vector<PixelPoint>& rim() const { return rim_; }
  [[nodiscard]] const std::vector<PixelPoint>& edge() const { return edge_; }

  [[nodiscard]] Misfit misfit(const raster::Bitmap& painted) const;

 private:
  Color color_;
  raster::Bitmap visible_;
  raster::Bitmap background_;
  raster::Bitmap others_;
  std::int64_t pixels_ = 0;
  std::vector<PixelPoint> rim_;
  std::vector<PixelPoint> edge_;
};

/// The pixels of a shape.
[[nodiscard]] raster::Bitmap pixels_of(const Shape& shape);

/// Corners of the smallest convex polygon around the points, clockwise, none of them on a straight
/// line between others.
[[nodiscard]] std::vector<PixelPoint> convex_hull(std::vector<PixelPoint> points);

}  // namespace papert::solve::colors
