// What the words of a graphics program are worth: answers that need no picture.
//
// Reads an sgp prompt as a person with regular expressions would: tags, fills (by attribute, style,
// class or group), points of polygons, commands of paths, sizes of elements, their order, words of
// CAD notations. It never applies a transform, never asks what covers what, never draws. The gap
// between it and chance is what a set of questions gives away by its text.
#pragma once

#include <string>
#include <string_view>

namespace papert::solve {

/// "Answer: X" for a prompt with a program, a question and options; an empty text for any other.
[[nodiscard]] std::string answer_by_words(std::string_view prompt);

}  // namespace papert::solve
