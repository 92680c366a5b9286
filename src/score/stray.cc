// Both sheets are taken as stretches of ink, row by row from left to right, each of one colour. A
// stretch of one sheet is held against those of the other in the five rows around it, which are
// passed once for a whole row of stretches: the cost is that of the ink, not of the sheet, and most
// stretches of a right answer are found whole in their own row. Stray pixels are bits of a bitmap;
// its runs are joined to patches by union-find, a row after the other.

#include "score/stray.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>

#include "raster/bitmap.h"

namespace papert::score::detail {
namespace {

constexpr int kSide = scene::kCanonicalSize;
static_assert(kSide % 64 == 0);

using RowBits = std::array<std::uint64_t, kSide / 64>;

/// The pixels from `first` to `last` that a word of a row holds; it holds some.
std::uint64_t bits_between(int word, int first, int last) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  const std::uint64_t head = first > word * 64 ? kAll << (first % 64) : kAll;
  const std::uint64_t tail = last < word * 64 + 63 ? kAll >> (63 - last % 64) : kAll;
  return head & tail;
}

/// Holds the stretches of one row against the rows of the other sheet that are near; they must come
/// from left to right.
class Nearby {
 public:
  Nearby(const InkRows& other, int y) {
    for (int i = 0; i < kRows; ++i) {
      // The row itself first, then those next to it: what is there is most likely found early.
      const int distance = (i + 1) / 2;
      rows_[static_cast<std::size_t>(i)] = other.row(i % 2 == 0 ? y + distance : y - distance);
    }
  }

  /// Takes out of `apart`, which holds the stretch, what is near ink of its colour. True, and the
  /// rest is not to be used, if a single stretch is near all of it.
  bool find(const Stretch& stretch, RowBits& apart) {
    for (std::span<const Stretch>& row : rows_) {
      while (!row.empty() && row.front().end + kStrayRadius <= stretch.begin) row = row.subspan(1);
      for (const Stretch& each : row) {
        const int begin = each.begin - kStrayRadius;
        const int end = each.end + kStrayRadius;
        if (begin >= stretch.end) break;
        if (each.color != stretch.color) continue;
        if (begin <= stretch.begin && end >= stretch.end) return true;
        const int first = std::max(begin, stretch.begin);
        const int last = std::min(end, stretch.end) - 1;
        for (int word = first / 64; first <= last && word <= last / 64; ++word) {
          apart[static_cast<std::size_t>(word)] &= ~bits_between(word, first, last);
        }
      }
    }
    return false;
  }

 private:
  static constexpr int kRows = 2 * kStrayRadius + 1;
  std::array<std::span<const Stretch>, kRows> rows_;
};

/// Sets the pixels of `one` that are stray in `other`.
void mark_stray(const InkRows& one, const InkRows& other, raster::Bitmap& stray) {
  RowBits apart{};
  for (int y = 0; y < kSide; ++y) {
    Nearby nearby(other, y);
    const auto marked = stray.row(y);
    for (const Stretch& stretch : one.row(y)) {
      const int last = stretch.end - 1;
      for (int word = stretch.begin / 64; word <= last / 64; ++word) {
        apart[static_cast<std::size_t>(word)] = bits_between(word, stretch.begin, last);
      }
      if (nearby.find(stretch, apart)) continue;
      for (int word = stretch.begin / 64; word <= last / 64; ++word) {
        marked[static_cast<std::size_t>(word)] |= apart[static_cast<std::size_t>(word)];
      }
    }
  }
}

/// How many pixels have ink on either sheet.
std::int64_t ink_of(const InkRows& one, const InkRows& other) {
  raster::Bitmap inked(kSide, kSide);
  for (int y = 0; y < kSide; ++y) {
    for (const Stretch& each : one.row(y)) inked.fill_span(y, each.begin, each.end - 1);
    for (const Stretch& each : other.row(y)) inked.fill_span(y, each.begin, each.end - 1);
  }
  return inked.count();
}

/// The first pixel from `x` on that is set, or is not, or kSide.
int next_pixel(std::span<const std::uint64_t> row, int x, bool set) {
  while (x < kSide) {
    const std::uint64_t word = row[static_cast<std::size_t>(x) / 64];
    const std::uint64_t rest = (set ? word : ~word) >> (x % 64);
    if (rest != 0) return std::min(x + std::countr_zero(rest), kSide);
    x += 64 - x % 64;
  }
  return kSide;
}

/// Patches that grow together while their runs come row by row.
class Patches {
 public:
  std::size_t add(std::int64_t pixels) {
    parents_.push_back(parents_.size());
    sizes_.push_back(pixels);
    return parents_.back();
  }

  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    parents_[b] = a;
    sizes_[a] += sizes_[b];
  }

  [[nodiscard]] std::int64_t largest() const {
    return std::accumulate(sizes_.begin(), sizes_.end(), std::int64_t{0},
                           [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
  }

 private:
  std::size_t root(std::size_t patch) {
    while (parents_[patch] != patch) patch = parents_[patch] = parents_[parents_[patch]];
    return patch;
  }

  std::vector<std::size_t> parents_;
  std::vector<std::int64_t> sizes_;
};

/// The size of the largest patch of set pixels, neighbours by side or corner.
std::int64_t largest_patch(const raster::Bitmap& marked) {
  struct Part {
    int begin = 0;
    int end = 0;
    std::size_t patch = 0;
  };
  Patches patches;
  std::vector<Part> above;
  std::vector<Part> here;
  for (int y = 0; y < kSide; ++y) {
    here.clear();
    auto touching = above.cbegin();
    for (int x = next_pixel(marked.row(y), 0, true); x < kSide;
         x = next_pixel(marked.row(y), x, true)) {
      const int end = next_pixel(marked.row(y), x, false);
      const std::size_t patch = patches.add(end - x);
      while (touching != above.cend() && touching->end < x) ++touching;
      for (auto each = touching; each != above.cend() && each->begin <= end; ++each) {
        patches.join(each->patch, patch);
      }
      here.push_back({x, end, patch});
      x = end;
    }
    std::swap(above, here);
  }
  return patches.largest();
}

}  // namespace

InkRows::InkRows(std::span<const ColorRun> runs, int side)
    : side_(side), starts_(static_cast<std::size_t>(side) + 1) {
  std::size_t row = 0;  // the first that has not begun
  stretches_.reserve(runs.size());
  for (const ColorRun& run : runs) {
    const int y = run.begin / side;
    for (; row <= static_cast<std::size_t>(y); ++row) starts_[row] = stretches_.size();
    stretches_.push_back({run.begin - y * side, run.end - y * side, run.color});
  }
  for (; row < starts_.size(); ++row) starts_[row] = stretches_.size();
}

Stray find_stray(const InkRows& one, const InkRows& other) {
  raster::Bitmap stray(kSide, kSide);
  mark_stray(one, other, stray);
  mark_stray(other, one, stray);
  Stray result;
  result.ink = ink_of(one, other);
  result.pixels = stray.count();
  result.largest_patch = result.pixels == 0 ? 0 : largest_patch(stray);
  return result;
}

std::int64_t largest_stray_patch(const InkRows& part, const InkRows& other) {
  raster::Bitmap stray(kSide, kSide);
  mark_stray(part, other, stray);
  return largest_patch(stray);
}

}  // namespace papert::score::detail
