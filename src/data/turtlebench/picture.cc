#include "data/turtlebench/picture.h"

#include "base/file.h"
#include "raster/jpeg.h"
#include "raster/png.h"
#include "scene/ink.h"
#include "score/box_iou.h"

namespace papert::data::turtlebench {

Result<raster::Image> read_picture(const std::filesystem::path& path) {
  const std::string bytes = TRY(read_file(path, std::size_t{64} << 20));
  auto image = path.extension() == ".png" ? raster::decode_png(bytes) : raster::decode_jpeg(bytes);
  if (!image) return fail(image.error().code, image.error().message, path.string());
  return image;
}

raster::Image paint_picture(const scene::Scene& ink) {
  return raster::to_gray(raster::paint_tk(ink, kDevice));
}

scene::Scene ink_of(scene::Scene scene) { return scene::in_ink(std::move(scene), kPenSize); }

raster::Bitmap ink_picture(const scene::Scene& ink) {
  return score::cut_to_ink(raster::paint_ink_window(ink, kDevice));
}

std::string picture_bytes(const raster::Image& image) {
  constexpr int kLevel = 6;
  return raster::encode_png(image, {.compression_level = kLevel, .compact = true});
}

}  // namespace papert::data::turtlebench
