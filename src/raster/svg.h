// SVG text to pictures. The only place that knows librsvg and cairo.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "raster/image.h"

namespace papert::raster {

inline constexpr std::size_t kMaxSvgBytes = std::size_t{4} << 20;
inline constexpr int kMaxSvgSide = 4096;  // pixels, each way

/// Paints an SVG document on white, scaled to fit width x height pixels as its own
/// preserveAspectRatio says (in the middle, unless told otherwise). The result is kRgb.
///
/// An inch is 96 units, as in CSS.
///
/// Nothing outside the text is ever loaded: references to files and addresses are left out of the
/// picture. Text elements are drawn with the fonts of the machine, so only documents without them
/// give the same pixels everywhere.
///
/// Errors: kLimit for a text or a picture larger than the limits above; kUsage for a side below 1;
/// kBadData, with the reason, for what is not an SVG.
[[nodiscard]] Result<Image> render_svg(std::string_view svg, int width, int height);

}  // namespace papert::raster
