// `papert render` of turtle programs.
#pragma once

#include "base/result.h"
#include "suite/paint.h"

namespace papert::suite::turtlebench {

/// What a turtle program draws (a .py file, or the program in a reply), as .png, .svg, .json or
/// .scene; what it drew before it failed is painted all the same.
[[nodiscard]] Result<suite::Painted> paint_program(const suite::PaintOptions& options);

}  // namespace papert::suite::turtlebench
