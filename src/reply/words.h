// A plain reply (plain_reply.h) as a row of words, numbers and signs, the unit in which answers are
// looked for and read.
//
// A word is a run of letters of one script: "B입니다" is two words, so a letter is found beside a
// particle. Characters of Chinese and Japanese are a word each. "4.0" and "-2" are numbers.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace papert::reply {

struct Word {
  enum class Kind { kWord, kNumber, kSign, kBreak };

  Kind kind = Kind::kWord;
  std::string text;      // small letters; one character for a sign, "\n" for a break
  bool capital = false;  // the first letter was
  std::size_t begin = 0;
  std::size_t end = 0;  // in the text

  [[nodiscard]] bool is(std::string_view word) const { return text == word; }
  [[nodiscard]] bool is_word() const { return kind == Kind::kWord; }
  [[nodiscard]] bool is_break() const { return kind == Kind::kBreak; }
};

using Words = std::span<const Word>;

[[nodiscard]] std::vector<Word> words_of(std::string_view text);

/// Whether the words at `at` are those of `phrase`, which are separated by single spaces.
[[nodiscard]] bool starts_with_phrase(Words words, std::size_t at, std::string_view phrase);
[[nodiscard]] std::size_t phrase_length(std::string_view phrase);

/// Whether the word is one letter of an option, A to H, and which.
inline constexpr std::size_t kNoLetter = static_cast<std::size_t>(-1);
[[nodiscard]] std::size_t letter_of(const Word& word);

/// The letter that the words name at `at`, where an "A" in front of a noun is an article: "A
/// because
/// ..." names one, "A red circle" does not.
[[nodiscard]] std::size_t letter_at(Words words, std::size_t at);

/// The first place behind `at` where the sentence ends: a line break or a full stop that does not
/// belong to a label ("B. Blue") at `at` itself.
[[nodiscard]] std::size_t sentence_end(Words words, std::size_t at);

/// Whether any of the words from `begin` to before `end` is in the list.
template <class List>
[[nodiscard]] bool any_of_words(Words words, std::size_t begin, std::size_t end, const List& list) {
  for (std::size_t i = begin; i < end && i < words.size(); ++i) {
    for (const std::string_view phrase : list) {
      if (starts_with_phrase(words, i, phrase)) return true;
    }
  }
  return false;
}

/// Whether a phrase of the list starts at `at`; its length in words, or 0.
template <class List>
[[nodiscard]] std::size_t phrase_at(Words words, std::size_t at, const List& list) {
  std::size_t longest = 0;
  for (const std::string_view phrase : list) {
    if (!starts_with_phrase(words, at, phrase)) continue;
    longest = std::max(longest, phrase_length(phrase));
  }
  return longest;
}

}  // namespace papert::reply
