#include "lang/turtle/host/calls.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "lang/python/tokens.h"

namespace papert::lang::turtle {
namespace {

struct Command {
  std::string_view name;
  std::string_view full;
};

// In the order of names. What asks (position, distance) or sets up the screen is not drawing.
constexpr std::array kCommands = std::to_array<Command>({
    {"back", "backward"},
    {"backward", "backward"},
    {"begin_fill", "begin_fill"},
    {"bk", "backward"},
    {"circle", "circle"},
    {"color", "color"},
    {"dot", "dot"},
    {"down", "pendown"},
    {"end_fill", "end_fill"},
    {"fd", "forward"},
    {"fillcolor", "fillcolor"},
    {"forward", "forward"},
    {"goto", "goto"},
    {"home", "home"},
    {"left", "left"},
    {"lt", "left"},
    {"pd", "pendown"},
    {"pencolor", "pencolor"},
    {"pendown", "pendown"},
    {"pensize", "pensize"},
    {"penup", "penup"},
    {"pu", "penup"},
    {"right", "right"},
    {"rt", "right"},
    {"seth", "setheading"},
    {"setheading", "setheading"},
    {"setpos", "goto"},
    {"setposition", "goto"},
    {"setx", "setx"},
    {"sety", "sety"},
    {"stamp", "stamp"},
    {"teleport", "teleport"},
    {"up", "penup"},
    {"width", "pensize"},
    {"write", "write"},
});

const Command* find_command(std::string_view name) {
  const auto* found =
      std::lower_bound(kCommands.begin(), kCommands.end(), name,
                       [](const Command& command, auto wanted) { return command.name < wanted; });
  return found != kCommands.end() && found->name == name ? found : nullptr;
}

}  // namespace

std::map<std::string, std::int64_t> count_calls(std::string_view program) {
  using python::TokenKind;
  std::map<std::string, std::int64_t> counts;
  // The tokenizer must not be given other bytes.
  if (!is_valid_utf8(program) || program.find('\0') != std::string_view::npos) return counts;
  python::Tokenizer tokens(program);
  const Command* command = nullptr;  // of the name before
  TokenKind before = TokenKind::kNewline;
  for (python::Token token = tokens.next();
       token.kind != TokenKind::kEnd && token.kind != TokenKind::kError; token = tokens.next()) {
    if (token.kind == TokenKind::kLeftParen && command != nullptr) {
      ++counts[std::string(command->full)];
    }
    const bool called = token.kind == TokenKind::kName && before != TokenKind::kDef;
    command = called ? find_command(tokens.text_of(token)) : nullptr;
    before = token.kind;
  }
  return counts;
}

}  // namespace papert::lang::turtle
