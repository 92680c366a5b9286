// The arithmetic of headings and positions, rounded as CPython's module rounds.
#pragma once

#include "lang/turtle/module/fault.h"
#include "lang/turtle/module/number.h"

namespace papert::lang::turtle {

struct Vec2 {
  double x = 0;
  double y = 0;

  friend bool operator==(const Vec2&, const Vec2&) = default;
};

/// A position: coordinates and whether the program sees each as int or float.
struct Place {
  Num x;
  Num y;

  [[nodiscard]] Vec2 vec() const { return {x.value, y.value}; }
};

/// The cosine and sine of one turn, kept for a run of equal turns.
struct Turn {
  double cosine = 1;
  double sine = 0;
};

/// kDomain for an infinite angle.
Fault turn_by(double angle_deg, Turn& turn);

inline Vec2 turned(Vec2 v, const Turn& turn) {
  return {v.x * turn.cosine + -v.y * turn.sine, v.y * turn.cosine + v.x * turn.sine};
}

/// Python's float % float; the divisor is not zero.
double python_mod(double value, double divisor);

/// round(value, 10) for |value| <= 360, correctly rounded like Python's.
double round_to_10_places(double value);

/// The direction of (x, y) in degrees, 0 <= result < 360, with 10 decimal places.
double direction_deg(Vec2 v);

/// math.radians and math.degrees.
double radians(double deg);
double degrees(double rad);

}  // namespace papert::lang::turtle
