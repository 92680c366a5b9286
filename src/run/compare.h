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

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "suite/suite.h"

namespace papert::run {

struct CompareOptions {
  std::vector<reply::Extraction> policies;  // score again under these; empty: not at all
  std::size_t max_flips = std::numeric_limits<std::size_t>::max();  // listed per direction
  std::size_t jobs = 1;
  int resamples = 1000;
  std::int64_t seed = 0;
  double level = 0.95;
};

/// {suite, runs: [A, B], differs, tasks, samples, primary, metrics, differences, mcnemar, policies,
/// flips, bootstrap}; docs/statistics.md explains them. kUsage for runs of different suites or
/// without a common task.
[[nodiscard]] Result<Json> compare_runs(const std::filesystem::path& a,
                                        const std::filesystem::path& b,
                                        const CompareOptions& options = {});

}  // namespace papert::run
