#include "analysis/loaded_run.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "run/folder.h"
#include "run/log.h"
#include "run/rescore.h"

namespace papert::analysis {

Result<LoadedRun> load_run(const std::filesystem::path& folder, const suite::Suite& suite,
                           std::int64_t most_turns) {
  run::RunConfig config = TRY(run::read_config(folder));
  const std::int64_t turns = std::min(config.turns, most_turns);
  LoadedRun loaded{folder, std::move(config), SampleTable(run::metrics_of(suite, turns)), {}, {}};
  run::LogReport report =
      TRY(run::read_log(run::samples_path(folder), run::Part::kFigures,
                        [&](const run::Record& record) { loaded.table.add(record); }));
  loaded.damaged = std::move(report.damaged);
  const SampleTable& table = loaded.table;
  if (table.size() == 0) {
    return fail(ErrorCode::kBadData, "the run has no samples", folder.string());
  }
  loaded.order.resize(table.size());
  std::iota(loaded.order.begin(), loaded.order.end(), std::uint32_t{0});
  std::sort(loaded.order.begin(), loaded.order.end(), [&](std::uint32_t x, std::uint32_t y) {
    return std::tie(table.id(x), table[x].epoch) < std::tie(table.id(y), table[y].epoch);
  });
  return loaded;
}

Result<SampleTable> rescored(const LoadedRun& run, const suite::TaskSet& tasks,
                             reply::Extraction policy, std::size_t jobs) {
  SampleTable table = run.table;
  std::unordered_map<std::int64_t, std::size_t> places;  // by line
  for (std::size_t i = 0; i < table.size(); ++i) places.emplace(table[i].line, i);
  const auto take = [&](const run::ScoredBlock& block) -> Result<void> {
    for (const run::ScoredReply& reply : block.replies) {
      // A run that goes on while it is compared may have gained lines.
      const auto found = places.find(reply.line);
      if (found == places.end() || reply.kept) continue;
      table.rescore(found->second, reply.answer.first().rule, reply.score);
    }
    return {};
  };
  const run::Rescorer rescorer(tasks, policy);
  TRY(rescorer.score_log(run::samples_path(run.folder), jobs, take));
  return table;
}

}  // namespace papert::analysis
