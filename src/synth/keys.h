// What makes two tasks the same task. Synthesis meets the same world again and again, turned or
// mirrored, so keys are computed for every task that is made: all eight variants are written as
// bytes, without building them, and the smallest is hashed.
#pragma once

#include <string>

#include "lang/xlogo/task.h"

namespace papert::synth {

struct TaskKeys {
  /// Equal for tasks with equal worlds, goals and constraints up to turning and mirroring, as
  /// canonical_key (lang/xlogo/transform.h); of tasks that draw also up to where in the grid the
  /// picture stands.
  std::string task;
  /// The same without constraints. Of tasks that draw only the picture and the turtle count: a
  /// published picture in a larger grid is still that picture.
  std::string world;
};

/// Both as SHA-256 in hex.
[[nodiscard]] TaskKeys keys_of(const lang::xlogo::Task& task);

/// Equal for solutions that are the same up to mirroring and up to which pen is which colour.
[[nodiscard]] std::string solution_key(const lang::xlogo::Program& program);

}  // namespace papert::synth
