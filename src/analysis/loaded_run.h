// A run held in memory without its texts: what each sample was worth, in order. The same can be had
// under another way of looking for the answer, by scoring the recorded replies again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "analysis/sample_table.h"
#include "base/result.h"
#include "run/config.h"
#include "run/turns.h"
#include "suite/suite.h"

namespace papert::analysis {

struct LoadedRun {
  std::filesystem::path folder;
  run::RunConfig config;
  SampleTable table;
  std::vector<std::uint32_t> order;  // of samples, by (id, epoch)
  std::vector<Error> damaged;        // lines that were passed over
};

/// kBadData where there are no samples. Figures of turns after `most_turns` are left out.
[[nodiscard]] Result<LoadedRun> load_run(const std::filesystem::path& folder,
                                         const suite::Suite& suite,
                                         std::int64_t most_turns = run::kMostTurns);

/// The samples of a run with the answers looked for in this way. What was no reply (refused, cut
/// off, not scored) keeps its verdict. `tasks` are those of the run.
[[nodiscard]] Result<SampleTable> rescored(const LoadedRun& run, const suite::TaskSet& tasks,
                                           reply::Extraction policy, std::size_t jobs);

}  // namespace papert::analysis
