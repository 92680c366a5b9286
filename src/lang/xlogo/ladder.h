// A program that solves a task, by searches from cheap to dear. Each rung is tried only where those
// below it found nothing that the judge accepts.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

struct LadderResult {
  std::optional<Program> program;
  std::string_view rung;    // the one that found it
  bool impossible = false;  // it is proven that no program solves the task
  std::size_t steps = 0;    // commands executed
};

/// Confirmed by a run under the given rules. What it gives depends on the arguments only; at worst
/// it takes some seconds and half a gigabyte.
[[nodiscard]] LadderResult climb(const Task& task, RunRules rules = {});

}  // namespace papert::lang::xlogo
