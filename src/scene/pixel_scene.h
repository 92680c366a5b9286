// Shapes that are given in whole pixels: a language resolves its program into a PixelScene, raster
// paints it with exact rules, and neither knows the other. Items are painted in order.
#pragma once

#include <variant>
#include <vector>

namespace papert::scene {

/// Pixel bounds, all four inclusive. x1 < x0 or y1 < y0 is an empty box.
struct Box {
  int x0 = 0;
  int y0 = 0;
  int x1 = 0;
  int y1 = 0;

  friend bool operator==(const Box&, const Box&) = default;
};

/// An axis-parallel ellipse that touches all four sides of its box.
struct Ellipse {
  Box bounds;
  int outline = 0;  // stroke width in pixels, measured inwards; 0 means filled

  friend bool operator==(const Ellipse&, const Ellipse&) = default;
};

struct Rectangle {
  Box bounds;
  int outline = 0;  // as for Ellipse

  friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

using PixelItem = std::variant<Ellipse, Rectangle>;

/// Black ink on a white canvas; items may reach beyond it and are clipped when painted.
struct PixelScene {
  int width = 0;
  int height = 0;
  std::vector<PixelItem> items;
};

}  // namespace papert::scene
