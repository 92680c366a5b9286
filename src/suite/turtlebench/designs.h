// Shapes for fresh tasks: what each looks like in words, the program that draws it, and the
// changes that make sense for it. A family draws its numbers by chance; the drawings themselves
// are checked by whoever runs the programs (mint.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "suite/turtlebench/sketch.h"

namespace papert::turtlebench {

struct Change {
  std::string_view kind;  // "deletion", "insertion" or "generalisation"
  std::string query;      // "in the given shape removes ..."
  Sketch sketch;
};

struct Design {
  std::string variables;    // lines of Python
  std::string description;  // one or two sentences
  Sketch sketch;
  std::vector<Change> changes;
};

/// A design of any family.
[[nodiscard]] Design make_design(Random& random);

// Families, by what they are made of.
[[nodiscard]] Design polygon(Random& random);
[[nodiscard]] Design polygon_rosette(Random& random);
[[nodiscard]] Design circle_rosette(Random& random);
[[nodiscard]] Design flower(Random& random);
[[nodiscard]] Design wheel(Random& random);
[[nodiscard]] Design star(Random& random);
[[nodiscard]] Design spiral(Random& random);
[[nodiscard]] Design nested(Random& random);
[[nodiscard]] Design target_rings(Random& random);
[[nodiscard]] Design row(Random& random);
[[nodiscard]] Design mixed_row(Random& random);
[[nodiscard]] Design grid(Random& random);
[[nodiscard]] Design house(Random& random);
[[nodiscard]] Design stairs(Random& random);
[[nodiscard]] Design zigzag(Random& random);
[[nodiscard]] Design bumps(Random& random);

/// "three" to "twenty"; the digits beyond.
[[nodiscard]] std::string number_word(int number);
/// "first" to "tenth".
[[nodiscard]] std::string ordinal_word(int number);
/// "equilateral triangle", "square", "regular pentagon", ...; `plural` adds an s.
[[nodiscard]] std::string polygon_word(int sides, bool plural = false);
/// 360 / n as a Python expression, worked out where it is a whole number.
[[nodiscard]] std::string turn_part(int n);
/// The sides of a regular polygon, turning left.
[[nodiscard]] Sketch polygon_sketch(int sides, const std::string& side);
/// A circle of this radius around the turtle, which comes back.
[[nodiscard]] Sketch centred_circle(const std::string& radius);
/// low to high, both included.
[[nodiscard]] int draw(Random& random, int low, int high);
/// The same in whole tens, as text.
[[nodiscard]] std::string tens(Random& random, int low, int high);
/// low to high, but not `other`.
[[nodiscard]] int another_count(Random& random, int low, int high, int other);

}  // namespace papert::turtlebench
