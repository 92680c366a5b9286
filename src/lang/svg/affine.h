// Maps of the plane, x' = a x + c y + e, y' = b x + d y + f, as SVG's matrix(a b c d e f).
#pragma once

#include <optional>
#include <string_view>

#include "scene/scene.h"

namespace papert::lang::svg {

using scene::Point;

struct Affine {
  double a = 1;
  double b = 0;
  double c = 0;
  double d = 1;
  double e = 0;
  double f = 0;

  [[nodiscard]] Point operator()(Point p) const {
    return {a * p.x + c * p.y + e, b * p.x + d * p.y + f};
  }
  /// Without the shift: what the map does to a difference of points.
  [[nodiscard]] Point direction(Point p) const { return {a * p.x + c * p.y, b * p.x + d * p.y}; }

  [[nodiscard]] double determinant() const { return a * d - b * c; }

  /// Whether every length is multiplied by the same factor (turns and reflections included).
  [[nodiscard]] bool is_similarity() const;
  [[nodiscard]] double scale() const;  // the factor, or the mean of the two

  /// Whether upright rectangles stay upright and unmirrored.
  [[nodiscard]] bool keeps_axes() const { return b == 0 && c == 0 && a > 0 && d > 0; }

  /// Whether lengths and directions stay: a shift alone.
  [[nodiscard]] bool is_translation() const { return a == 1 && b == 0 && c == 0 && d == 1; }
};

/// First `inner`, then `outer`.
[[nodiscard]] Affine operator*(const Affine& outer, const Affine& inner);

[[nodiscard]] Affine translation(double x, double y);
[[nodiscard]] Affine scaling(double x, double y);
[[nodiscard]] Affine rotation(double degrees);

/// The value of a transform attribute; nothing if it is malformed.
[[nodiscard]] std::optional<Affine> parse_transform(std::string_view text);

}  // namespace papert::lang::svg
