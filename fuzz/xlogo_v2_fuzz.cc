// Any bytes as a program of the second dialect of the grid world, as a condition, and as a task.
// What parses must keep to the limits, survive being written and read again in every form, and run
// to an end; what does not has words and a line.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "lang/xlogo/emulator.h"

namespace {

namespace v2 = papert::lang::xlogo::v2;
using papert::lang::xlogo::FormatError;
using papert::lang::xlogo::GridRun;
using papert::lang::xlogo::Judgement;

void require_second(bool condition) {
  if (!condition) std::abort();
}

papert::lang::xlogo::Task open_square() {
  papert::lang::xlogo::Task task;
  task.world.width = 3;
  task.world.height = 3;
  task.world.tiles.assign(9, {.present = true, .allowed = true});
  task.world.turtle_x = 1;
  task.world.turtle_y = 1;
  return task;
}

void check_refusal(const FormatError& error) {
  require_second(error.line >= 1 && !error.message.empty());
  require_second(papert::is_valid_utf8(error.message));
}

void check_run(GridRun& judge, const v2::Program& program, const v2::Constraints& constraints) {
  const Judgement judgement = judge.run(program, constraints);
  require_second(judgement.calls <= v2::kMaxSteps);
  require_second(!judge.explain(program, constraints, judgement).empty());
}

void check_second(std::string_view text) {
  const auto program = v2::parse_python(text);
  if (!program) return check_refusal(program.error());
  const v2::Facts facts = v2::facts(*program);
  require_second(facts.length() <= papert::lang::xlogo::kMaxBlocks);
  require_second(facts.depth <= papert::lang::xlogo::kMaxNesting);
  require_second(v2::circle_of_calls(*program).empty());
  require_second(v2::parse_python(v2::to_python(*program)) == *program);
  const auto json = v2::program_from_json(v2::to_json(*program));
  require_second(json && *json == *program);
  GridRun judge(open_square());
  check_run(judge, *program, {});
}

void check_condition(std::string_view text) {
  const auto condition = v2::parse_condition(text);
  if (!condition) return check_refusal(condition.error());
  require_second(v2::parse_condition(v2::to_python(*condition)) == *condition);
}

void check_task(std::string_view text) {
  const auto json = papert::parse_json(text);
  if (!json) return;
  const auto task = v2::task_from_json(*json, "input");
  if (!task) {
    require_second(papert::is_valid_utf8(task.error().to_string()));
    return;
  }
  const auto again = v2::task_from_json(v2::to_json(*task));
  require_second(again && again->constraints == task->constraints &&
                 again->solution == task->solution && again->site.world == task->site.world);
  require_second(!v2::task_sentence(*task).empty());
  GridRun judge(task->site);
  check_run(judge, task->solution, task->constraints);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_second(text);
  check_second("def run():\n " + std::string(text));
  check_condition(text);
  check_task(text);
  return 0;
}
