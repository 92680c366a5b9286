// Whoever answers tasks in a run: a baseline, or a model behind a prompt.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/model.h"
#include "suite/suite.h"

namespace papert::run {

struct Response {
  suite::Prompt prompt;  // as sent; empty where nothing was
  model::Reply reply;
};

class Respondent {
 public:
  virtual ~Respondent() = default;

  /// Thread-safe; what goes wrong is in the reply's status.
  [[nodiscard]] virtual Response respond(const suite::TaskSet& tasks, std::size_t index,
                                         std::int64_t epoch, std::string_view prompt_template) = 0;
};

/// From a name such as baseline/heuristic or replay/RUN. Runs are looked up in `log_dir`.
[[nodiscard]] Result<std::unique_ptr<Respondent>> make_respondent(
    const std::string& model, const suite::Suite& suite, const std::filesystem::path& log_dir);

}  // namespace papert::run
