// What a recorder said of an imported run, held against our own score of the same replies, scored
// again from the run's folder. Every difference is listed.
//
// A value of a sample is equal or it is not, to the last bit; means may differ by the order in
// which they were summed, so they are equal to nine digits. A name that the suite has no metric for
// is counted, not compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/summary.h"
#include "base/json.h"
#include "base/result.h"
#include "run/config.h"
#include "run/import.h"
#include "suite/suite.h"

namespace papert::analysis {

struct RecordedDifference {
  std::string task;                   // or "(all)", "(tier easy)" for a mean
  std::optional<std::int64_t> epoch;  // none for a mean
  std::string metric;
  Json recorded;
  Json ours;
};

struct RecordedCheck {
  std::size_t samples = 0;  // with anything recorded
  std::size_t values = 0;   // that were compared
  std::size_t means = 0;
  std::vector<RecordedDifference> differences;      // by task and epoch, means last
  std::map<std::string, std::size_t> not_compared;  // recorded names, and how often
};

/// {samples, values, means, differences: [{task, epoch, metric, recorded, ours}], not_compared}.
[[nodiscard]] Json to_json(const RecordedCheck& check);

/// `summary` is of the whole folder.
[[nodiscard]] Result<RecordedCheck> check_recorded(const std::filesystem::path& folder,
                                                   const run::RunConfig& config,
                                                   const suite::TaskSet& tasks,
                                                   const run::ForeignRun& foreign,
                                                   const run::PlacedRun& placed,
                                                   const Summary& summary, std::size_t jobs);

}  // namespace papert::analysis
