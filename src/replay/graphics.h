// SVG programs element by element, CAD programs command by command.
#pragma once

#include <string_view>

#include "base/result.h"
#include "scene/replay.h"

namespace papert::replay {

/// kBadData for what is neither; kLimit for what cannot be painted in bounded time.
[[nodiscard]] Result<scene::Replay> replay_graphics(std::string_view program);

}  // namespace papert::replay
