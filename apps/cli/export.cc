#include "datagen/export/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/cancel.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "datagen/export/check.h"
#include "datagen/export/inspect.h"
#include "export_source.h"
#include "progress.h"
#include "suite/own_modes.h"

namespace papert::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  papert export xlogo --mint 1000000 --count 10000 --format sharegpt --split 0.99,0.01 --out sft
      fresh tasks with their references, for LLaMA-Factory
  papert export tasks --format trl --for rl --out grpo
      a data folder: prompts, and what a reward function needs
  papert export tasks --format messages --without skill=math --exclude held-out --out no-math
      without tasks of a tag, and without those that equal one of another set
  papert export xlogo --mint 1000000 --mode prompting=train --format open-instruct --out base
      short prompts and bare programs, for base models (--fence: in a code block)
  papert export grown --round 2 --format sharegpt --out second
      of a folder of papert datagen turtle: what its second round kept
  papert export xlogo --mint 1000000 --count 100000 --format trl --shard 3/16 --out sft
      a sixteenth of it, in sft.s003of016: a set of its own, of which a trainer reads any number
  papert export RUN --format messages --out kept
      what a model answered right (rejection sampling)
  papert export RUN RUN --pairs --format trl --out dpo
      a right reply and one that is not, of the same task
  papert export RUN --repair --format messages --out repair
      a reply that is not right, what was wrong with it, and the reference
  papert export --check sft
      every file against SHA256SUMS, every line against the rules of the trainer's loader

A task that equals one of a published evaluation set is left out and counted; --allow-evaluation
keeps it. The folder is written beside its place and renamed when it is whole: it is there finished,
or not at all. The same command gives the same bytes. docs/export.md shows each format.)";

std::string many(std::size_t count) { return format_count(static_cast<std::int64_t>(count)); }

Result<datagen::ExportUse> wanted_use(const ExportRequest& options,
                                      const datagen::ExportFormat& format) {
  datagen::ExportUse use = format.uses.front();
  if (options.pairs) use = datagen::ExportUse::kPairs;
  for (const auto each :
       {datagen::ExportUse::kSft, datagen::ExportUse::kRl, datagen::ExportUse::kPairs}) {
    if (options.use == datagen::use_name(each)) use = each;
  }
  if (options.pairs && use != datagen::ExportUse::kPairs) {
    return fail(ErrorCode::kUsage, "--pairs is for pairs, not for " + options.use, "--for");
  }
  if (std::ranges::find(format.uses, use) != format.uses.end()) return use;
  std::string known;
  for (const datagen::ExportUse each : format.uses) {
    known += (known.empty() ? "" : ", ") + std::string(datagen::use_name(each));
  }
  return fail(
      ErrorCode::kUsage,
      fmt::format("{} has no form for {}; it has: {}", format.name, datagen::use_name(use), known),
      "--for");
}

Result<std::unordered_set<std::string>> excluded_tasks(const ExportRequest& options,
                                                       const suite::Suite& suite) {
  std::unordered_set<std::string> all;
  for (const std::string& folder : options.exclude) {
    suite::LoadOptions load;
    load.modes = TRY(suite::modes_for(suite, folder));
    load.jobs = options.jobs;
    const auto tasks = TRY(suite.load(folder, load));
    report_problems(tasks->problems());
    all.merge(TRY(datagen::hashes_of(suite.name(), *tasks, options.jobs)));
  }
  return all;
}

Result<datagen::ExportOptions> make_options(const ExportRequest& options,
                                            const suite::Suite& suite) {
  datagen::ExportOptions wishes;
  wishes.format = TRY(datagen::find_export_format(options.format));
  wishes.use = TRY(wanted_use(options, *wishes.format));
  wishes.out = options.out;
  for (const std::string& text : options.only) {
    suite::Tag tag = TRY(datagen::parse_tag(text, "--only"));
    wishes.tags.only.push_back(std::move(tag));
  }
  for (const std::string& text : options.without) {
    suite::Tag tag = TRY(datagen::parse_tag(text, "--without"));
    wishes.tags.without.push_back(std::move(tag));
  }
  wishes.excluded = TRY(excluded_tasks(options, suite));
  wishes.allow_evaluation = options.allow_evaluation;
  if (options.limit > 0) wishes.limit = options.limit;
  if (!options.split.empty()) wishes.split = TRY(datagen::parse_split(options.split));
  wishes.seed = options.seed;
  wishes.shard = options.shard;
  wishes.rows_per_shard = options.rows_per_shard;
  wishes.jsonl = options.jsonl;
  wishes.jobs = options.jobs;
  return wishes;
}

void left_out(std::size_t count, const std::string& noun, const std::string& why) {
  if (count == 0) return;
  print(fmt::format("{} left out: {}\n", counted(static_cast<std::int64_t>(count), noun), why));
}

void print_report(const ExportRequest& options, const datagen::ExportReport& report) {
  const std::string validation =
      report.validation == 0 ? "" : fmt::format(", {} for validation", many(report.validation));
  print(fmt::format("{}: {}{}, {}\n", options.out,
                    counted(static_cast<std::int64_t>(report.train), "example"), validation,
                    counted(static_cast<std::int64_t>(report.pictures), "picture")));
  left_out(report.unselected, "task", "of other tags");
  left_out(report.evaluation, "task",
           "of published evaluation sets (--allow-evaluation keeps them)");
  left_out(report.held_out, "example",
           "of the set's own evaluation split (--allow-evaluation keeps them)");
  left_out(report.excluded, "task", "equal to one of --exclude");
  left_out(report.left_over, "example", "beyond --limit or --split");
  left_out(report.unusable.size(), "example", "with a placeholder of pictures in the text");
  if (report.blanked > 0) {
    print(fmt::format("{} written with a blank in a placeholder of pictures (<image >)\n",
                      counted(static_cast<std::int64_t>(report.blanked), "example")));
  }
  if (report.train > 0) print(fmt::format("how to use it: {}/README.md\n", options.out));
}

/// Shows one line for each stage.
class Stages {
 public:
  explicit Stages(const std::string& display) : display_(display_from(display)) {}

  void update(const char* stage, std::size_t done, std::size_t total) {
    if (stage_ != stage) {
      line_.reset();
      line_ = std::make_unique<ProgressLine>(display_, stage);
      stage_ = stage;
    }
    line_->update(done, total);
  }

 private:
  Display display_;
  std::string stage_;
  std::unique_ptr<ProgressLine> line_;
};

Result<int> export_log(const ExportRequest& options, const NamedSources& named) {
  if (named.runs.size() != 1) {
    return fail(ErrorCode::kUsage, "a log is of one run: name that", options.sources.front());
  }
  const run::RecordedRun opened = TRY(open_asked(options, named, options.picture));
  const SignalCancel signals;
  datagen::InspectReport report;
  {
    Stages stages(options.display);
    datagen::InspectOptions wishes{.out = options.out, .cancel = signals.token()};
    wishes.progress = [&](std::size_t done, std::size_t total) {
      stages.update("written", done, total);
    };
    report = TRY(datagen::export_inspect(opened, named.runs.front(), wishes));
  }
  const bool bad = report_problems(report.damaged);
  print(fmt::format("{}: {}, {} of them without a score\n", options.out,
                    counted(static_cast<std::int64_t>(report.samples), "sample"),
                    many(report.unscored)));
  return bad ? kExitBadData : kExitDone;
}

Result<int> export_set(const ExportRequest& options) {
  if (options.format.empty() || options.out.empty()) {
    return fail(ErrorCode::kUsage,
                options.format.empty() ? "say how: --format NAME" : "say where to: --out DIR");
  }
  const datagen::ExportFormat* const format = TRY(datagen::find_export_format(options.format));
  const NamedSources named = TRY(find_sources(options));
  if (format->whole_run) return export_log(options, named);
  datagen::ExportOptions wishes = TRY(make_options(options, *named.suite));
  const auto source = TRY(open_export_source(options, named));
  report_notes(source->tasks().notes());
  bool bad = report_problems(source->tasks().problems());
  bad = report_problems(source->problems()) || bad;
  const SignalCancel signals;
  wishes.cancel = signals.token();
  auto stages = std::make_unique<Stages>(options.display);
  wishes.progress = [&](const char* stage, std::size_t done, std::size_t total) {
    stages->update(stage, done, total);
  };
  auto report = datagen::export_examples(*source, wishes);
  stages.reset();  // its line ends before others begin
  if (!report) return fail(std::move(report.error()));
  bad = report_problems(report->unusable) || bad;
  print_report(options, *report);
  return bad ? kExitBadData : kExitDone;
}

Result<int> check_set(const ExportRequest& options) {
  const suite::CheckReport report = TRY(datagen::check_export(options.check));
  report_problems(report.problems);
  print(fmt::format("{}: {} checked, {}\n", options.check,
                    counted(static_cast<std::int64_t>(report.checked), "example"),
                    counted(static_cast<std::int64_t>(report.problems.size()), "problem")));
  return report.problems.empty() ? kExitDone : kExitNo;
}

std::string format_names() {
  std::vector<std::string_view> names;
  names.reserve(datagen::export_formats().size());
  for (const datagen::ExportFormat& format : datagen::export_formats())
    names.push_back(format.name);
  return fmt::format("{}", fmt::join(names, "|"));
}

void add_source_options(Command& app, ExportRequest& options) {
  app.add_option("source", options.sources,
                 "a data folder, one or more runs, or a suite with --mint or --data")
      ->type_name("DATA|RUN|SUITE");
  app.add_option("--suite", options.suite, "the suite of the data (default: by their layout)")
      ->type_name("SUITE");
  options.data.add_to(app);
  app.add_option("--mode", options.mode.given, "how tasks are asked (papert list modes)")
      ->type_name("KEY=VALUE");
  app.add_option("--prompt", options.prompt, "a prompt template of your own")->type_name("FILE");
  app.add_option("--picture", options.picture,
                 "turtleai: drawings clean, as by hand, or each twice")
      ->type_name("clean|hand|both")
      ->check(one_of({"clean", "hand", "both"}));
  app.add_option("--round", options.round,
                 "of a folder of datagen turtle: the generation of that round instead of the set")
      ->type_name("N")
      ->check(between(1, 99));
  app.add_option(
         "--target", options.target,
         "what is to be imitated (default: of a run the replies, else labels or references)")
      ->type_name("reference|label|reply")
      ->check(one_of({"reference", "label", "reply"}));
  app.add_option("--verdict", options.verdicts,
                 "of a run: only these replies (default: right; repeat, or separate by commas)")
      ->type_name("V")
      ->delimiter(',');
  app.add_flag("--pairs", options.pairs, "of a run: a right reply and one that is not");
  app.add_flag("--repair", options.repair,
               "of a run: a reply that is not right, what was wrong, and the reference");
  app.add_flag("--fence", options.fence, "references in a code block, for chat models");
  add_log_dir(app, options.log_dir);
}

void add_choice_options(Command& app, ExportRequest& options) {
  app.add_option("--only", options.only, "only tasks with this tag (repeat)")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  app.add_option("--without", options.without, "no tasks with this tag (repeat)")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  app.add_option("--exclude", options.exclude,
                 "no tasks that equal one of these data, whatever its id (repeat)")
      ->type_name("DATA")
      ->expected(1)
      ->take_all();
  app.add_flag("--allow-evaluation", options.allow_evaluation,
               "also tasks that equal one of a published evaluation set");
  app.add_option("--limit", options.limit, "at most so many examples, drawn by --seed")
      ->type_name("N")
      ->check(positive());
  app.add_option("--split", options.split,
                 "so many for training and for validation, or shares of all (0.9,0.1)")
      ->type_name("N,M");
  app.add_option("--seed", options.seed, "of --limit and --split")
      ->type_name("S")
      ->capture_default_str();
}

}  // namespace

std::function<int()> add_export(Command& app) {
  auto options = std::make_shared<ExportRequest>();
  add_source_options(app, *options);
  app.add_option("--format", options->format, "whose form")->type_name(format_names());
  app.add_option("--for", options->use, "for imitation, for rewards, or for preferences")
      ->type_name("sft|rl|pairs")
      ->check(one_of({"sft", "rl", "pairs"}));
  add_choice_options(app, *options);
  app.add_option("--rows-per-shard", options->rows_per_shard,
                 "where a format writes several files (default: its own)")
      ->type_name("N")
      ->check(positive());
  app.add_flag("--jsonl", options->jsonl, "verl: the rows as lines of JSON, too");
  app.add_option("--out", options->out, "the folder to write")->type_name("DIR");
  app.add_option("--check", options->check, "verify this folder instead")->type_name("DIR");
  app.add_option("--jobs", options->jobs, "threads; the files are the same for any number")
      ->type_name("N")
      ->check(positive())
      ->capture_default_str();
  add_shard(app, options->shard);
  add_display(app, options->display);
  app.footer(kExamples);
  return [options] {
    if (!options->out.empty()) options->out = options->shard.part_of(options->out).string();
    options->pairs = options->pairs || options->use == "pairs";
    const auto code = options->check.empty() ? export_set(*options) : check_set(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
