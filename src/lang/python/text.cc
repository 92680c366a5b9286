#include "lang/python/text.h"

#include <array>
#include <cstddef>

#include "base/plain_text.h"

namespace papert::lang::python {
namespace {

/// The non-ASCII white space of str.isspace(), in UTF-8.
constexpr std::string_view kWideSpaces[] = {
    "\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81",
    "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86",
    "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\xA8",
    "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80",
};

bool is_ascii_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1C' && c <= '\x1F');
}

std::size_t space_at_start(std::string_view text) {
  if (text.empty()) return 0;
  if (static_cast<unsigned char>(text.front()) < 0x80) return is_ascii_space(text.front()) ? 1 : 0;
  for (const std::string_view space : kWideSpaces) {
    if (text.starts_with(space)) return space.size();
  }
  return 0;
}

std::size_t space_at_end(std::string_view text) {
  if (text.empty()) return 0;
  if (static_cast<unsigned char>(text.back()) < 0x80) return is_ascii_space(text.back()) ? 1 : 0;
  for (const std::string_view space : kWideSpaces) {
    if (text.ends_with(space)) return space.size();
  }
  return 0;
}

/// The length of the line end at the start of `text`, 0 if there is none.
std::size_t line_end_at_start(std::string_view text) {
  switch (text.front()) {
    case '\r':
      return text.starts_with("\r\n") ? 2 : 1;
    case '\n':
    case '\v':
    case '\f':
    case '\x1C':
    case '\x1D':
    case '\x1E':
      return 1;
    case '\xC2':
      return text.starts_with("\xC2\x85") ? 2 : 0;
    case '\xE2':
      return text.starts_with("\xE2\x80\xA8") || text.starts_with("\xE2\x80\xA9") ? 3 : 0;
    default:
      return 0;
  }
}

/// The bytes that line ends begin with, for a quick pass over all others.
constexpr std::array<bool, 256> kMayEndLine = [] {
  std::array<bool, 256> table = {};
  for (const unsigned byte : {0x0Au, 0x0Bu, 0x0Cu, 0x0Du, 0x1Cu, 0x1Du, 0x1Eu, 0xC2u, 0xE2u}) {
    table[byte] = true;
  }
  return table;
}();

}  // namespace

std::string_view python_strip(std::string_view text) {
  std::string_view rest = text;
  while (const std::size_t length = space_at_start(rest)) rest.remove_prefix(length);
  if (rest.empty()) return text.substr(0, 0);
  while (const std::size_t length = space_at_end(rest)) rest.remove_suffix(length);
  return rest;
}

std::string_view take_python_line(std::string_view& text) {
  for (std::size_t i = plain_text_end(text, 0); i < text.size(); i = plain_text_end(text, i + 1)) {
    if (!kMayEndLine[static_cast<unsigned char>(text[i])]) continue;
    const std::size_t length = line_end_at_start(text.substr(i));
    if (length == 0) continue;
    const std::string_view line = text.substr(0, i);
    text.remove_prefix(i + length);
    return line;
  }
  const std::string_view line = text;
  text = {};
  return line;
}

}  // namespace papert::lang::python
