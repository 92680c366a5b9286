// Coloured shapes whose pixels are decided in whole numbers: a language resolves its program into a
// ColorScene, raster paints it. Pixel (x, y) is the point (x, y); y grows downwards.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace papert::scene {

struct PixelPoint {
  int x = 0;
  int y = 0;

  friend bool operator==(const PixelPoint&, const PixelPoint&) = default;
};

/// A direction of length 65,536, rounded.
struct Direction {
  int x = 65'536;
  int y = 0;

  friend bool operator==(const Direction&, const Direction&) = default;
};

/// Points at most radius + 1/2 from the centre and more than inner + 1/2; of them those met when
/// turning clockwise from `start` by `sweep` degrees to `end`, both included.
struct Ring {
  PixelPoint center;
  int radius = 0;
  int inner = -1;  // below 0: filled
  Direction start;
  Direction end;
  int sweep = 360;
};

/// Points inside a box of this size that was turned clockwise about its centre, but not inside the
/// one that is smaller by `outline` on each side (0: filled).
struct TurnedBox {
  PixelPoint twice_center;  // two times the centre
  int width = 0;
  int height = 0;
  int outline = 0;
  Direction axis;  // where its x axis points
};

/// Points at most half of `width` from the path, whose points are in sixteenths of a pixel.
struct ThickPath {
  static constexpr int kUnit = 16;
  std::vector<PixelPoint> path;
  int width = 1;
  bool closed = false;
};

/// Points inside by the even-odd rule, or on an edge.
struct FilledPolygon {
  std::vector<PixelPoint> points;
};

using ColorForm = std::variant<Ring, TurnedBox, ThickPath, FilledPolygon>;

struct ColorItem {
  ColorForm form;
  std::uint8_t color = 0;  // a place in the palette
};

/// Items are painted in order, each over what is there; parts beyond the canvas are cut off.
struct ColorScene {
  int width = 0;
  int height = 0;
  std::vector<ColorItem> items;
  std::span<const std::uint32_t> palette;  // 0xRRGGBB; the first is the background
};

}  // namespace papert::scene
