// How one part of a picture is written: as one of several elements, in its own coordinates or under
// a transform, drawn by chance.
#pragma once

#include <string>

#include "mint/svg/parts.h"

namespace papert::mint::svg {

/// Yes this often.
[[nodiscard]] inline bool chance(Random& random, double probability) {
  return random.random() < probability;
}

/// At most two decimals, never "-0".
[[nodiscard]] double two_decimals(double value);
[[nodiscard]] std::string decimals_text(double value);

/// From a group's own coordinates to those around it: mirror, scale, turn, move.
struct Frame {
  scene::Point shift;
  double angle = 0;
  scene::Point scale{1, 1};  // x is negative where it mirrors

  [[nodiscard]] double size() const { return scale.y; }

  /// The part in the group's coordinates. Shapes are mirror images of themselves, so a mirrored one
  /// is turned the other way. Only for scales that are equal but for the sign.
  [[nodiscard]] Part inside(Part part) const;

  [[nodiscard]] std::string text(bool as_matrix) const;
};

/// An element without its colour. A stroked one takes it as its stroke.
struct Element {
  std::string tag;
  std::string attributes;
  bool stroked = false;
};

/// With its place: either in its coordinates or in a transform of its own. `part` is in the
/// coordinates of the group around it.
[[nodiscard]] Element placed_element(Part part, Random& random);

/// Around the origin, filled; for definitions.
[[nodiscard]] Element centred_element(Part part, Random& random);

}  // namespace papert::mint::svg
