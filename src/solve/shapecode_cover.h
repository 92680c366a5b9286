// A small set of shapes that together paint a picture: minimum set cover.
//
// What has to be covered are the pixels at the edge of the black set, and of those inside a sample
// every 16 pixels; a cover of these is nearly always one of everything, and where it is not, pixels
// that were missed join in. The shape that covers most of what is left comes first (its gain is
// only counted again when it may be the best); then shapes that the others cover are dropped.
#pragma once

#include <cstdint>
#include <vector>

#include "lang/shapes/program.h"
#include "raster/bitmap.h"
#include "solve/shapecode_candidates.h"

namespace papert::solve::shapecode {

/// The visible pixels of a shape on one row: at most two stretches, both ends included. A stretch
/// with last < first is empty.
struct RowSpans {
  int first[2] = {0, 0};
  int last[2] = {-1, -1};
};

/// Rows from top to bottom (included) on which a shape can be seen.
[[nodiscard]] int top_row(const lang::shapes::Shape& shape);
[[nodiscard]] int bottom_row(const lang::shapes::Shape& shape);

/// For the shapes that searches give: hollow ones have a hole.
[[nodiscard]] RowSpans row_spans(const lang::shapes::Shape& shape, int y);

[[nodiscard]] bool covers(const lang::shapes::Shape& shape, int x, int y);

/// How many of these pixels a shape covers.
[[nodiscard]] int count_covered(const raster::Bitmap& pixels, const lang::shapes::Shape& shape);

/// Clears those that it covers.
void remove_covered(raster::Bitmap& pixels, const lang::shapes::Shape& shape);

/// The pixels that a cover is looked for: edges, and samples inside.
[[nodiscard]] raster::Bitmap first_universe(const Ink& ink);

/// Shapes that cover all black pixels exactly. Where the budget ends the search, the rest is
/// covered by squares as they come.
[[nodiscard]] std::vector<lang::shapes::Shape> greedy_cover(
    const Ink& ink, const std::vector<lang::shapes::Shape>& candidates, Budget& budget);

/// Without the shapes that the others cover, the least useful first.
[[nodiscard]] std::vector<lang::shapes::Shape> without_redundant(
    const std::vector<lang::shapes::Shape>& shapes);

}  // namespace papert::solve::shapecode
