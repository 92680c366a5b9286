#include <fmt/format.h>

#include <algorithm>

#include "base/shard.h"
#include "base/staged_folder.h"
#include "base/text.h"
#include "cli.h"
#include "data/part_note.h"
#include "merge_parts.h"
#include "progress.h"
#include "suite/registry.h"
#include "synth_parts.h"

namespace papert::cli {
namespace {

/// Mints again in the order of seeds, but every task is taken from the part that has it: so the
/// suite itself leaves out what it would have left out on one machine.
Result<std::size_t> join_minted(const MergeRequest& request, const data::PartNote& note,
                                const std::filesystem::path& out) {
  const auto suite = TRY(suite::find_suite(note.suite));
  const std::string where = data::part_note_path(request.parts.front()).string();
  suite::MintOptions mint = TRY(data::mint_options_of(note.work, where));
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

Result<std::size_t> join_perturbed(const MergeRequest& request, const data::PartNote& note,
                                   const std::filesystem::path& out) {
  const auto suite = TRY(suite::find_suite(note.suite));
  suite::PerturbOptions perturb;
  perturb.parts = request.parts;
  return suite->perturb_to("", out, perturb);
}

Result<std::size_t> join(const MergeRequest& request, const data::PartNote& note,
                         const std::filesystem::path& out) {
  if (note.verb == "mint") return join_minted(request, note, out);
  if (note.verb == "synth") return join_synthesised(request, note, out);
  return join_perturbed(request, note, out);
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
  std::vector<data::PartNote> notes;
  for (const std::filesystem::path& part : request.parts) {
    notes.push_back(TRY(data::read_part_note(part)));
  }
  std::vector<std::string> missing =
      TRY(data::missing_parts(request.parts, notes, request.allow_versions));
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

}  // namespace papert::cli
