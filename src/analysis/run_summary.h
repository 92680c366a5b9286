// The summary of a run, made from its log.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/bands.h"
#include "analysis/labels.h"
#include "analysis/summary.h"
#include "base/json.h"
#include "base/result.h"
#include "run/config.h"
#include "suite/suite.h"

namespace papert::analysis {

/// Whole numbers only, so that the sum does not depend on the order of samples.
struct UsageSum {
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::int64_t reasoning_tokens = 0;
  std::int64_t nano_usd = 0;

  void add(const model::Usage& usage);
  [[nodiscard]] double cost_usd() const;
};

/// Why samples could not be scored, and how many.
struct FailureCount {
  std::string message;
  std::int64_t count = 0;
};

/// Verdicts by people, which the figures count, and what the primary metric would be without them.
struct PeopleSummary {
  PeopleCounts counts;
  std::vector<Figure> rule;     // by the rule alone: one per group of the figures
  std::vector<Error> problems;  // verdicts without effect
};

struct RunSummary {
  std::string suite;
  std::string model;
  std::string run;  // the id
  Summary figures;
  std::optional<Progress> progress;    // runs of earlier versions do not record what was planned
  std::int64_t cached = 0;             // samples whose reply came from the cache
  std::vector<Error> damaged;          // lines that were left out
  std::vector<FailureCount> failures;  // the most frequent
  UsageSum usage;
  std::optional<UsageSum> judge_usage;
  std::optional<PeopleSummary> people;  // where labels were given
};

/// The object of summary.json.
[[nodiscard]] Json to_json(const RunSummary& summary);

/// Reads samples.jsonl and sums it up. `expected_ids`: tasks the run was asked for; those without
/// any sample are listed as missing. With `bands`, the tag "distance" is by these.
[[nodiscard]] Result<RunSummary> summarise_run(const std::filesystem::path& folder,
                                               const run::RunConfig& config,
                                               const suite::Suite& suite,
                                               const std::vector<std::string>& expected_ids,
                                               const SummaryOptions& options = {},
                                               const DistanceBands& bands = {});

}  // namespace papert::analysis
