// A program of shapes, statement by statement.
#pragma once

#include <string_view>

#include "base/result.h"
#include "scene/replay.h"

namespace papert::replay {

/// kBadData, with the line, for what is not a program.
[[nodiscard]] Result<scene::Replay> replay_shapes(std::string_view text);

}  // namespace papert::replay
