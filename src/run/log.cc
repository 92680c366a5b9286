#include "run/log.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/jsonl.h"

namespace papert::run {
namespace {

using Key = std::pair<std::string, std::int64_t>;

bool is_sample(const Json& json) {
  return json.is_object() && json.value("id", Json()).is_string() &&
         json.value("epoch", Json()).is_number_integer() &&
         json.value("verdict", Json()).is_string() && json.value("tags", Json()).is_object() &&
         json.value("metrics", Json()).is_object() && json.value("detail", Json()).is_object() &&
         suite::verdict_from_name(json["verdict"].get<std::string>()).has_value();
}

Result<void> each_line(const std::filesystem::path& log,
                       const std::function<void(const LogLine&)>& visit) {
  if (!std::filesystem::exists(log)) return {};
  LineReader reader = TRY(LineReader::open(log));
  Line line;
  while (TRY(reader.next(line))) {
    const std::string where = log.string() + ":" + std::to_string(line.number);
    if (line.too_long) return fail(ErrorCode::kLimit, "the line is too long", where);
    const auto json = parse_json(line.text, where);
    if (!json && !line.complete) return {};
    if (!json) return fail(json.error());
    if (!is_sample(*json)) return fail(ErrorCode::kBadData, "not a sample of a run", where);
    visit({line.number, *json,
           *suite::verdict_from_name((*json)["verdict"].get<std::string>())});
  }
  return {};
}

}  // namespace

// Only lines without a score can be superseded, and there are few of them, so the first pass keeps
// few keys however long the log is.
Result<void> read_log(const std::filesystem::path& log,
                      const std::function<void(const LogLine&)>& visit) {
  std::map<Key, std::int64_t> unscored;
  std::set<std::int64_t> superseded;
  TRY(each_line(log, [&](const LogLine& line) {
    const bool scored = suite::is_scored(line.verdict);
    if (unscored.empty() && scored) return;
    const Key key{line.json["id"].get<std::string>(), line.json["epoch"].get<std::int64_t>()};
    if (const auto earlier = unscored.find(key); earlier != unscored.end()) {
      superseded.insert(earlier->second);
      unscored.erase(earlier);
    }
    if (!scored) unscored[key] = line.number;
  }));
  return each_line(log, [&](const LogLine& line) {
    if (!superseded.contains(line.number)) visit(line);
  });
}

}  // namespace papert::run
