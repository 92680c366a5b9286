// The functions of the module math that a program may use. A text is looked at word by word, not by
// tokens: it need not be Python, and a name inside a string may be meant, too.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace papert::lang::python {

/// Calls use(word) for every stretch of ASCII letters, digits and underscores.
template <class Use>
void for_each_word(std::string_view text, const Use& use) {
  const auto in_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && in_word(text[end])) ++end;
    if (end > i) use(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
}

/// The line that imports from math what the text names; empty if that is nothing.
[[nodiscard]] std::string math_import(std::string_view text);

}  // namespace papert::lang::python
