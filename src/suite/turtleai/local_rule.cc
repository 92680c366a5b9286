#include "suite/turtleai/local_rule.h"

#include <algorithm>
#include <vector>

namespace papert::turtleai {
namespace {

constexpr std::uint32_t kWhite = 0xFFFFFF;

/// A picture as one number a pixel.
struct Grid {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> colors;

  [[nodiscard]] std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
};

Grid grid_of(const score::PaintedDrawing& drawing) {
  return {scene::kCanonicalSize, scene::kCanonicalSize, drawing.colors()};
}

bool is_near(const Grid& grid, int x, int y, std::uint32_t color) {
  for (int dy = -kStrayRadius; dy <= kStrayRadius; ++dy) {
    if (y + dy < 0 || y + dy >= grid.height) continue;
    for (int dx = -kStrayRadius; dx <= kStrayRadius; ++dx) {
      if (x + dx < 0 || x + dx >= grid.width) continue;
      if (grid.colors[grid.index(x + dx, y + dy)] == color) return true;
    }
  }
  return false;
}

/// Marks the pixels of `one` that are stray in `other`; gives how many have ink.
std::int64_t mark_stray(const Grid& one, const Grid& other, std::vector<std::uint8_t>& stray) {
  std::int64_t ink = 0;
  for (int y = 0; y < one.height; ++y) {
    for (int x = 0; x < one.width; ++x) {
      const std::size_t i = one.index(x, y);
      const std::uint32_t color = one.colors[i];
      if (color == kWhite) continue;
      ++ink;
      if (color != other.colors[i] && !is_near(other, x, y, color)) stray[i] = 1;
    }
  }
  return ink;
}

/// The size of the largest patch of marked pixels, neighbours by side or corner; unmarks them.
std::int64_t largest_patch(const Grid& shape, std::vector<std::uint8_t>& marked) {
  std::int64_t largest = 0;
  std::vector<std::pair<int, int>> open;
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      std::int64_t size = 0;
      if (marked[shape.index(x, y)] != 0) open.emplace_back(x, y);
      while (!open.empty()) {
        const auto [cx, cy] = open.back();
        open.pop_back();
        std::uint8_t& mark = marked[shape.index(cx, cy)];
        if (mark == 0) continue;
        mark = 0;
        ++size;
        for (int ny = std::max(cy - 1, 0); ny <= std::min(cy + 1, shape.height - 1); ++ny) {
          for (int nx = std::max(cx - 1, 0); nx <= std::min(cx + 1, shape.width - 1); ++nx) {
            if (marked[shape.index(nx, ny)] != 0) open.emplace_back(nx, ny);
          }
        }
      }
      largest = std::max(largest, size);
    }
  }
  return largest;
}

}  // namespace

LocalComparison compare_locally(const score::PaintedDrawing& reference,
                                const score::PaintedDrawing& answer) {
  const Grid wanted = grid_of(reference);
  const Grid given = grid_of(answer);
  std::vector<std::uint8_t> stray(wanted.colors.size());
  const std::int64_t wanted_ink = mark_stray(wanted, given, stray);
  const std::int64_t given_ink = mark_stray(given, wanted, stray);
  LocalComparison result;
  for (std::size_t i = 0; i < wanted.colors.size(); ++i) {
    result.ink += wanted.colors[i] != kWhite || given.colors[i] != kWhite ? 1 : 0;
    result.stray += stray[i];
  }
  result.largest_patch = largest_patch(wanted, stray);
  const bool one_blank = (wanted_ink == 0) != (given_ink == 0);
  result.success =
      !one_blank && result.difference() < kStrayLimit && result.largest_patch <= kLargestPatch;
  return result;
}

}  // namespace papert::turtleai
