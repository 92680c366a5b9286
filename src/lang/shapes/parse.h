// Program text -> Program. The shape language is Python, restricted: a text that ast.parse would
// accept, made of top-level calls of the four shape functions with integer keyword arguments.
//
//     auto program = parse("circle(cx=1, cy=2, radius=0x10, stroke=2)  # a ring");
//     if (!program) use(error_name(program.error().name), program.error().message);
//
// A text has one error, the first in this order: its size, white space only, the syntax of the
// whole text, the number of statements; then per statement, in order: top_level_only,
// invalid_function, unsupported_function, positional_arguments; per keyword:
// invalid_keyword_argument, duplicate_argument, non_literal_argument; then unexpected_argument,
// missing_argument, out_of_range (cx, cy, extent), invalid_stroke. Comments alone are a valid,
// empty program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "lang/shapes/program.h"

namespace papert::lang::shapes {

enum class ParseErrorName {
  kEmptyProgram,
  kSyntaxError,
  kTopLevelOnly,
  kInvalidFunction,
  kUnsupportedFunction,
  kPositionalArguments,
  kInvalidKeywordArgument,
  kDuplicateArgument,
  kNonLiteralArgument,
  kUnexpectedArgument,
  kMissingArgument,
  kOutOfRange,
  kInvalidStroke,
  kProgramTooLarge,
  // Of the second dialect (v2_parse.h) alone.
  kInvalidColor,
  kInvalidPoints,
};

/// The published name: "empty_program", "syntax_error" and so on; ours for the second dialect's.
std::string_view error_name(ParseErrorName name);

struct ParseError {
  ParseErrorName name = ParseErrorName::kSyntaxError;
  std::string message;     // valid UTF-8 whatever the text was
  std::uint32_t line = 1;  // from 1
};

struct ParseLimits {
  std::size_t max_calls = 262144;                 // top-level statements
  std::size_t max_bytes = std::size_t{32} << 20;  // above 4 GiB is taken as 4 GiB
  std::size_t nesting = 200;                      // of brackets; Python allows no more
};

/// Time is linear in the text; memory is a small multiple of it at worst.
[[nodiscard]] tl::expected<Program, ParseError> parse(std::string_view text,
                                                      const ParseLimits& limits = {});

/// The same into a program whose storage is reused; it is left empty on an error.
[[nodiscard]] tl::expected<void, ParseError> parse_into(std::string_view text, Program& reuse,
                                                        const ParseLimits& limits = {});

}  // namespace papert::lang::shapes
