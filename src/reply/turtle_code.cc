#include "reply/turtle_code.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace papert::reply {
namespace {

/// Calls that move something that leaves a line, with the parenthesis.
constexpr std::array<std::string_view, 17> kMoves{
    "forward(",  "fd(",     "backward(", "back(", "bk(",   "circle(",
    "goto(",     "setpos(", "setx(",     "sety(", "home(", "setposition(",
    "teleport(", "dot(",    "aa(",       "cc(",   "stamp("};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// A call of this name, not of one that ends like it.
bool calls(std::string_view code, std::string_view name) {
  for (std::size_t at = code.find(name); at != std::string_view::npos;
       at = code.find(name, at + 1)) {
    if (at == 0 || !is_word(code[at - 1])) return true;
  }
  return false;
}

}  // namespace

bool draws_with_turtle(std::string_view code) {
  return std::any_of(kMoves.begin(), kMoves.end(),
                     [&](std::string_view move) { return calls(code, move); });
}

Likeness turtle_likeness(std::string_view code) {
  return draws_with_turtle(code) ? Likeness::kProgram : Likeness::kNone;
}

std::size_t count_code_lines(std::string_view code) {
  std::size_t count = 0;
  for (const std::string_view line : split(code, '\n')) {
    const std::string_view text = trim(line);
    if (!text.empty() && text.front() != '#') ++count;
  }
  return count;
}

}  // namespace papert::reply
