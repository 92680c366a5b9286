#include "scene/ink.h"

#include <variant>

namespace papert::scene {
namespace {

constexpr Color kBlack{0, 0, 0};
constexpr Color kWhite{255, 255, 255};

Color ink_color(const Color& color) {
  // The weights of ITU-R 601 in 16-bit fixed point, as for pictures (raster::to_gray).
  const int gray = (color.r * 19595 + color.g * 38470 + color.b * 7471 + 0x8000) >> 16;
  return gray <= kDarkestInk ? kBlack : kWhite;
}

struct ToInk {
  double pen;

  void operator()(Stroke& stroke) const {
    stroke.width = pen;
    stroke.color = ink_color(stroke.color);
  }
  void operator()(Fill& fill) const { fill.color = ink_color(fill.color); }
  void operator()(Dot& dot) const { dot.color = ink_color(dot.color); }
  void operator()(Stamp& stamp) const {
    if (stamp.fill) stamp.fill = ink_color(*stamp.fill);
    if (stamp.outline) stamp.outline = ink_color(*stamp.outline);
  }
  void operator()(Text& text) const { text.color = ink_color(text.color); }
};

}  // namespace

Scene in_ink(Scene scene, double pen) {
  scene.background = kWhite;
  for (Item& item : scene.items) std::visit(ToInk{pen}, item);
  return scene;
}

}  // namespace papert::scene
