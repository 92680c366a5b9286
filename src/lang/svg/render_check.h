// Whether a program can be painted in bounded time. The renderer itself has no time limit, so a
// program is measured before it is handed over: what is painted (with use elements, patterns and
// markers expanded), how large, how often lines cross, how many dashes, filters and masks.
//
//     const Document document = TRY(svg::parse(text));
//     TRY(svg::check_render(document));
//     const raster::Image image = TRY(raster::render_svg(svg::to_text(document), 512, 512));
#pragma once

#include <cstddef>

#include "base/result.h"
#include "lang/svg/document.h"

namespace papert::lang::svg {

struct RenderLimits {
  double seconds = 2;                // estimated, for a picture of 512 x 512 pixels; generous
  std::size_t depth = 160;           // elements inside each other, use elements expanded
  std::size_t stops = 256;           // of one gradient
  double reach = 200;                // coordinates and widths, in sides of the viewBox
  std::size_t style_bytes = 65'536;  // of all style elements
};

/// The estimated time to paint the program at 512 x 512 pixels, in seconds, from above: programs
/// that are drawn for people come to some milliseconds.
///
/// Errors, each naming the element and the text: kLimit beyond the limits, for filter primitives
/// and embedded pictures whose time has no bound, for style sheets that hand out filters, masks,
/// markers or dashes, and for use elements, patterns or masks that contain themselves; kBadData for
/// path data, lists and numbers that cannot be read or are not finite.
[[nodiscard]] Result<double> check_render(const Document& document,
                                          const RenderLimits& limits = {});

}  // namespace papert::lang::svg
