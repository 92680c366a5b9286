// An open set of tasks and its scores, as Python holds them.
#pragma once

#include <pybind11/pybind11.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "reward/scorer.h"
#include "reward/task_sets.h"

namespace papert::python {

namespace py = pybind11;

/// A score whose fields become Python's when they are read: most callers want one of them.
class Score {
 public:
  Score(std::shared_ptr<const reward::OpenSet> set, std::size_t index, suite::ScoredAnswer scored)
      : set_(std::move(set)), index_(index), scored_(std::move(scored)) {}

  [[nodiscard]] std::string_view verdict() const {
    return suite::verdict_name(scored_.score.verdict);
  }
  [[nodiscard]] py::dict metrics() const;
  [[nodiscard]] py::object detail() const;
  [[nodiscard]] py::str answer() const;
  [[nodiscard]] py::str rule() const;
  [[nodiscard]] py::str line() const;
  [[nodiscard]] std::optional<double> reward(const std::string& policy) const;

 private:
  std::shared_ptr<const reward::OpenSet> set_;
  std::size_t index_;
  suite::ScoredAnswer scored_;
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

  [[nodiscard]] py::list score_batch(const py::list& ids, const py::list& texts,
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
[[nodiscard]] py::list score_refs(const py::list& refs, const py::list& texts, const Batch& batch);

/// Whether to go on: false where a signal's handler raised. Callable without the GIL.
[[nodiscard]] bool no_signal();

}  // namespace papert::python
