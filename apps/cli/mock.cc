#include <fmt/format.h>

#include <ctime>

#include "base/cancel.h"
#include "base/file.h"
#include "base/format.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "damage.h"
#include "mock/server.h"
#include "mock_recipes.h"
#include "run/folder.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kMockExamples = R"(Examples:
  papert mock --suite shapecode --mint 7 --port 8765
      then, elsewhere: OPENAI_BASE_URL=http://127.0.0.1:8765/v1 papert eval shapecode --mint 7
      --model openai/any
  papert mock --answers replay/runs/2026... --faults 429:0.1,500:0.05,drop:0.05,cutoff:0.1
      a recorded run, with faults
  papert mock --suite shapecode --mint 7 --answers baseline/empty,baseline/oracle
      nothing in the first turn, right from the second on (papert eval --turns 3)
  papert mock --recipe turtle --plant changed:0.05,leak:0.02 --faults 500:0.1
      plays the models of papert datagen turtle, with mistakes of its own
  curl http://127.0.0.1:8765/mock/stats

A request is answered if its prompt (text and pictures) is the prompt of a task; the same --data or
--mint, --mode and --prompt on both sides see to that. Transport faults strike the first attempts at a
prompt; cutoff, refusal and invalid_utf8 belong to the reply and are the same at every attempt.)";

struct MockOptions {
  std::string suite;
  DataOptions data;
  ModeOptions mode;
  std::string prompt;
  std::string answers = "baseline/oracle";
  std::string recipe;
  std::string plant;
  std::string log_dir;
  std::string faults;
  std::int64_t fault_seed = 0;
  std::int64_t fault_attempts = 1;
  std::size_t huge_mb = 40;
  mock::ServiceOptions service;
  mock::ServerOptions server{.port = 8765};
  bool json = false;
};

/// The names behind "baseline/", one for each turn.
Result<std::vector<std::string>> baselines_of(const MockOptions& options) {
  constexpr std::string_view kBaseline = "baseline/";
  std::vector<std::string> names;
  for (const std::string_view each : split(options.answers, ',')) {
    if (!each.starts_with(kBaseline)) {
      return fail(ErrorCode::kUsage,
                  "'" + options.answers + "' gives no answers; use baseline/NAME or replay/RUN",
                  "--answers");
    }
    names.emplace_back(each.substr(kBaseline.size()));
  }
  return names;
}

Result<mock::AnswerBook> open_book(const MockOptions& options) {
  const std::string_view answers = options.answers;
  constexpr std::string_view kReplay = "replay/";
  if (answers.starts_with(kReplay)) {
    if (options.data.given() || !options.suite.empty() || options.mode.any() ||
        !options.prompt.empty()) {
      return fail(ErrorCode::kUsage,
                  "a recorded run brings its own suite, data, modes and prompt; leave --suite, "
                  "--data, --mint, --mode and --prompt out");
    }
    const auto folder =
        TRY(run::find_run(std::string(answers.substr(kReplay.size())), options.log_dir));
    return mock::AnswerBook::of_run(folder, available_processors());
  }
  const std::vector<std::string> baselines = TRY(baselines_of(options));
  if (options.suite.empty()) {
    return fail(ErrorCode::kUsage, "say whose tasks are asked: --suite NAME (papert list suites)");
  }
  const auto suite = TRY(suite::find_suite(options.suite));
  run::RunConfig config;
  TRY(options.mode.apply(*suite, config));
  mock::BookOptions book;
  book.suite = options.suite;
  book.data = TRY(options.data.source());
  book.modes = config.modes;
  book.prompt_text = options.prompt.empty() ? std::string(suite->default_prompt(config.modes))
                                            : TRY(read_file(options.prompt, 1U << 20));
  book.jobs = available_processors();
  return mock::AnswerBook::of_baselines(book, baselines);
}

void announce(const MockOptions& options, const mock::MockServer& server, const Json& known) {
  if (!options.json) {
    print(fmt::format("listening on {}\n", server.url()));
    return;
  }
  Json line{{"format", kFormat}};
  line["url"] = server.url();
  line["port"] = server.port();
  line.update(known);
  print(dump_json(line) + "\n");
}

/// Until a signal comes.
Result<void> listen(const MockOptions& options, mock::MockService& service, const Json& known,
                    const SignalCancel& signals) {
  const auto server = TRY(mock::MockServer::start(service, options.server));
  announce(options, *server, known);
  while (!signals.token().cancelled()) {
    const timespec nap{.tv_sec = 0, .tv_nsec = 100'000'000};
    ::nanosleep(&nap, nullptr);
  }
  server->stop();
  return {};
}

Result<int> serve_recipe(const MockOptions& options, mock::ServiceOptions service_options) {
  if (options.data.given() || !options.suite.empty() || options.mode.any() ||
      !options.prompt.empty()) {
    return fail(ErrorCode::kUsage,
                "a recipe answers the prompts of its pipeline; leave --suite, --data, --mint, "
                "--mode and --prompt out",
                "--recipe");
  }
  const SignalCancel signals;
  auto recipe = TRY(open_mock_recipe(options.recipe, options.plant));
  mock::MockService service(std::move(recipe), std::move(service_options));
  TRY(listen(options, service, {{"recipe", options.recipe}}, signals));
  return kExitDone;
}

Result<int> serve(const MockOptions& options) {
  mock::ServiceOptions service_options = options.service;
  service_options.faults =
      TRY(mock::FaultPlan::parse(options.faults, options.fault_seed, options.fault_attempts));
  service_options.huge_bytes = options.huge_mb << 20;
  if (!options.recipe.empty()) return serve_recipe(options, std::move(service_options));
  if (!options.plant.empty()) {
    return fail(ErrorCode::kUsage, "mistakes are planted by a recipe: give --recipe NAME, too",
                "--plant");
  }
  const SignalCancel signals;
  auto book = TRY(open_book(options));
  const bool bad_data = report_problems(book.problems());
  report_damage(book.damaged());
  if (book.tasks() == 0) {
    return fail(bad_data ? ErrorCode::kBadData : ErrorCode::kUsage, "there are no tasks");
  }
  const Json known{{"tasks", book.tasks()}, {"prompts", book.prompts()}};
  mock::MockService service(std::move(book), std::move(service_options));
  TRY(listen(options, service, known, signals));
  return bad_data ? kExitBadData : kExitDone;
}

void add_fault_options(Command& app, MockOptions& options) {
  const auto whole = [](std::int64_t low, std::int64_t high) { return between(low, high); };
  app.add_option(
         "--faults", options.faults,
         "share of prompts per fault: 429, 500, 502, 503, 504, slow, hangup, drop, malformed, "
         "wrong_type, empty_choices, huge, error_body, cutoff, refusal, invalid_utf8")
      ->type_name("NAME:SHARE,...");
  app.add_option("--fault-seed", options.fault_seed, "which prompts meet them")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--fault-attempts", options.fault_attempts,
                 "attempts at a prompt that transport faults may strike")
      ->type_name("N")
      ->check(whole(0, 1'000'000))
      ->capture_default_str();
  app.add_option("--retry-after", options.service.retry_after_s, "sent with 429 and 503")
      ->type_name("S")
      ->check(between(0.0, 86'400.0))
      ->capture_default_str();
  app.add_option("--slow-ms", options.service.slow_ms, "how late a slow reply is")
      ->type_name("MS")
      ->check(whole(0, 3'600'000))
      ->capture_default_str();
  app.add_option("--huge-mb", options.huge_mb, "how large a huge reply is")
      ->type_name("MB")
      ->check(whole(1, 4096))
      ->capture_default_str();
}

}  // namespace

std::function<int()> add_mock(Command& app) {
  auto options = std::make_shared<MockOptions>();
  app.add_option("--suite", options->suite, "whose tasks are asked (papert list suites)")
      ->type_name("NAME");
  options->data.add_to(app);
  app.add_option("--mode", options->mode.given, "how tasks are asked (papert list modes)")
      ->type_name("KEY=VALUE");
  app.add_option("--prompt", options->prompt, "the prompt template that clients use")
      ->type_name("FILE");
  app.add_option(
         "--answers", options->answers,
         "who answers: baseline/NAME or replay/RUN; several baselines, with commas between, take "
         "the turns of a conversation")
      ->type_name("PROVIDER/NAME,...")
      ->capture_default_str();
  add_log_dir(app, options->log_dir);
  app.add_option("--recipe", options->recipe,
                 "play the models of a pipeline instead: " + mock_recipe_names())
      ->type_name("NAME");
  app.add_option("--plant", options->plant, "mistakes of the recipe, as shares of its prompts")
      ->type_name("NAME:SHARE,...");
  app.add_option("--host", options->server.host, "address to listen on")->capture_default_str();
  app.add_option("--port", options->server.port, "port to listen on; 0: a free one")
      ->type_name("N")
      ->check(between(0, 65535))
      ->capture_default_str();
  app.add_option("--key", options->service.key, "the only key accepted (default: any, or none)");
  app.add_option("--model", options->service.models, "a model that is known (default: all)")
      ->type_name("NAME");
  app.add_option("--unknown", options->service.unknown,
                 "the reply to prompts of no task, a judge's say (default: they are refused)")
      ->type_name("TEXT");
  add_fault_options(app, *options);
  app.add_flag("--json", options->json, "say where it listens as a line of JSON");
  app.footer(kMockExamples);
  return [options] {
    const auto code = serve(*options);
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
