// Painting SVG with librsvg on a cairo surface.
//
// A handle without a base address refuses every external reference by itself (only data: addresses
// are read), so the missing rsvg_handle_set_base_uri below is what keeps a document from reading
// files. The surface has no transparency and starts white; what librsvg leaves unpainted stays so.
#include "raster/svg.h"

#include <cairo.h>
#include <librsvg/rsvg.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

namespace papert::raster {
namespace {

template <auto release>
struct Release {
  template <class T>
  void operator()(T* object) const {
    release(object);
  }
};
using Handle = std::unique_ptr<RsvgHandle, Release<g_object_unref>>;
using Surface = std::unique_ptr<cairo_surface_t, Release<cairo_surface_destroy>>;
using Context = std::unique_ptr<cairo_t, Release<cairo_destroy>>;
using GlibError = std::unique_ptr<GError, Release<g_error_free>>;

std::string text_of(const GlibError& error) {
  return error ? std::string(error->message) : std::string("no reason given");
}

/// A row of cairo's pixels: 32 bits each, the colour in the low 24.
void copy_row(const unsigned char* from, int width, std::uint8_t* to) {
  for (int x = 0; x < width; ++x) {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, from + std::ptrdiff_t{4} * x, sizeof pixel);
    *to++ = static_cast<std::uint8_t>(pixel >> 16);
    *to++ = static_cast<std::uint8_t>(pixel >> 8);
    *to++ = static_cast<std::uint8_t>(pixel);
  }
}

Result<void> check_limits(std::string_view svg, int width, int height) {
  if (svg.size() > kMaxSvgBytes) {
    return fail(ErrorCode::kLimit, "the SVG text has " + std::to_string(svg.size()) +
                                       " bytes; at most " + std::to_string(kMaxSvgBytes) +
                                       " are read");
  }
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  if (width < 1 || height < 1) {
    return fail(ErrorCode::kUsage, "a picture of " + size + " pixels cannot be painted");
  }
  if (width > kMaxSvgSide || height > kMaxSvgSide) {
    return fail(ErrorCode::kLimit, "a picture of " + size + " pixels is too large; a side has " +
                                       std::to_string(kMaxSvgSide) + " at most");
  }
  return {};
}

}  // namespace

Result<Image> render_svg(std::string_view svg, int width, int height) {
  TRY(check_limits(svg, width, height));
  if (svg.empty()) return fail(ErrorCode::kBadData, "not an SVG document: the text is empty");

  GError* raw = nullptr;
  const Handle handle(
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &raw));
  if (!handle) {
    return fail(ErrorCode::kBadData, "not an SVG document: " + text_of(GlibError(raw)));
  }
  constexpr double kDotsPerInch = 96;  // what CSS says; librsvg's own default is 90
  rsvg_handle_set_dpi(handle.get(), kDotsPerInch);
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  const Context context(cairo_create(surface.get()));
  cairo_set_source_rgb(context.get(), 1, 1, 1);
  cairo_paint(context.get());

  const RsvgRectangle page{0, 0, static_cast<double>(width), static_cast<double>(height)};
  if (rsvg_handle_render_document(handle.get(), context.get(), &page, &raw) == 0) {
    return fail(ErrorCode::kBadData, "the SVG cannot be painted: " + text_of(GlibError(raw)));
  }
  cairo_surface_flush(surface.get());
  const unsigned char* pixels = cairo_image_surface_get_data(surface.get());
  if (cairo_status(context.get()) != CAIRO_STATUS_SUCCESS || pixels == nullptr) {
    return fail(ErrorCode::kInternal,
                std::string("cairo: ") + cairo_status_to_string(cairo_status(context.get())));
  }
  Image image(width, height, PixelFormat::kRgb);
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface.get());
  for (int y = 0; y < height; ++y) copy_row(pixels + y * stride, width, image.row(y));
  return image;
}

}  // namespace papert::raster
