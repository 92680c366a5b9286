// A program of the grid world in the world of a task, command by command.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/picture.h"
#include "scene/replay.h"

namespace papert::replay {

/// `source` is the text that the program was read from. A crash is the last step. The way is shown
/// in this style; without one by the pen where the task is to draw, by arrows elsewhere.
[[nodiscard]] Result<scene::Replay> replay_grid(
    const lang::xlogo::Task& task, const lang::xlogo::Program& program, std::string source,
    std::optional<lang::xlogo::PathStyle> style = std::nullopt);
/// The same of the second dialect; the task is its site.
[[nodiscard]] Result<scene::Replay> replay_grid(const lang::xlogo::Task& task,
                                                const lang::xlogo::v2::Program& program,
                                                std::string source);

}  // namespace papert::replay
