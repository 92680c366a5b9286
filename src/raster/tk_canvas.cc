#include "raster/tk_canvas.h"

#include <bit>
#include <cassert>
#include <utility>

namespace papert::raster::detail {
TkCanvas::TkCanvas(int width, int height)
    : width_(width),
      height_(height),
      words_(static_cast<std::size_t>(width + 63) / 64),
      summary_words_((words_ + 63) / 64),
      row_free_(static_cast<std::size_t>(height), width) {
  assert(width >= 0 && height >= 0);
  free_.assign(words_ * static_cast<std::size_t>(height), kAll);
  if (width % 64 != 0) {
    const std::uint64_t inside = kAll >> (64 - width % 64);
    for (std::size_t i = words_ - 1; i < free_.size(); i += words_) free_[i] = inside;
  }
  summary_.assign(summary_words_ * static_cast<std::size_t>(height), kAll);
  if (words_ % 64 != 0) {
    const std::uint64_t inside = kAll >> (64 - words_ % 64);
    for (std::size_t i = summary_words_ - 1; i < summary_.size(); i += summary_words_) {
      summary_[i] = inside;
    }
  }
  owner_.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                OwnedPicture::kNobody);
}

void TkCanvas::take_pixels(int y, std::size_t word, std::uint64_t bits) {
  const auto row = static_cast<std::size_t>(y);
  if (!piece_is_listed_) {
    pieces_.push_back(piece_);
    piece_is_listed_ = true;
  }
  std::uint64_t& free = free_[row * words_ + word];
  free &= ~bits;
  if (free == 0) summary_[row * summary_words_ + word / 64] &= ~(std::uint64_t{1} << (word % 64));
  row_free_[row] -= std::popcount(bits);
  if (row_free_[row] == 0) ++full_rows_;
  const auto owner = static_cast<std::int32_t>(pieces_.size() - 1);
  std::int32_t* pixels = owner_.data() + row * static_cast<std::size_t>(width_) + word * 64;
  for (; bits != 0; bits &= bits - 1) pixels[std::countr_zero(bits)] = owner;
}

void TkCanvas::fill_words(int y, std::size_t first, std::size_t end) {
  const std::uint64_t* summary = summary_.data() + static_cast<std::size_t>(y) * summary_words_;
  for (std::size_t i = first / 64; i <= (end - 1) / 64; ++i) {
    std::uint64_t words = summary[i];
    if (i == first / 64) words &= kAll << (first % 64);
    if (i == (end - 1) / 64) words &= kAll >> (63 - (end - 1) % 64);
    for (; words != 0; words &= words - 1) {
      const std::size_t word = i * 64 + static_cast<std::size_t>(std::countr_zero(words));
      take_pixels(y, word, free_[static_cast<std::size_t>(y) * words_ + word]);
    }
  }
}

OwnedPicture TkCanvas::take() {
  return {
      .width = width_, .height = height_, .owner = std::move(owner_), .pieces = std::move(pieces_)};
}

}  // namespace papert::raster::detail
