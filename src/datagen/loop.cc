#include "datagen/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

#include "base/format.h"
#include "base/json_view.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "datagen/evaluation_tasks.h"
#include "datagen/loop_step.h"
#include "datagen/scores.h"
#include "datagen/training.h"
#include "run/rescore.h"
#include "score/stats.h"

namespace papert::datagen {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kEpochsOfSeed = 1000;  // the draw of (seed, epoch) has a seed of its own

/// Tasks that are asked, and the file of their prompts.
struct Asked {
  const suite::TaskSet* tasks = nullptr;
  std::vector<std::size_t> indices;
  fs::path prompts;
};

/// Pictures lie beside the file, as training lines have them.
Result<void> write_prompts(const Asked& asked, const LoopOptions& options) {
  const fs::path folder = asked.prompts.parent_path();
  TRY(make_directories(folder));
  JsonlWriter lines = TRY(fresh_lines(asked.prompts));
  for (const std::size_t index : asked.indices) {
    const suite::Prompt prompt = TRY(asked.tasks->prompt(index, options.prompt_template));
    const std::string text =
        TRY(training_line(*asked.tasks, index, options.prompt_template, folder));
    const Json line = TRY(parse_json(text));
    TRY(lines.write(
        {{"id", asked.tasks->id(index)}, {"prompt", prompt.text}, {"images", line["images"]}}));
  }
  return lines.sync();
}

/// kBadData for a line that cannot be scored, or a task without one: before the step counts as
/// done, so that the command can be repaired.
Result<void> check_replies(const fs::path& replies, const Asked& asked) {
  const run::Rescorer rescorer(*asked.tasks, reply::Extraction::kLenient);
  LineReader reader = TRY(LineReader::open(replies));
  JsonView view;
  Line line;
  std::set<std::string, std::less<>> answered;
  while (TRY(reader.next(line))) {
    const run::ReplyItem item = rescorer.read(line.text, line.number, view);
    if (item.bad) return fail(item.bad->problem);
    answered.emplace(item.id);
  }
  for (const std::size_t index : asked.indices) {
    if (!answered.contains(asked.tasks->id(index))) {
      return fail(ErrorCode::kBadData,
                  fmt::format("task '{}' has no reply; the infer command must answer every line "
                              "of {}",
                              asked.tasks->id(index), asked.prompts.string()),
                  replies.string());
    }
  }
  return {};
}

Json share(std::size_t right, std::size_t tasks) {
  return Json{{"tasks", tasks},
              {"right", right},
              {"success", static_cast<double>(right) / static_cast<double>(tasks)}};
}

/// How many are right, overall and by every value of every tag (skill, concept, ...).
Json summary_of(const Asked& asked, const std::vector<run::Outcome>& outcomes) {
  struct Count {
    std::size_t tasks = 0;
    std::size_t right = 0;
  };
  std::unordered_map<std::string, bool> right_of;
  std::size_t right = 0;
  for (const run::Outcome& outcome : outcomes) {
    right_of[outcome.id] = outcome.right();
    right += outcome.right() ? 1 : 0;
  }
  std::map<std::string, std::map<std::string, Count>> counts;
  for (const std::size_t index : asked.indices) {
    const suite::Task task = asked.tasks->task(index);
    for (const suite::Tag& tag : task.tags) {
      Count& count = counts[tag.key][tag.value];
      ++count.tasks;
      count.right += right_of[task.id] ? 1 : 0;
    }
  }
  Json summary{{"format", kFormat}};
  summary.update(share(right, outcomes.size()));
  summary["by"] = Json::object();
  for (const auto& [key, values] : counts) {
    for (const auto& [value, count] : values) {
      summary["by"][key][value] = share(count.right, count.tasks);
    }
  }
  return summary;
}

Result<void> require_placeholders(const std::string& flag, const std::string& command,
                                  const std::vector<std::string>& wanted) {
  for (const std::string& name : wanted) {
    if (command.find(name) == std::string::npos) {
      return fail(ErrorCode::kUsage, fmt::format("the command has no {}: {}", name, command), flag);
    }
  }
  return {};
}

Result<void> check_options(const LoopOptions& options) {
  TRY(require_placeholders("--infer", options.infer, {"{checkpoint}", "{prompts}", "{replies}"}));
  TRY(require_placeholders("--train", options.train, {"{train}", "{checkpoint}", "{out}"}));
  for (const std::int64_t epoch : options.resample_at) {
    if (epoch < 0 || epoch >= options.epochs) {
      return fail(ErrorCode::kUsage,
                  fmt::format("epoch {} is not one of 0 to {}", epoch, options.epochs - 1),
                  "--resample-at");
    }
  }
  return {};
}

class Loop {
 public:
  Loop(fs::path out, const LoopOptions& options, LoopState state)
      : out_(std::move(out)), options_(options), state_(std::move(state)) {}

  Result<void> prepare(const suite::TaskSet& tasks, LoopReport& report);
  Result<void> run_seed(std::int64_t seed);
  Result<void> collect(LoopReport& report) const;

 private:
  /// Does a step unless it is done; `work` gives what it came to.
  Result<void> step(const std::string& key, const std::function<Result<Json>()>& work) {
    if (state_.find(key) != nullptr) return {};
    if (options_.cancel.cancelled()) {
      return fail(ErrorCode::kCancelled, "interrupted: the same command goes on", out_.string());
    }
    if (options_.progress) options_.progress(key);
    const Json value = TRY(work());
    return state_.finish(key, value);
  }

  Result<void> check_identity(const suite::TaskSet& tasks);
  Result<void> ask(const std::string& key, const fs::path& folder, const Asked& asked,
                   const std::string& checkpoint);
  Result<Json> score(const fs::path& folder, const Asked& asked) const;
  Result<Json> draw_lines(const fs::path& folder, std::int64_t seed, std::int64_t epoch);

  [[nodiscard]] bool due(std::int64_t epoch) const {
    return std::find(options_.resample_at.begin(), options_.resample_at.end(), epoch) !=
           options_.resample_at.end();
  }
  [[nodiscard]] static std::string key_of(std::int64_t seed, std::int64_t epoch) {
    return fmt::format("seed-{}/epoch-{}", seed, epoch);
  }
  Result<LoopPoint> point(std::int64_t epoch, const std::string& step) const;

  fs::path out_;
  const LoopOptions& options_;
  LoopState state_;
  Asked training_;
  Asked evaluation_;
};

Result<void> Loop::check_identity(const suite::TaskSet& tasks) {
  Json identity{
      {"suite", options_.suite},
      {"data", tasks.data_hash()},
      {"evaluation", options_.evaluation == nullptr ? "" : options_.evaluation->data_hash()},
      {"prompt", sha256_hex(options_.prompt_template)},
      {"checkpoint", options_.checkpoint},
      {"epochs", options_.epochs},
      {"resample_at", options_.resample_at},
      {"seeds", options_.seeds},
      {"allow_evaluation", options_.allow_evaluation}};
  identity.update(options_.identity);
  const Json* const before = state_.find("loop");
  if (before == nullptr) return state_.finish("loop", identity);
  for (const auto& [name, value] : identity.items()) {
    if (!before->contains(name) || (*before)[name] != value) {
      return fail(ErrorCode::kUsage,
                  fmt::format("the folder holds a loop with another '{}'; take a new folder", name),
                  out_.string());
    }
  }
  return {};
}

Result<void> Loop::prepare(const suite::TaskSet& tasks, LoopReport& report) {
  TRY(check_identity(tasks));
  training_ = {&tasks, {}, out_ / "prompts.jsonl"};
  const EvaluationTasks published;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    bool known = false;
    if (!options_.allow_evaluation) known = TRY(published.hold(options_.suite, tasks, i));
    if (known) {
      ++report.left_out;
    } else {
      training_.indices.push_back(i);
    }
  }
  report.tasks = training_.indices.size();
  if (training_.indices.empty()) return fail(ErrorCode::kUsage, "there is no task to train on");
  TRY(step("prompts", [&]() -> Result<Json> {
    TRY(write_prompts(training_, options_));
    TrainingOptions training;
    training.suite = options_.suite;
    training.prompt_template = options_.prompt_template;
    training.allow_evaluation = options_.allow_evaluation;
    training.cancel = options_.cancel;
    const TrainingReport written = TRY(write_training(tasks, out_, training));
    return Json(written.written);
  }));
  if (options_.evaluation == nullptr) return {};
  evaluation_ = {options_.evaluation, {}, out_ / "eval" / "prompts.jsonl"};
  for (std::size_t i = 0; i < options_.evaluation->size(); ++i) evaluation_.indices.push_back(i);
  return step("eval/prompts", [&]() -> Result<Json> {
    TRY(write_prompts(evaluation_, options_));
    return Json(evaluation_.indices.size());
  });
}

Result<void> Loop::ask(const std::string& key, const fs::path& folder, const Asked& asked,
                       const std::string& checkpoint) {
  TRY(step(key + "/infer", [&]() -> Result<Json> {
    TRY(make_directories(folder));
    const LoopCommand command{options_.infer, "{replies}", folder / "replies.jsonl",
                              folder / "infer.log"};
    TRY(run_command(command, {{"{checkpoint}", checkpoint}, {"{prompts}", asked.prompts.string()}},
                    options_.cancel));
    TRY(check_replies(folder / "replies.jsonl", asked));
    return Json();
  }));
  return step(key + "/score", [&] { return score(folder, asked); });
}

Result<Json> Loop::score(const fs::path& folder, const Asked& asked) const {
  const run::Rescorer rescorer(*asked.tasks, reply::Extraction::kLenient);
  JsonlWriter lines = TRY(fresh_lines(folder / "scores.jsonl"));
  LineReader replies = TRY(LineReader::open(folder / "replies.jsonl"));
  TRY(rescorer.score_stream(std::move(replies), options_.jobs, [&](const run::ScoredBlock& block) {
    return lines.write_lines(block.lines);
  }));
  TRY(lines.sync());
  const ScoredTasks scored = TRY(read_scores(folder / "scores.jsonl"));
  if (scored.tasks.size() < asked.indices.size()) {
    return fail(ErrorCode::kBadData,
                fmt::format("{} of {} tasks have a verdict; the same command scores them again",
                            scored.tasks.size(), asked.indices.size()),
                (folder / "scores.jsonl").string());
  }
  const Json summary = summary_of(asked, scored.tasks);
  TRY(write_file(folder / "summary.json", dump_json_pretty(summary) + "\n", Durability::kUnsynced));
  return summary["success"];
}

Result<Json> Loop::draw_lines(const fs::path& folder, std::int64_t seed, std::int64_t epoch) {
  const ScoredTasks scored = TRY(read_scores(folder / "scores.jsonl"));
  const auto lines = TRY(lines_of_file(out_ / "train.jsonl"));
  DrawOptions draw_options;
  draw_options.seed = seed * kEpochsOfSeed + epoch;
  draw_options.cancel = options_.cancel;
  const std::size_t drawn = TRY(draw(scored.tasks, options_.beta, *lines, folder, draw_options));
  std::error_code ignored;  // lines name their pictures relative to the file
  if (is_folder(out_ / "images")) {
    fs::create_directory_symlink("../../images", folder / "images", ignored);
  }
  return Json(drawn);
}

Result<void> Loop::run_seed(std::int64_t seed) {
  std::string checkpoint = options_.checkpoint;
  fs::path lines = out_ / "train.jsonl";
  for (std::int64_t epoch = 0; epoch < options_.epochs; ++epoch) {
    const std::string key = key_of(seed, epoch);
    const fs::path folder = out_ / key;
    TRY(make_directories(folder));
    if (due(epoch)) {
      TRY(ask(key, folder, training_, checkpoint));
      TRY(step(key + "/draw", [&] { return draw_lines(folder, seed, epoch); }));
      lines = folder / "train.jsonl";
    }
    TRY(step(key + "/train", [&]() -> Result<Json> {
      const LoopCommand command{options_.train, "{out}", folder / "checkpoint",
                                folder / "train.log"};
      TRY(run_command(command,
                      {{"{train}", lines.string()},
                       {"{checkpoint}", checkpoint},
                       {"{epochs}", std::to_string(options_.epochs)},
                       {"{epoch}", std::to_string(epoch)},
                       {"{seed}", std::to_string(seed)}},
                      options_.cancel));
      return Json();
    }));
    checkpoint = (folder / "checkpoint").string();
    if (options_.evaluation != nullptr) {
      TRY(ask(key + "/eval", folder / "eval", evaluation_, checkpoint));
    }
  }
  return {};
}

Result<LoopPoint> Loop::point(std::int64_t epoch, const std::string& step) const {
  LoopPoint point;
  point.epoch = epoch;
  for (std::int64_t seed = 1; seed <= options_.seeds; ++seed) {
    const Json* const value = state_.find(key_of(seed, epoch) + step);
    if (value == nullptr || !value->is_number()) {
      return fail(ErrorCode::kBadData, "there is no figure of " + key_of(seed, epoch) + step,
                  (out_ / "state.jsonl").string());
    }
    point.values.push_back(value->get<double>());
  }
  point.mean = score::mean(point.values).value_or(0);
  point.standard_error = score::standard_error(point.values);
  return point;
}

Result<void> Loop::collect(LoopReport& report) const {
  for (std::int64_t epoch = 0; epoch < options_.epochs; ++epoch) {
    if (due(epoch)) report.training.push_back(TRY(point(epoch, "/score")));
    if (options_.evaluation != nullptr) {
      report.evaluation.push_back(TRY(point(epoch, "/eval/score")));
    }
  }
  return write_file(out_ / "results.json", dump_json_pretty(report.to_json()) + "\n");
}

Json points_json(const std::vector<LoopPoint>& points) {
  Json json = Json::array();
  for (const LoopPoint& point : points) {
    json.push_back({{"epoch", point.epoch},
                    {"values", point.values},
                    {"mean", point.mean},
                    {"standard_error", number_or_null(point.standard_error)}});
  }
  return json;
}

}  // namespace

Json LoopReport::to_json() const {
  return Json{{"format", kFormat},
              {"tasks", tasks},
              {"left_out", left_out},
              {"training", points_json(training)},
              {"evaluation", points_json(evaluation)}};
}

Result<LoopReport> run_loop(const suite::TaskSet& tasks, const fs::path& out,
                            const LoopOptions& options) {
  TRY(check_options(options));
  LoopState state = TRY(LoopState::open(out));
  Loop loop(absolute_path(out), options, std::move(state));
  LoopReport report;
  TRY(loop.prepare(tasks, report));
  for (std::int64_t seed = 1; seed <= options.seeds; ++seed) TRY(loop.run_seed(seed));
  TRY(loop.collect(report));
  return report;
}

}  // namespace papert::datagen
