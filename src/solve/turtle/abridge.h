// A program's lines made fewer: stretches that differ in nothing but numbers.
#pragma once

#include <string>
#include <vector>

#include "solve/turtle/work.h"

namespace papert::solve::turtle {

struct Abridged {
  std::vector<std::string> helpers;  // functions, an empty line after each
  std::vector<std::string> lines;
};

/// Stretches that follow each other become a loop over a list of their numbers, those that come
/// back elsewhere a function. `turtle` is what functions are given besides numbers: "t", or nothing
/// where all see it.
/// Nothing more is made shorter once the work is spent.
[[nodiscard]] Abridged abridged(std::vector<std::string> lines, const std::string& turtle,
                                Work* work = nullptr);

}  // namespace papert::solve::turtle
