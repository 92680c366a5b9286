// The form in which texts are compared: words without signs, numbers in digits, no article in
// front.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reply/words.h"

namespace papert::reply {

/// A word as a number in its shortest form.
[[nodiscard]] std::optional<std::string> number_of(std::string_view word);

/// The number at `at`. "One" is one only where it is not a pronoun: "the blue one".
[[nodiscard]] std::optional<std::string> number_at(Words words, std::size_t at);

/// The words that texts are compared by: signs left out, numbers in digits.
struct Content {
  std::vector<std::string> texts;
  std::vector<std::size_t> places;  // of each, among the words
};

[[nodiscard]] Content content_of(Words words, std::size_t begin, std::size_t end);

/// Of a whole text, without an article in front.
[[nodiscard]] std::vector<std::string> texts_of(std::string_view text);

}  // namespace papert::reply
