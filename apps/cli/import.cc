#include "run/import.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "analysis/recorded_check.h"
#include "base/cancel.h"
#include "base/file.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "progress.h"
#include "report/recorded_check.h"
#include "run/folder.h"
#include "run_request.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kImportExamples = R"(Examples:
  papert import shapecodebench data/runs --data data/eval_v1 --out runs
      every published run in the folder becomes a run folder; what was recorded is held against our
      own score of the same replies, and every difference listed
  papert import inspect logs/2026-01-02T03-04-05_task.eval --suite xlogo --data tasks --out runs
      a log of Inspect, .eval or .json
  papert import csv replies.csv --suite shapecode --data eval_v1 --model lab/net-3 --out runs
      columns id and reply; perhaps epoch, model, success and metrics by name (or jsonl: a line each)
  papert import csv replies.csv ... --format json --check
      the differences as JSON; exit code 1 if there is any

Importing the same file again finds its run and adds nothing. docs/import.md lists the fields.)";

struct ImportOptions {
  std::string format;
  std::string path;
  std::string out;
  std::string suite;
  std::string model;
  std::string label;
  DataOptions data;
  ModeOptions mode;
  std::string failed = "recorded";
  std::string table;
  std::string display;
  bool check = false;
  std::size_t jobs = 1;
};

/// "papert/xlogo" and "xlogo" name the suite xlogo.
Result<std::string> suite_of(const ImportOptions& options, const run::ForeignRun& run) {
  if (!options.suite.empty()) return options.suite;
  std::string name = run.task.substr(run.task.rfind('/') + 1);
  if (suite::find_suite(name)) return name;
  return fail(ErrorCode::kUsage,
              "say which benchmark the replies are to: --suite NAME (papert list "
              "suites)",
              run.source.string());
}

/// --data or --mint; else the folder that the run names, looked for from its own place upward.
Result<run::DataSource> data_of(const ImportOptions& options, const run::ForeignRun& run) {
  if (options.data.given() || run.data.empty()) return options.data.source();
  const std::filesystem::path named(run.data);
  for (std::filesystem::path at = absolute_path(run.source).lexically_normal(); !at.empty();
       at = at.parent_path()) {
    for (const auto& folder : {at / named, (at / named).parent_path()}) {
      if (may_exist(folder / "manifest.json")) return run::DataSource{.folder = folder.string()};
    }
    if (at == at.parent_path() || named.is_absolute()) break;
  }
  return fail(
      ErrorCode::kUsage,
      "the run's data, '" + run.data + "', are not here: say where they are with --data DIR",
      run.source.string());
}

std::string model_of(const ImportOptions& options, const run::ForeignRun& run) {
  if (!options.model.empty()) return options.model;
  return run.model.empty() ? "imported/" + run.source.stem().string() : run.model;
}

/// Tasks are the same for most runs of a folder: they are read once.
class Tasks {
 public:
  Result<std::shared_ptr<suite::TaskSet>> open(const run::RunConfig& config,
                                               const suite::Suite& suite) {
    const std::string key = config.suite + dump_json(config.data.to_json());
    if (key == key_) return tasks_;
    auto opened = TRY(config.data.open(suite, config.modes, available_processors()));
    report_notes(opened->notes());
    bad_ |= report_problems(opened->problems());
    key_ = key;
    tasks_ = std::move(opened);
    hash_ = tasks_->data_hash();
    return tasks_;
  }
  [[nodiscard]] const std::string& hash() const { return hash_; }
  [[nodiscard]] bool bad() const { return bad_; }

 private:
  std::string key_;
  std::string hash_;
  std::shared_ptr<suite::TaskSet> tasks_;
  bool bad_ = false;
};

Result<run::RunConfig> config_of(const ImportOptions& options, const run::ForeignRun& run,
                                 const suite::Suite& suite) {
  run::RunConfig config;
  config.suite = std::string(suite.name());
  config.data = TRY(data_of(options, run));
  // The published benchmark finds answers by its own rule.
  if (run.format == run::ForeignFormat::kShapeCodeBench) {
    config.extraction = reply::Extraction::kPublished;
  }
  TRY(options.mode.apply(suite, config));
  config.model = model_of(options, run);
  config.label = options.label;
  config.sampling = run.sampling;
  config.prompt_name = run.prompt.empty() ? "unknown" : "imported";
  config.prompt_text = run.prompt;
  if (!run.system.empty()) config.system_name = "imported";
  config.system_text = run.system;
  config.started = run.started;
  config.imported = run::imported_json(run);
  return config;
}

/// Folder names begin with the time of the run itself, where it is known.
std::string stamp_of(const run::ForeignRun& run) {
  if (run.started.empty()) return time_stamp();
  std::string stamp;
  for (const char c : run.started) {
    if (c != '-' && c != ':' && c != 'Z') stamp += c;
  }
  return stamp;
}

struct Imported {
  report::ImportedRun shown;
  bool bad = false;
};

/// The run with its tasks; nothing is written yet.
Result<OpenedRun> open_foreign(const ImportOptions& options, const run::ForeignRun& run,
                               Tasks& tasks) {
  OpenedRun opened;
  const std::string name = TRY(suite_of(options, run));
  opened.suite = TRY(suite::find_suite(name));
  opened.config = TRY(config_of(options, run, *opened.suite));
  opened.tasks = TRY(tasks.open(opened.config, *opened.suite));
  opened.config.data_hash = tasks.hash();
  return opened;
}

void describe(const run::ForeignRun& run, const run::PlacedRun& placed,
              const run::ImportReport& report, report::ImportedRun& shown) {
  shown.source = run.source.filename().string();
  shown.added = report.added;
  shown.there = report.there;
  shown.problems = run.problems.size() + placed.problems.size();
  shown.failed_as_empty = report.failed_as_empty;
  shown.failed = report.failed;
  shown.unknown = run.unknown();
}

/// Refers to `line`, which shows how far it is.
run::ImportOptions import_options(const ImportOptions& options, const run::RunConfig& config,
                                  const CancelToken& cancel, ProgressLine& line) {
  return {.extraction = config.extraction,
          .failures_apart = options.failed == "apart",
          .jobs = options.jobs,
          .cancel = cancel,
          .progress = [&](std::size_t done, std::size_t total) { line.update(done, total); }};
}

Result<Imported> import_run(const ImportOptions& options, const run::ForeignRun& run, Tasks& tasks,
                            const CancelToken& cancel) {
  OpenedRun opened = TRY(open_foreign(options, run, tasks));
  const run::PlacedRun placed = run::place_samples(run, *opened.tasks);
  Imported imported;
  imported.bad = report_problems(run.problems);
  imported.bad |= report_problems(placed.problems);
  if (placed.samples.empty()) {
    return fail(ErrorCode::kBadData, "no sample is of a task in the data", run.source.string());
  }
  opened.config.epochs = placed.epochs;
  opened.chosen = placed.tasks;
  auto folder = TRY(run::RunFolder::open_or_create(options.out, opened.config, stamp_of(run)));
  const run::Ledger ledger = TRY(run::Ledger::open(*opened.tasks, folder.path()));
  imported.bad |= report_problems(ledger.damaged());
  TRY(folder.plan(ledger, opened.chosen));
  ProgressLine line(display_from(options.display), "imported");
  auto added = run::import_samples(*opened.tasks, folder.path(), ledger, run, placed,
                                   import_options(options, opened.config, cancel, line));
  if (!added) folder.discard_if_empty();
  const run::ImportReport report = TRY(std::move(added));
  const analysis::ReportedRun written = TRY(write_results(opened, folder));
  imported.shown.check =
      TRY(analysis::check_recorded(folder.path(), opened.config, *opened.tasks, run, placed,
                                   written.summary.figures, options.jobs));
  imported.shown.folder = folder.path().string();
  imported.shown.model = opened.config.model;
  describe(run, placed, report, imported.shown);
  return imported;
}

void print_result(const ImportOptions& options, const std::vector<report::ImportedRun>& runs) {
  if (options.table == "json") {
    print(dump_json_pretty(report::import_json(runs)) + "\n");
    return;
  }
  const auto sheets = report::import_sheets(runs);
  const report::TableOptions look{.color =
                                      options.table.empty() && is_rich_terminal(STDOUT_FILENO)};
  const auto format = report::format_from_name(options.table.empty() ? "text" : options.table);
  print(report::write_sheets(sheets, *format, look));
  if (!options.table.empty()) return;
  std::size_t compared = 0;
  std::size_t differ = 0;
  for (const report::ImportedRun& run : runs) {
    compared += run.check.values + run.check.means;
    differ += run.check.differences.size();
  }
  print(compared > 0 && differ == 0 ? "\nEvery recorded value is equal to ours.\n" : "\n");
  for (const report::ImportedRun& run : runs) print("run: " + run.folder + "\n");
}

void note_unused(const run::ForeignRun& run) {
  if (run.unused.empty()) return;
  report_note(fmt::format("{}: not used: {}", run.source.string(), fmt::join(run.unused, ", ")));
}

Result<int> import(const ImportOptions& options) {
  const run::ForeignFormat format = TRY(run::foreign_format(options.format));
  const run::ForeignRuns found = TRY(run::read_foreign(format, options.path));
  const SignalCancel signals;
  Tasks tasks;
  std::vector<report::ImportedRun> runs;
  bool bad = report_problems(found.problems);
  for (const run::ForeignRun& run : found.runs) {
    note_unused(run);
    auto imported = import_run(options, run, tasks, signals.token());
    // What is wrong with the command is wrong for all runs; what is wrong with one is not.
    if (!imported && (found.runs.size() == 1 || imported.error().code != ErrorCode::kBadData)) {
      return fail(imported.error());
    }
    if (!imported) {
      bad |= report_problems({&imported.error(), 1});
      continue;
    }
    bad |= imported->bad;
    runs.push_back(std::move(imported->shown));
  }
  print_result(options, runs);
  const bool differ = std::any_of(runs.begin(), runs.end(), [](const report::ImportedRun& run) {
    return !run.check.differences.empty();
  });
  if (bad || tasks.bad()) return kExitBadData;
  return options.check && differ ? kExitNo : kExitDone;
}

}  // namespace

std::function<int()> add_import(Command& app) {
  auto options = std::make_shared<ImportOptions>();
  app.add_option("what", options->format, "what recorded it: shapecodebench, inspect, csv or jsonl")
      ->type_name("FORMAT")
      ->required();
  app.add_option("path", options->path, "a run, or a folder of runs")
      ->type_name("PATH")
      ->required();
  app.add_option("--out", options->out, "the folder of runs that run folders are made in")
      ->type_name("RUNS")
      ->required();
  app.add_option("--suite", options->suite, "the benchmark (default: as the run says)")
      ->type_name("NAME");
  options->data.add_to(app);
  options->mode.add_to(app, Reader::kRules);
  app.add_option("-m,--model", options->model, "who replied (default: as the run says)")
      ->type_name("PROVIDER/NAME");
  app.add_option("--label", options->label,
                 "a name for these replies: another label is another run")
      ->type_name("TEXT");
  app.add_option("--failed", options->failed,
                 "failed requests that the recorder judged: as empty replies, as it did, or apart")
      ->type_name("recorded|apart")
      ->check(one_of({"recorded", "apart"}))
      ->capture_default_str();
  app.add_option("--format", options->table, "how the differences are written")
      ->type_name("text|csv|markdown|latex|json")
      ->check(one_of({"text", "csv", "markdown", "latex", "json"}));
  add_display(app, options->display);
  app.add_flag("--check", options->check, "exit code 1 if a recorded value differs from ours");
  app.add_option("--jobs", options->jobs, "threads")
      ->type_name("N")
      ->check(between(1, 1024))
      ->capture_default_str();
  app.footer(kImportExamples);
  return [options] {
    const auto code = import(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
