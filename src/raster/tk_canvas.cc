#include "raster/tk_canvas.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "raster/band_rows.h"

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
      tile_words_((words_ * kTilesPerWord + 63) / 64),
      free_(words_ * static_cast<std::size_t>(height), kAll),
      summary_(summary_words_ * static_cast<std::size_t>(height), kAll) {
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
  const auto blocks = static_cast<std::size_t>((height + kBlockRows - 1) / kBlockRows);
  const std::size_t tiles = (static_cast<std::size_t>(width) + kTileColumns - 1) / kTileColumns;
  open_tiles_.assign(blocks * tile_words_, 0);
  open_rows_.assign(blocks * words_ * kTilesPerWord, kBlockRows);
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      open_tiles_[block * tile_words_ + tile / 64] |= std::uint64_t{1} << (tile % 64);
    }
  }
  const int rows_below = height % kBlockRows;  // of the last block, if it is not a whole one
  if (rows_below != 0) {
    std::fill(open_rows_.end() - static_cast<std::ptrdiff_t>(words_ * kTilesPerWord),
              open_rows_.end(), static_cast<std::uint8_t>(rows_below));
  }
}

TkCanvas::~TkCanvas() {
  if (takings_.capacity() > kMostSpare || takings_.capacity() <= spare_takings.capacity()) return;
  takings_.clear();
  spare_takings = std::move(takings_);
}

void TkCanvas::note_full(int y, std::size_t word, std::uint64_t filled) {
  const auto row = static_cast<std::size_t>(y);
  if (free_[row * words_ + word] == 0) {
    summary_[row * summary_words_ + word / 64] &= ~(std::uint64_t{1} << (word % 64));
    if (row_is_full(y)) ++full_rows_;
  }
  const std::size_t block = row / kBlockRows;
  for (; filled != 0; filled &= filled - 1) {
    const std::size_t tile =
        word * kTilesPerWord + static_cast<std::size_t>(std::countr_zero(filled)) / kTileColumns;
    if (--open_rows_[block * words_ * kTilesPerWord + tile] > 0) continue;
    open_tiles_[block * tile_words_ + tile / 64] &= ~(std::uint64_t{1} << (tile % 64));
  }
}

void TkCanvas::ink_pixels(std::size_t at, std::uint64_t bits) {
  if (piece_.color == kWhite) return;
  ink_.words()[at] |= bits;
  inked_ += std::popcount(bits);
}

void TkCanvas::list_piece() {
  pieces_.push_back(piece_);
  piece_number_ = static_cast<std::int32_t>(pieces_.size() - 1);
  piece_is_listed_ = true;
}

void TkCanvas::fill_band(int y, int count, const Band& band) {
  assert(count <= kBlockRows);
  BandRows rows;
  std::uint32_t found = find_free(free_.data(), words_, y, count, band, rows);
  for (; found != 0; found &= found - 1) {
    const int i = std::countr_zero(found);
    const auto row = static_cast<std::size_t>(i);
    const auto word = static_cast<std::uint32_t>(rows.first[row]) / 64;
    if (word == static_cast<std::uint32_t>(rows.last[row]) / 64) {
      take_pixels(y + i, word, rows.visible[row]);
    } else if (rows.first[row] <= rows.last[row]) {
      fill_span(y + i, rows.first[row], rows.last[row]);
    }
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
