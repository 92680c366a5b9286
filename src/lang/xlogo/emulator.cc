// Judges a program by running it once. A task is packed when the judge is made: the picture to draw
// as colours by edge, the objectives as marks by cell (forbidden, matching). A run leaves the edges
// drawn and the cells visited in arrays of the same shape together with lists of those touched, so
// that neither judging nor forgetting ever walks the whole grid.
//
// "concat" is the one objective that needs the order of visits. Its rule, which reproduces the
// recorded results of the released emulator: the start and every move are visits; each spec is
// matched by exactly one visit of the whole run, and those visits come in the order of the specs.
// The first second match of a spec decides the run, so the bookkeeping ends there.
//
// One rule of strict_reference is found nowhere but in the recorded results: a world with an item
// outside the table below (a purple lemon, two crosses on a tile) never reaches any goal but draw.

#include "lang/xlogo/emulator.h"

#include <algorithm>

#include "lang/xlogo/constraints.h"

namespace papert::lang::xlogo {
namespace {

bool in_reference_table(const Item& item) {
  if (item.name == ItemName::kStrawberry) return item.color == Color::kRed && item.count <= 4;
  if (item.count != 1) return false;
  switch (item.name) {
    case ItemName::kLemon:
      return item.color == Color::kYellow;
    case ItemName::kTriangle:
    case ItemName::kRectangle:
    case ItemName::kCross:
      return item.color == Color::kRed || item.color == Color::kGreen || item.color == Color::kBlue;
    case ItemName::kCircle:
      return true;
    default:
      return item.color == Color::kBlack;
  }
}

bool reference_raises(const Objective& objective) {
  if (objective.kind == ObjectiveKind::kFindOnly && objective.specs.front().size() > 1) return true;
  for (const Spec& spec : objective.specs) {
    for (const Clause& clause : spec) {
      if (std::any_of(clause.begin(), clause.end(),
                      [](const Literal& literal) { return literal.negated; })) {
        return true;
      }
    }
  }
  return false;
}

struct NoState {
  template <class GetState>
  void executed(std::uint32_t, const GetState&) {}
};

struct Recorder {
  std::vector<TraceStep> steps;
  void moved(std::size_t, std::size_t, Color) {}
  template <class GetState>
  void executed(std::uint32_t block, const GetState& state) {
    steps.push_back({block, state()});
  }
};

}  // namespace

struct GridRun::DrawWatch : NoState {
  GridRun& judge;
  explicit DrawWatch(GridRun& owner) : judge(owner) {}
  void moved(std::size_t slot, std::size_t, Color color) {
    const std::size_t edge = judge.machine_.edge(slot);
    if (judge.drawn_[edge] == 0) judge.drawn_edges_.push_back(static_cast<std::uint16_t>(edge));
    judge.drawn_[edge] = static_cast<std::uint8_t>(static_cast<unsigned>(color) + 1);
  }
};

struct GridRun::VisitWatch : NoState {
  GridRun& judge;
  explicit VisitWatch(GridRun& owner) : judge(owner) {}
  void moved(std::size_t, std::size_t cell, Color) { judge.visit(cell); }
};

struct GridRun::SequenceWatch : NoState {
  GridRun& judge;
  explicit SequenceWatch(GridRun& owner) : judge(owner) {}
  void moved(std::size_t, std::size_t cell, Color) {
    judge.visit(cell);
    judge.visit_in_sequence(cell);
  }
};

GridRun::GridRun(const Task& task, RunRules options)
    : world_(task.world),
      goal_(task.goal),
      constraints_(task.constraints),
      options_(options),
      machine_(task.world),
      draws_(task.draws()),
      drawn_(2 * machine_.cells()),
      visited_(machine_.cells()) {
  drawn_edges_.reserve(drawn_.size());
  visited_cells_.reserve(visited_.size());
  if (draws_) {
    pack_picture();
  } else {
    pack_objectives();
  }
}

void GridRun::pack_picture() {
  wanted_.resize(drawn_.size());
  for (const Line& line : world_.lines) {
    const std::size_t first =
        std::min(world_.index(line.x1, line.y1), world_.index(line.x2, line.y2));
    std::uint8_t& wanted = wanted_[2 * first + (line.x1 == line.x2 ? 1 : 0)];
    wanted_lines_ += wanted == 0 ? 1 : 0;
    wanted = static_cast<std::uint8_t>(static_cast<unsigned>(line.color) + 1);
  }
}

void GridRun::pack_objectives() {
  for (const Objective& objective : goal_) {
    if (objective.kind != ObjectiveKind::kForbid) decisive_ = objective;
    if (options_.strict_reference && reference_raises(objective)) goal_raises_ = true;
  }
  marks_.resize(machine_.cells());
  counts_.resize(machine_.cells());
  for (int y = 0; y < world_.height; ++y) {
    for (int x = 0; x < world_.width; ++x) {
      const Item* const item = world_.item_at(x, y);
      if (item == nullptr) continue;
      const bool forbidden =
          std::any_of(goal_.begin(), goal_.end(), [&](const Objective& objective) {
            return objective.kind == ObjectiveKind::kForbid &&
                   matches(objective.specs.front(), *item);
          });
      std::uint8_t& mark = marks_[world_.index(x, y)];
      mark = static_cast<std::uint8_t>(forbidden ? kItem | kForbidden : kItem);
      if (!decisive_ || !matches(decisive_->specs.front(), *item)) continue;
      mark |= kMatch;
      ++matches_;
      counts_[world_.index(x, y)] = item->count;
    }
  }
  unknown_item_ = !std::all_of(world_.items.begin(), world_.items.end(), in_reference_table);
  if (decisive_ && decisive_->kind == ObjectiveKind::kConcat) pack_sequence(decisive_->specs);
}

void GridRun::pack_sequence(const std::vector<Spec>& specs) {
  sequence_seen_.resize(specs.size());
  for (std::size_t cell = 0; cell < machine_.cells(); ++cell) {
    sequence_begin_.push_back(static_cast<std::uint32_t>(sequence_specs_.size()));
    const int at = static_cast<int>(cell);
    const Item* const item = world_.item_at(at % world_.width, at / world_.width);
    for (std::uint32_t i = 0; item != nullptr && i < specs.size(); ++i) {
      if (matches(specs[i], *item)) sequence_specs_.push_back(i);
    }
  }
  sequence_begin_.push_back(static_cast<std::uint32_t>(sequence_specs_.size()));
}

void GridRun::forget_last_run() {
  for (const std::uint16_t edge : drawn_edges_) drawn_[edge] = 0;
  drawn_edges_.clear();
  for (const std::uint16_t cell : visited_cells_) visited_[cell] = 0;
  visited_cells_.clear();
  std::fill(sequence_seen_.begin(), sequence_seen_.end(), 0);
  visits_ = 0;
  seen_twice_.reset();
}

inline void GridRun::visit(std::size_t cell) {
  if (visited_[cell] != 0) return;
  visited_[cell] = 1;
  visited_cells_.push_back(static_cast<std::uint16_t>(cell));
}

void GridRun::visit_in_sequence(std::size_t cell) {
  ++visits_;
  if (seen_twice_) return;
  for (std::uint32_t i = sequence_begin_[cell]; i < sequence_begin_[cell + 1]; ++i) {
    std::uint32_t& seen = sequence_seen_[sequence_specs_[i]];
    if (seen != 0) {
      seen_twice_ = sequence_specs_[i];
      return;
    }
    seen = visits_;
  }
}

template <class Run>
std::optional<Crash> GridRun::execute_by(Run run) {
  forget_last_run();
  if (draws_) {
    DrawWatch watch(*this);
    return run(watch);
  }
  visit(machine_.start());
  if (sequence_begin_.empty()) {
    VisitWatch watch(*this);
    return run(watch);
  }
  visit_in_sequence(machine_.start());
  SequenceWatch watch(*this);
  return run(watch);
}

std::optional<Crash> GridRun::execute(const Program& program) {
  return execute_by([&](auto& watch) { return machine_.run(program, watch); });
}

std::optional<Crash> GridRun::execute(const v2::Program& program) {
  if (!walker_) walker_.emplace(world_);
  return execute_by([&](auto& watch) { return walker_->run(machine_, program, watch); });
}

bool GridRun::picture_drawn() const {
  return drawn_edges_.size() == wanted_lines_ &&
         std::all_of(drawn_edges_.begin(), drawn_edges_.end(),
                     [&](std::uint16_t edge) { return drawn_[edge] == wanted_[edge]; });
}

bool GridRun::sequence_kept() const {
  if (seen_twice_) return false;
  std::uint32_t before = 0;
  for (const std::uint32_t seen : sequence_seen_) {
    if (seen <= before) return false;
    before = seen;
  }
  return true;
}

GridRun::Visits GridRun::count_visits() const {
  Visits visits;
  for (const std::uint16_t cell : visited_cells_) {
    const std::uint8_t mark = marks_[cell];
    if (mark == 0) continue;
    visits.forbidden = visits.forbidden || (mark & kForbidden) != 0;
    if ((mark & kMatch) != 0) {
      ++visits.matched;
      visits.sum += counts_[cell];
    } else {
      ++visits.other;
    }
  }
  return visits;
}

bool GridRun::goal_reached() const {
  if (draws_) return picture_drawn();
  if (options_.strict_reference && unknown_item_ && !goal_.empty()) return false;
  const auto [matched, other, sum, forbidden] = count_visits();
  if (forbidden) return false;
  if (!decisive_) return true;
  switch (decisive_->kind) {
    case ObjectiveKind::kFind:
      return matched > 0;
    case ObjectiveKind::kFindOnly:
      return matched > 0 && other == 0;
    case ObjectiveKind::kCollectAll:
      return matched > 0 && matched == matches_;
    case ObjectiveKind::kSum:
      return sum == decisive_->total;
    case ObjectiveKind::kConcat:
      return sequence_kept();
    case ObjectiveKind::kDraw:
    case ObjectiveKind::kForbid:
      break;
  }
  return true;
}

double GridRun::picture_share() const {
  std::size_t good = 0;
  for (const std::uint16_t edge : drawn_edges_) {
    if (drawn_[edge] == wanted_[edge]) ++good;
  }
  const std::size_t either = wanted_lines_ + drawn_edges_.size() - good;
  return either == 0 ? 0 : static_cast<double>(good) / static_cast<double>(either);
}

double GridRun::goal_share(const Judgement& judgement) const {
  if (judgement.crash || judgement.raises) return 0;
  if (judgement.goal.value_or(false)) return 1;
  if (draws_) return picture_share();
  const auto [matched, other, sum, forbidden] = count_visits();
  if (forbidden || !decisive_) return 0;
  if (decisive_->kind == ObjectiveKind::kFindOnly) {
    return matched > 0 ? 1 / (1 + static_cast<double>(other)) : 0;
  }
  if (decisive_->kind == ObjectiveKind::kCollectAll && matches_ > 0) {
    return static_cast<double>(matched) / static_cast<double>(matches_);
  }
  if (decisive_->kind == ObjectiveKind::kSum && decisive_->total > 0) {
    const auto total = static_cast<double>(decisive_->total);
    return std::max(0.0, 1 - std::abs(static_cast<double>(sum) - total) / total);
  }
  return 0;
}

Judgement GridRun::run(const Program& program) {
  Judgement judgement;
  judgement.crash = execute(program);
  judgement.calls = machine_.calls();
  if (judgement.crash) return judgement;
  judgement.constraints = check_constraints(constraints_, program, machine_.counts(), options_);
  if (goal_raises_ || !judgement.constraints) {
    judgement.constraints.reset();
    judgement.raises = true;
    return judgement;
  }
  judgement.goal = goal_reached();
  return judgement;
}

Judgement GridRun::run(const v2::Program& program, const v2::Constraints& constraints) {
  Judgement judgement;
  judgement.crash = execute(program);
  judgement.calls = walker_->calls();
  if (judgement.crash) return judgement;
  judgement.constraints = v2::keeps(constraints, program);
  judgement.goal = goal_reached();
  return judgement;
}

namespace {

template <class Run>
Trace traced(const World& world, Run run) {
  Recorder recorder;
  Trace result;
  result.start = {world.turtle_x, world.turtle_y, world.heading, {}};
  result.crash = run(recorder);
  result.steps = std::move(recorder.steps);
  return result;
}

}  // namespace

Trace trace(const World& world, const Program& program) {
  Machine machine(world);
  return traced(world, [&](Recorder& recorder) { return machine.run(program, recorder); });
}

Trace trace(const World& world, const v2::Program& program) {
  const Machine machine(world);
  v2::Walker walker(world);
  return traced(world, [&](Recorder& recorder) { return walker.run(machine, program, recorder); });
}

}  // namespace papert::lang::xlogo
