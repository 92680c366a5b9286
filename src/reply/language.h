// In which language or library a program draws: by the label of its fence and by its words, without
// running it.
#pragma once

#include <string_view>

namespace papert::reply {

/// "turtle", "rabbit", the name of another drawing library or language, "python" for a program that
/// names none, "pseudocode", or "unknown". `label` is what stands behind the opening fence; one
/// that names another language than Python decides, and words only say which of the libraries of
/// that language it is. Without such a label the first rule that matches the words decides.
[[nodiscard]] std::string_view language_of(std::string_view code, std::string_view label = {});

}  // namespace papert::reply
