// Do two drawings look alike in every place? Private to this folder.
//
// Ink near ink is not enough: hatching every four pixels lies near all of a solid area, dashes near
// all of a line, and the second of two close outlines near the first. So both drawings are painted
// three times as large with a thin pen, and every window of ten canonical pixels of one is laid on
// the other where it fits best, within two canonical pixels of its place:
//
//     a window is *unlike* if wherever it is laid some colour, the blank paper included, has more
//     than a fifth of its pixels (and more than kSpeck) where the other has none next to them
//
// Laying a window where it fits forgives what the eye forgives, a part that lies a little off;
// inside the window the pattern must be the same: a dash ends where a line goes on, a gap of paper
// shows in an area, two lines are not one.
#pragma once

#include <cstdint>

#include "score/stray.h"

namespace papert::score::detail {

inline constexpr int kFineScale = 3;
inline constexpr int kFineSide = kFineScale * scene::kCanonicalSize;

inline constexpr std::int64_t kEnoughUnlike = 48;

struct PlaceCount {
  std::int64_t inked = 0;   // windows in which either drawing has ink
  std::int64_t unlike = 0;  // of them
};

/// Of two sheets of kFineSide; symmetric. Windows without a difference cost nothing. From the top
/// down until kEnoughUnlike are found: what one area in another texture is worth needs no more.
[[nodiscard]] PlaceCount compare_places(const InkRows& one, const InkRows& other);

}  // namespace papert::score::detail
