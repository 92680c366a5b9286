#include "datagen/sit/generate.h"

#include <fmt/format.h>

#include <utility>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/paths.h"
#include "base/text.h"
#include "datagen/stage_file.h"

namespace papert::datagen::sit {
namespace {

std::string count_text(std::size_t count) { return format_count(static_cast<std::int64_t>(count)); }

/// What decides about the pool; directions and the set that is mixed in decide only about files.
Json request_json(const SitOptions& options, const ProgramSource& source,
                  const EvaluationPrograms& out_of, const Describer& describer) {
  Json sizes = Json::array();
  for (const SetSize& size : options.sizes) sizes.push_back(size.asked);
  return {{"kind", "datagen sit"},          {"programs", source.hash()},
          {"describe", describer.name()},   {"sizes", std::move(sizes)},
          {"max_bytes", options.max_bytes}, {"wordings", options.wordings.hash()},
          {"excluded", out_of.hash()},      {"seed", options.seed}};
}

/// README.md says that everything is there, so it goes before anything is changed.
void begin_files(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::remove(folder / "README.md", ignored);
}

void note_sizes(SitReport& report) {
  if (report.accepted >= report.wanted) return;
  std::string sizes;
  for (const ChosenSet& set : report.sets) {
    sizes += fmt::format("{}{} has {}", sizes.empty() ? "" : ", ", set.size.name,
                         count_text(set.members.size()));
  }
  report.notes.push_back(fmt::format(
      "{} program{} could be used, and {} are asked for: all sizes are made smaller in proportion "
      "({})",
      count_text(report.accepted), report.accepted == 1 ? "" : "s", count_text(report.wanted),
      sizes));
}

Result<void> write_sets(const Bench& bench, const SitOptions& options, const Pool& pool,
                        const Describer& describer, SitReport& report) {
  if (pool.accepted.empty()) {
    return fail(ErrorCode::kBadData,
                "there is no program with a description; pool.jsonl says why of each",
                options.out.string());
  }
  std::vector<Candidate> accepted;
  accepted.reserve(pool.accepted.size());
  LineSource lines = TRY(LineSource::open(pool_path(options.out)));
  for (const PooledProgram& program : pool.accepted) {
    const std::string id = TRY(lines.field(program.place, "id"));
    accepted.push_back({program.number, program.bytes, lot("draw", options.seed, id)});
  }
  report.sets = choose_sets(accepted, options.sizes);
  note_sizes(report);
  std::optional<InstructionRows> mix;
  if (!options.mix.empty()) {
    mix = TRY(read_instructions(options.mix));
    report.problems = mix->problems;
    if (mix->left_out > 0) {
      report.notes.push_back(fmt::format("{} lines of {} were left out", count_text(mix->left_out),
                                         options.mix.string()));
    }
  }
  begin_files(options.out);
  report.files = TRY(
      write_training_files(bench, {pool, report.sets, options.directions, options.wordings, mix}));
  return write_file(options.out / "README.md", sit_readme(options, report, describer.name()));
}

}  // namespace

Result<SitReport> make_sit(const SitOptions& options, Describer& describer) {
  TRY(make_directories(options.out));
  const FileDescriptor lock = TRY(lock_folder(
      options.out, "another process is working on this folder; wait for it or stop it"));
  remove_unfinished(options.out);
  const auto source = TRY(open_source(options.programs));
  EvaluationPrograms out_of;
  for (const std::filesystem::path& data : options.excludes) {
    TRY(out_of.add(data, options.jobs, options.cancel));
  }
  TRY(claim_folder(options.out, request_json(options, *source, out_of, describer)));
  const Bench bench{options.out,  options.seed,   options.max_bytes,
                    options.jobs, options.cancel, options.progress};
  const std::vector<ScannedProgram> programs = TRY(scan_programs(bench, *source, out_of));
  SitReport report;
  report.programs = programs.size();
  report.wanted = largest_of(options.sizes);
  report.notes = source->notes();
  report.notes.insert(report.notes.end(), out_of.notes().begin(), out_of.notes().end());
  const Pool pool =
      TRY(fill_pool(bench, describer,
                    {programs, options.wordings, report.wanted, !options.finish, options.charge}));
  report.counts = pool.counts;
  report.accepted = pool.accepted.size();
  report.failed = pool.failed;
  report.spent_usd = pool.spent_usd;
  if (pool.failed == 0 || options.finish) {
    TRY(write_sets(bench, options, pool, describer, report));
  }
  return report;
}

}  // namespace papert::datagen::sit
