// What a piece of a reply says: which option, or which value.
//
// The piece begins where the answer should stand ("B because A is the door", behind "Answer:"), so
// it is read from its head: words that only lead up to an answer are skipped, then there is a
// letter, or the text of an option within the first sentence. What follows "because", "not" or
// "rather than" is not part of the answer; a second letter behind a comma or "or" makes it unclear.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace papert::reply {

struct Reading {
  /// Nothing: the piece makes no statement, another one may. Unclear: it is a statement that names
  /// several options or one that does not exist.
  enum class Kind { kNothing, kUnclear, kFound };

  Kind kind = Kind::kNothing;
  std::string value;  // a capital letter, or the value
};

[[nodiscard]] Reading read_choice(std::string_view piece, const std::vector<std::string>& options);

/// The value of an open answer in the form in which answers are compared: a number in digits
/// ("seven" is 7, "7.0" is 7), else small letters without what surrounds them.
[[nodiscard]] Reading read_value(std::string_view piece, bool number_expected);

/// The form in which texts of options are compared: small letters, no article in front, numbers in
/// digits. "A tree" and "tree", "Four" and "4" are the same.
[[nodiscard]] std::string comparable(std::string_view text);

/// Whether the value is a number, in digits or in words.
[[nodiscard]] bool is_number(std::string_view value);

}  // namespace papert::reply
