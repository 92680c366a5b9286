#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "asking.h"
#include "base/cancel.h"
#include "base/file.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "damage.h"
#include "model/cache.h"
#include "model/price.h"
#include "progress.h"
#include "run/folder.h"
#include "run/ledger.h"
#include "run/open_model.h"
#include "run/runner.h"
#include "run_request.h"

namespace papert::cli {
namespace {

constexpr const char* kEvalExamples = R"(Examples:
  papert eval shapecode --mint 7 --model baseline/heuristic
      150 fresh tasks (50 per tier), answered by the built-in baseline
  papert eval xlogo --data tasks --model openai/gpt-5-mini --max-connections 32
      asks a model; OPENAI_API_KEY, and OPENAI_BASE_URL for any compatible server
  papert eval xlogo --data tasks --model openai/local --mode form=picture -n 5 --temperature 0.8
      pictures in the prompt; five answers per task: pass@k in the table
  papert eval shapecode --data eval_v1 --model anthropic/NAME --prices p.json --max-cost 5
      stops before the run would have cost more, however often it is continued
  papert eval turtleai --data tasks --model openai/NAME --turns 3
      up to three tries: a wrong answer is explained, with the picture of what it drew
  papert eval shapecode --data eval_v1 --model baseline/oracle --limit 12
      twelve tasks, evenly over the tiers and the same for every model; more continues the run
  papert eval shapecode --mint 7 --model replay/runs/2026... --prompt my_prompt.txt
      recorded replies, scored again as a new run
  papert eval sgp --data questions.csv --model openai/local --extract judge --judge openai/NAME
      where no rule finds the answer, another model reads it out (JUDGE_API_KEY, JUDGE_BASE_URL)
  papert eval shapecode --mint 7 --model openai/gpt-5-mini --dry-run
      only says what would be asked and what it might cost, and shows one prompt
  papert eval turtleai --data tasks --model openai/NAME --shard 3/16
      a sixteenth of the tasks, in a folder of its own; 'papert merge' joins the parts

A run is identified by suite, data, model, server, label, prompt, system message, modes and sampling.
Repeating the command resumes it; raising --limit, --count or --epochs asks only for what is new; a
finished run just prints its table. Replies of paid models are also kept in a cache (papert cache
ls), so an equal request is not paid twice; --cache and --no-cache say otherwise.)";

struct EvalOptions : AskingFlags {
  RunRequest request;
  std::size_t max_equal_errors = 10;
  double fail_on_error = 1;
  std::string display;
  bool json = false;
  bool dry_run = false;
};

Result<model::ModelOptions> model_options(const EvalOptions& options,
                                          const run::RunConfig& config) {
  model::ModelOptions model = TRY(asking_options(options));
  model.sampling = config.sampling;
  return model;
}

/// A judge is asked at its own address with its own key: of the answering model's settings only
/// those stay that say how to wait and what to pay.
model::ModelOptions judge_options(const model::ModelOptions& answering) {
  model::ModelOptions options = answering;
  options.prefix = "JUDGE";
  options.sampling = {};
  options.base_url.clear();
  options.max_tokens_field.clear();
  options.headers.clear();
  return options;
}

Result<std::unique_ptr<run::AnswerReader>> make_judge(const run::RunConfig& config,
                                                      const model::ModelOptions& answering) {
  if (config.judging == run::Judging::kNever) return std::unique_ptr<run::AnswerReader>();
  auto model = TRY(model::make_model(config.judge, judge_options(answering)));
  return std::make_unique<run::AnswerReader>(config.judge, std::move(model), config.judging);
}

bool wants_cache(const run::RunConfig& config, const model::ModelOptions& answering) {
  if (model::cache_use(config.model, answering).on) return true;
  return config.judging != run::Judging::kNever &&
         model::cache_use(config.judge, judge_options(answering)).on;
}

Result<int> dry_run(const OpenedRun& opened, const model::ModelOptions& options) {
  const run::RunConfig& config = opened.config;
  const auto count = static_cast<std::int64_t>(opened.chosen.size());
  const std::int64_t samples = count * config.epochs;
  print(fmt::format("{} x {} = {}\n", counted(count, "task"), counted(config.epochs, "epoch"),
                    counted(samples, "sample")));
  std::int64_t tokens = 0;
  for (const std::size_t i : opened.chosen) {
    suite::Prompt prompt = TRY(opened.tasks->prompt(i, config.prompt_text));
    tokens += model::estimated_input_tokens(
        {"", 0, config.system_text + prompt.text, std::move(prompt.images)});
  }
  tokens *= config.epochs;
  print(fmt::format("about {} tokens to send{}\n", format_count(tokens),
                    config.turns > 1 ? " in the first turn" : ""));
  const auto price = options.prices ? options.prices->find(config.model) : std::nullopt;
  if (price) {
    const double million = 1e6;
    const auto output =
        static_cast<double>(config.sampling.max_tokens.value_or(model::kAssumedOutputTokens));
    const double sent = static_cast<double>(tokens) / million * price->input;
    const auto replies = static_cast<double>(samples * config.turns);
    const double most = replies * output / million * price->output;
    print(
        fmt::format("about {:.2f} USD to send; answers cost at most {:.2f} USD ({} tokens each)\n",
                    sent, most, static_cast<std::int64_t>(output)));
  } else if (options.prices) {
    print("the price file has no price for " + config.model + "\n");
  }
  const std::size_t first = opened.chosen.front();
  const suite::Prompt prompt = TRY(opened.tasks->prompt(first, config.prompt_text));
  if (!config.system_text.empty()) {
    print(fmt::format("\nThe system message:\n\n{}\n", config.system_text));
  }
  print(fmt::format("\nThe prompt of {}:\n\n{}\n", opened.tasks->task(first).id, prompt.text));
  for (const std::string& image : prompt.images) {
    print(fmt::format("[a PNG picture of {} bytes]\n",
                      format_count(static_cast<std::int64_t>(image.size()))));
  }
  return kExitDone;
}

/// Shows progress after each sample and, while nothing comes back, what is waited for.
class Watch {
 public:
  Watch(const EvalOptions& options, const model::Model& model)
      : model_(model),
        display_(display_from(options.display)),
        json_(options.json),
        what_(options.request.model),
        ticker_([this](const std::stop_token& stop) { tick(stop); }) {}

  void update(const run::Progress& progress) {
    const std::lock_guard lock(mutex_);
    progress_ = progress;
    show();
  }

 private:
  void tick(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      wake_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
      if (progress_.total > 0 && !stop.stop_requested()) show();
    }
  }

  void show() {
    if (!line_) line_ = std::make_unique<ProgressLine>(display_, what_, progress_.resumed);
    const std::string waiting = model_.waiting();
    if (json_) {
      line_->event(progress_.done, progress_.total, facts(waiting));
      return;
    }
    std::string note = fmt::format("{} right", progress_.right);
    if (progress_.cached > 0) note += fmt::format("  {} from the cache", progress_.cached);
    if (progress_.not_scored > 0) note += fmt::format("  {} not scored", progress_.not_scored);
    if (const auto tokens = progress_.input_tokens + progress_.output_tokens; tokens > 0) {
      note += "  " + format_count(tokens) + " tokens";
    }
    if (progress_.cost_usd > 0) note += fmt::format("  {:.2f} USD", progress_.cost_usd);
    if (!waiting.empty()) note += "  " + waiting;
    line_->update(progress_.done, progress_.total, note);
  }

  [[nodiscard]] Json facts(const std::string& waiting) const {
    return {{"right", progress_.right},
            {"not_scored", progress_.not_scored},
            {"cached", progress_.cached},
            {"input_tokens", progress_.input_tokens},
            {"output_tokens", progress_.output_tokens},
            {"cost_usd", progress_.cost_usd},
            {"waiting", waiting}};
  }

  const model::Model& model_;
  Display display_;
  bool json_;
  std::string what_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  run::Progress progress_;
  std::unique_ptr<ProgressLine> line_;
  std::jthread ticker_;
};

/// A run that is ready to be asked, in a folder that is locked.
struct Job {
  const EvalOptions& options;
  const OpenedRun& opened;
  const model::ModelOptions& settings;
  model::Model& model;
  const run::AnswerReader* judge;
  run::RunFolder& folder;
};

Result<run::Progress> ask_all(const Job& job, const run::Ledger& ledger,
                              const CancelToken& cancel) {
  const run::RunConfig& config = job.opened.config;
  Watch watch(job.options, job.model);
  run::RunOptions run_options;
  run_options.tasks = job.opened.chosen;
  run_options.epochs = config.epochs;
  run_options.samples_in_all = static_cast<std::size_t>(config.samples);
  run_options.prompt_template = config.prompt_text;
  run_options.system = config.system_text;
  run_options.extraction = config.extraction;
  run_options.judge = job.judge;
  run_options.answer_retries = static_cast<int>(config.answer_retries);
  run_options.turns = config.turns;
  run_options.turn_prompt = config.turn_prompt_text;
  const std::size_t concurrency = job.model.concurrency();
  run_options.jobs = concurrency == 0 ? available_processors() : concurrency;
  run_options.max_equal_errors = job.options.max_equal_errors;
  run_options.failures_without_status = config.model.starts_with("command/");
  run_options.cancel = cancel;
  run_options.progress = [&](const run::Progress& progress) { watch.update(progress); };
  return run::run_tasks(*job.opened.tasks, job.model, job.folder.path(), ledger, run_options);
}

/// Where requests go, before the first one is sent.
void report_addresses(const EvalOptions& options, const model::Model& model,
                      const run::AnswerReader* judge) {
  const std::string where = model.describe();
  if (options.json) {
    Json line{{"event", "start"}, {"model", options.request.model}, {"server", where}};
    if (judge != nullptr) line["judge"] = judge->describe();
    print_error(dump_json(line) + "\n");
    return;
  }
  if (!where.empty()) print_error(where + "\n");
  if (judge != nullptr) print_error("judge: " + judge->describe() + "\n");
}

/// Why samples could not be scored, the most frequent reason first.
void report_reasons(const run::Progress& progress) {
  constexpr std::size_t kShown = 5;
  std::vector<std::pair<std::string, std::size_t>> reasons(progress.reasons.begin(),
                                                           progress.reasons.end());
  std::ranges::stable_sort(reasons, std::greater<>(), &std::pair<std::string, std::size_t>::second);
  for (std::size_t i = 0; i < std::min(reasons.size(), kShown); ++i) {
    report_note(fmt::format("{} not scored: {}",
                            counted(static_cast<std::int64_t>(reasons[i].second), "sample"),
                            reasons[i].first));
  }
  if (reasons.size() > kShown) {
    report_note(fmt::format("and {} more",
                            counted(static_cast<std::int64_t>(reasons.size() - kShown), "reason")));
  }
  if (progress.without_pictures > 0) {
    report_note(fmt::format("the pictures of {} could not be stored: {}",
                            counted(static_cast<std::int64_t>(progress.without_pictures), "sample"),
                            progress.picture_error));
  }
}

/// Whether a run that came to its end has as many scores as it must.
Result<int> exit_code_for(const EvalOptions& options, const OpenedRun& opened,
                          const analysis::RunSummary& summary) {
  const auto samples = static_cast<std::int64_t>(summary.figures.samples);
  const auto not_scored = static_cast<std::int64_t>(summary.figures.not_scored);
  if (samples == not_scored) {
    report_error({ErrorCode::kUsage, "nothing could be scored", ""});
    return kExitNo;
  }
  const double share = static_cast<double>(not_scored) / static_cast<double>(samples);
  if (share > options.fail_on_error) {
    report_error({ErrorCode::kUsage,
                  fmt::format("{} of {} were not scored, a share of {:.4f}: more than "
                              "--fail-on-error {}",
                              format_count(not_scored), counted(samples, "sample"), share,
                              options.fail_on_error),
                  ""});
    return kExitNo;
  }
  return opened.bad_data ? kExitBadData : kExitDone;
}

/// The message of a run that ended because its requests failed alike.
Error gave_up(const EvalOptions& options, const std::string& why) {
  return {
      ErrorCode::kUsage,
      fmt::format("stopped after {} in a row that failed in the same way: {}; repeat the command "
                  "when it is repaired (--max-equal-errors 0 goes on regardless)",
                  counted(static_cast<std::int64_t>(options.max_equal_errors), "request"), why),
      ""};
}

/// Who pays: the folder, not the run's id, because an equal run in another folder pays for itself;
/// and its inode, because a new folder may come to have the path of one that was moved away.
std::string account_of(const std::filesystem::path& folder) {
  struct stat info{};
  const bool known = ::stat(folder.c_str(), &info) == 0;
  const std::filesystem::path place = absolute_path(folder).lexically_normal();
  return fmt::format("{} {}", place.string(), known ? info.st_ino : 0);
}

/// Asks for what is missing.
Result<int> ask_and_conclude(const Job& job) {
  const SignalCancel signals;
  const std::string place = job.folder.path().string();
  const run::Ledger ledger = TRY(run::Ledger::open(*job.opened.tasks, job.folder.path()));
  report_problems(ledger.damaged());
  TRY(job.folder.plan(ledger, job.opened.chosen));
  // What the run spent before counts against its limit.
  if (job.settings.budget) job.settings.budget->charge(ledger.spent_usd());
  const auto progress = ask_all(job, ledger, signals.token());
  if (job.settings.cache && !job.settings.cache->trouble().empty()) {
    report_note("the cache of replies could not be used: " + job.settings.cache->trouble());
  }
  if (!progress) {
    Error error = progress.error();
    std::error_code ignored;
    if (std::filesystem::file_size(run::samples_path(place), ignored) > 0) {
      error.message += "; what was answered is in " + place;
    }
    return fail(std::move(error));
  }
  report_reasons(*progress);
  if (!progress->gave_up.empty()) {
    report_error(gave_up(job.options, progress->gave_up));
    return kExitNo;
  }
  if (progress->done < progress->total) {
    return fail(ErrorCode::kCancelled,
                fmt::format("interrupted: {} of {} are in {}; repeat the command to go on",
                            format_count(static_cast<std::int64_t>(progress->done)),
                            counted(static_cast<std::int64_t>(progress->total), "sample"), place));
  }
  const analysis::RunSummary summary = TRY(conclude(job.opened, job.folder, job.options.json));
  return exit_code_for(job.options, job.opened, summary);
}

Result<int> evaluate(const EvalOptions& options) {
  OpenedRun opened = TRY(open_run(options.request));
  run::RunConfig& config = opened.config;
  model::ModelOptions settings = TRY(model_options(options, config));
  if (options.dry_run) {
    if (!opened.chosen.empty()) return dry_run(opened, settings);
    print("none of the tasks belongs to this shard\n");
    return kExitDone;
  }
  if (wants_cache(config, settings)) settings.cache = open_reply_cache(settings);
  const run::OpenedModel asked = TRY(run::open_model(config.model, *opened.suite, *opened.tasks,
                                                     options.request.log_dir, settings));
  model::Model& model = *asked.model;
  report_damage(asked.damaged);
  const auto judge = TRY(make_judge(config, settings));
  config.address = model.address();
  if (judge) config.judge_address = judge->address();
  config.started = iso_time();
  config.machine = run::this_machine();
  if (opened.chosen.empty()) {
    TRY(record_empty_shard(opened, options.request.log_dir));
    return kExitDone;
  }
  // A bad template, or a suite that has nothing for a judge, fails before any work. A task that
  // cannot be asked is one sample's matter.
  const auto first = opened.tasks->prompt(opened.chosen.front(), config.prompt_text);
  if (!first && first.error().code == ErrorCode::kUsage) return fail(first.error());
  if (judge) TRY(opened.tasks->judge_prompt(opened.chosen.front(), ""));
  report_addresses(options, model, judge.get());
  auto folder = TRY(run::RunFolder::open_or_create(options.request.log_dir, config, time_stamp()));
  const std::string account = account_of(folder.path());
  model.charge_to(account);
  if (judge) judge->charge_to(account);
  auto code = ask_and_conclude({options, opened, settings, model, judge.get(), folder});
  if (!code) folder.discard_if_empty();
  return code;
}

/// How the model is reached.
void add_connection_options(Command& app, EvalOptions& options) {
  add_connections(app, options);
  app.add_option("--base-url", options.model.base_url,
                 "the server, before OPENAI_BASE_URL and the like")
      ->type_name("URL");
  app.add_option("--max-tokens-field", options.model.max_tokens_field,
                 "OpenAI's format: max_tokens or max_completion_tokens (default: by the model)")
      ->type_name("NAME")
      ->check(one_of({"max_tokens", "max_completion_tokens"}));
  app.add_option("--header", options.model.headers,
                 "a header of every request; may be repeated; its value is never shown or recorded")
      ->type_name("NAME:VALUE")
      ->allow_extra_args(false);
  app.add_flag("--stream", options.model.stream,
               "have replies sent in pieces (past gateways' limits)");
}

/// What a run may cost, and when it is given up.
void add_cost_options(Command& app, EvalOptions& options) {
  add_costs(app, options, "the run");
  app.add_option("--max-equal-errors", options.max_equal_errors,
                 "stop after so many requests in a row that were refused alike; 0: never")
      ->type_name("K")
      ->capture_default_str();
  app.add_option("--fail-on-error", options.fail_on_error,
                 "exit code 1 if more than this share of samples was not scored")
      ->type_name("SHARE")
      ->check(between(0.0, 1.0))
      ->capture_default_str();
}

}  // namespace

std::function<int()> add_eval(Command& app) {
  auto options = std::make_shared<EvalOptions>();
  options->request.add_to(app,
                          "openai/, anthropic/, google/, vllm/, ollama/, azure/, openrouter/, "
                          "command/, baseline/, solver/, replay/",
                          Reader::kJudgeToo);
  options->request.add_reading_to(app);
  options->request.add_shard_to(app);
  add_connection_options(app, *options);
  add_cost_options(app, *options);
  add_display(app, options->display);
  app.add_flag("--json", options->json,
               "print the summary as JSON, and progress as JSON lines on standard error");
  app.add_flag("--dry-run", options->dry_run, "show what would be asked, ask nothing");
  app.footer(kEvalExamples);
  return [options] {
    const auto code = evaluate(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
