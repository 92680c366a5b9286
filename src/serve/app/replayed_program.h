// How a program of the playground draws, step by step, without a task: a turtle's in the jail, with
// the playground's limits; others by the suite that has their language.
#pragma once

#include <string_view>

#include "base/deadline.h"
#include "base/json.h"
#include "base/result.h"
#include "scene/replay.h"
#include "serve/app/program_request.h"

namespace papert::serve::app {

/// kNotFound where programs of the language mean nothing without a task; kBadData for what is not a
/// program.
[[nodiscard]] Result<scene::Replay> replay_program(Language language, std::string_view code,
                                                   const Deadline& deadline);

/// What a page gets (scene/replay_json.h); kLimit for what is too large for one.
[[nodiscard]] Result<Json> replay_json(const scene::Replay& replay);

}  // namespace papert::serve::app
