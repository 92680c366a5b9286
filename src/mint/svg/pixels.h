// What a picture shows, from its pixels alone: regions of one colour, where they lie, and what
// shape they have. Knows nothing of how the picture was made.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "mint/svg/parts.h"
#include "raster/image.h"

namespace papert::mint::svg {

struct Region {
  Hue hue = Hue::kGray;
  std::size_t area = 0;  // pixels
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
  std::optional<Shape> shape;  // of its outline, gaps inside filled; nothing if it looks like none
  bool touches = false;        // another region begins right outside its outline
  bool enclosed = false;       // one other region lies all around it
  bool pierced = false;        // something else shows in its middle

  /// Whether the shape is that of the whole part: an outline that another region touches may be
  /// what is left of something larger, unless cutting pieces off cannot make such a shape.
  [[nodiscard]] bool certain() const;
};

/// The regions of a flat picture on white, without the smoothed pixels along their edges.
[[nodiscard]] std::vector<Region> find_regions(const raster::Image& image);

/// What people call the colour; nothing for white.
[[nodiscard]] std::optional<Hue> hue_of(raster::Color color);

/// Whether the picture is its own mirror image, left to right or top to bottom, but for a few
/// pixels along edges; nothing where it is hard to say.
[[nodiscard]] std::optional<bool> is_symmetric(const raster::Image& image, bool top_to_bottom);

}  // namespace papert::mint::svg
