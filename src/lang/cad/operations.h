// What a CAD program is made of.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/result.h"

namespace papert::lang::cad {

/// How often each operation occurs, by its name: curves and extrusions of a solid ("Line", "Arc",
/// "Circle", "Extrude"), primitives and constraints of a sketch ("Line", "Coincident"), whichever
/// notation they are written in. kBadData for what is not a program.
[[nodiscard]] Result<std::map<std::string, std::int64_t>> count_operations(std::string_view text);

}  // namespace papert::lang::cad
