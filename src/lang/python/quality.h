// How a program is written, by its statements alone: nothing is run. It describes, it does not
// judge: a program without a loop may be the right one.
//
// *Repetition.* Statements that stand in a row at least three times, and that a loop would say
// once: `t.forward(9); t.left(90)` four times over. Their names, operators and strings are equal;
// numbers are, too, or grow from each to the next by the same step, as a loop's counter does. What
// counts is how many statements the loop would spare: 6 of these 8. Clauses (elif) do not repeat.
//
// *Loop depth.* How many loops lie in each other within one function: for, while, comprehensions.
//
// *Helpers.* Functions besides the entry that are used outside of themselves.
//
// *Unused code.* Functions and classes that nobody uses; names that are assigned and read nowhere
// in the program, but for those that begin with an underscore, for counters of loops and for what
// is imported; statements of a block behind return, break, continue or raise. A name that is read
// anywhere is used everywhere: scopes are not told apart, so what is reported is certain. Names in
// an f-string are read.
#pragma once

#include <cstddef>
#include <string_view>

#include "lang/python/outline.h"

namespace papert::lang::python {

inline constexpr std::size_t kFewestCopies = 3;  // that are a repetition
inline constexpr std::size_t kLongestRepeated =
    12;  // statements in a row of which one copy is made

struct CodeQuality {
  std::size_t repeated = 0;  // statements that a loop would spare
  std::size_t loops = 0;     // in the text
  std::size_t loop_depth = 0;
  std::size_t helpers = 0;
  std::size_t unused_functions = 0;
  std::size_t unused_names = 0;
  std::size_t unreachable = 0;  // statements

  [[nodiscard]] std::size_t unused() const { return unused_functions + unused_names + unreachable; }
};

/// `entry` is a function that is called from outside. Cost is linear in the text but for sorting
/// its names.
[[nodiscard]] CodeQuality describe_code(const Outline& outline, std::string_view entry);

/// Statements that a loop would spare. Private to this folder.
[[nodiscard]] std::size_t count_repeated(const Outline& outline);

/// Helpers and unused functions and names. Private to this folder.
void note_names(const Outline& outline, std::string_view entry, CodeQuality& quality);

}  // namespace papert::lang::python
