// The readers of a task's parts, each told where in the task it is.
#pragma once

#include "lang/xlogo/json_place.h"
#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

/// As a file has it: straight, of any length, inside width x height.
[[nodiscard]] Result<Line> read_line(const Json& json, int width, int height, const Place& place);

/// An error unless the task says that it is of this dialect; without a word it is of v1.
[[nodiscard]] Result<void> expect_dialect(const Json& json, std::string_view dialect,
                                          const Place& place);

/// All of a task but its constraints and its solution.
[[nodiscard]] Result<Task> read_site(const Json& json, const Place& place);

[[nodiscard]] Result<World> read_world(const Json& json, const Place& place);
[[nodiscard]] Result<Goal> read_goal(const Json& json, const Place& place);
[[nodiscard]] Result<Constraints> read_constraints(const Json& json, const Place& place);
/// A pen colour or null.
[[nodiscard]] Result<Pen> read_pen(const Json& json, const Place& place);
[[nodiscard]] Result<Program> read_program(const Json& json, const Place& place);

}  // namespace papert::lang::xlogo
