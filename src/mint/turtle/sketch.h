// Turtle programs as data, so that a tweak can be made by editing them: mirrored by exchanging
// left and right, turned by one turn more at the beginning, with a part left out or put in.
//
//     Sketch square{loop(4, {forward("side"), left("90")})};
//     to_python(mirrored(square))      for i in range(4):
//                                          t.forward(side)
//                                          t.right(90)
#pragma once

#include <string>
#include <vector>

namespace papert::mint::turtle {

enum class StepKind {
  kForward,
  kBackward,
  kLeft,
  kRight,
  kCircle,
  kPenUp,
  kPenDown,
  kLoop,
  kUnless
};

struct Step {
  StepKind kind = StepKind::kForward;
  std::string amount;      // a Python expression; the count of a loop, the skipped round of kUnless
  std::string extent;      // of a circle; empty: all of it
  std::vector<Step> body;  // of a loop or a condition
};

using Sketch = std::vector<Step>;

[[nodiscard]] Step forward(std::string length);
[[nodiscard]] Step backward(std::string length);
[[nodiscard]] Step left(std::string degrees);
[[nodiscard]] Step right(std::string degrees);
[[nodiscard]] Step circle(std::string radius, std::string extent = {});
[[nodiscard]] Step pen_up();
[[nodiscard]] Step pen_down();

/// Its variable is i, or j, k, ... inside other loops, whose variables `count` may name.
[[nodiscard]] Step loop(std::string count, Sketch body);
[[nodiscard]] Step loop(int count, Sketch body);

/// Not in round `round`, counted from 0, of the loop in which it stands.
[[nodiscard]] Step unless(int round, Sketch body);

/// One after the other.
[[nodiscard]] Sketch joined(std::vector<Sketch> parts);

/// Without a line.
[[nodiscard]] Sketch moved(Sketch way);

/// Upside down: left and right exchanged.
[[nodiscard]] Sketch mirrored(Sketch sketch);

[[nodiscard]] std::string to_python(const Sketch& sketch);

}  // namespace papert::mint::turtle
