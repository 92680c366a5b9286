// Text: ASCII trimming, splitting and case, and UTF-8 that may be damaged. No locale anywhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace papert {

/// Without ASCII white space (space, \t, \n, \v, \f, \r) at either end.
std::string_view trim(std::string_view text);

/// The pieces between separators: n separators give n + 1 pieces, empty ones included.
std::vector<std::string_view> split(std::string_view text, char separator);

/// A to Z in lower case; other bytes unchanged.
std::string lower(std::string_view text);

/// The length in bytes (1..4) of the code point at the start of `text`, which must not be empty; 0
/// if there is none: a stray or missing continuation byte, an overlong form, a surrogate, or a
/// value above U+10FFFF.
std::size_t utf8_length(std::string_view text);

bool is_valid_utf8(std::string_view text);

/// The only sequences that style what Papert prints: bold, red, and neither.
inline constexpr std::array<std::string_view, 3> kTerminalStyles{"\033[1m", "\033[31m", "\033[0m"};

/// With what else steers a terminal written out, as \x1b or \u202e: control characters but line
/// feeds and tabs, and marks that turn the direction of text. Bytes that are not UTF-8 as U+FFFD.
std::string terminal_text(std::string_view text);

/// Each damaged piece replaced by U+FFFD, cut as Python's decode(errors="replace") does.
std::string sanitise_utf8(std::string_view text);

/// The length of the damaged piece at the start of `text`: the longest beginning of a code point,
/// at least one byte. Only where utf8_length(text) is 0.
std::size_t damaged_utf8_length(std::string_view text);

/// The longest beginning of at most max_bytes that does not split a code point.
std::string_view cut_utf8(std::string_view text, std::size_t max_bytes);

/// 12573 -> "12,573".
std::string format_count(std::int64_t count);

}  // namespace papert
