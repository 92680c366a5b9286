#include "export_source.h"

#include <algorithm>

#include "base/cancel.h"
#include "base/file.h"
#include "base/paths.h"
#include "datagen/export/placeholders.h"
#include "datagen/turtle/round_dataset.h"
#include "run/folder.h"
#include "run/recorded.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

bool is_suite(const std::string& name) {
  const auto suites = suite::all_suites();
  return std::ranges::any_of(suites, [&](const auto& suite) { return suite->name() == name; });
}

/// A folder that datagen wrote has labels and lists of ids beside its tasks.
void find_labels(std::filesystem::path& folder, NamedSources& named) {
  folder = tasks_below(folder);
  if (may_exist(folder / "labels.jsonl")) named.labels = folder / "labels.jsonl";
  if (may_exist(folder / "validation.txt")) named.splits = folder;
}

Result<void> name_tasks(const ExportRequest& request, NamedSources& named) {
  const std::string& source = request.sources.front();
  if (request.sources.size() > 1) {
    return fail(ErrorCode::kUsage, "only runs can be several", request.sources[1]);
  }
  if (request.data.given()) {
    named.config.suite = source;
    named.config.data = TRY(request.data.source());
    return {};
  }
  if (!may_exist(source)) {
    return fail(ErrorCode::kUsage,
                is_suite(source) ? "say where its tasks come from: --mint SEED or --data DIR"
                                 : "there is no such data, no such run and no such suite",
                source);
  }
  std::filesystem::path folder = absolute_path(source);
  if (request.round > 0) {
    const SignalCancel signals;
    folder = TRY(datagen::round_dataset(folder, static_cast<std::uint32_t>(request.round),
                                        request.jobs, signals.token()));
  }
  find_labels(folder, named);
  named.config.suite = request.suite;
  if (named.config.suite.empty()) {
    if (const auto suite = suite::suite_of_data(folder)) named.config.suite = suite->name();
  }
  if (named.config.suite.empty()) {
    return fail(ErrorCode::kUsage,
                "it is not clear of which suite these data are: give --suite (papert list data)",
                source);
  }
  named.config.data.folder = folder.string();
  named.config.data.tiers = request.data.tiers;
  return {};
}

/// --prompt, else the template that fits the modes; a run with a template of its own keeps it.
Result<void> set_prompt(const ExportRequest& request, const suite::Suite& suite,
                        run::RunConfig& config) {
  if (!request.prompt.empty()) {
    config.prompt_text = TRY(read_file(request.prompt, std::size_t{1} << 20));
  } else if (config.prompt_text.empty() || config.prompt_name == "default") {
    config.prompt_text = suite.default_prompt(config.modes);
  }
  if (!datagen::has_placeholder(config.prompt_text)) return {};
  return fail(ErrorCode::kUsage,
              "the template has <image>, <video> or <audio>, which trainers read as the place of a "
              "picture, a film or a sound; pictures get their places without it",
              request.prompt.empty() ? "the prompt of the run" : request.prompt);
}

Result<std::set<suite::Verdict>> wanted_verdicts(const ExportRequest& request) {
  std::set<suite::Verdict> verdicts;
  for (const std::string& name : request.verdicts) {
    const auto verdict = suite::verdict_from_name(name);
    if (!verdict || !suite::is_scored(*verdict)) {
      return fail(ErrorCode::kUsage, "'" + name + "' is not a verdict about a reply", "--verdict");
    }
    verdicts.insert(*verdict);
  }
  const bool bad = request.pairs || request.repair;
  if (bad && verdicts.contains(suite::Verdict::kRight)) {
    return fail(ErrorCode::kUsage, "with --pairs and --repair it names replies that are not right",
                "--verdict");
  }
  if (!verdicts.empty()) return verdicts;
  for (const auto& [verdict, name] : suite::kVerdicts) {
    const bool right = verdict == suite::Verdict::kRight;
    if (suite::is_scored(verdict) && right != bad) verdicts.insert(verdict);
  }
  return verdicts;
}

Result<std::unique_ptr<datagen::ExportSource>> open_run_source(const ExportRequest& request,
                                                               const NamedSources& named) {
  if (request.target == "label") {
    return fail(ErrorCode::kUsage, "runs have no labels: give reply or reference", "--target");
  }
  if (request.pairs && request.repair) {
    return fail(ErrorCode::kUsage, "--pairs and --repair are two exports");
  }
  datagen::RunSourceOptions wishes;
  wishes.verdicts = TRY(wanted_verdicts(request));
  wishes.fence = request.fence;
  wishes.reference_is_good = request.pairs && request.target == "reference";
  if (request.pairs) {
    wishes.form = datagen::RunForm::kPairs;
  } else if (request.repair) {
    wishes.form = datagen::RunForm::kRepair;
  } else if (request.target == "reference") {
    wishes.form = datagen::RunForm::kReferences;
  }
  run::RecordedRun opened = TRY(open_asked(request, named, request.picture));
  return datagen::run_source(std::move(opened), named.runs, wishes);
}

Result<std::unique_ptr<datagen::ExportSource>> open_task_source(const ExportRequest& request,
                                                                const NamedSources& named) {
  if (request.about_replies() || !request.verdicts.empty()) {
    return fail(ErrorCode::kUsage, "replies are in runs: name a run instead",
                request.sources.front());
  }
  datagen::TaskSourceOptions wishes{.fence = request.fence};
  wishes.splits = named.splits;
  if (request.target == "label" && named.labels.empty()) {
    return fail(ErrorCode::kUsage, "there is no labels.jsonl", request.sources.front());
  }
  if (request.target != "reference") wishes.labels = named.labels;
  std::vector<datagen::AskedTasks> ways;
  if (request.picture == "both") {
    run::RecordedRun clean = TRY(open_asked(request, named, "clean"));
    ways.push_back({std::move(clean), ""});
    run::RecordedRun hand = TRY(open_asked(request, named, "hand"));
    ways.push_back({std::move(hand), "-hand"});
  } else {
    run::RecordedRun opened = TRY(open_asked(request, named, request.picture));
    ways.push_back({std::move(opened), ""});
  }
  return datagen::task_source(std::move(ways), wishes);
}

}  // namespace

std::filesystem::path tasks_below(const std::filesystem::path& folder) {
  for (const char* const below : {"selected", "dataset"}) {
    if (is_folder(folder / below)) return folder / below;
  }
  return folder;
}

Result<NamedSources> find_sources(const ExportRequest& request) {
  if (request.sources.empty()) {
    return fail(ErrorCode::kUsage,
                "say what is exported: a data folder, a run, or a suite with --mint SEED");
  }
  NamedSources named;
  const bool may_be_runs = !request.data.given() && request.suite.empty();
  for (const std::string& source : request.sources) {
    const auto run = run::find_run(source, request.log_dir);
    if (run && may_be_runs) named.runs.push_back(*run);
  }
  if (named.runs.empty()) {
    TRY(name_tasks(request, named));
  } else if (named.runs.size() != request.sources.size()) {
    return fail(ErrorCode::kUsage, "runs and data cannot be exported together");
  } else {
    named.config = TRY(run::read_config(named.runs.front()));
  }
  named.suite = TRY(suite::find_suite(named.config.suite));
  return named;
}

Result<run::RecordedRun> open_asked(const ExportRequest& request, const NamedSources& named,
                                    const std::string& picture) {
  run::RecordedRun opened;
  opened.suite = TRY(suite::find_suite(named.config.suite));
  opened.config = named.config;
  ModeOptions mode = request.mode;
  if (!picture.empty()) mode.given.push_back("picture=" + picture);
  TRY(mode.apply(*opened.suite, opened.config));
  TRY(set_prompt(request, *opened.suite, opened.config));
  opened.tasks = TRY(run::open_tasks(opened.config, *opened.suite, request.jobs));
  return opened;
}

Result<std::unique_ptr<datagen::ExportSource>> open_export_source(const ExportRequest& request,
                                                                  const NamedSources& named) {
  return named.runs.empty() ? open_task_source(request, named) : open_run_source(request, named);
}

}  // namespace papert::cli
