// Changes of drawing programs without a language model. An operator takes a program and random
// numbers and gives another program, or nothing where it does not apply. describe_change() finds
// the operators that lead from one program to another, so that the same change can be made to a
// third: mutation guided by a pair of references.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "lang/turtle/syntax/program.h"

namespace papert::datagen {

/// What a change needs beside the program: numbers and colours of an operator, in its own order,
/// and another program where two are joined.
struct ChangeSettings {
  std::vector<double> numbers;
  std::vector<std::string> colours;
  const turtle::Program* other = nullptr;
};

/// A change by name ("rotate"), with its settings where they are known.
struct Change {
  std::string_view name;
  ChangeSettings settings;
};

/// sides, rotate, move, scale, spiral, edge_colour, fill, combine, swap, drop, mirror, jitter,
/// simplify.
[[nodiscard]] std::span<const std::string_view> change_names();

/// Settings that are not given are drawn. Nothing where the operator does not apply.
[[nodiscard]] std::optional<turtle::Program> apply_change(const Change& change,
                                                          const turtle::Program& program,
                                                          Random& random);

/// The changes that lead from `a` to `b`, the most telling first; none where it finds none.
[[nodiscard]] std::vector<Change> describe_change(const turtle::Program& a,
                                                  const turtle::Program& b);

}  // namespace papert::datagen
