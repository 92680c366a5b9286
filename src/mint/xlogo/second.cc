// A task is tried in these steps, and tried again from the first whenever one fails:
//
//     1  a grid with obstacles and marks, a start, and a program of the wanted kind
//     2  the program runs, neither crashes nor goes on for ever, and ends on a cell that it visits
//        only then
//     3  a goal that it reaches with its last move
//     4  the limit: as many blocks as the program has
//     5  proof that the task is not easier than it looks
//
// What is proven, n being the length of the solution:
//
//     * no program of the published dialect of at most n blocks solves the task: up to kWhole
//       blocks all are searched, loops in loops included, above those whose loops have bodies of at
//       most kBodies blocks; where the search gives up, the task is thrown away. So it needs what
//       only v2 has;
//     * no program of v2 without functions, of at most kProven blocks and fewer than n, solves it
//       (conditions of one test). Up to n = kProven + 1 the solution is the shortest there is; a
//       shorter one that is found becomes the solution, if it is of the same kind. Beyond kProven
//       blocks, and with one function, no shorter one is found within kWork;
//     * no block, no else can be left out, and no block can be replaced by
//       what it holds;
//     * with a function, writing its body in place of the calls takes more than n blocks.
//
// Cost: some tens of milliseconds a task, nearly all of it proofs.

#include "mint/xlogo/second.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/search.h"
#include "lang/xlogo/v2_search.h"
#include "mint/xlogo/seed.h"

namespace papert::mint::xlogo {
namespace {

namespace v2 = lang::xlogo::v2;
using lang::xlogo::Color;
using lang::xlogo::GridRun;
using lang::xlogo::Item;
using lang::xlogo::ItemName;
using lang::xlogo::ObjectiveKind;
using lang::xlogo::State;
using lang::xlogo::Trace;
using lang::xlogo::World;

constexpr std::uint64_t kSalt = 0x7632;
constexpr int kMostTries = 1'000'000;
constexpr int kPatience = 10'000;          // tries
constexpr std::size_t kMostCommands = 60;  // executed by a solution
constexpr std::size_t kFewestCells = 5;    // visited by it
constexpr std::size_t kMostBlocks = 11;
constexpr std::size_t kProven = 5;
constexpr std::size_t kWhole = 7;   // blocks of programs of the published dialect
constexpr std::size_t kBodies = 3;  // blocks in loops of longer ones
constexpr std::size_t kPublishedSteps = 2'000'000;
constexpr std::size_t kGlance = 20'000;  // commands executed
constexpr std::size_t kWork = 60'000'000;

constexpr std::array<ItemName, 3> kMarkNames{ItemName::kCross, ItemName::kTriangle,
                                             ItemName::kRectangle};
constexpr std::array<Color, 3> kMarkColors{Color::kRed, Color::kGreen, Color::kBlue};

bool same_thing(const Item& a, const Item& b) { return a.name == b.name && a.color == b.color; }

std::size_t length_of(const v2::Program& program) { return v2::facts(program).length(); }

std::size_t proven_length(const v2::Task& task) {
  return std::min(kProven, length_of(task.solution) - 1);
}

/// Complete up to kProven blocks, beyond that as far as the work goes; one function included.
v2::SearchResult shorter_one(const v2::Task& task) {
  return v2::shortest_solution(task, {.max_length = length_of(task.solution) - 1,
                                      .max_kept = length_of(task.solution) > kProven + 1 ? 4U : 3U,
                                      .max_work = kWork,
                                      .functions = true});
}

class SecondMint {
 public:
  SecondMint(std::int64_t seed, const SecondWish& wish)
      : rng_(mixed_seed(seed, kSalt)), wish_(wish) {}

  /// What is not wished is drawn again after a while: some kinds are rare.
  std::optional<v2::Task> run() {
    for (int i = 0; i < kMostTries; ++i) {
      if (i % kPatience == 0) draw_kind();
      if (propose() && follow() && add_goal() && limit() && prove()) return std::move(task_);
    }
    return std::nullopt;
  }

 private:
  void draw_kind() {
    const double kind = rng_.random();
    kind_ = wish_.kind.value_or(kind < 0.3   ? SecondKind::kWhile
                                : kind < 0.5 ? SecondKind::kConditionals
                                : kind < 0.8 ? SecondKind::kBoth
                                             : SecondKind::kFunctions);
    const double type = rng_.random();
    const bool function = kind_ == SecondKind::kFunctions;
    type_ = wish_.type.value_or(function      ? (type < 0.9 ? TaskType::kDraw : TaskType::kLogic)
                                : type < 0.35 ? TaskType::kFind
                                : type < 0.55 ? TaskType::kDraw
                                : type < 0.75 ? TaskType::kMath
                                              : TaskType::kLogic);
    const double length = rng_.random();
    fewest_ = function || length < 0.3 ? 4 : length < 0.7 ? 5 : 6;
  }

  [[nodiscard]] World& world() { return task_.site.world; }

  bool propose() {
    task_ = {};
    World& grid = world();
    grid.width = static_cast<int>(rng_.randint(4, 7));
    grid.height = static_cast<int>(rng_.randint(4, 7));
    grid.tiles.assign(static_cast<std::size_t>(grid.width * grid.height),
                      {.present = true, .allowed = true});
    grid.turtle_x = static_cast<int>(rng_.randbelow(static_cast<std::uint64_t>(grid.width)));
    grid.turtle_y = static_cast<int>(rng_.randbelow(static_cast<std::uint64_t>(grid.height)));
    grid.heading = static_cast<lang::xlogo::Direction>(rng_.randbelow(4));
    choose_marks();
    task_.solution = second_program(rng_, kind_, tests_);
    obstacles();
    scatter_marks();
    return true;
  }

  /// Two things of different name and colour, each told by one of these.
  void choose_marks() {
    const std::vector<std::size_t> names = rng_.sample_indices(kMarkNames.size(), 2);
    const std::vector<std::size_t> colors = rng_.sample_indices(kMarkColors.size(), 2);
    const auto choose = [&](std::size_t i, Item& item, v2::Test& test) {
      item.name = kMarkNames[names[i]];
      item.color = kMarkColors[colors[i]];
      const bool by_name = rng_.random() < 0.5;
      test.sensor = by_name ? v2::Sensor::kItem : v2::Sensor::kColor;
      test.value =
          by_name ? static_cast<std::uint8_t>(item.name) : static_cast<std::uint8_t>(item.color);
    };
    choose(0, mark_, tests_.mark);
    choose(1, target_, tests_.target);
  }

  void obstacles() {
    World& grid = world();
    const double forbidden = rng_.choice(std::array{0.0, 0.12, 0.25, 0.35});
    const double walled = rng_.choice(std::array{0.0, 0.0, 0.1});
    for (std::size_t cell = 0; cell < grid.tiles.size(); ++cell) {
      if (cell != start() && rng_.random() < forbidden) grid.tiles[cell].allowed = false;
    }
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x + 1 < grid.width; ++x) {
        if (rng_.random() < walled) set_wall(x, y, lang::xlogo::Direction::kEast);
      }
    }
    for (int y = 0; y + 1 < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        if (rng_.random() < walled) set_wall(x, y, lang::xlogo::Direction::kSouth);
      }
    }
  }

  void set_wall(int x, int y, lang::xlogo::Direction side) {
    const auto d = static_cast<unsigned>(side);
    lang::xlogo::Tile& near = world().tile(x, y);
    lang::xlogo::Tile& far = world().tile(x + lang::xlogo::kStepX[d], y + lang::xlogo::kStepY[d]);
    near.walls = static_cast<std::uint8_t>(near.walls | 1U << d);
    far.walls = static_cast<std::uint8_t>(far.walls | 1U << (d + 2) % 4);
  }

  [[nodiscard]] std::size_t start() { return world().index(world().turtle_x, world().turtle_y); }

  bool asks(const v2::Test& test) const {
    bool found = false;
    const auto look = [&](const std::vector<v2::Block>& blocks) {
      for (const v2::Block& block : blocks) {
        const v2::Test& own = block.condition.tests[0];
        found = found ||
                (block.condition.size > 0 && own.sensor == test.sensor && own.value == test.value);
      }
    };
    for (const v2::Function& function : task_.solution.functions) look(function.blocks);
    look(task_.solution.run);
    return found;
  }

  /// Only what the program asks for.
  void scatter_marks() {
    const double marks = asks(tests_.mark) ? rng_.choice(std::array{0.1, 0.2, 0.3}) : 0;
    const double targets = asks(tests_.target) ? rng_.choice(std::array{0.06, 0.12}) : 0;
    for (std::size_t cell = 0; cell < world().tiles.size(); ++cell) {
      if (!world().tiles[cell].allowed || cell == start()) continue;
      const double kind = rng_.random();
      if (kind < marks) {
        put(cell, mark_);
      } else if (kind < marks + targets) {
        put(cell, target_);
      }
    }
  }

  void put(std::size_t cell, Item item) {
    item.x = static_cast<int>(cell) % world().width;
    item.y = static_cast<int>(cell) / world().width;
    world().items.push_back(item);
  }

  [[nodiscard]] bool is_free(std::size_t cell) {
    const int at = static_cast<int>(cell);
    return cell != start() && world().tiles[cell].allowed &&
           world().item_at(at % world().width, at / world().width) == nullptr;
  }

  bool follow() {
    path_ = lang::xlogo::trace(world(), task_.solution);
    if (path_.crash || path_.steps.size() > kMostCommands) return false;
    cells_.assign(1, start());
    for (const lang::xlogo::TraceStep& step : path_.steps) {
      const std::size_t cell = world().index(step.after.x, step.after.y);
      if (cell != cells_.back()) cells_.push_back(cell);
    }
    visited_ = std::set<std::size_t>(cells_.begin(), cells_.end());
    if (visited_.size() < kFewestCells) return false;
    return std::count(cells_.begin(), cells_.end(), cells_.back()) == 1;
  }

  bool add_goal() {
    switch (type_) {
      case TaskType::kDraw:
        return draw();
      case TaskType::kFind:
        return find();
      case TaskType::kMath:
        return sum();
      default:
        return kind_ == SecondKind::kFunctions || rng_.random() < 0.6 ? collect() : find_without();
    }
  }

  void goal(ObjectiveKind kind, const lang::xlogo::Spec& spec, int total = 0) {
    task_.site.goal.push_back({kind, {spec}, total});
  }
  static lang::xlogo::Spec named(ItemName name) { return {{lang::xlogo::Literal{.name = name}}}; }

  bool draw() {
    State before = path_.start;
    std::set<std::pair<std::size_t, std::size_t>> edges;
    for (const lang::xlogo::TraceStep& step : path_.steps) {
      const std::size_t from = world().index(before.x, before.y);
      const std::size_t to = world().index(step.after.x, step.after.y);
      if (from != to && edges.insert(std::minmax(from, to)).second) {
        world().lines.push_back({before.x, before.y, step.after.x, step.after.y, Color::kBlack});
      }
      before = step.after;
    }
    task_.site.goal.push_back({ObjectiveKind::kDraw, {}, 0});
    return true;
  }

  /// What lies on the last cell, or a lemon there.
  bool find() {
    const std::size_t last = cells_.back();
    if (is_free(last)) {
      put(last, {.name = ItemName::kLemon, .color = Color::kYellow});
      goal(ObjectiveKind::kFind, named(ItemName::kLemon));
      return true;
    }
    const int at = static_cast<int>(last);
    const Item there = *world().item_at(at % world().width, at / world().width);
    const auto alike = std::count_if(world().items.begin(), world().items.end(),
                                     [&](const Item& item) { return same_thing(item, there); });
    goal(ObjectiveKind::kFind, named(there.name));
    return alike == 1;
  }

  bool find_without() {
    if (!find()) return false;
    std::size_t put_down = 0;
    for (std::size_t cell = 0; cell < world().tiles.size(); ++cell) {
      const double chance = rng_.random();
      if (chance > 0.3 || !is_free(cell) || visited_.contains(cell)) continue;
      put(cell, {.name = ItemName::kCircle, .color = Color::kBlack});
      ++put_down;
    }
    goal(ObjectiveKind::kForbid, named(ItemName::kCircle));
    return put_down > 0;
  }

  bool sum() {
    const std::size_t last = cells_.back();
    if (!is_free(last)) return false;
    int total = strawberries(last);
    bool others = false;
    for (std::size_t cell = 0; cell < world().tiles.size(); ++cell) {
      const bool passed = visited_.contains(cell);
      const double chance = rng_.random();
      if (chance > (passed ? 0.7 : 0.35) || !is_free(cell)) continue;
      const int count = strawberries(cell);
      if (passed) total += count;
      others = others || !passed;
    }
    goal(ObjectiveKind::kSum, named(ItemName::kStrawberry), total);
    return others;
  }

  int strawberries(std::size_t cell) {
    const int count = static_cast<int>(rng_.randint(1, 4));
    put(cell, {.name = ItemName::kStrawberry, .color = Color::kRed, .count = count});
    return count;
  }

  bool collect() {
    const std::size_t last = cells_.back();
    if (!is_free(last)) return false;
    const Item lemon{.name = ItemName::kLemon, .color = Color::kYellow};
    put(last, lemon);
    std::size_t more = 0;
    for (const std::size_t cell : visited_) {
      const double chance = rng_.random();
      if (chance > 0.4 || !is_free(cell)) continue;
      put(cell, lemon);
      ++more;
    }
    goal(ObjectiveKind::kCollectAll, named(ItemName::kLemon));
    return more > 0;
  }

  bool limit() {
    const std::size_t length = length_of(task_.solution);
    if (length < fewest_ || length > kMostBlocks) return false;
    if (v2::concept_name(v2::facts(task_.solution)) !=
        kSecondKindNames[static_cast<std::size_t>(kind_)]) {
      return false;
    }
    task_.constraints.assign(1, {});
    task_.constraints[0].at_most[v2::kCountAll] = static_cast<int>(length);
    return GridRun(task_.site).run(task_.solution, task_.constraints).success();
  }

  /// Where something shorter is found that needs the same constructs, that is the solution.
  bool prove() {
    while (true) {
      if (!every_part_matters() || plainly_solved()) return false;
      const v2::SearchResult found = shorter_one(task_);
      if (found.outcome != lang::xlogo::SearchOutcome::kFound) {
        if (found.settled < proven_length(task_)) return false;
        break;
      }
      task_.solution = found.program;
      if (!limit()) return false;
    }
    return !easier_than_it_looks(task_);
  }

  /// A quick look before the searches.
  bool every_part_matters() {
    GridRun judge(task_.site);
    for (const v2::Program& shorter : shortened(task_.solution)) {
      if (judge.run(shorter, {}).success()) return false;
    }
    return true;
  }

  /// By a program of the published dialect that is found at once.
  bool plainly_solved() {
    const auto plain = v2::published(task_);
    return plain && lang::xlogo::shortest_solution(*plain, {.max_length = length_of(task_.solution),
                                                            .max_body = 1,
                                                            .max_steps = kGlance})
                            .outcome == lang::xlogo::SearchOutcome::kFound;
  }

  Random rng_;
  SecondWish wish_;
  std::size_t fewest_ = 4;  // blocks
  SecondKind kind_ = SecondKind::kWhile;
  TaskType type_ = TaskType::kFind;
  Marks tests_;
  Item mark_;
  Item target_;
  v2::Task task_;
  Trace path_;
  std::vector<std::size_t> cells_;  // one after the other, the start first
  std::set<std::size_t> visited_;
};

std::optional<std::string> shorter_of_published(const v2::Task& task, std::size_t length) {
  const auto plain = v2::published(task);
  if (!plain) return std::nullopt;
  const lang::xlogo::SearchResult found =
      lang::xlogo::shortest_solution(*plain, {.max_length = length,
                                              .max_body = length <= kWhole ? length - 1 : kBodies,
                                              .max_steps = kPublishedSteps});
  if (found.outcome == lang::xlogo::SearchOutcome::kNone) return std::nullopt;
  return found.outcome == lang::xlogo::SearchOutcome::kFound
             ? "a program of the published dialect solves it: " + to_dsl(found.program)
             : "it is not settled whether a program of the published dialect solves it";
}

}  // namespace

std::optional<std::string> easier_than_it_looks(const v2::Task& task) {
  const std::size_t length = length_of(task.solution);
  if (v2::block_limit(task.constraints) != static_cast<int>(length)) {
    return "the limit on blocks is not the length of the solution";
  }
  GridRun judge(task.site);
  for (const v2::Program& shorter : shortened(task.solution)) {
    if (judge.run(shorter, {}).success()) {
      return "something can be left out of the solution:\n" + v2::to_python(shorter);
    }
  }
  if (!task.solution.functions.empty() && length_without_functions(task.solution) <= length) {
    return "the function makes the solution no shorter";
  }
  const v2::SearchResult found = shorter_one(task);
  if (found.outcome == lang::xlogo::SearchOutcome::kFound) {
    return "a shorter program solves it:\n" + v2::to_python(found.program);
  }
  if (found.settled < proven_length(task)) return "no proof of its length";
  return shorter_of_published(task, length);
}

Result<v2::Task> minted_second(std::int64_t seed, const SecondWish& wish) {
  // To find or to add up something, a function is hardly ever needed: there are other ways.
  const bool loose = wish.type == TaskType::kFind || wish.type == TaskType::kMath;
  if (loose && wish.kind == SecondKind::kFunctions) {
    return fail(ErrorCode::kUsage, "tasks that need functions are made of type draw and logic only",
                "--mode");
  }
  auto task = SecondMint(seed, wish).run();
  if (!task) {
    return fail(ErrorCode::kLimit, fmt::format("seed {} leads to no task of that kind", seed));
  }
  task->site.id = fmt::format("mint-{}", seed);
  return std::move(*task);
}

}  // namespace papert::mint::xlogo
