#include "raster/tk_canvas.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace papert::raster::detail {
namespace {

constexpr scene::Color kWhite{255, 255, 255};
constexpr std::size_t kMostSpare = std::size_t{1} << 17U;  // takings, 2 MB

/// The memory of a canvas that is gone, for the next one of this thread.
thread_local std::vector<Taking> spare_takings;

}  // namespace

TkCanvas::TkCanvas(int width, int height, Keep keep)
    : width_(width),
      height_(height),
      keep_(keep),
      words_(static_cast<std::size_t>(width + 63) / 64),
      summary_words_((words_ + 63) / 64),
      free_(words_ * static_cast<std::size_t>(height), kAll),
      summary_(summary_words_ * static_cast<std::size_t>(height), kAll),
      full_words_(words_ * static_cast<std::size_t>((height + kBlockRows - 1) / kBlockRows)) {
  assert(width >= 0 && height >= 0);
  if (keep_ == Keep::kInk) ink_ = Bitmap(width, height);
  if (keep_ == Keep::kPieces) takings_ = std::exchange(spare_takings, {});
  if (width == 0) return;
  for (std::size_t i = words_; i <= free_.size(); i += words_) free_[i - 1] = inside(words_ - 1);
  if (words_ % 64 != 0) {
    const std::uint64_t last = kAll >> (64 - words_ % 64);
    for (std::size_t i = summary_words_; i <= summary_.size(); i += summary_words_) {
      summary_[i - 1] = last;
    }
  }
}

TkCanvas::~TkCanvas() {
  if (takings_.capacity() > kMostSpare || takings_.capacity() <= spare_takings.capacity()) return;
  takings_.clear();
  spare_takings = std::move(takings_);
}

void TkCanvas::take_pixels(int y, std::size_t word, std::uint64_t bits) {
  const auto row = static_cast<std::size_t>(y);
  std::uint64_t& free = free_[row * words_ + word];
  free &= ~bits;
  if (free == 0) {
    summary_[row * summary_words_ + word / 64] &= ~(std::uint64_t{1} << (word % 64));
    if (row_is_full(y)) ++full_rows_;
    ++full_words_[static_cast<std::size_t>(y / kBlockRows) * words_ + word];
  }
  if (keep_ == Keep::kInk) {
    if (piece_.color == kWhite) return;
    ink_.row(y)[word] |= bits;
    inked_ += std::popcount(bits);
    return;
  }
  if (!piece_is_listed_) {
    pieces_.push_back(piece_);
    piece_is_listed_ = true;
  }
  takings_.push_back({bits, static_cast<std::uint32_t>(row * words_ + word),
                      static_cast<std::int32_t>(pieces_.size() - 1)});
}

void TkCanvas::fill_spans(int y, int count, const std::int32_t* x0, const std::int32_t* x1) {
  assert(count <= kBlockRows);
  std::uint64_t visible[kBlockRows];
  std::uint32_t seen = 0;  // a bit for each row in which a pixel is free
  std::uint32_t wide = 0;  // likewise, that is in more than one word
  const std::uint64_t* free = free_.data() + static_cast<std::size_t>(y) * words_;
  for (int i = 0; i < count; ++i, free += words_) {
    const auto first = static_cast<std::uint32_t>(x0[i]);
    const auto last = static_cast<std::uint32_t>(x1[i]);
    visible[i] = free[first / 64] & kAll << (first % 64) & kAll >> (63 - last % 64);
    seen |= static_cast<std::uint32_t>(visible[i] != 0) << i;
    wide |= static_cast<std::uint32_t>(first / 64 != last / 64) << i;
  }
  for (std::uint32_t rows = seen & ~wide; rows != 0; rows &= rows - 1) {
    const int i = std::countr_zero(rows);
    take_pixels(y + i, static_cast<std::size_t>(x0[i]) / 64, visible[i]);
  }
  for (; wide != 0; wide &= wide - 1) {
    const int i = std::countr_zero(wide);
    if (x0[i] <= x1[i]) fill_span(y + i, x0[i], x1[i]);
  }
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

TakenPicture TkCanvas::take_pieces() {
  return {.width = width_, .height = height_, .pieces = std::move(pieces_), .takings = takings_};
}

}  // namespace papert::raster::detail
