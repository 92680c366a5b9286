// The basic shapes of SVG as paths, in their own coordinates.
#pragma once

#include "base/result.h"
#include "lang/svg/document.h"
#include "lang/svg/path.h"

namespace papert::lang::svg {

/// path, rect, circle, ellipse, line, polyline, polygon.
bool is_shape(const Node& node);

/// The outline as SVG draws it: where it starts, which way round it runs. Empty for shapes without
/// area. Percentages are of the viewport given. kBadData names the attribute that cannot be read.
Result<Path> shape_outline(const Node& shape, double viewport_width, double viewport_height);

}  // namespace papert::lang::svg
