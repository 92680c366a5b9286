#include "reply/compared_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "reply/cues.h"

namespace papert::reply {
namespace {

constexpr std::array<std::string_view, 21> kNumberWords{
    "zero",     "one",     "two",     "three",     "four",     "five",     "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};

/// British spellings of what pictures are described by.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kBritish{{
    {"grey", "gray"},
    {"colour", "color"},
    {"coloured", "colored"},
    {"centre", "center"},
    {"centred", "centered"},
    {"metre", "meter"},
}};

std::string spelt(const std::string& word) {
  const auto found = std::find_if(kBritish.begin(), kBritish.end(),
                                  [&](const auto& each) { return each.first == word; });
  return found == kBritish.end() ? word : std::string(found->second);
}

}  // namespace

std::optional<std::string> number_of(std::string_view word) {
  const auto named = std::find(kNumberWords.begin(), kNumberWords.end(), word);
  if (named != kNumberWords.end()) return std::to_string(named - kNumberWords.begin());
  double value = 0;
  const char* const begin = word.data();
  const char* const end = begin + word.size();
  const auto [stop, error] = std::from_chars(begin, end, value, std::chars_format::fixed);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return fmt::format("{}", value == 0 ? 0.0 : value);
}

std::optional<std::string> number_at(Words words, std::size_t at) {
  const Word& word = words[at];
  if (word.kind == Word::Kind::kSign || word.is_break()) return std::nullopt;
  if (word.is("one") && at > 0 && words[at - 1].is_word()) {
    constexpr std::array<std::string_view, 7> kBefore{"is",   "are", "only", "exactly",
                                                      "just", "be",  "digit"};
    if (phrase_at(words, at - 1, kBefore) == 0) return std::nullopt;
  }
  return number_of(word.text);
}

Content content_of(Words words, std::size_t begin, std::size_t end) {
  Content content;
  for (std::size_t i = begin; i < end; ++i) {
    if (words[i].kind == Word::Kind::kSign || words[i].is_break()) continue;
    // "Option 4" may be the fourth or the one that says 4: neither is read.
    const bool ordinal = i > 0 && words[i].kind == Word::Kind::kNumber &&
                         (words[i - 1].is("option") || words[i - 1].is("choice"));
    content.texts.push_back(ordinal ? "option " + words[i].text
                                    : number_at(words, i).value_or(spelt(words[i].text)));
    content.places.push_back(i);
  }
  return content;
}

std::vector<std::string> texts_of(std::string_view text) {
  const std::vector<Word> words = words_of(text);
  std::vector<std::string> texts = content_of(words, 0, words.size()).texts;
  const auto article = [&] {
    return std::find(cues::kArticles.begin(), cues::kArticles.end(), texts.front()) !=
           cues::kArticles.end();
  };
  if (texts.size() > 1 && article()) texts.erase(texts.begin());
  return texts;
}

}  // namespace papert::reply
