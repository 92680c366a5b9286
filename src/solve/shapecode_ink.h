// The black pixels of a picture, laid out for the questions that a search for shapes asks.
//
// What lies beyond the canvas is never painted, so for every question it counts as black.
//
// Sixty-four (or 128) neighbouring centres are asked at once whether the pixel at an offset is
// black: eight copies of the picture, each moved by one bit more, make every such question an
// unaligned load.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "raster/bitmap.h"
#include "solve/shapecode_circles.h"

namespace papert::solve::shapecode {

inline constexpr int kWords = kSize / 64;

/// One bit a centre of a row.
using CentreRow = std::array<std::uint64_t, kWords>;

class Ink {
 public:
  /// The picture must be kSize x kSize.
  explicit Ink(const raster::Bitmap& black);

  [[nodiscard]] const raster::Bitmap& black() const { return black_; }

  /// Black pixels with a white one above, below, left or right: a shape inside the black set
  /// covers them with its own edge alone.
  [[nodiscard]] const raster::Bitmap& edge() const { return edge_; }

  /// How many pixels from x to the left (right) of row y are black, x included; more than any shape
  /// can need where they reach the border.
  [[nodiscard]] int left_run(int x, int y) const { return left_[at(x, y)]; }
  [[nodiscard]] int right_run(int x, int y) const { return right_[at(x, y)]; }

  /// The smaller of both, by columns: entry y of column x.
  [[nodiscard]] const std::int16_t* reach_column(int x) const { return &reach_[at(0, x)]; }

  /// Whether the part of the box that is on the canvas is black.
  [[nodiscard]] bool is_black(int x0, int y0, int x1, int y1) const;

  /// Where to look for the pixel at an offset, |dx| and |dy| at most kSize.
  [[nodiscard]] static std::int32_t place(int dx, int dy) {
    const int x = dx + kSize;
    return (x & 7) * kCopyBytes + (dy + kSize) * kRowBytes + (x >> 3);
  }
  [[nodiscard]] static std::int32_t place(Offset offset) { return place(offset.dx, offset.dy); }

  /// The pixels at an offset from the 128 centres 64 * word .. of row y.
  struct Pair {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
  };
  [[nodiscard]] Pair look(int y, int word, std::int32_t place) const {
    Pair pair;
    const std::ptrdiff_t byte = std::ptrdiff_t{y} * kRowBytes + std::ptrdiff_t{word} * 8 + place;
    std::memcpy(&pair, copies_.data() + byte, sizeof pair);
    return pair;
  }

 private:
  static constexpr int kRowBytes = 3 * kSize / 8 + 16;
  static constexpr int kCopyBytes = 3 * kSize * kRowBytes;
  static constexpr int kFar = 2048;

  static std::size_t at(int x, int y) {
    return static_cast<std::size_t>(y) * kSize + static_cast<std::size_t>(x);
  }
  void copy_rows();
  void measure_runs();
  void count_white();

  raster::Bitmap black_;
  raster::Bitmap edge_;
  std::vector<unsigned char> copies_;
  std::vector<std::int16_t> left_;
  std::vector<std::int16_t> right_;
  std::vector<std::int16_t> reach_;
  std::vector<std::int32_t> white_;  // above and left of each corner
};

}  // namespace papert::solve::shapecode
