// What the readers of both dialects share: the checks of the whole text and its statements, values
// of literals, and messages.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "lang/python/grammar.h"
#include "lang/shapes/parse.h"

namespace papert::lang::shapes {

using Check = tl::expected<void, ParseError>;

[[nodiscard]] tl::unexpected<ParseError> parse_error(ParseErrorName name, std::uint32_t line,
                                                     std::string message);

/// Program text for a message: short, on one line.
[[nodiscard]] std::string shown(std::string_view text);

/// The value of an integer literal; whatever is beyond all ranges of the language may be cut.
[[nodiscard]] int integer_value(std::string_view literal, bool negative);

/// program_too_large where the text has too many bytes.
[[nodiscard]] Check check_size(std::string_view text, const ParseLimits& limits);

/// The name that a statement calls; top_level_only or invalid_function for any other statement.
[[nodiscard]] tl::expected<std::string, ParseError> called_name(const python::Parser& parser,
                                                                const python::Statement& statement);

/// positional_arguments where the call of a function has one without a name.
[[nodiscard]] Check check_all_named(const python::Statement& statement, std::string_view function);

using ReadStatement =
    std::function<Check(const python::Parser& parser, const python::Statement& statement)>;

/// Calls read() for every statement up to the first that is not right. What is wrong with the whole
/// text (white space alone, not Python, too many statements) comes before what is wrong with one.
/// Limits are checked except for max_bytes.
[[nodiscard]] Check read_statements(std::string_view text, const ParseLimits& limits,
                                    const ReadStatement& read);

}  // namespace papert::lang::shapes
