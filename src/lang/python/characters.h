// Small pieces of the tokenizer: character classes and the table of operators.
#pragma once

#include <cstddef>
#include <string_view>

#include "lang/python/tokens.h"

namespace papert::lang::python {

// A character is a byte 0..255, or -1 at the end of the text.
constexpr bool is_digit(int c) { return c >= '0' && c <= '9'; }
constexpr bool is_hex_digit(int c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
/// Bytes of non-ASCII characters count as parts of names until the whole name is checked.
constexpr bool is_name_start(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}
constexpr bool is_name_part(int c) { return is_name_start(c) || is_digit(c); }

struct Operator {
  TokenKind kind = TokenKind::kError;
  std::size_t length = 0;  // 0: none
};

/// The longest operator (brackets excepted) at the start of `text`, which holds one to three bytes.
Operator match_operator(std::string_view text);

}  // namespace papert::lang::python
