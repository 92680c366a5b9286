// Discs and filled squares. A disc holds the disc smaller by 1 of each centre beside its own, so
// the largest discs of neighbours differ by at most 1 (the largest squares by 2): the two
// neighbours that are known leave two or three sizes to ask about.
//
// A disc is tested a column of its rows at once: it is inside if on every row the pixels to both
// sides of the centre's column are black far enough. Squares are counted in an integral image.

#include <algorithm>

#include "solve/shapecode_candidates.h"

namespace papert::solve::shapecode {
namespace {

using lang::shapes::Kind;
using lang::shapes::Shape;

bool disc_fits(const std::int16_t* reach, const std::int16_t* outer, int y, int radius) {
  const int below = std::min(radius, kSize - 1 - y);
  const int above = std::min(radius, y);
  int outside = 0;
  for (int dy = 0; dy <= below; ++dy) outside |= reach[y + dy] <= outer[dy] ? 1 : 0;
  if (outside != 0) return false;
  for (int dy = 1; dy <= above; ++dy) outside |= reach[y - dy] <= outer[dy] ? 1 : 0;
  return outside == 0;
}

bool square_fits(const Ink& ink, int cx, int cy, int side) {
  const int x = cx - side / 2;
  const int y = cy - side / 2;
  return ink.is_black(x, y, x + side - 1, y + side - 1);
}

/// What the neighbours above and to the left allow, if sizes of neighbours differ by `step` at
/// most.
struct SizeRange {
  int low = 0;
  int high = 0;
};

SizeRange range_at(const std::vector<std::int16_t>& sizes, int x, int y, int step, int most) {
  SizeRange range{0, most};
  const auto narrow = [&](int neighbour) {
    range.low = std::max(range.low, neighbour - step);
    range.high = std::min(range.high, neighbour + step);
  };
  if (x > 0) narrow(sizes[Solids::at(x - 1, y)]);
  if (y > 0) narrow(sizes[Solids::at(x, y - 1)]);
  return range;
}

void measure_discs(const Ink& ink, Solids& solids) {
  const Circles& table = circles();
  for (int x = 0; x < kSize; ++x) {
    const std::int16_t* const reach = ink.reach_column(x);
    for (int y = 0; y < kSize; ++y) {
      if (reach[y] == 0) continue;
      auto [radius, most] = range_at(solids.radius, x, y, 1, kMaxRadius);
      while (radius < most && disc_fits(reach, table.outer_row(radius + 1), y, radius + 1)) {
        ++radius;
      }
      solids.radius[Solids::at(x, y)] = static_cast<std::int16_t>(radius);
    }
  }
}

void measure_squares(const Ink& ink, Solids& solids) {
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      if (ink.left_run(x, y) == 0) continue;
      auto [side, most] = range_at(solids.side, x, y, 2, lang::shapes::kMaxExtent);
      while (side < most && square_fits(ink, x, y, side + 1)) ++side;
      solids.side[Solids::at(x, y)] = static_cast<std::int16_t>(side);
    }
  }
}

int value_at(const std::vector<std::int16_t>& values, int x, int y) {
  if (x < 0 || y < 0 || x >= kSize || y >= kSize) return 0;
  return values[Solids::at(x, y)];
}

/// A disc is inside one that is larger by 1 a pixel aside, or by 2 a pixel aside both ways.
bool disc_is_covered(const std::vector<std::int16_t>& radii, int x, int y, int radius) {
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int more = std::abs(dx) + std::abs(dy);
      if (more > 0 && value_at(radii, x + dx, y + dy) >= radius + more) return true;
    }
  }
  return false;
}

/// Of the four squares that are larger by 1 around a square, one fits; or the square hangs over the
/// border and fits as well a pixel further in.
bool square_is_covered(const std::vector<std::int16_t>& sides, int cx, int cy, int side) {
  const int x0 = cx - side / 2;
  const int y0 = cy - side / 2;
  const int middle = (side + 1) / 2;
  for (int dy = -1; dy <= 0; ++dy) {
    for (int dx = -1; dx <= 0; ++dx) {
      if (value_at(sides, x0 + dx + middle, y0 + dy + middle) > side) return true;
    }
  }
  const int dx = x0 < 0 ? 1 : x0 + side > kSize ? -1 : 0;
  const int dy = y0 < 0 ? 1 : y0 + side > kSize ? -1 : 0;
  if (dx != 0 && value_at(sides, cx + dx, cy) >= side) return true;
  return dy != 0 && value_at(sides, cx, cy + dy) >= side;
}

}  // namespace

Solids measure_solids(const Ink& ink) {
  Solids solids{std::vector<std::int16_t>(Solids::at(0, kSize)),
                std::vector<std::int16_t>(Solids::at(0, kSize))};
  measure_discs(ink, solids);
  measure_squares(ink, solids);
  return solids;
}

void append_discs(const Solids& solids, std::vector<Shape>& out) {
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const int radius = solids.radius[Solids::at(x, y)];
      if (radius < 1 || disc_is_covered(solids.radius, x, y, radius)) continue;
      out.push_back({Kind::kFilledCircle, x, y, radius, 0});
    }
  }
}

void append_squares(const Solids& solids, std::vector<Shape>& out) {
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const int side = solids.side[Solids::at(x, y)];
      if (side < 1 || square_is_covered(solids.side, x, y, side)) continue;
      out.push_back({Kind::kFilledSquare, x, y, side, 0});
    }
  }
}

}  // namespace papert::solve::shapecode
