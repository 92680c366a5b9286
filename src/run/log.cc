#include "run/log.h"

#include <map>
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
         json.value("base", Json("")).is_string() &&
         suite::verdict_from_name(json["verdict"].get<std::string>()).has_value();
}

Result<void> each_line(const std::filesystem::path& log,
                       const std::unordered_set<std::int64_t>* wanted,
                       const std::function<void(const LogLine&)>& visit) {
  if (!std::filesystem::exists(log)) return {};
  LineReader reader = TRY(LineReader::open(log));
  Line line;
  while (TRY(reader.next(line))) {
    if (wanted != nullptr && !wanted->contains(line.number)) continue;
    const std::string where = log.string() + ":" + std::to_string(line.number);
    if (line.too_long) return fail(ErrorCode::kLimit, "the line is too long", where);
    const auto json = parse_json(line.text, where);
    if (!json && !line.complete) return {};
    if (!json) return fail(json.error());
    if (!is_sample(*json)) return fail(ErrorCode::kBadData, "not a sample of a run", where);
    visit({line.number, *json, *suite::verdict_from_name((*json)["verdict"].get<std::string>())});
  }
  return {};
}

}  // namespace

// Only lines without a score can be superseded, and there are few of them: lines with one are
// visited at once, and those that no later line replaced in a second pass, which most logs do not
// need.
Result<void> read_log(const std::filesystem::path& log,
                      const std::function<void(const LogLine&)>& visit) {
  std::map<Key, std::int64_t> unscored;
  TRY(each_line(log, nullptr, [&](const LogLine& line) {
    const bool scored = suite::is_scored(line.verdict);
    if (scored) visit(line);
    if (scored && unscored.empty()) return;
    const Key key{line.json["id"].get<std::string>(), line.json["epoch"].get<std::int64_t>()};
    if (scored) {
      unscored.erase(key);
    } else {
      unscored[key] = line.number;
    }
  }));
  if (unscored.empty()) return {};
  std::unordered_set<std::int64_t> numbers;
  for (const auto& [key, number] : unscored) numbers.insert(number);
  return each_line(log, &numbers, visit);
}

Result<void> read_lines(const std::filesystem::path& log,
                        const std::unordered_set<std::int64_t>& numbers,
                        const std::function<void(const LogLine&)>& visit) {
  return each_line(log, &numbers, visit);
}

}  // namespace papert::run
