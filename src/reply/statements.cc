// A table of cues (cues.h) finds the places where a reply states its answer; of each the piece
// from there to the end of the line is kept. The order of the pieces is the whole rule: a person
// who looks for the answer takes the last thing that is called one.
//
//     "If the wall were the roof, the answer is A. But it is not, so B."
//
// has two cues. The first stands behind "if" in its sentence and is dropped; "so", followed by a
// letter and the end of the sentence, gives "B.". A sentence like "Answer: B because A (red) is the
// door." gives one piece, and reading.cc knows that what follows "because" is a reason.
//
// One pass over the words of the reply, about 250 comparisons a word. Nothing looks further than a
// window from its place, so the time grows with the length of a reply and not with its square.
#include "reply/statements.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "reply/cues.h"
#include "reply/reply_layout.h"

namespace papert::reply {
namespace {

constexpr std::size_t kMaxPieces = 16;

/// Statements first; then what may be meant as one, the more doubtful the later.
enum class Tier { kStatement, kLastLine, kFirstLine, kList, kText };

struct Piece {
  Tier tier = Tier::kStatement;
  std::size_t position = 0;  // among the words
  std::string_view rule;
  std::string text;
};

class Finder : private ReplyLayout {
 public:
  using ReplyLayout::ReplyLayout;

  /// The pieces, the one to be read first in front.
  std::vector<Piece> run() {
    find_sentences();
    collect();
    if (const std::size_t turn = next_turn(); turn < words_.size()) {
      words_ = words_.first(turn);
      collect();
    }
    std::stable_sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) {
      return a.tier != b.tier ? a.tier < b.tier : a.position > b.position;
    });
    if (pieces_.size() > kMaxPieces) pieces_.resize(kMaxPieces);
    return std::move(pieces_);
  }

 private:
  void collect() {
    pieces_.clear();
    find_items();
    for (std::size_t i = 0; i < words_.size(); ++i) {
      box(i);
      noun(i);
      subject(i);
      verb(i);
      change(i);
      taken(i);
    }
    lines();
    for (const Marked& option : marked_options()) {
      add(Tier::kList, option.position, "list",
          std::string(1, static_cast<char>('A' + option.letter)));
    }
    texts();
    drop_undecided();
  }

  // ---- pieces ----

  void add(Tier tier, std::size_t position, std::string_view rule, std::string text) {
    if (!text.empty()) pieces_.push_back({tier, position, rule, std::move(text)});
  }

  void box(std::size_t at) {
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

  /// "Answer: X", "The answer to the question is X", "Answer X".
  void noun(std::size_t at) {
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

  [[nodiscard]] bool is_negated(std::size_t at) const {
    return at > 0 && phrase_at(words_, at - 1, cues::kNotAnAnswer) > 0;
  }

  [[nodiscard]] bool is_runner_up(std::size_t at) const {
    return at > 0 && phrase_at(words_, at - 1, cues::kRunnerUp) > 0;
  }

  void behind_noun(std::size_t at, std::size_t behind, Tier tier, bool with_verb) {
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

  /// The next word, past something quoted: "the answer to "What is it?" is X".
  [[nodiscard]] std::size_t behind_quotation(std::size_t at, std::size_t end) const {
    const bool opens = words_[at].is("\"") && at > 0 && words_[at - 1].end < words_[at].begin;
    for (std::size_t i = at + 1; opens && i < end; ++i) {
      if (words_[i].is("\"")) return i + 1;
    }
    return at + 1;
  }

  /// What is said begins behind the verb, unless the verb or a word before it denies.
  [[nodiscard]] std::size_t verb_piece(std::size_t at, std::size_t length,
                                       std::size_t first) const {
    if (phrase_at(words_, at, cues::kDoubt) > 0) return at;
    const bool denied = at > first && phrase_at(words_, at - 1, cues::kDenial) > 0;
    return denied ? at - 1 : at + length;
  }

  /// "Answer" alone in its line, the answer below; "Ans. B".
  void heading(std::size_t at, std::size_t behind, std::size_t end, Tier tier) {
    const bool alone = !has_word(behind, line_end(at)) && at - line_begin(at) <= 3;
    const bool stopped = end < words_.size() && words_[end].is(".") && end == behind;
    if (alone) {
      add(tier, at, "answer", piece_at(line_end(at)));
    } else if (stopped && words_[at].is("ans")) {
      add(tier, at, "answer", piece_at(end + 1));
    }
  }

  /// "Option X is correct", "X) Blue is the right answer".
  void subject(std::size_t at) {
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

  /// "At first B seems right": with nothing that turns away from it in between.
  [[nodiscard]] bool is_first_impression(std::size_t at) const {
    bool first = false;
    for (std::size_t i = starts_[at]; i < at; ++i) {
      if (phrase_at(words_, i, cues::kFirstImpression) > 0) first = true;
      if (phrase_at(words_, i, cues::kContrasts) > 0 || is_one_of(words_[i], ";")) first = false;
    }
    return first;
  }

  /// The first of letters that are joined: A of "A and D are correct".
  [[nodiscard]] std::size_t group_begin(std::size_t at) const {
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

  /// "I choose X", "which leaves X", "so X."
  void verb(std::size_t at) {
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

  /// "Changing my answer from A to X."
  void change(std::size_t at) {
    if (!words_[at].is("from") || at + 3 >= words_.size() || !words_[at + 2].is("to")) return;
    const bool letters = letter_of(words_[at + 1]) != kNoLetter && words_[at + 3].capital &&
                         letter_of(words_[at + 3]) != kNoLetter;
    if (letters && is_stated(at) && any_of_words(words_, starts_[at], at, cues::kChange)) {
      add(Tier::kStatement, at, "sentence", piece_at(at + 3));
    }
  }

  /// "Please take X as my final answer."
  void taken(std::size_t at) {
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

  /// What was said before the reply ends with "I can't decide".
  void drop_undecided() {
    std::size_t last = words_.size();
    for (std::size_t i = words_.size(); i > 0 && last == words_.size(); --i) {
      if (starts_[i - 1] == i - 1 && has_word(i - 1, end_of(i - 1))) last = i - 1;
    }
    if (last == words_.size() || !any_of_words(words_, last, end_of(last), cues::kUndecided)) {
      return;
    }
    std::erase_if(pieces_, [&](const Piece& piece) { return piece.position <= last; });
  }

  /// The letter that a cue leads up to, past words that only fill.
  [[nodiscard]] std::size_t letter_behind(std::size_t at) const {
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

  /// Whether the letter is an answer by what follows it: the end, a sign, a reason.
  [[nodiscard]] bool is_set_apart(std::size_t at) const {
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

  // ---- lines ----

  void lines() {
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

  /// A number that is a line by itself.
  void lone_numbers(std::size_t first, std::size_t last) {
    const auto is_lone = [&](std::size_t at) {
      const std::size_t end = line_end(at);
      std::size_t i = at;
      while (i < end && words_[i].kind == Word::Kind::kSign) ++i;
      return i < end && words_[i].kind == Word::Kind::kNumber && !has_word(i + 1, end);
    };
    if (is_lone(last)) add(Tier::kLastLine, last, "bare", piece_at(last));
    if (is_lone(first)) add(Tier::kFirstLine, first, "first_line", piece_at(first));
  }

  /// The letter that a line begins with as an answer does; not in lists and tables.
  [[nodiscard]] std::size_t line_letter(std::size_t line) const {
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

  // ---- texts ----

  void texts() {
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

  /// A reply that ends with a letter: "... fill is blue. B." or "After checking: B."
  void last_word(std::size_t begin, std::size_t end) {
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

  /// "Since the fill is green, C.": behind a clause whose last words name no other letter.
  [[nodiscard]] bool ends_clause(std::size_t begin, std::size_t letter) const {
    if (letter < begin + 3 || !words_[letter - 1].is(",")) return false;
    for (std::size_t i = std::max(begin + 5, letter) - 5; i + 1 < letter; ++i) {
      if (words_[i].capital && letter_of(words_[i]) != kNoLetter) return false;
    }
    return !any_of_words(words_, begin, letter, cues::kProgramWords);
  }

  /// "The half circle (option C).": what the sentence says, unless that is denied.
  [[nodiscard]] bool names_option(std::size_t begin, std::size_t letter) const {
    static constexpr std::array<std::string_view, 3> kNames{"option", "choice", "answer"};
    if (letter < begin + 3 || !words_[letter - 2].is("(")) return false;
    if (phrase_at(words_, letter - 1, kNames) == 0) return false;
    for (std::size_t i = begin; i < letter; ++i) {
      if (words_[i].capital && letter_of(words_[i]) != kNoLetter) return false;
      if (phrase_at(words_, i, cues::kNegations) > 0 || words_[i].is("unlike")) return false;
    }
    return true;
  }

  /// Whether a letter with a text in brackets is the subject of a sentence: "B (Red) would be
  /// next".
  [[nodiscard]] bool opens_remark(std::size_t at, std::size_t end) const {
    std::size_t i = at + 1;
    if (i >= end || !words_[i].is("(")) return false;
    while (i < end && !words_[i].is(")")) ++i;
    return i + 1 < end && words_[i + 1].is_word() && !is_set_apart(i);
  }

  /// A last sentence that opens with the letter: "... makes four. B, not A.", "OK, B stands."
  void opening_letter(std::size_t begin, std::size_t end) {
    static constexpr std::array<std::string_view, 7> kInterjections{
        "ok", "okay", "alright", "well", "yes", "hmm", "right"};
    std::size_t at = begin;
    if (phrase_at(words_, at, kInterjections) > 0) at = skip_signs(at + 1, ",");
    const bool opens = at < end && words_[at].capital && letter_of(words_[at]) != kNoLetter &&
                       (at > begin || begin != line_begin(begin));
    if (opens && is_set_apart(at) && !opens_remark(at, end) && is_stated(at) &&
        !any_of_words(words_, begin, end, cues::kRejected)) {
      add(Tier::kStatement, begin, "bare", piece_at(at));
    }
  }

  /// A few words in front of an explanation, or the statement of a short reply.
  void first_text(std::size_t first, std::size_t sentences) {
    const std::size_t end = end_of(first);
    const bool asked = end < words_.size() && words_[end].is("?");
    const bool brief = end - first <= 3 || is_short_line(first);
    if (asked || is_listed(first)) return;
    if (brief || (sentences <= 3 && concludes(first, end))) {
      add(Tier::kText, first, "text", text_between(first, end));
    }
  }

  [[nodiscard]] bool concludes(std::size_t begin, std::size_t end) const {
    return end - begin <= 40 && any_of_words(words_, begin, end, cues::kConclusion);
  }

  /// The sentence, and before it what follows the last word that concludes in it.
  void text_piece(std::size_t begin, std::size_t end) {
    add(Tier::kText, begin, "text", text_between(begin, end));
    for (std::size_t i = end; i > begin; --i) {
      const std::size_t length = phrase_at(words_, i - 1, cues::kConclusion);
      if (length == 0 || i - 1 + length >= end) continue;
      if (!is_stated(i - 1) || (i > 1 && phrase_at(words_, i - 2, cues::kDenial) > 0)) return;
      return add(Tier::kText, i - 1, "text", text_between(i - 1 + length, end));
    }
  }

  // ---- turns ----

  /// A question with options below it.
  [[nodiscard]] bool is_question(std::size_t line) const {
    const std::size_t end = line_end(line);
    const std::size_t below = next_line(line);
    return end > line && words_[end - 1].is("?") && below < words_.size() && is_item(below);
  }

  /// Where the reply begins another question after it has answered this one.
  [[nodiscard]] std::size_t next_turn() const {
    std::size_t answered = words_.size();
    for (const Piece& piece : pieces_) {
      if (piece.tier <= Tier::kFirstLine) answered = std::min(answered, piece.position);
    }
    for (std::size_t at = next_line(0); at < words_.size(); at = next_line(at)) {
      if (answered < at && is_question(at)) return at - 1;
      const std::size_t length = phrase_at(words_, at, cues::kNextTurn);
      std::size_t colon = at + length;
      if (colon < words_.size() && words_[colon].kind == Word::Kind::kNumber) ++colon;
      if (length == 0 || colon >= words_.size() || !words_[colon].is(":")) continue;
      if (answered < at) return at - 1;
    }
    return words_.size();
  }

  std::vector<Piece> pieces_;
};

}  // namespace

std::vector<Statement> find_statements(std::string_view reply) {
  std::vector<Statement> statements;
  for (Piece& piece : Finder(reply).run())
    statements.push_back({piece.rule, std::move(piece.text)});
  return statements;
}

}  // namespace papert::reply
