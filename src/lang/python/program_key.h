// What is left of a program when everything is taken away that can be changed without touching what
// it does: comments, docstrings, blank space, line breaks inside brackets, and the names that the
// program itself gives to variables, functions, parameters and imports.
//
//     def petal(size):   # one of six            def f(a): #1(#2):  { #3 . forward ( #2 ) ... }
//         t.forward(size)                  ->
//
// Own names are numbered in the order in which they first occur. Names behind a dot, of keyword
// arguments that no parameter of the program has, and of what Python or a library provides stay as
// they are, so `forward` and `fd` are different. Numbers and strings count as they are written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace papert::lang::python {

/// Nothing where the text is not valid UTF-8, does not consist of Python's tokens, or has no
/// statement that does anything. Cost is linear in the text but for looking up its names.
[[nodiscard]] std::optional<std::string> program_key(std::string_view text);

}  // namespace papert::lang::python
