// Finds the program in a model's reply: by the rule that all suites share, or by the published
// ones.
#pragma once

#include <string>
#include <string_view>

#include "data/shapecode/dialect.h"
#include "suite/suite.h"

namespace papert::suite::shapecode {

using data::shapecode::Dialect;

struct Extracted {
  std::string text;       // may be empty; bytes that are not UTF-8 are passed on as they are
  std::string_view rule;  // which rule found it: "fence", "calls" or "whole"
};

/// The first published rule that applies:
///   fence  the body of the first fenced block: three backticks anywhere, the rest of that line
///          ignored, a body of at least an empty line, and a line that begins with three backticks;
///   calls  all lines that, trimmed, are one call of a shape function: `name(` ... `)`;
///   whole  the reply itself.
/// The functions are those of the dialect. White space at the ends of the result is removed, as
/// Python's str.strip() does. Time is linear in the reply.
Extracted extract_program(std::string_view reply, Dialect dialect = Dialect::kV1);

/// Strictly: "fence" where the reply has exactly one fenced block, else "whole".
Extracted extract_strictly(std::string_view reply);

/// Lenient: the last fenced block that calls a shape function (reply/code.h); where there is
/// none, the published rules. Published: those alone.
[[nodiscard]] reply::Answer extract_answer(std::string_view reply, reply::Extraction extraction,
                                           Dialect dialect = Dialect::kV1);

}  // namespace papert::suite::shapecode
