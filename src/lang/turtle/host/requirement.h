// What a teacher asks of a program beside its drawing: "uses loop", "at most 12 commands".
//
// A command is a call, as it is written, of what draws or says how it is drawn: forward, left,
// goto, penup, color, begin_fill, dot, write and their like, with their short names. However often
// it is run, it counts once. What prepares or asks (speed, hideturtle, done, Turtle, position) and
// functions of one's own are not commands.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lang/python/quality.h"

namespace papert::lang::turtle {

struct ProgramFacts {
  python::CodeQuality quality;
  std::size_t commands = 0;
};

/// Nothing for what is not Python.
[[nodiscard]] std::optional<ProgramFacts> facts_of(std::string_view code);

enum class Demand { kLoop, kNestedLoop, kFunction, kMost, kLeast, kNoRepetition, kNoUnusedCode };

struct Requirement {
  std::string text;  // as it is listed
  Demand demand = Demand::kLoop;
  std::size_t commands = 0;  // for kMost and kLeast
};

/// The words in any case and spacing; the error lists what there is. `where` is for messages.
[[nodiscard]] Result<Requirement> parse_requirement(std::string_view text,
                                                    const std::string& where);

/// Those that a program asks for in comments of their own: "# require: uses loop". `name` is for
/// messages.
[[nodiscard]] Result<std::vector<Requirement>> requirements_in(std::string_view code,
                                                               const std::string& name);

/// What is wrong, beginning with the requirement's text: "at most 12 commands (it has 14)". Empty
/// if it is met.
[[nodiscard]] std::string unmet(const Requirement& requirement, const ProgramFacts& facts);

}  // namespace papert::lang::turtle
