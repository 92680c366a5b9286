// A black-and-white picture, one bit a pixel, so that comparing two pictures is a matter of words.
//
// Pixel x of a row is bit x % 64 of word x / 64 (least significant first). Rows start on a word
// and the bits past the width are always zero, so whole-word operations need no edge cases.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "raster/image.h"

namespace papert::raster {

/// Some rows of a picture, one below the other.
struct Rows {
  int top = 0;
  int bottom = 0;  // not included
};

class Bitmap {
 public:
  Bitmap() = default;

  /// All bits clear. Sizes must not be negative.
  Bitmap(int width, int height);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] int words_per_row() const { return words_per_row_; }

  /// The words of one row; y must be inside. Whoever writes keeps the bits past the width zero.
  [[nodiscard]] std::span<std::uint64_t> row(int y) {
    return {words_.data() + offset(y), stride()};
  }
  [[nodiscard]] std::span<const std::uint64_t> row(int y) const {
    return {words_.data() + offset(y), stride()};
  }

  /// All rows one after the other.
  [[nodiscard]] std::span<std::uint64_t> words() { return words_; }
  [[nodiscard]] std::span<const std::uint64_t> words() const { return words_; }

  /// False outside the picture.
  [[nodiscard]] bool get(int x, int y) const {
    if (x < 0 || x >= width_ || y < 0 || y >= height_) return false;
    return ((words_[offset(y) + static_cast<std::size_t>(x) / 64] >> (x % 64)) & 1) != 0;
  }

  /// Does nothing outside the picture.
  void set(int x, int y) {
    if (x < 0 || x >= width_ || y < 0 || y >= height_) return;
    words_[offset(y) + static_cast<std::size_t>(x) / 64] |= std::uint64_t{1} << (x % 64);
  }

  /// Sets x0..x1 of row y, both included, clipped to the picture; x1 < x0 is an empty span.
  void fill_span(std::int64_t y, std::int64_t x0, std::int64_t x1) {
    if (y < 0 || y >= height_) return;
    x0 = std::max<std::int64_t>(x0, 0);
    x1 = std::min<std::int64_t>(x1, width_ - 1);
    if (x0 <= x1) fill_inside(y, x0, x1);
  }

  /// The same for a span inside the picture that is not empty.
  void fill_inside(std::int64_t y, std::int64_t x0, std::int64_t x1) {
    std::uint64_t* words = words_.data() + offset(static_cast<int>(y));
    const auto first = static_cast<std::size_t>(x0) / 64;
    const auto last = static_cast<std::size_t>(x1) / 64;
    const std::uint64_t head = ~std::uint64_t{0} << (x0 % 64);
    const std::uint64_t tail = ~std::uint64_t{0} >> (63 - x1 % 64);
    if (first == last) {
      words[first] |= head & tail;
      return;
    }
    words[first] |= head;
    std::uint64_t full = ~std::uint64_t{0};
#if defined(__GNUC__)
    // Seen as a constant, the loop becomes a call of memset, which costs more than these few words.
    __asm__("" : "+r"(full));
#endif
    for (std::size_t i = first + 1; i < last; ++i) words[i] = full;
    words[last] |= tail;
  }

  void clear() { std::ranges::fill(words_, 0); }

  /// Only these rows.
  void clear(Rows rows) {
    std::fill(words_.begin() + static_cast<std::ptrdiff_t>(offset(rows.top)),
              words_.begin() + static_cast<std::ptrdiff_t>(offset(rows.bottom)), 0);
  }

  /// How many pixels are set.
  [[nodiscard]] std::int64_t count() const;

  /// How many of x0..x1 of row y, both included and inside.
  [[nodiscard]] std::int64_t count(int y, int x0, int x1) const;

  friend bool operator==(const Bitmap&, const Bitmap&) = default;

 private:
  [[nodiscard]] std::size_t stride() const { return static_cast<std::size_t>(words_per_row_); }
  [[nodiscard]] std::size_t offset(int y) const { return static_cast<std::size_t>(y) * stride(); }

  int width_ = 0;
  int height_ = 0;
  int words_per_row_ = 0;
  std::vector<std::uint64_t> words_;
};

/// Calls visit(begin, end) for the runs of set pixels of a row, from left to right.
template <class Visit>
void each_run(std::span<const std::uint64_t> row, const Visit& visit) {
  int begin = -1;  // of a run that may go on
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::uint64_t before = begin >= 0 ? 1 : 0;
    const int first = static_cast<int>(i) * 64;
    // A bit where a run begins or has ended.
    for (std::uint64_t turns = row[i] ^ (row[i] << 1 | before); turns != 0; turns &= turns - 1) {
      const int x = first + std::countr_zero(turns);
      if (begin < 0) {
        begin = x;
      } else {
        visit(begin, x);
        begin = -1;
      }
    }
  }
  if (begin >= 0) visit(begin, static_cast<int>(row.size()) * 64);
}

/// How two pictures of the same size share their set pixels.
struct Overlap {
  std::int64_t both = 0;         // set in a and in b: the intersection
  std::int64_t either = 0;       // set in a or in b: the union
  std::int64_t exactly_one = 0;  // set in one of them only: the pixels that differ

  friend bool operator==(const Overlap&, const Overlap&) = default;
};

/// Both must have the same size.
[[nodiscard]] Overlap overlap(const Bitmap& a, const Bitmap& b);

/// Of these rows alone.
[[nodiscard]] Overlap overlap(const Bitmap& a, const Bitmap& b, Rows rows);

/// A pixel stays set if all nine pixels around it (itself included) are set; outside is clear.
[[nodiscard]] Bitmap erode3x3(const Bitmap& source);

/// The pixels of a gray picture that have exactly this value.
[[nodiscard]] Bitmap pixels_equal(const Image& gray, std::uint8_t value);

/// Gray: set pixels black (0), the others white (255).
[[nodiscard]] Image to_image(const Bitmap& bitmap);

}  // namespace papert::raster
