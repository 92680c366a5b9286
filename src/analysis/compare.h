// Two runs of one suite, A and B, task by task.
//
// Differences are B - A. Each task that both runs have gives one difference per metric, of its
// means over the scored samples, so runs with different numbers of epochs compare; standard errors
// and bootstrap intervals are over tasks, those made from one base drawn together. McNemar's test
// and the list of samples that flipped look at pairs of samples with the same (id, epoch), both
// scored.
//
// For each policy both runs are scored again from their recorded replies, so that what the runs can
// do is told apart from how their answers were looked for: the difference under that policy, and
// which verdicts moved, from what rule to what rule.
//
// Same runs, same bytes: the order of log lines and the number of threads do not show.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "analysis/figure.h"
#include "base/json.h"
#include "base/result.h"
#include "suite/suite.h"

namespace papert::analysis {

struct CompareOptions {
  std::vector<reply::Extraction> policies;  // score again under these; empty: not at all
  std::size_t max_flips = std::numeric_limits<std::size_t>::max();  // listed per direction
  std::size_t jobs = 1;
  int resamples = 1000;
  std::int64_t seed = 0;
  double level = 0.95;
};

/// One of the two runs.
struct ComparedRun {
  std::string folder;
  std::string model;
  std::string id;
  std::string extraction;
  std::size_t tasks = 0;
  std::size_t samples = 0;
  std::size_t not_scored = 0;
  std::optional<Progress> progress;
  std::vector<Error> damaged;  // lines that were passed over
};

/// Means over tasks, and the mean of their differences.
struct Difference {
  std::optional<double> a;
  std::optional<double> b;
  Figure figure;  // B - A
};

/// Pairs of samples: right in both, only in one, in neither.
struct McNemar {
  std::int64_t both = 0;
  std::int64_t only_a = 0;
  std::int64_t only_b = 0;
  std::int64_t neither = 0;
  double p = 1;
  bool independent = true;  // no two pairs are of one base

  [[nodiscard]] std::int64_t pairs() const { return both + only_a + only_b + neither; }
};

/// How many verdicts moved alike.
struct Move {
  suite::Verdict from = suite::Verdict::kWrong;
  std::string from_rule;
  suite::Verdict to = suite::Verdict::kWrong;
  std::string to_rule;
  std::size_t count = 0;
  std::vector<std::string> examples;  // ids
};

/// What became of a run's verdicts under a policy.
struct Moves {
  std::size_t right_before = 0;
  std::size_t right = 0;
  std::size_t moved = 0;
  std::vector<Move> moves;  // the most frequent first
};

struct PolicyResult {
  reply::Extraction policy = reply::Extraction::kLenient;
  Difference difference;  // of the primary metric
  std::array<Moves, 2> sides;
};

/// A sample as a list of flips shows it.
struct FlippedSample {
  suite::Verdict verdict = suite::Verdict::kWrong;
  std::string rule;
  std::string answer;
  std::optional<std::string> reply;
  Json detail = Json::object();
};

struct Flip {
  std::string id;
  std::int64_t epoch = 0;
  std::array<std::optional<FlippedSample>, 2> sides;  // none where its line is gone
};

struct Comparison {
  std::string suite;
  std::array<ComparedRun, 2> runs;
  std::vector<std::string> differs;  // settings
  std::size_t tasks_in_both = 0;
  std::array<std::size_t, 2> tasks_only_in{};
  std::vector<suite::MetricInfo> metrics;  // of a suite, which lasts; the first is primary
  std::vector<Difference> differences;     // one per metric
  McNemar mcnemar;
  std::vector<PolicyResult> policies;
  std::array<std::vector<Flip>, 2> flips;  // right only in A, only in B
  int resamples = 0;
  std::int64_t seed = 0;
  double level = 0;
};

/// {suite, runs: [A, B], differs, tasks, primary, metrics, differences, mcnemar, policies, flips,
/// bootstrap}; docs/statistics.md explains them.
[[nodiscard]] Json to_json(const Comparison& comparison);

/// kUsage for runs of different suites or without a common task.
[[nodiscard]] Result<Comparison> compare_runs(const std::filesystem::path& a,
                                              const std::filesystem::path& b,
                                              const CompareOptions& options = {});

}  // namespace papert::analysis
