// Obstacles are never on the way of the solution: a tile it visits stays allowed, and an edge it
// crosses gets no wall. So whatever is added, the solution goes on succeeding.

#include "mint/xlogo/scene.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "lang/xlogo/emulator.h"

namespace papert::mint::xlogo {
namespace {

using Edge = std::pair<std::size_t, std::size_t>;  // two cells, the smaller first

Edge edge_between(std::size_t a, std::size_t b) { return std::minmax({a, b}); }

std::vector<std::size_t> cells_of(const lang::xlogo::World& world, const lang::xlogo::Trace& run) {
  std::vector<std::size_t> cells{world.index(run.start.x, run.start.y)};
  for (const lang::xlogo::TraceStep& step : run.steps) {
    const std::size_t cell = world.index(step.after.x, step.after.y);
    if (cell != cells.back()) cells.push_back(cell);
  }
  return cells;
}

std::vector<Edge> edges_of(const std::vector<std::size_t>& cells) {
  std::vector<Edge> edges;
  for (std::size_t i = 1; i < cells.size(); ++i) {
    edges.push_back(edge_between(cells[i - 1], cells[i]));
  }
  return edges;
}

bool contains(const std::vector<Edge>& edges, const Edge& edge) {
  return std::find(edges.begin(), edges.end(), edge) != edges.end();
}

void set_wall(lang::xlogo::World& world, const Edge& edge, bool wall) {
  const auto& [a, b] = edge;
  const int across = b == a + 1 && world.width > 1 ? 1 : 2;  // east or south of the first
  const auto first = static_cast<std::uint8_t>(1U << across);
  const auto second = static_cast<std::uint8_t>(1U << (across + 2) % 4);
  const auto set = [wall](std::uint8_t& walls, std::uint8_t bit) {
    walls = static_cast<std::uint8_t>(wall ? walls | bit : walls & ~bit);
  };
  set(world.tiles[a].walls, first);
  set(world.tiles[b].walls, second);
}

/// Calls visit(edge) for all neighbouring cells.
template <class Visit>
void for_each_edge(const lang::xlogo::World& world, Visit visit) {
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      if (x + 1 < world.width) visit(Edge{world.index(x, y), world.index(x + 1, y)});
      if (y + 1 < world.height) visit(Edge{world.index(x, y), world.index(x, y + 1)});
    }
  }
}

bool has_item(const lang::xlogo::World& world, std::size_t cell) {
  const auto width = static_cast<std::size_t>(world.width);
  return world.item_at(static_cast<int>(cell % width), static_cast<int>(cell / width)) != nullptr;
}

void cut(lang::xlogo::World& world, int left, int top, int width, int height) {
  world.width = width;
  world.height = height;
  world.tiles.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                     lang::xlogo::Tile{.present = true, .allowed = true});
  world.turtle_x -= left;
  world.turtle_y -= top;
}

}  // namespace

std::vector<bool> reachable(const lang::xlogo::World& world) {
  std::vector<bool> reached(world.tiles.size(), false);
  std::vector<std::size_t> open{world.index(world.turtle_x, world.turtle_y)};
  reached[open.front()] = true;
  while (!open.empty()) {
    const std::size_t cell = open.back();
    open.pop_back();
    const int x = static_cast<int>(cell % static_cast<std::size_t>(world.width));
    const int y = static_cast<int>(cell / static_cast<std::size_t>(world.width));
    for (std::size_t d = 0; d < 4; ++d) {
      const int to_x = x + lang::xlogo::kStepX[d];
      const int to_y = y + lang::xlogo::kStepY[d];
      if (!world.inside(to_x, to_y) ||
          world.tiles[cell].wall(static_cast<lang::xlogo::Direction>(d)))
        continue;
      const std::size_t to = world.index(to_x, to_y);
      if (reached[to] || !world.tiles[to].allowed) continue;
      reached[to] = true;
      open.push_back(to);
    }
  }
  return reached;
}

bool follow_solution(Draft& draft) {
  const lang::xlogo::Trace run = lang::xlogo::trace(draft.task.world, draft.task.solution);
  if (run.crash) return false;
  draft.visits = cells_of(draft.task.world, run);
  draft.on_path.assign(draft.task.world.tiles.size(), false);
  for (const std::size_t cell : draft.visits) draft.on_path[cell] = true;
  return true;
}

namespace {

/// The cells that a run comes to.
struct Extent {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
};

Extent extent_of(const lang::xlogo::Trace& whole) {
  const auto by_x = [](const lang::xlogo::TraceStep& a, const lang::xlogo::TraceStep& b) {
    return a.after.x < b.after.x;
  };
  const auto by_y = [](const lang::xlogo::TraceStep& a, const lang::xlogo::TraceStep& b) {
    return a.after.y < b.after.y;
  };
  const auto [west, east] = std::minmax_element(whole.steps.begin(), whole.steps.end(), by_x);
  const auto [north, south] = std::minmax_element(whole.steps.begin(), whole.steps.end(), by_y);
  const int left = std::min(whole.start.x, west->after.x);
  const int top = std::min(whole.start.y, north->after.y);
  const int width = std::max(whole.start.x, east->after.x) - left + 1;
  const int height = std::max(whole.start.y, south->after.y) - top + 1;
  return {left, top, width, height};
}

/// The lines that the solution draws; the last colour of each counts.
void add_drawn_lines(const lang::xlogo::Program& solution, lang::xlogo::World& world) {
  std::map<Edge, lang::xlogo::Color> picture;
  const lang::xlogo::Trace run = lang::xlogo::trace(world, solution);
  lang::xlogo::State before = run.start;
  for (const lang::xlogo::TraceStep& step : run.steps) {
    if (step.after.x != before.x || step.after.y != before.y) {
      picture[edge_between(world.index(before.x, before.y),
                           world.index(step.after.x, step.after.y))] =
          step.after.pen.value_or(lang::xlogo::Color::kBlack);
    }
    before = step.after;
  }
  for (const auto& [edge, color] : picture) {
    const auto columns = static_cast<std::size_t>(world.width);
    const auto at = [columns](std::size_t cell) {
      return std::pair(static_cast<int>(cell % columns), static_cast<int>(cell / columns));
    };
    const auto [x1, y1] = at(edge.first);
    const auto [x2, y2] = at(edge.second);
    world.lines.push_back({x1, y1, x2, y2, color});
  }
}

}  // namespace

bool add_picture(Random& rng, const Band& side, Draft& draft) {
  lang::xlogo::World& world = draft.task.world;
  const Extent extent = extent_of(lang::xlogo::trace(world, draft.task.solution));
  const bool tight = side.contains(std::max(extent.width, extent.height));
  if (!tight && rng.random() < 0.9) return false;
  if (tight) cut(world, extent.left, extent.top, extent.width, extent.height);
  if (!follow_solution(draft)) return false;
  add_drawn_lines(draft.task.solution, world);
  draft.task.goal.push_back({.kind = lang::xlogo::ObjectiveKind::kDraw});
  // Tiles that the picture does not touch are often not there at all.
  if (tight && rng.random() < 0.5) {
    for (std::size_t cell = 0; cell < world.tiles.size(); ++cell) {
      if (!draft.on_path[cell]) world.tiles[cell] = lang::xlogo::Tile{};
    }
  }
  return true;
}

void add_obstacles(Random& rng, Draft& draft) {
  lang::xlogo::World& world = draft.task.world;
  const double style = rng.random();
  if (style < 0.45) return;
  const bool corridor = style < 0.6;
  const double forbidden = corridor ? 0.8 : rng.choice(std::array{0.0, 0.15, 0.3});
  const double walled = corridor ? 0.0 : rng.choice(std::array{0.0, 0.1, 0.25});
  for (std::size_t cell = 0; cell < world.tiles.size(); ++cell) {
    if (!draft.on_path[cell] && rng.random() < forbidden) world.tiles[cell].allowed = false;
  }
  const std::vector<Edge> used = edges_of(draft.visits);
  for_each_edge(world, [&](const Edge& edge) {
    if (!contains(used, edge) && rng.random() < walled) set_wall(world, edge, true);
  });
}

bool obstruct(Random& rng, const lang::xlogo::Program& program, Draft& draft) {
  lang::xlogo::World& world = draft.task.world;
  const std::vector<Edge> used = edges_of(draft.visits);
  const std::vector<std::size_t> cells = cells_of(world, lang::xlogo::trace(world, program));
  std::vector<std::pair<std::size_t, std::size_t>> moves;  // from, to
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (!contains(used, edge_between(cells[i - 1], cells[i]))) {
      moves.emplace_back(cells[i - 1], cells[i]);
    }
  }
  if (moves.empty()) return false;
  const auto [from, to] = rng.choice(moves);
  const bool free = !draft.on_path[to] && !has_item(world, to);
  if (free && draft.spoiler && rng.random() < 0.7) {
    lang::xlogo::Item item = *draft.spoiler;
    item.x = static_cast<int>(to % static_cast<std::size_t>(world.width));
    item.y = static_cast<int>(to / static_cast<std::size_t>(world.width));
    world.items.push_back(item);
  } else if (free && rng.random() < 0.5) {
    world.tiles[to].allowed = false;
  } else {
    set_wall(world, edge_between(from, to), true);
  }
  return true;
}

void tidy(Draft& draft) {
  lang::xlogo::World& world = draft.task.world;
  const std::vector<bool> reached = reachable(world);
  for (std::size_t cell = 0; cell < world.tiles.size(); ++cell) {
    if (!reached[cell]) world.tiles[cell].allowed = false;
  }
  std::erase_if(world.items, [&](const lang::xlogo::Item& item) {
    return !reached[world.index(item.x, item.y)];
  });
  for_each_edge(world, [&](const Edge& edge) {
    const bool first = reached[edge.first];
    const bool second = reached[edge.second];
    if (first != second) set_wall(world, edge, true);
    if (!first && !second) set_wall(world, edge, false);
  });
}

}  // namespace papert::mint::xlogo
