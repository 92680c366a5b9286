#include "run/recorded.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "run/folder.h"
#include "run/log.h"
#include "run/plan.h"
#include "suite/registry.h"

namespace papert::run {

Result<std::unique_ptr<suite::TaskSet>> open_tasks(RunConfig& config, const suite::Suite& suite,
                                                   std::size_t jobs) {
  const std::string id = config.id();  // with its modes as they were recorded
  config.modes = TRY(suite::resolve_modes(suite, config.modes));
  auto tasks = TRY(config.data.open(suite, config.modes, jobs));
  if (config.data_hash.empty()) return tasks;  // which may have to read much to tell it
  const std::string hash = tasks->data_hash();
  if (config.data_hash == hash) return tasks;
  const std::string what = config.data.folder.empty()
                               ? "what seed " + std::to_string(config.data.seed) + " gives"
                               : "the data";
  return fail(ErrorCode::kBadData,
              what + " is not what it was when run " + id + " was made (data hash " +
                  hash.substr(0, 12) + ", the run's is " + config.data_hash.substr(0, 12) +
                  "): restore it, or make a new run",
              config.data.folder);
}

Result<RecordedRun> open_recorded(const std::filesystem::path& folder, std::size_t jobs) {
  RecordedRun run;
  run.config = TRY(read_config(folder));
  run.suite = TRY(suite::find_suite(run.config.suite));
  run.tasks = TRY(open_tasks(run.config, *run.suite, jobs));
  return run;
}

Result<std::vector<std::size_t>> asked_tasks(const RunConfig& config, const suite::TaskSet& tasks,
                                             const suite::Suite& suite) {
  const Limit limit = TRY(Limit::parse(config.limit));
  std::vector<std::size_t> order(tasks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!limit.all() && config.planned > 0) order = seeded_order(tasks, suite);
  order = limit.pick(order);
  std::erase_if(order, [&](std::size_t i) { return !config.shard.owns(tasks.id(i)); });
  std::sort(order.begin(), order.end());
  return order;
}

Result<Coverage> read_coverage(const std::filesystem::path& folder) {
  Coverage coverage;
  coverage.planned = TRY(read_config(folder)).planned;
  LogReport report =
      TRY(read_log(samples_path(folder), Part::kOutcome, [&](const Record&) { ++coverage.done; }));
  coverage.damaged = std::move(report.damaged);
  return coverage;
}

}  // namespace papert::run
