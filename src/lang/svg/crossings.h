// How often the lines of a drawing may cross, from above.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lang/svg/affine.h"
#include "lang/svg/path.h"

namespace papert::lang::svg {

/// A grid over the picture that counts the lines through each cell: two lines cross only in a cell
/// that both go through, so the pairs in the cells bound the crossings. Cost: one step per cell
/// that a line goes through; lines outside the picture count in the outermost cells.
class CrossingGrid {
 public:
  static constexpr int kCells = 128;  // each way

  CrossingGrid() : counts_(std::size_t{kCells} * kCells) {}

  /// Adds a path whose points `to_grid` takes to 0..kCells. False (and counting stops) when there
  /// are more steps than max_steps, or when a point is farther away than `reach` sides.
  bool add(const Path& path, const Affine& to_grid, double reach, std::size_t max_steps);

  /// Pairs of lines that share a cell, since the last call; starts anew.
  double take_pairs();

  /// The share of the picture that the box of the path covers, of the last path added.
  [[nodiscard]] double covered() const { return covered_; }
  /// Its length in sides of the picture.
  [[nodiscard]] double length() const { return length_; }
  [[nodiscard]] std::size_t pieces() const { return pieces_; }

 private:
  bool arc(const PathCommand& command, Point from, Point to, double radius, Bounds& bounds);
  void curve(Point from, Point first, Point second, Point to);
  void line(Point from, Point to);
  void touch(int column, int row);

  std::vector<std::uint32_t> counts_;
  std::vector<int> touched_;
  double farthest_ = 0;  // that a point may be away
  std::size_t steps_ = 0;
  std::size_t pieces_ = 0;
  double covered_ = 0;
  double length_ = 0;
};

}  // namespace papert::lang::svg
