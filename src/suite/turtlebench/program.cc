// The pen of 5. The published pictures have it, so every turtle must, whoever makes it: t, the
// turtle of the module's functions, and those that a reply makes itself. The prelude gives it to
// all of them (a turtle's marks without length and its dots without size depend on it too), and
// what a reply sets itself is put back to 5 in the finished drawing.
//
// Pictures are painted no larger than their ink. The window is moved by whole pixels, so every
// pixel is the one the whole picture has.
#include "suite/turtlebench/program.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "base/embedded.h"
#include "base/text.h"
#include "raster/paint_scene.h"
#include "scene/canonical.h"
#include "score/box_iou.h"

extern const char papert_embedded_turtlebench_turtle_prelude[];
extern const char papert_embedded_turtlebench_turtle_prelude_end[];
extern const char papert_embedded_turtlebench_rabbit_prelude[];
extern const char papert_embedded_turtlebench_rabbit_prelude_end[];
extern const char papert_embedded_turtlebench_rabbit_turtle[];
extern const char papert_embedded_turtlebench_rabbit_turtle_end[];

namespace papert::turtlebench {
namespace {

std::string_view prelude(Library library) {
  if (library == Library::kRabbit) {
    return embedded(papert_embedded_turtlebench_rabbit_prelude,
                    papert_embedded_turtlebench_rabbit_prelude_end);
  }
  return embedded(papert_embedded_turtlebench_turtle_prelude,
                  papert_embedded_turtlebench_turtle_prelude_end);
}

constexpr scene::Color kBlack{0, 0, 0};
constexpr scene::Color kWhite{255, 255, 255};

scene::Color ink_color(const scene::Color& color) {
  constexpr int kDarkest = 200;
  // The weights of ITU-R 601 in 16-bit fixed point, as for pictures (raster::to_gray).
  const int gray = (color.r * 19595 + color.g * 38470 + color.b * 7471 + 0x8000) >> 16;
  return gray <= kDarkest ? kBlack : kWhite;
}

struct ToInk {
  void operator()(scene::Stroke& stroke) const {
    stroke.width = kPenSize;
    stroke.color = ink_color(stroke.color);
  }
  void operator()(scene::Fill& fill) const { fill.color = ink_color(fill.color); }
  void operator()(scene::Dot& dot) const { dot.color = ink_color(dot.color); }
  void operator()(scene::Stamp& stamp) const {
    if (stamp.fill) stamp.fill = ink_color(*stamp.fill);
    if (stamp.outline) stamp.outline = ink_color(*stamp.outline);
  }
  void operator()(scene::Text& text) const { text.color = ink_color(text.color); }
};

/// The part of the device between two coordinates, in whole pixels, with one to spare.
struct Span {
  int from = 0;
  int length = 0;
};
Span clipped(double low, double high, int size) {
  const double from = std::clamp(std::floor(low) - 1, 0.0, static_cast<double>(size));
  const double to = std::clamp(std::ceil(high) + 1, from, static_cast<double>(size));
  return {static_cast<int>(from), static_cast<int>(to - from)};
}

}  // namespace

Result<turtle::Drawing> run_program(turtle::JailPool& jails, Library library,
                                    std::string_view variables, std::string_view code) {
  std::string before(prelude(library));
  before += variables;
  before += '\n';
  turtle::Drawing drawing = TRY(jails.run(before + std::string(code)));
  const auto lines = static_cast<int>(std::count(before.begin(), before.end(), '\n'));
  drawing.outcome.line = std::max(drawing.outcome.line - lines, 0);
  return drawing;
}

scene::Scene ink_of(scene::Scene scene) {
  scene.background = kWhite;
  for (scene::Item& item : scene.items) std::visit(ToInk{}, item);
  return scene;
}

raster::Bitmap ink_picture(const scene::Scene& ink) {
  const auto bounds = scene::painted_bounds(ink, true);
  if (!bounds) return {};
  raster::TkView view;
  const Span across = clipped(view.origin_x + view.scale * bounds->x0,
                              view.origin_x + view.scale * bounds->x1, view.width);
  const Span down = clipped(view.origin_y - view.scale * bounds->y1,
                            view.origin_y - view.scale * bounds->y0, view.height);
  view.width = across.length;
  view.height = down.length;
  view.origin_x -= across.from;
  view.origin_y -= down.from;
  const raster::OwnedPicture picture = raster::paint_owned(ink, view);
  raster::Bitmap bitmap(view.width, view.height);
  std::size_t pixel = 0;
  for (int y = 0; y < view.height; ++y) {
    for (int x = 0; x < view.width; ++x, ++pixel) {
      if (picture.owner[pixel] != raster::OwnedPicture::kNobody &&
          picture.piece_at(pixel).color == kBlack) {
        bitmap.set(x, y);
      }
    }
  }
  return score::cut_to_ink(bitmap);
}

std::string rabbit_version(std::string_view code) {
  return std::string(embedded(papert_embedded_turtlebench_rabbit_turtle,
                              papert_embedded_turtlebench_rabbit_turtle_end)) +
         std::string(code);
}

}  // namespace papert::turtlebench
