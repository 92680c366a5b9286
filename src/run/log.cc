#include "run/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/jsonl.h"
#include "model/model.h"

namespace papert::run {
namespace {

using Key = std::pair<std::string, std::int64_t>;

/// Stands for an id and an epoch: 128 bits, so that a log of a million lines is remembered in some
/// 50 MB and two different samples never meet by chance.
struct Fingerprint {
  std::size_t low = 0;
  std::size_t high = 0;
  bool operator==(const Fingerprint&) const = default;
};
struct FingerprintHash {
  std::size_t operator()(const Fingerprint& print) const { return print.low; }
};

Fingerprint fingerprint(const Key& key) {
  const std::string text = key.first + "\n" + std::to_string(key.second);
  const std::hash<std::string_view> hash;
  return {hash(text), hash("again " + text)};
}

bool is_sample(const Json& json) {
  return json.is_object() && json.value("id", Json()).is_string() &&
         json.value("epoch", Json()).is_number_integer() &&
         json.value("verdict", Json()).is_string() && json.value("tags", Json()).is_object() &&
         json.value("metrics", Json()).is_object() && json.value("detail", Json()).is_object() &&
         json.value("base", Json("")).is_string() &&
         suite::verdict_from_name(json["verdict"].get<std::string>()).has_value();
}

/// Why a line is not a sample; empty if it is one.
std::string_view fault_of(const Line& line, const Result<Json>& json) {
  if (line.too_long) return "the line is too long";
  if (!json) return "the line is damaged: it is not JSON";
  return is_sample(*json) ? "" : "the line is damaged: it is not a sample of a run";
}

using Visit = std::function<void(const LogLine&)>;
using Damaged = std::function<void(std::int64_t number, Error)>;

Result<void> each_line(const std::filesystem::path& log,
                       const std::unordered_set<std::int64_t>* wanted, const Visit& visit,
                       const Damaged& damaged) {
  if (!std::filesystem::exists(log)) return {};
  LineReader reader = TRY(LineReader::open(log));
  Line line;
  while (TRY(reader.next(line))) {
    if (line.blank() || (wanted != nullptr && !wanted->contains(line.number))) continue;
    const auto json = parse_json(line.text);
    if (!json && !line.complete) return {};
    const std::string_view fault = fault_of(line, json);
    if (!fault.empty()) {
      damaged(line.number, {ErrorCode::kBadData, std::string(fault),
                            log.string() + ":" + std::to_string(line.number)});
      continue;
    }
    const auto verdict = suite::verdict_from_name((*json)["verdict"].get<std::string>());
    visit({line.number, *json, *verdict, line.offset, line.text.size()});
  }
  return {};
}

/// What the run paid for a sample; a reply from the cache was paid for by another.
double cost_of(const Json& line) {
  const auto of = [](const Json& part) -> double {
    if (part.value("cached", Json()) == Json(true)) return 0;
    return model::usage_from_json(part.value("usage", Json::object())).cost_usd.value_or(0);
  };
  const auto judge = line.find("judge");
  const double judged = judge != line.end() && judge->is_object() ? of(*judge) : 0;
  return judged + of(line);
}

}  // namespace

// Lines with a score are visited at once, and those without one that no other line replaced in a
// second pass, which most logs do not need.
Result<LogReport> read_log(const std::filesystem::path& log, const Visit& visit) {
  LogReport report;
  std::unordered_set<Fingerprint, FingerprintHash> scored;
  std::map<Key, std::int64_t> unscored;
  const auto take = [&](const LogLine& line) {
    report.spent_usd += cost_of(line.json);
    const Key key{line.json["id"].get<std::string>(), line.json["epoch"].get<std::int64_t>()};
    if (suite::is_scored(line.verdict)) {
      if (!scored.insert(fingerprint(key)).second) {
        ++report.duplicates;
        return;
      }
      if (!unscored.empty()) unscored.erase(key);
      visit(line);
    } else if (!scored.contains(fingerprint(key))) {
      unscored[key] = line.number;
    }
  };
  TRY(each_line(log, nullptr, take, [&](std::int64_t number, Error error) {
    report.bad.insert(number);
    report.damaged.push_back(std::move(error));
  }));
  if (unscored.empty()) return report;
  std::unordered_set<std::int64_t> numbers;
  for (const auto& [key, number] : unscored) numbers.insert(number);
  TRY(read_lines(log, numbers, visit));
  return report;
}

Result<void> read_lines(const std::filesystem::path& log,
                        const std::unordered_set<std::int64_t>& numbers, const Visit& visit) {
  return each_line(log, &numbers, visit, [](std::int64_t, const Error&) {});
}

// The lines are safe in `bad` before the log is replaced: a crash between the two leaves a line in
// both, and the next time it is set aside once more.
Result<void> set_lines_aside(const std::filesystem::path& log,
                             const std::unordered_set<std::int64_t>& numbers,
                             const std::filesystem::path& bad) {
  const std::filesystem::path fresh = log.parent_path() / ("." + log.filename().string() + ".tmp");
  TRY(open_file(fresh, O_WRONLY | O_CREAT | O_TRUNC));
  JsonlWriter kept = TRY(JsonlWriter::open_append(fresh));
  JsonlWriter aside = TRY(JsonlWriter::open_append(bad));
  LineReader reader = TRY(LineReader::open(log));
  Line line;
  while (TRY(reader.next(line))) {
    if (line.too_long) {
      return fail(ErrorCode::kLimit, "the line is too long to set aside; remove it by hand",
                  log.string() + ":" + std::to_string(line.number));
    }
    if (line.blank()) continue;
    TRY((numbers.contains(line.number) ? aside : kept).write_line(line.text));
  }
  TRY(aside.sync());
  TRY(kept.sync());
  std::error_code error;
  std::filesystem::rename(fresh, log, error);
  if (error) return fail(system_error(error.value(), "write", log.string()));
  return {};
}

}  // namespace papert::run
