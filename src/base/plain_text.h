// How far text goes on without a byte that means something to a reader of JSON or of lines: a
// quote, a backslash, a control character, a byte outside ASCII. Most text is plain, so eight bytes
// are looked at together: a word is plain if a few operations on the whole of it find no such byte
// ("Bit Twiddling Hacks", S. E. Anderson: a zero byte in a word).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace papert {
namespace detail {

inline constexpr std::uint64_t kOnes = 0x0101010101010101U;
inline constexpr std::uint64_t kHighBits = 0x8080808080808080U;

constexpr std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - kOnes) & ~word & kHighBits;
}

constexpr bool is_plain_word(std::uint64_t word) {
  const std::uint64_t control = (word - kOnes * 0x20) & ~word;
  return ((word | control) & kHighBits) == 0 &&
         (zero_bytes(word ^ (kOnes * '"')) | zero_bytes(word ^ (kOnes * '\\'))) == 0;
}

constexpr bool is_plain_byte(char c) {
  return c != '"' && c != '\\' && static_cast<unsigned char>(c - 0x20) < 0x60;
}

}  // namespace detail

/// Where the plain text that begins at `at` ends.
inline std::size_t plain_text_end(std::string_view text, std::size_t at) {
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t next = 0;
    std::memcpy(&next, text.data() + at, 8);
    if (!detail::is_plain_word(next)) break;
  }
  while (at < text.size() && detail::is_plain_byte(text[at])) ++at;
  return at;
}

}  // namespace papert
