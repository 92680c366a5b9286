// Whoever answers tasks in a run: a baseline, or a model behind a prompt.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/factory.h"
#include "suite/suite.h"

namespace papert::run {

struct Response {
  suite::Prompt prompt;  // as sent; empty where nothing was
  model::Reply reply;
};

class Respondent {
 public:
  virtual ~Respondent() = default;

  /// Thread-safe; what goes wrong is in the reply's status. `repeat`: how often this epoch of the
  /// task was asked before without an answer.
  [[nodiscard]] Response respond(const suite::TaskSet& tasks, std::size_t index, std::int64_t epoch,
                                 int repeat, std::string_view prompt_template,
                                 const CancelToken& cancel);

  /// As model::Model has them.
  [[nodiscard]] virtual std::size_t concurrency() const { return 0; }
  [[nodiscard]] virtual std::string describe() const { return {}; }
  [[nodiscard]] virtual std::string address() const { return {}; }
  virtual void charge_to(const std::string& /*run*/) {}
  [[nodiscard]] virtual std::string waiting() const { return {}; }

 private:
  [[nodiscard]] virtual bool reads_prompt() const = 0;
  [[nodiscard]] virtual model::Reply reply(const suite::TaskSet& tasks, std::size_t index,
                                           std::int64_t epoch, int repeat,
                                           const suite::Prompt& prompt,
                                           const CancelToken& cancel) = 0;
};

/// From a name such as baseline/heuristic, replay/RUN or openai/gpt-4o. Runs are looked up in
/// `log_dir`; `options` and `system`, the system message, are for models that are asked over a
/// network or started as programs.
[[nodiscard]] Result<std::unique_ptr<Respondent>> make_respondent(
    const std::string& model, const suite::Suite& suite, const std::filesystem::path& log_dir,
    const model::ModelOptions& options, const std::string& system = {});

}  // namespace papert::run
