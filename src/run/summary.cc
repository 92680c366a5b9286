#include "run/summary.h"

#include <unordered_set>

#include "run/folder.h"
#include "run/log.h"
#include "suite/summary.h"

namespace papert::run {

Result<Json> summarise_run(const std::filesystem::path& folder, const RunConfig& config,
                           const suite::Suite& suite,
                           const std::vector<std::string>& expected_ids) {
  suite::SummaryBuilder builder(suite.metrics(), suite.tiers());
  std::unordered_set<std::string> missing(expected_ids.begin(), expected_ids.end());
  TRY(read_log(samples_path(folder), [&](const LogLine& line) {
    const auto id = line.json["id"].get<std::string>();
    missing.erase(id);
    builder.add(id, line.json["epoch"].get<std::int64_t>(), line.json["tags"], line.verdict,
                line.json["metrics"], line.json["detail"]);
  }));
  for (const std::string& id : expected_ids) {
    if (missing.contains(id)) builder.add_missing(id);
  }
  Json summary;
  summary["suite"] = config.suite;
  summary["model"] = config.model;
  summary["run"] = config.id();
  summary.update(builder.finish());
  return summary;
}

}  // namespace papert::run
