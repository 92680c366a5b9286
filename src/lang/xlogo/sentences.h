// What a task asks, in English: "Find the strawberry. Do not step on a cross. Use at most 8
// commands."
#pragma once

#include <string>
#include <string_view>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

/// The goal and the constraints as one line of sentences; never empty. The article tells how many
/// items of the world fit: "the" one, or "a" one of several.
[[nodiscard]] std::string task_sentence(const Task& task);

[[nodiscard]] std::string goal_sentence(const Goal& goal, const World& world);
/// Empty without constraints. Blocks are called as in the Python form.
[[nodiscard]] std::string constraint_sentence(const Constraints& constraints);

/// "a red strawberry", "3 red strawberries", "a black letter A", "2 black copies of the letter A".
[[nodiscard]] std::string counted_item(const Item& item);

}  // namespace papert::lang::xlogo
