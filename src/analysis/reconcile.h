// Why two harnesses disagree about one run: its replies scored again under every way to look for
// answers, and with every measure that the suite can decide by, each beside what was recorded, with
// the samples whose verdict moves.
//
//     reading (strict, lenient, published, judge) x metric (faithful, pixel, ...)
//
// A judge's way is there where one was asked: what it replied is recorded. Same run, same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "suite/task.h"

namespace papert::analysis {

struct ReconcileOptions {
  std::vector<std::string> readings;  // names of extractions; empty: all that can be had
  std::vector<std::string> metrics;   // values of the mode "metric"; empty: all of the suite
  std::size_t max_moved = std::numeric_limits<std::size_t>::max();  // listed per policy
  std::size_t jobs = 1;
};

/// A sample that is right under one policy and not under the other.
struct MovedSample {
  std::string id;
  std::int64_t epoch = 0;
  suite::Verdict from = suite::Verdict::kWrong;
  std::string from_rule;
  suite::Verdict to = suite::Verdict::kWrong;
  std::string to_rule;
};

/// The run under one policy.
struct ReconciledPolicy {
  std::string reading;
  std::string metric;       // "" where the suite has one measure only
  bool recorded = false;    // the run's own
  std::string unavailable;  // why it could not be had; the rest is empty then
  std::size_t scored = 0;
  std::size_t right = 0;
  std::size_t gained = 0;  // right here, not as recorded
  std::size_t lost = 0;
  std::vector<MovedSample> moved;  // by id and epoch, at most max_moved

  [[nodiscard]] double share() const {
    return scored == 0 ? 0 : static_cast<double>(right) / static_cast<double>(scored);
  }
};

struct Reconciliation {
  std::string suite;
  std::string model;
  std::string run;  // the id
  std::size_t samples = 0;
  std::size_t scored = 0;
  std::size_t right = 0;  // as recorded
  std::vector<ReconciledPolicy> policies;
  std::vector<Error> damaged;  // lines that were passed over
};

[[nodiscard]] Json to_json(const Reconciliation& reconciliation);

[[nodiscard]] Result<Reconciliation> reconcile_run(const std::filesystem::path& folder,
                                                   const ReconcileOptions& options = {});

}  // namespace papert::analysis
