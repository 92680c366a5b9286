#include "raster/image.h"

#include <cassert>

namespace papert::raster {

Image::Image(int width, int height, PixelFormat format, std::uint8_t fill)
    : width_(width), height_(height), format_(format) {
  assert(width >= 0 && height >= 0);
  data_.assign(offset(height), fill);
}

Image to_gray(const Image& image) {
  if (image.format() == PixelFormat::kGray) return image;
  constexpr std::uint32_t kRed = 19595;  // 0.299, 0.587 and 0.114 of 65536
  constexpr std::uint32_t kGreen = 38470;
  constexpr std::uint32_t kBlue = 7471;
  Image gray(image.width(), image.height());
  const std::uint8_t* rgb = image.data().data();
  for (std::uint8_t& out : gray.data()) {
    out = static_cast<std::uint8_t>((rgb[0] * kRed + rgb[1] * kGreen + rgb[2] * kBlue + 0x8000) >>
                                    16);
    rgb += 3;
  }
  return gray;
}

}  // namespace papert::raster
