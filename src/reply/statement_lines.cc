// What a reply says by its place: a letter or a number as its first or last line, and its first and
// last sentence.

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "reply/cues.h"
#include "reply/statement_finder.h"

namespace papert::reply {

void StatementFinder::lines() {
  std::size_t last = 0;
  std::optional<std::size_t> first;
  for (std::size_t at = 0; at < words_.size(); at = next_line(at)) {
    if (!has_word(at, line_end(at))) continue;
    if (!first) first = at;
    last = at;
  }
  if (!first) return;
  lone_numbers(*first, last);
  if (const std::size_t letter = line_letter(last); letter < words_.size()) {
    // A letter alone is the reply's last word; one with a text may be part of an explanation.
    const bool alone = !has_word(letter + 1, line_end(last));
    add(alone ? Tier::kStatement : Tier::kLastLine, last, "bare", piece_at(letter));
  }
  if (const std::size_t letter = line_letter(*first); letter < words_.size() && *first != last) {
    add(Tier::kFirstLine, *first, "first_line", piece_at(letter));
  }
}

void StatementFinder::lone_numbers(std::size_t first, std::size_t last) {
  const auto is_lone = [&](std::size_t at) {
    const std::size_t end = line_end(at);
    std::size_t i = at;
    while (i < end && words_[i].kind == Word::Kind::kSign) ++i;
    return i < end && words_[i].kind == Word::Kind::kNumber && !has_word(i + 1, end);
  };
  if (is_lone(last)) add(Tier::kLastLine, last, "bare", piece_at(last));
  if (is_lone(first)) add(Tier::kFirstLine, first, "first_line", piece_at(first));
}

std::size_t StatementFinder::line_letter(std::size_t line) const {
  std::size_t at = skip_signs(line, "\"'([{=>\x01\x03");
  while (at < words_.size() && (words_[at].is("option") || words_[at].is("choice"))) {
    at = skip_signs(at + 1, "\"'([");
  }
  const std::size_t end = line_end(line);
  if (at >= end || letter_at(words_, at) == kNoLetter || is_listed(line) ||
      words_[end - 1].is("?") || (at + 1 < end && words_[at + 1].is("?"))) {
    return words_.size();
  }
  if (!words_[at].capital && line_end(line) > at + 2) return words_.size();
  const bool plain = at + 1 < words_.size() && words_[at + 1].is_word() && !is_set_apart(at);
  const bool verb = plain && (phrase_at(words_, at + 1, cues::kCopula) > 0 ||
                              phrase_at(words_, at + 1, cues::kVerbs) > 0);
  const bool brief = line_end(line) - at <= 6 && letter_of(words_[at]) != 0;
  return plain && (verb || !brief) ? words_.size() : at;
}

void StatementFinder::texts() {
  std::vector<std::size_t> sentences;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (starts_[i] == i && has_word(i, end_of(i))) sentences.push_back(i);
  }
  if (sentences.empty()) return;
  while (sentences.size() > 1 && words_[sentences.back()].is("(")) sentences.pop_back();
  const std::size_t last = sentences.back();
  const std::size_t end = end_of(last);
  const bool asked = end < words_.size() && words_[end].is("?");
  const bool ended = end < words_.size() && is_one_of(words_[end], ".!");
  if (asked) return;
  if (is_listed(last)) return is_item(last) ? void() : last_word(last, end);
  const bool brief = end - last <= 2;
  if (sentences.size() == 1 || brief || is_short_line(last) || (ended && concludes(last, end))) {
    text_piece(last, end);
  }
  last_word(last, end);
  const std::size_t first = sentences.front();
  if (first != last) first_text(first, sentences.size());
}

void StatementFinder::last_word(std::size_t begin, std::size_t end) {
  std::size_t last = end;
  while (last > begin && words_[last - 1].kind == Word::Kind::kSign) --last;
  if (last == begin) return;
  const std::size_t letter = last - 1;
  if (letter_of(words_[letter]) == kNoLetter) return opening_letter(begin, end);
  const bool named = letter > begin && words_[letter - 1].is(":") &&
                     !(letter > begin + 1 && is_runner_up(letter - 2));
  const bool led = named || ends_clause(begin, letter);
  const bool option = letter == begin + 1 && words_[begin].is("option");
  const bool alone = (letter == begin || option) && begin != line_begin(begin);
  if ((led || alone || names_option(begin, letter)) && words_[letter].capital &&
      is_stated(letter)) {
    add(Tier::kStatement, begin, "bare", text_between(letter, end));
  } else {
    opening_letter(begin, end);
  }
}

bool StatementFinder::ends_clause(std::size_t begin, std::size_t letter) const {
  if (letter < begin + 3 || !words_[letter - 1].is(",")) return false;
  for (std::size_t i = std::max(begin + 5, letter) - 5; i + 1 < letter; ++i) {
    if (words_[i].capital && letter_of(words_[i]) != kNoLetter) return false;
  }
  return !any_of_words(words_, begin, letter, cues::kProgramWords);
}

bool StatementFinder::names_option(std::size_t begin, std::size_t letter) const {
  static constexpr std::array<std::string_view, 3> kNames{"option", "choice", "answer"};
  if (letter < begin + 3 || !words_[letter - 2].is("(")) return false;
  if (phrase_at(words_, letter - 1, kNames) == 0) return false;
  for (std::size_t i = begin; i < letter; ++i) {
    if (words_[i].capital && letter_of(words_[i]) != kNoLetter) return false;
    if (phrase_at(words_, i, cues::kNegations) > 0 || words_[i].is("unlike")) return false;
  }
  return true;
}

bool StatementFinder::opens_remark(std::size_t at, std::size_t end) const {
  std::size_t i = at + 1;
  if (i >= end || !words_[i].is("(")) return false;
  while (i < end && !words_[i].is(")")) ++i;
  return i + 1 < end && words_[i + 1].is_word() && !is_set_apart(i);
}

void StatementFinder::opening_letter(std::size_t begin, std::size_t end) {
  static constexpr std::array<std::string_view, 7> kInterjections{"ok",  "okay", "alright", "well",
                                                                  "yes", "hmm",  "right"};
  std::size_t at = begin;
  if (phrase_at(words_, at, kInterjections) > 0) at = skip_signs(at + 1, ",");
  const bool opens = at < end && words_[at].capital && letter_of(words_[at]) != kNoLetter &&
                     (at > begin || begin != line_begin(begin));
  if (opens && is_set_apart(at) && !opens_remark(at, end) && is_stated(at) &&
      !any_of_words(words_, begin, end, cues::kRejected)) {
    add(Tier::kStatement, begin, "bare", piece_at(at));
  }
}

void StatementFinder::first_text(std::size_t first, std::size_t sentences) {
  const std::size_t end = end_of(first);
  const bool asked = end < words_.size() && words_[end].is("?");
  const bool brief = end - first <= 3 || is_short_line(first);
  if (asked || is_listed(first)) return;
  if (brief || (sentences <= 3 && concludes(first, end))) {
    add(Tier::kText, first, "text", text_between(first, end));
  }
}

bool StatementFinder::concludes(std::size_t begin, std::size_t end) const {
  return end - begin <= 40 && any_of_words(words_, begin, end, cues::kConclusion);
}

void StatementFinder::text_piece(std::size_t begin, std::size_t end) {
  add(Tier::kText, begin, "text", text_between(begin, end));
  for (std::size_t i = end; i > begin; --i) {
    const std::size_t length = phrase_at(words_, i - 1, cues::kConclusion);
    if (length == 0 || i - 1 + length >= end) continue;
    if (!is_stated(i - 1) || (i > 1 && phrase_at(words_, i - 2, cues::kDenial) > 0)) return;
    return add(Tier::kText, i - 1, "text", text_between(i - 1 + length, end));
  }
}

}  // namespace papert::reply
