// Turtle drawings to pixels: as Tk printed them, and canonical.
//
// Both use one rule, that of a PostScript printer: no anti-aliasing, a pixel is painted if any part
// of its inside is covered, lines have round caps and joins, fills are even-odd, later items lie on
// top. A pen or a dot narrower than a pixel is one pixel wide. Text is painted as blocks
// (scene/canonical.h), because fonts differ between machines and pictures must not.
//
// Coordinates must be finite, as those of scene::decode and scene::from_text are; items beyond the
// canvas are clipped, at a cost that does not depend on how far they reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "raster/bitmap.h"
#include "raster/image.h"
#include "scene/scene.h"

namespace papert::raster {

/// Where a turtle coordinate falls: X = origin_x + scale * x to the right, Y = origin_y - scale * y
/// downwards, pixel (i, j) being the square from (i, j) to (i + 1, j + 1). Pens scale likewise.
struct TkView {
  int width = 0;
  int height = 0;
  double scale = 1;
  double origin_x = 0;
  double origin_y = 0;
};

/// One unit of canonical coordinates a pixel, 320 x 320.
[[nodiscard]] TkView canonical_view();

/// The whole drawing with its pens, as large as the picture allows with a margin of a twentieth of
/// its shorter side (but at least one pixel), centred. A drawing without extent is not scaled.
[[nodiscard]] TkView fit_view(const scene::Scene& scene, int width, int height);

/// RGB, on the scene's background.
[[nodiscard]] Image paint_tk(const scene::Scene& scene, const TkView& view);

/// RGB, 320 x 320 on white: the drawing of scene::canonicalise. An empty drawing is all white, a
/// single point one dot of the pen in the middle, a horizontal line 300 pixels along the middle.
[[nodiscard]] Image paint_canonical(const scene::Scene& scene);

/// A part of an item that is painted in one colour.
struct Piece {
  std::size_t item = 0;
  std::size_t part = 0;  // a stroke's segment or a text's character block; 0 for others
  scene::Color color;

  friend bool operator==(const Piece&, const Piece&) = default;
};

/// Pixels that a piece took at once: some of the 64 of a word, as in Bitmap.
struct Taking {
  std::uint64_t bits = 0;
  std::uint32_t word = 0;  // counted row by row
  std::int32_t piece = 0;
};

/// What was painted, the uppermost first. No pixel is taken twice.
struct TakenPicture {
  int width = 0;
  int height = 0;
  std::vector<Piece> pieces;  // those that are seen
  std::vector<Taking> takings;
};

/// Neighbouring pixels of one row that belong to one piece.
struct Run {
  std::int32_t begin = 0;  // pixels, counted row by row
  std::int32_t end = 0;    // behind the last
  std::int32_t piece = 0;

  friend bool operator==(const Run&, const Run&) = default;
};

/// A picture that knows what is seen where. Most of a drawing is background, so its runs are a few
/// kilobytes where the pixels are hundreds.
struct OwnedPicture {
  int width = 0;
  int height = 0;
  scene::Color background{255, 255, 255};
  std::vector<Piece> pieces;  // those that are seen, uppermost first
  std::vector<Run> runs;      // from the upper left to the lower right

  [[nodiscard]] const Piece& piece(const Run& run) const {
    return pieces[static_cast<std::size_t>(run.piece)];
  }
};

[[nodiscard]] TakenPicture paint_taken(const scene::Scene& scene, const TkView& view);

/// The picture of paint_tk by its pieces.
[[nodiscard]] OwnedPicture paint_owned(const scene::Scene& scene, const TkView& view);

/// The pixels in which an item is seen that is not white, at half the cost of paint_owned.
[[nodiscard]] Bitmap paint_ink(const scene::Scene& scene, const TkView& view);

[[nodiscard]] Image to_image(const OwnedPicture& picture);

}  // namespace papert::raster
