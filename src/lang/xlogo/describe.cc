// Words first. What repeats is said once: equal items with all their cells, lines from end to end,
// rows of forbidden cells as ranges.
//
// The ASCII map has a box a cell, e.g. with a wall right of (0,0) and one below (1,0):
//
//           0     1
//        +-----+-----+
//      0 |  ^  # 2RS |
//        +-----+=====+
//      1 |     |  X  |
//        +-----+-----+
#include "lang/xlogo/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/xlogo/edges.h"
#include "lang/xlogo/sentences.h"

namespace papert::lang::xlogo {
namespace {

using Words = std::vector<std::string>;

constexpr std::array<std::string_view, 4> kFacing{"north (up)", "east (right)", "south (down)",
                                                  "west (left)"};

std::string joined(const Words& words, std::string_view between) {
  return fmt::format("{}", fmt::join(words, between));
}

std::string cell(int x, int y) { return fmt::format("({},{})", x, y); }

bool closed(const Tile& tile) { return !tile.present || !tile.allowed || !tile.exists; }

std::string axis(int size, std::string_view what, char name) {
  return size == 1 ? fmt::format("1 {} ({} = 0)", what, name)
                   : fmt::format("{} {}s ({} = 0 to {})", size, what, name, size - 1);
}

std::string grid_sentence(const World& world) {
  return fmt::format(
      "The world is a grid with {} and {}. Cell (0,0) is the top left one; x grows to the right "
      "and "
      "y grows downwards.",
      axis(world.width, "column", 'x'), axis(world.height, "row", 'y'));
}

std::string turtle_sentence(const World& world) {
  return fmt::format("The turtle starts at {} and faces {}.", cell(world.turtle_x, world.turtle_y),
                     kFacing[static_cast<std::size_t>(world.heading)]);
}

/// Along each row, three or more neighbours as "(0,0) to (4,0)".
std::string closed_sentence(const World& world) {
  Words cells;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      int end = x;
      while (end < world.width && closed(world.tile(end, y))) ++end;
      if (end - x >= 3) {
        cells.push_back(fmt::format("{} to {}", cell(x, y), cell(end - 1, y)));
        x = end;
      } else if (end > x) {
        cells.push_back(cell(x, y));
      }
    }
  }
  if (cells.empty()) return "Every cell may be entered.";
  return fmt::format("Forbidden cells: {}. Every other cell may be entered.", joined(cells, ", "));
}

struct Wall {
  int x = 0;
  int y = 0;
  Direction side = Direction::kNorth;
  bool one_way = false;  // it can be passed from the other side
};

/// Each wall once: one between two cells belongs to the upper or left of them.
std::vector<Wall> walls_of(const World& world) {
  std::vector<Wall> walls;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      for (const Direction d :
           {Direction::kNorth, Direction::kEast, Direction::kSouth, Direction::kWest}) {
        if (!world.tile(x, y).wall(d)) continue;
        const int nx = x + kStepX[static_cast<std::size_t>(d)];
        const int ny = y + kStepY[static_cast<std::size_t>(d)];
        const bool inner = world.inside(nx, ny);
        const bool both = inner && world.tile(nx, ny).wall(turned(d, 2));
        if (both && (nx < x || ny < y)) continue;
        walls.push_back({x, y, d, inner && !both});
      }
    }
  }
  return walls;
}

std::string wall_words(const World& world, const Wall& wall) {
  const auto side = static_cast<std::size_t>(wall.side);
  const int nx = wall.x + kStepX[side];
  const int ny = wall.y + kStepY[side];
  const std::string here = cell(wall.x, wall.y);
  if (!world.inside(nx, ny)) return fmt::format("at the {} edge of {}", kWallNames[side], here);
  if (!wall.one_way) return fmt::format("between {} and {}", here, cell(nx, ny));
  return fmt::format("from {0} to {1} (but from {1} to {0} the way is open)", here, cell(nx, ny));
}

std::string walls_sentence(const World& world) {
  Words words;
  for (const Wall& wall : walls_of(world)) words.push_back(wall_words(world, wall));
  return words.empty() ? "There are no walls." : fmt::format("Walls: {}.", joined(words, "; "));
}

std::string items_sentence(const World& world) {
  std::vector<std::pair<std::string, Words>> kinds;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      const Item* item = world.item_at(x, y);
      if (item == nullptr) continue;
      const std::string thing = counted_item(*item);
      auto kind = std::ranges::find(kinds, thing, &std::pair<std::string, Words>::first);
      if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {thing, {}});
      kind->second.push_back(cell(x, y));
    }
  }
  Words words;
  for (const auto& [thing, cells] : kinds) {
    words.push_back(
        fmt::format("{} at {}{}", thing, cells.size() > 1 ? "each of " : "", joined(cells, ", ")));
  }
  return words.empty() ? "There are no items." : fmt::format("Items: {}.", joined(words, "; "));
}

/// Takes the whole straight run of one colour that begins with the first edge.
std::string take_run(Edges& edges) {
  const auto [first, color] = *edges.begin();
  Edge end = first;
  for (auto next = edges.begin(); next != edges.end() && next->second == color;
       next = edges.find(end)) {
    edges.erase(next);
    (first.down ? end.y : end.x) += 1;
  }
  const std::string_view article = color == Color::kOrange ? "an" : "a";
  return fmt::format("{} {} line from {} to {}", article, color_name(color), cell(first.x, first.y),
                     cell(end.x, end.y));
}

std::string lines_sentence(const Task& task) {
  Edges edges = line_edges(task.world);
  Words words;
  while (!edges.empty()) words.push_back(take_run(edges));
  if (words.empty()) return task.draws() ? "The picture to draw has no lines." : "";
  return fmt::format("{}: {}.", task.draws() ? "The picture to draw" : "Lines on the ground",
                     joined(words, "; "));
}

/// A line of text each, empty ones left out.
std::string paragraphs(const Words& sentences) {
  Words filled;
  for (const std::string& sentence : sentences) {
    if (!sentence.empty()) filled.push_back(sentence);
  }
  return joined(filled, "\n");
}

// --- the map

std::string item_code(const Item& item) {
  constexpr std::string_view kSymbols = "SLTR+C";
  const auto name = static_cast<std::size_t>(item.name);
  const std::string symbol = name < kSymbols.size()
                                 ? std::string(1, kSymbols[name])
                                 : "\"" + std::string(item_name(item.name)) + "\"";
  return fmt::format("{}{}{}", item.count, kColors[static_cast<std::size_t>(item.color)].letter,
                     symbol);
}

std::string cell_code(const World& world, int x, int y) {
  std::string code;
  if (x == world.turtle_x && y == world.turtle_y) {
    code = "^>v<"[static_cast<std::size_t>(world.heading)];
  }
  if (closed(world.tile(x, y))) code += 'X';
  const Item* item = world.item_at(x, y);
  return item == nullptr ? code : code + item_code(*item);
}

/// Whether there is a wall on that side of (x, y), seen from either cell; one of them is inside.
bool walled(const World& world, int x, int y, Direction d) {
  const int nx = x + kStepX[static_cast<std::size_t>(d)];
  const int ny = y + kStepY[static_cast<std::size_t>(d)];
  return (world.inside(x, y) && world.tile(x, y).wall(d)) ||
         (world.inside(nx, ny) && world.tile(nx, ny).wall(turned(d, 2)));
}

/// The border above row y; y may be the height.
std::string rule(const World& world, int y, std::size_t width) {
  std::string out = "     +";
  for (int x = 0; x < world.width; ++x) {
    out += std::string(width, walled(world, x, y, Direction::kNorth) ? '=' : '-') + '+';
  }
  return out;
}

std::string row(const World& world, int y, std::size_t width) {
  std::string out = fmt::format("{:>4} ", y);
  for (int x = 0; x <= world.width; ++x) {
    out += walled(world, x, y, Direction::kWest) ? '#' : '|';
    if (x < world.width) out += fmt::format("{:^{}}", cell_code(world, x, y), width);
  }
  return out;
}

std::string map_of(const World& world) {
  std::size_t width = 5;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      width = std::max(width, cell_code(world, x, y).size());
    }
  }
  std::string out = "      ";
  for (int x = 0; x < world.width; ++x) out += fmt::format("{:^{}} ", x, width);
  out.erase(out.find_last_not_of(' ') + 1);
  for (int y = 0; y <= world.height; ++y) {
    out += "\n" + rule(world, y, width);
    if (y < world.height) out += "\n" + row(world, y, width);
  }
  return out;
}

std::string one_way_sentence(const World& world) {
  Words words;
  for (const Wall& wall : walls_of(world)) {
    if (wall.one_way) words.push_back(wall_words(world, wall));
  }
  if (words.empty()) return {};
  return fmt::format("Walls that block one way only: {}.", joined(words, "; "));
}

}  // namespace

std::string describe_world(const Task& task) {
  const World& world = task.world;
  return paragraphs({grid_sentence(world), turtle_sentence(world), closed_sentence(world),
                     walls_sentence(world), items_sentence(world), lines_sentence(task)});
}

std::string ascii_world(const Task& task) {
  const std::string notes = paragraphs({one_way_sentence(task.world), lines_sentence(task)});
  return notes.empty() ? map_of(task.world) : map_of(task.world) + "\n" + notes;
}

std::string ascii_legend() {
  Words colors;
  for (const ColorInfo& color : kColors) {
    colors.push_back(fmt::format("{} {}", color.letter, color.name));
  }
  return fmt::format(
      "The numbers above the map are x, those on its left are y; x grows to the right and "
      "y "
      "grows downwards. The turtle is ^ facing north (up), > east (right), v south (down) or < "
      "west "
      "(left). X is a forbidden cell; every other cell may be entered. An item is its count, a "
      "colour letter and a symbol: 2RS is 2 red strawberries. Colours: {}. Symbols: S strawberry, "
      "L "
      "lemon, T triangle, R rectangle, + cross, C circle; a letter is in quotes. --- and | are "
      "open "
      "borders between cells, === and # are walls.",
      joined(colors, ", "));
}

}  // namespace papert::lang::xlogo
