// Replies in, scores and score lines out, without anything else of a run: what `papert score`, a
// reward and a recorded run scored again have in common, so that one reply has one line of bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/json.h"
#include "suite/suite.h"

namespace papert::suite {

/// What was found in a reply and what it is worth.
struct ScoredAnswer {
  reply::Answer answer;
  Score score;
};

/// Scores of the tasks of these indices, in their order. answer_of(i) gives the answer to the i-th.
/// What a suite throws is the verdict internal_error of the reply that caused it. The deadline is
/// that of programs (in_time.h). Thread-safe.
[[nodiscard]] std::vector<ScoredAnswer> score_answers(
    const TaskSet& tasks, std::span<const std::size_t> indices,
    const std::function<reply::Answer(std::size_t i)>& answer_of, const Deadline& deadline = {});

/// What a score line says beside the score.
struct LineHead {
  std::string_view id;
  std::int64_t epoch = 0;
  const Json* key = nullptr;  // echoed; null: there is none
};

/// {"id", "epoch", "key"?, "verdict", "success", "metrics", "answer", "rule", "detail"} and no end
/// of line.
void append_score_line(const LineHead& head, const reply::Answer& answer, const Score& score,
                       std::string& out);

}  // namespace papert::suite
