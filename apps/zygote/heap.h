// The zygote's heap, laid out for being copied.
#pragma once

#include <cstdint>

namespace papert::zygote {

/// Once, before the interpreter starts: the interpreter's memory comes from the C library's heap,
/// which grows on huge pages (spawn.cc asks for them).
void prepare_heap();

/// Once, when everything is loaded: from here on new memory is taken from untouched pages. Returns
/// how many bytes of the address space in use are still to be given out.
std::uint64_t seal_heap();

}  // namespace papert::zygote
