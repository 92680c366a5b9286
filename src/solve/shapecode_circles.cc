#include "solve/shapecode_circles.h"

#include <algorithm>
#include <numeric>
#include <ranges>

#include "raster/draw.h"

namespace papert::solve::shapecode {
namespace {

/// The outline in the order of angles: a quarter, and its three mirror images.
std::vector<Offset> in_order(const Circles& table, int radius) {
  std::vector<Offset> quarter;
  quarter.reserve(static_cast<std::size_t>(radius) * 2 + 2);
  for (int dy = 0; dy <= radius; ++dy) {
    for (int dx = table.outer(radius, dy); dx >= table.inner(radius, dy); --dx) {
      quarter.push_back({static_cast<std::int16_t>(dx), static_cast<std::int16_t>(dy)});
    }
  }
  std::vector<Offset> all;
  all.reserve(quarter.size() * 4);
  const auto flip = [](std::int16_t value) { return static_cast<std::int16_t>(-value); };
  for (const Offset& p : quarter) all.push_back(p);
  for (const Offset& p : quarter | std::views::reverse) {
    if (p.dx != 0) all.push_back({flip(p.dx), p.dy});
  }
  for (const Offset& p : quarter) {
    if (p.dy != 0) all.push_back({flip(p.dx), flip(p.dy)});
  }
  for (const Offset& p : quarter | std::views::reverse) {
    if (p.dx != 0 && p.dy != 0) all.push_back({p.dx, flip(p.dy)});
  }
  return all;
}

/// The same pixels, neighbours in the list far apart on the circle: by steps of the golden section.
std::vector<Offset> scattered(const std::vector<Offset>& ordered) {
  std::size_t step = std::max<std::size_t>(1, ordered.size() * 382 / 1000);
  while (std::gcd(step, ordered.size()) != 1) ++step;
  std::vector<Offset> out;
  out.reserve(ordered.size());
  for (std::size_t i = 0, place = 0; i < ordered.size(); ++i) {
    out.push_back(ordered[place]);
    place = (place + step) % ordered.size();
  }
  return out;
}

bool on_canvas(int x, int y) { return x >= 0 && y >= 0 && x < kSize && y < kSize; }

}  // namespace

Circles::Circles()
    : outer_(at(kMaxRadius + 1, 0)),
      inner_(at(kMaxRadius + 1, 0)),
      first_(std::size_t{kMaxRadius + 1} * kBlocks),
      next_(kMaxRadius + 1) {
  for (int radius = 1; radius <= kMaxRadius; ++radius) {
    read_rows(radius);
    choose_looks(radius);
  }
}

void Circles::read_rows(int radius) {
  raster::Bitmap disc(radius + 1, radius + 1);
  raster::Bitmap ring(radius + 1, radius + 1);
  const scene::Box box{-radius, -radius, radius, radius};
  raster::fill_ellipse(disc, box);
  raster::stroke_ellipse(ring, box, 1);
  for (int dy = 0; dy <= radius; ++dy) {
    const std::int64_t width = disc.count(dy, 0, radius);
    outer_[at(radius, dy)] = static_cast<std::int16_t>(width - 1);
    inner_[at(radius, dy)] = static_cast<std::int16_t>(width - ring.count(dy, 0, radius));
  }
}

void Circles::choose_looks(int radius) {
  const std::vector<Offset> all = scattered(in_order(*this, radius));
  for (std::size_t i = 0; i < kNext; ++i) {
    next_[static_cast<std::size_t>(radius)][i] = all[i % all.size()];
  }
  constexpr int kAcross = kSize / kBlockColumns;
  for (int block = 0; block < kBlocks; ++block) {
    const int x = block % kAcross * kBlockColumns + kBlockColumns / 2;
    const int y = block / kAcross * kBlockRows + kBlockRows / 2;
    auto& chosen =
        first_[static_cast<std::size_t>(radius) * kBlocks + static_cast<std::size_t>(block)];
    std::size_t found = 0;
    for (const Offset& p : all) {
      if (!on_canvas(x + p.dx, y + p.dy)) continue;
      chosen[found++] = p;
      if (found == kFirst) break;
    }
    // Few of them are seen from the middle: any others do as well.
    for (std::size_t i = found; i < kFirst; ++i) chosen[i] = all[i % all.size()];
  }
}

int Circles::least_radius(int dy, int x) const {
  int low = std::max(1, dy);
  if (x < 1) return 1;
  int high = kMaxRadius;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (inner(middle, dy) >= x) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

const Circles& circles() {
  static const Circles table;
  return table;
}

}  // namespace papert::solve::shapecode
