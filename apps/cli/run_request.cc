#include "run_request.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <ctime>

#include "base/file.h"
#include "base/thread_pool.h"
#include "model/factory.h"
#include "report/html.h"
#include "report/table.h"
#include "run/folder.h"
#include "run/summary.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr std::size_t kMaxPromptBytes = std::size_t{1} << 20;

std::optional<std::size_t> whole_number(std::string_view digits) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

void add_sampling(CLI::App& app, RunRequest& request) {
  model::Sampling& sampling = request.sampling;
  const auto set_temperature = [&request](const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    request.own_temperature = text == "none";
    if (!request.own_temperature && !(whole && value >= 0 && value <= 10)) {
      throw CLI::ValidationError("--temperature",
                                 "'" + text + "' is neither a number from 0 to 10 nor none");
    }
    if (!request.own_temperature) request.sampling.temperature = value;
  };
  app.add_option_function<std::string>("--temperature", set_temperature,
                                       "how freely answers are drawn; none: the model's own way")
      ->type_name("X|none");
  app.add_option("--top-p", sampling.top_p, "only from the most likely share of words")
      ->type_name("X")
      ->check(quiet(CLI::Range(0.0, 1.0)));
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

}  // namespace

Result<Range> parse_limit(const std::string& text, std::size_t size) {
  if (text.empty()) return Range{0, size};
  const std::size_t dash = text.find('-');
  const bool span = dash != std::string::npos;
  const auto first = span ? whole_number(std::string_view(text).substr(0, dash)) : 1;
  const auto last = whole_number(std::string_view(text).substr(span ? dash + 1 : 0));
  if (!first || !last || *first < 1 || *last < *first) {
    return fail(ErrorCode::kUsage,
                "'" + text + "' is no limit: give N (the first N tasks) or A-B (from 1)",
                "--limit");
  }
  return Range{std::min(*first - 1, size), std::min(*last, size)};
}

std::string time_stamp() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

void RunRequest::add_to(CLI::App& app, const std::string& models, Reader reader) {
  app.add_option("suite", suite, "the benchmark (papert list suites)")->required();
  app.add_option("-m,--model", model, "who answers: " + models)
      ->type_name("PROVIDER/NAME")
      ->required();
  data.add_to(app);
  mode.add_to(app, reader);
  add_sampling(app, *this);
  app.add_option("--limit", limit, "only the first N tasks in id order, or tasks A to B")
      ->type_name("N|A-B");
  app.add_option("-n,--epochs", epochs, "how often each task is asked")
      ->type_name("N")
      ->check(quiet(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000})))
      ->capture_default_str();
  app.add_option("--prompt", prompt, "a prompt template of your own")->type_name("FILE");
  add_log_dir(app, log_dir);
}

void RunRequest::add_reading_to(CLI::App& app) {
  app.add_option("--judge", judge,
                 "with --extract judge: who reads out answers (JUDGE_API_KEY, JUDGE_BASE_URL)")
      ->type_name("PROVIDER/NAME");
  app.add_option("--answer-retries", answer_retries,
                 "how often a task is asked again whose reply has no answer")
      ->type_name("K")
      ->check(quiet(CLI::Range(std::int64_t{0}, std::int64_t{100})))
      ->capture_default_str();
  add_interval(app, interval);
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
  if (suite.is_greedy() && !said && request.epochs == 1 && model::has_temperature(request.model)) {
    sampling.temperature = 0;
  }
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
  config.limit = request.limit;
  TRY(request.mode.apply(*opened.suite, config));
  TRY(apply_reading(request, config));
  hint_at_encoder(config);
  config.prompt_name = request.prompt.empty() ? "default" : request.prompt;
  config.prompt_text = request.prompt.empty()
                           ? std::string(opened.suite->default_prompt(config.modes))
                           : TRY(read_file(request.prompt, kMaxPromptBytes));
  opened.tasks = TRY(config.data.open(*opened.suite, config.modes, available_processors()));
  report_notes(opened.tasks->notes());
  opened.bad_data = report_problems(opened.tasks->problems());
  config.data_hash = opened.tasks->data_hash();
  opened.summary.interval = interval_from_name(request.interval);
  opened.range = TRY(parse_limit(request.limit, opened.tasks->size()));
  if (opened.range.first == opened.range.last) {
    return fail(opened.bad_data ? ErrorCode::kBadData : ErrorCode::kUsage, "no tasks are selected");
  }
  return opened;
}

Result<void> conclude(const OpenedRun& opened, const std::filesystem::path& folder, bool json) {
  std::vector<std::string> ids;
  for (std::size_t i = opened.range.first; i < opened.range.last; ++i) {
    ids.push_back(opened.tasks->task(i).id);
  }
  const Json summary =
      TRY(run::summarise_run(folder, opened.config, *opened.suite, ids, opened.summary));
  TRY(write_file(run::summary_path(folder), dump_json_pretty(summary) + "\n"));
  const std::filesystem::path page = folder / "report.html";
  const std::string html = TRY(report::report_html({folder}, {summary}));
  TRY(write_file(page, html));
  if (json) {
    Json result;
    result["run"] = folder.string();
    result["report"] = page.string();
    result["summary"] = summary;
    print(dump_json(result) + "\n");
    return {};
  }
  print(fmt::format("{} {}  ({} tasks)\n\n", opened.config.suite, opened.config.model,
                    summary["tasks"].get<std::int64_t>()));
  print(report::summary_table(summary, {.color = is_rich_terminal(STDOUT_FILENO)}));
  print(fmt::format("\nreport: {}\nrun: {}\n", page.string(), folder.string()));
  if (const auto unscored = summary["not_scored"].get<std::int64_t>(); unscored > 0) {
    print(
        fmt::format("{} samples taught nothing about the model (see the verdicts); repeat the "
                    "command to ask for them again\n",
                    unscored));
  }
  return {};
}

}  // namespace papert::cli
