// Where the statements of a program stand in its text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace papert::lang::shapes {

/// Bytes from begin to end.
struct StatementPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Of a text that parse() accepts: one a shape, in order. Of any other: what looks like calls.
[[nodiscard]] std::vector<StatementPlace> statement_places(std::string_view text);

}  // namespace papert::lang::shapes
