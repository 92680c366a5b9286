#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include "base/jsonl.h"
#include "base/paths.h"
#include "base/shard.h"
#include "base/staged_file.h"
#include "base/text.h"
#include "cli.h"
#include "data/part_note.h"
#include "merge_parts.h"

namespace papert::cli {
namespace {

constexpr std::size_t kScoreBlock = std::size_t{1} << 20;

/// A file of score lines, one shard of them.
struct ScorePart {
  Shard shard;
  LineReader reader;
};

Result<std::map<std::int64_t, ScorePart>> open_scores(const MergeRequest& request,
                                                      const CancelToken& cancel) {
  std::map<std::int64_t, ScorePart> parts;
  std::optional<std::int64_t> count;
  for (const std::filesystem::path& path : request.parts) {
    const auto shard = Shard::of_name(path.filename().string());
    if (!shard) {
      return fail(ErrorCode::kUsage,
                  "neither a run, nor a folder of tasks that was made with --shard, nor a file of "
                  "scores whose name ends with its shard, as scores.jsonl.s003of016",
                  path.string());
    }
    if (count.value_or(shard->count) != shard->count) {
      return fail(
          ErrorCode::kUsage,
          fmt::format("is one of {} shards, and the first part one of {}", shard->count, *count),
          path.string());
    }
    count = shard->count;
    LineReader reader = TRY(LineReader::open(path, {.cancel = cancel}));
    const bool fresh = parts.emplace(shard->index, ScorePart{*shard, std::move(reader)}).second;
    if (!fresh) {
      return fail(ErrorCode::kUsage, "is shard " + shard->text() + " again", path.string());
    }
  }
  return parts;
}

/// Line k of shard i is line k * n + i of the whole. Shards end together: the first that has no
/// further line is the end of all.
Result<std::int64_t> interleave(std::map<std::int64_t, ScorePart>& parts, bool partial,
                                const CancelToken& cancel, JsonlWriter& writer) {
  std::int64_t written = 0;
  std::string block;
  std::string ended;  // the part that had no further line
  Line line;
  for (bool any = true; any;) {
    any = false;
    for (auto& [index, part] : parts) {
      if (!TRY(part.reader.next(line))) {
        if (ended.empty()) ended = part.reader.name();
        continue;
      }
      if (line.too_long || !line.complete) {
        return fail(ErrorCode::kBadData, "the line is cut off",
                    fmt::format("{}:{}", part.reader.name(), line.number));
      }
      if (!ended.empty() && !partial) {
        return fail(ErrorCode::kBadData,
                    "has more lines than its shard can have beside " + ended +
                        ": they are not parts of one work, or one of them is not complete",
                    part.reader.name());
      }
      any = true;
      block += line.text + "\n";
      ++written;
    }
    if (block.size() < kScoreBlock && any) continue;
    if (cancel.cancelled()) {
      return fail(ErrorCode::kCancelled, "interrupted; nothing was written");
    }
    if (!block.empty()) TRY(writer.write_lines(block));
    block.clear();
  }
  TRY(writer.sync());
  return written;
}

/// The parts without their notes, which a pattern for the one is likely to find, too.
std::vector<std::filesystem::path> without_notes(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::filesystem::path> parts;
  for (const std::filesystem::path& path : paths) {
    const bool note =
        path.extension() == ".json" && Shard::of_name(path.stem().string()).has_value();
    if (!note) parts.push_back(path);
  }
  return parts;
}

/// Parts of which it is known what they were scored from must be of one work, and as long as they
/// were. Lines alone do not say: those of other tasks, or of other replies, look the same.
Result<void> check_notes(const MergeRequest& request) {
  std::optional<data::PartNote> first;
  std::string first_where;
  std::int64_t unknown = 0;
  for (const std::filesystem::path& path : request.parts) {
    if (!may_exist(data::lines_note_path(path))) {
      ++unknown;
      continue;
    }
    data::PartNote note = TRY(data::read_lines_note(path));
    const std::string where = path.string();
    if (note.shard != Shard::of_name(path.filename().string())) {
      return fail(ErrorCode::kBadData, "by its note this is shard " + note.shard.text(), where);
    }
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    if (!error && std::cmp_not_equal(bytes, note.bytes)) {
      return fail(
          ErrorCode::kBadData,
          fmt::format("has {} bytes, and by its note {}: it is not complete, or was changed", bytes,
                      note.bytes),
          where);
    }
    if (!first) {
      first = std::move(note);
      first_where = where;
      continue;
    }
    TRY(data::check_same_work(*first, first_where, note, where, request.allow_versions));
  }
  if (unknown > 0) {
    report_note(
        fmt::format("{} of {} without a note beside them (NAME.json): whether they are of "
                    "the same replies and tasks is not known",
                    unknown, counted(static_cast<std::int64_t>(request.parts.size()), "part")));
  }
  return {};
}

}  // namespace

Result<int> merge_scores(MergeRequest request) {
  request.parts = without_notes(request.parts);
  if (request.parts.empty()) return fail(ErrorCode::kUsage, "these are notes, not files of scores");
  const SignalCancel signals;
  auto parts = TRY(open_scores(request, signals.token()));
  TRY(check_notes(request));
  const std::int64_t count = parts.begin()->second.shard.count;
  std::vector<std::string> missing;
  for (std::int64_t i = 0; i < count; ++i) {
    if (!parts.contains(i)) missing.push_back("shard " + Shard{i, count}.text() + " is not here");
  }
  if (stops_for(missing, request.partial)) return kExitNo;
  StagedFile staged = TRY(StagedFile::begin(request.out));
  JsonlWriter writer = TRY(JsonlWriter::open_append(staged.path()));
  const std::int64_t written = TRY(interleave(parts, request.partial, signals.token(), writer));
  TRY(staged.finish());
  print(fmt::format("{}: {} from {}\n", request.out.string(), counted(written, "line"),
                    counted(static_cast<std::int64_t>(request.parts.size()), "part")));
  return kExitDone;
}

}  // namespace papert::cli
