#include "raster/tk_canvas.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace papert::raster::detail {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

}  // namespace

TkCanvas::TkCanvas(int width, int height)
    : width_(width),
      height_(height),
      words_(static_cast<std::size_t>(width + 63) / 64),
      row_free_(static_cast<std::size_t>(height), width) {
  assert(width >= 0 && height >= 0);
  free_.assign(words_ * static_cast<std::size_t>(height), kAll);
  if (width % 64 != 0) {
    const std::uint64_t inside = kAll >> (64 - width % 64);
    for (std::size_t i = words_ - 1; i < free_.size(); i += words_) free_[i] = inside;
  }
  owner_.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                OwnedPicture::kNobody);
}

void TkCanvas::paint_word(int y, std::size_t word, std::uint64_t bits) {
  std::uint64_t& free = free_[static_cast<std::size_t>(y) * words_ + word];
  bits &= free;
  if (bits == 0) return;
  if (!piece_is_listed_) {
    pieces_.push_back(piece_);
    piece_is_listed_ = true;
  }
  free &= ~bits;
  int& row_free = row_free_[static_cast<std::size_t>(y)];
  row_free -= std::popcount(bits);
  if (row_free == 0) ++full_rows_;
  const auto owner = static_cast<std::int32_t>(pieces_.size() - 1);
  std::int32_t* pixels =
      owner_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + word * 64;
  for (; bits != 0; bits &= bits - 1) pixels[std::countr_zero(bits)] = owner;
}

void TkCanvas::fill_span(int y, int x0, int x1) {
  x0 = std::max(x0, 0);
  x1 = std::min(x1, width_ - 1);
  if (y < 0 || y >= height_ || x0 > x1) return;
  const auto first = static_cast<std::size_t>(x0) / 64;
  const auto last = static_cast<std::size_t>(x1) / 64;
  for (std::size_t word = first; word <= last; ++word) {
    std::uint64_t bits = kAll;
    if (word == first) bits &= kAll << (x0 % 64);
    if (word == last) bits &= kAll >> (63 - x1 % 64);
    paint_word(y, word, bits);
  }
}

void TkCanvas::fill_bits(int y, std::span<const std::uint64_t> bits) {
  for (std::size_t word = 0; word < bits.size(); ++word) paint_word(y, word, bits[word]);
}

OwnedPicture TkCanvas::take() {
  return {
      .width = width_, .height = height_, .owner = std::move(owner_), .pieces = std::move(pieces_)};
}

}  // namespace papert::raster::detail
