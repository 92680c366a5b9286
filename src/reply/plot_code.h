// What a plotting program looks like in a reply.
#pragma once

#include <string_view>

#include "reply/code.h"

namespace papert::reply {

/// A program is what plots something or puts a patch on axes.
[[nodiscard]] Likeness plot_likeness(std::string_view code);

}  // namespace papert::reply
