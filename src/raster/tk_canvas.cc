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
};

/// `free` are the free pixels from the row `y` on, so many words a row. False if nothing is visible
/// for certain. Without a branch, so that the compiler can take several rows at once.
#ifdef PAPERT_X86_TARGETS
__attribute__((always_inline))
#endif
inline bool
find_free_in_rows(const std::uint64_t* free, std::size_t words, int y, int count, const Band& band,
                  BandRows& rows) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  const Band::Side left = band.left;
  const Band::Side right = band.right;
  std::uint64_t any = 0;
  for (int i = 0; i < count; ++i) {
    const double to = right.in(y + i);
    const auto whole = static_cast<std::int32_t>(to);
    rows.first[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(left.in(y + i));
    rows.last[static_cast<std::size_t>(i)] = to > whole ? whole : whole - 1;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const auto first = static_cast<std::uint32_t>(rows.first[i]);
    const auto last = static_cast<std::uint32_t>(rows.last[i]);
    const std::uint64_t visible =
        free[i * words + first / 64] & kAll << (first % 64) & kAll >> (63 - last % 64);
    rows.visible[i] = visible;
#if defined(__GNUC__)
    // Words from all over the canvas are loaded faster one by one than by a vector of addresses.
    __asm__("" : "+r"(any));
#endif
    any |= visible | (first / 64 ^ last / 64);
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

void TkCanvas::fill_band(int y, int count, const Band& band) {
  assert(count <= kBlockRows);
  BandRows rows;
  const std::uint64_t* free = free_.data() + static_cast<std::size_t>(y) * words_;
  if (!find_free(free, words_, y, count, band, rows)) return;
  for (int i = 0; i < count; ++i) {
    const auto row = static_cast<std::size_t>(i);
    if (rows.first[row] / 64 != rows.last[row] / 64) {
      if (rows.first[row] <= rows.last[row]) fill_span(y + i, rows.first[row], rows.last[row]);
    } else if (rows.visible[row] != 0) {
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
