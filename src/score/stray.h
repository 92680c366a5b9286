// Ink that is nowhere near the ink of another sheet. Private to this folder.
//
// A share of all ink hides a small wrong part: one of forty sides missing is 2.5 % of the ink. Here
// a wrong part counts for itself, however much else is right. On two sheets
//
//     a pixel with ink is *stray* if the other sheet has no ink of its colour within two pixels
//
// Shifts below two pixels and the order in which crossing lines were drawn leave no patch of stray
// pixels; a missing side, a side too many, a wrong colour or a turned part does.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "score/compare_drawings.h"
#include "score/near_ink.h"
#include "score/sheet_ink.h"

namespace papert::score::detail {

inline constexpr int kStrayRadius = kNearRadius;

/// Pixels of one row and colour.
struct Stretch {
  int begin = 0;
  int end = 0;  // behind the last pixel
  std::uint32_t color = 0;
};

/// A square sheet as its stretches of ink.
class InkRows {
 public:
  InkRows(std::span<const ColorRun> runs, int side);

  [[nodiscard]] int side() const { return side_; }

  /// From left to right; none outside the sheet.
  [[nodiscard]] std::span<const Stretch> row(int y) const {
    if (y < 0 || y >= side_) return {};
    const std::size_t start = starts_[static_cast<std::size_t>(y)];
    return {stretches_.data() + start, starts_[static_cast<std::size_t>(y) + 1] - start};
  }

 private:
  int side_;
  std::vector<std::size_t> starts_;
  std::vector<Stretch> stretches_;
};

struct Stray {
  std::int64_t ink = 0;     // pixels that are not white on either sheet, of both together
  std::int64_t pixels = 0;  // of them, stray
  std::int64_t largest_patch = 0;
};

/// Of two canonical sheets; symmetric.
[[nodiscard]] Stray find_stray(const SheetInk& one, const SheetInk& other);
/// The same without bitmaps, for any number of colours.
[[nodiscard]] Stray find_stray(const InkRows& one, const InkRows& other);

/// The largest patch of ink of `part`, some of the ink of a canonical sheet, that is stray in
/// `other`. The patch of the whole sheet that find_stray() finds is at least as large.
[[nodiscard]] std::int64_t largest_stray_patch(const SheetInk& part, const SheetInk& other);

}  // namespace papert::score::detail
