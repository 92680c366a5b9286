// The reader of traces: bytes from a program's process (trace_wire.h) -> a Replay.
#pragma once

#include <string_view>

#include "base/result.h"
#include "scene/replay.h"

namespace papert::scene {

/// The replay that the bytes tell, without its source. kLimit for a trace that is larger than a
/// replay may be, kBadData for bytes that no module of ours wrote. Memory stays within a small
/// multiple of the input.
[[nodiscard]] Result<Replay> read_trace(std::string_view bytes);

}  // namespace papert::scene
