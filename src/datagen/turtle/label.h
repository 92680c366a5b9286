// Labels: what a picture shows, and how its program comes about, in words. A label is the target of
// training; whoever wrote it, it is accepted only if its program still draws the picture.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "lang/turtle/host/jail_pool.h"
#include "scene/scene.h"

namespace papert::datagen {

/// The label by template: two headed sections (the picture, the steps) and the program in a fence.
/// check_label() accepts it.
/// Written from the drawing and the tree; a program that does not parse has fewer steps.
[[nodiscard]] std::string template_label(std::string_view code, const scene::Scene& scene);

/// What a label belongs to.
struct Labelled {
  std::string_view code;
  const scene::Scene& scene;
};

struct LabelVerdict {
  bool text_accepted = false;     // there are words, and they do not speak of a given program
  bool program_accepted = false;  // one block, defines draw, runs, draws the same, is not longer
  std::string code;               // of the block, where there is one
  double similarity = 0;          // 1 - difference by the faithful rule; 0 if it did not run
  std::string reason;             // what is wrong, in a sentence; empty if nothing is

  [[nodiscard]] bool accepted() const { return text_accepted && program_accepted; }
};

/// Lines of code that a label's program may have more than the original.
inline constexpr std::size_t kMoreLines = 5;

/// The error is the machine's (no jail), never the label's.
[[nodiscard]] Result<LabelVerdict> check_label(lang::turtle::JailPool& jails,
                                               std::string_view label, const Labelled& original);

/// The words of a label with that program in place of its own: for a label of which only the
/// program is at fault.
[[nodiscard]] std::string label_with_program(std::string_view label, std::string_view code);

/// The text of a label that is a program alone.
[[nodiscard]] std::string program_alone(std::string_view code);

/// Lines of code: without blank lines, comments and docstrings.
[[nodiscard]] std::size_t code_lines(std::string_view code);

}  // namespace papert::datagen
