// A drawing on the canonical sheet, and how two such sheets differ. Private to this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "raster/bitmap.h"
#include "raster/paint_scene.h"
#include "scene/canonical.h"
#include "score/compare_drawings.h"
#include "score/sheet_ink.h"

namespace papert::score::detail {

/// A drawing on its sheet. White ink is not an ink: on the white sheet it only shows by what it
/// covers.
struct Sheet {
  scene::Canonical canonical;
  raster::TakenPicture picture;  // without white ink
  SheetInk inks;
};

[[nodiscard]] Sheet make_sheet(scene::Canonical canonical);

/// Paints the sheet's drawing on it.
void paint_sheet(Sheet& sheet);

/// Pixels that are not white.
[[nodiscard]] std::int64_t ink_count(const std::vector<ColorRun>& runs);
[[nodiscard]] std::int64_t ink_count(const Sheet& sheet);

/// Set where the sheet has ink.
[[nodiscard]] raster::Bitmap ink_of(const Sheet& sheet);

struct PixelDifference {
  std::int64_t differing = 0;
  std::int64_t ink = 0;  // not white in either

  /// 0 if there is no ink.
  [[nodiscard]] double share() const {
    return ink == 0 ? 0.0 : static_cast<double>(differing) / static_cast<double>(ink);
  }
};

[[nodiscard]] PixelDifference difference(const std::vector<ColorRun>& a,
                                         const std::vector<ColorRun>& b);
[[nodiscard]] PixelDifference difference(const SheetInk& a, const SheetInk& b);
[[nodiscard]] PixelDifference difference(const Sheet& a, const Sheet& b);

/// Pixels.
struct Count {
  std::int64_t ink = 0;
  std::int64_t apart = 0;

  /// Whether what is apart is worth a word.
  [[nodiscard]] bool notable() const {
    constexpr double kNotable = 0.25;    // the share from which it is
    constexpr std::int64_t kSpecks = 3;  // fewer pixels never are
    return apart >= kSpecks && static_cast<double>(apart) >= kNotable * static_cast<double>(ink);
  }
};

/// The ink of every piece of a sheet, and how much of it is not in `near`.
[[nodiscard]] std::vector<Count> count_pieces(const Sheet& sheet, const raster::Bitmap& near);

/// How many of these pixels are set in `other`.
[[nodiscard]] std::int64_t shared_pixels(std::span<const raster::Taking> takings,
                                         const raster::Bitmap& other);

/// 0xRRGGBB.
[[nodiscard]] inline std::uint32_t packed(scene::Color color) {
  return static_cast<std::uint32_t>(color.r << 16 | color.g << 8 | color.b);
}

[[nodiscard]] bool share_pixels_of_two_colors(const Sheet& a, const Sheet& b);

/// The items of `sheet` of which at least a quarter, or a segment of which at least a quarter, is
/// more than two pixels away from all ink of another sheet.
[[nodiscard]] std::vector<ItemGap> find_gaps(const Sheet& sheet, const raster::Bitmap& other);

/// Pairs of items that share pixels in different colours, at least a quarter of what the
/// reference's item shares with the answer.
[[nodiscard]] std::vector<ColorMismatch> find_color_mismatches(const Sheet& reference,
                                                               const Sheet& answer);
/// The same, where ink_of() both is known.
[[nodiscard]] std::vector<ColorMismatch> find_color_mismatches(const Sheet& reference,
                                                               const raster::Bitmap& reference_ink,
                                                               const Sheet& answer,
                                                               const raster::Bitmap& answer_ink);

/// A turn of `answer` whose sheet differs from `reference`'s by less than `limit`, the plainest
/// first: rotations by right angles, mirrored ones, other angles.
[[nodiscard]] std::optional<scene::Turn> find_turn(const scene::Scene& reference,
                                                   const Sheet& reference_sheet,
                                                   const scene::Scene& answer, double limit);

}  // namespace papert::score::detail
