// Turning and mirroring a task: what stays the same task to a person but not, character by
// character, to a machine. A turn changes the world only, since commands are relative to the
// turtle; a mirror also swaps lt and rt in the solution and in the constraints.
#pragma once

#include <string>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

/// Mirrored left to right first, if asked, then turned clockwise by that many quarter turns (any
/// number; four are none). A program solves a task exactly if its variant solves the variant.
[[nodiscard]] Task transformed(const Task& task, int quarter_turns, bool mirrored);
[[nodiscard]] World transformed(const World& world, int quarter_turns, bool mirrored);
/// lt and rt swapped if mirrored; a turn changes nothing.
[[nodiscard]] Program transformed(Program program, bool mirrored);
[[nodiscard]] Constraints transformed(Constraints constraints, bool mirrored);

/// A text that is the same for the eight variants of a task and, but for them, different for tasks
/// with different worlds, goals or constraints. The id, the description, the solution and the order
/// in which things are listed are not part of it, nor are items that do not count.
[[nodiscard]] std::string canonical_key(const Task& task);

}  // namespace papert::lang::xlogo
