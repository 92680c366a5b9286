// The emulator against a second one that is as plain as can be: every small program in a handful of
// worlds, then seeded random programs in random worlds with random goals and constraints.

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/random.h"
#include "lang/xlogo/emulator.h"
#include "support/xlogo_naive.h"

namespace papert::lang::xlogo {
namespace {

std::string crash_text(const Judgement& judgement) {
  if (!judgement.crash) return "";
  const Crash& crash = *judgement.crash;
  const std::string name(kCrashNames[static_cast<std::size_t>(crash.kind)]);
  if (crash.kind == CrashKind::kExceedMaxCalls) return name;
  return name + " (" + std::to_string(crash.x) + "," + std::to_string(crash.y) + ")";
}

::testing::AssertionResult agree(const Task& task, GridRun& judge, const Program& program,
                                 bool strict) {
  const Judgement ours = judge.run(program);
  const test::NaiveVerdict naive = test::naive_judge(task, program, strict);
  if (crash_text(ours) == naive.crash && ours.goal == naive.goal && ours.calls == naive.calls &&
      ours.constraints == naive.constraints && ours.raises == naive.raises) {
    return ::testing::AssertionSuccess();
  }
  const auto show = [](std::optional<bool> value) {
    return !value ? "unknown" : *value ? "true" : "false";
  };
  return ::testing::AssertionFailure()
         << (strict ? "strict, " : "default, ") << to_dsl(program) << "\n"
         << dump_json(to_json(task)) << "\nours: " << crash_text(ours) << " goal "
         << show(ours.goal) << " constraints " << show(ours.constraints) << " calls " << ours.calls
         << "\nnaive: " << naive.crash << " goal " << show(naive.goal) << " constraints "
         << show(naive.constraints) << " calls " << naive.calls;
}

Task task_of(const std::string& text) {
  auto task = task_from_json(*parse_json(text));
  EXPECT_TRUE(task) << task.error().to_string();
  return task ? *task : Task();
}

constexpr const char* kTail = R"(, "constraints": [{"at_most": {"all": 5, "fd": 2},
    "exactly": {"lt": 1}, "start_by": ["fd", "repeat"]}], "code": {"run": []}})";

std::vector<Task> small_tasks() {
  return {
      task_of(std::string(R"({"id": "find", "world": {"turtle": {"x": 1, "y": 1, "direction": 0},
        "tiles": [{"x": 0, "y": 0, "allowed": true, "walls": {"right": true}},
          {"x": 1, "y": 0, "allowed": true}, {"x": 2, "y": 0, "allowed": false},
          {"x": 0, "y": 1, "allowed": true}, {"x": 1, "y": 1, "allowed": true},
          {"x": 2, "y": 1, "allowed": true, "exist": false}, {"x": 1, "y": 2, "allowed": true}],
        "items": [{"x": 1, "y": 0, "name": "cross", "color": "red"},
          {"x": 1, "y": 1, "name": "lemon", "color": "yellow"},
          {"x": 0, "y": 1, "name": "strawberry", "color": "red", "count": 3}]},
        "goal": [{"name": "findonly", "specs": [[[{"color": "red"}, {"name": "lemon"}]]]},
          {"name": "forbid", "specs": [[[{"name": "strawberry"}]]]}])") +
              kTail),
      task_of(std::string(R"({"id": "draw", "world": {"turtle": {"x": 0, "y": 1, "direction": 1},
        "tiles": [{"x": 0, "y": 0, "allowed": true}, {"x": 1, "y": 0, "allowed": true},
          {"x": 0, "y": 1, "allowed": true}, {"x": 1, "y": 1, "allowed": true}],
        "lines": [{"x1": 0, "y1": 1, "x2": 1, "y2": 1, "color": "#D60000"},
          {"x1": 1, "y1": 1, "x2": 1, "y2": 0, "color": "#000000"}]},
        "goal": [{"name": "draw", "specs": [[]]}])") +
              kTail),
      task_of(std::string(R"({"id": "concat", "world": {"turtle": {"x": 1, "y": 0, "direction": 1},
        "tiles": [{"x": 0, "y": 0, "allowed": true}, {"x": 1, "y": 0, "allowed": true},
          {"x": 2, "y": 0, "allowed": true}, {"x": 3, "y": 0, "allowed": true}],
        "items": [{"x": 1, "y": 0, "name": "A", "color": "black"},
          {"x": 2, "y": 0, "name": "B", "color": "black"},
          {"x": 3, "y": 0, "name": "circle", "color": "black"}]},
        "goal": [{"name": "concat", "specs": [[[{"name": "A"}]], [[{"name": "B"}]],
          [[{"name": "circle"}], [{"color": "black"}]]]}])") +
              kTail),
      task_of(std::string(R"({"id": "sum", "world": {"turtle": {"x": 0, "y": 0, "direction": 2},
        "tiles": [{"x": 0, "y": 0, "allowed": false}, {"x": 0, "y": 1, "allowed": true},
          {"x": 0, "y": 2, "allowed": true, "walls": {"top": true}}],
        "items": [{"x": 0, "y": 0, "name": "strawberry", "color": "red", "count": 2},
          {"x": 0, "y": 1, "name": "strawberry", "color": "red", "count": 3}]},
        "goal": [{"name": "sum", "specs": [[[{"name": "strawberry"}]]], "total_cnt": 5}])") +
              kTail),
      task_of(std::string(R"({"id": "all", "world": {"turtle": {"x": 0, "y": 0, "direction": 3},
        "tiles": [{"x": 0, "y": 0, "allowed": true}, {"x": 0, "y": 1, "allowed": true},
          {"x": 1, "y": 0, "allowed": true}],
        "items": [{"x": 0, "y": 1, "name": "lemon", "color": "purple"},
          {"x": 0, "y": 1, "name": "lemon", "color": "yellow"},
          {"x": 1, "y": 0, "name": "triangle", "color": "blue"}]},
        "goal": [{"name": "collectall", "specs": [[[{"name": "triangle", "neg": 1}]]]}])") +
              kTail),
  };
}

/// Every list of blocks of a size, bodies included, by its first block.
void extend(std::vector<std::vector<Program>>& by_size) {
  const std::size_t size = by_size.size();
  std::vector<Program> result;
  const auto add = [&](const Block& first, const Program& body, const Program& rest) {
    Program program;
    program.blocks.push_back(first);
    program.blocks.insert(program.blocks.end(), body.blocks.begin(), body.blocks.end());
    program.blocks.insert(program.blocks.end(), rest.blocks.begin(), rest.blocks.end());
    result.push_back(std::move(program));
  };
  for (const Program& rest : by_size[size - 1]) {
    for (const auto type :
         {BlockType::kForward, BlockType::kBack, BlockType::kLeft, BlockType::kRight}) {
      add({.type = type}, {}, rest);
    }
    add({.type = BlockType::kSetPen, .pen = Color::kRed}, {}, rest);
  }
  for (std::size_t inside = 0; inside < size; ++inside) {
    const Block repeat{
        .type = BlockType::kRepeat, .times = 2, .body = static_cast<std::uint32_t>(inside)};
    for (const Program& body : by_size[inside]) {
      for (const Program& rest : by_size[size - 1 - inside]) add(repeat, body, rest);
    }
  }
  by_size.push_back(std::move(result));
}

TEST(XlogoDifferential, EverySmallProgram) {
  std::vector<std::vector<Program>> by_size{{Program()}};
  while (by_size.size() <= 6) extend(by_size);
  EXPECT_EQ(by_size[1].size(), 6U);
  EXPECT_EQ(by_size[2].size(), 42U);
  std::cout << by_size[6].size() << " programs of 6 blocks\n";
  for (const Task& task : small_tasks()) {
    for (const bool strict : {false, true}) {
      GridRun judge(task, {.strict_reference = strict});
      for (const auto& programs : by_size) {
        for (const Program& program : programs) ASSERT_TRUE(agree(task, judge, program, strict));
      }
    }
  }
}

class Chance {
 public:
  explicit Chance(std::int64_t seed) : random_(seed) {}
  int below(int n) { return static_cast<int>(random_.randbelow(static_cast<std::uint64_t>(n))); }
  bool once_in(int n) { return below(n) == 0; }

 private:
  Random random_;
};

World random_world(Chance& chance) {
  World world;
  world.width = 1 + chance.below(4);
  world.height = 1 + chance.below(4);
  for (int i = 0; i < world.width * world.height; ++i) {
    Tile tile{.present = !chance.once_in(20), .allowed = !chance.once_in(12)};
    tile.exists = !chance.once_in(16);
    for (unsigned d = 0; d < 4; ++d) {
      if (chance.once_in(12)) tile.walls = static_cast<std::uint8_t>(tile.walls | 1U << d);
    }
    world.tiles.push_back(tile);
  }
  world.turtle_x = chance.below(world.width);
  world.turtle_y = chance.below(world.height);
  world.heading = static_cast<Direction>(chance.below(4));
  for (int i = chance.below(8); i > 0; --i) {
    Item item{chance.below(world.width), chance.below(world.height)};
    item.name = static_cast<ItemName>(chance.below(8));
    item.color = item.name == ItemName::kLemon        ? Color::kYellow
                 : item.name >= ItemName::kLetterA    ? Color::kBlack
                 : item.name == ItemName::kStrawberry ? Color::kRed
                                                      : static_cast<Color>(2 * chance.below(2));
    if (item.name == ItemName::kStrawberry) item.count = 1 + chance.below(4);
    if (item.color == Color::kBlue && item.name < ItemName::kTriangle) item.color = Color::kRed;
    if (chance.once_in(40)) item.color = static_cast<Color>(chance.below(9));
    if (chance.once_in(40)) item.count = 1 + chance.below(5);
    world.items.push_back(item);
  }
  for (int i = chance.below(4); i > 0; --i) {
    const int x = chance.below(world.width);
    const int y = chance.below(world.height);
    const int down = chance.below(2);
    if (!world.inside(x + 1 - down, y + down)) continue;
    world.lines.push_back({x, y, x + 1 - down, y + down, static_cast<Color>(chance.below(2))});
  }
  return world;
}

Spec random_spec(Chance& chance) {
  Spec spec;
  for (int i = 1 + chance.below(2); i > 0; --i) {
    Clause clause;
    for (int k = 1 + chance.below(2); k > 0; --k) {
      Literal literal;
      if (chance.once_in(2)) {
        literal.name = static_cast<ItemName>(chance.below(8));
      } else {
        literal.color = static_cast<Color>(chance.below(5));
      }
      literal.negated = chance.once_in(12);
      clause.push_back(literal);
    }
    spec.push_back(clause);
  }
  return spec;
}

Goal random_goal(Chance& chance) {
  Goal goal;
  for (int i = chance.below(4); i > 0; --i) {
    Objective objective{.kind = static_cast<ObjectiveKind>(1 + chance.below(6))};
    if (chance.once_in(6)) objective.kind = ObjectiveKind::kDraw;
    if (objective.kind == ObjectiveKind::kConcat) objective.specs.push_back(random_spec(chance));
    if (objective.kind == ObjectiveKind::kSum) objective.total = chance.below(6);
    if (objective.kind != ObjectiveKind::kDraw) objective.specs.push_back(random_spec(chance));
    goal.push_back(objective);
  }
  return goal;
}

Constraints random_constraints(Chance& chance) {
  Constraints constraints;
  const int sets = chance.once_in(8) ? 2 : chance.below(2);
  for (int i = 0; i < sets; ++i) {
    ConstraintSet set;
    for (std::size_t slot = 0; slot < 7; ++slot) {
      if (chance.once_in(6)) set.at_most[slot] = chance.below(8);
      if (chance.once_in(12)) set.exactly[slot] = chance.below(4);
    }
    if (chance.once_in(4)) {
      for (int k = 1 + chance.below(3); k > 0; --k) {
        set.start_by.push_back(static_cast<BlockType>(chance.below(6)));
      }
    }
    constraints.push_back(set);
  }
  return constraints;
}

void add_random_blocks(Chance& chance, int count, int depth, Program& program) {
  for (int i = 0; i < count; ++i) {
    Block block{.type = static_cast<BlockType>(chance.below(depth < 3 ? 6 : 4))};
    if (block.type == BlockType::kRepeat && chance.once_in(2)) block.type = BlockType::kForward;
    if (block.type == BlockType::kSetPen && !chance.once_in(4)) {
      block.pen = static_cast<Color>(chance.below(2));
    }
    const std::size_t at = program.blocks.size();
    program.blocks.push_back(block);
    if (block.type != BlockType::kRepeat) continue;
    program.blocks[at].times = static_cast<std::uint8_t>(1 + chance.below(4));
    add_random_blocks(chance, chance.below(4), depth + 1, program);
    program.blocks[at].body = static_cast<std::uint32_t>(program.blocks.size() - at - 1);
  }
}

TEST(XlogoDifferential, RandomProgramsInRandomWorlds) {
  constexpr int kTasks = 40'000;
  constexpr int kPrograms = 25;
  Chance chance(2026);
  std::size_t reached = 0;
  for (int t = 0; t < kTasks; ++t) {
    Task task;
    task.world = random_world(chance);
    task.goal = random_goal(chance);
    task.constraints = random_constraints(chance);
    GridRun ours(task);
    GridRun strict(task, {.strict_reference = true});
    for (int p = 0; p < kPrograms; ++p) {
      Program program;
      add_random_blocks(chance, chance.below(9), 0, program);
      ASSERT_TRUE(agree(task, ours, program, false));
      ASSERT_TRUE(agree(task, strict, program, true));
      const Judgement judgement = ours.run(program);
      ASSERT_FALSE(ours.explain(program, judgement).empty()) << to_dsl(program);
      ASSERT_EQ(judgement.success(), ours.explain(program, judgement) == "succeeds");
      reached += judgement.success() ? 1 : 0;
      const Trace steps = trace(task.world, program);
      ASSERT_EQ(steps.crash, judgement.crash);
      ASSERT_EQ(steps.steps.size(),
                static_cast<std::size_t>(judgement.calls - (judgement.crash ? 1 : 0)));
    }
  }
  // A test in which nothing ever succeeds would prove little.
  EXPECT_GT(reached, 50'000U);
}

}  // namespace
}  // namespace papert::lang::xlogo
