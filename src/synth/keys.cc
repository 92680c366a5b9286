// The bytes of a world, for one of its variants:
//
//     width height | turtle x y heading | per tile: walls, kind, item name, colour, count | lines
//
// A cell of a variant is looked up in the original (Variant::source), so no world is copied. Items
// are laid out by tile once. Cost: a few microseconds a task.

#include "synth/keys.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/sha256.h"
#include "lang/xlogo/transform.h"

namespace papert::synth {
namespace {

using lang::xlogo::Color;
using lang::xlogo::Direction;
using lang::xlogo::Item;
using lang::xlogo::Program;
using lang::xlogo::Task;
using lang::xlogo::Tile;
using lang::xlogo::World;

void put(std::string& out, int value) {
  out.push_back(static_cast<char>(value & 0xFF));
  out.push_back(static_cast<char>(value >> 8 & 0xFF));
}

/// A rectangle of tiles, cut out of a world.
struct Window {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

/// Mirrored left to right first, then turned by quarters, as transformed() does.
class Variant {
 public:
  Variant(const Window& window, int turns, bool mirrored)
      : window_(window), mapping_{window.width, window.height, turns, mirrored} {}

  [[nodiscard]] int width() const { return upright() ? window_.width : window_.height; }
  [[nodiscard]] int height() const { return upright() ? window_.height : window_.width; }

  [[nodiscard]] std::pair<int, int> cell(int x, int y) const {
    return mapping_.cell(x - window_.x, y - window_.y);
  }
  [[nodiscard]] Direction direction(Direction d) const { return mapping_.direction(d); }
  [[nodiscard]] bool mirrored() const { return mapping_.mirrored; }

 private:
  [[nodiscard]] bool upright() const { return mapping_.turns % 2 == 0; }

  Window window_;
  lang::xlogo::Mapping mapping_;
};

char kind_of(const Tile& tile) {
  if (!tile.present) return '-';
  if (!tile.allowed) return 'x';
  return tile.exists ? '.' : 'o';
}

void write_turtle(const World& world, const Variant& variant, std::string& out) {
  const auto [x, y] = variant.cell(world.turtle_x, world.turtle_y);
  put(out, x);
  put(out, y);
  out.push_back(static_cast<char>(variant.direction(world.heading)));
}

/// What stands on each tile of a world; of two items on one the last counts.
using Layout = std::vector<const Item*>;

Layout items_by_tile(const World& world) {
  Layout layout(world.tiles.size(), nullptr);
  for (const Item& item : world.items) {
    if (world.inside(item.x, item.y)) layout[world.index(item.x, item.y)] = &item;
  }
  return layout;
}

void write_tile(const Tile& tile, const Item* item, const Variant& variant, char* to) {
  int walls = 0;
  for (int d = 0; d < 4; ++d) {
    const auto side = static_cast<Direction>(d);
    if (tile.wall(side)) walls |= 1 << static_cast<int>(variant.direction(side));
  }
  to[0] = static_cast<char>(walls);
  to[1] = kind_of(tile);
  if (item == nullptr) return;
  to[2] = static_cast<char>(1 + static_cast<int>(item->name));
  to[3] = static_cast<char>(item->color);
  to[4] = static_cast<char>(item->count & 0xFF);
  to[5] = static_cast<char>(item->count >> 8 & 0xFF);
}

void write_tiles(const World& world, const Window& window, const Layout& layout,
                 const Variant& variant, std::string& out) {
  constexpr std::size_t kBytes = 6;
  const std::size_t begin = out.size();
  const auto row = static_cast<std::size_t>(variant.width());
  out.resize(begin + kBytes * row * static_cast<std::size_t>(variant.height()));
  for (int y = window.y; y < window.y + window.height; ++y) {
    for (int x = window.x; x < window.x + window.width; ++x) {
      const auto [to_x, to_y] = variant.cell(x, y);
      const auto place = static_cast<std::size_t>(to_y) * row + static_cast<std::size_t>(to_x);
      const std::size_t index = world.index(x, y);
      const Item* item = layout.empty() ? nullptr : layout[index];
      write_tile(world.tiles[index], item, variant, &out[begin + kBytes * place]);
    }
  }
}

/// Each from its smaller end; of two at one place the last counts.
void write_lines(const World& world, const Variant& variant, std::string& out) {
  std::map<std::array<int, 4>, Color> edges;
  for (const lang::xlogo::Line& line : world.lines) {
    auto from = variant.cell(line.x1, line.y1);
    auto to = variant.cell(line.x2, line.y2);
    if (to < from) std::swap(from, to);
    edges[{from.first, from.second, to.first, to.second}] = line.color;
  }
  for (const auto& [edge, color] : edges) {
    for (const int coordinate : edge) put(out, coordinate);
    out.push_back(static_cast<char>(color));
  }
}

/// Any order of clauses, and of literals in a clause, means the same.
std::string sorted_bytes(std::vector<std::string> parts) {
  std::sort(parts.begin(), parts.end());
  std::string out;
  for (const std::string& part : parts) {
    put(out, static_cast<int>(part.size()));
    out += part;
  }
  return out;
}

std::string spec_bytes(const lang::xlogo::Spec& spec) {
  std::vector<std::string> clauses;
  clauses.reserve(spec.size());
  for (const lang::xlogo::Clause& clause : spec) {
    std::vector<std::string> literals;
    literals.reserve(clause.size());
    for (const lang::xlogo::Literal& literal : clause) {
      std::string text(1, literal.negated ? '!' : '=');
      put(text, literal.name ? static_cast<int>(*literal.name) : -1);
      put(text, literal.color ? static_cast<int>(*literal.color) : -1);
      literals.push_back(std::move(text));
    }
    clauses.push_back(sorted_bytes(std::move(literals)));
  }
  return sorted_bytes(std::move(clauses));
}

std::string goal_bytes(const lang::xlogo::Goal& goal) {
  std::string out;
  for (const lang::xlogo::Objective& objective : goal) {
    put(out, static_cast<int>(objective.kind));
    put(out, objective.kind == lang::xlogo::ObjectiveKind::kSum ? objective.total : 0);
    put(out, static_cast<int>(objective.specs.size()));
    for (const lang::xlogo::Spec& spec : objective.specs) out += spec_bytes(spec);
  }
  return out;
}

std::string constraint_bytes(const lang::xlogo::Constraints& constraints) {
  std::string out;
  for (const lang::xlogo::ConstraintSet& set : constraints) {
    if (set.empty()) continue;
    out.push_back('c');
    for (const lang::xlogo::BlockCounts* counts : {&set.exactly, &set.at_most}) {
      for (const std::optional<int>& count : *counts) put(out, count.value_or(-1));
    }
    put(out, static_cast<int>(set.start_by.size()));
    for (const lang::xlogo::BlockType type : set.start_by) {
      out.push_back(static_cast<char>(type));
    }
  }
  return out;
}

/// The smallest rectangle around some cells.
class Box {
 public:
  void add(int x, int y) {
    low_x_ = std::min(low_x_, x);
    low_y_ = std::min(low_y_, y);
    high_x_ = std::max(high_x_, x);
    high_y_ = std::max(high_y_, y);
  }
  [[nodiscard]] Window window() const {
    return {low_x_, low_y_, high_x_ - low_x_ + 1, high_y_ - low_y_ + 1};
  }

 private:
  int low_x_ = lang::xlogo::kMaxSide;
  int low_y_ = lang::xlogo::kMaxSide;
  int high_x_ = 0;
  int high_y_ = 0;
};

Window picture_of(const World& world) {
  Box box;
  box.add(world.turtle_x, world.turtle_y);
  for (const lang::xlogo::Line& line : world.lines) {
    box.add(line.x1, line.y1);
    box.add(line.x2, line.y2);
  }
  return box.window();
}

/// The part of a world that can be entered.
Window ground_of(const World& world) {
  Box box;
  box.add(world.turtle_x, world.turtle_y);
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      const Tile& tile = world.tile(x, y);
      if (tile.present && tile.allowed && tile.exists) box.add(x, y);
    }
  }
  return box.window();
}

template <class Write>
std::string smallest_variant(const Window& window, Write write) {
  std::string smallest;
  for (const bool mirrored : {false, true}) {
    for (int turns = 0; turns < 4; ++turns) {
      const Variant variant(window, turns, mirrored);
      std::string bytes;
      put(bytes, variant.width());
      put(bytes, variant.height());
      write(variant, bytes);
      if (smallest.empty() || bytes < smallest) smallest = std::move(bytes);
    }
  }
  return smallest;
}

/// Constraints as the variants see them: plain and mirrored.
using BothConstraints = std::array<std::string, 2>;

BothConstraints both_constraints(const Task& task) {
  return {constraint_bytes(task.constraints),
          constraint_bytes(lang::xlogo::transformed(task.constraints, true))};
}

TaskKeys keys_of_picture(const Task& task) {
  const World& world = task.world;
  const BothConstraints constraints = both_constraints(task);
  const Window ground = ground_of(world);
  const std::string all = smallest_variant(ground, [&](const Variant& variant, std::string& out) {
    write_turtle(world, variant, out);
    write_tiles(world, ground, {}, variant, out);
    write_lines(world, variant, out);
    out += constraints[variant.mirrored() ? 1 : 0];
  });
  const std::string picture =
      smallest_variant(picture_of(world), [&](const Variant& variant, std::string& out) {
        write_turtle(world, variant, out);
        write_lines(world, variant, out);
      });
  return {sha256_hex("draw" + all), sha256_hex("draw" + picture)};
}

TaskKeys keys_of_grid(const Task& task) {
  const World& world = task.world;
  const Layout layout = items_by_tile(world);
  const BothConstraints constraints = both_constraints(task);
  const Window window{0, 0, world.width, world.height};
  std::string with_constraints;
  const std::string goal = goal_bytes(task.goal);
  const std::string plain = smallest_variant(window, [&](const Variant& variant, std::string& out) {
    write_turtle(world, variant, out);
    write_tiles(world, window, layout, variant, out);
    std::string all = out + constraints[variant.mirrored() ? 1 : 0];
    if (with_constraints.empty() || all < with_constraints) with_constraints = std::move(all);
  });
  return {sha256_hex(goal + with_constraints), sha256_hex(goal + plain)};
}

/// The colours of pens, numbered in the order in which they come.
std::string pens_renamed(const Program& program) {
  std::string out;
  std::vector<lang::xlogo::Pen> pens;
  for (const lang::xlogo::Block& block : program.blocks) {
    out.push_back(static_cast<char>(block.type));
    out.push_back(static_cast<char>(block.times));
    put(out, static_cast<int>(block.body));
    if (block.type != lang::xlogo::BlockType::kSetPen) continue;
    const auto known = std::find(pens.begin(), pens.end(), block.pen);
    put(out, static_cast<int>(known - pens.begin()));
    if (known == pens.end()) pens.push_back(block.pen);
  }
  return out;
}

}  // namespace

TaskKeys keys_of(const Task& task) {
  return task.draws() ? keys_of_picture(task) : keys_of_grid(task);
}

std::string solution_key(const Program& program) {
  const std::string plain = pens_renamed(program);
  const std::string mirrored = pens_renamed(lang::xlogo::transformed(program, true));
  return sha256_hex(std::min(plain, mirrored));
}

}  // namespace papert::synth
