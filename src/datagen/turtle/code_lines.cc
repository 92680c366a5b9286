#include <set>

#include "base/text.h"
#include "datagen/turtle/label.h"
#include "lang/python/outline.h"

namespace papert::datagen {

std::size_t code_lines(std::string_view code) {
  const auto outline = is_valid_utf8(code) && code.find('\0') == std::string_view::npos
                           ? lang::python::read_outline(code)
                           : std::nullopt;
  std::set<std::uint32_t> lines;
  if (!outline) {
    std::uint32_t number = 0;
    for (const std::string_view line : split(code, '\n')) {
      ++number;
      if (!trim(line).empty() && trim(line)[0] != '#') lines.insert(number);
    }
    return lines.size();
  }
  for (std::size_t i = 0; i < outline->statements.size(); ++i) {
    const auto tokens = outline->tokens_of(i);
    const bool docstring = tokens.size() == 1 && tokens[0].kind == lang::python::TokenKind::kString;
    if (docstring) continue;
    for (const lang::python::Token& token : tokens) lines.insert(token.line);
  }
  return lines.size();
}

}  // namespace papert::datagen
