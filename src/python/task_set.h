// An open set of tasks and its scores, as Python holds them.
#pragma once

#include <pybind11/pybind11.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reward/scorer.h"
#include "reward/task_sets.h"

namespace papert::python {

namespace py = pybind11;

/// The scores of a batch. A field becomes Python's when it is read, as most callers want one of
/// them, and all scores are one object, so that the GIL is held for little beside a fast scorer.
class Scores {
 public:
  using Set = std::shared_ptr<const reward::OpenSet>;

  /// The task that a score is of.
  struct Task {
    Set set;
    std::size_t index = 0;
  };

  Scores(std::vector<Task> tasks, std::vector<suite::ScoredAnswer> scored)
      : tasks_(std::move(tasks)), scored_(std::move(scored)) {}
  Scores(const Scores&) = delete;
  Scores& operator=(const Scores&) = delete;
  ~Scores();

  [[nodiscard]] std::size_t size() const { return scored_.size(); }
  [[nodiscard]] std::string_view verdict(std::size_t at) const;
  [[nodiscard]] py::dict metrics(std::size_t at) const;
  [[nodiscard]] py::object detail(std::size_t at) const;
  [[nodiscard]] py::str answer(std::size_t at) const;
  [[nodiscard]] py::str rule(std::size_t at) const;
  [[nodiscard]] py::str line(std::size_t at) const;
  [[nodiscard]] std::optional<double> reward(std::size_t at, const std::string& policy) const;

 private:
  /// IndexError where there is no such score.
  [[nodiscard]] const suite::ScoredAnswer& scored(std::size_t at) const;

  std::vector<Task> tasks_;
  std::vector<suite::ScoredAnswer> scored_;
};

/// How a batch is scored.
struct Batch {
  std::string extract = "lenient";
  std::size_t jobs = 0;  // 0: as many programs as may run at once
  std::optional<double> deadline_s;
  std::size_t max_reply_bytes = reward::kMaxReplyBytes;
};

class TaskSet {
 public:
  /// Of a reference to a set, as JSON.
  explicit TaskSet(const std::string& ref);

  /// The lists must not change meanwhile: their texts are read without the GIL.
  [[nodiscard]] std::unique_ptr<Scores> score_batch(const py::list& ids, const py::list& texts,
                                                    const Batch& batch) const;

 private:
  /// What fork() copied may have been in use by a thread that the child does not have, so a child
  /// opens the set again.
  [[nodiscard]] std::shared_ptr<const reward::OpenSet> set() const;

  reward::SetRef ref_;
  mutable std::shared_ptr<const reward::OpenSet> set_;
  mutable pid_t owner_ = 0;
};

/// Scores of replies to tasks of any set, each named by its reference.
[[nodiscard]] std::unique_ptr<Scores> score_refs(const py::list& refs, const py::list& texts,
                                                 const Batch& batch);

/// Whether to go on: false where a signal's handler raised. Callable without the GIL.
[[nodiscard]] bool no_signal();

}  // namespace papert::python
