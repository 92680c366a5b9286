// Players that need no language model. They mark the ends of the scale and prove the pipeline: the
// empty reply, the reference itself, and a classical algorithm that sees just what a model sees.
// To whoever asks they are models like any other.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"
#include "suite/suite.h"

namespace papert::solve {

struct BaselineInfo {
  std::string_view name;
  std::string_view suite;  // empty: any
  std::string_view title;
};

[[nodiscard]] std::vector<BaselineInfo> all_baselines();

/// `name` without the "baseline/" in front; one whose name in the list ends with =X takes any text
/// in its place. The error lists what the suite has. Refers to the tasks, and plays the one that a
/// request's index names.
[[nodiscard]] Result<std::unique_ptr<model::Model>> make_baseline(std::string_view suite,
                                                                  std::string_view name,
                                                                  const suite::TaskSet& tasks);

}  // namespace papert::solve
