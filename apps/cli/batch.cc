#include "run/batch.h"

#include <fmt/format.h>

#include "base/cancel.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "model/endpoint.h"
#include "model/openai.h"
#include "run/folder.h"
#include "run/recorded.h"
#include "run_request.h"

namespace papert::cli {
namespace {

constexpr const char* kBatchExamples = R"(Examples:
  papert batch write shapecode --data eval_v1 --model openai/gpt-5-mini -o requests.jsonl
      starts the run and writes its requests (requests-2.jsonl, ... past 50,000 requests or 200 MB)
  papert batch read RUN results.jsonl errors.jsonl
      adds what came back to the run and prints its table
  papert batch write ... again
      writes only what the run still lacks: requests that failed or expired

The run is the one 'papert eval' would make of the same flags; eval continues it, too.)";

constexpr const char* kWriteExamples = R"(Examples:
  papert batch write shapecode --data eval_v1 --model openai/gpt-5-mini -o requests.jsonl
      starts the run and writes its requests (requests-2.jsonl, ... past 50,000 requests or 200 MB)
  papert batch write xlogo --mint 7 --count 100 --model openai/gpt-5-mini -n 5 -o requests.jsonl
      five answers per task; the same command writes what is still missing later on)";

constexpr const char* kReadExamples = R"(Examples:
  papert batch read RUN results.jsonl errors.jsonl
      adds what came back to the run and prints its table
  papert batch read RUN results.jsonl --json
      the summary as JSON)";

constexpr const char* kProvider = "openai/";
constexpr const char* kEndpoint = "https://api.openai.com/v1/chat/completions";

struct BatchOptions {
  RunRequest request;
  std::string out;
  std::string run;
  std::vector<std::string> results;
  std::string log_dir;
  bool json = false;
};

std::string count(std::size_t n) { return format_count(static_cast<std::int64_t>(n)); }

Result<std::string> model_name(const std::string& model) {
  if (model.starts_with(kProvider) && model.size() > std::string_view(kProvider).size()) {
    return model.substr(std::string_view(kProvider).size());
  }
  return fail(ErrorCode::kUsage, "batch files are for openai/NAME, not for '" + model + "'");
}

Result<int> write(const BatchOptions& options) {
  const std::string name = TRY(model_name(options.request.model));
  if (options.request.turns > 1) {
    return fail(ErrorCode::kUsage,
                "a batch file holds one question per sample, and a second turn needs the answer to "
                "the first: ask with papert eval --turns",
                "--turns");
  }
  OpenedRun opened = TRY(open_run(options.request));
  run::RunConfig& config = opened.config;
  config.address = model::address_of(kEndpoint);
  config.started = iso_time();
  config.machine = run::this_machine();
  model::OpenAiOptions format;
  format.model = name;
  format.sampling = config.sampling;
  format.max_tokens_field = model::max_tokens_field(kEndpoint, name);
  run::BatchWriteOptions batch;
  batch.tasks = opened.chosen;
  batch.epochs = config.epochs;
  batch.prompt_template = config.prompt_text;
  batch.system = config.system_text;
  batch.build = [&](const model::Request& request) { return model::openai_body(format, request); };
  auto folder = TRY(run::RunFolder::open_or_create(options.request.log_dir, config, time_stamp()));
  const run::Ledger ledger = TRY(run::Ledger::open(*opened.tasks, folder.path()));
  report_problems(ledger.damaged());
  TRY(folder.plan(ledger, opened.chosen));
  auto written = run::write_batch(*opened.tasks, ledger, options.out, batch);
  if (!written) folder.discard_if_empty();
  const run::BatchFiles files = TRY(std::move(written));
  for (const std::filesystem::path& file : files.files) print("requests: " + file.string() + "\n");
  print(fmt::format("{}, {} in the run already\nrun: {}\n",
                    counted(static_cast<std::int64_t>(files.requests), "request"),
                    counted(static_cast<std::int64_t>(files.done), "sample"),
                    folder.path().string()));
  return opened.bad_data ? kExitBadData : kExitDone;
}

/// The run's own tasks, as far as it was asked for.
Result<OpenedRun> open_for_reading(const std::filesystem::path& path) {
  run::RecordedRun recorded = TRY(run::open_recorded(path, available_processors()));
  OpenedRun opened;
  opened.suite = std::move(recorded.suite);
  opened.config = std::move(recorded.config);
  opened.tasks = std::move(recorded.tasks);
  opened.chosen = TRY(run::asked_tasks(opened.config, *opened.tasks, *opened.suite));
  opened.bad_data = report_problems(opened.tasks->problems());
  return opened;
}

Result<int> read(const BatchOptions& options) {
  const std::filesystem::path found = TRY(run::find_run(options.run, options.log_dir));
  std::error_code unknown;
  std::filesystem::path path = std::filesystem::weakly_canonical(found, unknown);
  if (unknown) path = found;
  const OpenedRun opened = TRY(open_for_reading(path));
  const run::RunConfig& config = opened.config;
  TRY(model_name(config.model));
  const std::string name = path.filename().string();
  if (!name.ends_with("-" + config.id()) && !name.ends_with("-" + config.id_without_address())) {
    return fail(ErrorCode::kUsage,
                "the name of a run's folder must end with its id, " + config.id(), path.string());
  }
  auto folder = TRY(run::RunFolder::open_or_create(path.parent_path(), config, ""));
  bool bad = opened.bad_data;

  const SignalCancel signals;
  run::BatchReadOptions batch;
  batch.epochs = config.epochs;
  batch.prompt_template = config.prompt_text;
  batch.extraction = config.extraction;
  batch.parse = [](std::string_view body) { return model::parse_openai(body); };
  batch.jobs = available_processors();
  batch.cancel = signals.token();
  for (const std::string& results : options.results) {
    const run::BatchReport report = TRY(run::read_batch(*opened.tasks, path, results, batch));
    bad |= report_problems(report.problems);
    report_note(fmt::format("{}: {} added ({} right, {} failed requests), {} were there", results,
                            counted(static_cast<std::int64_t>(report.added), "sample"),
                            count(report.right), count(report.not_scored), count(report.done)));
    if (signals.token().cancelled()) {
      return fail(ErrorCode::kCancelled, "interrupted: repeat the command to go on");
    }
  }
  TRY(conclude(opened, folder, options.json));
  return bad ? kExitBadData : kExitDone;
}

void add_write(Command& app, BatchOptions& options) {
  options.request.add_to(app, "openai/NAME", Reader::kRules);
  app.add_option("-o,--out", options.out, "the file of requests")->type_name("FILE")->required();
  app.footer(kWriteExamples);
}

void add_read(Command& app, BatchOptions& options) {
  app.add_option("run", options.run, "the run that 'batch write' started")
      ->type_name("RUN")
      ->required();
  app.add_option("results", options.results, "files of results and of errors")
      ->type_name("FILE...")
      ->required();
  app.add_flag("--json", options.json, "print the summary as JSON instead of a table");
  add_log_dir(app, options.log_dir);
  app.footer(kReadExamples);
}

}  // namespace

std::function<int()> add_batch(Command& app) {
  auto options = std::make_shared<BatchOptions>();
  app.require_subcommand(1);
  Command* writing = app.add_subcommand("write", "write the requests of a run as a batch file");
  add_write(*writing, *options);
  add_read(*app.add_subcommand("read", "add the results of a batch to its run"), *options);
  app.footer(kBatchExamples);
  return [options, writing] {
    const auto code = writing->parsed() ? write(*options) : read(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
