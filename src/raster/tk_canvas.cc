#include "raster/tk_canvas.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(PAPERT_X86_TARGETS)
#define PAPERT_X86_TARGETS 1
#endif

namespace papert::raster::detail {
namespace {

constexpr scene::Color kWhite{255, 255, 255};
constexpr std::size_t kMostSpare = std::size_t{1} << 17U;  // takings, 2 MB

/// The memory of a canvas that is gone, for the next one of this thread.
thread_local std::vector<Taking> spare_takings;

/// Some rows of a band.
struct BandRows {
  std::array<std::int32_t, TkCanvas::kBlockRows> first;
  std::array<std::int32_t, TkCanvas::kBlockRows> last;      // before the first where there is none
  std::array<std::uint64_t, TkCanvas::kBlockRows> visible;  // in the word of the first
  std::array<std::uint64_t, TkCanvas::kBlockRows> wanted;   // not 0 where there may be something
};

/// `free` are the free pixels from the row `y` on, so many words a row. False if nothing is visible
/// for certain. Without a branch, so that the compiler can take several rows at once; only the
/// words, which come from all over the canvas, are loaded faster one by one.
#ifdef PAPERT_X86_TARGETS
__attribute__((always_inline))
#endif
inline bool
find_free_in_rows(const std::uint64_t* free, std::size_t words, int y, int count, const Band& band,
                  BandRows& rows) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  const Band::Side left = band.left;
  const Band::Side right = band.right;
  const auto rows_of = static_cast<std::size_t>(count);
  for (int i = 0; i < count; ++i) {
    const double to = right.in(y + i);
    const auto whole = static_cast<std::int32_t>(to);
    rows.first[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(left.in(y + i));
    rows.last[static_cast<std::size_t>(i)] = to > whole ? whole : whole - 1;
  }
  for (std::size_t i = 0; i < rows_of; ++i) {
    std::uint64_t word = free[i * words + static_cast<std::uint32_t>(rows.first[i]) / 64];
#if defined(__GNUC__)
    __asm__("" : "+r"(word));  // else it becomes a vector of addresses
#endif
    rows.visible[i] = word;
  }
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < rows_of; ++i) {
    const auto first = static_cast<std::uint32_t>(rows.first[i]);
    const auto last = static_cast<std::uint32_t>(rows.last[i]);
    const std::uint64_t visible =
        rows.visible[i] & kAll << std::uint64_t{first % 64} & kAll >> std::uint64_t{63 - last % 64};
    const std::uint64_t wanted = visible | std::uint64_t{first / 64 ^ last / 64};
    rows.visible[i] = visible;
    rows.wanted[i] = wanted;
    any |= wanted;
  }
  return any != 0;
}

/// The same; mostly a whole block is asked for.
#ifdef PAPERT_X86_TARGETS
__attribute__((always_inline))
#endif
inline bool
find_free_in_block(const std::uint64_t* free, std::size_t words, int y, int count, const Band& band,
                   BandRows& rows) {
  constexpr int kBlock = TkCanvas::kBlockRows;
  if (count == kBlock) return find_free_in_rows(free, words, y, kBlock, band, rows);
  return find_free_in_rows(free, words, y, count, band, rows);
}

#ifdef PAPERT_X86_TARGETS
__attribute__((target("avx2,bmi2"))) bool find_free_avx2(const std::uint64_t* free,
                                                         std::size_t words, int y, int count,
                                                         const Band& band, BandRows& rows) {
  return find_free_in_block(free, words, y, count, band, rows);
}
#endif

/// Compiled twice, as the loops of bitmap.cc are.
bool find_free(const std::uint64_t* free, std::size_t words, int y, int count, const Band& band,
               BandRows& rows) {
#ifdef PAPERT_X86_TARGETS
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
    return find_free_avx2(free, words, y, count, band, rows);
  }
#endif
  return find_free_in_block(free, words, y, count, band, rows);
}

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
  const std::uint64_t* free = free_.data() + static_cast<std::size_t>(y) * words_;
  if (!find_free(free, words_, y, count, band, rows)) return;
  for (int i = 0; i < count; ++i) {
    const auto row = static_cast<std::size_t>(i);
    if (rows.wanted[row] == 0) continue;
    if (rows.first[row] / 64 != rows.last[row] / 64) {
      if (rows.first[row] <= rows.last[row]) fill_span(y + i, rows.first[row], rows.last[row]);
    } else {
      take_pixels(y + i, static_cast<std::size_t>(rows.first[row]) / 64, rows.visible[row]);
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
