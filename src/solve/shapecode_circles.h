// What Pillow's circles of every radius look like, row by row, read off the raster once.
//
// Discs of one centre are nested, and so are rings of one centre and radius, so a whole family is
// known by two numbers a row: where a disc ends, and where the outline of a radius begins.
//
//     radius 2, rows 0 to 2 of the lower right quarter
//          # # #      outer 2, inner 2 (the outline has the last pixel alone)
//          # # #      outer 2, inner 2
//          # # .      outer 1, inner 0
//
// A ring of outer radius R and inner outline r covers inner(r, dy) .. outer(R, dy) on each side of
// row dy; rows beyond r are solid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lang/shapes/program.h"

namespace papert::solve::shapecode {

inline constexpr int kSize = lang::shapes::kCanvasSize;
inline constexpr int kMaxRadius = lang::shapes::kMaxExtent;

/// A pixel relative to a centre.
struct Offset {
  std::int16_t dx = 0;
  std::int16_t dy = 0;
};

class Circles {
 public:
  Circles();

  /// Half the width of row dy, 0 <= dy <= radius; the pixels -outer .. outer are in the disc.
  [[nodiscard]] int outer(int radius, int dy) const { return outer_[at(radius, dy)]; }
  [[nodiscard]] const std::int16_t* outer_row(int radius) const { return &outer_[at(radius, 0)]; }

  /// The first pixel of the outline of width 1 on row dy.
  [[nodiscard]] int inner(int radius, int dy) const { return inner_[at(radius, dy)]; }

  /// The least radius whose outline on row dy begins at x or beyond: how far inwards a ring may
  /// grow there. 1 for x below 1.
  [[nodiscard]] int least_radius(int dy, int x) const;

  /// Pixels of the outline that are far apart and on the canvas for a centre in the middle of a
  /// block, if there are so many; else of the rest, too.
  static constexpr int kBlockRows = 64;
  static constexpr int kBlockColumns = 128;
  static constexpr int kBlocks = (kSize / kBlockRows) * (kSize / kBlockColumns);
  static constexpr std::size_t kFirst = 12;
  [[nodiscard]] std::span<const Offset> first_looks(int radius, int block) const {
    return first_[static_cast<std::size_t>(radius) * kBlocks + static_cast<std::size_t>(block)];
  }

  /// Pixels all around the outline, some of them twice where it is short.
  static constexpr std::size_t kNext = 60;
  [[nodiscard]] std::span<const Offset> next_looks(int radius) const {
    return next_[static_cast<std::size_t>(radius)];
  }

 private:
  static std::size_t at(int radius, int dy) {
    return static_cast<std::size_t>(radius) * (kMaxRadius + 1) + static_cast<std::size_t>(dy);
  }
  void read_rows(int radius);
  void choose_looks(int radius);

  std::vector<std::int16_t> outer_;
  std::vector<std::int16_t> inner_;
  std::vector<std::array<Offset, kFirst>> first_;
  std::vector<std::array<Offset, kNext>> next_;
};

/// Made on the first call, some 20 ms.
[[nodiscard]] const Circles& circles();

}  // namespace papert::solve::shapecode
