#include "datagen_recipes.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

#include "base/cancel.h"
#include "base/file.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "cli.h"
#include "datagen/forecast.h"
#include "datagen/turtle/by_rule.h"
#include "datagen/turtle/generate.h"
#include "datagen/turtle/seeds.h"
#include "datagen_turtle_choices.h"
#include "datagen_turtle_encoder.h"
#include "datagen_turtle_models.h"
#include "progress.h"
#include "report/table.h"

namespace papert::cli {
namespace {

constexpr const char* kTurtleExamples = R"(Examples:
  papert datagen turtle --preset mini --out small
      two rounds from ten built-in programs, in seconds; small/report.html shows what came of it
  papert datagen turtle --preset train --max-candidates 20000 --seed 7 --out grown
      makes 20,000 programs round by round: each is changed as one program differs from another,
      run, compared with all before it, and scored; the best 70 % are changed again. grown/dataset
      is then a data folder:  papert eval turtleai --data grown/dataset --model ...
  papert datagen turtle --preset syn --seeds real --exclude real --seed 1 --out syn
      from the tasks of a folder, without any drawing that the folder has
  papert datagen turtle --preset train --score none --dedup none --guide none --out ablated
      without parts of the recipe: what is kept by lot, copies and all, changes not after pairs
  papert datagen turtle --preset train --mutate vllm/NAME --score vllm/VLM --label vllm/VLM
      --prices p.json --max-cost 50 --max-connections 64 --out asked
      models in all three roles; each has its own address and key: MUTATE_BASE_URL, SCORE_API_KEY,
      LABEL_BASE_URL, ... papert mock --recipe turtle plays them without a model
  papert datagen turtle --preset train --dedup exact,symbolic,encoder --out grown
      also leaves out what looks like another drawing to an encoder; --encoder FILE names a network
  papert datagen turtle --preset train --dry-run
      what five rounds would make, before any is made; with models also requests, tokens and USD

Interrupt it at any time: the same command goes on, and the result is the same, as it is for any
number of --jobs. Without a model no network is used: programs are changed by a grammar (--mutate
grammar), scored by rule (--score rule) and described by template (--label template).
docs/datagen-turtle.md has the rules, the files and what was measured.)";

struct TurtleFlags {
  std::string preset = "train";
  std::string seeds = "builtin";
  std::size_t rounds = 0;
  std::size_t pairs = 0;
  double keep = 0;
  std::string mutate = "grammar";
  std::string score = "rule";
  std::string label = "template";
  std::vector<std::string> dedup{"exact", "symbolic"};
  std::vector<std::string> excludes;
  std::string carry = "none";
  double validation = 0;
  std::int64_t seed = 0;
  std::size_t target = 0;
  std::size_t max_candidates = 0;
  std::string until = "dataset";
  bool dry_run = false;
  std::string out;
  std::string display;
  TurtleChoices choices;
  TurtleModels models;
  EncoderFlags encoder;
  std::size_t jobs = available_processors();
  Option* rounds_flag = nullptr;
  Option* pairs_flag = nullptr;
  Option* keep_flag = nullptr;
  Option* label_flag = nullptr;
  Option* validation_flag = nullptr;
  Option* seeds_flag = nullptr;

  [[nodiscard]] RoleNames roles(bool labels) const {
    return {mutate, score, labels ? label : "none"};
  }
};

Result<datagen::Stage> stage_of(const std::string& name) {
  const auto* const found =
      std::find(std::begin(datagen::kStageNames), std::end(datagen::kStageNames), name);
  if (found == std::end(datagen::kStageNames)) {
    return fail(ErrorCode::kUsage,
                fmt::format("'{}' is not a stage; there are: {}", name,
                            fmt::join(datagen::kStageNames, ", ")),
                "--until");
  }
  return static_cast<datagen::Stage>(found - std::begin(datagen::kStageNames));
}

struct DedupRules {
  bool symbolic = false;
  bool encoder = false;
};

/// For rules other than none.
Result<DedupRules> dedup_rules(const std::vector<std::string>& rules) {
  bool exact = false;
  DedupRules sought;
  for (const std::string& rule : rules) {
    if (rule == "exact") {
      exact = true;
    } else if (rule == "symbolic") {
      sought.symbolic = true;
    } else if (rule == "encoder") {
      sought.encoder = true;
    } else {
      return fail(
          ErrorCode::kUsage,
          "'" + rule + "' is not a rule for duplicates; there are: exact, symbolic, encoder, none",
          "--dedup");
    }
  }
  if (exact) return sought;
  return fail(ErrorCode::kUsage,
              "exact duplicates are removed first: --dedup exact,symbolic (or none, to keep all)",
              "--dedup");
}

Result<datagen::TurtleSettings> settings_of(const TurtleFlags& flags) {
  datagen::TurtleSettings settings = TRY(datagen::preset_settings(flags.preset));
  if (flags.preset == "syn" && flags.seeds_flag->count() == 0) {
    return fail(ErrorCode::kUsage, "the preset syn begins with programs of yours: give --seeds DIR",
                "--preset");
  }
  if (flags.rounds_flag->count() > 0) settings.rounds = flags.rounds;
  if (flags.pairs_flag->count() > 0) settings.pairs = flags.pairs;
  if (flags.keep_flag->count() > 0) settings.keep = flags.keep;
  if (flags.label_flag->count() > 0) settings.labels = flags.label != "none";
  if (flags.validation_flag->count() > 0) settings.validation = flags.validation;
  settings.exact = flags.dedup != std::vector<std::string>{"none"};
  DedupRules rules;
  if (settings.exact) rules = TRY(dedup_rules(flags.dedup));
  if (settings.exact) settings.symbolic = rules.symbolic;
  settings.encoder = TRY(encoder_settings(flags.encoder, rules.encoder));
  settings.score = flags.score;
  settings.carry_elite = flags.carry == "elite";
  settings.seed = flags.seed;
  settings.target = flags.target;
  settings.max_candidates = flags.max_candidates;
  return settings;
}

std::string about(double count) { return format_count(std::llround(count)); }

datagen::ForecastInput forecast_input(const datagen::TurtleSettings& settings, std::size_t seeds) {
  datagen::ForecastInput input;
  input.seeds = seeds;
  input.rounds = settings.rounds;
  input.pairs = settings.pairs;
  input.keep = settings.keep;
  input.max_candidates = settings.max_candidates;
  input.target = settings.target;
  input.carry_elite = settings.carry_elite;
  input.labels = settings.labels;
  return input;
}

Result<int> print_forecast(const TurtleFlags& flags, const datagen::TurtleSettings& settings) {
  const auto seeds = TRY(datagen::read_programs(flags.seeds));
  const datagen::ForecastInput input = forecast_input(settings, seeds.size());
  const datagen::Forecast forecast = datagen::forecast(input);
  report::TextTable table({"round", "parents", "candidates", "scored", "elite"});
  for (std::size_t i = 0; i < forecast.rounds.size(); ++i) {
    const datagen::ForecastRound& round = forecast.rounds[i];
    table.add_row({std::to_string(i + 1), about(round.parents), about(round.candidates),
                   about(round.scored), about(round.elite)});
  }
  table.add_row({"all", "", about(forecast.candidates), about(forecast.scored), ""});
  print(table.to_string({.color = is_rich_terminal(STDOUT_FILENO)}));
  print(
      fmt::format("the set: {} tasks, {} labels; about {:.1f} GB on the disk and {:.2f} hours of "
                  "one processor\n",
                  about(forecast.tasks), about(forecast.labels), forecast.disk_bytes / 1e9,
                  forecast.core_hours));
  std::vector<std::string> programs;
  programs.reserve(seeds.size());
  for (const datagen::NamedProgram& seed : seeds) programs.push_back(seed.code);
  TRY(print_request_forecast(flags.models, flags.roles(settings.labels), forecast, programs));
  print(encoder_forecast(flags.encoder, settings, forecast.scored));
  print(
      fmt::format("; {:.0f} % of the candidates are taken to be lost, as in "
                  "the published run\n",
                  100 * input.lost));
  return kExitDone;
}

void print_growth(const std::string& out, const Json& growth) {
  report::TextTable table({"round", "parents", "candidates", "usable", "distinct", "elite"});
  const auto count = [](const Json& json, const char* key) {
    return format_count(json.value(key, std::int64_t{0}));
  };
  for (const Json& round : growth.value("rounds", Json::array())) {
    table.add_row({count(round, "round"), count(round, "parents"), count(round, "planned"),
                   count(round, "usable"), count(round, "distinct"), count(round, "elite")});
  }
  print(table.to_string({.color = is_rich_terminal(STDOUT_FILENO)}));
  const Json set = growth.value("set", Json::object());
  print(fmt::format(
      "{}/dataset: {} tasks, {} of them for validation; of {} candidates {:.1f} % were usable, and "
      "{:.1f} % of these drew exactly what was there\n",
      out, count(set, "tasks"), count(set, "validation"), count(growth, "candidates"),
      100 * growth.value("usable_share", 0.0), 100 * growth.value("exact_duplicate_share", 0.0)));
  print(
      fmt::format("look at it: {0}/report.html\nto train on it: papert export {0} --format "
                  "sharegpt --out sft\n",
                  out));
}

/// A line for each stage: a new one begins where the stage changes.
class StageLines {
 public:
  explicit StageLines(Display display) : display_(display) {}

  void update(const std::string& what, std::size_t done, std::size_t total,
              const std::string& note) {
    if (!line_ || what != what_) {
      line_.reset();
      what_ = what;
      line_ = std::make_unique<ProgressLine>(display_, what, done > 0 ? done - 1 : 0);
    }
    line_->update(done, total, note);
  }

 private:
  Display display_;
  std::string what_;
  std::unique_ptr<ProgressLine> line_;
};

Result<int> grow(const TurtleFlags& flags, const datagen::TurtleSettings& settings) {
  if (flags.out.empty()) {
    return fail(ErrorCode::kUsage, "give the folder to write, --out DIR, or --dry-run");
  }
  datagen::GenerateOptions options;
  options.until = TRY(stage_of(flags.until));
  if (settings.target > 0 && options.until < datagen::Stage::kLabels) {
    return fail(ErrorCode::kUsage,
                "which round is the last is known only at its end with --target; there, give "
                "labels or dataset",
                "--until");
  }
  const SignalCancel signals;
  options.settings = settings;
  TRY(load_encoder(flags.encoder, options));
  options.seeds = flags.seeds;
  options.excludes = flags.excludes;
  options.out = flags.out;
  options.jobs = flags.jobs;
  options.cancel = signals.token();
  datagen::Roles roles = TRY(datagen::roles_by_rule());
  const RoleNames names = flags.roles(settings.labels);
  TRY(open_turtle_models(flags.models, names, options, roles));
  TRY(apply_choices(flags.choices, flags.mutate == "grammar", options, roles));
  const auto seeds = TRY(datagen::read_programs(flags.seeds));
  SpendingForecast spending(names, forecast_input(settings, seeds.size()), options.purse);
  StageLines lines(display_from(flags.display));
  options.progress = [&](const std::string& what, std::size_t done, std::size_t total) {
    lines.update(what, done, total, spending.note(what, total));
  };
  const datagen::GenerateReport report = TRY(datagen::generate(options, roles));
  report_notes(report.notes);
  const bool bad = report_problems(report.problems);
  if (!report.complete) {
    print(fmt::format("{}: done until {}; without --until the same command goes on\n", flags.out,
                      flags.until));
  } else {
    const std::string text = TRY(read_file(options.out / "growth.json"));
    const Json growth = TRY(parse_json(text, flags.out + "/growth.json"));
    print_growth(flags.out, growth);
    print(selection_words(options, report));
    TRY(write_other_suite(flags.choices, options));
  }
  return bad ? kExitBadData : kExitDone;
}

Result<int> datagen_turtle(const TurtleFlags& flags) {
  const datagen::TurtleSettings settings = TRY(settings_of(flags));
  return flags.dry_run ? print_forecast(flags, settings) : grow(flags, settings);
}

void add_rules(Command& recipe, TurtleFlags& flags) {
  recipe
      .add_option("--mutate", flags.mutate,
                  "who changes programs: grammar, operators on their trees, guided by pairs; or a "
                  "model (MUTATE_API_KEY, MUTATE_BASE_URL)")
      ->type_name("grammar|PROVIDER/NAME")
      ->check(role_of({"grammar"}, "--mutate"))
      ->capture_default_str();
  recipe
      .add_option("--score", flags.score,
                  "who scores drawings: rule, six figures of 0 to 10; none, what is kept is drawn "
                  "by lot; or a model that is shown the picture (SCORE_API_KEY, SCORE_BASE_URL)")
      ->type_name("rule|none|PROVIDER/NAME")
      ->check(role_of({"rule", "none"}, "--score"))
      ->capture_default_str();
  flags.label_flag =
      recipe
          .add_option("--label", flags.label,
                      "who describes them: template, none, or a model that is shown picture and "
                      "program (LABEL_API_KEY, LABEL_BASE_URL) [template; none with syn]")
          ->type_name("template|none|PROVIDER/NAME")
          ->check(role_of({"template", "none"}, "--label"));
  recipe
      .add_option("--dedup", flags.dedup,
                  "which drawings are the same: exact by their pixels, symbolic also by the "
                  "published pixel rule, encoder also by what --encoder sees; none: all are kept "
                  "[exact,symbolic]")
      ->type_name("RULES")
      ->delimiter(',');
  recipe
      .add_option("--exclude", flags.excludes,
                  "a turtleai data folder whose drawings must not come out (repeat)")
      ->type_name("DIR");
  recipe
      .add_option("--carry", flags.carry,
                  "elite: earlier generations go into the set, too; so it is where "
                  "--max-candidates ends the last round early")
      ->type_name("none|elite")
      ->check(one_of({"none", "elite"}))
      ->capture_default_str();
}

void add_sizes(Command& recipe, TurtleFlags& flags) {
  flags.rounds_flag =
      recipe.add_option("--rounds", flags.rounds, "rounds [train 5, syn 3, mini 2]")
          ->type_name("N")
          ->check(between(1, 12));
  flags.pairs_flag = recipe
                         .add_option("--pairs", flags.pairs,
                                     "candidates from each program [train, syn 16, mini 4]")
                         ->type_name("N")
                         ->check(between(1, 99));
  flags.keep_flag =
      recipe
          .add_option("--keep", flags.keep, "the share that is kept [train 0.7, syn 0.3, mini 0.5]")
          ->type_name("K")
          ->check(between(0.001, 1.0));
  flags.validation_flag = recipe
                              .add_option("--validation", flags.validation,
                                          "the share of the set for validation [0.01; 0 with syn]")
                              ->type_name("X")
                              ->check(between(0.0, 0.5));
  recipe
      .add_option("--target", flags.target,
                  "add rounds until one keeps so many programs, and keep the best of them")
      ->type_name("N")
      ->check(positive())
      ->excludes("--rounds");
  recipe
      .add_option("--max-candidates", flags.max_candidates,
                  "make no more than so many in all; the round that would is cut")
      ->type_name("N")
      ->check(positive());
}

}  // namespace

Recipe add_datagen_turtle(Command& recipe) {
  auto flags = std::make_shared<TurtleFlags>();
  recipe
      .add_option("--preset", flags->preset,
                  "train: built-in seeds, labels; syn: seeds of yours, no labels; mini: small")
      ->type_name("train|syn|mini")
      ->check(one_of({"train", "syn", "mini"}))
      ->capture_default_str();
  flags->seeds_flag = recipe
                          .add_option("--seeds", flags->seeds,
                                      "builtin, or a folder: programs (*.py), turtleai tasks, "
                                      "turtlebench items")
                          ->type_name("builtin|DIR")
                          ->capture_default_str();
  add_sizes(recipe, *flags);
  add_rules(recipe, *flags);
  add_turtle_choices(recipe, flags->choices);
  add_turtle_models(recipe, flags->models);
  add_encoder_flags(recipe, flags->encoder);
  recipe.add_option("--seed", flags->seed, "of all that chance decides")
      ->type_name("S")
      ->check(not_negative())
      ->capture_default_str();
  recipe
      .add_option("--until", flags->until,
                  "stop after this stage of the last round (candidates, distinct, scores, elite), "
                  "or after labels")
      ->type_name("STAGE")
      ->capture_default_str();
  recipe.add_flag("--dry-run", flags->dry_run, "print what it would make, and make nothing");
  recipe.add_option("--jobs", flags->jobs, "threads; the result is the same for any number")
      ->type_name("N")
      ->check(between(1, 1024))
      ->capture_default_str();
  recipe.add_option("--out", flags->out, "the folder to write; one that was begun is finished")
      ->type_name("DIR");
  add_display(recipe, flags->display);
  recipe.footer(kTurtleExamples);
  return [flags] { return datagen_turtle(*flags); };
}

}  // namespace papert::cli
