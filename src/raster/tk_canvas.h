// A canvas that is painted from the top item down. Private to this folder.
//
// A painter's picture can be made in either direction; from the top down every pixel is written
// once, by the item that is seen there. That gives for each pixel the piece of the drawing that
// owns it, which is what a comparison wants to know, and it bounds the work: what is hidden costs a
// look at a few words of 64 pixels, and a full canvas ends the painting. A hostile drawing of a
// million pens as wide as the canvas costs about as much as one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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

  /// Both ends included; clipped. Free pixels only.
  void fill_span(int y, int x0, int x1);

  /// One bit a pixel, the lowest bit leftmost, words_per_row() words; bits beyond the width must be
  /// 0. Free pixels only. y must be inside.
  void fill_bits(int y, std::span<const std::uint64_t> bits);

  /// Ends the canvas' life.
  [[nodiscard]] OwnedPicture take();

 private:
  void paint_word(int y, std::size_t word, std::uint64_t bits);

  int width_;
  int height_;
  std::size_t words_;
  std::vector<int> row_free_;  // free pixels of each row
  int full_rows_ = 0;
  std::vector<std::uint64_t> free_;
  std::vector<std::int32_t> owner_;
  std::vector<Piece> pieces_;
  Piece piece_;
  bool piece_is_listed_ = false;
};

}  // namespace papert::raster::detail
