// A recorded run with the tasks it was about. Whoever scores or reads replies again (score --run,
// compare, batch, resample, mock) opens the run here: a data folder that was edited since, or a
// mode that this program does not know, is refused by name instead of judging old replies by new
// tasks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/result.h"
#include "run/config.h"
#include "suite/suite.h"

namespace papert::run {

struct RecordedRun {
  RunConfig config;
  std::unique_ptr<suite::Suite> suite;
  std::unique_ptr<suite::TaskSet> tasks;
};

[[nodiscard]] Result<RecordedRun> open_recorded(const std::filesystem::path& folder,
                                                std::size_t jobs);

/// The tasks of a configuration that was read from a run and perhaps given other modes since, which
/// are resolved. kBadData if the data are not those of the run; one that is not recorded (no
/// data_hash) has any.
[[nodiscard]] Result<std::unique_ptr<suite::TaskSet>> open_tasks(RunConfig& config,
                                                                 const suite::Suite& suite,
                                                                 std::size_t jobs);

/// The indices of the tasks that a run was asked for, in order. The limits of runs of earlier
/// versions, which record no plan, count tasks by id.
[[nodiscard]] Result<std::vector<std::size_t>> asked_tasks(const RunConfig& config,
                                                           const suite::TaskSet& tasks,
                                                           const suite::Suite& suite);

/// How much of a run is there, from its log.
struct Coverage {
  std::int64_t planned = 0;  // 0: not recorded
  std::int64_t done = 0;
  std::vector<Error> damaged;  // lines that were left out

  [[nodiscard]] bool complete() const { return planned == 0 || done >= planned; }
};

[[nodiscard]] Result<Coverage> read_coverage(const std::filesystem::path& folder);

}  // namespace papert::run
