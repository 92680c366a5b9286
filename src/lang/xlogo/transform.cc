// Both operations are maps of cells and of directions; everything else follows.
//
//     mirror            (x, y) -> (width-1-x, y)     direction d -> -d mod 4
//     quarter turn      (x, y) -> (height-1-y, x)    direction d -> d+1 mod 4, sides swapped
//
// The canonical key writes all eight variants in one normal form and keeps the smallest text. Cost:
// about a hundred microseconds for a real task.

#include "lang/xlogo/transform.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace papert::lang::xlogo {
namespace {

BlockType swapped(BlockType type) {
  if (type == BlockType::kLeft) return BlockType::kRight;
  if (type == BlockType::kRight) return BlockType::kLeft;
  return type;
}

void swap_turns(BlockCounts& counts) {
  std::swap(counts[static_cast<std::size_t>(BlockType::kLeft)],
            counts[static_cast<std::size_t>(BlockType::kRight)]);
}

using Text = std::back_insert_iterator<std::string>;

void write_world(const World& world, bool draws, Text out) {
  fmt::format_to(out, "{}x{} {} {} {};", world.width, world.height, world.turtle_x, world.turtle_y,
                 static_cast<int>(world.heading));
  for (const Tile& tile : world.tiles) {
    fmt::format_to(out, "{:x}{}", tile.walls,
                   !tile.present   ? '-'
                   : !tile.allowed ? 'x'
                   : tile.exists   ? '.'
                                   : 'o');
  }
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      const Item* item = draws ? nullptr : world.item_at(x, y);
      if (item == nullptr) continue;
      fmt::format_to(out, ";{},{} {} {} {}", x, y, static_cast<int>(item->name),
                     static_cast<int>(item->color), item->count);
    }
  }
}

/// Each from its smaller end; of two at one place the last counts.
void write_lines(const World& world, Text out) {
  std::map<std::array<int, 4>, Color> edges;
  for (const Line& line : world.lines) {
    const auto [low, high] = std::minmax({std::pair(line.x1, line.y1), {line.x2, line.y2}});
    edges[{low.first, low.second, high.first, high.second}] = line.color;
  }
  for (const auto& [edge, color] : edges) {
    fmt::format_to(out, ";{},{}-{},{} {}", edge[0], edge[1], edge[2], edge[3],
                   static_cast<int>(color));
  }
}

std::string literal_text(const Literal& literal) {
  return fmt::format("{}{}{}", literal.negated ? "!" : "", literal.name ? 'n' : 'c',
                     literal.name ? static_cast<int>(*literal.name)
                                  : static_cast<int>(literal.color.value_or(Color::kRed)));
}

/// "Any of" and "all of" do not depend on the order.
template <class Range, class Write>
std::string sorted_join(const Range& range, char separator, Write write) {
  std::vector<std::string> parts;
  parts.reserve(range.size());
  for (const auto& element : range) parts.push_back(write(element));
  std::sort(parts.begin(), parts.end());
  std::string text;
  for (const std::string& part : parts) text += part + separator;
  return text;
}

std::string spec_text(const Spec& spec) {
  return sorted_join(spec, '&',
                     [](const Clause& clause) { return sorted_join(clause, '|', literal_text); });
}

void write_goal(const Goal& goal, Text out) {
  for (const Objective& objective : goal) {
    fmt::format_to(out, ";{} {}", static_cast<int>(objective.kind),
                   objective.kind == ObjectiveKind::kSum ? objective.total : 0);
    for (const Spec& spec : objective.specs) fmt::format_to(out, "[{}]", spec_text(spec));
  }
}

void write_constraints(const Constraints& constraints, Text out) {
  for (const ConstraintSet& set : constraints) {
    if (set.empty()) continue;
    fmt::format_to(out, ";c");
    for (const BlockCounts& counts : {set.exactly, set.at_most}) {
      for (const std::optional<int>& count : counts) {
        fmt::format_to(out, ",{}", count ? std::to_string(*count) : "");
      }
    }
    for (const BlockType type : set.start_by) fmt::format_to(out, "/{}", static_cast<int>(type));
  }
}

}  // namespace

std::string variant_key(const Task& task) {
  std::string text;
  const Text out(text);
  write_world(task.world, task.draws(), out);
  if (task.draws()) {
    write_lines(task.world, out);
  } else {
    write_goal(task.goal, out);
  }
  write_constraints(task.constraints, out);
  return text;
}

World transformed(const World& world, int quarter_turns, bool mirrored) {
  const Mapping map{world.width, world.height, quarter_turns & 3, mirrored};
  World result = world;
  if ((map.turns & 1) != 0) std::swap(result.width, result.height);
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      const auto [to_x, to_y] = map.cell(x, y);
      result.tile(to_x, to_y) = map.tile(world.tile(x, y));
    }
  }
  for (Item& item : result.items) std::tie(item.x, item.y) = map.cell(item.x, item.y);
  for (Line& line : result.lines) {
    std::tie(line.x1, line.y1) = map.cell(line.x1, line.y1);
    std::tie(line.x2, line.y2) = map.cell(line.x2, line.y2);
  }
  std::tie(result.turtle_x, result.turtle_y) = map.cell(world.turtle_x, world.turtle_y);
  result.heading = map.direction(world.heading);
  return result;
}

Program transformed(Program program, bool mirrored) {
  if (mirrored) {
    for (Block& block : program.blocks) block.type = swapped(block.type);
  }
  return program;
}

Constraints transformed(Constraints constraints, bool mirrored) {
  if (mirrored) {
    for (ConstraintSet& set : constraints) {
      swap_turns(set.exactly);
      swap_turns(set.at_most);
      for (BlockType& type : set.start_by) type = swapped(type);
    }
  }
  return constraints;
}

Task transformed(const Task& task, int quarter_turns, bool mirrored) {
  Task result = task;
  result.world = transformed(task.world, quarter_turns, mirrored);
  result.constraints = transformed(task.constraints, mirrored);
  result.solution = transformed(task.solution, mirrored);
  return result;
}

std::string canonical_key(const Task& task) {
  std::string smallest;
  for (const bool mirrored : {false, true}) {
    for (int turns = 0; turns < 4; ++turns) {
      std::string key = variant_key(transformed(task, turns, mirrored));
      if (smallest.empty() || key < smallest) smallest = std::move(key);
    }
  }
  return smallest;
}

}  // namespace papert::lang::xlogo
