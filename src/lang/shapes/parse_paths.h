// The two ways parse_into takes, apart for tests: where the plain path answers, both must agree.
#pragma once

#include <string_view>
#include <tl/expected.hpp>

#include "lang/shapes/parse.h"

namespace papert::lang::shapes {

/// Reads programs of plainly written calls, the form nearly every answer has. False, with `out` in
/// any state, for everything else, right or wrong; it never reports an error itself.
[[nodiscard]] bool parse_plain(std::string_view text, std::size_t max_calls, Program& out);

/// Reads everything, by Python's grammar. Empties `out` on an error. Limits are checked except for
/// max_bytes.
[[nodiscard]] tl::expected<void, ParseError> parse_general(std::string_view text, Program& out,
                                                           const ParseLimits& limits);

}  // namespace papert::lang::shapes
