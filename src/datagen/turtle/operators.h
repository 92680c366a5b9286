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

/// clang-format off
///
///   sides        n of a polygon loop and its 360 / n together       numbers: n
///   rotate       k copies of a part, turned by 360 / k              numbers: k
///   move         a row or a grid of copies, with the pen up between numbers: columns, rows
///   scale        copies of a part in several sizes                  numbers: the sizes
///   spiral       lengths of a loop grow, its turn stays
///   edge_colour  another pen                                        colours: the pen's
///   fill         on, off, another colour, two by turns              colours: the area's
///   combine      another drawing beside or inside                   other
///   swap         another shape in place of a helper or a loop       other
///   drop         without one of its parts, or one round less
///   mirror       left and right exchanged, or a mirror image beside
///   jitter       one number becomes a neighbour on its grid
///   simplify     a loop becomes one of its rounds
///
/// clang-format on
/// A change of the whole drawing's place or size is not seen where drawings are compared, so every
/// operator changes how parts lie to each other. Programs stay within 60 lines, loops nested four
/// deep and 20,000 vertices, their drawings within the window.
[[nodiscard]] std::span<const std::string_view> change_names();

/// Settings that are not given are drawn; those that do not fit are replaced. Nothing where the
/// operator does not apply, where no result of it can be seen, or where the program has no draw(t)
/// that can be traced (trace.h). Nothing is run: the result should be.
[[nodiscard]] std::optional<turtle::Program> apply_change(const Change& change,
                                                          const turtle::Program& program,
                                                          Random& random);

/// The changes that lead from `a` to `b`, the most telling first; none where it finds none. `other`
/// is never set: whoever applies a change may set it.
[[nodiscard]] std::vector<Change> describe_change(const turtle::Program& a,
                                                  const turtle::Program& b);

}  // namespace papert::datagen
