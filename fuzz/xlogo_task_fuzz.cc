// Any JSON as a task. What is accepted must be written and read back unchanged, and judging its own
// solution must come to the same verdict twice, explained in words.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "lang/xlogo/emulator.h"

namespace {

using namespace papert::lang::xlogo;

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const Task& task) {
  const auto again = task_from_json(to_json(task));
  require(again && again->world == task.world && again->goal == task.goal &&
          again->constraints == task.constraints && again->solution == task.solution);
  for (const bool strict : {false, true}) {
    GridRun judge(task, {.strict_reference = strict});
    const Judgement first = judge.run(task.solution);
    require(!judge.explain(task.solution, first).empty());
    const Judgement second = judge.run(task.solution);
    require(first.crash == second.crash && first.goal == second.goal &&
            first.constraints == second.constraints && first.calls == second.calls);
    require(trace(task.world, task.solution).crash == first.crash);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto json = papert::parse_json({reinterpret_cast<const char*>(data), size});
  if (!json) return 0;
  const auto task = task_from_json(*json, "input");
  if (!task) {
    require(!task.error().message.empty() && papert::is_valid_utf8(task.error().to_string()));
    return 0;
  }
  check(*task);
  return 0;
}
