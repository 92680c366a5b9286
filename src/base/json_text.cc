#include "base/json_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/plain_text.h"
#include "base/text.h"

namespace papert {
namespace {

/// How a byte of a string is written: itself (0), or the letter of a short escape, or 'u'.
constexpr std::array<char, 256> kEscapes = [] {
  std::array<char, 256> table{};
  for (std::size_t i = 0; i < 0x20; ++i) table[i] = 'u';
  table['\b'] = 'b';
  table['\f'] = 'f';
  table['\n'] = 'n';
  table['\r'] = 'r';
  table['\t'] = 't';
  table['"'] = '"';
  table['\\'] = '\\';
  return table;
}();

/// Below this, whole numbers are written with all their digits.
constexpr double kMaxWhole = 1e15;

void append_escape(char c, char letter, std::string& out) {
  if (letter == 'u') {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
  } else {
    out.push_back('\\');
    out.push_back(letter);
  }
}

}  // namespace

void append_quoted(std::string_view text, std::string& out) {
  const std::size_t begin = out.size();
  out.push_back('"');
  std::size_t plain = 0;  // where the part begins that is written as it is
  for (std::size_t i = plain_text_end(text, 0); i < text.size(); i = plain_text_end(text, i)) {
    if (const char letter = kEscapes[static_cast<unsigned char>(text[i])]; letter != 0) {
      out.append(text, plain, i - plain);
      append_escape(text[i], letter, out);
      plain = ++i;
      continue;
    }
    const std::size_t length = utf8_length(text.substr(i));
    if (length == 0) {
      out.resize(begin);
      out += dump_json(Json(std::string(text)));
      return;
    }
    i += length;
  }
  out.append(text, plain);
  out.push_back('"');
}

void append_number(double number, std::string& out) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  if (std::abs(number) < kMaxWhole && number == std::trunc(number) && !std::signbit(number)) {
    append_number(static_cast<std::int64_t>(number), out);
    out += ".0";
    return;
  }
  std::array<char, 64> digits{};
  const char* const end =
      nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(static_cast<const char*>(digits.data()), end);
}

void append_number(std::int64_t number, std::string& out) {
  const fmt::format_int digits(number);
  out.append(digits.data(), digits.size());
}

// Objects of a few members, which score lines have, are written here; dump_json does the rest.
void append_json(const Json& value, std::string& out) {
  if (const auto* text = value.get_ptr<const std::string*>()) return append_quoted(*text, out);
  if (value.is_number_float()) return append_number(value.get<double>(), out);
  if (value.is_number_unsigned()) {
    const fmt::format_int digits(value.get<std::uint64_t>());
    out.append(digits.data(), digits.size());
    return;
  }
  if (value.is_number_integer()) return append_number(value.get<std::int64_t>(), out);
  if (!value.is_object() || value.size() > 64) {
    out += dump_json(value);
    return;
  }
  char before = '{';
  for (const auto& [key, member] : value.get_ref<const Json::object_t&>()) {
    out.push_back(before);
    append_quoted(key, out);
    out.push_back(':');
    append_json(member, out);
    before = ',';
  }
  out += before == '{' ? "{}" : "}";
}

}  // namespace papert
