// Obstacles stand where a shortcut goes. Only what the likeness to the reference still asks for is
// added without need. Forbidden cells come in pairs, mirror images about one axis of the grid.

#include <algorithm>
#include <utility>

#include "lang/xlogo/emulator.h"
#include "synth/prove.h"
#include "synth/site.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

constexpr double kAsFewAsMayBe = 0.6;  // forbidden cells

int column(const xl::World& world, std::size_t cell) {
  return static_cast<int>(cell) % world.width;
}
int row(const xl::World& world, std::size_t cell) { return static_cast<int>(cell) / world.width; }

/// Sides of allowed cells towards forbidden ones and back.
int fence_sides(const xl::World& world) {
  int sides = 0;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      const bool allowed = world.tile(x, y).allowed;
      if (x + 1 < world.width && world.tile(x + 1, y).allowed != allowed) sides += 2;
      if (y + 1 < world.height && world.tile(x, y + 1).allowed != allowed) sides += 2;
    }
  }
  return sides;
}

xl::Item* item_on(xl::World& world, std::size_t cell) {
  const auto found =
      std::find_if(world.items.begin(), world.items.end(),
                   [&](const xl::Item& item) { return world.index(item.x, item.y) == cell; });
  return found == world.items.end() ? nullptr : &*found;
}

void add_wall(xl::World& world, std::size_t from, std::size_t to, std::size_t direction) {
  std::uint8_t& left = world.tiles[from].walls;
  left = static_cast<std::uint8_t>(left | 1U << direction);
  std::uint8_t& entered = world.tiles[to].walls;
  entered = static_cast<std::uint8_t>(entered | 1U << (direction ^ 2U));
}

}  // namespace

/// Where a program goes, other than the solution.
struct Obstacles::Way {
  struct Move {
    std::size_t from = 0;
    std::size_t to = 0;
    std::size_t direction = 0;
  };
  std::vector<Move> moves;          // across sides that the solution does not cross
  std::vector<std::size_t> visits;  // cells, each once
};

struct Obstacles::Option {
  enum class Kind : std::uint8_t { kWall, kClose, kSwap, kCount };
  Kind kind = Kind::kWall;
  Way::Move move;         // kWall
  std::size_t cell = 0;   // others
  std::size_t other = 0;  // kSwap: the cell it changes contents with; kCount: the new number
};

Obstacles::Obstacles(Random& rng, Site& site) : rng_(rng), site_(site) {
  const bool square = site.world().width == site.world().height;
  axis_ = static_cast<int>(rng.randbelow(square ? 4 : 2));
  const Range& range = site.like.forbidden;
  wished_ = range.low;
  if (range.low > 0 && range.high > range.low && rng.random() > kAsFewAsMayBe) {
    wished_ = static_cast<int>(rng.randint(range.low, range.high));
  }
}

std::size_t Obstacles::image(std::size_t cell) const {
  const xl::World& world = site_.world();
  const int x = column(world, cell);
  const int y = row(world, cell);
  const int right = world.width - 1;
  switch (axis_) {
    case 0:
      return world.index(right - x, y);
    case 1:
      return world.index(x, world.height - 1 - y);
    case 2:
      return world.index(y, x);
    default:
      return world.index(right - y, right - x);
  }
}

bool Obstacles::closable(std::size_t cell) const {
  const xl::World& world = site_.world();
  return !site_.draft.on_path[cell] && world.tiles[cell].allowed &&
         world.item_at(column(world, cell), row(world, cell)) == nullptr;
}

bool Obstacles::can_close(std::size_t cell) const {
  const std::size_t other = image(cell);
  return closable(cell) && closable(other) &&
         forbidden_ + (other == cell ? 1 : 2) <= site_.like.forbidden.high;
}

/// Whether its image is of use, too, or as many cells are to be forbidden anyway.
bool Obstacles::worth_closing(std::size_t cell, const Way& way) const {
  const std::size_t other = image(cell);
  return forbidden_ + 2 <= wished_ || other == cell ||
         std::find(way.visits.begin(), way.visits.end(), other) != way.visits.end() ||
         on_short_way(site_.draft.task, other);
}

void Obstacles::close(std::size_t cell) {
  const std::size_t other = image(cell);
  site_.world().tiles[cell].allowed = false;
  site_.world().tiles[other].allowed = false;
  forbidden_ += other == cell ? 1 : 2;
}

bool Obstacles::disallowed(const xl::Item& item) const {
  return std::any_of(site_.draft.task.goal.begin(), site_.draft.task.goal.end(),
                     [&](const xl::Objective& objective) {
                       const bool matches = xl::matches(objective.specs.front(), item);
                       return objective.kind == xl::ObjectiveKind::kForbid ? matches
                              : objective.kind == xl::ObjectiveKind::kFindOnly
                                  ? !matches
                                  : objective.kind == xl::ObjectiveKind::kSum;
                     });
}

/// Things off the solution's way that spoil a run, to be moved into this way; of a sum, numbers
/// that can be changed.
void Obstacles::add_spoilers(const Way& way, std::vector<Option>& options) const {
  const xl::World& world = site_.world();
  const auto visited = [&](std::size_t cell) {
    return std::find(way.visits.begin(), way.visits.end(), cell) != way.visits.end();
  };
  for (const xl::Item& item : world.items) {
    const std::size_t from = world.index(item.x, item.y);
    if (site_.draft.on_path[from] || !disallowed(item)) continue;
    if (visited(from)) {  // of a sum
      if (site_.like.most_count < 2) continue;
      const int number = 1 + item.count % site_.like.most_count;
      const auto other = static_cast<std::size_t>(number);
      options.push_back({.kind = Option::Kind::kCount, .cell = from, .other = other});
      continue;
    }
    for (const std::size_t cell : way.visits) {
      if (site_.draft.on_path[cell]) continue;
      const xl::Item* here = world.item_at(column(world, cell), row(world, cell));
      if (here != nullptr && disallowed(*here)) continue;
      options.push_back({.kind = Option::Kind::kSwap, .cell = cell, .other = from});
    }
  }
}

void Obstacles::apply(const Option& option) {
  xl::World& world = site_.world();
  switch (option.kind) {
    case Option::Kind::kWall:
      add_wall(world, option.move.from, option.move.to, option.move.direction);
      ++walls_;
      return;
    case Option::Kind::kClose:
      close(option.cell);
      return;
    case Option::Kind::kCount:
      item_on(world, option.cell)->count = static_cast<int>(option.other);
      return;
    case Option::Kind::kSwap:
      break;
  }
  xl::Item* here = item_on(world, option.cell);
  xl::Item* there = item_on(world, option.other);
  there->x = column(world, option.cell);
  there->y = row(world, option.cell);
  if (here == nullptr) return;
  here->x = column(world, option.other);
  here->y = row(world, option.other);
}

bool Obstacles::block(const xl::Program& program) {
  xl::World& world = site_.world();
  Way way;
  xl::State here{world.turtle_x, world.turtle_y, world.heading, {}};
  for (const xl::TraceStep& step : xl::trace(world, program).steps) {
    const std::size_t from = world.index(here.x, here.y);
    const std::size_t to = world.index(step.after.x, step.after.y);
    const int across = step.after.x - here.x;
    const int down = step.after.y - here.y;
    here = step.after;
    if (from == to) continue;
    const std::size_t direction = across != 0 ? (across > 0 ? 1U : 3U) : (down > 0 ? 2U : 0U);
    if ((site_.crossed[from] >> direction & 1) == 0) way.moves.push_back({from, to, direction});
    if (std::find(way.visits.begin(), way.visits.end(), to) == way.visits.end()) {
      way.visits.push_back(to);
    }
  }
  const auto cells = static_cast<int>(world.tiles.size());
  const Range& range = site_.like.walls;
  const int most = std::max(2 * cells / 9, range.low > 0 ? range.high / 2 : 0);
  const bool wall = walls_ < most && 2 * (walls_ + 1) + fence_sides(world) <= range.high;
  std::vector<Option> options;
  for (const Way::Move& move : way.moves) {
    if (wall) options.push_back({.kind = Option::Kind::kWall, .move = move});
    if (can_close(move.to) && worth_closing(move.to, way)) {
      options.push_back({.kind = Option::Kind::kClose, .cell = move.to});
    }
  }
  add_spoilers(way, options);
  if (options.empty()) return false;
  const Option option = rng_.choice(options);
  apply(option);
  return true;
}

bool Obstacles::finish() {
  if (site_.like.corridor) {
    for (std::size_t cell = 0; cell < site_.draft.on_path.size(); ++cell) {
      if (closable(cell)) site_.world().tiles[cell].allowed = false;
    }
  } else {
    add_wished();
  }
  mint::xlogo::tidy(site_.draft);
  return alike(site_.world(), site_.like);
}

void Obstacles::add_wished() {
  std::vector<std::size_t> cells(site_.world().tiles.size());
  for (std::size_t cell = 0; cell < cells.size(); ++cell) cells[cell] = cell;
  if (forbidden_ < wished_) rng_.shuffle(cells);
  // First where they keep something out.
  for (const bool anywhere : {false, true}) {
    for (const std::size_t cell : cells) {
      if (forbidden_ >= wished_ || !can_close(cell)) continue;
      if (anywhere || on_short_way(site_.draft.task, cell)) close(cell);
    }
  }
}

}  // namespace papert::synth
