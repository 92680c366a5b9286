// In which language or library a program draws: by its words, without running it.
#pragma once

#include <string_view>

namespace papert::turtlebench {

/// "turtle", "rabbit", the name of another drawing library or language, "python" for a program that
/// names none, or "unknown". The first rule that matches decides.
[[nodiscard]] std::string_view language_of(std::string_view code);

/// Whether it calls what moves a turtle or a rabbit.
[[nodiscard]] bool draws_with_turtle(std::string_view code);

}  // namespace papert::turtlebench
