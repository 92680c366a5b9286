// Numbers from text, the whole text: no white space, no sign but a minus, nothing behind the last
// digit. No locale.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace papert {

/// Nothing for a text that is not a number of that type, or too large for it.
template <class Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

}  // namespace papert
