#include <fmt/format.h>

#include "base/cancel.h"
#include "base/file.h"
#include "base/numbers.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "datagen/loop.h"
#include "datagen_recipes.h"
#include "progress.h"
#include "run/recorded.h"
#include "suite/registry.h"

namespace papert::cli {
namespace {

constexpr const char* kLoopExamples = R"(Examples:
  papert datagen loop xlogo --data tasks --eval held-out --checkpoint meta-llama/Meta-Llama-3-8B \
      --infer 'python infer.py --model {checkpoint} --in {prompts} --out {replies}' \
      --train 'python train.py --data {train} --from {checkpoint} --to {out} --seed {seed} \
               --epoch {epoch} --of {epochs}' --out loop
      trains 8 epochs for each of 5 seeds; before epochs 3 and 6 (from 0 on) the model so far
      answers every task, and what it failed is drawn twice as often from then on. After every
      epoch it answers the held-out tasks. Prints the share of right answers by epoch: mean and
      standard error over the seeds
  The same command goes on behind the last finished step, whatever interrupted it.

The commands are run by a shell. {prompts} has {"id", "prompt", "images"} a line, {replies} takes
{"id", "text"} a line, {train} has chat messages; {out} is a file or folder that the command makes.
(docs/training-data.md))";

struct LoopFlags {
  std::string suite;
  DataOptions data;
  ModeOptions mode;
  std::string prompt;
  std::string eval;
  std::string beta = "1";
  std::string resample_at = "3,6";
  datagen::LoopOptions loop;
  std::string out;
  std::string display;
};

Result<std::vector<std::int64_t>> epochs_named(const std::string& text) {
  std::vector<std::int64_t> epochs;
  if (text == "none") return epochs;
  for (const std::string_view piece : split(text, ',')) {
    const auto epoch = parse_number<std::int64_t>(piece);
    if (!epoch) {
      return fail(ErrorCode::kUsage,
                  fmt::format("'{}' is not an epoch (as in 3,6; none: no draw)", piece),
                  "--resample-at");
    }
    epochs.push_back(*epoch);
  }
  return epochs;
}

std::string curve_text(const char* title, const std::vector<datagen::LoopPoint>& points) {
  if (points.empty()) return "";
  std::string text = fmt::format("{}\n  epoch   right %   +-      seeds\n", title);
  for (const datagen::LoopPoint& point : points) {
    const std::string error =
        point.standard_error ? fmt::format("{:.2f}", 100 * *point.standard_error) : "-";
    text += fmt::format("  {:<7} {:<9.2f} {:<7} {}\n", point.epoch, 100 * point.mean, error,
                        point.values.size());
  }
  return text;
}

Result<datagen::LoopReport> train_in_rounds(LoopFlags& flags) {
  const auto suite = TRY(suite::find_suite(flags.suite));
  run::RunConfig config;
  config.suite = flags.suite;
  config.data = TRY(flags.data.source());
  TRY(flags.mode.apply(*suite, config));
  const std::size_t jobs = available_processors();
  const auto tasks = TRY(run::open_tasks(config, *suite, jobs));
  report_notes(tasks->notes());
  report_problems(tasks->problems());
  std::unique_ptr<suite::TaskSet> held_out;
  if (!flags.eval.empty()) {
    run::RunConfig other = config;
    other.data = run::DataSource{flags.eval, 0, 0, {}};
    other.data_hash.clear();
    held_out = TRY(run::open_tasks(other, *suite, jobs));
  }
  datagen::LoopOptions& loop = flags.loop;
  loop.suite = flags.suite;
  loop.evaluation = held_out.get();
  loop.prompt_template = suite->default_prompt(config.modes);
  if (!flags.prompt.empty()) {
    loop.prompt_template = TRY(read_file(flags.prompt, std::size_t{1} << 20));
  }
  loop.beta = TRY(datagen::parse_beta(flags.beta));
  loop.resample_at = TRY(epochs_named(flags.resample_at));
  loop.identity = {{"modes", config.to_json()["modes"]}, {"beta", flags.beta}};
  loop.jobs = jobs;
  return datagen::run_loop(*tasks, flags.out, loop);
}

Result<int> loop(LoopFlags& flags) {
  const SignalCancel signals;
  flags.loop.cancel = signals.token();
  const bool quiet = flags.display == "none";
  flags.loop.progress = [quiet](const std::string& step) {
    if (!quiet) print_error(step + "\n");
  };
  const datagen::LoopReport report = TRY(train_in_rounds(flags));
  print(fmt::format("{}: {} trained on\n", flags.out,
                    counted(static_cast<std::int64_t>(report.tasks), "task")));
  if (report.left_out > 0) {
    print(fmt::format("{} of published evaluation sets left out (--allow-evaluation keeps them)\n",
                      counted(static_cast<std::int64_t>(report.left_out), "task")));
  }
  print(curve_text("training tasks, before the epoch", report.training));
  print(curve_text("held-out tasks, after the epoch", report.evaluation));
  return kExitDone;
}

void add_loop_options(Command& recipe, LoopFlags& flags) {
  recipe.add_option("suite", flags.suite, "the benchmark (papert list suites)")->required();
  flags.data.add_to(recipe);
  recipe.add_option("--eval", flags.eval, "tasks that are answered after every epoch")
      ->type_name("DIR");
  recipe.add_option("--mode", flags.mode.given, "how tasks are asked (papert list modes)")
      ->type_name("KEY=VALUE");
  recipe.add_option("--prompt", flags.prompt, "a prompt template of your own")->type_name("FILE");
  recipe.add_option("--infer", flags.loop.infer, "the command that answers prompts")
      ->type_name("CMD")
      ->required();
  recipe.add_option("--train", flags.loop.train, "the command that trains an epoch")
      ->type_name("CMD")
      ->required();
  recipe.add_option("--checkpoint", flags.loop.checkpoint, "the model to start from")
      ->type_name("NAME")
      ->required();
  recipe.add_option("--epochs", flags.loop.epochs, "of training")
      ->type_name("N")
      ->check(positive())
      ->capture_default_str();
  recipe
      .add_option("--resample-at", flags.resample_at,
                  "epochs, from 0 on, before which failures are found and drawn more often; none")
      ->type_name("E,E")
      ->capture_default_str();
  recipe.add_option("--beta", flags.beta, "how much more a failure weighs; by verdict: crashed=1")
      ->type_name("X")
      ->capture_default_str();
  recipe.add_option("--seeds", flags.loop.seeds, "trained with seeds 1 to N")
      ->type_name("N")
      ->check(positive())
      ->capture_default_str();
  recipe.add_option("--out", flags.out, "the folder to write, or to go on in")
      ->type_name("DIR")
      ->required();
  recipe.add_flag("--allow-evaluation", flags.loop.allow_evaluation,
                  "also train on tasks that equal one of a published evaluation set");
  add_display(recipe, flags.display);
  recipe.footer(kLoopExamples);
}

}  // namespace

Recipe add_datagen_loop(Command& recipe) {
  auto flags = std::make_shared<LoopFlags>();
  add_loop_options(recipe, *flags);
  return [flags] { return loop(*flags); };
}

}  // namespace papert::cli
