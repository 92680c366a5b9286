// Finds out which memory every program writes to, before there is any program.
#pragma once

#include <functional>
#include <vector>

#include "zygote/nursery.h"

namespace papert::zygote {

/// Makes a copy of this process, which makes a nursery, runs `prepare` and then watches `run`;
/// returns the requests made during `prepare` whose blocks `run` wrote to, in ascending order.
/// Without effect on this process. Empty where it cannot be done: everything works as well, only
/// slower.
std::vector<BlockRequest> scout(const std::function<bool()>& prepare,
                                const std::function<void()>& run);

}  // namespace papert::zygote
