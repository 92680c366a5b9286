#include "mint/svg/image.h"

#include <algorithm>
#include <cstdlib>

#include "lang/svg/render_check.h"
#include "raster/svg.h"

namespace papert::mint::svg {

Result<raster::Image> svg_image(const lang::svg::Document& document, int size) {
  TRY(lang::svg::check_render(document));
  return raster::render_svg(lang::svg::to_text(document), size, size);
}

double share_off(const raster::Image& a, const raster::Image& b) {
  const auto channels = static_cast<std::size_t>(a.channels());
  const std::size_t pixels = a.data().size() / channels;
  std::size_t off = 0;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    int most = 0;
    for (std::size_t c = 0; c < channels; ++c) {
      const std::size_t at = pixel * channels + c;
      most = std::max(most, std::abs(int{a.data()[at]} - int{b.data()[at]}));
    }
    if (most > kOffBy) ++off;
  }
  return static_cast<double>(off) / static_cast<double>(pixels);
}

}  // namespace papert::mint::svg
