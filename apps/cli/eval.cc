#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/cancel.h"
#include "base/file.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "model/cache.h"
#include "model/price.h"
#include "progress.h"
#include "run/folder.h"
#include "run/respondent.h"
#include "run/runner.h"
#include "run_request.h"

namespace papert::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  papert eval shapecode --mint 7 --model baseline/heuristic
      150 fresh tasks (50 per tier), answered by the built-in baseline
  papert eval xlogo --data tasks --model openai/gpt-5-mini --max-connections 32
      asks a model; OPENAI_API_KEY, and OPENAI_BASE_URL for any compatible server
  papert eval xlogo --data tasks --model openai/local --mode form=picture -n 5 --temperature 0.8
      pictures in the prompt; five answers per task: pass@k in the table
  papert eval shapecode --data eval_v1 --model anthropic/NAME --prices p.json --max-cost 5
      stops before it would have cost more; repeat with more to go on
  papert eval shapecode --data eval_v1 --model baseline/oracle --tier hard --limit 10
      the first ten hard tasks of a data folder
  papert eval shapecode --mint 7 --model replay/runs/2026... --prompt my_prompt.txt
      recorded replies, scored again as a new run
  papert eval sgp --data questions.csv --model openai/local --extract judge --judge openai/NAME
      where no rule finds the answer, another model reads it out (JUDGE_API_KEY, JUDGE_BASE_URL)
  papert eval shapecode --mint 7 --model openai/gpt-5-mini --dry-run
      only says what would be asked and what it might cost, and shows one prompt

A run is identified by suite, data, model, prompt, modes and sampling. Repeating the command resumes
it; raising --limit, --count or --epochs asks only for what is new; a finished run just prints its
table. Replies of paid models are also kept in a cache (papert cache ls), so an equal request is not
paid twice; --cache and --no-cache say otherwise.)";

struct Options {
  RunRequest request;
  model::ModelOptions model;
  std::string prices;
  double max_cost = 0;
  std::string display;
  bool json = false;
  bool dry_run = false;
};

Result<model::ModelOptions> model_options(const Options& options, const run::RunConfig& config) {
  model::ModelOptions model = options.model;
  model.sampling = config.sampling;
  model.setting = [](const std::string& name) { return setting(name, ""); };
  if (!options.prices.empty()) {
    model.prices = std::make_shared<model::Prices>(TRY(model::Prices::load(options.prices)));
  }
  if (options.max_cost > 0) {
    if (!model.prices) return fail(ErrorCode::kUsage, "needs --prices FILE", "--max-cost");
    model.budget = std::make_shared<model::Budget>(options.max_cost);
  }
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

Result<std::unique_ptr<run::Judge>> make_judge(const run::RunConfig& config,
                                               const model::ModelOptions& answering) {
  if (config.judging == run::Judging::kNever) return std::unique_ptr<run::Judge>();
  auto model = TRY(model::make_model(config.judge, judge_options(answering)));
  return std::make_unique<run::Judge>(config.judge, std::move(model), config.judging);
}

bool wants_cache(const run::RunConfig& config, const model::ModelOptions& answering) {
  if (model::cache_use(config.model, answering).on) return true;
  return config.judging != run::Judging::kNever &&
         model::cache_use(config.judge, judge_options(answering)).on;
}

/// None, with a warning, if the folder is full, read-only or unknown: a run can do without.
std::shared_ptr<model::Cache> open_cache(const model::ModelOptions& options) {
  const auto path = model::cache_path(options.setting);
  auto cache =
      path ? model::Cache::open(*path) : Result<std::unique_ptr<model::Cache>>(fail(path.error()));
  if (cache) return std::move(*cache);
  print_error("papert: replies are not cached: " + cache.error().to_string() +
              " (--no-cache does without)\n");
  return nullptr;
}

Result<int> dry_run(const OpenedRun& opened, const model::ModelOptions& options) {
  const run::RunConfig& config = opened.config;
  const Range range = opened.range;
  const std::size_t count = range.last - range.first;
  const std::size_t samples = count * static_cast<std::size_t>(config.epochs);
  print(fmt::format("{} tasks x {} epochs = {} samples, run id {}\n", count, config.epochs, samples,
                    config.id()));
  std::int64_t tokens = 0;
  for (std::size_t i = range.first; i < range.last; ++i) {
    suite::Prompt prompt = TRY(opened.tasks->prompt(i, config.prompt_text));
    tokens +=
        model::estimated_input_tokens({"", 0, std::move(prompt.text), std::move(prompt.images)});
  }
  tokens *= config.epochs;
  print(fmt::format("about {} tokens to send\n", format_count(tokens)));
  const auto price = options.prices ? options.prices->find(config.model) : std::nullopt;
  if (price) {
    const double million = 1e6;
    const double output =
        static_cast<double>(config.sampling.max_tokens.value_or(model::kAssumedOutputTokens));
    const double sent = static_cast<double>(tokens) / million * price->input;
    const double most = static_cast<double>(samples) * output / million * price->output;
    print(
        fmt::format("about {:.2f} USD to send; answers cost at most {:.2f} USD ({} tokens each)\n",
                    sent, most, static_cast<std::int64_t>(output)));
  } else if (options.prices) {
    print("the price file has no price for " + config.model + "\n");
  }
  const suite::Prompt prompt = TRY(opened.tasks->prompt(range.first, config.prompt_text));
  print(
      fmt::format("\nThe prompt of {}:\n\n{}\n", opened.tasks->task(range.first).id, prompt.text));
  for (const std::string& image : prompt.images) {
    print(fmt::format("[a PNG picture of {} bytes]\n",
                      format_count(static_cast<std::int64_t>(image.size()))));
  }
  return kExitDone;
}

/// Shows progress after each sample and, while nothing comes back, what is waited for.
class Watch {
 public:
  Watch(const Options& options, run::Respondent& respondent)
      : respondent_(respondent),
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
      if (progress_.total > 0 && !respondent_.waiting().empty()) show();
    }
  }

  void show() {
    if (!line_) line_ = std::make_unique<ProgressLine>(display_, what_, progress_.resumed);
    const std::string waiting = respondent_.waiting();
    if (json_) {
      line_->event(progress_.done, progress_.total, facts(waiting));
      return;
    }
    std::string note = fmt::format("{} right", progress_.right);
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
            {"input_tokens", progress_.input_tokens},
            {"output_tokens", progress_.output_tokens},
            {"cost_usd", progress_.cost_usd},
            {"waiting", waiting}};
  }

  run::Respondent& respondent_;
  Display display_;
  bool json_;
  std::string what_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  run::Progress progress_;
  std::unique_ptr<ProgressLine> line_;
  std::jthread ticker_;
};

Result<run::Progress> ask_all(const Options& options, const OpenedRun& opened,
                              run::Respondent& respondent, const run::Judge* judge,
                              const run::RunFolder& folder, const CancelToken& cancel) {
  Watch watch(options, respondent);
  run::RunOptions run_options;
  run_options.first = opened.range.first;
  run_options.last = opened.range.last;
  run_options.epochs = opened.config.epochs;
  run_options.prompt_template = opened.config.prompt_text;
  run_options.extraction = opened.config.extraction;
  run_options.judge = judge;
  run_options.answer_retries = static_cast<int>(opened.config.answer_retries);
  const std::size_t concurrency = respondent.concurrency();
  run_options.jobs = concurrency == 0 ? available_processors() : concurrency;
  run_options.cancel = cancel;
  run_options.progress = [&](const run::Progress& progress) { watch.update(progress); };
  return run::run_tasks(*opened.tasks, respondent, folder.path(), run_options);
}

Result<int> evaluate(const Options& options) {
  const OpenedRun opened = TRY(open_run(options.request));
  const run::RunConfig& config = opened.config;
  model::ModelOptions model = TRY(model_options(options, config));
  if (options.dry_run) return dry_run(opened, model);
  if (wants_cache(config, model)) model.cache = open_cache(model);
  auto respondent =
      TRY(run::make_respondent(config.model, *opened.suite, options.request.log_dir, model));
  const auto judge = TRY(make_judge(config, model));
  // A bad template, or a suite that has nothing for a judge, fails before any work.
  TRY(opened.tasks->prompt(opened.range.first, config.prompt_text));
  if (judge) TRY(opened.tasks->judge_prompt(opened.range.first, ""));
  if (const std::string where = respondent->describe(); !where.empty()) {
    print_error(where + "\n");
  }
  if (judge) print_error("judge: " + judge->describe() + "\n");
  const auto folder =
      TRY(run::RunFolder::open_or_create(options.request.log_dir, config, time_stamp()));
  const SignalCancel signals;
  const auto progress = ask_all(options, opened, *respondent, judge.get(), folder, signals.token());
  if (model.cache && !model.cache->trouble().empty()) {
    print_error("papert: the cache of replies could not be used: " + model.cache->trouble() + "\n");
  }
  if (!progress) {
    return fail(progress.error().code,
                progress.error().message + "; what was answered is in " + folder.path().string());
  }
  if (progress->done < progress->total) {
    return fail(ErrorCode::kCancelled,
                fmt::format("interrupted: {} of {} samples are in {}; repeat the command to go on",
                            progress->done, progress->total, folder.path().string()));
  }
  TRY(conclude(opened, folder.path(), options.json));
  return opened.bad_data ? kExitBadData : kExitDone;
}

void add_model_options(CLI::App& app, Options& options) {
  app.add_option("--max-connections", options.model.max_connections, "requests at the same time")
      ->type_name("N")
      ->check(quiet(CLI::Range(1, 4096)))
      ->capture_default_str();
  app.add_option("--max-retries", options.model.max_retries, "attempts after the first")
      ->type_name("N")
      ->check(quiet(CLI::Range(0, 1000)))
      ->capture_default_str();
  app.add_option("--timeout", options.model.timeout_s,
                 "seconds an attempt may take (default: 600; programs an hour)")
      ->type_name("S")
      ->check(positive());
  app.add_option("--base-url", options.model.base_url,
                 "the server, before OPENAI_BASE_URL and the like")
      ->type_name("URL");
  app.add_option("--max-tokens-field", options.model.max_tokens_field,
                 "OpenAI's format: max_tokens or max_completion_tokens (default: by the model)")
      ->type_name("NAME")
      ->check(quiet(CLI::IsMember({"max_tokens", "max_completion_tokens"})));
  app.add_option("--header", options.model.headers,
                 "a header of every request; may be repeated; its value is never shown or recorded")
      ->type_name("NAME:VALUE")
      ->allow_extra_args(false);
  app.add_flag("--stream", options.model.stream,
               "have replies sent in pieces (past gateways' limits)");
  app.add_flag_callback(
      "--cache", [&options] { options.model.use_cache = true; },
      "keep replies and use kept ones (default, except for programs, private addresses and a "
      "temperature above 0)");
  app.add_flag_callback(
         "--no-cache", [&options] { options.model.use_cache = false; },
         "ask for every reply, keep none")
      ->excludes("--cache");
  app.add_option("--prices", options.prices, "JSON: model -> USD per million tokens")
      ->type_name("FILE");
  app.add_option("--max-cost", options.max_cost, "stop before more than this is spent")
      ->type_name("USD")
      ->check(positive());
}

}  // namespace

std::function<int()> add_eval(CLI::App& app) {
  auto options = std::make_shared<Options>();
  options->request.add_to(app,
                          "openai/, anthropic/, google/, vllm/, ollama/, azure/, openrouter/, "
                          "command/, baseline/, replay/",
                          Reader::kJudgeToo);
  options->request.add_reading_to(app);
  add_model_options(app, *options);
  add_display(app, options->display);
  app.add_flag("--json", options->json,
               "print the summary as JSON, and progress as JSON lines on standard error");
  app.add_flag("--dry-run", options->dry_run, "show what would be asked, ask nothing");
  app.footer(kExamples);
  return [options] {
    const auto code = evaluate(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
