#include <algorithm>
#include <span>

#include "lang/xlogo/edges.h"
#include "lang/xlogo/emulator.h"
#include "synth/site.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

constexpr int kSmallestSide = 3;
constexpr int kGrowth = 2;  // of a side above level 0
constexpr std::size_t kMostCommands = 4096;

class Tracer {
 public:
  bool run(std::span<const xl::Block> blocks) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const xl::Block& block = blocks[i];
      if (block.type == xl::BlockType::kRepeat) {
        for (int round = 0; round < block.times; ++round) {
          if (!run(blocks.subspan(i + 1, block.body))) return false;
        }
        i += block.body;
      } else if (++commands_ > kMostCommands || !step(block.type)) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] Route take() { return std::move(route_); }

 private:
  bool step(xl::BlockType type) {
    if (type == xl::BlockType::kLeft) heading_ = (heading_ + 3) & 3;
    if (type == xl::BlockType::kRight) heading_ = (heading_ + 1) & 3;
    if (type != xl::BlockType::kForward && type != xl::BlockType::kBack) return true;
    const std::size_t d = type == xl::BlockType::kBack ? heading_ ^ 2U : heading_;
    Route::Cell cell = route_.cells.back();
    cell.x += xl::kStepX[d];
    cell.y += xl::kStepY[d];
    route_.cells.push_back(cell);
    route_.left = std::min(route_.left, cell.x);
    route_.right = std::max(route_.right, cell.x);
    route_.top = std::min(route_.top, cell.y);
    route_.bottom = std::max(route_.bottom, cell.y);
    return std::max(route_.width(), route_.height()) <= kLargestSide;
  }

  Route route_{.cells = {{}}};
  std::size_t heading_ = 0;
  std::size_t commands_ = 0;
};

/// Turned clockwise about the start.
Route turned(const Route& route, int quarter_turns) {
  Route result = route;
  for (int i = 0; i < quarter_turns; ++i) {
    for (Route::Cell& cell : result.cells) cell = {-cell.y, cell.x};
    const Route before = result;
    result.left = -before.bottom;
    result.right = -before.top;
    result.top = before.left;
    result.bottom = before.right;
  }
  return result;
}

std::size_t direction_between(const Route::Cell& from, const Route::Cell& to) {
  if (to.x != from.x) return to.x > from.x ? 1 : 3;
  return to.y > from.y ? 2 : 0;
}

/// The start of the walk at a cell of an empty grid.
void settle(const Route& route, int width, int height, Route::Cell at, Site& site) {
  xl::World& world = site.world();
  world.width = width;
  world.height = height;
  world.tiles.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                     xl::Tile{.present = true, .allowed = true});
  world.turtle_x = at.x;
  world.turtle_y = at.y;
  site.crossed.assign(world.tiles.size(), 0);
  site.draft.on_path.assign(world.tiles.size(), false);
  site.draft.visits.clear();
  site.draft.visits.reserve(route.cells.size());
  for (std::size_t i = 0; i < route.cells.size(); ++i) {
    const std::size_t cell = world.index(at.x + route.cells[i].x, at.y + route.cells[i].y);
    site.draft.on_path[cell] = true;
    if (i > 0) {
      const std::size_t d = direction_between(route.cells[i - 1], route.cells[i]);
      std::uint8_t& left = site.crossed[site.draft.visits.back()];
      left = static_cast<std::uint8_t>(left | 1U << d);
      std::uint8_t& entered = site.crossed[cell];
      entered = static_cast<std::uint8_t>(entered | 1U << (d ^ 2U));
    }
    site.draft.visits.push_back(cell);
  }
}

int between(Random& rng, int low, int high) {
  return low == high ? low : static_cast<int>(rng.randint(low, high));
}

}  // namespace

std::optional<Route> route_of(const xl::Program& program) {
  Tracer tracer;
  if (!tracer.run(program.blocks)) return std::nullopt;
  return tracer.take();
}

bool ends_anew(const Route& route) {
  return route.cells.size() > 1 && std::find(route.cells.begin(), route.cells.end() - 1,
                                             route.cells.back()) == route.cells.end() - 1;
}

void choose_pose(Random& rng, const Route& route, int level, Site& site) {
  const int heading = static_cast<int>(rng.randbelow(4));
  const Route path = turned(route, heading);
  const int side = std::max({kSmallestSide, path.width(), path.height()});
  int width = side;
  int height = side;
  if (level > 0) {
    const int most = std::max(side, std::min(side + kGrowth, kLargestSide));
    width = between(rng, std::max(kSmallestSide, path.width()), most);
    height = between(rng, std::max(kSmallestSide, path.height()), most);
  }
  const int x = between(rng, -path.left, width - 1 - path.right);
  const int y = between(rng, -path.top, height - 1 - path.bottom);
  site.world().heading = static_cast<xl::Direction>(heading);
  settle(path, width, height, {x, y}, site);
}

void choose_picture_pose(Random& rng, const Route& route, Site& site) {
  const int heading = static_cast<int>(rng.randbelow(4));
  const Route path = turned(route, heading);
  site.world().heading = static_cast<xl::Direction>(heading);
  settle(path, path.width(), path.height(), {-path.left, -path.top}, site);
}

bool add_lines(Site& site) {
  xl::World& world = site.world();
  for (std::size_t cell = 0; cell < world.tiles.size(); ++cell) {
    if (!site.draft.on_path[cell]) world.tiles[cell] = xl::Tile{};
  }
  const xl::Program& solution = site.draft.task.solution;
  const xl::Edges edges = xl::drawn_edges(xl::trace(world, solution));
  world.lines.reserve(edges.size());
  for (const auto& [edge, color] : edges) {
    const int across = edge.down ? 0 : 1;
    world.lines.push_back({edge.x, edge.y, edge.x + across, edge.y + 1 - across, color});
  }
  return std::all_of(solution.blocks.begin(), solution.blocks.end(), [&](const xl::Block& block) {
    if (block.type != xl::BlockType::kSetPen) return true;
    const xl::Color color = block.pen.value_or(xl::Color::kBlack);
    return std::any_of(edges.begin(), edges.end(),
                       [&](const auto& edge) { return edge.second == color; });
  });
}

}  // namespace papert::synth
