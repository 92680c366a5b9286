// A task is tried in these steps, and tried again from the first whenever one fails:
//
//     1  a grid, a start and a program of the wanted kind that stays inside
//     2  a goal that the program reaches with its last move, and obstacles off its way
//     3  constraints that the program keeps to
//     4  as long as a shorter program solves the task: something is put in its way, or, where
//        nothing can be, that program becomes the solution
//     5  proof that what was asked for matters
//
// What is proven with the searches of search.h, n being the length of the solution:
//
//     * no program without repeats is shorter than n; of tasks with loops, none is as short as n.
//       This is complete: such searches never give up, or the task is thrown away;
//     * of tasks with loops, no program whose repeats have bodies of at most kBody blocks is
//       shorter than n. Of the longest (more than ten blocks) such searches mostly give up: there
//       it is proven of programs of at most kSettled blocks, and ten times the effort would often
//       find one that is shorter than n;
//     * no block, and no blocks in a row, can be left out of the solution;
//     * without its forbids, or with find for findonly, the shortest program would break the goal;
//     * without an exact count the shortest program would break it, and the task can be solved with
//       another start than the one that start_by asks for, in at most kDetour blocks more.
//
// Solutions without loops are not compared with programs that have them: such tasks are for people
// who do not know repeat yet, as the real ones are.
//
// Cost: one to two milliseconds a task as minted draws them, nearly all of it searching; long ones
// with loops and pens take a hundred.

#include "mint/xlogo/xlogo.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/random.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/reduce.h"
#include "lang/xlogo/search.h"
#include "mint/xlogo/program.h"
#include "mint/xlogo/scene.h"
#include "mint/xlogo/seed.h"

namespace papert::mint::xlogo {
namespace {

constexpr int kTries = 2000;
constexpr int kMostObstructions = 12;
constexpr std::size_t kBody = 4;
constexpr std::size_t kSettled = 5;
constexpr std::size_t kDetour = 2;
constexpr std::size_t kFlatSteps = 20'000;
constexpr std::size_t kLoopSteps = 100'000;

bool has_loops(CodeConcept code) {
  return code == CodeConcept::kLoops || code == CodeConcept::kLoopsAndVariables;
}
bool has_pens(CodeConcept code) {
  return code == CodeConcept::kVariables || code == CodeConcept::kLoopsAndVariables;
}

int draw_from(Random& rng, const Band& band) {
  return static_cast<int>(rng.randint(band.low, band.high));
}

/// A grid of which more than two thirds are closed is a corridor, whatever its size; no published
/// task has one.
bool is_mostly_closed(const lang::xlogo::World& world) {
  const auto closed = static_cast<std::size_t>(
      std::count_if(world.tiles.begin(), world.tiles.end(),
                    [](const lang::xlogo::Tile& tile) { return tile.present && !tile.allowed; }));
  return 3 * closed > 2 * world.tiles.size();
}

/// In the order that gives up where it always did: what becomes of a seed depends on it.
lang::xlogo::SearchResult shortest(const lang::xlogo::Task& task, std::size_t length,
                                   std::size_t body, std::size_t steps) {
  return lang::xlogo::shortest_solution(task, {.max_length = length,
                                               .max_body = body,
                                               .max_steps = steps,
                                               .order = lang::xlogo::SearchOrder::kPlain});
}

class Mint {
 public:
  Mint(std::int64_t seed, const MintSpec& spec)
      : rng_(seed),
        spec_(spec),
        length_(kLengths[static_cast<std::size_t>(spec.length)]),
        side_(kSides[static_cast<std::size_t>(spec.grid)]) {}

  std::optional<lang::xlogo::Task> run() {
    for (int i = 0; i < kTries; ++i) {
      if (propose() && add_constraints() && harden() && matters() && finish()) {
        return std::move(draft_.task);
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool counts_exactly() const {
    return spec_.constraint == ConstraintKind::kExactly ||
           spec_.constraint == ConstraintKind::kHybrid;
  }

  bool propose() {
    draft_ = Draft{};
    ProgramWish wish = grid();
    wish.length = static_cast<std::size_t>(draw_from(rng_, length_));
    if (wish.length == 1 && rng_.random() < 0.7) return false;  // there are few of those
    wish.loops = has_loops(spec_.code);
    wish.pens = has_pens(spec_.code);
    if (wish.length < 1 + (wish.loops ? 1U : 0U) + (wish.pens ? 1U : 0U)) return false;
    wish.revisit = spec_.type == TaskType::kFind   ? 0.03
                   : spec_.type == TaskType::kDraw ? 0.6
                                                   : 0.35;
    if (counts_exactly() && rng_.random() < 0.5) {
      wish.banned =
          rng_.choice(std::array{lang::xlogo::BlockType::kForward, lang::xlogo::BlockType::kLeft,
                                 lang::xlogo::BlockType::kRight});
    }
    std::optional<lang::xlogo::Program> program = random_program(rng_, wish);
    if (!program) return false;
    draft_.task.solution = std::move(*program);
    if (spec_.type == TaskType::kDraw) return add_picture(rng_, side_, draft_);
    if (spec_.type == TaskType::kFind && turns_back()) return false;
    if (!follow_solution(draft_) || !add_goal(rng_, spec_.type, draft_)) return false;
    add_obstacles(rng_, draft_);
    return true;
  }

  /// Forth and back at once, which is pointless on the way to a place.
  [[nodiscard]] bool turns_back() const {
    const lang::xlogo::Program& program = draft_.task.solution;
    const lang::xlogo::Trace run = lang::xlogo::trace(draft_.task.world, program);
    for (std::size_t i = 1; i < run.steps.size(); ++i) {
      const lang::xlogo::BlockType a = program.blocks[run.steps[i - 1].block].type;
      const lang::xlogo::BlockType b = program.blocks[run.steps[i].block].type;
      if (std::minmax({a, b}) ==
          std::pair(lang::xlogo::BlockType::kForward, lang::xlogo::BlockType::kBack))
        return true;
    }
    return false;
  }

  /// An empty grid in the draft, most often about square, most often with the turtle facing north.
  ProgramWish grid() {
    lang::xlogo::World& world = draft_.task.world;
    const int side = spec_.grid == GridBand::kUpTo3 && (!draws() || rng_.random() < 0.8)
                         ? side_.high
                         : std::max(2, draw_from(rng_, side_));
    const int least = draws() ? 1 : std::max(2, side - 2);
    const int other = rng_.random() < 0.6 ? side : static_cast<int>(rng_.randint(least, side));
    const bool wide = rng_.random() < 0.5;
    world.width = wide ? side : other;
    world.height = wide ? other : side;
    world.tiles.assign(static_cast<std::size_t>(side) * static_cast<std::size_t>(other),
                       lang::xlogo::Tile{.present = true, .allowed = true});
    world.turtle_x = static_cast<int>(rng_.randint(0, world.width - 1));
    world.turtle_y = static_cast<int>(rng_.randint(0, world.height - 1));
    if (rng_.random() < 0.4)
      world.heading = static_cast<lang::xlogo::Direction>(rng_.randint(0, 3));
    return {.width = world.width,
            .height = world.height,
            .start = {world.turtle_x, world.turtle_y, world.heading, {}}};
  }

  [[nodiscard]] bool draws() const { return spec_.type == TaskType::kDraw; }

  bool add_constraints() {
    lang::xlogo::ConstraintSet set;
    const double kind = rng_.random();
    bool ok = true;
    switch (spec_.constraint) {
      case ConstraintKind::kNone:
        return true;
      case ConstraintKind::kAtMost:
        limit(set);
        break;
      case ConstraintKind::kExactly:
        ok = count(set);
        break;
      case ConstraintKind::kStartBy:
        ok = begin(set);
        break;
      case ConstraintKind::kHybrid:
        if (kind < 0.7) limit(set);
        if (kind < 0.35 || kind >= 0.7) ok = ok && count(set);
        if (kind >= 0.35) ok = ok && begin(set);
        break;
    }
    draft_.task.constraints = {set};
    return ok;
  }

  void limit(lang::xlogo::ConstraintSet& set) const {
    set.at_most[lang::xlogo::kCountAll] = static_cast<int>(draft_.task.solution.blocks.size());
  }

  /// "without left", "turn right exactly once", or the very commands to use.
  bool count(lang::xlogo::ConstraintSet& set) {
    const lang::xlogo::Facts known = lang::xlogo::facts(draft_.task.solution);
    const auto number = [&](lang::xlogo::BlockType type) {
      return static_cast<int>(known.count[static_cast<std::size_t>(type)]);
    };
    const double kind = rng_.random();
    if (kind < 0.25 && known.length > 1 && known.length <= 6 && !has_pens(spec_.code)) {
      for (std::size_t i = 0; i < known.count.size(); ++i) {
        if (known.count[i] > 0) set.exactly[i] = static_cast<int>(known.count[i]);
      }
      set.exactly[lang::xlogo::kCountAll] = static_cast<int>(known.length);
      set.at_most[lang::xlogo::kCountAll].reset();
      return spec_.constraint == ConstraintKind::kExactly || !set.start_by.empty();
    }
    std::vector<lang::xlogo::BlockType> types{lang::xlogo::BlockType::kForward,
                                              lang::xlogo::BlockType::kLeft,
                                              lang::xlogo::BlockType::kRight};
    const bool zero = kind < 0.75;
    std::erase_if(types, [&](lang::xlogo::BlockType type) {
      return zero ? number(type) != 0 : number(type) == 0 || number(type) > 3;
    });
    if (types.empty()) return false;
    const lang::xlogo::BlockType type = rng_.choice(types);
    set.exactly[static_cast<std::size_t>(type)] = number(type);
    return true;
  }

  /// One to three commands that the solution begins with.
  bool begin(lang::xlogo::ConstraintSet& set) {
    const std::vector<lang::xlogo::Block>& blocks = draft_.task.solution.blocks;
    std::size_t plain = 0;
    while (plain < blocks.size() && blocks[plain].type != lang::xlogo::BlockType::kRepeat) ++plain;
    if (plain == 0 || blocks.size() < 2) return false;
    const auto most =
        static_cast<std::int64_t>(std::min({plain, blocks.size() - 1, std::size_t{3}}));
    for (std::int64_t i = 0, n = rng_.randint(1, most); i < n; ++i) {
      set.start_by.push_back(blocks[static_cast<std::size_t>(i)].type);
    }
    return true;
  }

  bool harden() {
    for (int i = 0; i < kMostObstructions; ++i) {
      std::optional<lang::xlogo::Program> shorter;
      if (!find_shorter(shorter)) return false;
      if (!shorter) return true;
      if (!draws() && obstruct(rng_, *shorter, draft_)) continue;
      if (!adopt(*shorter)) return false;
    }
    return false;
  }

  /// False if the searches settle too little.
  bool find_shorter(std::optional<lang::xlogo::Program>& shorter) {
    shorter = lang::xlogo::reduced(draft_.task);
    if (shorter) return true;
    const std::size_t length = draft_.task.solution.blocks.size();
    const bool loops = has_loops(spec_.code);
    lang::xlogo::SearchResult flat =
        shortest(draft_.task, loops ? length : length - 1, 0, kFlatSteps);
    if (flat.outcome == lang::xlogo::SearchOutcome::kGaveUp) return false;
    if (flat.outcome == lang::xlogo::SearchOutcome::kFound) shorter = std::move(flat.program);
    if (shorter || !loops) return true;
    lang::xlogo::SearchResult other = shortest(draft_.task, length - 1, kBody, kLoopSteps);
    if (other.outcome == lang::xlogo::SearchOutcome::kFound) shorter = std::move(other.program);
    return other.outcome != lang::xlogo::SearchOutcome::kGaveUp ||
           (spec_.length == LengthBand::kLong && other.settled >= kSettled);
  }

  /// Makes a program the solution if it is of the wanted kind.
  bool adopt(const lang::xlogo::Program& program) {
    const lang::xlogo::Facts known = lang::xlogo::facts(program);
    if (!length_.contains(static_cast<int>(known.length)) ||
        lang::xlogo::concept_name(known) != kConceptNames[static_cast<std::size_t>(spec_.code)]) {
      return false;
    }
    draft_.task.solution = program;
    draft_.task.constraints.clear();
    return follow_solution(draft_) && add_constraints();
  }

  [[nodiscard]] std::size_t body() const { return has_loops(spec_.code) ? kBody : 0; }

  bool matters() {
    if (spec_.type == TaskType::kLogic && !goal_matters()) return false;
    if (draft_.task.constraints.empty()) return true;
    const lang::xlogo::ConstraintSet& set = draft_.task.constraints.front();
    const bool counted = std::any_of(set.exactly.begin(), set.exactly.end(),
                                     [](const std::optional<int>& count) { return count; });
    if (counted && !set.exactly[lang::xlogo::kCountAll] && !count_matters()) return false;
    return set.start_by.empty() || start_matters();
  }

  [[nodiscard]] bool breaks(const lang::xlogo::Task& relaxed) const {
    const lang::xlogo::SearchResult found =
        shortest(relaxed, draft_.task.solution.blocks.size(), body(), kLoopSteps);
    return found.outcome == lang::xlogo::SearchOutcome::kFound &&
           !lang::xlogo::GridRun(draft_.task).run(found.program).success();
  }

  [[nodiscard]] bool goal_matters() const {
    lang::xlogo::Task relaxed = draft_.task;
    std::erase_if(relaxed.goal, [](const lang::xlogo::Objective& objective) {
      return objective.kind == lang::xlogo::ObjectiveKind::kForbid;
    });
    bool changed = relaxed.goal.size() != draft_.task.goal.size();
    for (lang::xlogo::Objective& objective : relaxed.goal) {
      if (objective.kind != lang::xlogo::ObjectiveKind::kFindOnly) continue;
      objective.kind = lang::xlogo::ObjectiveKind::kFind;
      changed = true;
    }
    return !changed || breaks(relaxed);
  }

  [[nodiscard]] bool count_matters() const {
    lang::xlogo::Task relaxed = draft_.task;
    relaxed.constraints.front().exactly = {};
    return breaks(relaxed);
  }

  [[nodiscard]] bool start_matters() const {
    lang::xlogo::Task other = draft_.task;
    std::vector<lang::xlogo::BlockType>& start = other.constraints.front().start_by;
    const lang::xlogo::BlockType first = start.front();
    if (std::optional<int>& most = other.constraints.front().at_most[lang::xlogo::kCountAll]) {
      *most += static_cast<int>(kDetour);
    }
    for (const lang::xlogo::BlockType type :
         {lang::xlogo::BlockType::kForward, lang::xlogo::BlockType::kBack,
          lang::xlogo::BlockType::kLeft, lang::xlogo::BlockType::kRight}) {
      start = {type};
      if (type == first) continue;
      const std::size_t length = draft_.task.solution.blocks.size() + kDetour;
      const lang::xlogo::SearchResult found = shortest(other, length, 0, kFlatSteps);
      if (found.outcome == lang::xlogo::SearchOutcome::kFound) return true;
    }
    return false;
  }

  bool finish() {
    if (!draws()) tidy(draft_);
    const lang::xlogo::Task& task = draft_.task;
    if (is_mostly_closed(task.world)) return false;
    if (!lang::xlogo::GridRun(task).run(task.solution).success()) return false;
    if (!lang::xlogo::GridRun(task, {.strict_reference = true}).run(task.solution).success())
      return false;
    return lang::xlogo::type_name(task) == kTaskTypeNames[static_cast<std::size_t>(spec_.type)] &&
           lang::xlogo::constraint_kind(task.constraints) ==
               kConstraintKindNames[static_cast<std::size_t>(spec_.constraint)] &&
           lang::xlogo::concept_name(lang::xlogo::facts(task.solution)) ==
               kConceptNames[static_cast<std::size_t>(spec_.code)] &&
           length_.contains(static_cast<int>(task.solution.blocks.size())) &&
           side_.contains(std::max(task.world.width, task.world.height));
  }

  Random rng_;
  MintSpec spec_;
  Band length_;
  Band side_;
  Draft draft_;
};

std::uint64_t salt_of(const MintSpec& spec) {
  std::uint64_t salt = 1;
  for (const auto part : {static_cast<unsigned>(spec.type), static_cast<unsigned>(spec.constraint),
                          static_cast<unsigned>(spec.code), static_cast<unsigned>(spec.length),
                          static_cast<unsigned>(spec.grid)}) {
    salt = salt * 5 + part;
  }
  return salt;
}

}  // namespace

std::optional<lang::xlogo::Task> mint_task(std::int64_t seed, const MintSpec& spec) {
  if (!possible(spec)) return std::nullopt;
  std::optional<lang::xlogo::Task> task = Mint(mixed_seed(seed, salt_of(spec)), spec).run();
  if (task) task->id = fmt::format("mint-{}", seed);
  return task;
}

}  // namespace papert::mint::xlogo
