#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/jsonl.h"
#include "base/shard.h"
#include "base/staged_folder.h"
#include "base/text.h"
#include "cli.h"
#include "merge_parts.h"
#include "progress.h"
#include "suite/part_note.h"
#include "suite/registry.h"
#include "synth_parts.h"

namespace papert::cli {
namespace {

constexpr std::size_t kScoreBlock = std::size_t{1} << 20;

/// Mints again in the order of seeds, but every task is taken from the part that has it: so the
/// suite itself leaves out what it would have left out on one machine.
Result<std::size_t> join_minted(const MergeRequest& request, const suite::PartNote& note,
                                const std::filesystem::path& out) {
  const auto suite = TRY(suite::find_suite(note.suite));
  const std::string where = suite::part_note_path(request.parts.front()).string();
  suite::MintOptions mint = TRY(suite::mint_options_of(note.work, where));
  mint.modes = TRY(suite::resolve_modes(*suite, mint.modes));
  const auto version = TRY(get_int(note.work, "generator", where));
  if (suite->generator() == nullptr || suite->generator()->version() != version) {
    return fail(ErrorCode::kUsage, "this Papert mints other tasks than the one that made the parts",
                where);
  }
  mint.parts = request.parts;
  mint.jobs = request.jobs;
  const SignalCancel signals;
  ProgressLine line(display_from(request.display), "joined");
  suite::WriteOptions write;
  write.jobs = request.jobs;
  write.cancel = signals.token();
  write.progress = [&](std::size_t done, std::size_t total) { line.update(done, total); };
  return suite->mint_to(out, mint, write);
}

Result<std::size_t> join_perturbed(const MergeRequest& request, const suite::PartNote& note,
                                   const std::filesystem::path& out) {
  const auto suite = TRY(suite::find_suite(note.suite));
  suite::PerturbOptions perturb;
  perturb.parts = request.parts;
  return suite->perturb_to("", out, perturb);
}

Result<std::size_t> join(const MergeRequest& request, const suite::PartNote& note,
                         const std::filesystem::path& out) {
  if (note.verb == "mint") return join_minted(request, note, out);
  if (note.verb == "synth") return join_synthesised(request, note, out);
  return join_perturbed(request, note, out);
}

/// A file of score lines, one shard of them.
struct ScorePart {
  Shard shard;
  LineReader reader;
};

Result<std::map<std::int64_t, ScorePart>> open_scores(const MergeRequest& request) {
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
    LineReader reader = TRY(LineReader::open(path));
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
                                JsonlWriter& writer) {
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
    if (!block.empty()) TRY(writer.write_lines(block));
    block.clear();
  }
  TRY(writer.sync());
  return written;
}

}  // namespace

bool stops_for(const std::vector<std::string>& missing, bool partial) {
  if (missing.empty()) return false;
  constexpr std::size_t kShown = 20;
  for (std::size_t i = 0; i < std::min(missing.size(), kShown); ++i) {
    partial ? report_note(missing[i])
            : static_cast<void>(report_error({ErrorCode::kUsage, missing[i], ""}));
  }
  if (missing.size() > kShown) {
    report_note(fmt::format("and {} more",
                            counted(static_cast<std::int64_t>(missing.size() - kShown), "shard")));
  }
  if (!partial) report_note("nothing was written; --partial joins what there is");
  return !partial;
}

Result<int> merge_tasks(const MergeRequest& request) {
  std::vector<suite::PartNote> notes;
  for (const std::filesystem::path& part : request.parts) {
    notes.push_back(TRY(suite::read_part_note(part)));
  }
  std::vector<std::string> missing =
      TRY(suite::missing_parts(request.parts, notes, request.allow_versions));
  for (std::string& each : missing) each = "shard " + each + " is not here";
  if (notes.front().verb == "synth" && request.partial && !missing.empty()) {
    return fail(ErrorCode::kUsage,
                "the units of a synthesis are joined all together: make those that are missing "
                "(papert synth --shard)",
                "--partial");
  }
  if (stops_for(missing, request.partial)) return kExitNo;
  StagedFolder staged = TRY(StagedFolder::begin(request.out));
  const std::size_t joined = TRY(join(request, notes.front(), staged.path()));
  TRY(staged.finish());
  print(fmt::format("{}: {} tasks from {}\n", request.out.string(),
                    format_count(static_cast<std::int64_t>(joined)),
                    counted(static_cast<std::int64_t>(request.parts.size()), "part")));
  return kExitDone;
}

Result<int> merge_scores(const MergeRequest& request) {
  auto parts = TRY(open_scores(request));
  const std::int64_t count = parts.begin()->second.shard.count;
  std::vector<std::string> missing;
  for (std::int64_t i = 0; i < count; ++i) {
    if (!parts.contains(i)) missing.push_back("shard " + Shard{i, count}.text() + " is not here");
  }
  if (stops_for(missing, request.partial)) return kExitNo;
  const std::filesystem::path unfinished =
      request.out.parent_path() / ("." + request.out.filename().string() + ".tmp");
  TRY(open_file(unfinished, O_WRONLY | O_CREAT | O_TRUNC));
  JsonlWriter writer = TRY(JsonlWriter::open_append(unfinished));
  const auto written = interleave(parts, request.partial, writer);
  std::error_code error;
  if (!written) {
    std::filesystem::remove(unfinished, error);
    return fail(written.error());
  }
  std::filesystem::rename(unfinished, request.out, error);
  if (error) return fail(system_error(error.value(), "write", request.out.string()));
  print(fmt::format("{}: {} from {}\n", request.out.string(), counted(*written, "line"),
                    counted(static_cast<std::int64_t>(request.parts.size()), "part")));
  return kExitDone;
}

}  // namespace papert::cli
