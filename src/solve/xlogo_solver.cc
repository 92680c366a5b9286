#include "solve/xlogo_solver.h"

#include <utility>

#include "lang/xlogo/ladder.h"
#include "mint/xlogo/image.h"
#include "suite/xlogo/tasks.h"

namespace papert::solve {
namespace {

Result<const suite::xlogo::GridTasks*> grid_tasks(const Puzzle& puzzle) {
  if (puzzle.tasks == nullptr) {
    return fail(ErrorCode::kUsage, "solver/xlogo needs a task, not a picture");
  }
  const auto* tasks = dynamic_cast<const suite::xlogo::GridTasks*>(puzzle.tasks);
  if (tasks == nullptr) return fail(ErrorCode::kUsage, "solver/xlogo plays tasks of xlogo only");
  return tasks;
}

Result<std::vector<Stage>> stages_of(const lang::xlogo::Task& task,
                                     const lang::xlogo::Program& program) {
  const lang::xlogo::Trace path = lang::xlogo::trace(task.world, program);
  lang::xlogo::PictureOptions options{.path = &path};
  if (task.draws()) options.style = lang::xlogo::PathStyle::kPen;
  if (!path.steps.empty()) options.turtle = path.steps.back().after;
  raster::Image before = TRY(mint::xlogo::task_image(task));
  raster::Image after = TRY(mint::xlogo::task_image(task, options));
  std::vector<Stage> stages;
  stages.reserve(2);
  stages.push_back({"task", std::move(before)});
  stages.push_back({"path", std::move(after)});
  return stages;
}

}  // namespace

Result<Solution> solve_xlogo(const Puzzle& puzzle) {
  const suite::xlogo::GridTasks* const tasks = TRY(grid_tasks(puzzle));
  const lang::xlogo::Task task = TRY(tasks->grid_task(puzzle.index));
  const lang::xlogo::LadderResult result = lang::xlogo::climb(task, tasks->rules());
  if (!result.program) {
    return fail(
        ErrorCode::kNotFound,
        "task '" + task.id + "': " +
            (result.impossible ? "no program solves it"
                               : "no program found in " + std::to_string(result.steps) + " steps"));
  }
  Solution solution;
  solution.reply = "```python\n" + lang::xlogo::to_python(*result.program) + "```\n";
  if (puzzle.with_stages) solution.stages = TRY(stages_of(task, *result.program));
  return solution;
}

}  // namespace papert::solve
