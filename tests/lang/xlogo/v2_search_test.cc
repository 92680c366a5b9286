// The search over programs of the second dialect, against all programs of up to three blocks
// written out one by one and judged. Bodies are never empty: such blocks do nothing, or that for
// ever.

#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/v2_search.h"

namespace papert::lang::xlogo::v2 {
namespace {

using Blocks = std::vector<Block>;

Block of_type(BlockType type) {
  Block block;
  block.type = type;
  return block;
}

std::vector<Condition> conditions() {
  std::vector<Condition> all;
  for (const bool negated : {false, true}) {
    for (const Test test : {Test{}, Test{Sensor::kItem, 1}, Test{Sensor::kColor, 0}}) {
      Condition condition{.size = 1};
      condition.tests[0] = test;
      condition.tests[0].negated = negated;
      all.push_back(condition);
    }
  }
  return all;
}

/// Every list of so many blocks.
class AllLists {
 public:
  const std::vector<Blocks>& of(std::size_t size) {
    const auto found = lists_.find(size);
    if (found != lists_.end()) return found->second;
    std::vector<Blocks> lists;
    if (size == 0) lists.emplace_back();
    for (std::size_t first = 1; first <= size; ++first) {
      for (const Blocks& block : blocks(first)) {
        for (const Blocks& rest : of(size - first)) {
          lists.push_back(block);
          lists.back().insert(lists.back().end(), rest.begin(), rest.end());
        }
      }
    }
    return lists_[size] = std::move(lists);
  }

 private:
  std::vector<Blocks> blocks(std::size_t size) {
    std::vector<Blocks> result;
    if (size == 1) {
      for (const auto type :
           {BlockType::kForward, BlockType::kBack, BlockType::kLeft, BlockType::kRight}) {
        result.push_back({of_type(type)});
      }
    }
    for (std::size_t body = 1; body < size; ++body) {
      for (const Blocks& inside : of(body)) add_around(inside, of(size - 1 - body), result);
    }
    return result;
  }

  void add_around(const Blocks& inside, const std::vector<Blocks>& others,
                  std::vector<Blocks>& result) {
    for (const Blocks& other : others) {
      for (const Condition& condition : conditions()) {
        Block block = of_type(BlockType::kIf);
        block.condition = condition;
        add(block, inside, other, result);
        block.type = BlockType::kWhile;
        if (other.empty()) add(block, inside, other, result);
      }
      for (std::uint8_t times = 2; times <= 12 && other.empty(); ++times) {
        Block block = of_type(BlockType::kRepeat);
        block.times = times;
        add(block, inside, other, result);
      }
    }
  }

  static void add(Block block, const Blocks& inside, const Blocks& other,
                  std::vector<Blocks>& result) {
    block.body = static_cast<std::uint32_t>(inside.size());
    block.otherwise = static_cast<std::uint32_t>(other.size());
    Blocks all{block};
    all.insert(all.end(), inside.begin(), inside.end());
    all.insert(all.end(), other.begin(), other.end());
    result.push_back(std::move(all));
  }

  std::map<std::size_t, std::vector<Blocks>> lists_;
};

xlogo::Task small_task(std::int64_t seed) {
  Random rng(seed);
  xlogo::Task task;
  World& world = task.world;
  world.width = 3;
  world.height = 2 + static_cast<int>(seed % 2);
  world.tiles.assign(static_cast<std::size_t>(world.width * world.height),
                     {.present = true, .allowed = true});
  for (Tile& tile : world.tiles) {
    if (rng.random() < 0.15) tile.allowed = false;
    if (rng.random() < 0.15) tile.walls = static_cast<std::uint8_t>(rng.randint(1, 15));
  }
  world.turtle_x = static_cast<int>(rng.randint(0, 2));
  world.heading = static_cast<Direction>(rng.randint(0, 3));
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      const double kind = rng.random();
      if (kind < 0.2) world.items.push_back({x, y, ItemName::kLemon, Color::kYellow, 1});
      if (kind > 0.8) world.items.push_back({x, y, ItemName::kCross, Color::kRed, 2});
    }
  }
  const Spec cross{{Literal{.name = ItemName::kCross}}};
  const Spec lemon{{Literal{.name = ItemName::kLemon}}};
  switch (seed % 5) {
    case 0:
      task.goal = {{ObjectiveKind::kFind, {cross}}, {ObjectiveKind::kForbid, {lemon}}};
      break;
    case 1:
      task.goal = {{ObjectiveKind::kCollectAll, {lemon}}};
      break;
    case 2:
      task.goal = {{ObjectiveKind::kSum, {cross}, 4}};
      break;
    case 3:
      task.goal = {{ObjectiveKind::kFindOnly, {lemon}}};
      break;
    default:
      world.lines = {{0, 0, 1, 0, Color::kBlack}, {1, 0, 1, 1, Color::kBlack}};
      task.goal = {{ObjectiveKind::kDraw, {}}};
  }
  return task;
}

TEST(SecondSearch, FindsTheShortestOfAllPrograms) {
  constexpr std::size_t kLongest = 3;
  AllLists lists;
  std::map<std::string, int> outcomes;
  for (std::int64_t seed = 0; seed < 10; ++seed) {
    const xlogo::Task site = small_task(seed);
    GridRun judge(site);
    std::optional<std::size_t> shortest;
    for (std::size_t size = 0; size <= kLongest && !shortest; ++size) {
      for (const Blocks& blocks : lists.of(size)) {
        if (!judge.run(Program{{}, blocks}, {}).success()) continue;
        shortest = size;
        break;
      }
    }
    for (const std::size_t kept : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
      const SearchResult found =
          shortest_solution({site, {}, {}}, {.max_length = kLongest, .max_kept = kept});
      if (!shortest) {
        ASSERT_EQ(found.outcome, SearchOutcome::kNone) << seed << " " << to_python(found.program);
        ASSERT_EQ(found.settled, kLongest);
        continue;
      }
      ASSERT_EQ(found.outcome, SearchOutcome::kFound) << seed;
      ASSERT_EQ(facts(found.program).length(), *shortest) << seed << "\n"
                                                          << to_python(found.program);
      ASSERT_EQ(found.settled + 1, std::max<std::size_t>(*shortest, 1));
    }
    ++outcomes[shortest ? std::to_string(*shortest) : "none"];
  }
  EXPECT_GT(outcomes["none"], 0);
  EXPECT_GT(outcomes["2"] + outcomes["3"], 1);
}

/// A spiral of three sides: each to the wall, then right.
xlogo::Task spiral() {
  xlogo::Task task;
  task.world.width = 5;
  task.world.height = 5;
  task.world.tiles.assign(25, {.present = true, .allowed = true});
  task.world.turtle_y = 4;
  task.world.items = {{4, 4, ItemName::kLemon, Color::kYellow, 1}};
  task.goal = {{ObjectiveKind::kFind, {{{Literal{.name = ItemName::kLemon}}}}}};
  return task;
}

TEST(SecondSearch, ConstraintsAreKeptTo) {
  Task task{spiral(), {ConstraintSet()}, {}};
  task.constraints[0].exactly[static_cast<std::size_t>(BlockType::kLeft)] = 0;
  task.constraints[0].exactly[static_cast<std::size_t>(BlockType::kRight)] = 1;
  task.constraints[0].at_most[static_cast<std::size_t>(BlockType::kRepeat)] = 0;
  const SearchResult found = shortest_solution(task, {.max_length = 5});
  ASSERT_EQ(found.outcome, SearchOutcome::kFound);
  EXPECT_TRUE(keeps(task.constraints, found.program));
  task.constraints[0].exactly[kCountAll] = 1;
  EXPECT_EQ(shortest_solution(task, {.max_length = 5}).outcome, SearchOutcome::kNone);
  task.constraints[0].exactly[kCountAll].reset();
  task.constraints[0].start_by = {BlockType::kBack, BlockType::kSetPen};
  EXPECT_EQ(shortest_solution(task, {.max_length = 5}).outcome, SearchOutcome::kGaveUp)
      << "pens are not searched, so nothing is proven";
}

TEST(SecondSearch, WithoutWorkNothingIsClaimed) {
  const SearchResult found =
      shortest_solution({spiral(), {}, {}}, {.max_length = 6, .max_work = 10});
  EXPECT_EQ(found.outcome, SearchOutcome::kGaveUp);
  EXPECT_LE(found.settled, 2U);
}

TEST(SecondSearch, AFunctionIsFoundWhereItIsShorter) {
  // Three flights of stairs that differ in between: only a function says the step once.
  xlogo::Task site;
  site.world.width = 8;
  site.world.height = 8;
  site.world.tiles.assign(64, {.present = true});
  const Program solution = parse_python(R"(def step():
    move_forward()
    turn_right()
    move_forward()
def run():
    step()
    step()
    turn_left()
    step()
    move_forward()
    step()
)")
                               .value();
  site.world.turtle_x = 1;
  site.world.turtle_y = 4;
  World open = site.world;
  for (Tile& tile : open.tiles) tile.allowed = true;
  const Trace path = trace(open, solution);
  ASSERT_FALSE(path.crash);
  site.world.tile(1, 4).allowed = true;
  for (const TraceStep& step : path.steps) {
    site.world.tile(step.after.x, step.after.y).allowed = true;
  }
  State before = path.start;
  for (const TraceStep& step : path.steps) {
    if (step.after.x != before.x || step.after.y != before.y) {
      site.world.lines.push_back({before.x, before.y, step.after.x, step.after.y, Color::kBlack});
    }
    before = step.after;
  }
  site.goal = {{ObjectiveKind::kDraw, {}}};
  const SearchResult found =
      shortest_solution({site, {}, {}}, {.max_length = 10, .max_kept = 3, .functions = true});
  ASSERT_EQ(found.outcome, SearchOutcome::kFound);
  EXPECT_LE(facts(found.program).length(), 10U);
  EXPECT_TRUE(GridRun(site).run(found.program, {}).success());
}

}  // namespace
}  // namespace papert::lang::xlogo::v2
