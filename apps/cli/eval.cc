#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <ctime>

#include "base/cancel.h"
#include "base/file.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "progress.h"
#include "report/html.h"
#include "report/table.h"
#include "run/config.h"
#include "run/folder.h"
#include "run/respondent.h"
#include "run/runner.h"
#include "run/summary.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  papert eval shapecode --mint 7 --model baseline/heuristic
      150 fresh tasks (50 per tier), answered by the built-in baseline
  papert eval shapecode --data eval_v1 --model baseline/oracle --tier hard --limit 10
      the first ten hard tasks of a data folder
  papert eval shapecode --mint 7 --model replay/runs/2026... --prompt my_prompt.txt
      recorded replies, scored again as a new run
  papert eval shapecode --mint 7 --model baseline/heuristic --dry-run
      only says what would be asked, and shows one prompt

A run is identified by suite, data, model and prompt. Repeating the command resumes it; raising
--limit, --count or --epochs asks only for what is new; a finished run just prints its table.)";

struct Options {
  std::string suite;
  std::string model;
  DataOptions data;
  std::string limit;
  std::int64_t epochs = 1;
  std::string prompt;
  std::string log_dir;
  std::string display;
  bool json = false;
  bool dry_run = false;
};

struct Range {
  std::size_t first = 0;
  std::size_t last = 0;  // one past
};

/// "N": the first N; "A-B": tasks A to B, counted from 1, both included.
Result<Range> parse_limit(const std::string& text, std::size_t size) {
  if (text.empty()) return Range{0, size};
  const auto number = [](std::string_view digits) -> std::optional<std::size_t> {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
  };
  const std::size_t dash = text.find('-');
  const auto first = dash == std::string::npos ? std::optional<std::size_t>(1)
                                               : number(std::string_view(text).substr(0, dash));
  const auto last = number(std::string_view(text).substr(dash == std::string::npos ? 0 : dash + 1));
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

Result<int> dry_run(const run::RunConfig& config, const suite::TaskSet& tasks, Range range) {
  const std::size_t count = range.last - range.first;
  print(fmt::format("{} tasks x {} epochs = {} samples, run id {}\n", count, config.epochs,
                    count * static_cast<std::size_t>(config.epochs), config.id()));
  if (count == 0) return kExitDone;
  const suite::Prompt prompt = TRY(tasks.prompt(range.first, config.prompt_text));
  print(fmt::format("\nThe prompt of {}:\n\n{}\n", tasks.task(range.first).id, prompt.text));
  for (const std::string& image : prompt.images) {
    print(fmt::format("[a PNG picture of {} bytes]\n",
                      format_count(static_cast<std::int64_t>(image.size()))));
  }
  return kExitDone;
}

Result<run::Progress> ask_all(const Options& options, const run::RunConfig& config,
                              const suite::TaskSet& tasks, run::Respondent& respondent, Range range,
                              const run::RunFolder& folder, const CancelToken& cancel) {
  std::unique_ptr<ProgressLine> line;
  run::RunOptions run_options;
  run_options.first = range.first;
  run_options.last = range.last;
  run_options.epochs = config.epochs;
  run_options.prompt_template = config.prompt_text;
  run_options.jobs = available_processors();
  run_options.cancel = cancel;
  run_options.progress = [&](const run::Progress& progress) {
    if (!line) {
      line = std::make_unique<ProgressLine>(display_from(options.display), config.model,
                                            progress.resumed);
    }
    line->update(progress.done, progress.total, fmt::format("{} right", progress.right));
  };
  return run::run_tasks(tasks, respondent, folder.path(), run_options);
}

/// Writes summary.json and report.html and prints the table.
Result<void> conclude(const Options& options, const run::RunConfig& config,
                      const suite::Suite& suite, const suite::TaskSet& tasks, Range range,
                      const std::filesystem::path& folder) {
  std::vector<std::string> ids;
  for (std::size_t i = range.first; i < range.last; ++i) ids.push_back(tasks.task(i).id);
  const Json summary = TRY(run::summarise_run(folder, config, suite, ids));
  TRY(write_file(run::summary_path(folder), dump_json_pretty(summary) + "\n"));
  const std::filesystem::path page = folder / "report.html";
  TRY(write_file(page, TRY(report::report_html({folder}, {summary}))));
  if (options.json) {
    Json result;
    result["run"] = folder.string();
    result["report"] = page.string();
    result["summary"] = summary;
    print(dump_json(result) + "\n");
    return {};
  }
  print(fmt::format("{} {}  ({} tasks)\n\n", config.suite, config.model,
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

Result<int> evaluate(const Options& options) {
  const auto suite = TRY(suite::find_suite(options.suite));
  run::RunConfig config;
  config.suite = options.suite;
  config.data = TRY(options.data.source());
  config.model = options.model;
  config.epochs = options.epochs;
  config.limit = options.limit;
  config.prompt_name = options.prompt.empty() ? "default" : options.prompt;
  config.prompt_text = options.prompt.empty() ? std::string(suite->default_prompt())
                                              : TRY(read_file(options.prompt, 1U << 20));
  auto respondent = TRY(run::make_respondent(options.model, *suite, options.log_dir));
  const auto tasks = TRY(config.data.open(*suite, available_processors()));
  const bool bad_data = report_problems(tasks->problems());
  config.data_hash = tasks->data_hash();
  const Range range = TRY(parse_limit(options.limit, tasks->size()));
  if (range.first == range.last) {
    return fail(bad_data ? ErrorCode::kBadData : ErrorCode::kUsage, "no tasks are selected");
  }
  if (options.dry_run) return dry_run(config, *tasks, range);
  TRY(tasks->prompt(range.first, config.prompt_text));  // a bad template fails before any work

  const auto folder = TRY(run::RunFolder::open_or_create(options.log_dir, config, time_stamp()));
  const SignalCancel signals;
  const run::Progress progress =
      TRY(ask_all(options, config, *tasks, *respondent, range, folder, signals.token()));
  if (progress.done < progress.total) {
    return fail(ErrorCode::kCancelled,
                fmt::format("interrupted: {} of {} samples are in {}; repeat the command to go on",
                            progress.done, progress.total, folder.path().string()));
  }
  TRY(conclude(options, config, *suite, *tasks, range, folder.path()));
  return bad_data ? kExitBadData : kExitDone;
}

}  // namespace

std::function<int()> add_eval(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("suite", options->suite, "the benchmark (papert list suites)")->required();
  app.add_option("-m,--model", options->model, "who answers: baseline/NAME or replay/RUN")
      ->type_name("PROVIDER/NAME")
      ->required();
  options->data.add_to(app);
  app.add_option("--limit", options->limit, "only the first N tasks in id order, or tasks A to B")
      ->type_name("N|A-B");
  app.add_option("-n,--epochs", options->epochs, "how often each task is asked")
      ->type_name("N")
      ->check(quiet(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000})))
      ->capture_default_str();
  app.add_option("--prompt", options->prompt, "a prompt template of your own")->type_name("FILE");
  add_log_dir(app, options->log_dir);
  add_display(app, options->display);
  app.add_flag("--json", options->json, "print the summary as JSON instead of a table");
  app.add_flag("--dry-run", options->dry_run, "show what would be asked, ask nothing");
  app.footer(kExamples);
  return [options] {
    const auto code = evaluate(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
