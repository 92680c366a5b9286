// What a reply calls its answer: "Answer: B", "Option B is correct", "I choose B". Each cue
// (cues.h) is tried at every word; most words are none.

#include <algorithm>
#include <array>
#include <string_view>

#include "reply/cues.h"
#include "reply/statement_finder.h"

namespace papert::reply {

bool StatementFinder::is_runner_up(std::size_t at) const {
  return at > 0 && phrase_at(words_, at - 1, cues::kRunnerUp) > 0;
}

bool StatementFinder::is_set_apart(std::size_t at) const {
  static constexpr std::array<std::string_view, 28> kGoesOn{
      "because", "since",   "as",          "due",     "given",     "rather",     "not",
      "over",    "instead", "the correct", "correct", "the right", "the answer", "the best",
      "and",     "or",      "选",          "です",    "weil",      "car",        "then",
      "it is",   "stands",  "wins",        "i guess", "with",      "here",       "though"};
  if (at + 1 >= words_.size()) return true;
  const Word& next = words_[at + 1];
  if (next.is_break() || phrase_at(words_, at + 1, kGoesOn) > 0) return true;
  static constexpr std::array<std::string_view, 4> kTakenBack{", but", ", however", ", though",
                                                              ", yet"};
  if (phrase_at(words_, at + 1, kTakenBack) > 0) return false;
  if (next.kind == Word::Kind::kSign) return true;
  return static_cast<unsigned char>(next.text[0]) >= 0xE0;
}

void StatementFinder::box(std::size_t at) {
  if (!words_[at].is("\x01")) return;
  std::size_t end = at + 1;
  const std::size_t last = std::min(words_.size(), at + kWindow);
  while (end < last && !words_[end].is("\x02")) ++end;
  const bool asked = end + 1 < words_.size() && words_[end + 1].is("?");
  if (end == last) {
    add(Tier::kStatement, at, "boxed", piece_at(at + 1));
  } else if (!asked) {
    add(Tier::kStatement, at, "boxed", text_between(at + 1, end));
  }
}

void StatementFinder::noun(std::size_t at) {
  const std::size_t line = line_begin(at);
  if (words_[at].is("a") && at == line && at + 2 < words_.size() && words_[at + 1].is(":")) {
    const std::size_t end = line_end(at);
    if (letter_of(words_[at + 2]) != kNoLetter && at + 3 == end) {
      add(Tier::kStatement, at, "answer", text_between(at + 2, end));
    }
  }
  if (const std::size_t length = phrase_at(words_, at, cues::kAnswer); length > 0) {
    const bool led_to = at > 0 && words_[at - 1].is("to") && at + length < words_.size() &&
                        letter_of(words_[at + length]) != kNoLetter;
    if (is_negated(at) && !led_to) return;
    return behind_noun(at, at + length, Tier::kStatement, true);
  }
  if (const std::size_t length = phrase_at(words_, at, cues::kModified); length > 0) {
    const bool before = at > 0 && phrase_at(words_, at - 1, cues::kModifier) > 0;
    const std::size_t behind = phrase_at(words_, at + length, cues::kModifier);
    if ((before && !is_negated(at - 1)) || (behind > 0 && !is_negated(at))) {
      return behind_noun(at, at + length + behind, Tier::kStatement, true);
    }
  }
  if (const std::size_t label = phrase_at(words_, at, cues::kLabel);
      label > 0 && !is_runner_up(at)) {
    return behind_noun(at, at + label, Tier::kStatement, false);
  }
  if (const std::size_t digit = phrase_at(words_, at, cues::kDigit); digit > 0) {
    behind_noun(at, at + digit, Tier::kText, true);
  }
}

bool StatementFinder::is_negated(std::size_t at) const {
  return at > 0 && phrase_at(words_, at - 1, cues::kNotAnAnswer) > 0;
}

void StatementFinder::behind_noun(std::size_t at, std::size_t behind, Tier tier, bool with_verb) {
  if (!is_stated(at)) return;
  const std::size_t next = skip_signs(behind, "\"')(]*}");
  const bool in_brackets = next > behind && words_[next - 1].is("(");
  const std::size_t direct = in_brackets ? next : skip_signs(behind, "\"'([");
  if (tier == Tier::kStatement && with_verb && direct < words_.size() && words_[direct].capital &&
      letter_at(words_, direct) != kNoLetter) {
    return add(tier, at, "sentence", piece_at(direct));
  }
  const std::size_t end = std::min({end_of(behind), behind + 13, words_.size()});
  for (std::size_t i = behind; i < end; i = behind_quotation(i, end)) {
    const bool dash = words_[i].is("-") && i == next;
    if (words_[i].is(":") || words_[i].is("=") || dash) {
      return add(tier, at, "answer", piece_at(i + 1));
    }
    const std::size_t verb = with_verb ? phrase_at(words_, i, cues::kCopula) : 0;
    if (verb > 0) return add(tier, at, "sentence", piece_at(verb_piece(i, verb, behind)));
    if (!with_verb && words_[i].is_word()) return;
  }
  heading(at, behind, end, tier);
}

std::size_t StatementFinder::behind_quotation(std::size_t at, std::size_t end) const {
  const bool opens = words_[at].is("\"") && at > 0 && words_[at - 1].end < words_[at].begin;
  for (std::size_t i = at + 1; opens && i < end; ++i) {
    if (words_[i].is("\"")) return i + 1;
  }
  return at + 1;
}

std::size_t StatementFinder::verb_piece(std::size_t at, std::size_t length,
                                        std::size_t first) const {
  if (phrase_at(words_, at, cues::kDoubt) > 0) return at;
  const bool denied = at > first && phrase_at(words_, at - 1, cues::kDenial) > 0;
  return denied ? at - 1 : at + length;
}

void StatementFinder::heading(std::size_t at, std::size_t behind, std::size_t end, Tier tier) {
  const bool alone = !has_word(behind, line_end(at)) && at - line_begin(at) <= 3;
  const bool stopped = end < words_.size() && words_[end].is(".") && end == behind;
  if (alone) {
    add(tier, at, "answer", piece_at(line_end(at)));
  } else if (stopped && words_[at].is("ans")) {
    add(tier, at, "answer", piece_at(end + 1));
  }
}

void StatementFinder::subject(std::size_t at) {
  if (letter_at(words_, at) == kNoLetter || !words_[at].capital || !is_stated(at) ||
      is_first_impression(at)) {
    return;
  }
  const std::size_t end = std::min(end_of(at), at + 12);
  for (std::size_t i = at + 1; i < end; ++i) {
    const std::size_t length = phrase_at(words_, i, cues::kSubjectVerb);
    const bool best = starts_with_phrase(words_, i, "fits best") ||
                      starts_with_phrase(words_, i, "matches best") ||
                      starts_with_phrase(words_, i, "fits better") ||
                      starts_with_phrase(words_, i, "matches better") ||
                      starts_with_phrase(words_, i, "it is");
    if (length == 0 && !best) continue;
    std::size_t k = i + (best ? 0 : length);
    while (!best && k < end && phrase_at(words_, k, cues::kSubjectFiller) > 0) ++k;
    if (!best && phrase_at(words_, k, cues::kRight) == 0) return;
    return add(Tier::kStatement, at, "sentence", piece_at(group_begin(at)));
  }
}

bool StatementFinder::is_first_impression(std::size_t at) const {
  bool first = false;
  for (std::size_t i = starts_[at]; i < at; ++i) {
    if (phrase_at(words_, i, cues::kFirstImpression) > 0) first = true;
    if (phrase_at(words_, i, cues::kContrasts) > 0 || is_one_of(words_[i], ";")) first = false;
  }
  return first;
}

std::size_t StatementFinder::group_begin(std::size_t at) const {
  bool joined = false;
  while (at >= 2 && letter_of(words_[at - 2]) != kNoLetter) {
    const Word& join = words_[at - 1];
    const bool word = join.is("and") || join.is("or") || join.is("nor");
    if (!word && !(joined && join.is(","))) break;
    joined = true;
    at -= 2;
  }
  const bool led = at > 0 && (words_[at - 1].is("both") || words_[at - 1].is("neither"));
  return led ? at - 1 : at;
}

void StatementFinder::verb(std::size_t at) {
  const std::size_t chosen = phrase_at(words_, at, cues::kChoose);
  const std::size_t led = phrase_at(words_, at, cues::kLeads);
  const bool denied = at > 0 && phrase_at(words_, at - 1, cues::kDenial) > 0;
  if ((chosen == 0 && led == 0) || denied || !is_stated(at)) return;
  const std::size_t letter = letter_behind(at + std::max(chosen, led));
  const std::size_t end = end_of(at);
  // ", option B." at the end of a sentence names its result, elsewhere it is a remark.
  const bool remark = words_[at].is(",") && letter < end && has_word(letter + 1, end);
  if (letter < end && is_set_apart(letter) && !remark &&
      !any_of_words(words_, starts_[at], end, cues::kProgramWords)) {
    return add(Tier::kStatement, at, "sentence", piece_at(letter));
  }
  if (chosen > 0) add(Tier::kText, at, "text", piece_at(at + chosen));
}

void StatementFinder::change(std::size_t at) {
  if (!words_[at].is("from") || at + 3 >= words_.size() || !words_[at + 2].is("to")) return;
  const bool letters = letter_of(words_[at + 1]) != kNoLetter && words_[at + 3].capital &&
                       letter_of(words_[at + 3]) != kNoLetter;
  if (letters && is_stated(at) && any_of_words(words_, starts_[at], at, cues::kChange)) {
    add(Tier::kStatement, at, "sentence", piece_at(at + 3));
  }
}

void StatementFinder::taken(std::size_t at) {
  static constexpr std::array<std::string_view, 4> kAs{"as my answer", "as my final answer",
                                                       "as the answer", "as the final answer"};
  static constexpr std::array<std::string_view, 4> kTake{"take", "use", "consider", "submit"};
  if (phrase_at(words_, at, kAs) == 0 || !is_stated(at)) return;
  for (std::size_t i = at; i > starts_[at] && i + 8 > at; --i) {
    if (phrase_at(words_, i - 1, kTake) == 0) continue;
    const bool denied = i > 1 && phrase_at(words_, i - 2, cues::kDenial) > 0;
    if (!denied) add(Tier::kStatement, at, "sentence", text_between(i, at));
    return;
  }
}

std::size_t StatementFinder::letter_behind(std::size_t at) const {
  static constexpr std::array<std::string_view, 18> kFiller{
      "the",    "option", "answer", "it",      "is", "must", "be",  "it's", "to",
      "choice", "letter", "would",  "correct", "i",  "i'd",  "say", "项",   "definitely"};
  for (std::size_t i = at; i < words_.size() && i < at + 8; ++i) {
    if (letter_at(words_, i) != kNoLetter && words_[i].capital) return i;
    const bool sign = is_one_of(words_[i], ",:\"'([-=>\x01\x03");
    if (!sign && phrase_at(words_, i, kFiller) == 0) break;
  }
  return words_.size();
}

}  // namespace papert::reply
