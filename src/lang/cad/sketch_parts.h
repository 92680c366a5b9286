// What the readers of sketches share. Private to this folder.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lang/cad/sketch.h"

namespace papert::lang::cad::detail {

/// The name in constraint_types() that `text` means, whatever its case and separators.
std::optional<std::string_view> constraint_type(std::string_view text);

/// What cannot be drawn: values past the limit, a size that is not positive, splines whose numbers
/// do not fit together. Adds the primitive's points to `points`.
Result<void> check(const Primitive& primitive, const SketchLimits& limits, std::size_t& points,
                   const std::string& where);

/// Points along a spline, from end to end.
std::vector<Point> sample(const SketchSpline& spline);
std::vector<Point> sample(const SketchFit& fit);

}  // namespace papert::lang::cad::detail
