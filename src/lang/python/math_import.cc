#include "lang/python/math_import.h"

#include <fmt/format.h>

#include <array>
#include <set>

namespace papert::lang::python {
namespace {

constexpr std::array<std::string_view, 60> kMathNames{
    "acos",     "acosh", "asin",     "asinh",     "atan",  "atan2",     "atanh",     "cbrt",
    "ceil",     "comb",  "copysign", "cos",       "cosh",  "degrees",   "dist",      "e",
    "erf",      "erfc",  "exp",      "exp2",      "expm1", "fabs",      "factorial", "floor",
    "fmod",     "frexp", "fsum",     "gamma",     "gcd",   "hypot",     "inf",       "isclose",
    "isfinite", "isinf", "isnan",    "isqrt",     "lcm",   "ldexp",     "lgamma",    "log",
    "log10",    "log1p", "log2",     "modf",      "nan",   "nextafter", "perm",      "pi",
    "pow",      "prod",  "radians",  "remainder", "sin",   "sinh",      "sqrt",      "tan",
    "tanh",     "tau",   "trunc",    "ulp"};

}  // namespace

std::string math_import(std::string_view text) {
  std::set<std::string_view> used;
  for_each_word(text, [&](std::string_view word) {
    if (std::binary_search(kMathNames.begin(), kMathNames.end(), word)) used.insert(word);
  });
  return used.empty() ? "" : fmt::format("from math import {}\n", fmt::join(used, ", "));
}

}  // namespace papert::lang::python
