// Flags of papert datagen turtle that leave out a part of the published recipe, or put another in
// its place.
#pragma once

#include <string>

#include "base/result.h"
#include "command.h"
#include "datagen/turtle/generate.h"

namespace papert::cli {

struct TurtleChoices {
  std::string guide = "pairs";
  std::string balance = "none";
  std::string picture = "clean";
  std::string select;
  std::string as = "turtleai";
};

void add_turtle_choices(Command& recipe, TurtleChoices& choices);

/// Reads what the flags name. With a grammar, instructions must be names of operators.
[[nodiscard]] Result<void> apply_choices(const TurtleChoices& choices, bool grammar,
                                         datagen::GenerateOptions& options, datagen::Roles& roles);

/// What people chose, or, for the preset that is chosen from by hand, how they can.
[[nodiscard]] std::string selection_words(const datagen::GenerateOptions& options,
                                          const datagen::GenerateReport& report);

/// Where the set is wanted for another suite: writes it for that, and prints what it is.
[[nodiscard]] Result<void> write_other_suite(const TurtleChoices& choices,
                                             const datagen::GenerateOptions& options);

}  // namespace papert::cli
