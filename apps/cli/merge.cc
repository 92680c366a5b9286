#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "analysis/run_summary.h"
#include "analysis/runs.h"
#include "base/cancel.h"
#include "base/file.h"
#include "base/paths.h"
#include "base/shard.h"
#include "base/staged_file.h"
#include "base/staged_folder.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "data/part_note.h"
#include "merge_parts.h"
#include "progress.h"
#include "report/html.h"
#include "report/table.h"
#include "run/folder.h"
#include "run/merge.h"
#include "run/recorded.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kMergeExamples = R"(Examples:
  papert merge runs/*.s*of016 --out runs/whole
      the run that one machine would have made: the same summary.json, the same lines, sorted
  papert merge runs/*-8c1d52b9e7.s* --out runs/
      with a slash behind it: in that folder, under the run's own name, so that repeating the
      command of the run without --shard continues it
  papert merge fresh.s*of016 --out fresh
      folders that 'papert mint --shard' made, or synth or perturb; what two of them have in common
      is there once
  papert merge scores.jsonl.s*of016 --out scores.jsonl
      files that 'papert score --shard' made, lines in the order of the replies
  papert merge runs/whole --canonical > lines
      one run in the form in which two machines can be compared: sorted, without times

Shards that are missing or not complete are listed (exit code 1); --partial joins what there is.
What comes out is there whole or not at all.)";

struct MergeOptions {
  MergeRequest request;
  std::vector<std::string> parts;
  std::string out;
  std::string interval = "wilson";
  std::string log_dir;
  bool canonical = false;
  bool json = false;
};

/// The place for a run: a path that ends with a slash is a folder of runs.
std::filesystem::path place_of(const MergeOptions& options) {
  if (!options.out.ends_with('/')) return options.out;
  std::filesystem::path part = options.request.parts.front();
  if (!part.has_filename()) part = part.parent_path();
  std::string name = part.filename().string();
  if (const auto shard = Shard::of_name(name)) name.resize(name.size() - shard->suffix().size());
  return std::filesystem::path(options.out) / name;
}

/// The tasks that the table expects: those with a sample where all shards are here, else those of
/// the data, if these can be read.
std::vector<std::string> expected_ids(const run::MergeParts& parts, const suite::Suite& suite) {
  if (parts.missing().empty()) return parts.ids();
  run::RunConfig config = parts.config();
  const auto tasks = run::open_tasks(config, suite, available_processors());
  const auto asked = tasks ? run::asked_tasks(config, **tasks, suite)
                           : Result<std::vector<std::size_t>>(fail(tasks.error()));
  if (!asked) {
    report_note("which tasks are missing is not known: " + asked.error().to_string());
    return parts.ids();
  }
  std::vector<std::string> ids;
  for (const std::size_t index : *asked) ids.push_back((*tasks)->id(index));
  return ids;
}

void print_run(const MergeOptions& options, const analysis::ReportedRun& run) {
  const std::string page = (run.folder / "report.html").string();
  if (options.json) {
    print(dump_json(
              {{"run", run.folder.string()}, {"report", page}, {"summary", to_json(run.summary)}}) +
          "\n");
    return;
  }
  print(fmt::format("{} {}  ({})\n\n", run.suite(), run.model(),
                    counted(static_cast<std::int64_t>(run.summary.figures.tasks), "task")));
  print(report::summary_table(run.summary, {.color = is_rich_terminal(STDOUT_FILENO)}));
  print(fmt::format("\nreport: {}\nrun: {}\n", page, run.folder.string()));
}

run::MergeOptions run_options(const MergeOptions& options, const CancelToken& cancel,
                              ProgressLine& line) {
  run::MergeOptions merge;
  merge.allow_versions = options.request.allow_versions;
  merge.cancel = cancel;
  merge.progress = [&line](const char* what, std::size_t done, std::size_t total) {
    line.update(done, total, what);
  };
  return merge;
}

Result<int> merge_runs(const MergeOptions& options) {
  const SignalCancel signals;
  ProgressLine line(display_from(options.request.display), "merge");
  const run::MergeOptions merge = run_options(options, signals.token(), line);
  const run::MergeParts parts = TRY(run::MergeParts::open(options.request.parts, merge));
  const bool bad = report_problems(parts.damaged());
  report_notes(parts.passed_over());
  if (stops_for(parts.missing(), options.request.partial)) return kExitNo;
  const auto suite = TRY(suite::find_suite(parts.config().suite));
  const std::filesystem::path out = place_of(options);
  StagedFolder staged = TRY(StagedFolder::begin(out));
  TRY(parts.write(staged.path(), merge));
  analysis::SummaryOptions summary;
  summary.interval = interval_from_name(options.interval);
  analysis::ReportedRun run;
  run.summary = TRY(analysis::summarise_run(staged.path(), parts.config(), *suite,
                                            expected_ids(parts, *suite), summary));
  TRY(write_file(run::summary_path(staged.path()), dump_json_pretty(to_json(run.summary)) + "\n"));
  run.folder = staged.path();
  run.config = TRY(analysis::read_run_json(staged.path()));
  run.name = absolute_path(out).lexically_normal().filename().string();
  const std::string page = TRY(report::report_html({&run, 1}));
  TRY(write_file(staged.path() / "report.html", page));
  if (signals.token().cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
  TRY(staged.finish());
  run.folder = out;
  print_run(options, run);
  return bad ? kExitBadData : kExitDone;
}

Result<int> print_canonical(const MergeOptions& options) {
  const SignalCancel signals;
  run::MergeOptions merge;
  merge.cancel = signals.token();
  const run::MergeParts parts = TRY(run::MergeParts::open(options.request.parts, merge));
  const bool bad = report_problems(parts.damaged());
  const bool to_file = !options.out.empty() && options.out != "-";
  StagedFile staged = TRY(StagedFile::begin(to_file ? options.out : "-"));
  FileDescriptor file;
  if (to_file) file = TRY(open_file(staged.path(), O_WRONLY));
  const int fd = to_file ? file.get() : STDOUT_FILENO;
  TRY(parts.canonical([&](std::string_view lines) -> Result<void> {
    if (signals.token().cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
    return write_all(fd, lines, to_file ? options.out : "standard output");
  }));
  TRY(staged.finish());
  return bad ? kExitBadData : kExitDone;
}

Result<int> merge(MergeOptions options) {
  MergeRequest& request = options.request;
  for (const std::string& part : options.parts) {
    const bool here = may_exist(part);
    const auto found =
        here ? Result<std::filesystem::path>(part) : run::find_run(part, options.log_dir);
    request.parts.push_back(TRY(found));
  }
  if (options.canonical) {
    if (request.parts.size() == 1) return print_canonical(options);
    return fail(ErrorCode::kUsage, "is about one run", "--canonical");
  }
  if (options.out.empty()) return fail(ErrorCode::kUsage, "say where it goes: --out");
  request.out = options.out;
  request.jobs = available_processors();
  const std::filesystem::path& first = request.parts.front();
  if (!is_folder(first)) return merge_scores(request);
  if (may_exist(data::part_note_path(first))) return merge_tasks(request);
  return merge_runs(options);
}

}  // namespace

std::function<int()> add_merge(Command& app) {
  auto options = std::make_shared<MergeOptions>();
  app.add_option("part", options->parts, "run folders, folders of tasks or files of scores")
      ->type_name("PART")
      ->required();
  app.add_option("--out", options->out, "the run, folder or file to write")->type_name("PATH");
  app.add_flag("--partial", options->request.partial, "also where shards are missing");
  app.add_flag("--allow-versions", options->request.allow_versions,
               "also parts that different versions of Papert made");
  app.add_flag("--canonical", options->canonical,
               "print the lines of one run, sorted and without times");
  add_interval(app, options->interval);
  add_log_dir(app, options->log_dir);
  add_display(app, options->request.display);
  app.add_flag("--json", options->json, "print the summary of a run as JSON");
  app.footer(kMergeExamples);
  return [options] {
    const auto code = merge(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
