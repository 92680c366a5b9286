#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/cancel.h"
#include "base/file.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "datagen/digits.h"
#include "datagen/evaluation_tasks.h"
#include "datagen/resample.h"
#include "datagen/training.h"
#include "datagen_recipes.h"
#include "progress.h"
#include "run/folder.h"
#include "run/recorded.h"
#include "suite/registry.h"
#include "suite/task_keys.h"

namespace papert::cli {
namespace {

constexpr const char* kDatagenExamples = R"(Examples:
  papert datagen resample --run RUN --beta 1 --count 100000 --seed 0 --out drawn
      draws from the run's samples with replacement; a sample whose answer was not right
      weighs 1 + beta instead of 1. Writes drawn/weights.jsonl, drawn/indices.txt and
      drawn/train.jsonl (the task's prompt and reference, as chat messages)
  papert datagen resample --run RUN --count 1000 --train my.jsonl --out drawn
      the same, taking training lines from a file of your own, by their "id"
  papert datagen resample --scores scores.jsonl --train my.jsonl --out drawn
      from what papert score wrote; a task with several replies has failed unless more than half
      are right. Without --count as many lines are drawn as there are samples
  papert datagen resample --run RUN --beta 1,crashed=2,invalid=0 --out drawn
      weighs failures by their verdict; without the first number those not named weigh 1

Samples of tasks that equal one of a published evaluation set are left out and counted;
--allow-evaluation draws them, too.)";

constexpr const char* kTaskExamples = R"(Examples:
  papert mint xlogo --seed 1000000 --count 100000 --out tasks
  papert datagen sft xlogo --data tasks --out sft
      writes sft/train.jsonl, a line for each task: the prompt and the reference as chat messages,
      with the pictures in sft/images
  papert datagen sft turtlebench --mint 1000000 --count 1000 --mode modality=image_only --out sft
      without writing the tasks first

Seeds from 1,000,000 on are for training: published sets and the examples of these pages begin at 0.
A task that equals one of a published evaluation set, whatever it is called, is left out and counted;
--allow-evaluation writes it, too.)";

constexpr const char* kHashExamples = R"(Examples:
  papert datagen hashes shapecode --data eval_v1
      a line for each task, "shapecode 0123...": the hash of what it asks for (a raster, a grid or a
      drawing up to turns and mirrors, a program however it is spaced), sorted, each once
  comm -12 <(papert datagen hashes xlogo --data mine) <(papert datagen hashes xlogo --data held-out)
      which tasks two sets share)";

constexpr const char* kRecipeExamples = R"(Examples:
  papert datagen sft xlogo --data tasks --out sft
  papert datagen resample --run RUN --count 100000 --out drawn
  papert datagen digits --images train-images-idx3-ubyte --labels train-labels-idx1-ubyte --out digits
  papert datagen turtle --preset mini --out grown
  papert datagen questions --programs icons --ask openai/NAME --verify openai/NAME --out asked
  papert datagen sit --programs icons --describe mock --sizes 200,500 --out trial

'papert datagen RECIPE --help' explains a recipe.)";

constexpr const char* kDigitExamples = R"(Examples:
  papert datagen digits --images train-images-idx3-ubyte --labels train-labels-idx1-ubyte \
      --count 500 --out digits
      traces the outlines of the first 500 scans into SVG programs and asks which digit each is;
      papert eval sgp --data digits ... asks them
  papert datagen digits --images t10k-images-idx3-ubyte --labels t10k-labels-idx1-ubyte \
      --per-digit 100 --seed 7 --out digits
      a thousand, the first hundred of each digit, in twenty wordings by lot)";

struct DigitFlags {
  std::string images;
  std::string labels;
  datagen::DigitOptions choice;
  std::size_t per_digit = 0;
  Option* seed_flag = nullptr;
  std::string out;
};

struct TaskOptions {
  std::string suite;
  DataOptions data;
  ModeOptions mode;
  std::string prompt;
  std::string out;
  bool allow_evaluation = false;
  std::string display;
};

struct DatagenOptions {
  std::string run;
  std::string scores;
  std::string out;
  std::string beta = "1";
  datagen::ResampleOptions resample;
  std::string train;
  std::string log_dir;
  std::string display;
};

std::string count_text(std::size_t n) { return format_count(static_cast<std::int64_t>(n)); }

/// What was left out of training data, in the summary and where problems are reported.
void report_evaluation(std::size_t count, const std::string& noun, const std::string& of) {
  if (count == 0) return;
  const std::string text = fmt::format("{} of {} left out (--allow-evaluation keeps them)\n",
                                       counted(static_cast<std::int64_t>(count), noun), of);
  print(text);
  print_error("note: " + text);
}

Result<int> resample(DatagenOptions options) {
  const SignalCancel signals;
  ProgressLine line(display_from(options.display), "drawn");
  options.resample.train = options.train;
  options.resample.beta = TRY(datagen::parse_beta(options.beta));
  options.resample.draw.cancel = signals.token();
  options.resample.draw.progress = [&](std::size_t done, std::size_t total) {
    line.update(done, total);
  };
  if (options.run.empty() == options.scores.empty()) {
    return fail(ErrorCode::kUsage, "give --run RUN or --scores FILE");
  }
  datagen::ResampleSource source;
  source.scores = options.scores;
  if (!options.run.empty()) source.run = TRY(run::find_run(options.run, options.log_dir));
  const datagen::ResampleReport report =
      TRY(datagen::resample(source, options.out, options.resample));
  report_problems(report.damaged);
  print(fmt::format("{}: {} lines drawn from {} samples, {} of them failed\n", options.out,
                    count_text(report.drawn), count_text(report.samples),
                    count_text(report.failed)));
  if (report.unscored > 0) {
    print(fmt::format("{} samples without a score were left out\n", count_text(report.unscored)));
  }
  report_evaluation(report.evaluation, "sample", "tasks of published evaluation sets");
  if (report.not_compared) {
    print_error("note: the tasks were not compared with published evaluation sets: " +
                report.not_compared->to_string() + "\n");
  }
  return kExitDone;
}

/// Sets `config` to what the options name, and opens its tasks.
Result<std::unique_ptr<suite::TaskSet>> open_tasks(const TaskOptions& options,
                                                   const suite::Suite& suite,
                                                   run::RunConfig& config) {
  config.suite = options.suite;
  config.data = TRY(options.data.source());
  TRY(options.mode.apply(suite, config));
  return run::open_tasks(config, suite, available_processors());
}

Result<int> all_tasks(const TaskOptions& options) {
  const auto suite = TRY(suite::find_suite(options.suite));
  run::RunConfig config;
  const auto tasks = TRY(open_tasks(options, *suite, config));
  report_notes(tasks->notes());
  const bool bad = report_problems(tasks->problems());
  const SignalCancel signals;
  datagen::TrainingOptions training;
  training.suite = options.suite;
  training.allow_evaluation = options.allow_evaluation;
  datagen::TrainingReport report;
  training.prompt_template = suite->default_prompt(config.modes);
  if (!options.prompt.empty()) {
    training.prompt_template = TRY(read_file(options.prompt, std::size_t{1} << 20));
  }
  training.cancel = signals.token();
  {
    ProgressLine line(display_from(options.display), "written");
    training.progress = [&](std::size_t done, std::size_t total) { line.update(done, total); };
    report = TRY(datagen::write_training(*tasks, options.out, training));
  }
  print(fmt::format("{}: {} lines written\n", options.out, count_text(report.written)));
  report_evaluation(report.evaluation, "task", "published evaluation sets");
  return bad ? kExitBadData : kExitDone;
}

void add_tasks(Command& recipe, TaskOptions& options) {
  recipe.add_option("suite", options.suite, "the benchmark (papert list suites)")->required();
  options.data.add_to(recipe);
  recipe.add_option("--mode", options.mode.given, "how tasks are asked (papert list modes)")
      ->type_name("KEY=VALUE");
  recipe.add_option("--prompt", options.prompt, "a prompt template of your own")->type_name("FILE");
  recipe.add_option("--out", options.out, "the folder to write")->type_name("DIR")->required();
  recipe.add_flag("--allow-evaluation", options.allow_evaluation,
                  "also write tasks that equal one of a published evaluation set");
  add_display(recipe, options.display);
  recipe.footer(kTaskExamples);
}

Result<int> hashes(const TaskOptions& options) {
  const auto suite = TRY(suite::find_suite(options.suite));
  run::RunConfig config;
  const auto tasks = TRY(open_tasks(options, *suite, config));
  const bool bad = report_problems(tasks->problems());
  std::set<std::string> found;
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    found.insert(TRY(suite::task_hash(options.suite, *tasks, i)));
  }
  found.erase("");
  if (found.empty()) {
    return fail(ErrorCode::kUsage, options.suite + " does not tell its tasks by their content");
  }
  for (const std::string& hash : found) print(options.suite + " " + hash + "\n");
  return bad ? kExitBadData : kExitDone;
}

void add_hashes(Command& recipe, TaskOptions& options) {
  recipe.add_option("suite", options.suite, "the benchmark (papert list suites)")->required();
  options.data.add_to(recipe);
  recipe.add_option("--mode", options.mode.given, "which tasks (papert list modes)")
      ->type_name("KEY=VALUE");
  recipe.footer(kHashExamples);
}

Result<int> digits(const DigitFlags& options) {
  if (options.seed_flag->count() > 0 && options.per_digit == 0) {
    return fail(ErrorCode::kUsage, "a seed draws wordings: give it with --per-digit N", "--seed");
  }
  datagen::DigitOptions choice = options.choice;
  if (options.per_digit > 0) choice.per_digit = options.per_digit;
  const datagen::DigitReport report =
      TRY(datagen::write_digits(options.images, options.labels, choice, options.out));
  report_problems(report.skipped);
  print(fmt::format("{}: {} tasks written, {} scans left out\n", options.out,
                    format_count(static_cast<std::int64_t>(report.written)),
                    format_count(static_cast<std::int64_t>(report.skipped.size()))));
  return kExitDone;
}

void add_digits(Command& recipe, DigitFlags& options) {
  recipe.add_option("--images", options.images, "scans of digits, an IDX file (not compressed)")
      ->type_name("FILE")
      ->required();
  recipe.add_option("--labels", options.labels, "which digits they are, an IDX file")
      ->type_name("FILE")
      ->required();
  recipe.add_option("--count", options.choice.count, "how many, from the first on")
      ->type_name("N")
      ->check(positive())
      ->capture_default_str();
  recipe
      .add_option("--per-digit", options.per_digit,
                  "instead: so many of each digit, in wordings by lot")
      ->type_name("N")
      ->check(positive())
      ->excludes("--count");
  options.seed_flag =
      recipe.add_option("--seed", options.choice.seed, "with --per-digit: of the lot")
          ->type_name("S")
          ->capture_default_str();
  recipe.add_option("--out", options.out, "the folder to write")->type_name("DIR")->required();
  recipe.footer(kDigitExamples);
}

void add_resample(Command& recipe, DatagenOptions& options) {
  recipe.add_option("--run", options.run, "the run whose samples are weighed")->type_name("RUN");
  recipe.add_option("--scores", options.scores, "or the scores of replies, from papert score")
      ->type_name("FILE");
  recipe
      .add_option("--beta", options.beta,
                  "how much more a failure weighs; by verdict: crashed=1,invalid=2")
      ->type_name("X")
      ->capture_default_str();
  recipe
      .add_option("--count", options.resample.draw.count,
                  "how many lines to draw (as many as samples)")
      ->type_name("N")
      ->check(positive());
  recipe.add_option("--seed", options.resample.draw.seed, "of the draw")
      ->type_name("S")
      ->capture_default_str();
  recipe.add_option("--train", options.train, "training lines of your own, by \"id\"")
      ->type_name("FILE");
  recipe.add_option("--out", options.out, "the folder to write")->type_name("DIR")->required();
  recipe.add_flag("--allow-evaluation", options.resample.allow_evaluation,
                  "also draw samples of tasks that equal one of a published evaluation set");
  add_log_dir(recipe, options.log_dir);
  add_display(recipe, options.display);
  recipe.footer(kDatagenExamples);
}

}  // namespace

std::function<int()> add_datagen(Command& app) {
  auto options = std::make_shared<DatagenOptions>();
  auto digit_options = std::make_shared<DigitFlags>();
  auto task_options = std::make_shared<TaskOptions>();
  auto hash_options = std::make_shared<TaskOptions>();
  app.require_subcommand(1);
  Command& task_recipe =
      *app.add_subcommand("sft", "write every task with its reference, for fine-tuning");
  add_tasks(task_recipe, *task_options);
  Command& hash_recipe =
      *app.add_subcommand("hashes", "print the hashes by which tasks are recognised");
  add_hashes(hash_recipe, *hash_options);
  Command& digit_recipe =
      *app.add_subcommand("digits", "trace handwritten digits into questions about SVG programs");
  add_digits(digit_recipe, *digit_options);
  Command& recipe =
      *app.add_subcommand("resample", "draw training data, failures more often than successes");
  add_resample(recipe, *options);
  Command& loop_recipe =
      *app.add_subcommand("loop", "train in rounds, drawing again what the model fails");
  Command& turtle_recipe =
      *app.add_subcommand("turtle", "grow drawing programs from a few, by mutation and selection");
  Command& question_recipe = *app.add_subcommand(
      "questions", "have a vision model ask questions about programs, and others check them");
  Command& sit_recipe =
      *app.add_subcommand("sit", "make instruction data from SVG programs and their descriptions");
  const std::vector<std::pair<const Command*, Recipe>> recipes{
      {&task_recipe, [task_options] { return all_tasks(*task_options); }},
      {&digit_recipe, [digit_options] { return digits(*digit_options); }},
      {&hash_recipe, [hash_options] { return hashes(*hash_options); }},
      {&recipe, [options] { return resample(*options); }},
      {&loop_recipe, add_datagen_loop(loop_recipe)},
      {&turtle_recipe, add_datagen_turtle(turtle_recipe)},
      {&question_recipe, add_datagen_questions(question_recipe)},
      {&sit_recipe, add_datagen_sit(sit_recipe)}};
  app.footer(kRecipeExamples);
  return [recipes] {
    const auto chosen = std::find_if(recipes.begin(), recipes.end(),
                                     [](const auto& each) { return each.first->parsed(); });
    const Result<int> code = chosen->second();
    return code ? *code : report_error(code.error());
  };
}

}  // namespace papert::cli
