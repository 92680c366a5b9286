// A canvas that is painted from the top item down. Private to this folder.
//
// A painter's picture can be made in either direction; from the top down every pixel is written
// once, by the item that is seen there. That gives for each pixel the piece of the drawing that
// owns it, which is what a comparison wants to know, and it bounds the work: a full canvas ends the
// painting, and a hidden span costs three looks however long it is, at the word of 64 pixels at
// either end and at a summary that has a bit for each word with free pixels between them.
//
// Who owns a pixel is noted in a list of what was taken, at most a word of pixels at a time. A
// drawing costs what its lines do, not what its pixels or its sheet do. Tiles of 16 x 16 pixels
// that are full are known, too: of a drawing that covers itself many times over, most lines are
// found to be hidden by a look at the few tiles on their way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "raster/band_rows.h"
#include "raster/bitmap.h"
#include "raster/paint_scene.h"

namespace papert::raster::detail {

/// What a canvas remembers.
enum class Keep {
  kPieces,  // the piece that is seen at each pixel
  kInk,     // whether something is seen there that is not white
};

class TkCanvas {
 public:
  /// Rows that are looked at together.
  static constexpr int kBlockRows = kBandRows;

  TkCanvas(int width, int height, Keep keep);
  TkCanvas(const TkCanvas&) = delete;
  TkCanvas& operator=(const TkCanvas&) = delete;
  ~TkCanvas();

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] std::size_t words_per_row() const { return words_; }

  /// Ink that is not white is enough from so many pixels on. For Keep::kInk.
  void stop_at(std::int64_t enough) { enough_ = enough; }

  /// No pixel is free, or there is enough ink.
  [[nodiscard]] bool full() const {
    return full_rows_ == height_ || width_ == 0 || inked_ >= enough_;
  }
  [[nodiscard]] bool row_is_full(int y) const {
    const std::uint64_t* row = summary_.data() + static_cast<std::size_t>(y) * summary_words_;
    for (std::size_t i = 0; i < summary_words_; ++i) {
      if (row[i] != 0) return false;
    }
    return true;
  }

  /// Whether a tile has a free pixel, of those that have pixels of the columns x0 to x1 in the
  /// block of kBlockRows rows that holds row `y`. All inside the canvas.
  [[nodiscard]] bool has_open_tile(int y, int x0, int x1) const {
    const auto first = static_cast<std::size_t>(x0) / kTileColumns;
    const auto last = static_cast<std::size_t>(x1) / kTileColumns;
    const std::uint64_t* tiles =
        open_tiles_.data() + static_cast<std::size_t>(y / kBlockRows) * tile_words_;
    for (std::size_t i = first / 64; i <= last / 64; ++i) {
      std::uint64_t wanted = i == first / 64 ? kAll << (first % 64) : kAll;
      if (i == last / 64) wanted &= kAll >> (63 - last % 64);
      if ((tiles[i] & wanted) != 0) return true;
    }
    return false;
  }

  /// Whether no pixel of the box is free; both ends included, all four inside the canvas. Tiles
  /// that are full as a whole cost one look a block of rows.
  [[nodiscard]] bool box_is_full(int y0, int y1, int x0, int x1) const {
    for (int y = y0; y <= y1;) {
      const int end = std::min((y / kBlockRows + 1) * kBlockRows - 1, y1);
      if (has_open_tile(y, x0, x1) && !rows_are_full(y, end, x0, x1)) return false;
      y = end + 1;
    }
    return true;
  }

  /// Pixels painted from now on belong to this piece.
  void begin(const Piece& piece) {
    piece_ = piece;
    piece_is_listed_ = false;
  }

  /// Both ends included, both inside the canvas. Free pixels only.
  void fill_span(int y, int x0, int x1) {
    const auto first = static_cast<std::size_t>(x0) / 64;
    const auto last = static_cast<std::size_t>(x1) / 64;
    const std::uint64_t head = kAll << (x0 % 64);
    const std::uint64_t tail = kAll >> (63 - x1 % 64);
    if (first == last) {
      paint_word(y, first, head & tail);
      return;
    }
    paint_word(y, first, head);
    if (last - first > 1) fill_words(y, first + 1, last);
    paint_word(y, last, tail);
  }

  /// The rows from `y` on of a band, at most kBlockRows of them. In all of them it lies inside the
  /// canvas and at least a column from its sides. A hidden row costs about a nanosecond.
  void fill_band(int y, int count, const Band& band);

  /// The pixels of word number `word` of a row, one bit each, the lowest bit leftmost; bits beyond
  /// the width are ignored. Free pixels only.
  void paint_word(int y, std::size_t word, std::uint64_t bits) {
    bits &= free_[static_cast<std::size_t>(y) * words_ + word];
    if (bits != 0) take_pixels(y, word, bits);
  }

  /// Each ends the life of a canvas that kept it.
  [[nodiscard]] TakenPicture take_pieces();
  [[nodiscard]] Bitmap take_ink() { return std::move(ink_); }

 private:
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};
  static constexpr std::size_t kTileColumns = 16;
  static constexpr std::size_t kTilesPerWord = 64 / kTileColumns;

  /// The pixels of a word that exist.
  [[nodiscard]] std::uint64_t inside(std::size_t word) const {
    const auto rest = static_cast<std::size_t>(width_) - word * 64;
    return rest >= 64 ? kAll : kAll >> (64 - rest);
  }

  /// The highest bit of every 16 that are all 0.
  [[nodiscard]] static std::uint64_t full_tiles(std::uint64_t free) {
    constexpr std::uint64_t kLower = 0x7fff7fff7fff7fff;
    return ~(((free & kLower) + kLower) | free | kLower);
  }

  [[nodiscard]] bool rows_are_full(int y0, int y1, int x0, int x1) const {
    const auto first = static_cast<std::size_t>(x0) / 64;
    const auto last = static_cast<std::size_t>(x1) / 64;
    const std::uint64_t head = kAll << (x0 % 64);
    const std::uint64_t tail = kAll >> (63 - x1 % 64);
    const std::uint64_t* row = free_.data() + static_cast<std::size_t>(y0) * words_;
    for (int y = y0; y <= y1; ++y, row += words_) {
      for (std::size_t word = first; word <= last; ++word) {
        const std::uint64_t bits = (word == first ? head : kAll) & (word == last ? tail : kAll);
        if ((row[word] & bits) != 0) return false;
      }
    }
    return true;
  }

  /// All pixels of the words from `first` to before `end`.
  void fill_words(int y, std::size_t first, std::size_t end);

  /// Free pixels, and at least one of them.
  void take_pixels(int y, std::size_t word, std::uint64_t bits) {
    const std::size_t at = static_cast<std::size_t>(y) * words_ + word;
    const std::uint64_t before = free_[at];
    const std::uint64_t left = before & ~bits;
    free_[at] = left;
    const std::uint64_t filled = full_tiles(left) & ~full_tiles(before);
    if (filled != 0) note_full(y, word, filled);
    if (keep_ == Keep::kInk) {
      ink_pixels(at, bits);
      return;
    }
    if (!piece_is_listed_) list_piece();
    takings_.push_back({bits, static_cast<std::uint32_t>(at), piece_number_});
  }

  /// `filled` has a bit for each tile of the word that has no free pixel left in this row.
  void note_full(int y, std::size_t word, std::uint64_t filled);
  void ink_pixels(std::size_t at, std::uint64_t bits);
  void list_piece();

  int width_;
  int height_;
  Keep keep_;
  std::size_t words_;          // of a row
  std::size_t summary_words_;  // of a row
  int full_rows_ = 0;
  std::int64_t inked_ = 0;  // pixels of ink_
  std::int64_t enough_ = std::numeric_limits<std::int64_t>::max();
  std::size_t tile_words_;                 // of a block of rows
  std::vector<std::uint64_t> free_;        // a bit for each free pixel
  std::vector<std::uint64_t> summary_;     // a bit for each word of free_ that is not 0
  std::vector<std::uint64_t> open_tiles_;  // a bit for each tile that has a free pixel
  std::vector<std::uint8_t> open_rows_;    // of each tile: rows with free pixels
  std::vector<Taking> takings_;
  Bitmap ink_;
  std::vector<Piece> pieces_;
  Piece piece_;
  std::int32_t piece_number_ = -1;  // of the last that was listed
  bool piece_is_listed_ = false;
};

}  // namespace papert::raster::detail
