#include "raster/drawing_picture.h"

#include "base/random.h"
#include "base/sha256.h"
#include "raster/hand_drawn.h"
#include "raster/paint_scene.h"
#include "raster/png.h"
#include "scene/canonical.h"

namespace papert::raster {
namespace {

TkView view_of(const scene::Scene& scene, int side) {
  TkView view = fit_view(scene, side, side);
  const double largest = 3.0 * side / kPictureSide;
  if (view.scale > largest) {
    const scene::Point center =
        scene::painted_bounds(scene, true).value_or(scene::Bounds{}).center();
    view.scale = largest;
    view.origin_x = side / 2.0 - largest * center.x;
    view.origin_y = side / 2.0 + largest * center.y;
  }
  return view;
}

}  // namespace

Image clean_picture(const scene::Scene& scene) {
  return paint_tk(scene, view_of(scene, kPictureSide));
}

Image encoder_sheet(const scene::Scene& scene, EncoderView view) {
  const bool published = view == EncoderView::kPublished;
  const int side = published ? 256 : 352;
  scene::Scene canonical = scene::canonicalise(scene).scene;
  TkView sheet = canonical_view();
  if (published) {
    const double scale = static_cast<double>(side) / sheet.width;
    sheet.scale *= scale;
    sheet.origin_x *= scale;
    sheet.origin_y *= scale;
  } else {
    const double margin = (side - sheet.width) / 2.0;
    sheet.origin_x += margin;
    sheet.origin_y += margin;
  }
  sheet.width = sheet.height = side;
  // A pen is given in pixels of the sheet, and painted by its scale.
  const double pen = published ? 1 / sheet.scale : 3;
  for (scene::Item& item : canonical.items) {
    if (auto* stroke = std::get_if<scene::Stroke>(&item)) stroke->width = pen;
  }
  return paint_tk(canonical, sheet);
}

Image hand_drawn_picture(const scene::Scene& scene, std::int64_t seed) {
  Random random(seed);
  const scene::Scene drawn = drawn_by_hand(scene, random);
  const Image large = paint_tk(drawn, view_of(drawn, 2 * kPictureSide));
  return halved_on_paper(large, random);
}

std::string picture_file(const scene::Scene& scene, PictureStyle style, const std::string& name) {
  if (style == PictureStyle::kClean) {
    return encode_png(clean_picture(scene), {.compact = true});
  }
  const std::int64_t seed = std::stoll(sha256_hex(name).substr(0, 15), nullptr, 16);
  return encode_png(hand_drawn_picture(scene, seed), {.compression_level = 6});
}

}  // namespace papert::raster
