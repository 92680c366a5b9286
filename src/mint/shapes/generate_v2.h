// Scenes of the shape language's second dialect: a tier and a seed give a program, the same on
// every machine. docs/shapecode-v2.md shows the table of tiers.
#pragma once

#include <array>
#include <cstdint>

#include "base/result.h"
#include "lang/shapes/v2_program.h"
#include "mint/shapes/generate.h"

namespace papert::mint::shapes::v2 {

/// Raised with every change of what a seed gives.
inline constexpr int kGenerator = 1;

/// Both ends are included.
struct Range {
  int low = 0;
  int high = 0;
};

/// What a scene of a tier may be. Sizes are in pixels, shares in percent.
struct TierRules {
  Range calls;    // of all kinds, clear() among them
  Range size;     // sides, diameters, lengths
  Range stroke;   // of what is not filled
  Range corners;  // of a polygon
  bool convex = true;
  /// How often each kind but clear() is drawn, relative to the others, in the order of the kinds.
  std::array<int, 7> weights{};
  Range clears;            // how many of the calls
  int filled = 0;          // share of circles, squares, rectangles and polygons
  int rotated = 0;         // share of squares and rectangles; also of clear()
  int clipped = 0;         // share that may leave the picture
  bool own_colors = true;  // every shape has a colour of its own
  int gap = -1;            // pixels between any two bounding boxes, at least; -1: they may overlap
  int min_visible = 100;   // share of each shape's pixels that is not painted over
  int overlaps = 0;        // pairs of shapes, at least, that share pixels
  int hidden = 0;          // shapes, at least, less than half of which is visible
};

[[nodiscard]] const TierRules& tier_rules(Tier tier);

/// The scene of a seed. kLimit if the rules cannot be met within the number of tries.
[[nodiscard]] Result<lang::shapes::v2::Program> generate(Tier tier, std::int64_t seed);

}  // namespace papert::mint::shapes::v2
