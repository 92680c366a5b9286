// A model by its name, whatever it is: a baseline, a solver, a recorded run, or one that is asked
// elsewhere.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/factory.h"
#include "suite/suite.h"

namespace papert::run {

struct OpenedModel {
  std::unique_ptr<model::Model> model;
  std::vector<Error> damaged;  // of a recorded run: lines that were left out
};

/// From a name such as baseline/heuristic, replay/RUN or openai/gpt-4o. Runs are looked up in
/// `log_dir`; `options` are for models that are asked over a network or started as programs. A
/// baseline or a solver refers to the tasks.
[[nodiscard]] Result<OpenedModel> open_model(const std::string& name, const suite::Suite& suite,
                                             const suite::TaskSet& tasks,
                                             const std::filesystem::path& log_dir,
                                             const model::ModelOptions& options);

}  // namespace papert::run
