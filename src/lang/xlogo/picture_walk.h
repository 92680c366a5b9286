// A picture drawn without any search: along every line and back again.
#pragma once

#include <vector>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

/// Commands that draw all of the world's lines; none where the turtle cannot get to one of them on
/// lines alone. The pen has a line's own colour whenever it is crossed.
[[nodiscard]] std::vector<Block> picture_walk(const World& world);

}  // namespace papert::lang::xlogo
