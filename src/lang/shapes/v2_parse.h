// Program text -> Program of the second dialect: Python, restricted to top-level calls of the eight
// functions. Numbers are integer literals, a colour is a string literal, points are a list of
// pairs.
//
//     auto program = parse("polygon(points=[(10, 10), (90, 20), (50, 80)], stroke=0,
//     color='red')");
//
// A text has one error, the first in the order of the published dialect (parse.h); after the
// ranges of numbers come invalid_points (fewer than 3 or more than 32), invalid_color and, last,
// invalid_stroke.
#pragma once

#include <string_view>
#include <tl/expected.hpp>

#include "lang/shapes/parse.h"
#include "lang/shapes/v2_program.h"

namespace papert::lang::shapes::v2 {

/// A call can cover the whole canvas, so there may be fewer of them than in the published dialect.
inline constexpr ParseLimits kLimits{.max_calls = 1024, .max_bytes = std::size_t{4} << 20};

/// Time is linear in the text.
[[nodiscard]] tl::expected<Program, ParseError> parse(std::string_view text,
                                                      const ParseLimits& limits = kLimits);

}  // namespace papert::lang::shapes::v2
