#include "datagen/failures.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "run/folder.h"
#include "run/log.h"

namespace papert::datagen {

Result<FailedTasks> failed_by_all(const std::vector<std::filesystem::path>& runs) {
  FailedTasks failed;
  std::map<std::string, std::size_t> failures;  // id -> runs that answered and failed
  for (const std::filesystem::path& folder : runs) {
    std::map<std::string, bool> solved;
    const auto look = [&](const run::Record& record) {
      if (record.scored()) solved[record.id] |= record.right();
    };
    run::LogReport report =
        TRY(run::read_log(run::samples_path(folder), run::Part::kOutcome, look));
    std::move(report.damaged.begin(), report.damaged.end(), std::back_inserter(failed.damaged));
    for (const auto& [id, right] : solved) failures[id] += right ? 0 : 1;
  }
  for (const auto& [id, count] : failures) {
    if (count == runs.size()) failed.ids.push_back(id);
  }
  return failed;
}

}  // namespace papert::datagen
