#include "datagen/failures.h"

#include <map>

#include "run/folder.h"
#include "run/log.h"

namespace papert::datagen {

Result<std::vector<std::string>> failed_by_all(const std::vector<std::filesystem::path>& runs) {
  std::map<std::string, std::size_t> failures;  // id -> runs that answered and failed
  for (const std::filesystem::path& folder : runs) {
    std::map<std::string, bool> solved;
    TRY(run::read_log(run::samples_path(folder), [&](const run::LogLine& line) {
      if (!suite::is_scored(line.verdict)) return;
      solved[line.json["id"].get<std::string>()] |= line.verdict == suite::Verdict::kRight;
    }));
    for (const auto& [id, right] : solved) failures[id] += right ? 0 : 1;
  }
  std::vector<std::string> ids;
  for (const auto& [id, count] : failures) {
    if (count == runs.size()) ids.push_back(id);
  }
  return ids;
}

}  // namespace papert::datagen
