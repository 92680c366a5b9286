// The search against all programs of up to five blocks, written out one by one: no state is
// recognised again (but after more rounds of one repeat), no text is left out, nothing is bounded.
// What is shared is the prefix of a program, which runs once for all its continuations; it is given
// up where it crashes or does what can never be undone (a line beside the picture, a visit to a
// forbidden item). The emulator judges what is left.

#include <gtest/gtest.h>

#include <bitset>
#include <functional>
#include <map>
#include <set>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/search.h"
#include "mint/xlogo/xlogo.h"
#include "support/xlogo_tasks.h"

namespace papert::lang::xlogo {
namespace {

using test::empty_task;
using test::find;

constexpr std::size_t kCells = 64;  // of minted grids
constexpr std::size_t kLines = 40;

struct Turtle {
  int x = 0;
  int y = 0;
  Direction heading = Direction::kNorth;
  Color pen = Color::kBlack;
  std::bitset<kCells> visited;
  std::array<std::uint8_t, kLines> drawn{};  // by line of the picture: colour + 1
  friend bool operator==(const Turtle&, const Turtle&) = default;
};

class AllPrograms {
 public:
  explicit AllPrograms(const Task& task) : task_(task), world_(task.world), judge_(task) {
    for (const BlockType type :
         {BlockType::kForward, BlockType::kBack, BlockType::kLeft, BlockType::kRight}) {
      commands_.push_back({.type = type});
    }
    std::set<Color> colors{Color::kBlack};
    for (const Line& line : world_.lines) {
      colors.insert(line.color);
      const std::size_t place = edge(line.x1, line.y1, line.x2, line.y2);
      wanted_.at(lines_.try_emplace(place, lines_.size()).first->second) = code(line.color);
    }
    for (const Color color : colors) {
      if (colors.size() == 1 && !asks_for_pens()) continue;  // changes nothing
      commands_.push_back({.type = BlockType::kSetPen, .pen = color});
    }
  }

  std::optional<std::size_t> shortest(std::size_t most) {
    Turtle start{world_.turtle_x, world_.turtle_y, world_.heading};
    start.visited.set(world_.index(start.x, start.y));
    for (std::size_t n = 0; n <= most; ++n) {
      program_.blocks.clear();
      if (extend(n, start, [&](const Turtle& turtle) { return solves(turtle); })) return n;
    }
    return std::nullopt;
  }

 private:
  using Then = std::function<bool(const Turtle&)>;

  static std::uint8_t code(Color color) {
    return static_cast<std::uint8_t>(1 + static_cast<int>(color));
  }
  [[nodiscard]] bool asks_for_pens() const {
    constexpr auto kPen = static_cast<std::size_t>(BlockType::kSetPen);
    return std::any_of(
        task_.constraints.begin(), task_.constraints.end(), [](const ConstraintSet& set) {
          return set.exactly[kPen] || set.exactly[kCountAll] ||
                 std::count(set.start_by.begin(), set.start_by.end(), BlockType::kSetPen) > 0;
        });
  }
  [[nodiscard]] std::size_t edge(int x1, int y1, int x2, int y2) const {
    return world_.index(std::min(x1, x2), std::min(y1, y2)) * 2 + (y1 != y2 ? 1 : 0);
  }

  /// Whether a judge could say yes: without a match no goal is reached.
  bool solves(const Turtle& turtle) {
    if (task_.draws()) return turtle.drawn == wanted_ && judge_.run(program_).success();
    bool possible = true;
    for (const Objective& objective : task_.goal) {
      if (objective.kind == ObjectiveKind::kForbid) continue;
      possible = false;
      for (const Item& item : world_.items) {
        for (const Spec& spec : objective.specs) {
          possible |= turtle.visited[world_.index(item.x, item.y)] && matches(spec, item);
        }
      }
    }
    return possible && judge_.run(program_).success();
  }

  bool extend(std::size_t size, const Turtle& turtle, const Then& then) {
    if (size == 0) return then(turtle);
    const std::size_t head = program_.blocks.size();
    for (const Block& command : commands_) {
      Turtle after = turtle;
      if (!step(command, after)) continue;
      program_.blocks.push_back(command);
      if (extend(size - 1, after, then)) return true;
      program_.blocks.resize(head);
    }
    for (std::size_t body = 1; body < size; ++body) {
      program_.blocks.push_back(
          {.type = BlockType::kRepeat, .body = static_cast<std::uint32_t>(body)});
      const Then rounds = [&](const Turtle& once) {
        Turtle now = once;
        std::vector<Turtle> before;
        for (std::uint8_t times = 1; times <= kMaxTimes; ++times) {
          if (times > 1 && !run(head + 1, head + 1 + body, now)) return false;
          if (std::find(before.begin(), before.end(), now) != before.end()) return false;
          before.push_back(now);
          program_.blocks[head].times = times;
          if (extend(size - 1 - body, now, then)) return true;
        }
        return false;
      };
      if (extend(body, turtle, rounds)) return true;
      program_.blocks.resize(head);
    }
    return false;
  }

  bool run(std::size_t begin, std::size_t end, Turtle& turtle) const {
    for (std::size_t i = begin; i < end; i += 1 + program_.blocks[i].body) {
      const Block& block = program_.blocks[i];
      for (int round = 0; round < block.times; ++round) {
        if (!run(i + 1, i + 1 + block.body, turtle)) return false;
      }
      if (block.type != BlockType::kRepeat && !step(block, turtle)) return false;
    }
    return true;
  }

  bool step(const Block& block, Turtle& turtle) const {
    switch (block.type) {
      case BlockType::kLeft:
        turtle.heading = turned(turtle.heading, 3);
        return true;
      case BlockType::kRight:
        turtle.heading = turned(turtle.heading, 1);
        return true;
      case BlockType::kSetPen:
        turtle.pen = *block.pen;
        return true;
      default:
        return move(block.type == BlockType::kBack ? turned(turtle.heading, 2) : turtle.heading,
                    turtle);
    }
  }

  bool move(Direction direction, Turtle& turtle) const {
    const int x = turtle.x + kStepX[static_cast<std::size_t>(direction)];
    const int y = turtle.y + kStepY[static_cast<std::size_t>(direction)];
    if (world_.tile(turtle.x, turtle.y).wall(direction) || !world_.inside(x, y)) return false;
    const Tile& tile = world_.tile(x, y);
    if (!tile.present || !tile.allowed || !tile.exists) return false;
    if (task_.draws()) {
      const auto line = lines_.find(edge(turtle.x, turtle.y, x, y));
      if (line == lines_.end()) return false;
      turtle.drawn[line->second] = code(turtle.pen);
    } else if (const Item* item = world_.item_at(x, y)) {
      for (const Objective& objective : task_.goal) {
        if (objective.kind == ObjectiveKind::kForbid && matches(objective.specs.front(), *item)) {
          return false;
        }
      }
    }
    turtle.x = x;
    turtle.y = y;
    turtle.visited.set(world_.index(x, y));
    return true;
  }

  const Task& task_;
  const World& world_;
  GridRun judge_;
  std::vector<Block> commands_;
  std::map<std::size_t, std::size_t> lines_;  // numbers of the picture's lines, by edge
  std::array<std::uint8_t, kLines> wanted_{};
  Program program_;
};

/// The length found, if any.
std::optional<std::size_t> expect_equal(const Task& task, std::size_t most) {
  const std::optional<std::size_t> expected = AllPrograms(task).shortest(most);
  const SearchResult result = shortest_solution(task, {most, most, 100'000'000});
  EXPECT_EQ(result.outcome, expected ? SearchOutcome::kFound : SearchOutcome::kNone)
      << dump_json(to_json(task)) << to_dsl(result.program);
  if (expected) {
    EXPECT_EQ(result.program.blocks.size(), *expected)
        << dump_json(to_json(task)) << to_dsl(result.program);
    EXPECT_TRUE(GridRun(task).run(result.program).success()) << to_dsl(result.program);
  }
  return expected;
}

/// Constraints as minted tasks never have them.
ConstraintSet random_constraints(Random& rng) {
  ConstraintSet set;
  const auto type = static_cast<std::size_t>(rng.randbelow(6));
  const auto number = static_cast<int>(rng.randint(0, 2));
  const auto kind = rng.randbelow(5);
  const auto blocks = static_cast<int>(rng.randint(1, 5));
  if (kind == 0) set.at_most[type] = number;
  if (kind == 1) set.exactly[type] = number;
  if (kind == 2) set.exactly[kCountAll] = blocks;
  if (kind == 3) set.at_most[kCountAll] = blocks;
  if (kind == 4 || rng.random() < 0.2) set.start_by = {static_cast<BlockType>(type)};
  if (rng.random() < 0.3) {
    const auto other = static_cast<std::size_t>(rng.randbelow(6));
    set.at_most[other] = number;
  }
  return set;
}

TEST(SearchOracle, EqualsAllProgramsOnMintedTasksAndTheirRelatives) {
  Random rng(17);
  std::map<std::string, int> found;
  for (int seed = 0; seed < 2000 / test::kSlowdown; ++seed) {
    Task task = mint::xlogo::minted(20'000 + seed);
    const double change = rng.random();
    if (change < 0.5) task.constraints = {random_constraints(rng)};
    if (change > 0.7) {  // nearer to the goal, so that short programs reach it
      const Trace way = trace(task.world, task.solution);
      const State& state = way.steps[way.steps.size() / 2].after;
      if (!task.draws()) {
        task.world.turtle_x = state.x;
        task.world.turtle_y = state.y;
        task.world.heading = state.heading;
      }
    }
    const std::optional<std::size_t> length = expect_equal(task, 5);
    if (!length) continue;
    ++found[std::string(type_name(task))];
    ++found[std::string(constraint_kind(task.constraints))];
  }
  for (const char* kind :
       {"find", "draw", "math", "logic", "none", "at most", "exactly", "start by", "hybrid"}) {
    EXPECT_GT(found[kind], 10 / test::kSlowdown) << kind;
  }
}

/// A strawberry to the right of the turtle, which faces north.
Task beside() {
  Task task = empty_task(3, 3, 0, 1);
  task.world.items = {{2, 1, ItemName::kStrawberry, Color::kRed, 1}};
  task.goal = {find(ItemName::kStrawberry)};
  task.constraints = {ConstraintSet{}};
  return task;
}

TEST(SearchOracle, TurnsThatAreForbiddenAreSaidAnotherWay) {
  Task task = beside();
  task.constraints[0].at_most[static_cast<std::size_t>(BlockType::kRight)] = 0;
  EXPECT_EQ(expect_equal(task, 5), 3U) << "lt bk bk";
  task.constraints[0].at_most[static_cast<std::size_t>(BlockType::kBack)] = 0;
  EXPECT_EQ(expect_equal(task, 5), 4U) << "repeat 3 [lt] fd fd";
  task.constraints[0].at_most[static_cast<std::size_t>(BlockType::kRepeat)] = 0;
  EXPECT_EQ(expect_equal(task, 5), 5U) << "lt lt lt fd fd";
  task.constraints[0].at_most[static_cast<std::size_t>(BlockType::kLeft)] = 0;
  EXPECT_EQ(expect_equal(task, 5), std::nullopt);
}

TEST(SearchOracle, CountsThatARepeatReaches) {
  Task task = beside();
  task.world.heading = Direction::kWest;
  ConstraintSet& set = task.constraints[0];
  set.exactly[static_cast<std::size_t>(BlockType::kLeft)] = 1;
  set.exactly[static_cast<std::size_t>(BlockType::kBack)] = 0;
  EXPECT_EQ(expect_equal(task, 5), 4U) << "repeat 2 [lt] fd fd";
  set.exactly[static_cast<std::size_t>(BlockType::kRight)] = 0;
  EXPECT_EQ(expect_equal(task, 5), 4U);
}

TEST(SearchOracle, ExactLengthsAreFilledUp) {
  for (int blocks = 0; blocks <= 5; ++blocks) {
    Task task = beside();
    task.constraints[0].exactly[kCountAll] = blocks;
    const auto length = expect_equal(task, 5);
    EXPECT_EQ(length.has_value(), blocks >= 3);
    task.constraints[0].at_most[static_cast<std::size_t>(BlockType::kRepeat)] = 0;
    expect_equal(task, 5);
    task.constraints[0].at_most[static_cast<std::size_t>(BlockType::kSetPen)] = 0;
    expect_equal(task, 5);
  }
}

TEST(SearchOracle, StartsWithARepeat) {
  Task task = beside();
  task.constraints[0].start_by = {BlockType::kRepeat};
  EXPECT_EQ(expect_equal(task, 5), 4U);
  task.constraints[0].start_by = {BlockType::kRepeat, BlockType::kRepeat};
  EXPECT_EQ(expect_equal(task, 5), 4U) << "repeat 1 [rt] repeat 2 [fd]";
  task.constraints[0].start_by = {BlockType::kSetPen, BlockType::kRepeat};
  EXPECT_EQ(expect_equal(task, 5), 5U);
}

}  // namespace
}  // namespace papert::lang::xlogo
