#include "lang/svg/in_text.h"

#include <algorithm>

namespace papert::lang::svg {

std::optional<std::string_view> find_document(std::string_view text) {
  constexpr std::string_view kClose = "</svg>";
  const std::size_t svg = text.find("<svg");
  const std::size_t close = text.rfind(kClose);
  if (svg == std::string_view::npos || close == std::string_view::npos || close < svg) {
    return std::nullopt;
  }
  const std::size_t begin = std::min(svg, text.find("<?xml"));
  return text.substr(begin, close + kClose.size() - begin);
}

bool repair_view_box(std::string& program) {
  constexpr std::string_view kLost = "viewbox";
  bool repaired = false;
  for (std::size_t open = program.find("<svg"); open != std::string::npos;
       open = program.find("<svg", open + 4)) {
    const std::size_t close = std::min(program.find('>', open), program.size());
    const std::string_view tag = std::string_view(program).substr(open, close - open);
    const std::size_t lost = tag.find(kLost);
    if (lost == std::string_view::npos || tag.find("viewBox") != std::string_view::npos) continue;
    const std::size_t after = tag.find_first_not_of(" \t\r\n", lost + kLost.size());
    const bool attribute =
        lost > 0 && std::string_view(" \t\r\n\"'").find(tag[lost - 1]) != std::string_view::npos &&
        after != std::string_view::npos && tag[after] == '=';
    if (!attribute) continue;
    program[open + lost + 4] = 'B';
    repaired = true;
  }
  return repaired;
}

}  // namespace papert::lang::svg
