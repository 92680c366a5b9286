// A run's log without its texts: what each sample was worth, in order, small enough to hold two
// runs of 200,000 samples. The same can be had under another way of looking for the answer, by
// scoring the recorded replies again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/config.h"
#include "suite/suite.h"

namespace papert::run {

struct ScoredSample {
  std::string id;
  std::string base;  // of the task; empty for an original
  std::int64_t epoch = 0;
  std::int64_t line = 0;  // in samples.jsonl
  suite::Verdict verdict = suite::Verdict::kInternalError;
  std::string rule;            // that found the answer
  std::vector<double> values;  // one per metric of the suite; NaN where undefined

  [[nodiscard]] bool scored() const { return suite::is_scored(verdict); }
  [[nodiscard]] bool right() const { return verdict == suite::Verdict::kRight; }
};

struct ScoredLog {
  std::filesystem::path folder;
  RunConfig config;
  std::vector<ScoredSample> samples;  // by (id, epoch), each once
  std::vector<Error> damaged;         // lines that were passed over
};

/// What the run recorded. kBadData where a line lacks what is needed.
[[nodiscard]] Result<ScoredLog> load_scored_log(const std::filesystem::path& folder,
                                                const suite::Suite& suite);

/// The samples of `log` with the answers looked for in this way, in the same order. What was no
/// reply (refused, cut off, not scored) keeps its verdict. `tasks` are those of the run.
[[nodiscard]] Result<std::vector<ScoredSample>> rescore(const ScoredLog& log,
                                                        const suite::Suite& suite,
                                                        const suite::TaskSet& tasks,
                                                        reply::Extraction extraction,
                                                        std::size_t jobs);

}  // namespace papert::run
