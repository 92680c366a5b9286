#include "solve/xlogo_solver.h"

#include <optional>
#include <utility>

#include "lang/xlogo/ladder.h"
#include "lang/xlogo/v2_search.h"
#include "mint/xlogo/image.h"
#include "suite/xlogo/tasks.h"
#include "suite/xlogo/v2_tasks.h"

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
                                     const lang::xlogo::Trace& path) {
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

// What is searched for in the second dialect, one after the other: short programs completely,
// longer ones with a function, and those that the published dialect has, too.
constexpr std::size_t kShortLength = 6;
constexpr std::size_t kShortWork = 150'000'000;
constexpr std::size_t kLongLength = 11;
constexpr std::size_t kLongWork = 500'000'000;

std::optional<lang::xlogo::v2::Program> search_second(const lang::xlogo::v2::Task& task) {
  namespace v2 = lang::xlogo::v2;
  using lang::xlogo::SearchOutcome;
  v2::SearchResult found =
      v2::shortest_solution(task, {.max_length = kShortLength, .max_work = kShortWork});
  if (found.outcome == SearchOutcome::kFound) return std::move(found.program);
  found = v2::shortest_solution(
      task, {.max_length = kLongLength, .max_work = kLongWork, .functions = true});
  if (found.outcome == SearchOutcome::kFound) return std::move(found.program);
  const auto plain = v2::published(task);
  if (!plain) return std::nullopt;
  const lang::xlogo::LadderResult climbed = lang::xlogo::climb(*plain);
  if (!climbed.program) return std::nullopt;
  return v2::from_published(*climbed.program);
}

Result<Solution> solve_second(const suite::xlogo::SecondTasks& tasks, const Puzzle& puzzle) {
  const lang::xlogo::v2::Task task = TRY(tasks.grid_task(puzzle.index));
  const auto program = search_second(task);
  if (!program) {
    return fail(ErrorCode::kNotFound, "task '" + task.site.id + "': no program found");
  }
  Solution solution;
  solution.reply = "```python\n" + lang::xlogo::v2::to_python(*program) + "```\n";
  if (puzzle.with_stages) {
    solution.stages = TRY(stages_of(task.site, lang::xlogo::trace(task.site.world, *program)));
  }
  return solution;
}

}  // namespace

Result<Solution> solve_xlogo(const Puzzle& puzzle) {
  if (const auto* second = dynamic_cast<const suite::xlogo::SecondTasks*>(puzzle.tasks)) {
    return solve_second(*second, puzzle);
  }
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
  if (puzzle.with_stages) {
    solution.stages = TRY(stages_of(task, lang::xlogo::trace(task.world, *result.program)));
  }
  return solution;
}

}  // namespace papert::solve
