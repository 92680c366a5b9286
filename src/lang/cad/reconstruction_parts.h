// What the two readers of reconstruction sequences share: curves and extrude features as JSON
// values. The text form is turned into such values first. Private to this folder.
#pragma once

#include <string>

#include "base/json.h"
#include "lang/cad/recipe.h"

namespace papert::lang::cad::detail {

/// A curve named by its "type", with or without "3D" at the end. Points are objects with x, y and z
/// or lists of two or three numbers.
Result<Curve> read_curve(const Json& json, const std::string& where);

/// Everything but the frame and the profiles.
Result<Extrusion> read_extrude(const Json& json, const std::string& where);

/// A point or a direction.
Result<Point3> read_point3(const Json& json, const std::string& key, const std::string& where);

}  // namespace papert::lang::cad::detail
