// All programs without loops that reach a goal, constraints aside: what can be written in fewer
// blocks with loops is among them.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

struct AnswerLimits {
  std::size_t min_length = 0;
  std::size_t max_length = 30;
  std::size_t max_steps = 1'000'000;  // commands executed
  std::size_t max_answers = 2'000;
};

/// Visits command lists by length, and within a length in a fixed order, until one is taken (visit
/// returns true), there are no more, or a limit is met. None turns left and right at once, or three
/// times in a row. Returns the steps.
std::size_t for_each_flat_answer(const Task& task, const AnswerLimits& limits,
                                 const std::function<bool(std::span<const Block>)>& visit);

}  // namespace papert::lang::xlogo
