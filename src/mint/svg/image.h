// Pictures of SVG programs, and how far two of them differ.
#pragma once

#include "base/result.h"
#include "lang/svg/document.h"
#include "raster/image.h"

namespace papert::mint::svg {

/// An SVG document that can be painted in bounded time (lang/svg/render_check.h), on a square.
[[nodiscard]] Result<raster::Image> svg_image(const lang::svg::Document& document, int size);

/// A pixel is off if one of its samples is by more than this; a picture is wrong if more than this
/// share of its pixels is.
inline constexpr int kOffBy = 32;
inline constexpr double kOffShare = 0.001;

/// The share of pixels that are off, of two pictures of one size.
[[nodiscard]] double share_off(const raster::Image& a, const raster::Image& b);

}  // namespace papert::mint::svg
