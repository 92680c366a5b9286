#include "lang/turtle/module/color.h"

#include <algorithm>
#include <array>

namespace papert::lang::turtle {

namespace {

constexpr std::uint32_t kDirect = 0x01000000;  // set in a code that holds the colour itself
constexpr std::size_t kLongestName = 99;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Digits of one channel, one to four of them; the upper eight bits of the sixteen they stand for.
std::uint8_t channel(std::string_view digits) {
  const auto high = static_cast<std::uint8_t>(hex_digit(digits[0]));
  const auto low = static_cast<std::uint8_t>(hex_digit(digits[digits.size() > 1 ? 1 : 0]));
  return static_cast<std::uint8_t>(high << 4 | low);
}

std::optional<Rgb> parse_hex(std::string_view digits) {
  const std::size_t each = digits.size() / 3;
  if (digits.size() % 3 != 0 || each < 1 || each > 4) return std::nullopt;
  if (std::any_of(digits.begin(), digits.end(), [](char c) { return hex_digit(c) < 0; })) {
    return std::nullopt;
  }
  return Rgb{channel(digits.substr(0, each)), channel(digits.substr(each, each)),
             channel(digits.substr(2 * each, each))};
}

Rgb unpacked(std::uint32_t code) {
  return {static_cast<std::uint8_t>(code >> 16), static_cast<std::uint8_t>(code >> 8),
          static_cast<std::uint8_t>(code)};
}

bool is_plain_hex(std::string_view text) {
  return text.size() == 7 && text[0] == '#' &&
         std::all_of(text.begin() + 1, text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

std::optional<Rgb> parse_tk_color(std::string_view text) {
  if (text.starts_with('#')) return parse_hex(text.substr(1));
  if (text.empty() || text.size() > kLongestName) return std::nullopt;
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  const auto names = tk_color_names();
  const auto found =
      std::lower_bound(names.begin(), names.end(), lower,
                       [](const NamedColor& a, const std::string& b) { return a.name < b; });
  if (found == names.end() || found->name != lower) return std::nullopt;
  return unpacked(found->rgb);
}

ColorTable::ColorTable() {
  entries_.push_back({"", std::nullopt});
  index_.emplace("", 0U);
  for (const char* name : {"black", "white"}) find(name);
}

std::optional<ColorId> ColorTable::find(std::string_view text) {
  if (is_plain_hex(text)) return from_rgb(*parse_hex(text.substr(1)));
  const auto known = index_.find(std::string(text));
  if (known != index_.end()) return ColorId{known->second};
  const auto rgb = parse_tk_color(text);
  if (!rgb) return std::nullopt;
  const auto code = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({std::string(text), rgb});
  index_.emplace(std::string(text), code);
  return ColorId{code};
}

ColorId ColorTable::from_rgb(Rgb rgb) {
  return {kDirect | static_cast<std::uint32_t>(rgb.r) << 16 |
          static_cast<std::uint32_t>(rgb.g) << 8 | rgb.b};
}

std::string ColorTable::text(ColorId id) const {
  if ((id.code & kDirect) == 0) return entries_[id.code].text;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "#";
  for (int shift = 20; shift >= 0; shift -= 4) text += kDigits[id.code >> shift & 0xf];
  return text;
}

std::optional<Rgb> ColorTable::rgb(ColorId id) const {
  if ((id.code & kDirect) == 0) return entries_[id.code].rgb;
  return unpacked(id.code);
}

}  // namespace papert::lang::turtle
