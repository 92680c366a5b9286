#include "solve/shapecode_cover.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <ranges>
#include <utility>

namespace papert::solve::shapecode {
namespace {

using lang::shapes::Kind;
using lang::shapes::Shape;

constexpr int kSampleStep = 16;
constexpr std::size_t kMissedAtOnce = 256;

/// A hole of a row: first .. last are not painted.
struct Hole {
  int first = 0;
  int last = -1;
};

Hole hole_of(const Shape& shape, int y) {
  if (shape.kind == Kind::kCircle) {
    const int radius = shape.extent - shape.stroke + 1;
    const int dy = std::abs(y - shape.cy);
    if (dy > radius) return {};
    const int half = circles().inner(radius, dy);
    return {shape.cx - half + 1, shape.cx + half - 1};
  }
  if (shape.kind != Kind::kSquare) return {};
  const scene::Box box = lang::shapes::bounds(shape);
  if (y < box.y0 + shape.stroke || y > box.y1 - shape.stroke) return {};
  return {box.x0 + shape.stroke, box.x1 - shape.stroke};
}

std::uint64_t mask_from(int x) { return ~std::uint64_t{0} << (x % 64); }
std::uint64_t mask_to(int x) { return ~std::uint64_t{0} >> (63 - x % 64); }

/// Gives every word of a stretch and its mask to a function.
template <class Visit>
void visit_words(int first, int last, Visit visit) {
  if (last < first) return;
  const int end = last / 64;
  for (int i = first / 64; i <= end; ++i) {
    std::uint64_t mask = i == first / 64 ? mask_from(first) : ~std::uint64_t{0};
    if (i == end) mask &= mask_to(last);
    visit(static_cast<std::size_t>(i), mask);
  }
}

}  // namespace

int top_row(const Shape& shape) { return std::max(0, lang::shapes::bounds(shape).y0); }
int bottom_row(const Shape& shape) { return std::min(kSize - 1, lang::shapes::bounds(shape).y1); }

RowSpans row_spans(const Shape& shape, int y) {
  int first = 0;
  int last = 0;
  if (lang::shapes::is_circle(shape.kind)) {
    const int half = circles().outer(shape.extent, std::abs(y - shape.cy));
    first = shape.cx - half;
    last = shape.cx + half;
  } else {
    first = shape.cx - shape.extent / 2;
    last = first + shape.extent - 1;
  }
  first = std::max(first, 0);
  last = std::min(last, kSize - 1);
  const Hole hole = hole_of(shape, y);
  if (hole.last < hole.first) return {{first, 0}, {last, -1}};
  return {{first, std::max(0, hole.last + 1)}, {std::min(hole.first - 1, kSize - 1), last}};
}

bool covers(const Shape& shape, int x, int y) {
  if (y < top_row(shape) || y > bottom_row(shape)) return false;
  const RowSpans spans = row_spans(shape, y);
  return (x >= spans.first[0] && x <= spans.last[0]) || (x >= spans.first[1] && x <= spans.last[1]);
}

int count_covered(const raster::Bitmap& pixels, const Shape& shape) {
  int count = 0;
  const int bottom = bottom_row(shape);
  for (int y = top_row(shape); y <= bottom; ++y) {
    const auto row = pixels.row(y);
    const RowSpans spans = row_spans(shape, y);
    for (int side = 0; side < 2; ++side) {
      visit_words(spans.first[side], spans.last[side], [&](std::size_t i, std::uint64_t mask) {
        const std::uint64_t bits = row[i] & mask;
        if (bits != 0) count += std::popcount(bits);
      });
    }
  }
  return count;
}

void remove_covered(raster::Bitmap& pixels, const Shape& shape) {
  const int bottom = bottom_row(shape);
  for (int y = top_row(shape); y <= bottom; ++y) {
    const auto row = pixels.row(y);
    const RowSpans spans = row_spans(shape, y);
    for (int side = 0; side < 2; ++side) {
      visit_words(spans.first[side], spans.last[side],
                  [&](std::size_t i, std::uint64_t mask) { row[i] &= ~mask; });
    }
  }
}

raster::Bitmap first_universe(const Ink& ink) {
  raster::Bitmap pixels = ink.edge();
  for (int y = kSampleStep / 2; y < kSize; y += kSampleStep) {
    for (int x = kSampleStep / 2; x < kSize; x += kSampleStep) {
      if (ink.black().get(x, y)) pixels.set(x, y);
    }
  }
  return pixels;
}

namespace {

/// How many pixels there are in boxes, so that no shape need be counted that cannot be the best.
/// Columns are taken by eights, which makes a bound of the count.
class BoxCounts {
 public:
  explicit BoxCounts(const raster::Bitmap& pixels) : sums_(std::size_t{kSize + 1} * kStride) {
    for (int y = 0; y < kSize; ++y) {
      std::int32_t in_row = 0;
      const auto row = pixels.row(y);
      for (int column = 0; column < kColumns; ++column) {
        const std::uint64_t word = row[static_cast<std::size_t>(column) / 8];
        const std::uint64_t bits = (word >> (column % 8 * 8)) & 0xff;
        if (bits != 0) in_row += std::popcount(bits);
        sums_[at(column + 1, y + 1)] = sums_[at(column + 1, y)] + in_row;
      }
    }
  }

  /// At least as many as the shape covers: those in its box without those surely in its hole.
  [[nodiscard]] int bound(const Shape& shape) const {
    const scene::Box box = lang::shapes::bounds(shape);
    int count = inside(floor_column(box.x0), box.y0, floor_column(box.x1) + 1, box.y1 + 1);
    if (!lang::shapes::is_outlined(shape.kind)) return count;
    scene::Box hole{box.x0 + shape.stroke, box.y0 + shape.stroke, box.x1 - shape.stroke,
                    box.y1 - shape.stroke};
    if (shape.kind == Kind::kCircle) {
      // The square inside the circle, a pixel smaller than it could be.
      const int half = (shape.extent - shape.stroke) * 7 / 10 - 1;
      hole = {shape.cx - half, shape.cy - half, shape.cx + half, shape.cy + half};
    }
    const int left = floor_column(hole.x0 + 7);
    const int right = floor_column(hole.x1 + 1);
    if (left < right && hole.y0 <= hole.y1) count -= inside(left, hole.y0, right, hole.y1 + 1);
    return count;
  }

 private:
  static constexpr int kColumns = kSize / 8;
  static constexpr std::size_t kStride = kColumns + 1;

  static std::size_t at(int column, int y) {
    return static_cast<std::size_t>(y) * kStride + static_cast<std::size_t>(column);
  }
  static int floor_column(int x) { return x >> 3; }

  /// Right and bottom are not included; clipped.
  [[nodiscard]] int inside(int left, int top, int right, int bottom) const {
    left = std::clamp(left, 0, kColumns);
    right = std::clamp(right, 0, kColumns);
    top = std::clamp(top, 0, kSize);
    bottom = std::clamp(bottom, 0, kSize);
    return sums_[at(right, bottom)] - sums_[at(left, bottom)] - sums_[at(right, top)] +
           sums_[at(left, top)];
  }

  std::vector<std::int32_t> sums_;
};

class Greedy {
 public:
  Greedy(const Ink& ink, const std::vector<Shape>& candidates, Budget& budget)
      : ink_(ink),
        candidates_(candidates),
        budget_(budget),
        left_(first_universe(ink)),
        uncovered_(ink.black()) {}

  std::vector<Shape> run() {
    while (!budget_.spent()) {
      enter_all();
      take_all();
      if (!add_missed()) return std::move(chosen_);
    }
    fill_with_squares();
    return std::move(chosen_);
  }

 private:
  struct Entry {
    int gain = 0;            // at most this
    std::int32_t index = 0;  // the first of equals is better

    bool operator<(const Entry& other) const {
      return gain != other.gain ? gain < other.gain : index > other.index;
    }
  };
  /// Counting so many shapes takes as long as finding bounds for all.
  static constexpr int kCountsBetweenBounds = 256;

  [[nodiscard]] const Shape& shape_of(const Entry& entry) const {
    return candidates_[static_cast<std::size_t>(entry.index)];
  }

  void enter_all() {
    queue_.clear();
    queue_.reserve(candidates_.size());
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      queue_.push_back({INT32_MAX, static_cast<std::int32_t>(i)});
    }
    lower_bounds();
  }

  void lower_bounds() {
    const BoxCounts counts(left_);
    for (Entry& entry : queue_) entry.gain = std::min(entry.gain, counts.bound(shape_of(entry)));
    std::erase_if(queue_, [](const Entry& entry) { return entry.gain == 0; });
    std::make_heap(queue_.begin(), queue_.end());
    budget_.spend(static_cast<std::int64_t>(queue_.size()) * 4 + kSize * std::int64_t{16});
  }

  /// A gain never grows, so whoever is at the front with a fresh count is the best.
  void take_all() {
    std::int64_t left = left_.count();
    int counts = 0;
    while (left > 0 && !queue_.empty() && !budget_.spent()) {
      std::pop_heap(queue_.begin(), queue_.end());
      Entry best = queue_.back();
      queue_.pop_back();
      const Shape& shape = shape_of(best);
      budget_.spend(std::int64_t{1} + bottom_row(shape) - top_row(shape));
      best.gain = count_covered(left_, shape);
      if (best.gain == 0) continue;
      if (queue_.empty() || queue_.front() < best) {
        take(shape);
        left -= best.gain;
      } else {
        queue_.push_back(best);
        std::push_heap(queue_.begin(), queue_.end());
      }
      if (++counts % kCountsBetweenBounds == 0) lower_bounds();
    }
  }

  void take(const Shape& shape) {
    chosen_.push_back(shape);
    remove_covered(left_, shape);
    remove_covered(uncovered_, shape);
  }

  /// Black pixels that no shape covers yet are asked for as well; false if there are none.
  bool add_missed() {
    std::size_t added = 0;
    for (int y = 0; y < kSize && added < kMissedAtOnce; ++y) {
      const auto row = uncovered_.row(y);
      for (std::size_t i = 0; i < row.size(); ++i) {
        left_.row(y)[i] |= row[i];
        added += static_cast<std::size_t>(std::popcount(row[i]));
      }
    }
    return added > 0;
  }

  /// The largest square to the right and below of each pixel that is left.
  void fill_with_squares() {
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        if (!uncovered_.get(x, y)) continue;
        int side = 1;
        while (std::max(x, y) + side < kSize && ink_.is_black(x, y, x + side, y + side)) ++side;
        take({Kind::kFilledSquare, x + side / 2, y + side / 2, side, 0});
      }
    }
  }

  const Ink& ink_;
  const std::vector<Shape>& candidates_;
  Budget& budget_;
  raster::Bitmap left_;
  raster::Bitmap uncovered_;
  std::vector<Entry> queue_;  // a heap
  std::vector<Shape> chosen_;
};

/// How many shapes cover each pixel.
class Layers {
 public:
  Layers() : count_(Solids::at(0, kSize)) {}

  void add(const Shape& shape) {
    visit(shape, [](std::uint32_t& count) { ++count; });
  }
  void remove(const Shape& shape) {
    visit(shape, [](std::uint32_t& count) { --count; });
  }
  /// The least number of shapes on any of its pixels.
  [[nodiscard]] std::uint32_t least(const Shape& shape) {
    std::uint32_t least = UINT32_MAX;
    visit(shape, [&least](std::uint32_t& count) { least = std::min(least, count); });
    return least;
  }

 private:
  template <class Change>
  void visit(const Shape& shape, Change change) {
    const int bottom = bottom_row(shape);
    for (int y = top_row(shape); y <= bottom; ++y) {
      const RowSpans spans = row_spans(shape, y);
      for (int side = 0; side < 2; ++side) {
        for (int x = spans.first[side]; x <= spans.last[side]; ++x) {
          change(count_[Solids::at(x, y)]);
        }
      }
    }
  }

  std::vector<std::uint32_t> count_;
};

}  // namespace

std::vector<Shape> greedy_cover(const Ink& ink, const std::vector<Shape>& candidates,
                                Budget& budget) {
  return Greedy(ink, candidates, budget).run();
}

// The last chosen covers least that is new, so it is asked first.
std::vector<Shape> without_redundant(const std::vector<Shape>& shapes) {
  Layers layers;
  for (const Shape& shape : shapes) layers.add(shape);
  std::vector<Shape> kept;
  kept.reserve(shapes.size());
  for (const Shape& shape : shapes | std::views::reverse) {
    if (layers.least(shape) > 1) {
      layers.remove(shape);
    } else {
      kept.push_back(shape);
    }
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

}  // namespace papert::solve::shapecode
