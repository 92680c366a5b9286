// By what tasks of the grid world are recognised: the task and its world up to turning and
// mirroring, and the blocks of its solution.
#include <algorithm>
#include <array>

#include "suite/xlogo/tasks.h"

namespace papert::suite::xlogo {
namespace {

// Small worlds meet by chance: a tenth of two thousand minted ones is also among two thousand
// others.
constexpr std::array<suite::KeyInfo, 3> kTaskKeyInfos{
    {{suite::KeyKind::kTask, "world, goal and constraints, up to turning and mirroring"},
     {suite::KeyKind::kWorld,
      "grid, walls, items, lines and turtle, up to turning and mirroring; small ones are frequent",
      false},
     {suite::KeyKind::kProgram,
      "the blocks of the solution, up to mirroring; short ones solve many tasks", false}}};

std::string world_key(const lang::xlogo::World& world) {
  lang::xlogo::Task bare;
  bare.world = world;
  return lang::xlogo::canonical_key(bare);
}

std::string solution_key(const lang::xlogo::Program& program) {
  return std::min(lang::xlogo::to_dsl(program),
                  lang::xlogo::to_dsl(lang::xlogo::transformed(program, true)));
}

}  // namespace

std::span<const suite::KeyInfo> GridTasks::key_infos() const { return kTaskKeyInfos; }

Result<std::vector<suite::TaskKey>> GridTasks::more_keys(std::size_t index) const {
  const auto stored = TRY(tasks_.get(index));
  return std::vector<suite::TaskKey>{
      {suite::KeyKind::kWorld, world_key(stored->task.world)},
      {suite::KeyKind::kProgram, solution_key(stored->task.solution)}};
}

std::vector<suite::TaskKey> GridTasks::keys_in(std::string_view text) const {
  if (text.starts_with('{')) {
    const auto json = parse_json(text);
    return json ? keys_in_record(*json) : std::vector<suite::TaskKey>{};
  }
  const auto program = lang::xlogo::parse_python(
      read(text, reply::Extraction::kLenient).first().code, lang::xlogo::PythonForm::kForgiving);
  if (!program || program->blocks.empty()) return {};
  return {{suite::KeyKind::kProgram, solution_key(*program)}};
}

std::vector<suite::TaskKey> GridTasks::keys_in_record(const Json& record) const {
  if (!record.is_object() || !record.contains("world")) return {};
  const auto world = lang::xlogo::world_from_json(record["world"]);
  if (!world) return {};
  std::vector<suite::TaskKey> keys{{suite::KeyKind::kWorld, world_key(*world)}};
  if (const auto task = lang::xlogo::task_from_json(record)) {
    keys.push_back({suite::KeyKind::kTask, lang::xlogo::canonical_key(*task)});
    keys.push_back({suite::KeyKind::kProgram, solution_key(task->solution)});
  }
  return keys;
}

}  // namespace papert::suite::xlogo
