// Not by tokens: the code of a reply need not be Python, nor UTF-8, and is passed on as it is.
#include "lang/python/future_imports.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace papert::lang::python {
namespace {

/// Where the string that opens at `at` ends; the end of the code if it never does.
std::size_t string_end(std::string_view code, std::size_t at) {
  const std::string_view three = code.substr(at, 3);
  const bool is_long = three == R"(""")" || three == "'''";
  const std::string_view quote = code.substr(at, is_long ? 3 : 1);
  std::size_t i = at + quote.size();
  while (i < code.size() && code.substr(i, quote.size()) != quote) i += code[i] == '\\' ? 2 : 1;
  return std::min(i + quote.size(), code.size());
}

/// Where the statement that begins at `at` ends: at a line's end outside parentheses.
std::size_t statement_end(std::string_view code, std::size_t at) {
  int open = 0;
  for (; at < code.size(); ++at) {
    const char c = code[at];
    if (c == '(') ++open;
    if (c == ')') --open;
    if (c == '\\' && at + 1 < code.size()) ++at;
    if (c == '#') at = std::min(code.find('\n', at), code.size()) - 1;
    if (c == '\n' && open <= 0) break;
  }
  return at;
}

}  // namespace

std::string take_future_imports(std::string& code) {
  constexpr std::string_view kImport = "from __future__ import";
  std::string taken;
  bool string_seen = false;
  std::size_t at = 0;
  while ((at = code.find_first_not_of(" \t\r\n\f", at)) != std::string::npos) {
    const std::string_view rest = std::string_view(code).substr(at);
    if (rest.front() == '#') {
      at = std::min(code.find('\n', at), code.size());
    } else if (!string_seen && (rest.front() == '"' || rest.front() == '\'')) {
      string_seen = true;
      at = string_end(code, at);
    } else if (rest.starts_with(kImport) && (at == 0 || code[at - 1] == '\n')) {
      const std::size_t end = statement_end(code, at);
      taken += code.substr(at, end - at) + "\n";
      std::replace_if(
          code.begin() + static_cast<std::ptrdiff_t>(at),
          code.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; }, ' ');
      at = end;
    } else {
      break;
    }
  }
  return taken;
}

}  // namespace papert::lang::python
