#include "solve/shapecode_ink.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace papert::solve::shapecode {
namespace {

// A word is read from bytes in memory order.
static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t kOnes = ~std::uint64_t{0};

/// Pixels whose four neighbours are black or beyond the canvas.
std::uint64_t surrounded(const raster::Bitmap& black, int y, std::size_t i) {
  const auto row = black.row(y);
  const std::uint64_t from_left = i == 0 ? kOnes : row[i - 1];
  const std::uint64_t from_right = i + 1 == row.size() ? kOnes : row[i + 1];
  const std::uint64_t above = y == 0 ? kOnes : black.row(y - 1)[i];
  const std::uint64_t below = y + 1 == black.height() ? kOnes : black.row(y + 1)[i];
  return ((row[i] << 1) | (from_left >> 63)) & ((row[i] >> 1) | (from_right << 63)) & above & below;
}

raster::Bitmap edge_of(const raster::Bitmap& black) {
  raster::Bitmap edge(black.width(), black.height());
  for (int y = 0; y < black.height(); ++y) {
    const auto out = edge.row(y);
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = black.row(y)[i] & ~surrounded(black, y, i);
    }
  }
  return edge;
}

}  // namespace

Ink::Ink(const raster::Bitmap& black)
    : black_(black),
      edge_(edge_of(black)),
      copies_(std::size_t{8} * kCopyBytes + 32, 0xff),
      left_(at(0, kSize)),
      right_(at(0, kSize)),
      reach_(at(0, kSize)),
      white_(std::size_t{kSize + 1} * (kSize + 1)) {
  assert(black.width() == kSize && black.height() == kSize);
  copy_rows();
  measure_runs();
  count_white();
}

void Ink::copy_rows() {
  for (int y = 0; y < kSize; ++y) {
    const auto row = black_.row(y);
    for (int bit = 0; bit < 8; ++bit) {
      unsigned char* const out = copies_.data() + place(bit, 0) + std::ptrdiff_t{y} * kRowBytes;
      for (int i = -1; i < kWords; ++i) {
        const std::uint64_t here = i < 0 ? kOnes : row[static_cast<std::size_t>(i)];
        const std::uint64_t next = i + 1 == kWords ? kOnes : row[static_cast<std::size_t>(i) + 1];
        const std::uint64_t word = bit == 0 ? here : (here >> bit) | (next << (64 - bit));
        std::memcpy(out + std::ptrdiff_t{i} * 8, &word, sizeof word);
      }
    }
  }
}

void Ink::measure_runs() {
  for (int y = 0; y < kSize; ++y) {
    const auto row = black_.row(y);
    const auto is_set = [&row](int x) {
      return ((row[static_cast<std::size_t>(x) / 64] >> (x % 64)) & 1) != 0;
    };
    int run = kFar;
    for (int x = 0; x < kSize; ++x) {
      run = is_set(x) ? std::min(run + 1, kFar) : 0;
      left_[at(x, y)] = static_cast<std::int16_t>(run);
    }
    run = kFar;
    for (int x = kSize - 1; x >= 0; --x) {
      run = is_set(x) ? std::min(run + 1, kFar) : 0;
      right_[at(x, y)] = static_cast<std::int16_t>(run);
    }
  }
  // By tiles, so that the rows written to stay at hand.
  constexpr int kTile = 32;
  for (int top = 0; top < kSize; top += kTile) {
    for (int x = 0; x < kSize; ++x) {
      for (int y = top; y < top + kTile; ++y) {
        reach_[at(y, x)] = std::min(left_[at(x, y)], right_[at(x, y)]);
      }
    }
  }
}

void Ink::count_white() {
  constexpr std::size_t kStride = kSize + 1;
  for (int y = 0; y < kSize; ++y) {
    std::int32_t in_row = 0;
    const std::size_t line = static_cast<std::size_t>(y) * kStride;
    for (int x = 0; x < kSize; ++x) {
      const auto column = static_cast<std::size_t>(x) + 1;
      in_row += black_.get(x, y) ? 0 : 1;
      white_[line + kStride + column] = white_[line + column] + in_row;
    }
  }
}

bool Ink::is_black(int x0, int y0, int x1, int y1) const {
  constexpr std::size_t kStride = kSize + 1;
  const auto left = static_cast<std::size_t>(std::clamp(x0, 0, kSize));
  const auto right = static_cast<std::size_t>(std::clamp(x1 + 1, 0, kSize));
  const std::size_t top = static_cast<std::size_t>(std::clamp(y0, 0, kSize)) * kStride;
  const std::size_t bottom = static_cast<std::size_t>(std::clamp(y1 + 1, 0, kSize)) * kStride;
  return white_[bottom + right] - white_[bottom + left] - white_[top + right] +
             white_[top + left] ==
         0;
}

}  // namespace papert::solve::shapecode
