// A window is held as bit rows, one set for each colour that is seen in it, so that laying it
// elsewhere is a shift and counting is a matter of words. Windows overlap by half, so that whatever
// is small lies well inside one of them. The other drawing's patch is cut out with a margin for the
// shifts, and both with one pixel more, because a pixel next to a colour counts as that colour.

#include "score/places.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

namespace papert::score::detail {
namespace {

constexpr int kWindow = 10 * kFineScale;
constexpr int kStride = kWindow / 2;
constexpr int kPatchReach = kStrayRadius * kFineScale;
constexpr int kCells = kFineSide / kStride;
constexpr int kPatch = kWindow + 2 * kPatchReach;
constexpr std::int64_t kSpeck = 16;
constexpr double kUnlikeShare = 0.2;
constexpr std::uint32_t kBlank = 0xFFFFFF;
constexpr std::uint64_t kWindowMask = (std::uint64_t{1} << kWindow) - 1;
static_assert(kFineSide % kStride == 0 && kPatch + 2 <= 64);

using Rows = std::array<std::uint64_t, kPatch + 2>;

/// The pixels of one colour in a square of the sheet.
struct ColorPlane {
  std::uint32_t color = kBlank;
  Rows pixels{};
  Rows widened{};  // by one pixel each way
};

/// A square of a sheet by its colours. Bits of both kinds of rows are those of the inner square, to
/// which one pixel was added on each side when it was cut out.
class Patch {
 public:
  Patch(const InkRows& ink, int x, int y, int size) : size_(size) {
    Rows inked{};
    for (int row = 0; row < size + 2; ++row) {
      for (const Stretch& each : ink.row(y - 1 + row)) {
        const int begin = std::max(each.begin - (x - 1), 0);
        const int end = std::min(each.end - (x - 1), size + 2);
        if (begin >= size + 2) break;
        if (begin >= end) continue;
        const std::uint64_t bits = ones(end) & ~ones(begin);
        plane(each.color).pixels[static_cast<std::size_t>(row)] |= bits;
        inked[static_cast<std::size_t>(row)] |= bits;
      }
    }
    ColorPlane& blank = plane(kBlank);
    for (int row = 0; row < size + 2; ++row) {
      const auto i = static_cast<std::size_t>(row);
      blank.pixels[i] = ~inked[i] & ones(size + 2);
    }
    for (ColorPlane& each : planes_) finish(each);
  }

  [[nodiscard]] const std::vector<ColorPlane>& planes() const { return planes_; }

  [[nodiscard]] const ColorPlane& of(std::uint32_t color) const {
    static const ColorPlane none;
    const auto found =
        std::find_if(planes_.begin(), planes_.end(),
                     [color](const ColorPlane& each) { return each.color == color; });
    return found == planes_.end() ? none : *found;
  }

 private:
  static std::uint64_t ones(int count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  }

  ColorPlane& plane(std::uint32_t color) {
    for (ColorPlane& each : planes_) {
      if (each.color == color) return each;
    }
    planes_.push_back({.color = color});
    return planes_.back();
  }

  /// Widens, and drops the pixel that was added on each side.
  void finish(ColorPlane& plane) const {
    Rows across{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(size_) + 2; ++i) {
      across[i] = plane.pixels[i] | plane.pixels[i] << 1 | plane.pixels[i] >> 1;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(size_); ++i) {
      plane.widened[i] = (across[i] | across[i + 1] | across[i + 2]) >> 1 & ones(size_);
      plane.pixels[i] = plane.pixels[i + 1] >> 1 & ones(size_);
    }
  }

  int size_;
  std::vector<ColorPlane> planes_;
};

std::int64_t count_of(const Rows& rows, int size) {
  std::int64_t count = 0;
  for (int i = 0; i < size; ++i) count += std::popcount(rows[static_cast<std::size_t>(i)]);
  return count;
}

/// One colour of a window and of the patch around its place.
class ColorPair {
 public:
  ColorPair(const ColorPlane& window, const ColorPlane& patch)
      : window_(window),
        patch_(patch),
        window_count_(count_of(window.pixels, kWindow)),
        most_(limit(std::max(window_count_, count_of(patch.pixels, kPatch)))) {}

  /// Whether the colour's pattern is the same with the window laid at this place of the patch.
  [[nodiscard]] bool fits(int dx, int dy) const {
    std::int64_t apart = 0;
    std::int64_t count = 0;
    for (int i = 0; i < kWindow; ++i) {
      const auto row = static_cast<std::size_t>(i);
      const auto there = static_cast<std::size_t>(i + dy);
      const std::uint64_t pixels = patch_.pixels[there] >> dx & kWindowMask;
      const std::uint64_t missing = window_.pixels[row] & ~(patch_.widened[there] >> dx);
      const std::uint64_t extra = pixels & ~window_.widened[row];
      count += std::popcount(pixels);
      if ((missing | extra) == 0) continue;
      apart += std::popcount(missing) + std::popcount(extra);
      if (apart > most_) return false;
    }
    return apart <= limit(std::max(window_count_, count));
  }

 private:
  static std::int64_t limit(std::int64_t pixels) {
    return std::max(kSpeck, static_cast<std::int64_t>(kUnlikeShare * static_cast<double>(pixels)));
  }

  const ColorPlane& window_;
  const ColorPlane& patch_;
  std::int64_t window_count_;
  std::int64_t most_;  // apart at any place
};

/// The places at which a window is tried, the nearest first.
std::vector<std::pair<int, int>> shifts() {
  std::vector<std::pair<int, int>> all;
  for (int dy = 0; dy <= 2 * kPatchReach; ++dy) {
    for (int dx = 0; dx <= 2 * kPatchReach; ++dx) all.emplace_back(dx, dy);
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    const auto square = [](const auto& shift) {
      const int dx = shift.first - kPatchReach;
      const int dy = shift.second - kPatchReach;
      return dx * dx + dy * dy;
    };
    return square(a) < square(b);
  });
  return all;
}

/// Lays windows of one sheet on the other.
class Layer {
 public:
  Layer(const InkRows& one, const InkRows& other) : one_(one), other_(other) {}

  bool finds_place(int x, int y) {
    const Patch window(one_, x, y, kWindow);
    const Patch patch(other_, x - kPatchReach, y - kPatchReach, kPatch);
    std::vector<ColorPair> pairs;
    for (const ColorPlane& plane : window.planes())
      pairs.emplace_back(plane, patch.of(plane.color));
    for (const ColorPlane& plane : patch.planes()) {
      const ColorPlane& own = window.of(plane.color);
      if (own.color != plane.color) pairs.emplace_back(own, plane);
    }
    const auto fits = [&](const std::pair<int, int>& shift) {
      return std::all_of(pairs.begin(), pairs.end(), [&](const ColorPair& pair) {
        return pair.fits(shift.first, shift.second);
      });
    };
    if (fits(last_)) return true;  // neighbours are off by about the same
    const auto found = std::find_if(shifts_.begin(), shifts_.end(), fits);
    if (found == shifts_.end()) return false;
    last_ = *found;
    return true;
  }

 private:
  const InkRows& one_;
  const InkRows& other_;
  std::vector<std::pair<int, int>> shifts_ = shifts();
  std::pair<int, int> last_{kPatchReach, kPatchReach};
};

/// Squares of kStride pixels.
class Cells {
 public:
  void mark(int y, int begin, int end) {
    for (int x = begin / kStride; x <= (end - 1) / kStride; ++x)
      cells_[place(x, y / kStride)] = true;
  }

  /// Any of the four cells of the window that begins with this one.
  [[nodiscard]] bool window(int x, int y) const {
    return cells_[place(x, y)] || cells_[place(x + 1, y)] || cells_[place(x, y + 1)] ||
           cells_[place(x + 1, y + 1)];
  }

 private:
  static std::size_t place(int x, int y) { return static_cast<std::size_t>(y * kCells + x); }
  std::vector<bool> cells_ = std::vector<bool>(static_cast<std::size_t>(kCells) * kCells);
};

/// Marks where the rows of two sheets have different colours.
void mark_differences(std::span<const Stretch> one, std::span<const Stretch> other, int y,
                      Cells& cells) {
  int x = 0;
  while (!one.empty() || !other.empty()) {
    // From x to `end` neither row changes its colour.
    int end = kFineSide;
    const auto color_at = [&x, &end](std::span<const Stretch> row) {
      if (row.empty()) return kBlank;
      const Stretch& next = row.front();
      end = std::min(end, next.begin > x ? next.begin : next.end);
      return next.begin > x ? kBlank : next.color;
    };
    const std::uint32_t left = color_at(one);
    const std::uint32_t right = color_at(other);
    if (left != right) cells.mark(y, x, end);
    x = end;
    while (!one.empty() && one.front().end <= x) one = one.subspan(1);
    while (!other.empty() && other.front().end <= x) other = other.subspan(1);
  }
}

}  // namespace

PlaceCount compare_places(const InkRows& one, const InkRows& other) {
  Cells inked;
  Cells differing;
  for (int y = 0; y < kFineSide; ++y) {
    for (const Stretch& each : one.row(y)) inked.mark(y, each.begin, each.end);
    for (const Stretch& each : other.row(y)) inked.mark(y, each.begin, each.end);
    mark_differences(one.row(y), other.row(y), y, differing);
  }
  PlaceCount count;
  Layer there(one, other);
  Layer back(other, one);
  for (int y = 0; y + 1 < kCells; ++y) {
    for (int x = 0; x + 1 < kCells && count.unlike < kEnoughUnlike; ++x) {
      if (!inked.window(x, y)) continue;
      ++count.inked;
      if (!differing.window(x, y)) continue;
      const bool alike =
          there.finds_place(x * kStride, y * kStride) && back.finds_place(x * kStride, y * kStride);
      if (!alike) ++count.unlike;
    }
  }
  return count;
}

}  // namespace papert::score::detail
