// A grown program as turtlebench has them: a text with a turtle t, a length that is given by a
// name, and words for the change that led to it. Private to this folder.
#pragma once

#include <string>
#include <string_view>

#include "scene/scene.h"

namespace papert::datagen {

struct BenchProgram {
  std::string variables;  // "size=100"
  std::string code;
};

/// Without colours and pens; the commonest length becomes a variable, where there is a plain one.
[[nodiscard]] BenchProgram bench_program(std::string_view code);

/// The kind of tweak that an operator of the grammar makes.
[[nodiscard]] std::string_view tweak_kind(std::string_view change);

/// What is asked for, with the result in words.
[[nodiscard]] std::string tweak_query(std::string_view change, std::string_view result);

/// What the picture shows, without its colours.
[[nodiscard]] std::string picture_words(std::string_view code, const scene::Scene& ink);

}  // namespace papert::datagen
