// A canvas that is painted from the top item down. Private to this folder.
//
// A painter's picture can be made in either direction; from the top down every pixel is written
// once, by the item that is seen there. That gives for each pixel the piece of the drawing that
// owns it, which is what a comparison wants to know, and it bounds the work: a full canvas ends the
// painting, and a hidden span costs three looks however long it is, at the word of 64 pixels at
// either end and at a summary that has a bit for each word with free pixels between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "raster/paint_scene.h"

namespace papert::raster::detail {

class TkCanvas {
 public:
  TkCanvas(int width, int height);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] std::size_t words_per_row() const { return words_; }

  /// No pixel is free.
  [[nodiscard]] bool full() const { return full_rows_ == height_ || width_ == 0; }
  [[nodiscard]] bool row_is_full(int y) const {
    return row_free_[static_cast<std::size_t>(y)] == 0;
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

  /// The pixels of word number `word` of a row, one bit each, the lowest bit leftmost; bits beyond
  /// the width are ignored. Free pixels only.
  void paint_word(int y, std::size_t word, std::uint64_t bits) {
    bits &= free_[static_cast<std::size_t>(y) * words_ + word];
    if (bits != 0) take_pixels(y, word, bits);
  }

  /// Ends the canvas' life.
  [[nodiscard]] OwnedPicture take();

 private:
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  /// All pixels of the words from `first` to before `end`.
  void fill_words(int y, std::size_t first, std::size_t end);
  void take_pixels(int y, std::size_t word, std::uint64_t bits);

  int width_;
  int height_;
  std::size_t words_;          // of a row
  std::size_t summary_words_;  // of a row
  std::vector<int> row_free_;  // free pixels of each row
  int full_rows_ = 0;
  std::vector<std::uint64_t> free_;     // a bit for each free pixel
  std::vector<std::uint64_t> summary_;  // a bit for each word of free_ that is not 0
  std::vector<std::int32_t> owner_;
  std::vector<Piece> pieces_;
  Piece piece_;
  bool piece_is_listed_ = false;
};

}  // namespace papert::raster::detail
