// The prompts of all tasks of a suite, by hash, and the model that answers them: a baseline, or the
// replies that a run recorded. Making it renders every prompt once; what stays in memory is the
// hashes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "model/model.h"
#include "run/config.h"
#include "suite/suite.h"

namespace papert::mock {

/// Which tasks are known, and as what prompts.
struct BookOptions {
  std::string suite;
  run::DataSource data;
  suite::Modes modes;
  std::string prompt_text;  // the template
  std::size_t jobs = 1;
};

class AnswerBook {
 public:
  /// Baselines without the "baseline/" in front: the first answers the first turn, the second the
  /// second, the last one all further turns.
  [[nodiscard]] static Result<AnswerBook> of_baselines(const BookOptions& options,
                                                       const std::vector<std::string>& baselines);

  /// Replies of the run in `folder`, to the tasks and prompts of its configuration. A task that was
  /// recorded n times gives its replies in the order of the epochs, and begins again after the
  /// last; requests that had failed are passed over. A conversation goes on as a recorded one that
  /// began with the same replies. The data must be what it was.
  [[nodiscard]] static Result<AnswerBook> of_run(const std::filesystem::path& folder,
                                                 std::size_t jobs);

  [[nodiscard]] std::size_t tasks() const { return tasks_->size(); }
  [[nodiscard]] std::span<const Error> problems() const { return tasks_->problems(); }

  /// Lines of the run's log that were left out.
  [[nodiscard]] const std::vector<Error>& damaged() const { return damaged_; }

  /// Different prompts, numbered from 0. Tasks with the same prompt get the answer of the first.
  [[nodiscard]] std::size_t prompts() const { return prompts_.size(); }
  [[nodiscard]] const std::string& hash(std::size_t prompt) const { return prompts_[prompt].hash; }
  [[nodiscard]] std::size_t tasks_sharing(std::size_t prompt) const {
    return prompts_[prompt].sharing;
  }
  [[nodiscard]] std::optional<std::size_t> find(const std::string& hash) const;

  /// `sent` is the prompt as it came, equal to the task's own; `nth` counts the answers to it, or
  /// to what was said last in a conversation, from 0. Thread-safe; kFailed where there is no
  /// answer.
  [[nodiscard]] model::Reply answer(std::size_t prompt, const suite::Prompt& sent, std::int64_t nth,
                                    const std::vector<model::PastTurn>& history = {}) const;

 private:
  struct KnownPrompt {
    std::string hash;
    std::size_t task = 0;
    std::size_t sharing = 1;
  };

  AnswerBook(std::unique_ptr<suite::TaskSet> tasks,
             std::vector<std::unique_ptr<model::Model>> models)
      : tasks_(std::move(tasks)), models_(std::move(models)) {}

  /// Whether a recorded sample began with these replies.
  [[nodiscard]] bool began_so(const model::Request& request) const;

  [[nodiscard]] Result<void> add_prompts(std::string_view prompt_template, std::size_t jobs);

  std::unique_ptr<suite::TaskSet> tasks_;
  std::vector<std::unique_ptr<model::Model>> models_;             // by turn; may refer to the tasks
  std::optional<std::vector<std::vector<std::int64_t>>> epochs_;  // of a run, by task
  std::vector<Error> damaged_;
  std::vector<KnownPrompt> prompts_;
  std::unordered_map<std::string, std::size_t> by_hash_;
};

}  // namespace papert::mock
