// Memory for the small objects of a small program, all in a few pages.
#pragma once

#include <cstddef>

namespace papert::zygote {

inline constexpr std::size_t kNurseryBytes = 256U << 10U;

/// Once, before the interpreter starts: puts the nursery, still closed, before the interpreter's
/// own allocator.
void install_nursery();

/// Once, when everything is loaded: from here on small blocks come from the nursery while it lasts.
void open_nursery();

}  // namespace papert::zygote
