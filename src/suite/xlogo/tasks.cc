#include "suite/xlogo/tasks.h"

#include <algorithm>

#include "lang/xlogo/nearest.h"
#include "mint/xlogo/image.h"
#include "replay/grid.h"
#include "suite/xlogo/extract.h"
#include "suite/xlogo/verdicts.h"

namespace papert::suite::xlogo {
std::vector<suite::Tag> facets(const StoredTask& stored) {
  const lang::xlogo::Task& task = stored.task;
  const lang::xlogo::Facts code = lang::xlogo::facts(task.solution);
  const std::string type(lang::xlogo::type_name(task));
  const std::string code_concept(lang::xlogo::concept_name(code));
  const std::string constraint(lang::xlogo::constraint_kind(task.constraints));
  std::vector<suite::Tag> tags{{"type", type},
                               {"constraint", constraint},
                               {"concept", code_concept},
                               {"length", length_band(code.length)},
                               {"grid", grid_band(task.world)}};
  if (type != "find") tags.push_back({"skill", type});
  tags.push_back({"skill", code_concept});
  if (constraint != "none") tags.push_back({"skill", "code constraints"});
  if (!stored.synthesised.empty()) tags.push_back({"synthesised", stored.synthesised});
  if (!stored.perturbation.empty()) tags.push_back({"perturbation", stored.perturbation});
  return tags;
}

data::Looked look_at(const StoredTask& stored, const Settings& settings) {
  const lang::xlogo::Task& task = stored.task;
  if (!mint::xlogo::wanted(settings.selection, task)) return {.wanted = false, .problem = {}};
  lang::xlogo::GridRun run(task, settings.rules);
  const lang::xlogo::Judgement judgement = run.run(task.solution);
  if (judgement.success()) return {};
  return {.problem = Error{ErrorCode::kBadData,
                           "its own solution fails: " + run.explain(task.solution, judgement),
                           "task '" + task.id + "'"}};
}

GridTasks::GridTasks(data::OpenedShelf<StoredTask> opened, const Settings& settings)
    : tasks_(std::move(opened.tasks)),
      problems_(std::move(opened.problems)),
      settings_(settings),
      data_hash_(std::move(opened.data_hash)),
      runs_(std::min(tasks_.size(), kKeptRuns)) {}

suite::Task GridTasks::task(std::size_t index) const {
  const auto stored = tasks_.get_or_blank(index);
  return {tasks_.id(index), stored->base, facets(*stored)};
}

Result<suite::Prompt> GridTasks::prompt(std::size_t index, std::string_view prompt_template) const {
  const auto stored = TRY(tasks_.get(index));
  return make_prompt(stored->task, settings_.form, settings_.shots, prompt_template);
}

reply::Answer GridTasks::read(std::string_view reply, reply::Extraction extraction) const {
  return extract_program(reply, extraction);
}

/// The released reader knows fewer forms than models write.
lang::xlogo::Parsed<lang::xlogo::Program> GridTasks::parsed(const std::string& code) const {
  return lang::xlogo::parse_python(code, settings_.rules.strict_reference
                                             ? lang::xlogo::PythonForm::kPublished
                                             : lang::xlogo::PythonForm::kForgiving);
}

Result<scene::Replay> GridTasks::replay(std::size_t index, const reply::Answer& answer) const {
  const std::string& code = answer.first().code;
  if (code.empty()) return fail(ErrorCode::kNotFound, "no code was found in the reply");
  const auto program = parsed(code);
  if (!program) {
    return fail(ErrorCode::kBadData, program.error().message,
                "line " + std::to_string(program.error().line));
  }
  const lang::xlogo::Task task = TRY(grid_task(index));
  return replay::replay_grid(task, *program, code);
}

Result<std::vector<suite::Hint>> GridTasks::hints(std::size_t index,
                                                  const reply::Answer& answer) const {
  const auto program = parsed(answer.first().code);
  if (!program) return std::vector<suite::Hint>{};
  const lang::xlogo::Task task = TRY(grid_task(index));
  const auto nearest = lang::xlogo::nearest_right(task, *program, {.rules = settings_.rules});
  std::vector<suite::Hint> hints;
  if (!nearest) return hints;
  for (const auto& [line, words] : nearest->changes) {
    hints.push_back({static_cast<int>(line), words});
  }
  return hints;
}

suite::Judged GridTasks::judge(std::size_t index, const reply::Answer& answer) const {
  const std::string& code = answer.first().code;
  if (code.empty()) return {.score = no_code(answer), .drawing = {}};
  auto program = parsed(code);
  if (!program) return {.score = not_a_program(program.error(), answer), .drawing = {}};
  suite::Judged judged{.score = score_of(index, *program, answer), .drawing = {}};
  judged.drawing = std::move(*program);
  return judged;
}

Result<std::unique_ptr<lang::xlogo::GridRun>> GridTasks::take_run(std::size_t index) const {
  RunSlot& slot = runs_[index % runs_.size()];
  {
    const std::lock_guard lock(slot.mutex);
    if (slot.run && slot.index == index) return std::move(slot.run);
  }
  const auto stored = TRY(tasks_.get(index));
  return std::make_unique<lang::xlogo::GridRun>(stored->task, settings_.rules);
}

void GridTasks::put_back(std::size_t index, std::unique_ptr<lang::xlogo::GridRun> run) const {
  RunSlot& slot = runs_[index % runs_.size()];
  const std::lock_guard lock(slot.mutex);
  slot.index = index;
  slot.run = std::move(run);
}

suite::Score GridTasks::score_of(std::size_t index, const lang::xlogo::Program& program,
                                 const reply::Answer& answer) const {
  auto taken = take_run(index);
  if (!taken) return task_is_gone(taken.error(), answer);
  std::unique_ptr<lang::xlogo::GridRun> run = std::move(*taken);
  const lang::xlogo::Judgement judgement = run->run(program);
  std::optional<Failing> failing;
  if (!judgement.success()) {
    failing = Failing{run->explain(program, judgement), run->goal_share(judgement)};
  }
  put_back(index, std::move(run));
  return xlogo::score_of(judgement, failing, program.blocks.size(), answer);
}

std::string GridTasks::reference(std::size_t index) const {
  std::string program = lang::xlogo::to_python(tasks_.get_or_blank(index)->task.solution);
  if (settings_.prompting == Prompting::kTrain) return program;
  return "```python\n" + program + "```\n";
}

std::vector<suite::Construct> GridTasks::constructs(std::size_t index) const {
  const lang::xlogo::Facts facts = lang::xlogo::facts(tasks_.get_or_blank(index)->task.solution);
  std::vector<suite::Construct> constructs;
  constructs.reserve(facts.count.size());
  for (std::size_t i = 0; i < facts.count.size(); ++i) {
    constructs.push_back({"xlogo_block", std::string(lang::xlogo::kBlockNames[i]),
                          static_cast<std::int64_t>(facts.count[i])});
  }
  return constructs;
}

std::vector<suite::Picture> GridTasks::pictures(std::size_t index,
                                                const suite::Judged& judged) const {
  const auto stored = tasks_.get_or_blank(index);
  const lang::xlogo::Task& task = stored->task;
  std::vector<suite::Picture> pictures;
  if (auto image = mint::xlogo::task_image(task, {}))
    pictures.push_back({"task", std::move(*image)});
  if (const auto* program = std::any_cast<lang::xlogo::Program>(&judged.drawing)) {
    const lang::xlogo::Trace path = lang::xlogo::trace(task.world, *program);
    lang::xlogo::PictureOptions options;
    options.path = &path;
    if (auto image = mint::xlogo::task_image(task, options))
      pictures.push_back({"path", std::move(*image)});
  }
  return pictures;
}

}  // namespace papert::suite::xlogo
