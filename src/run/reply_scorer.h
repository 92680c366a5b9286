// Replies that came from anywhere, scored: a line of JSON in, a line out, whatever the line holds.
// docs/score.md describes both. What one line asks for never depends on another, so nothing is kept
// between them and any number of replies may be about one task.
//
//     ReplyScorer scorer(tasks, suite::Extraction::kLenient);
//     for (const ScoredLine& line : scorer.score({scorer.read(input)})) ... line.json
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/json.h"
#include "base/jsonl.h"
#include "run/answer_reader.h"
#include "suite/suite.h"

namespace papert::run {

/// A reply to score, or why a line has none.
struct ReplyItem {
  std::int64_t line = 0;  // of the input, from 1
  Json id;                // as they were given; null where they were not
  Json epoch;
  std::optional<Json> key;           // echoed, whatever it is
  std::string text;                  // the raw reply
  std::optional<std::string> judge;  // what a judge model replied about it
  std::size_t index = 0;             // of the task
  std::string error;                 // a name; empty for a line that can be used
  std::string message;
};

struct ScoredLine {
  Json json;
  std::optional<Error> problem;  // of a line that could not be used
  std::size_t index = 0;
  std::int64_t epoch = 0;
  suite::Verdict verdict = suite::Verdict::kInternalError;
};

class ReplyScorer {
 public:
  /// Refers to the tasks. `judging`: what a recorded judge's replies are taken for.
  ReplyScorer(const suite::TaskSet& tasks, reply::Extraction extraction,
              Judging judging = Judging::kNever);

  /// Never fails: what is wrong with the line is in the item.
  [[nodiscard]] ReplyItem read(const Line& line) const;

  /// The task of that id.
  [[nodiscard]] std::optional<std::size_t> find(const std::string& id) const;

  /// A line for each item, in their order. An exception of the suite becomes the line of the item
  /// that caused it, with the verdict internal_error. Thread-safe.
  [[nodiscard]] std::vector<ScoredLine> score(const std::vector<ReplyItem>& items) const;

  /// How many items are worth scoring together.
  [[nodiscard]] std::size_t batch_size() const { return tasks_.batch_size(); }

 private:
  [[nodiscard]] reply::Answer answer_of(const ReplyItem& item) const;
  [[nodiscard]] ScoredLine score_one(const ReplyItem& item) const;

  const suite::TaskSet& tasks_;
  reply::Extraction extraction_;
  Judging judging_;
  std::unordered_map<std::string, std::size_t> index_;
};

/// The line of a scored reply.
[[nodiscard]] Json score_line(const ReplyItem& item, const reply::Answer& answer,
                              const suite::Score& score);

}  // namespace papert::run
