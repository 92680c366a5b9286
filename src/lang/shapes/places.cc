#include "lang/shapes/places.h"

#include <algorithm>

namespace papert::lang::shapes {
namespace {

bool is_between(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == ';' || c == '\\';
}

std::size_t line_end(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size());
}

/// Behind the bracket that closes the first one.
std::size_t call_end(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '#') {
      at = line_end(text, at);
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && (depth == 0 || --depth == 0)) {
      return at + 1;
    }
  }
  return text.size();
}

}  // namespace

std::vector<StatementPlace> statement_places(std::string_view text) {
  std::vector<StatementPlace> places;
  for (std::size_t at = 0; at < text.size();) {
    if (is_between(text[at])) {
      ++at;
    } else if (text[at] == '#') {
      at = line_end(text, at);
    } else {
      const std::size_t end = call_end(text, at);
      places.push_back({at, end});
      at = end;
    }
  }
  return places;
}

}  // namespace papert::lang::shapes
