#include "run/batch.h"

#include <fmt/format.h>

#include "base/cancel.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "model/openai.h"
#include "run/folder.h"
#include "run_request.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  papert batch write shapecode --data eval_v1 --model openai/gpt-5-mini -o requests.jsonl
      starts the run and writes its requests (requests-2.jsonl, ... past 50,000 requests or 200 MB)
  papert batch read RUN results.jsonl errors.jsonl
      adds what came back to the run and prints its table
  papert batch write ... again
      writes only what the run still lacks: requests that failed or expired

The run is the one 'papert eval' would make of the same flags; eval continues it, too.)";

constexpr const char* kProvider = "openai/";
constexpr const char* kEndpoint = "https://api.openai.com/v1/chat/completions";

struct Options {
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

Result<int> write(const Options& options) {
  const std::string name = TRY(model_name(options.request.model));
  const OpenedRun opened = TRY(open_run(options.request));
  const run::RunConfig& config = opened.config;
  model::OpenAiOptions wire;
  wire.model = name;
  wire.sampling = config.sampling;
  wire.max_tokens_field = model::max_tokens_field(kEndpoint, name);
  run::BatchWriteOptions batch;
  batch.first = opened.range.first;
  batch.last = opened.range.last;
  batch.epochs = config.epochs;
  batch.prompt_template = config.prompt_text;
  batch.build = [&](const model::Request& request) { return model::openai_body(wire, request); };
  const auto folder =
      TRY(run::RunFolder::open_or_create(options.request.log_dir, config, time_stamp()));
  const run::BatchFiles files =
      TRY(run::write_batch(*opened.tasks, folder.path(), options.out, batch));
  for (const std::filesystem::path& file : files.files) print("requests: " + file.string() + "\n");
  print(fmt::format("{} requests, {} samples are in the run already\nrun: {}\n",
                    count(files.requests), count(files.done), folder.path().string()));
  return opened.bad_data ? kExitBadData : kExitDone;
}

Result<int> read(const Options& options) {
  const std::filesystem::path found = TRY(run::find_run(options.run, options.log_dir));
  const std::filesystem::path path = std::filesystem::weakly_canonical(found);
  OpenedRun opened;
  opened.config = TRY(run::read_config(path));
  const run::RunConfig& config = opened.config;
  TRY(model_name(config.model));
  if (!path.filename().string().ends_with("-" + config.id())) {
    return fail(ErrorCode::kUsage,
                "the name of a run's folder must end with its id, " + config.id(), path.string());
  }
  const auto folder = TRY(run::RunFolder::open_or_create(path.parent_path(), config, ""));
  opened.suite = TRY(suite::find_suite(config.suite));
  opened.tasks = TRY(config.data.open(*opened.suite, config.modes, available_processors()));
  opened.range = TRY(parse_limit(config.limit, opened.tasks->size()));
  bool bad = report_problems(opened.tasks->problems());

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
    print_error(fmt::format("{}: {} samples added ({} right, {} failed requests), {} were there\n",
                            results, count(report.added), count(report.right),
                            count(report.not_scored), count(report.done)));
    if (signals.token().cancelled()) {
      return fail(ErrorCode::kCancelled, "interrupted: repeat the command to go on");
    }
  }
  TRY(conclude(opened, path, options.json));
  return bad ? kExitBadData : kExitDone;
}

void add_write(CLI::App& app, Options& options) {
  options.request.add_to(app, "openai/NAME", Reader::kRules);
  app.add_option("-o,--out", options.out, "the file of requests")->type_name("FILE")->required();
}

void add_read(CLI::App& app, Options& options) {
  app.add_option("run", options.run, "the run that 'batch write' started")
      ->type_name("RUN")
      ->required();
  app.add_option("results", options.results, "files of results and of errors")
      ->type_name("FILE...")
      ->required();
  app.add_flag("--json", options.json, "print the summary as JSON instead of a table");
  add_log_dir(app, options.log_dir);
}

}  // namespace

std::function<int()> add_batch(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.require_subcommand(1);
  CLI::App* writing = app.add_subcommand("write", "write the requests of a run as a batch file");
  add_write(*writing, *options);
  add_read(*app.add_subcommand("read", "add the results of a batch to its run"), *options);
  app.footer(kExamples);
  return [options, writing] {
    const auto code = writing->parsed() ? write(*options) : read(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
