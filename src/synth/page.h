// A page to look at: for every unit the reference and a few of its tasks, drawn by chance, each
// with its picture, what it asks, its solution and what was proven of it. One file, no script.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lang/xlogo/task.h"
#include "synth/synth_task.h"

namespace papert::synth {

struct PageOptions {
  std::string title;
  std::int64_t seed = 0;
  std::size_t per_unit = 5;  // with the reference as many as a window of 1,280 pixels has in a row
};

/// `tasks` of one unit stand together. A reference that is not among `references` is not shown.
[[nodiscard]] std::string sheet_page(std::span<const SynthTask* const> tasks,
                                     std::span<const lang::xlogo::Task> references,
                                     const PageOptions& options);

}  // namespace papert::synth
