// How like its reference a world must be: how many items, walls and forbidden cells, which things,
// which colours. At level 0 these are the published rules; above it, grids, items and obstacles may
// grow.
#pragma once

#include <vector>

#include "lang/xlogo/task.h"

namespace papert::synth {

struct Range {
  int low = 0;
  int high = 0;
  [[nodiscard]] bool contains(int value) const { return value >= low && value <= high; }
};

/// An item without a place.
struct Thing {
  lang::xlogo::ItemName name = lang::xlogo::ItemName::kStrawberry;
  lang::xlogo::Color color = lang::xlogo::Color::kRed;
  friend bool operator==(const Thing&, const Thing&) = default;
};

struct Likeness {
  Range items;
  Range walls;                 // sides of cells with a wall: a wall between two cells counts twice
  Range forbidden;             // cells
  std::vector<Thing> things;   // that may lie in the world
  int most_count = 1;          // of things on one cell; more than one of strawberries alone
  bool all_different = false;  // while there are enough things
  bool balanced = false;       // red, green and blue about equally often, and nothing else
  bool corridor = false;       // every cell that the solution does not visit is forbidden
  bool all_needed = false;     // a sum may take everything there is
};

/// What a world of this size with this goal must be like. Pictures are like their program alone.
[[nodiscard]] Likeness likeness(const lang::xlogo::Task& reference, const lang::xlogo::Goal& goal,
                                int width, int height, int level);

/// Whether a world without lines is like that. Its forbidden cells must be symmetric about one of
/// the axes of the grid, and are fenced; all others are connected.
[[nodiscard]] bool alike(const lang::xlogo::World& world, const Likeness& like);

/// Whether the forbidden cells are symmetric about an axis of the grid: upright, level or, in a
/// square, one of the diagonals.
[[nodiscard]] bool symmetric(const lang::xlogo::World& world);

/// Whether every allowed cell can be reached from the turtle's.
[[nodiscard]] bool connected(const lang::xlogo::World& world);

}  // namespace papert::synth
