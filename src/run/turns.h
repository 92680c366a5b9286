// A sample in several turns (eval --turns N): a model whose answer is not right is told so, with
// what differs and what it drew (suite/feedback.h), and answers again. A right answer ends the
// sample; the last turn counts. success_turn1 .. success_turnN say whether it was right by then.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/suite.h"

namespace papert::run {

inline constexpr std::int64_t kMostTurns = 16;

/// As many, at most kMostTurns; none for a single turn, whose figure is the suite's own.
[[nodiscard]] std::span<const suite::MetricInfo> turn_metrics(std::int64_t turns);

/// The columns of a run: those of its suite and of its turns.
[[nodiscard]] std::vector<suite::MetricInfo> metrics_of(const suite::Suite& suite,
                                                        std::int64_t turns);

/// Adds the figures of the turns to a score: right from turn `used` on, if it is right.
void add_turn_metrics(std::int64_t turns, std::size_t used, suite::Score& score);

/// A conversation has no place for an empty message: some providers refuse it.
[[nodiscard]] std::string said(std::string_view reply);

}  // namespace papert::run
