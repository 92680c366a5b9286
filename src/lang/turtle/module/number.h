// A number as a turtle program gave it: Python keeps an int an int until arithmetic makes it a
// float, and the program can see which (t.goto(3, 4); t.xcor() is 3, not 3.0). The value of an int
// or bool is exact: larger ones than 2^53 are kept as floats.
#pragma once

#include <cstdint>

namespace papert::lang::turtle {

enum class NumKind : std::uint8_t { kFloat, kInt, kBool };

struct Num {
  double value = 0;
  NumKind kind = NumKind::kFloat;

  [[nodiscard]] bool truthy() const { return value != 0; }
};

/// Python's unary minus: minus int 0 is 0, minus float 0.0 is -0.0.
inline Num negated(Num n) {
  if (n.kind == NumKind::kFloat) return {-n.value, NumKind::kFloat};
  return {n.value == 0 ? 0.0 : -n.value, NumKind::kInt};
}

/// Python's addition of two such numbers.
inline Num sum(Num a, Num b) {
  const bool whole = a.kind != NumKind::kFloat && b.kind != NumKind::kFloat;
  return {a.value + b.value, whole ? NumKind::kInt : NumKind::kFloat};
}

}  // namespace papert::lang::turtle
