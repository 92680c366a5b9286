#include "serve/app/overlay.h"

#include <algorithm>
#include <cmath>

#include "raster/render.h"

namespace papert::serve::app {
namespace {

using raster::Color;
using raster::Image;

constexpr int kFaintInk = 12;  // less is paper

/// White beyond the picture.
Color pixel(const Image& image, int x, int y) {
  if (x >= image.width() || y >= image.height()) return {255, 255, 255};
  const std::uint8_t* at = image.row(y) + static_cast<std::ptrdiff_t>(x) * image.channels();
  return image.channels() == 1 ? Color{at[0], at[0], at[0]} : Color{at[0], at[1], at[2]};
}

/// 0: paper, 255: black. A light colour on white is ink, too, so the strongest channel counts.
int ink(Color color) { return 255 - std::min({color.r, color.g, color.b}); }

int distance(Color a, Color b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

Color mixed(Color color, int strength) {
  const auto part = [&](std::uint8_t value) {
    return static_cast<std::uint8_t>(255 - (255 - value) * strength / 255);
  };
  return {part(color.r), part(color.g), part(color.b)};
}

template <class Paint>
Image painted(const Image& target, const Image& drawing, const Paint& paint) {
  Image out(std::max(target.width(), drawing.width()), std::max(target.height(), drawing.height()),
            raster::PixelFormat::kRgb);
  for (int y = 0; y < out.height(); ++y) {
    std::uint8_t* at = out.row(y);
    for (int x = 0; x < out.width(); ++x, at += 3) {
      const Color color = paint(pixel(target, x, y), pixel(drawing, x, y));
      at[0] = color.r;
      at[1] = color.g;
      at[2] = color.b;
    }
  }
  return out;
}

}  // namespace

Image overlay_picture(const Image& target, const Image& drawing) {
  return painted(target, drawing, [](Color wanted, Color drawn) {
    const int a = ink(wanted);
    const int b = ink(drawn);
    const int both = std::min(a, b);
    if (a > b) return mixed(both * 2 > a ? raster::kSharedColor : raster::kMissingColor, a);
    if (b > a) return mixed(both * 2 > b ? raster::kSharedColor : raster::kExtraColor, b);
    return mixed(raster::kSharedColor, a);
  });
}

Image difference_of(const Image& target, const Image& drawing, int same_color) {
  constexpr Color kFaint{0xe4, 0xe6, 0xe8};
  return painted(target, drawing, [&](Color wanted, Color drawn) {
    const bool a = ink(wanted) > kFaintInk;
    const bool b = ink(drawn) > kFaintInk;
    if (distance(wanted, drawn) <= same_color) return a || b ? kFaint : Color{255, 255, 255};
    // Ink of another colour is missing ink and extra ink at once; it is shown as extra.
    return ink(wanted) > ink(drawn) && !(a && b) ? raster::kMissingColor : raster::kExtraColor;
  });
}

}  // namespace papert::serve::app
