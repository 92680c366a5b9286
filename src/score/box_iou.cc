// Bilinear stretching as OpenCV's resize does it for 8-bit samples: pixel centres are mapped onto
// each other, weights are whole 2048ths, and the result is rounded once. A trace of ink below half
// a grey level therefore vanishes, and "any value above 0" means exactly that.
//
// Most of a drawing is white and stays white. So for each column of the source it is worked out
// once which columns of the result it reaches, every source row is widened once, along its ink
// only, and an output row is computed where one of the two rows above and below it has any.
#include "score/box_iou.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace papert::score {
namespace {

constexpr int kOne = 2048;  // the weight of a whole pixel
constexpr int kInk = 255;

/// For each output position: the first of the two source positions, and the weights of both.
struct Tap {
  int first = 0;
  int second = 0;
  int first_weight = 0;
  int second_weight = 0;
};

std::vector<Tap> taps(int source, int target) {
  std::vector<Tap> all(static_cast<std::size_t>(target));
  const double scale = static_cast<double>(source) / target;
  for (int i = 0; i < target; ++i) {
    const auto place = static_cast<float>((i + 0.5) * scale - 0.5);
    const float low = std::floor(place);
    int first = static_cast<int>(low);
    float share = place - low;
    if (first < 0) {
      first = 0;
      share = 0;
    }
    if (first >= source - 1) {
      first = source - 1;
      share = 0;
    }
    all[static_cast<std::size_t>(i)] = {first, std::min(first + 1, source - 1),
                                        static_cast<int>(std::lrint((1 - share) * kOne)),
                                        static_cast<int>(std::lrint(share * kOne))};
  }
  return all;
}

/// Neighbouring columns of the result.
struct Reach {
  int begin = 0;
  int end = 0;  // behind the last
};

/// For each column of the source: the first column of the result that has a share of it or of one
/// to its right, and the end of those that have a share of it or of one to its left.
std::vector<Reach> reaches(int source, const std::vector<Tap>& columns) {
  std::vector<Reach> all(static_cast<std::size_t>(source));
  const auto width = static_cast<int>(columns.size());
  Reach reach;
  for (int column = 0; column < source; ++column) {
    const auto tap = [&columns](int x) { return columns[static_cast<std::size_t>(x)]; };
    while (reach.begin < width && tap(reach.begin).second < column) ++reach.begin;
    while (reach.end < width && tap(reach.end).first <= column) ++reach.end;
    all[static_cast<std::size_t>(column)] = reach;
  }
  return all;
}

/// A row of the source at the target's width, in 2048ths of a grey level.
class WideRow {
 public:
  explicit WideRow(std::size_t width) : values_(width) {}

  void make(const raster::Bitmap& source, int y, const std::vector<Tap>& columns,
            const std::vector<Reach>& reaches) {
    if (y == y_) return;
    y_ = y;
    for (const Reach& old : inked_) {
      std::fill(values_.begin() + old.begin, values_.begin() + old.end, 0);
    }
    inked_.clear();
    const auto words = source.row(y);
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (std::uint64_t word = words[i]; word != 0;) {
        const int first = std::countr_zero(word);
        const int length = std::countr_one(word >> first);
        const int column = static_cast<int>(i) * 64 + first;
        add(reaches[static_cast<std::size_t>(column)].begin,
            reaches[static_cast<std::size_t>(column + length - 1)].end);
        word = first + length == 64 ? 0 : word & (~std::uint64_t{0} << (first + length));
      }
    }
    const auto ink = [&](int x) {
      const auto at = static_cast<std::size_t>(x);
      return static_cast<int>(words[at / 64] >> (at % 64) & 1) * kInk;
    };
    for (const Reach& reach : inked_) {
      for (auto x = static_cast<std::size_t>(reach.begin); x < static_cast<std::size_t>(reach.end);
           ++x) {
        const Tap& tap = columns[x];
        values_[x] = ink(tap.first) * tap.first_weight + ink(tap.second) * tap.second_weight;
      }
    }
  }

  [[nodiscard]] int y() const { return y_; }
  [[nodiscard]] const std::vector<int>& values() const { return values_; }
  /// From left to right, apart; all other values are 0.
  [[nodiscard]] const std::vector<Reach>& inked() const { return inked_; }

 private:
  void add(int begin, int end) {
    if (begin >= end) return;  // columns that are left out when the picture shrinks
    if (!inked_.empty() && begin <= inked_.back().end) {
      inked_.back().end = std::max(inked_.back().end, end);
    } else {
      inked_.push_back({begin, end});
    }
  }

  int y_ = -1;
  std::vector<int> values_;
  std::vector<Reach> inked_;
};

raster::Bitmap stretched(const raster::Bitmap& source, int width, int height) {
  if (source.width() == width && source.height() == height) return source;
  const std::vector<Tap> columns = taps(source.width(), width);
  const std::vector<Tap> rows = taps(source.height(), height);
  const std::vector<Reach> columns_reach = reaches(source.width(), columns);
  raster::Bitmap result(width, height);
  WideRow upper(columns.size());
  WideRow lower(columns.size());
  for (int y = 0; y < height; ++y) {
    const Tap& tap = rows[static_cast<std::size_t>(y)];
    if (lower.y() == tap.first) std::swap(upper, lower);
    upper.make(source, tap.first, columns, columns_reach);
    lower.make(source, tap.second, columns, columns_reach);
    const auto out = result.row(y);
    for (const WideRow* row : {&upper, &lower}) {
      for (const Reach& reach : row->inked()) {
        for (auto x = static_cast<std::size_t>(reach.begin);
             x < static_cast<std::size_t>(reach.end); ++x) {
          // Sixteenths first, then two halves rounded together: the arithmetic of the original.
          const int above = (tap.first_weight * (upper.values()[x] >> 4)) >> 16;
          const int below = (tap.second_weight * (lower.values()[x] >> 4)) >> 16;
          const bool inked = (above + below + 2) >> 2 > 0;
          out[x / 64] |= std::uint64_t{inked} << (x % 64);
        }
      }
    }
  }
  return result;
}

double iou(const raster::Bitmap& a, const raster::Bitmap& b) {
  const raster::Overlap shared = raster::overlap(a, b);
  return shared.either == 0 ? 0.0
                            : static_cast<double>(shared.both) / static_cast<double>(shared.either);
}

struct Box {
  int x0 = 0;
  int y0 = 0;
  int x1 = -1;  // included
  int y1 = -1;
};

Box ink_box(const raster::Bitmap& picture) {
  Box box{picture.width(), picture.height(), -1, -1};
  for (int y = 0; y < picture.height(); ++y) {
    const auto words = picture.row(y);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == 0) continue;
      const int at = static_cast<int>(i) * 64;
      box.x0 = std::min(box.x0, at + std::countr_zero(words[i]));
      box.x1 = std::max(box.x1, at + 63 - std::countl_zero(words[i]));
      box.y0 = std::min(box.y0, y);
      box.y1 = y;
    }
  }
  return box;
}

}  // namespace

raster::Bitmap cut_to_ink(const raster::Bitmap& picture) {
  const Box box = ink_box(picture);
  if (box.x1 < 0) return {};
  raster::Bitmap cut(box.x1 - box.x0 + 1, box.y1 - box.y0 + 1);
  const auto skip = static_cast<std::size_t>(box.x0) / 64;
  const int shift = box.x0 % 64;
  for (int y = 0; y < cut.height(); ++y) {
    const auto from = picture.row(box.y0 + y);
    const auto to = cut.row(y);
    for (std::size_t i = 0; i < to.size(); ++i) {
      to[i] = from[skip + i] >> shift;
      if (shift > 0 && skip + i + 1 < from.size()) to[i] |= from[skip + i + 1] << (64 - shift);
    }
  }
  return cut;
}

BoxPair laid_over(const raster::Bitmap& a, const raster::Bitmap& b) {
  BoxPair cut{cut_to_ink(a), cut_to_ink(b)};
  if (cut.a.width() == 0 || cut.b.width() == 0) return {};
  raster::Bitmap a_to_b = stretched(cut.a, cut.b.width(), cut.b.height());
  raster::Bitmap b_to_a = stretched(cut.b, cut.a.width(), cut.a.height());
  if (iou(a_to_b, cut.b) > iou(cut.a, b_to_a)) return {std::move(a_to_b), std::move(cut.b)};
  return {std::move(cut.a), std::move(b_to_a)};
}

double box_iou(const raster::Bitmap& a, const raster::Bitmap& b) {
  const raster::Bitmap cut_a = cut_to_ink(a);
  const raster::Bitmap cut_b = cut_to_ink(b);
  if (cut_a.width() == 0 || cut_b.width() == 0) return 0;
  const double first = iou(stretched(cut_a, cut_b.width(), cut_b.height()), cut_b);
  const double second = iou(cut_a, stretched(cut_b, cut_a.width(), cut_a.height()));
  return std::max(first, second);
}

}  // namespace papert::score
