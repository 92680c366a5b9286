#include "suite/xlogo/v2_tasks.h"

#include <algorithm>
#include <utility>

#include "mint/xlogo/image.h"
#include "replay/grid.h"
#include "suite/xlogo/extract.h"
#include "suite/xlogo/verdicts.h"

namespace papert::suite::xlogo {
namespace {

namespace v2 = lang::xlogo::v2;

/// The skills overlap.
std::vector<suite::Tag> second_facets(const v2::Task& task) {
  const v2::Facts code = v2::facts(task.solution);
  const std::string type(lang::xlogo::type_name(task.site));
  const std::string constraint(v2::constraint_kind(task.constraints));
  std::vector<suite::Tag> tags{{"type", type},
                               {"constraint", constraint},
                               {"concept", std::string(v2::concept_name(code))},
                               {"length", length_band(code.length())},
                               {"grid", grid_band(task.site.world)}};
  if (type != "find") tags.push_back({"skill", type});
  if (code.uses(v2::BlockType::kRepeat)) tags.push_back({"skill", "loops"});
  if (code.uses(v2::BlockType::kSetPen)) tags.push_back({"skill", "variables"});
  if (code.uses(v2::BlockType::kIf)) tags.push_back({"skill", "conditionals"});
  if (code.uses(v2::BlockType::kWhile)) tags.push_back({"skill", "while"});
  if (code.count[v2::kCountDef] > 0) tags.push_back({"skill", "functions"});
  if (constraint != "none") tags.push_back({"skill", "code constraints"});
  return tags;
}

}  // namespace

data::Looked look_at(const SecondTask& stored, const Settings& settings) {
  const v2::Task& task = stored.task;
  const auto type = settings.wish.type;
  const auto kind = settings.wish.kind;
  const bool wanted = (!type || mint::xlogo::kTaskTypeNames[static_cast<std::size_t>(*type)] ==
                                    lang::xlogo::type_name(task.site)) &&
                      (!kind || mint::xlogo::kSecondKindNames[static_cast<std::size_t>(*kind)] ==
                                    v2::concept_name(v2::facts(task.solution)));
  if (!wanted) return {.wanted = false, .problem = {}};
  lang::xlogo::GridRun run(task.site);
  const lang::xlogo::Judgement judgement = run.run(task.solution, task.constraints);
  if (judgement.success()) return {};
  return {.problem = Error{
              ErrorCode::kBadData,
              "its own solution fails: " + run.explain(task.solution, task.constraints, judgement),
              "task '" + task.site.id + "'"}};
}

SecondTasks::SecondTasks(data::OpenedShelf<SecondTask> opened, const Settings& settings)
    : tasks_(std::move(opened.tasks)),
      problems_(std::move(opened.problems)),
      settings_(settings),
      data_hash_(std::move(opened.data_hash)) {}

suite::Task SecondTasks::task(std::size_t index) const {
  return {tasks_.id(index), "", second_facets(tasks_.get_or_blank(index)->task)};
}

Result<suite::Prompt> SecondTasks::prompt(std::size_t index,
                                          std::string_view prompt_template) const {
  const auto stored = TRY(tasks_.get(index));
  return make_prompt(stored->task, settings_.form, settings_.shots, prompt_template);
}

reply::Answer SecondTasks::read(std::string_view reply, reply::Extraction extraction) const {
  return extract_second(reply, extraction);
}

suite::Judged SecondTasks::judge(std::size_t index, const reply::Answer& answer) const {
  const std::string& code = answer.first().code;
  if (code.empty()) return {.score = no_code(answer), .drawing = {}};
  auto program = v2::parse_python(code);
  if (!program) return {.score = not_a_program(program.error(), answer), .drawing = {}};
  const auto stored = tasks_.get(index);
  if (!stored) return {.score = task_is_gone(stored.error(), answer), .drawing = {}};
  const v2::Task& task = (*stored)->task;
  lang::xlogo::GridRun run(task.site);
  const lang::xlogo::Judgement judgement = run.run(*program, task.constraints);
  std::optional<Failing> failing;
  if (!judgement.success()) {
    failing =
        Failing{run.explain(*program, task.constraints, judgement), run.goal_share(judgement)};
  }
  suite::Judged judged{.score = score_of(judgement, failing, v2::facts(*program).length(), answer),
                       .drawing = {}};
  judged.drawing = std::move(*program);
  return judged;
}

std::string SecondTasks::reference(std::size_t index) const {
  std::string program = v2::to_python(tasks_.get_or_blank(index)->task.solution);
  if (settings_.prompting == Prompting::kTrain) return program;
  return "```python\n" + program + "```\n";
}

std::vector<suite::Construct> SecondTasks::constructs(std::size_t index) const {
  const v2::Counts counts = v2::facts(tasks_.get_or_blank(index)->task.solution).count;
  std::vector<suite::Construct> constructs;
  for (std::size_t i = 0; i < v2::kCountAll; ++i) {
    constructs.push_back(
        {"xlogo_block", std::string(v2::kCountNames[i]), static_cast<std::int64_t>(counts[i])});
  }
  return constructs;
}

Result<suite::DataFiles> SecondTasks::files(std::size_t index) const {
  const auto stored = TRY(tasks_.get(index));
  return suite::DataFiles{{data::tasks_path("").string(), task_line(*stored) + "\n"}};
}

Result<std::string> SecondTasks::content_key(std::size_t index) const {
  const auto stored = TRY(tasks_.get(index));
  return v2::canonical_key(stored->task);
}

std::vector<suite::Picture> SecondTasks::pictures(std::size_t index,
                                                  const suite::Judged& judged) const {
  const auto stored = tasks_.get_or_blank(index);
  const lang::xlogo::Task& site = stored->task.site;
  std::vector<suite::Picture> pictures;
  if (auto image = mint::xlogo::task_image(site, {})) {
    pictures.push_back({"task", std::move(*image)});
  }
  if (const auto* program = std::any_cast<v2::Program>(&judged.drawing)) {
    const lang::xlogo::Trace path = lang::xlogo::trace(site.world, *program);
    lang::xlogo::PictureOptions options;
    options.path = &path;
    if (auto image = mint::xlogo::task_image(site, options)) {
      pictures.push_back({"path", std::move(*image)});
    }
  }
  return pictures;
}

Result<scene::Replay> SecondTasks::replay(std::size_t index, const reply::Answer& answer) const {
  const std::string& code = answer.first().code;
  if (code.empty()) return fail(ErrorCode::kNotFound, "no code was found in the reply");
  const auto program = v2::parse_python(code);
  if (!program) {
    return fail(ErrorCode::kBadData, program.error().message,
                "line " + std::to_string(program.error().line));
  }
  const v2::Task task = TRY(grid_task(index));
  return replay::replay_grid(task.site, *program, code);
}

}  // namespace papert::suite::xlogo
