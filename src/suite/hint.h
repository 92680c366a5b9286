// Hints to who writes an answer: what its tasks can do beside judging. Not every suite's can.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "reply/answer.h"

namespace papert::suite {

struct Hint {
  int line = 0;       // of the program, from 1; 0 where there is none
  std::string words;  // "replace left by right"
};

/// Beside TaskSet.
class HintedTasks {
 public:
  virtual ~HintedTasks() = default;

  /// The changes that together make the first program of the answer right, in the order of its
  /// text. Empty where it is right or no program, and where no small change is found. What it gives
  /// depends on the task and the answer only.
  [[nodiscard]] virtual Result<std::vector<Hint>> hints(std::size_t index,
                                                        const reply::Answer& answer) const = 0;
};

}  // namespace papert::suite
