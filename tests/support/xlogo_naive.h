// A second emulator, written straight from the rules in the plainest way: recursion, sets and maps,
// nothing packed, nothing shared with the first but the data types.
#pragma once

#include <optional>
#include <string>

#include "lang/xlogo/task.h"

namespace papert::test {

struct NaiveVerdict {
  std::string crash;  // "WALL (1,2)", "EXCEED_MAX_CALLS", or empty
  bool raises = false;
  std::optional<bool> goal;
  std::optional<bool> constraints;
  int calls = 0;
};

NaiveVerdict naive_judge(const lang::xlogo::Task& task, const lang::xlogo::Program& program,
                         bool strict);

}  // namespace papert::test
