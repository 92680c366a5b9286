// Of sheets of few colours, which are nearly all, each colour is a bitmap: what is near is a matter
// of shifted words. Otherwise both are stretches of ink, row by row from left to right.
// A stretch of one sheet is held against those of the other in the five rows around it, which are
// passed once for a whole row of stretches: the cost is that of the ink, not of the sheet, and most
// stretches of a right answer are found whole in their own row. Stray pixels are bits of a bitmap;
// its runs are joined to patches by union-find, a row after the other.

#include "score/stray.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "raster/bitmap.h"
#include "score/near_ink.h"

namespace papert::score::detail {
namespace {

constexpr int kStraySide = scene::kCanonicalSize;
static_assert(kStraySide % 64 == 0);

using RowBits = std::array<std::uint64_t, kStraySide / 64>;

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
  for (int y = 0; y < kStraySide; ++y) {
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

/// The same by bitmaps.
void mark_stray(const InkPlanes& one, const InkPlanes& other, raster::Bitmap& stray) {
  const auto marked = stray.words();
  for (const InkPlane& plane : one.all()) {
    const auto words = plane.pixels.words();
    const raster::Bitmap* const same = other.find(plane.color);
    if (same == nullptr) {
      for (std::size_t i = 0; i < words.size(); ++i) marked[i] |= words[i];
      continue;
    }
    const raster::Bitmap wide = widened(*same);
    const auto near = wide.words();
    for (std::size_t i = 0; i < words.size(); ++i) marked[i] |= words[i] & ~near[i];
  }
}

/// Sets the pixels that have ink.
void mark_ink(const InkRows& sheet, raster::Bitmap& ink) {
  for (int y = 0; y < kStraySide; ++y) {
    for (const Stretch& each : sheet.row(y)) ink.fill_span(y, each.begin, each.end - 1);
  }
}

/// Patches that grow together while their runs come row by row.
class Patches {
 public:
  std::uint32_t add(int pixels) {
    const auto number = static_cast<std::uint32_t>(patches_.size());
    patches_.push_back({number, pixels});
    return number;
  }

  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    patches_[b].parent = a;
    patches_[a].pixels += patches_[b].pixels;
  }

  [[nodiscard]] std::int64_t largest() const {
    int most = 0;
    for (const Patch& patch : patches_) most = std::max(most, patch.pixels);
    return most;
  }

 private:
  struct Patch {
    std::uint32_t parent = 0;
    std::int32_t pixels = 0;
  };

  std::uint32_t root(std::uint32_t patch) {
    while (patches_[patch].parent != patch) {
      patch = patches_[patch].parent = patches_[patches_[patch].parent].parent;
    }
    return patch;
  }

  std::vector<Patch> patches_;
};

/// The size of the largest patch of set pixels, neighbours by side or corner.
std::int64_t largest_patch(const raster::Bitmap& marked) {
  struct Part {
    int begin = 0;
    int end = 0;
    std::uint32_t patch = 0;
  };
  Patches patches;
  std::vector<Part> above;
  std::vector<Part> here;
  for (int y = 0; y < kStraySide; ++y) {
    here.clear();
    auto touching = above.cbegin();
    raster::each_run(marked.row(y), [&](int begin, int end) {
      const std::uint32_t patch = patches.add(end - begin);
      while (touching != above.cend() && touching->end < begin) ++touching;
      for (auto each = touching; each != above.cend() && each->begin <= end; ++each) {
        patches.join(each->patch, patch);
      }
      here.push_back({begin, end, patch});
    });
    std::swap(above, here);
  }
  return patches.largest();
}

Stray measured(const raster::Bitmap& stray, std::int64_t ink) {
  Stray result{.ink = ink, .pixels = stray.count()};
  result.largest_patch = result.pixels == 0 ? 0 : largest_patch(stray);
  return result;
}

}  // namespace

InkRows::InkRows(std::span<const ColorRun> runs, int side)
    : side_(side), starts_(static_cast<std::size_t>(side) + 1, runs.size()) {
  std::size_t row = 0;
  int row_begin = 0;
  starts_[0] = 0;
  stretches_.reserve(runs.size());
  for (const ColorRun& run : runs) {
    for (; run.begin >= row_begin + side; row_begin += side) starts_[++row] = stretches_.size();
    stretches_.push_back({run.begin - row_begin, run.end - row_begin, run.color});
  }
}

Stray find_stray(const InkRows& one, const InkRows& other) {
  raster::Bitmap stray(kStraySide, kStraySide);
  raster::Bitmap ink(kStraySide, kStraySide);
  mark_stray(one, other, stray);
  mark_stray(other, one, stray);
  mark_ink(one, ink);
  mark_ink(other, ink);
  return measured(stray, ink.count());
}

Stray find_stray(const SheetInk& one, const SheetInk& other) {
  const PlanesOf left(one);
  const PlanesOf right(other);
  if (left.get() == nullptr || right.get() == nullptr) {
    return find_stray(InkRows(one.runs(), kStraySide), InkRows(other.runs(), kStraySide));
  }
  raster::Bitmap stray(kStraySide, kStraySide);
  mark_stray(*left.get(), *right.get(), stray);
  mark_stray(*right.get(), *left.get(), stray);
  return measured(stray, raster::overlap(left.get()->ink(), right.get()->ink()).either);
}

std::int64_t largest_stray_patch(const SheetInk& part, const SheetInk& other) {
  raster::Bitmap stray(kStraySide, kStraySide);
  const PlanesOf left(part);
  const PlanesOf right(other);
  if (left.get() == nullptr || right.get() == nullptr) {
    mark_stray(InkRows(part.runs(), kStraySide), InkRows(other.runs(), kStraySide), stray);
  } else {
    mark_stray(*left.get(), *right.get(), stray);
  }
  return largest_patch(stray);
}

}  // namespace papert::score::detail
