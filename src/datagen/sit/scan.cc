// Looking at every program: by several threads, written in the order of the source. Duplicates are
// found where lines are written, so that of equal programs the first one stays.

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <unordered_set>

#include "base/for_each_in_order.h"
#include "base/json_text.h"
#include "base/sha256.h"
#include "datagen/sit/stages.h"

namespace papert::datagen::sit {
namespace {

/// Texts that were there before, by the first half of their hash.
class Seen {
 public:
  /// Whether it is new.
  [[nodiscard]] bool add(std::string_view text) {
    const std::string digest = sha256_hex(text);
    Key key{};
    for (std::size_t i = 0; i < key.size(); ++i) {
      std::from_chars(digest.data() + 16 * i, digest.data() + 16 * (i + 1), key[i], 16);
    }
    return keys_.insert(key).second;
  }

 private:
  using Key = std::array<std::uint64_t, 2>;
  struct Hash {
    std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key[0]); }
  };
  std::unordered_set<Key, Hash> keys_;
};

void refuse_again(CheckedProgram& program, std::string reason) {
  program.status = Status::kDuplicate;
  program.reason = std::move(reason);
  program.program.clear();
}

std::string scan_line(const CheckedProgram& program) {
  std::string line = "{\"id\":";
  append_quoted(program.id, line);
  line += fmt::format(R"(,"status":"{}","bytes":{})", name_of(program.status), program.bytes);
  const auto add = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    line += fmt::format(",\"{}\":", name);
    append_quoted(value, line);
  };
  add("reason", program.reason);
  if (program.status == Status::kOk) {
    add("picture", program.picture);
    add("program", program.program);
  }
  return line + "}";
}

class Scan {
 public:
  Scan(const Bench& bench, ProgramSource& source, const EvaluationPrograms& out_of)
      : bench_(bench), source_(source), out_of_(out_of) {}

  [[nodiscard]] Result<std::vector<ScannedProgram>> run() {
    all_.reserve(source_.size());
    const std::filesystem::path path = programs_path(bench_.out);
    StageFile file = TRY(
        StageFile::open(path, [&](const JsonView& line, const LinePlace& place) -> Result<void> {
          return read_back(line, place);
        }));
    TRY(for_each_in_order(
        bench_.jobs, [&] { return produce(); },
        [&](SourceItem item) -> Result<CheckedProgram> { return look(std::move(item)); },
        [&](CheckedProgram program) -> Result<void> { return take(file, std::move(program)); }));
    TRY(std::move(read_));
    TRY(file.finish());
    TRY(not_cancelled(bench_.cancel));
    return std::move(all_);
  }

 private:
  /// A line that an earlier command wrote: the source must still begin as it did then.
  [[nodiscard]] Result<void> read_back(const JsonView& line, const LinePlace& place) {
    const std::optional<SourceItem> item = TRY(source_.next());
    const std::string id = line["id"].string();
    const auto status = status_of(line["status"].string());
    if (!item || item->id != id || !status) {
      return fail(ErrorCode::kBadData,
                  fmt::format("'{}' is not the next program of the source; remove the folder and "
                              "begin again",
                              id),
                  programs_path(bench_.out).string());
    }
    CheckedProgram program;
    program.id = id;
    program.program = line["program"].string();
    static_cast<void>(is_new(program));
    keep(id, *status, static_cast<std::size_t>(line["bytes"].integer().value_or(0)), place);
    return {};
  }

  [[nodiscard]] std::optional<SourceItem> produce() {
    if (bench_.cancel.cancelled()) return std::nullopt;
    auto item = source_.next();
    if (!item) {
      read_ = fail(item.error());
      return std::nullopt;
    }
    return std::move(*item);
  }

  [[nodiscard]] Result<CheckedProgram> look(SourceItem item) const {
    CheckedProgram program = check_program(std::move(item), bench_.max_bytes);
    if (program.status != Status::kOk) return program;
    program.reason = TRY(out_of_.match(program));
    if (!program.reason.empty()) {
      program.status = Status::kEvaluation;
      program.program.clear();
    }
    return program;
  }

  [[nodiscard]] bool is_new(const CheckedProgram& program) {
    const bool new_id = ids_.add(program.id);
    const bool new_text = program.program.empty() || texts_.add(program.program);
    return new_id && new_text;
  }

  [[nodiscard]] Result<void> take(StageFile& file, CheckedProgram program) {
    if (!is_new(program) && program.status == Status::kOk) {
      refuse_again(program, "an earlier program has the same text or the same id");
    }
    const LinePlace place = TRY(file.append(scan_line(program)));
    keep(program.id, program.status, program.bytes, place);
    if (bench_.progress) bench_.progress("programs", all_.size(), source_.size(), "");
    return {};
  }

  void keep(const std::string& id, Status status, std::size_t bytes, const LinePlace& place) {
    all_.push_back({status, bytes, lot("draw", bench_.seed, id), place});
  }

  const Bench& bench_;
  ProgramSource& source_;
  const EvaluationPrograms& out_of_;
  Seen ids_;
  Seen texts_;
  std::vector<ScannedProgram> all_;
  Result<void> read_;
};

}  // namespace

std::filesystem::path programs_path(const std::filesystem::path& out) {
  return out / "programs.jsonl";
}

Result<void> not_cancelled(const CancelToken& cancel) {
  if (!cancel.cancelled()) return {};
  return fail(ErrorCode::kCancelled,
              "interrupted; the folder is intact, and the same command goes on");
}

Result<std::vector<ScannedProgram>> scan_programs(const Bench& bench, ProgramSource& source,
                                                  const EvaluationPrograms& out_of) {
  return Scan(bench, source, out_of).run();
}

}  // namespace papert::datagen::sit
