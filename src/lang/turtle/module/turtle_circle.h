// The undo records a circle stands for.
#pragma once

#include <vector>

#include "lang/turtle/module/undo.h"

namespace papert::lang::turtle {

/// In the order CPython would have recorded them.
std::vector<Entry> entries_of(const CircleEntry& circle);

}  // namespace papert::lang::turtle
