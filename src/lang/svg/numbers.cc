// The digits are read and printed by the standard library (from_chars, to_chars); what is a number
// in SVG, and where it ends, is decided here.
#include "lang/svg/numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/text.h"

namespace papert::lang::svg {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The length of the number at the start of `text`, the sign excluded; 0 if there is none.
std::size_t unsigned_length(std::string_view text) {
  std::size_t i = 0;
  std::size_t digits = 0;
  for (; i < text.size() && is_digit(text[i]); ++i) ++digits;
  if (i < text.size() && text[i] == '.') {
    std::size_t decimals = 0;
    while (i + 1 + decimals < text.size() && is_digit(text[i + 1 + decimals])) ++decimals;
    if (digits + decimals == 0) return 0;
    i += 1 + decimals;
  } else if (digits == 0) {
    return 0;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    std::size_t j = i + 1;
    if (j < text.size() && (text[j] == '+' || text[j] == '-')) ++j;
    // "1em" and "2ex" are lengths, not exponents.
    if (j < text.size() && is_digit(text[j])) {
      while (j < text.size() && is_digit(text[j])) ++j;
      i = j;
    }
  }
  return i;
}

}  // namespace

void Scanner::skip_space() {
  while (!at_end() && is_space(text_[position_])) ++position_;
}

bool Scanner::skip_separator() {
  skip_space();
  if (peek() != ',') return false;
  ++position_;
  skip_space();
  return true;
}

std::optional<double> Scanner::number() {
  std::size_t start = position_;
  const bool negative = peek() == '-';
  if (negative || peek() == '+') ++start;
  const std::size_t length = unsigned_length(text_.substr(start));
  if (length == 0) return std::nullopt;
  double value = 0;
  const char* first = text_.data() + start;
  const auto [end, error] = std::from_chars(first, first + length, value);
  if (error == std::errc::result_out_of_range) {
    // Too small is zero; too large is not a number.
    const std::string_view digits(first, length);
    const std::size_t exponent = digits.find_first_of("eE");
    if (exponent == std::string_view::npos || exponent + 1 >= length ||
        digits[exponent + 1] != '-') {
      return std::nullopt;
    }
    value = 0;
  } else if (error != std::errc{} || !std::isfinite(value)) {
    return std::nullopt;
  }
  position_ = start + length;
  return negative ? -value : value;
}

std::optional<bool> Scanner::flag() {
  if (peek() != '0' && peek() != '1') return std::nullopt;
  return take() == '1';
}

std::optional<std::vector<double>> parse_numbers(std::string_view text) {
  std::vector<double> numbers;
  Scanner scanner(text);
  scanner.skip_space();
  bool comma = false;
  while (!scanner.at_end()) {
    const auto number = scanner.number();
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    comma = scanner.skip_separator();
  }
  if (comma) return std::nullopt;
  return numbers;
}

std::optional<Length> parse_length(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, double>, 7> kUnits{{{"", 1.0},
                                                                       {"px", 1.0},
                                                                       {"pt", 96.0 / 72},
                                                                       {"pc", 16.0},
                                                                       {"mm", 96.0 / 25.4},
                                                                       {"cm", 96.0 / 2.54},
                                                                       {"in", 96.0}}};
  Scanner scanner(trim(text));
  const auto number = scanner.number();
  if (!number) return std::nullopt;
  if (scanner.rest() == "%") return Length{*number, true};
  const std::string unit = lower(scanner.rest());
  for (const auto& [name, factor] : kUnits) {
    if (unit == name) return Length{*number * factor, false};
  }
  return std::nullopt;
}

std::string format_number(double value, int decimals) {
  std::array<char, 400> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                          std::chars_format::fixed, decimals);
  std::string text(buffer.data(), error == std::errc{} ? end : buffer.data());
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string format_exactly(double value) {
  std::array<char, 400> buffer{};
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
  return {buffer.data(), error == std::errc{} ? end : buffer.data()};
}

}  // namespace papert::lang::svg
