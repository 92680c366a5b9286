#include "run/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/jsonl.h"
#include "base/paths.h"

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

using Damaged = std::function<void(std::int64_t number, Error)>;

Result<void> each_line(const std::filesystem::path& log, Part part,
                       const std::unordered_set<std::int64_t>* wanted, const RecordVisitor& visit,
                       const Damaged& damaged) {
  if (!may_exist(log)) return {};
  LineReader reader = TRY(LineReader::open(log));
  RecordReader records(part);
  Line line;
  while (TRY(reader.next(line))) {
    if (line.blank() || (wanted != nullptr && !wanted->contains(line.number))) continue;
    std::optional<Result<Record>> record;
    if (!line.too_long) record = records.read(line.text);
    if (record && *record) {
      Record& found = **record;
      found.line = line.number;
      found.offset = line.offset;
      found.bytes = line.text.size();
      visit(found);
      continue;
    }
    if (!line.complete && !record) return {};
    const std::string fault = line.too_long ? "the line is too long"
                              : !record     ? "the line is damaged: it is not JSON"
                                            : "the line is damaged: " + record->error().message;
    damaged(line.number,
            {ErrorCode::kBadData, fault, log.string() + ":" + std::to_string(line.number)});
  }
  return {};
}

}  // namespace

// Lines with a score are visited at once, and those without one that no other line replaced in a
// second pass, which most logs do not need.
Result<LogReport> read_log(const std::filesystem::path& log, Part part,
                           const RecordVisitor& visit) {
  LogReport report;
  std::unordered_set<Fingerprint, FingerprintHash> scored;
  std::map<Key, std::int64_t> unscored;
  const auto take = [&](Record& record) {
    report.spent_usd += record.cost_usd();
    const Key key{record.id, record.epoch};
    if (record.scored()) {
      if (!scored.insert(fingerprint(key)).second) {
        ++report.duplicates;
        return;
      }
      if (!unscored.empty()) unscored.erase(key);
      visit(record);
    } else if (!scored.contains(fingerprint(key))) {
      unscored[key] = record.line;
    }
  };
  TRY(each_line(log, part, nullptr, take, [&](std::int64_t number, Error error) {
    report.bad.insert(number);
    report.damaged.push_back(std::move(error));
  }));
  if (unscored.empty()) return report;
  std::unordered_set<std::int64_t> numbers;
  for (const auto& [key, number] : unscored) numbers.insert(number);
  TRY(read_lines(log, part, numbers, visit));
  return report;
}

Result<void> read_lines(const std::filesystem::path& log, Part part,
                        const std::unordered_set<std::int64_t>& numbers,
                        const RecordVisitor& visit) {
  return each_line(log, part, &numbers, visit, [](std::int64_t, const Error&) {});
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
