#include "synth/likeness.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "lang/xlogo/emulator.h"
#include "mint/xlogo/scene.h"

namespace papert::synth {
namespace {

namespace xl = lang::xlogo;

constexpr std::array kThreeColors{xl::Color::kRed, xl::Color::kGreen, xl::Color::kBlue};
constexpr std::size_t kManyColors = 4;  // of shapes: then one shape in many colours
constexpr std::size_t kManyShapes = 3;  // then many shapes in three colours
constexpr int kMostOnACell = 4;
constexpr int kMoreItems = 3;  // above level 0

bool names_fruit(xl::ItemName name) { return name <= xl::ItemName::kLemon; }
bool names_letter(xl::ItemName name) { return name >= xl::ItemName::kLetterA; }
bool names_shape(xl::ItemName name) { return !names_fruit(name) && !names_letter(name); }

template <class T>
bool holds(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

template <class T>
void add_new(std::vector<T>& values, const T& value) {
  if (!holds(values, value)) values.push_back(value);
}

/// Circles come in all colours, other shapes in three.
bool paints(xl::ItemName shape, xl::Color color) {
  if (shape == xl::ItemName::kCircle) return color != xl::Color::kWhite;
  return std::find(kThreeColors.begin(), kThreeColors.end(), color) != kThreeColors.end();
}

/// Names and colours, in the order in which they are met.
struct Words {
  std::vector<xl::ItemName> names;
  std::vector<xl::Color> colors;

  void add(const xl::Spec& spec) {
    for (const xl::Clause& clause : spec) {
      for (const xl::Literal& literal : clause) {
        if (literal.name) add_new(names, *literal.name);
        if (literal.color) add_new(colors, *literal.color);
      }
    }
  }
};

Words words_of(const xl::Goal& goal) {
  Words words;
  for (const xl::Objective& objective : goal) {
    for (const xl::Spec& spec : objective.specs) words.add(spec);
  }
  return words;
}

bool sums(const xl::Goal& goal) {
  return std::any_of(goal.begin(), goal.end(), [](const xl::Objective& objective) {
    return objective.kind == xl::ObjectiveKind::kSum;
  });
}

/// What lies in the reference.
struct Inventory {
  std::vector<xl::ItemName> names;
  std::vector<xl::ItemName> shapes;
  std::vector<xl::Color> shape_colors;
  bool different = true;
  bool counted = false;  // somewhere lies more than one
  int total = 0;

  explicit Inventory(const xl::World& world) {
    std::vector<Thing> seen;
    for (const xl::Item& item : world.items) {
      const Thing thing{item.name, item.color};
      different = different && !holds(seen, thing);
      seen.push_back(thing);
      add_new(names, item.name);
      counted = counted || item.count > 1;
      total += item.count;
      if (!names_shape(item.name)) continue;
      add_new(shapes, item.name);
      add_new(shape_colors, item.color);
    }
    different = different && seen.size() > 1;
  }
};

void add_shapes(const std::vector<xl::ItemName>& names, const std::vector<xl::Color>& colors,
                std::vector<Thing>& things) {
  for (const xl::ItemName name : names) {
    for (const xl::Color color : colors) {
      if (paints(name, color)) things.push_back({name, color});
    }
  }
}

std::vector<xl::Color> all_colors() {
  std::vector<xl::Color> colors;
  colors.reserve(xl::kColors.size());
  for (std::size_t i = 0; i < xl::kColors.size(); ++i) colors.push_back(static_cast<xl::Color>(i));
  return colors;
}

void add_kinds_of_shapes(const Inventory& inventory, const Words& words, Likeness& like) {
  std::vector<xl::ItemName> shapes = inventory.shapes;
  std::vector<xl::ItemName> wanted;
  for (const xl::ItemName name : words.names) {
    if (names_shape(name)) wanted.push_back(name);
  }
  for (const xl::ItemName name : wanted) add_new(shapes, name);
  if (shapes.empty()) return;
  if (inventory.shape_colors.size() >= kManyColors) {
    add_shapes({wanted.empty() ? shapes.front() : wanted.front()}, all_colors(), like.things);
    return;
  }
  like.balanced = inventory.shapes.size() >= kManyShapes;
  std::vector<xl::Color> colors = inventory.shape_colors;
  for (const xl::Color color : words.colors) add_new(colors, color);
  if (like.balanced) colors.assign(kThreeColors.begin(), kThreeColors.end());
  add_shapes(shapes, colors, like.things);
}

void add_things(const Inventory& inventory, const xl::Goal& goal, int level, Likeness& like) {
  if (sums(goal)) {
    like.things = {{xl::ItemName::kStrawberry, xl::Color::kRed}};
    return;
  }
  const Words words = words_of(goal);
  std::vector<xl::ItemName> names = inventory.names;
  for (const xl::ItemName name : words.names) add_new(names, name);
  const bool fruit = level > 0 && std::any_of(names.begin(), names.end(), names_fruit);
  if (fruit || holds(names, xl::ItemName::kStrawberry)) {
    like.things.push_back({xl::ItemName::kStrawberry, xl::Color::kRed});
  }
  if (fruit || holds(names, xl::ItemName::kLemon)) {
    like.things.push_back({xl::ItemName::kLemon, xl::Color::kYellow});
  }
  add_kinds_of_shapes(inventory, words, like);
  if (std::none_of(names.begin(), names.end(), names_letter)) return;
  for (int i = 0; i < 26; ++i) {
    const int letter = static_cast<int>(xl::ItemName::kLetterA) + i;
    like.things.push_back({static_cast<xl::ItemName>(letter), xl::Color::kBlack});
  }
}

/// Cells, and what of them is closed.
struct Closed {
  int cells = 0;
  int walls = 0;
  int forbidden = 0;

  explicit Closed(const xl::World& world) {
    for (const xl::Tile& tile : world.tiles) {
      if (!tile.present) continue;
      ++cells;
      forbidden += tile.allowed ? 0 : 1;
      for (int d = 0; d < 4; ++d) walls += tile.wall(static_cast<xl::Direction>(d)) ? 1 : 0;
    }
  }
};

/// Whether the solution visits every cell that is allowed.
bool is_corridor(const xl::Task& task) {
  const xl::World& world = task.world;
  std::vector<bool> visited(world.tiles.size(), false);
  visited[world.index(world.turtle_x, world.turtle_y)] = true;
  for (const xl::TraceStep& step : xl::trace(world, task.solution).steps) {
    visited[world.index(step.after.x, step.after.y)] = true;
  }
  for (std::size_t cell = 0; cell < visited.size(); ++cell) {
    if (world.tiles[cell].allowed && !visited[cell]) return false;
  }
  return true;
}

/// a / b, rounded up; both positive.
int ceiling(int a, int b) { return (a + b - 1) / b; }

void add_obstacle_ranges(const Closed& in, int cells, bool grown, int level, Likeness& like) {
  const int quarter = cells / 4;
  if (grown) {
    like.walls = {0, cells};
    like.forbidden = {0, quarter};
  }
  if (in.walls > 0) like.walls = {1, ceiling(3 * in.walls * cells, 2 * in.cells)};
  if (in.forbidden > 0) {
    like.forbidden = {std::max(1, ceiling(in.forbidden * cells, 2 * in.cells)),
                      3 * in.forbidden * cells / (2 * in.cells)};
    if (in.walls == 0) like.walls = {0, cells};  // fences count as walls
  }
  if (level == 0) return;
  like.walls = {0, std::max(like.walls.high, cells)};
  like.forbidden = {0, std::max(like.forbidden.high, quarter)};
}

bool balanced(const xl::World& world) {
  std::array<int, xl::kColors.size()> count{};
  for (const xl::Item& item : world.items) ++count[static_cast<std::size_t>(item.color)];
  const auto of = [&](xl::Color color) { return count[static_cast<std::size_t>(color)]; };
  const int red = of(xl::Color::kRed);
  const int green = of(xl::Color::kGreen);
  const int blue = of(xl::Color::kBlue);
  return red > 0 && green > 0 && blue > 0 && std::abs(red - green) <= 1 &&
         std::abs(red - blue) <= 1 && red + green + blue == static_cast<int>(world.items.size());
}

}  // namespace

Likeness likeness(const xl::Task& reference, const xl::Goal& goal, int width, int height,
                  int level) {
  Likeness like;
  const Inventory inventory(reference.world);
  const int count = static_cast<int>(reference.world.items.size());
  const int growth =
      std::max(width, height) - std::max(reference.world.width, reference.world.height);
  like.items = {count, count + (level > 0 ? kMoreItems : std::max(0, growth))};
  like.most_count = inventory.counted ? kMostOnACell : 1;
  like.all_different = inventory.different;
  add_things(inventory, goal, level, like);
  for (const xl::Objective& objective : reference.goal) {
    like.all_needed |=
        objective.kind == xl::ObjectiveKind::kSum && objective.total == inventory.total;
  }
  const Closed closed(reference.world);
  add_obstacle_ranges(closed, width * height, growth > 0, level, like);
  like.corridor = level == 0 && closed.forbidden > 0 && is_corridor(reference);
  return like;
}

bool connected(const xl::World& world) {
  const std::vector<bool> reached = mint::xlogo::reachable(world);
  for (std::size_t cell = 0; cell < world.tiles.size(); ++cell) {
    if (world.tiles[cell].allowed && !reached[cell]) return false;
  }
  return true;
}

bool symmetric(const xl::World& world) {
  const auto same = [&](auto image) {
    for (int y = 0; y < world.height; ++y) {
      for (int x = 0; x < world.width; ++x) {
        const auto [to_x, to_y] = image(x, y);
        if (world.tile(x, y).allowed != world.tile(to_x, to_y).allowed) return false;
      }
    }
    return true;
  };
  using Cell = std::pair<int, int>;
  const int right = world.width - 1;
  const int bottom = world.height - 1;
  if (same([&](int x, int y) { return Cell(right - x, y); })) return true;
  if (same([&](int x, int y) { return Cell(x, bottom - y); })) return true;
  if (right != bottom) return false;
  return same([&](int x, int y) { return Cell(y, x); }) ||
         same([&](int x, int y) { return Cell(right - y, right - x); });
}

bool alike(const xl::World& world, const Likeness& like) {
  const Closed closed(world);
  if (!like.items.contains(static_cast<int>(world.items.size())) ||
      !like.walls.contains(closed.walls) || !like.forbidden.contains(closed.forbidden)) {
    return false;
  }
  for (const xl::Item& item : world.items) {
    if (!holds(like.things, Thing{item.name, item.color}) || item.count > like.most_count) {
      return false;
    }
  }
  if (like.balanced && !balanced(world)) return false;
  return symmetric(world) && connected(world);
}

}  // namespace papert::synth
