#include "run_request.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "analysis/runs.h"
#include "base/file.h"
#include "base/numbers.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "model/factory.h"
#include "report/html.h"
#include "report/table.h"
#include "run/plan.h"
#include "run/turns.h"
#include "suite/feedback.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr std::size_t kMaxPromptBytes = std::size_t{1} << 20;

std::string utc(const char* form) {
  const std::time_t now = std::time(nullptr);
  std::tm time{};
  ::gmtime_r(&now, &time);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), form, &time)};
}

void add_sampling(Command& app, RunRequest& request) {
  model::Sampling& sampling = request.sampling;
  const auto set_temperature = [&request](const std::string& text) {
    const auto value = parse_number<double>(text);
    request.own_temperature = text == "none";
    if (!request.own_temperature && !(value && *value >= 0 && *value <= 10)) {
      refuse_value("--temperature", "'" + text + "' is neither a number from 0 to 10 nor none");
    }
    if (!request.own_temperature) request.sampling.temperature = value;
  };
  app.add_option_function("--temperature", set_temperature,
                          "how freely answers are drawn; none: the model's own way")
      ->type_name("X|none");
  app.add_option("--top-p", sampling.top_p, "only from the most likely share of words")
      ->type_name("X")
      ->check(between(0.0, 1.0));
  app.add_option("--max-tokens", sampling.max_tokens, "longest answer, reasoning included")
      ->type_name("N")
      ->check(positive());
  app.add_option("--seed", sampling.seed, "of the provider's sampling, where it has one")
      ->type_name("N");
  app.add_option("--reasoning-effort", sampling.reasoning_effort, "as the provider names it")
      ->type_name("WORD");
  app.add_option("--extra-body", request.extra_body, "JSON merged into every request")
      ->type_name("JSON");
}

/// A judge that was named is asked, and one that is to be asked must be named.
Result<void> apply_reading(const RunRequest& request, run::RunConfig& config) {
  config.answer_retries = request.answer_retries;
  config.judge = request.judge;
  if (!config.judge.empty() && request.mode.extract.empty()) TRY(config.set_extraction("judge"));
  const bool asked = config.judging != run::Judging::kNever;
  if (asked && config.judge.empty()) {
    return fail(ErrorCode::kUsage, "say who reads the answers: --judge PROVIDER/NAME", "--extract");
  }
  if (!asked && !config.judge.empty()) {
    return fail(ErrorCode::kUsage, "a judge reads only with --extract judge or judge-always",
                "--judge");
  }
  return {};
}

/// Greedy by custom: a task that is asked once, and nothing said about how.
void apply_custom(const RunRequest& request, const suite::Suite& suite, model::Sampling& sampling) {
  const bool said = sampling.temperature || sampling.top_p || request.own_temperature ||
                    !sampling.reasoning_effort.empty() ||
                    sampling.extra_body.contains("temperature");
  if (suite.info().greedy && !said && request.epochs == 1 &&
      model::has_temperature(request.model)) {
    sampling.temperature = 0;
  }
}

/// How often a model may try, and what it is told.
Result<void> apply_turns(const RunRequest& request, run::RunConfig& config) {
  config.turns = request.turns;
  if (config.turns == 1) {
    if (request.turn_prompt.empty()) return {};
    return fail(ErrorCode::kUsage, "is for runs with several turns: give --turns N, too",
                "--turn-prompt");
  }
  if (request.answer_retries > 0) {
    return fail(ErrorCode::kUsage,
                "a reply without an answer is a turn with --turns: leave --answer-retries out",
                "--answer-retries");
  }
  config.turn_prompt_name = "default";
  config.turn_prompt_text = suite::default_turn_prompt();
  if (!request.turn_prompt.empty()) {
    config.turn_prompt_name = request.turn_prompt;
    config.turn_prompt_text = TRY(read_file(request.turn_prompt, kMaxPromptBytes));
  }
  return suite::check_turn_prompt(config.turn_prompt_text);
}

/// The prompt template and the system message.
Result<void> read_texts(const RunRequest& request, const suite::Suite& suite,
                        run::RunConfig& config) {
  config.prompt_name = "default";
  config.prompt_text = suite.default_prompt(config.modes);
  if (!request.prompt.empty()) {
    config.prompt_name = request.prompt;
    config.prompt_text = TRY(read_file(request.prompt, kMaxPromptBytes));
  }
  if (request.system.empty()) return {};
  config.system_name = request.system;
  config.system_text = TRY(read_file(request.system, kMaxPromptBytes));
  if (!trim(config.system_text).empty()) return {};
  return fail(ErrorCode::kUsage, "the system message is empty", request.system);
}

/// What the table does not say: how much of the run it covers, and what is missing in it.
void print_coverage(const OpenedRun& opened, const analysis::RunSummary& summary) {
  const analysis::Progress progress = summary.progress.value_or(analysis::Progress{});
  const auto asked = static_cast<std::int64_t>(opened.chosen.size()) * opened.config.epochs;
  if (!progress.complete()) {
    print(fmt::format("This run is not complete: {} of {}.\n", format_count(progress.done),
                      counted(progress.planned, "sample")));
  } else if (asked < progress.done) {
    print(fmt::format("The table covers all {} of the run; this command asked for {} of them.\n",
                      counted(progress.done, "sample"), format_count(asked)));
  }
  if (summary.cached > 0) {
    print(fmt::format("{} of {} from the cache.\n", format_count(summary.cached),
                      counted(static_cast<std::int64_t>(summary.figures.samples), "reply")));
  }
  if (const auto unscored = static_cast<std::int64_t>(summary.figures.not_scored); unscored > 0) {
    print(
        fmt::format("{} taught nothing about the model (see the verdicts); repeat the command to "
                    "ask for {} again\n",
                    counted(unscored, "sample"), unscored == 1 ? "it" : "them"));
  }
}

std::filesystem::path page_of(const std::filesystem::path& folder) {
  return folder / "report.html";
}

}  // namespace

std::string time_stamp() { return utc("%Y%m%dT%H%M%S"); }
std::string iso_time() { return utc("%Y-%m-%dT%H:%M:%SZ"); }

void RunRequest::add_to(Command& app, const std::string& models, Reader reader) {
  app.add_option("suite", suite, "the benchmark (papert list suites)")->required();
  app.add_option("-m,--model", model, "who answers: " + models)
      ->type_name("PROVIDER/NAME")
      ->required();
  data.add_to(app);
  mode.add_to(app, reader);
  add_sampling(app, *this);
  app.add_option("--limit", limit,
                 "only N tasks, spread evenly over the tiers; or the A-th to the B-th of these")
      ->type_name("N|A-B");
  app.add_option("--order", order, "ask in an order drawn from the data, or by id")
      ->type_name("seed|id")
      ->check(one_of({"seed", "id"}))
      ->capture_default_str();
  app.add_option("-n,--epochs", epochs, "how often each task is asked")
      ->type_name("N")
      ->check(between(std::int64_t{1}, std::int64_t{1'000'000}))
      ->capture_default_str();
  app.add_option("--prompt", prompt, "a prompt template of your own")->type_name("FILE");
  app.add_option("--system", system, "a system message")->type_name("FILE");
  app.add_option("--turns", turns,
                 "how often a model may try a task: after an answer that is not right it is told "
                 "so and shown what it drew; the last answer counts")
      ->type_name("N")
      ->check(between(std::int64_t{1}, run::kMostTurns))
      ->capture_default_str();
  app.add_option("--turn-prompt", turn_prompt, "with --turns: a template for what it is told")
      ->type_name("FILE");
  app.add_option(
         "--label", label,
         "a name for this checkpoint, or a number to draw it over (step=3): another label is "
         "another run")
      ->type_name("TEXT");
  add_log_dir(app, log_dir);
}

void RunRequest::add_shard_to(Command& app) { add_shard(app, shard); }

void RunRequest::add_reading_to(Command& app) {
  app.add_option("--judge", judge,
                 "with --extract judge: who reads out answers (JUDGE_API_KEY, JUDGE_BASE_URL)")
      ->type_name("PROVIDER/NAME");
  app.add_option("--answer-retries", answer_retries,
                 "how often a task is asked again whose reply has no answer")
      ->type_name("K")
      ->check(between(std::int64_t{0}, std::int64_t{100}))
      ->capture_default_str();
  add_interval(app, interval);
}

Result<OpenedRun> open_run(const RunRequest& request) {
  OpenedRun opened;
  opened.suite = TRY(suite::find_suite(request.suite));
  run::RunConfig& config = opened.config;
  config.suite = request.suite;
  config.data = TRY(request.data.source());
  config.model = request.model;
  config.sampling = request.sampling;
  if (!request.extra_body.empty()) {
    config.sampling.extra_body = TRY(parse_json(request.extra_body, "--extra-body"));
    if (!config.sampling.extra_body.is_object()) {
      return fail(ErrorCode::kUsage, "must be a JSON object", "--extra-body");
    }
  }
  apply_custom(request, *opened.suite, config.sampling);
  config.epochs = request.epochs;
  const run::Limit limit = TRY(run::Limit::parse(request.limit));
  config.limit = limit.text();
  config.label = request.label;
  TRY(request.mode.apply(*opened.suite, config));
  TRY(apply_reading(request, config));
  TRY(apply_turns(request, config));
  TRY(read_texts(request, *opened.suite, config));
  opened.tasks = TRY(config.data.open(*opened.suite, config.modes, available_processors()));
  report_notes(opened.tasks->notes());
  opened.bad_data = report_problems(opened.tasks->problems());
  config.data_hash = opened.tasks->data_hash();
  opened.summary.interval = interval_from_name(request.interval);
  opened.chosen = limit.pick(run::seeded_order(*opened.tasks, *opened.suite));
  if (request.order == "id") std::sort(opened.chosen.begin(), opened.chosen.end());
  if (opened.chosen.empty()) {
    return fail(opened.bad_data ? ErrorCode::kBadData : ErrorCode::kUsage, "no tasks are selected");
  }
  config.shard = request.shard;
  if (config.shard.whole()) return opened;
  config.samples = static_cast<std::int64_t>(opened.chosen.size()) * config.epochs;
  std::erase_if(opened.chosen,
                [&](std::size_t index) { return !config.shard.owns(opened.tasks->id(index)); });
  return opened;
}

Result<void> record_empty_shard(const OpenedRun& opened, const std::string& log_dir) {
  auto folder = TRY(run::RunFolder::open_or_create(log_dir, opened.config, time_stamp()));
  const run::Ledger ledger = TRY(run::Ledger::open(*opened.tasks, folder.path()));
  TRY(folder.plan(ledger, opened.chosen));
  TRY(folder.end(iso_time()));
  report_note(fmt::format("none of the tasks belongs to shard {}: {} is complete",
                          opened.config.shard.text(), folder.path().string()));
  return {};
}

Result<analysis::ReportedRun> write_results(const OpenedRun& opened, run::RunFolder& folder) {
  TRY(folder.end(iso_time()));
  std::vector<std::string> ids;
  ids.reserve(opened.chosen.size());
  for (const std::size_t index : opened.chosen) ids.push_back(opened.tasks->id(index));
  std::sort(ids.begin(), ids.end());
  analysis::ReportedRun run;
  run.folder = folder.path();
  run.summary =
      TRY(analysis::summarise_run(run.folder, folder.config(), *opened.suite, ids, opened.summary));
  run.config = TRY(analysis::read_run_json(run.folder));
  TRY(write_file(run::summary_path(run.folder), dump_json_pretty(to_json(run.summary)) + "\n"));
  const std::string html = TRY(report::report_html({&run, 1}));
  TRY(write_file(page_of(run.folder), html));
  return run;
}

Result<analysis::RunSummary> conclude(const OpenedRun& opened, run::RunFolder& folder, bool json) {
  analysis::ReportedRun run = TRY(write_results(opened, folder));
  const analysis::RunSummary& summary = run.summary;
  const std::filesystem::path page = page_of(run.folder);
  if (json) {
    Json result;
    result["run"] = folder.path().string();
    result["report"] = page.string();
    result["summary"] = to_json(summary);
    print(dump_json(result) + "\n");
    return std::move(run.summary);
  }
  print(fmt::format("{} {}  ({})\n\n", opened.config.suite,
                    run::short_name(opened.config, *opened.suite),
                    counted(static_cast<std::int64_t>(summary.figures.tasks), "task")));
  print(report::summary_table(summary, {.color = is_rich_terminal(STDOUT_FILENO)}));
  print(fmt::format("\nreport: {}\nrun: {}\n", page.string(), folder.path().string()));
  print_coverage(opened, summary);
  return std::move(run.summary);
}

}  // namespace papert::cli
