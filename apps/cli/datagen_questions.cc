#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "asking.h"
#include "base/cancel.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "datagen/questions/questions.h"
#include "datagen_recipes.h"
#include "mock/question.h"
#include "mock_questions.h"
#include "model/factory.h"
#include "progress.h"
#include "report/table.h"

namespace papert::cli {
namespace {

namespace dq = datagen::questions;

constexpr const char* kQuestionExamples = R"(Examples:
  papert datagen questions --programs icons --ask openai/NAME --verify google/NAME --out asked
      shows the picture of every SVG file below icons to a model that asks four questions about it,
      has another model answer each up to three times with the options in other orders, and keeps
      what two answers agree with. asked is then a data folder:
      papert eval sgp --data asked --model ...
  papert datagen questions --programs parts.jsonl --per 5 --keep 1 --ask openai/NAME \
      --verify openai/NAME --guess openai/NAME --prices prices.json --max-cost 5 --out asked
      of five questions about each CAD program keeps one that a model without the picture does not
      guess, of the type that is rarest so far
  papert datagen questions --programs icons --ask openai/NAME --out asked --inspection labels.jsonl
      afterwards: leaves out, or replaces, what people found wrong (papert label inspect/sgp asked)
  papert datagen questions --programs minted --ask mock --verify mock --out tried
      without a model: mock asks what pixels decide, to see the files and the figures
  papert datagen questions --programs icons --ask openai/NAME --verify openai/NAME --dry-run
      paints the programs and says how many requests and tokens it would take

Models have their own addresses and keys: ASK_BASE_URL, ASK_API_KEY, VERIFY_..., GUESS_....
Interrupt it at any time: the same command goes on, and no reply that is on the disk is asked for
again. Questions without a model, their answers known, are 'papert mint sgp'.
docs/datagen-questions.md has the rules and the files.)";

struct QuestionFlags : AskingFlags {
  std::string programs;
  dq::QuestionSettings settings;
  std::size_t per = 4;
  std::size_t keep = 0;
  Option* per_flag = nullptr;
  Option* keep_flag = nullptr;
  std::optional<double> ask_temperature;
  std::optional<double> verify_temperature;
  std::optional<double> guess_temperature;
  std::int64_t max_requests = 0;
  std::size_t max_equal_errors = 10;
  std::string inspection;
  bool finish = false;
  bool dry_run = false;
  std::string out;
  std::string display;
  std::size_t jobs = available_processors();
};

/// The recipe of papert mock, asked in this process.
class MockQuestionModel : public model::Model {
 public:
  [[nodiscard]] model::Reply ask(const model::Request& request, const CancelToken&) override {
    const std::string hash = mock::prompt_hash(request.text, request.images);
    const auto answer = recipe_.answer({request.text, request.images, hash});
    if (!answer) return model::Reply::failed(answer.error().to_string());
    model::Reply reply;
    reply.text = answer->text;
    return reply;
  }

 private:
  QuestionsRecipe recipe_{mock::Plants()};
};

struct QuestionRoleFlags {
  const std::string& name;
  const char* prefix;
  std::optional<double> temperature;
};

/// None for an empty name.
Result<std::unique_ptr<model::Model>> make_question_role(const QuestionRoleFlags& role,
                                                         const model::ModelOptions& shared) {
  if (role.name.empty()) return std::unique_ptr<model::Model>();
  if (role.name == "mock") return std::make_unique<MockQuestionModel>();
  model::ModelOptions options = shared;
  options.prefix = role.prefix;
  options.sampling.temperature = role.temperature;
  auto made = model::make_model(role.name, options);
  if (made) return made;
  Error error = made.error();
  error.message = fmt::format("{} ({}, with {}_API_KEY and {}_BASE_URL)", error.message,
                              lower(role.prefix), role.prefix, role.prefix);
  return fail(std::move(error));
}

Json question_sampling_json(const QuestionFlags& flags) {
  Json json = Json::object();
  const auto put = [&](const char* key, const std::optional<double>& value) {
    if (value) json[key] = *value;
  };
  put("ask_temperature", flags.ask_temperature);
  put("verify_temperature", flags.verify_temperature);
  put("guess_temperature", flags.guess_temperature);
  if (flags.model.sampling.max_tokens) json["max_tokens"] = *flags.model.sampling.max_tokens;
  return json;
}

Result<dq::QuestionOptions> question_options_of(const QuestionFlags& flags) {
  dq::QuestionOptions options;
  options.settings = flags.settings;
  options.settings.sampling = question_sampling_json(flags);
  if (flags.per_flag->count() > 0) {
    options.settings.svg.per = flags.per;
    options.settings.cad.per = flags.per;
  }
  if (flags.keep_flag->count() > 0) {
    options.settings.svg.keep = flags.keep;
    options.settings.cad.keep = flags.keep;
  }
  for (const dq::Portion& portion : {options.settings.svg, options.settings.cad}) {
    if (portion.keep <= portion.per) continue;
    return fail(ErrorCode::kUsage,
                fmt::format("of {} questions {} cannot be kept", portion.per, portion.keep),
                "--keep");
  }
  options.programs = flags.programs;
  options.out = flags.out;
  options.inspection = flags.inspection;
  options.finish = flags.finish;
  options.jobs = flags.jobs;
  options.max_requests = flags.max_requests;
  options.max_equal_errors = flags.max_equal_errors;
  return options;
}

Result<model::ModelOptions> question_model_options(const QuestionFlags& flags) {
  model::ModelOptions options = TRY(asking_options(flags));
  options.cache = open_reply_cache(options);
  return options;
}

/// The folder that pays, so that replies it bought and did not live to write are its own.
std::string account_of_questions(const std::filesystem::path& folder) {
  return "datagen questions " + absolute_path(folder).lexically_normal().string();
}

/// A line for each stage.
class QuestionLines {
 public:
  explicit QuestionLines(Display display) : display_(display) {}

  void update(const dq::QuestionProgress& progress) {
    const std::lock_guard lock(mutex_);
    if (!line_ || progress.stage != stage_) {
      line_.reset();
      stage_ = progress.stage;
      line_ = std::make_unique<ProgressLine>(display_, stage_, progress.done);
    }
    std::string note = fmt::format("{} requests", format_count(progress.requests));
    if (progress.cost_usd > 0) {
      note += fmt::format("  {:.2f} USD, about {:.2f} at the end of this stage", progress.cost_usd,
                          progress.forecast_usd);
    }
    line_->update(progress.done, progress.total, note);
  }

 private:
  Display display_;
  std::mutex mutex_;
  std::string stage_;
  std::unique_ptr<ProgressLine> line_;
};

std::int64_t as_count(std::size_t count) { return static_cast<std::int64_t>(count); }

void print_question_counts(const char* title, const std::map<std::string, std::size_t>& counts) {
  if (counts.empty()) return;
  report::TextTable table({title, "count"});
  for (const auto& [name, count] : counts) table.add_row({name, format_count(as_count(count))});
  print(table.to_string({.color = is_rich_terminal(STDOUT_FILENO)}));
  print("\n");
}

bool report_refused_programs(const dq::QuestionReport& report) {
  constexpr std::size_t kShown = 20;
  std::vector<Error> problems;
  for (const dq::RefusedProgram& refused : report.refused) {
    if (problems.size() == kShown) break;
    problems.push_back(
        {ErrorCode::kBadData, fmt::format("{}: {}", refused.reason, refused.message), refused.id});
  }
  const bool any = report_problems(problems);
  if (report.refused.size() > kShown) {
    report_note(fmt::format("and {} more programs; programs.jsonl has all of them",
                            format_count(as_count(report.refused.size() - kShown))));
  }
  return any;
}

Result<int> print_question_report(const QuestionFlags& flags, const dq::QuestionReport& report) {
  const bool refused = report_refused_programs(report);
  const bool bad = report_problems(report.problems) || refused;
  print_question_counts("replies", report.asked);
  print_question_counts("questions", report.fates);
  print_question_counts("tasks by type", report.types);
  const std::string cost =
      report.cost_usd > 0 ? fmt::format(", {:.2f} USD", report.cost_usd) : std::string();
  const std::string requests = counted(report.requests, "request");
  if (!report.complete) {
    report_error(
        {ErrorCode::kUsage,
         fmt::format("{} got no reply ({}); repeat the command to ask again, or give "
                     "--finish to do without; {}{} so far",
                     counted(as_count(report.unanswered), "request"), report.why, requests, cost),
         flags.out});
    return kExitNo;
  }
  print(fmt::format("{}: {} about {}, {} of them guessable; {}{}\n", flags.out,
                    counted(as_count(report.tasks), "task"),
                    counted(as_count(report.programs), "program"),
                    format_count(as_count(report.guessable)), requests, cost));
  if (report.tasks > 0) {
    print(
        fmt::format("to train on it: papert export {0} --format sharegpt --out sft; to test with "
                    "it: papert eval sgp --data {0} --model ...\n",
                    flags.out));
  }
  if (flags.settings.verify.empty()) {
    report_note("no model has verified the questions: --verify PROVIDER/NAME");
  }
  return bad ? kExitBadData : kExitDone;
}

Result<int> print_question_forecast(const QuestionFlags& flags,
                                    const dq::QuestionOptions& options) {
  const dq::QuestionForecast forecast = TRY(dq::forecast_questions(options));
  std::optional<model::Prices> prices;
  if (!flags.prices.empty()) prices = TRY(model::Prices::load(flags.prices));
  report::TextTable table({"role", "model", "requests", "tokens sent", "tokens back", "USD"});
  double total = 0;
  bool priced = prices.has_value();
  for (const dq::RoleForecast& role : forecast.roles) {
    const std::string& name = role.role == "ask"      ? options.settings.ask
                              : role.role == "verify" ? options.settings.verify
                                                      : options.settings.guess;
    const auto price = prices ? prices->find(name) : std::nullopt;
    std::optional<double> usd;
    if (price) {
      usd = (static_cast<double>(role.input_tokens) * price->input +
             static_cast<double>(role.output_tokens) * price->output) /
            1e6;
    }
    priced = priced && usd;
    total += usd.value_or(0);
    table.add_row({std::string(role.role), name, format_count(role.requests),
                   format_count(role.input_tokens), format_count(role.output_tokens),
                   usd ? fmt::format("{:.2f}", *usd) : "-"});
  }
  print(table.to_string({.color = is_rich_terminal(STDOUT_FILENO)}));
  print(fmt::format("{} ({} refused), {}{}\n", counted(as_count(forecast.programs), "program"),
                    format_count(as_count(forecast.refused)),
                    counted(as_count(forecast.questions), "question"),
                    priced ? fmt::format(", about {:.2f} USD", total) : std::string()));
  return kExitDone;
}

Result<int> datagen_questions(const QuestionFlags& flags) {
  dq::QuestionOptions options = TRY(question_options_of(flags));
  if (flags.dry_run) return print_question_forecast(flags, options);
  if (flags.out.empty()) {
    return fail(ErrorCode::kUsage, "give the folder to write, --out DIR, or --dry-run");
  }
  const model::ModelOptions shared = TRY(question_model_options(flags));
  options.budget = shared.budget;
  const dq::QuestionSettings& settings = options.settings;
  const auto ask = TRY(make_question_role({settings.ask, "ASK", flags.ask_temperature}, shared));
  const auto verify =
      TRY(make_question_role({settings.verify, "VERIFY", flags.verify_temperature}, shared));
  const auto guess =
      TRY(make_question_role({settings.guess, "GUESS", flags.guess_temperature}, shared));
  for (model::Model* const each : {ask.get(), verify.get(), guess.get()}) {
    if (each == nullptr) continue;
    each->charge_to(account_of_questions(options.out));
    if (const std::string where = each->describe(); !where.empty()) print_error(where + "\n");
  }
  const SignalCancel signals;
  options.cancel = signals.token();
  Result<dq::QuestionReport> report;
  {
    QuestionLines lines(display_from(flags.display));
    options.progress = [&](const dq::QuestionProgress& progress) { lines.update(progress); };
    report = dq::generate_questions(options, {ask.get(), verify.get(), guess.get()});
  }
  if (!report) return fail(report.error());
  return print_question_report(flags, *report);
}

void add_question_roles(Command& recipe, QuestionFlags& flags) {
  recipe
      .add_option("--ask", flags.settings.ask,
                  "the vision model that asks (ASK_API_KEY, ASK_BASE_URL), or mock")
      ->type_name("PROVIDER/NAME")
      ->required();
  recipe
      .add_option("--verify", flags.settings.verify,
                  "the vision model that answers (VERIFY_API_KEY, VERIFY_BASE_URL), or mock")
      ->type_name("PROVIDER/NAME");
  recipe
      .add_option("--guess", flags.settings.guess,
                  "a model that answers without the picture (GUESS_API_KEY, GUESS_BASE_URL), or "
                  "mock: a question it gets right three times is marked guessable")
      ->type_name("PROVIDER/NAME");
  recipe.add_flag("--drop-guessable", flags.settings.drop_guessable,
                  "leave guessable questions out everywhere, not only where some are chosen");
  const auto temperature = [&](const char* name, std::optional<double>& value) {
    recipe.add_option(name, value, "of that model's sampling (default: its own)")
        ->type_name("X")
        ->check(between(0.0, 10.0));
  };
  temperature("--ask-temperature", flags.ask_temperature);
  temperature("--verify-temperature", flags.verify_temperature);
  temperature("--guess-temperature", flags.guess_temperature);
}

void add_question_requests(Command& recipe, QuestionFlags& flags) {
  recipe.add_option("--max-tokens", flags.model.sampling.max_tokens, "longest reply of any model")
      ->type_name("N")
      ->check(positive());
  add_connections(recipe, flags);
  add_costs(recipe, flags, "the folder");
  recipe
      .add_option("--max-requests", flags.max_requests,
                  "stop after so many requests, over all invocations")
      ->type_name("N")
      ->check(positive());
  recipe
      .add_option("--max-equal-errors", flags.max_equal_errors,
                  "stop after so many requests in a row that were refused alike; 0: never")
      ->type_name("K")
      ->capture_default_str();
}

}  // namespace

Recipe add_datagen_questions(Command& recipe) {
  auto flags = std::make_shared<QuestionFlags>();
  recipe
      .add_option(
          "--programs", flags->programs,
          "a folder of *.svg files and CAD programs or of sgp tasks, a .csv table, or lines "
          "{\"id\", \"program\"}")
      ->type_name("DIR|CSV|JSONL")
      ->required();
  add_question_roles(recipe, *flags);
  flags->per_flag =
      recipe.add_option("--per", flags->per, "questions about each program [SVG 4, CAD 5]")
          ->type_name("N")
          ->check(between(1, 20));
  flags->keep_flag =
      recipe.add_option("--keep", flags->keep, "of these, how many stay [SVG all, CAD 1]")
          ->type_name("N")
          ->check(between(1, 20));
  recipe.add_option("--seed", flags->settings.seed, "of all that chance decides")
      ->type_name("S")
      ->check(not_negative())
      ->capture_default_str();
  add_question_requests(recipe, *flags);
  recipe
      .add_option("--inspection", flags->inspection,
                  "what people said about the questions: lines of kind inspect/sgp")
      ->type_name("FILE");
  recipe.add_flag("--finish", flags->finish, "ask nothing more: make the set of what there is");
  recipe.add_flag("--dry-run", flags->dry_run, "say what it would take, and ask nothing");
  recipe.add_option("--jobs", flags->jobs, "threads that paint")
      ->type_name("N")
      ->check(between(1, 1024))
      ->capture_default_str();
  recipe.add_option("--out", flags->out, "the folder to write; one that was begun is finished")
      ->type_name("DIR");
  add_display(recipe, flags->display);
  recipe.footer(kQuestionExamples);
  return [flags] { return datagen_questions(*flags); };
}

}  // namespace papert::cli
