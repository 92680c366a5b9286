#include "reply/words.h"

#include <algorithm>
#include <array>

#include "reply/plain_reply.h"

namespace papert::reply {
namespace {

enum class Script { kNone, kLatin, kIdeograph, kOther };

Script script_of(char32_t c) {
  if ((c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z')) return Script::kLatin;
  if (c >= 0xC0 && c <= 0x24F && c != 0xD7 && c != 0xF7) return Script::kLatin;
  if (c >= 0x1E00 && c <= 0x1EFF) return Script::kLatin;
  if ((c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF)) return Script::kIdeograph;
  const bool other = (c >= 0x300 && c <= 0x1DFF) || (c >= 0xAC00 && c <= 0xD7AF);
  return other ? Script::kOther : Script::kNone;
}

char32_t small(char32_t c) {
  if (c >= U'A' && c <= U'Z') return c + 32;
  if (c >= 0xC0 && c <= 0xDE && c != 0xD7) return c + 32;
  if (c >= 0x100 && c <= 0x137) return c | 1U;
  if (c >= 0x139 && c <= 0x148) return (c & 1U) != 0 ? c + 1 : c;
  if (c >= 0x14A && c <= 0x177) return c | 1U;
  if (c >= 0x391 && c <= 0x3A9) return c + 32;
  if (c >= 0x410 && c <= 0x42F) return c + 32;
  if (c >= 0x400 && c <= 0x40F) return c + 80;
  if (c >= 0x1E00 && c <= 0x1EFF) return c | 1U;
  return c;
}

bool is_digit(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

/// Cyrillic and Greek letters that look like A, B, C, E and H.
struct Lookalike {
  char32_t capital;
  char latin;
};
constexpr std::array<Lookalike, 9> kLookalikes{{{0x410, 'a'},
                                                {0x412, 'b'},
                                                {0x421, 'c'},
                                                {0x415, 'e'},
                                                {0x41D, 'h'},
                                                {0x391, 'a'},
                                                {0x392, 'b'},
                                                {0x395, 'e'},
                                                {0x397, 'h'}}};

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<Word> run() {
    while (at_ < text_.size()) step();
    return std::move(words_);
  }

 private:
  void step() {
    std::size_t next = at_;
    const char32_t c = next_code_point(text_, next);
    if (c == U' ' || c == U'\t' || c == U'\r') {
      at_ = next;
    } else if (is_digit(text_, at_) || starts_negative()) {
      number();
    } else if (script_of(c) != Script::kNone) {
      word(script_of(c));
    } else {
      add(c == U'\n' ? Word::Kind::kBreak : Word::Kind::kSign, next, false);
    }
  }

  [[nodiscard]] bool starts_negative() const {
    const bool apart = words_.empty() || words_.back().end < at_ ||
                       words_.back().kind == Word::Kind::kSign || words_.back().is_break();
    return text_[at_] == '-' && is_digit(text_, at_ + 1) && apart;
  }

  void number() {
    std::size_t end = at_ + 1;
    while (is_digit(text_, end)) ++end;
    if (end < text_.size() && text_[end] == '.' && is_digit(text_, end + 1)) {
      for (++end; is_digit(text_, end);) ++end;
    }
    // "1e999", "24px", "3D": not a number by itself.
    bool plain = true;
    for (std::size_t next = end; next < text_.size(); end = next) {
      const char32_t c = next_code_point(text_, next);
      if (script_of(c) != Script::kLatin && !(c >= U'0' && c <= U'9' && !plain)) break;
      plain = false;
    }
    add(plain ? Word::Kind::kNumber : Word::Kind::kWord, end, false);
  }

  void word(Script script) {
    std::size_t end = at_;
    const char32_t first = next_code_point(text_, end);
    std::size_t letters = 1;
    for (std::size_t next = end; script != Script::kIdeograph && next < text_.size(); end = next) {
      const char32_t c = next_code_point(text_, next);
      std::size_t behind = next;
      const bool apostrophe =
          c == U'\'' && next < text_.size() && script_of(next_code_point(text_, behind)) == script;
      const bool digit = c >= U'0' && c <= U'9';
      if (script_of(c) != script && !apostrophe && !digit) break;
      ++letters;
    }
    add(Word::Kind::kWord, end, small(first) != first);
    const auto* twin = std::find_if(kLookalikes.begin(), kLookalikes.end(),
                                    [&](const Lookalike& each) { return each.capital == first; });
    if (letters == 1 && twin != kLookalikes.end()) words_.back().text = twin->latin;
  }

  void add(Word::Kind kind, std::size_t end, bool capital) {
    std::string text;
    for (std::size_t at = at_; at < end;)
      append_code_point(text, small(next_code_point(text_, at)));
    words_.push_back({kind, std::move(text), capital, at_, end});
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Word> words_;
};

/// Words that go on about a letter in front of them; before any other word an "A" is an article.
// clang-format off
constexpr std::array<std::string_view, 58> kAfterLetter{
    "because", "since", "as", "is", "isn't", "was", "due", "for", "and", "or", "rather", "but",
    "not", "over", "instead", "given", "based", "which", "where", "seems", "appears", "fits",
    "matches", "would", "should", "must", "it", "the", "has", "here", "by", "may", "could",
    "might", "cannot", "can't", "weil", "da", "und", "oder", "ist", "et", "ou", "est", "porque",
    "y", "o", "e", "es", "perché", "è", "pois", "é", "to", "in", "makes", "looks", "correct"};
// clang-format on

/// The stop of something quoted inside a sentence: "the answer to 'What is it?' is B".
bool is_quoted_end(Words words, std::size_t stop) {
  if (stop + 2 >= words.size()) return false;
  const Word& quote = words[stop + 1];
  const Word& next = words[stop + 2];
  const bool quoted = quote.is("\"") || quote.is("'") || quote.is(")");
  return quoted && next.is_word() && !next.capital;
}

/// The second stop of "i.e." and "e.g.".
bool is_abbreviation(Words words, std::size_t stop) {
  return stop >= 2 && words[stop - 2].is(".") && words[stop - 1].is_word() &&
         words[stop - 1].text.size() == 1 && words[stop - 1].begin == words[stop - 2].end;
}

}  // namespace

std::vector<Word> words_of(std::string_view text) { return Splitter(text).run(); }

std::size_t phrase_length(std::string_view phrase) {
  return 1 + static_cast<std::size_t>(std::count(phrase.begin(), phrase.end(), ' '));
}

bool starts_with_phrase(Words words, std::size_t at, std::string_view phrase) {
  for (;;) {
    const std::size_t space = phrase.find(' ');
    if (at >= words.size() || words[at].text != phrase.substr(0, space)) return false;
    if (space == std::string_view::npos) return true;
    phrase.remove_prefix(space + 1);
    ++at;
  }
}

std::size_t letter_of(const Word& word) {
  if (!word.is_word() || word.text.size() != 1) return kNoLetter;
  const char c = word.text[0];
  return c >= 'a' && c <= 'h' ? static_cast<std::size_t>(c - 'a') : kNoLetter;
}

std::size_t letter_at(Words words, std::size_t at) {
  if (at >= words.size()) return kNoLetter;
  const std::size_t letter = letter_of(words[at]);
  const bool before_word = at + 1 < words.size() &&
                           (words[at + 1].is_word() || words[at + 1].kind == Word::Kind::kNumber);
  if (letter == kNoLetter || !before_word) return letter;
  const Word& next = words[at + 1];
  const bool latin =
      static_cast<unsigned char>(next.text[0]) < 0x80 || phrase_at(words, at + 1, kAfterLetter) > 0;
  if (!latin) return letter;  // a particle or a character of another script
  if (!words[at].capital || letter == 0) {
    return phrase_at(words, at + 1, kAfterLetter) > 0 && words[at].capital ? letter : kNoLetter;
  }
  return letter;
}

std::size_t sentence_end(Words words, std::size_t at) {
  for (std::size_t i = at; i < words.size(); ++i) {
    if (words[i].is_break()) return i;
    const bool stop = words[i].is(".") || words[i].is("!") || words[i].is("?");
    const bool label = i == at + 1 && letter_of(words[at]) != kNoLetter && words[i].is(".");
    const bool inside = i + 1 < words.size() && words[i + 1].begin == words[i].end &&
                        words[i + 1].kind != Word::Kind::kSign && !words[i + 1].is_break();
    if (stop && !label && !inside && !is_quoted_end(words, i) && !is_abbreviation(words, i)) {
      return i;
    }
  }
  return words.size();
}

}  // namespace papert::reply
