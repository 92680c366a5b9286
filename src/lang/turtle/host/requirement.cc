#include "lang/turtle/host/requirement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/numbers.h"
#include "base/text.h"

namespace papert::lang::turtle {
namespace {

using python::Outline;
using python::Token;
using python::TokenKind;

constexpr std::string_view kEntry = "draw";
constexpr std::string_view kMark = "require:";

constexpr std::array<std::string_view, 50> kKnownCommands{
    "back",        "backward",   "begin_fill", "bgcolor",     "bk",
    "circle",      "clear",      "clearstamp", "clearstamps", "color",
    "dot",         "down",       "end_fill",   "fd",          "fillcolor",
    "forward",     "goto",       "home",       "left",        "lt",
    "pd",          "pen",        "pencolor",   "pendown",     "pensize",
    "penup",       "pu",         "reset",      "right",       "rt",
    "seth",        "setheading", "setpos",     "setposition", "settiltangle",
    "setx",        "sety",       "shape",      "shapesize",   "shapetransform",
    "shearfactor", "stamp",      "teleport",   "tilt",        "tiltangle",
    "turtlesize",  "undo",       "up",         "width",       "write"};

bool is_command(std::string_view name) {
  return std::find(kKnownCommands.begin(), kKnownCommands.end(), name) != kKnownCommands.end();
}

/// The functions that the program defines: their plain calls are not commands.
std::vector<std::string_view> functions_of(const Outline& outline) {
  std::vector<std::string_view> names;
  for (std::size_t i = 1; i < outline.tokens.size(); ++i) {
    if (outline.tokens[i - 1].kind == TokenKind::kDef) {
      names.push_back(outline.text_of(outline.tokens[i]));
    }
  }
  return names;
}

std::size_t count_commands(const Outline& outline) {
  const std::vector<std::string_view> own = functions_of(outline);
  std::size_t count = 0;
  for (std::size_t i = 0; i + 1 < outline.tokens.size(); ++i) {
    const Token& token = outline.tokens[i];
    const bool is_call =
        token.kind == TokenKind::kName && outline.tokens[i + 1].kind == TokenKind::kLeftParen;
    if (!is_call || !is_command(outline.text_of(token))) continue;
    const TokenKind previous = i == 0 ? TokenKind::kEnd : outline.tokens[i - 1].kind;
    const bool is_own = previous == TokenKind::kDef ||
                        (previous != TokenKind::kDot &&
                         std::find(own.begin(), own.end(), outline.text_of(token)) != own.end());
    count += is_own ? 0 : 1;
  }
  return count;
}

/// Lower case, one blank between words, without "a" and a full stop at the end.
std::string plain(std::string_view text) {
  const std::string small = lower(text);
  std::string words;
  for (std::string_view word : split(small, ' ')) {
    word = trim(word);
    if (word.empty() || word == "a") continue;
    if (!words.empty()) words += ' ';
    words += word;
  }
  if (words.ends_with('.')) words.pop_back();
  return words;
}

struct Known {
  std::string_view text;
  Demand demand;
};

constexpr std::array<Known, 5> kPlain{{{"uses loop", Demand::kLoop},
                                       {"uses nested loop", Demand::kNestedLoop},
                                       {"uses function", Demand::kFunction},
                                       {"no repetition", Demand::kNoRepetition},
                                       {"no unused code", Demand::kNoUnusedCode}}};
constexpr std::array<Known, 2> kCounted{
    {{"at most ", Demand::kMost}, {"at least ", Demand::kLeast}}};

std::optional<std::size_t> count_in(std::string_view words, std::string_view before) {
  if (!words.starts_with(before)) return std::nullopt;
  words.remove_prefix(before.size());
  const std::size_t blank = words.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const std::string_view noun = words.substr(blank + 1);
  if (noun != "command" && noun != "commands") return std::nullopt;
  return parse_number<std::size_t>(words.substr(0, blank));
}

std::string commands_text(std::size_t count) {
  return fmt::format("{} command{}", count, count == 1 ? "" : "s");
}

}  // namespace

std::optional<ProgramFacts> facts_of(std::string_view code) {
  const std::optional<Outline> outline = python::read_outline(code);
  if (!outline) return std::nullopt;
  return ProgramFacts{.quality = python::describe_code(*outline, kEntry),
                      .commands = count_commands(*outline)};
}

Result<Requirement> parse_requirement(std::string_view text, const std::string& where) {
  const std::string words = plain(text);
  for (const Known& known : kPlain) {
    if (words == known.text || words == std::string(known.text) + "s") {
      return Requirement{std::string(known.text), known.demand};
    }
  }
  for (const Known& known : kCounted) {
    const std::optional<std::size_t> count = count_in(words, known.text);
    if (count)
      return Requirement{std::string(known.text) + commands_text(*count), known.demand, *count};
  }
  return fail(ErrorCode::kUsage,
              fmt::format("'{}' is not a requirement; there are: uses loop, uses nested loop, uses "
                          "function, at most N commands, at least N commands, no repetition, no "
                          "unused code",
                          trim(text)),
              where);
}

Result<std::vector<Requirement>> requirements_in(std::string_view code, const std::string& name) {
  std::vector<Requirement> found;
  std::size_t number = 0;
  for (std::string_view line : split(code, '\n')) {
    ++number;
    line = trim(line);
    if (!line.starts_with('#')) continue;
    line = trim(line.substr(1));
    if (!line.starts_with(kMark)) continue;
    Requirement each =
        TRY(parse_requirement(line.substr(kMark.size()), fmt::format("{}:{}", name, number)));
    found.push_back(std::move(each));
  }
  return found;
}

std::string unmet(const Requirement& requirement, const ProgramFacts& facts) {
  const python::CodeQuality& quality = facts.quality;
  const auto unless = [&](bool met, const std::string& fact) {
    return met ? "" : fmt::format("{} ({})", requirement.text, fact);
  };
  switch (requirement.demand) {
    case Demand::kLoop:
      return unless(quality.loops > 0, "it has none");
    case Demand::kNestedLoop:
      return unless(quality.loop_depth > 1,
                    quality.loops > 0 ? "no loop lies in another" : "it has no loop");
    case Demand::kFunction:
      return unless(quality.helpers > 0, quality.unused_functions > 0
                                             ? "the one it has is never called"
                                             : "it has none of its own");
    case Demand::kMost:
      return unless(facts.commands <= requirement.commands,
                    fmt::format("it has {}", facts.commands));
    case Demand::kLeast:
      return unless(facts.commands >= requirement.commands,
                    fmt::format("it has {}", facts.commands));
    case Demand::kNoRepetition:
      return unless(quality.repeated == 0,
                    fmt::format("a loop would spare {} statement{}", quality.repeated,
                                quality.repeated == 1 ? "" : "s"));
    case Demand::kNoUnusedCode:
      return unless(quality.unused() == 0, fmt::format("{} unused", quality.unused()));
  }
  return {};
}

}  // namespace papert::lang::turtle
