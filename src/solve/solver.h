// Programs that solve the tasks of a suite by search. A solver sees what a model sees (the prompt's
// words and pictures; for the grid world the task itself, which its prompt spells out in full), and
// it is asked like one: --model solver/NAME. What it reaches is a ceiling for the task.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "model/model.h"
#include "raster/image.h"
#include "suite/suite.h"

namespace papert::solve {

/// What is to be solved. `tasks` is null where somebody gave a picture and no task.
struct Puzzle {
  std::string_view text;
  std::span<const std::string> images;  // PNG files as bytes
  const suite::TaskSet* tasks = nullptr;
  std::size_t index = 0;     // of the task
  bool with_stages = false;  // whether pictures of the way there are wanted
  CancelToken cancel{};      // a solver that looks at it ends soon, with whatever it has
};

/// A picture of something that a solver found on its way.
struct Stage {
  std::string name;
  raster::Image picture;
};

struct Solution {
  std::string reply;          // as a model would write it: the suite reads it
  std::vector<Stage> stages;  // in order; none unless asked for
};

struct SolverInfo {
  std::string_view name;
  std::span<const std::string_view> suites;
  std::string_view title;
  bool reads_prompt = true;  // false: it works on the task itself
};

[[nodiscard]] std::vector<SolverInfo> all_solvers();

/// The one solver that a suite has. kUsage where it has none.
[[nodiscard]] Result<Solution> solve(std::string_view suite, const Puzzle& puzzle);

/// `name` without the "solver/" in front. The error lists what the suite has. Refers to the tasks.
[[nodiscard]] Result<std::unique_ptr<model::Model>> make_solver(std::string_view suite,
                                                                std::string_view name,
                                                                const suite::TaskSet& tasks);

}  // namespace papert::solve
