// The smallest change that makes a wrong program right: a hint for who wrote it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

struct SmallChange {
  std::uint32_t line = 0;  // of the wrong program's text; 0 where there is none
  std::string words;       // "replace left by right"
};

struct Nearest {
  std::vector<SmallChange> changes;  // one or two, in the order of the text
  Program program;                   // what they make of it
};

struct NearestOptions {
  RunRules rules;
  /// Commands executed and blocks copied, of all programs that are tried: a tenth of a second or
  /// so.
  std::uint64_t steps = 10'000'000;
};

/// Nothing for a program that is right, and where no change of one or two blocks is found within
/// the steps. What it gives depends on the arguments only.
[[nodiscard]] std::optional<Nearest> nearest_right(const Task& task, const Program& wrong,
                                                   NearestOptions options = {});

}  // namespace papert::lang::xlogo
