#include "analysis/agreement.h"

#include "analysis/label_agreement.h"
#include "analysis/programs.h"

#include <fmt/format.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli.h"
#include "groups.h"
#include "report/agreement.h"
#include "report/label_agreement.h"
#include "report/programs.h"
#include "run/folder.h"
#include "run/recorded.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kAgreementExamples = R"(Examples:
  papert agreement --group weak=RUN,RUN --group strong=RUN -o gallery.html
      which tasks all weak runs solve and all strong ones fail, and so on, with every drawing
  papert agreement runs/*-turtlebench-* --by input,output --by tweak
      tasks ever solved, by the complexity of the shape and of what is wanted, and by kind of tweak
  papert agreement runs/*-turtlebench-* --by modality,mode
      by modes of the runs
  papert agreement --group small=RUN --group large=RUN --task 12
      the programs of all runs on one task, and on those made from it, side by side; the line at
      which each of them fails is marked
  papert agreement --labels ann.jsonl --labels bob.jsonl RUN RUN
      how far people agree who labelled on pages of 'papert label': kappa by kind, the confusion of
      each pair, how often a rule's suggestion was chosen, and the distribution by run beside the
      published one; the runs, which may be left out, give their names to the columns

A group solves a task if all samples of all its runs are right, and fails it if none is.)";

struct AgreementOptions {
  std::vector<std::string> runs;
  std::vector<std::string> groups;
  std::vector<std::string> by;
  std::vector<std::string> tasks;
  std::vector<std::string> labels;
  bool programs = false;
  std::string out;
  std::size_t limit = report::GalleryLimits{}.tasks_per_row;
  std::string log_dir;
  std::string format;
  bool json = false;
};

Result<std::vector<analysis::RunGroup>> open_groups(const AgreementOptions& options) {
  std::vector<analysis::RunGroup> groups;
  const auto add = [&](const std::string& name,
                       const std::vector<std::string>& runs) -> Result<void> {
    analysis::RunGroup group{name, {}};
    for (const std::string& run : runs) {
      group.runs.push_back(TRY(run::find_run(run, options.log_dir)));
    }
    groups.push_back(std::move(group));
    return {};
  };
  if (!options.runs.empty()) TRY(add("all", options.runs));
  const std::vector<GroupText> named = TRY(read_groups(options.groups));
  for (const GroupText& group : named) TRY(add(group.name, group.runs));
  if (groups.empty()) return fail(ErrorCode::kUsage, "give runs, or --group NAME=RUN,RUN");
  return groups;
}

/// Damaged lines of the logs, which the figures leave out.
Result<void> note_damage(const std::vector<analysis::RunGroup>& groups) {
  for (const analysis::RunGroup& group : groups) {
    for (const std::filesystem::path& folder : group.runs) {
      const run::Coverage coverage = TRY(run::read_coverage(folder));
      for (const Error& error : coverage.damaged) {
        report_note(error.to_string() + "; it was left out");
      }
    }
  }
  return {};
}

std::vector<analysis::NamedRun> runs_of(const analysis::Agreement& agreement) {
  std::vector<analysis::NamedRun> runs;
  for (const analysis::AgreementGroup& group : agreement.groups) {
    for (const analysis::AgreementRun& run : group.runs) {
      const bool plain = agreement.groups.size() == 1;
      runs.push_back({plain ? run.name : group.name + ": " + run.name, run.folder});
    }
  }
  return runs;
}

void print_agreement(const AgreementOptions& options, const analysis::Agreement& agreement,
                     const std::vector<analysis::TaskPrograms>& programs) {
  const bool color = is_rich_terminal(STDOUT_FILENO);
  if (options.json) {
    Json json = to_json(agreement);
    if (!options.tasks.empty()) json["programs"] = to_json(programs);
    print(dump_json_pretty(json) + "\n");
  } else if (!options.format.empty()) {
    const auto format = report::format_from_name(options.format);
    print(report::write_sheets(report::agreement_sheets(agreement), *format));
  } else if (!options.tasks.empty()) {
    print(report::programs_text(programs, {.color = color}));
  } else {
    print(report::agreement_text(agreement, {.color = color}));
  }
}

/// What labelled runs are called: by their models, and by their ids where these are equal.
Result<std::map<std::string, std::string>> names_of_runs(const AgreementOptions& options) {
  std::map<std::string, std::string> names;
  std::map<std::string, int> models;
  for (const std::string& name : options.runs) {
    const std::filesystem::path folder = TRY(run::find_run(name, options.log_dir));
    const run::RunConfig config = TRY(run::read_config(folder));
    const auto suite = TRY(suite::find_suite(config.suite));
    names[config.id()] = run::short_name(config, *suite);
    ++models[names[config.id()]];
  }
  for (auto& [id, name] : names) {
    if (models[name] > 1) name += " " + id;
  }
  return names;
}

Result<int> agree_on_labels(const AgreementOptions& options) {
  if (!options.groups.empty() || !options.by.empty() || !options.tasks.empty() ||
      !options.out.empty() || options.programs) {
    return fail(ErrorCode::kUsage, "goes with RUN, --format and --json only", "--labels");
  }
  const std::map<std::string, std::string> names = TRY(names_of_runs(options));
  const analysis::LabelLog log =
      TRY(analysis::read_label_log({options.labels.begin(), options.labels.end()}));
  const bool bad = report_problems(log.problems);
  if (log.more_problems > 0) {
    report_note(fmt::format("{} more lines could not be used", log.more_problems));
  }
  if (log.labels.empty()) {
    return fail(ErrorCode::kBadData, "there are no labels", options.labels.front());
  }
  const analysis::LabelAgreement agreement = analysis::agreement_of_labels(log, names);
  if (options.json) {
    print(dump_json_pretty(to_json(agreement)) + "\n");
  } else if (!options.format.empty()) {
    const report::Format format = TRY(report::format_from_name(options.format));
    print(report::write_sheets(report::label_sheets(agreement, format), format));
  } else {
    print(report::label_text(agreement, {.color = is_rich_terminal(STDOUT_FILENO)}));
  }
  return bad ? kExitBadData : kExitDone;
}

Result<int> agree(const AgreementOptions& options) {
  if (!options.labels.empty()) return agree_on_labels(options);
  const std::vector<analysis::RunGroup> groups = TRY(open_groups(options));
  std::vector<analysis::BreakdownKeys> by;
  for (const std::string& text : options.by) {
    by.emplace_back();
    for (const std::string_view key : split(text, ',')) by.back().emplace_back(trim(key));
  }
  TRY(note_damage(groups));
  const analysis::Agreement agreement = TRY(analysis::agreement_of(groups, by));
  const std::vector<analysis::TaskPrograms> programs =
      TRY(analysis::programs_of(runs_of(agreement), options.tasks));
  print_agreement(options, agreement, programs);
  if (options.out.empty()) return kExitDone;
  // Programs of the grid world are short and fail at a line: always worth a look.
  const bool shown = options.programs || agreement.suite == "xlogo";
  const std::string page =
      TRY(report::agreement_html(agreement, {.tasks_per_row = options.limit, .programs = shown}));
  TRY(write_file(options.out, page));
  const bool tables_only = options.json || !options.format.empty();
  if (!tables_only) print("\ngallery: " + options.out + "\n");
  return kExitDone;
}

}  // namespace

std::function<int()> add_agreement(Command& app) {
  auto options = std::make_shared<AgreementOptions>();
  app.add_option("runs", options->runs, "runs of one suite, as one group")->type_name("RUN...");
  add_groups(app, options->groups, "a named group of runs (repeat)");
  app.add_option("--by", options->by,
                 "also tasks ever solved by this tag or mode, or by two of them (repeat)")
      ->type_name("KEY[,KEY]")
      ->expected(1)
      ->take_all();
  app.add_option(
         "--task", options->tasks,
         "the programs of all runs on this task and those made from it, side by side (repeat)")
      ->type_name("ID")
      ->expected(1)
      ->take_all();
  app.add_option("--labels", options->labels,
                 "how far people agree instead: what pages of 'papert label' saved (repeat)")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  app.add_option("-o,--out", options->out, "a page with all drawings side by side")
      ->type_name("FILE");
  app.add_flag("--programs", options->programs,
               "with -o: programs on the page, too, the failing line marked (xlogo: always)");
  app.add_option("--limit", options->limit, "tasks of each row on that page")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--format", options->format, "how the tables are written")
      ->type_name("text|csv|markdown|latex|json")
      ->check(one_of({"text", "csv", "markdown", "latex", "json"}));
  app.add_flag("--json", options->json, "everything as JSON, with the ids of the tasks");
  add_log_dir(app, options->log_dir);
  app.footer(kAgreementExamples);
  return [options] {
    const auto code = agree(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
