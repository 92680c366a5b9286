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
#include "reply/choice.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "reply/cues.h"
#include "reply/plain_reply.h"
#include "reply/words.h"

namespace papert::reply {
namespace {

constexpr std::size_t kMaxPieces = 16;
constexpr std::size_t kWindow = 200;        // words that a piece or a sentence may have
constexpr std::size_t kLookBack = 60;       // words in front of a cue
constexpr std::size_t kMaxItems = 200;      // of lists
constexpr std::size_t kHeadBytes = 16'384;  // of a very long reply only its ends are read
constexpr std::size_t kTailBytes = 114'688;

/// Statements first; then what may be meant as one, the more doubtful the later.
enum class Tier { kStatement, kLastLine, kFirstLine, kList, kText };

struct Piece {
  Tier tier = Tier::kStatement;
  std::size_t position = 0;  // among the words
  std::string_view rule;
  std::string text;
};

bool is_one_of(const Word& word, std::string_view signs) {
  return word.kind == Word::Kind::kSign && signs.find(word.text) != std::string_view::npos;
}

/// A part of the reply that begins with the label of an option: "B) Blue - correct".
struct Item {
  std::size_t letter = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The beginning and the end of a reply that is too long to be read whole.
std::string ends_of(std::string_view reply) {
  if (reply.size() <= kHeadBytes + kTailBytes) return std::string(reply);
  return std::string(reply.substr(0, kHeadBytes)) + "\n" +
         std::string(reply.substr(reply.size() - kTailBytes));
}

class Finder {
 public:
  explicit Finder(std::string_view reply)
      : text_(plain_reply(ends_of(reply))), all_(words_of(text_)) {
    words_ = all_;
  }

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
    }
    lines();
    list();
    texts();
  }

  // ---- places ----

  void find_sentences() {
    starts_.assign(words_.size(), 0);
    lines_.assign(words_.size(), 0);
    for (std::size_t start = 0; start < words_.size();) {
      const std::size_t end = std::min(end_of(start), words_.size() - 1);
      for (std::size_t i = start; i <= end; ++i) {
        starts_[i] = start;
        lines_[i] = i > 0 && !words_[i - 1].is_break() ? lines_[i - 1] : i;
      }
      start = end + 1;
    }
  }

  /// Where the sentence that goes on at `at` ends.
  [[nodiscard]] std::size_t end_of(std::size_t at) const {
    return sentence_end(words_.first(std::min(words_.size(), at + kWindow)), at);
  }

  [[nodiscard]] std::size_t line_end(std::size_t at) const {
    const std::size_t last = std::min(words_.size(), at + kWindow);
    while (at < last && !words_[at].is_break()) ++at;
    return at;
  }

  [[nodiscard]] std::size_t next_line(std::size_t at) const {
    while (at < words_.size() && !words_[at].is_break()) ++at;
    return at + 1;
  }

  [[nodiscard]] std::size_t line_begin(std::size_t at) const {
    return at < lines_.size() ? lines_[at] : at;
  }

  /// The first word that is not a sign or a break.
  [[nodiscard]] std::size_t skip_signs(std::size_t at, std::string_view signs) const {
    while (at < words_.size() && is_one_of(words_[at], signs)) ++at;
    return at;
  }

  [[nodiscard]] bool has_word(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (words_[i].kind == Word::Kind::kWord || words_[i].kind == Word::Kind::kNumber) return true;
    }
    return false;
  }

  [[nodiscard]] std::string text_between(std::size_t begin, std::size_t end) const {
    if (begin >= end) return {};
    std::string text = text_.substr(words_[begin].begin, words_[end - 1].end - words_[begin].begin);
    std::erase_if(text, [](char c) { return c > 0 && c <= kCross; });
    return std::string(trim(text));
  }

  // ---- pieces ----

  void add(Tier tier, std::size_t position, std::string_view rule, std::string text) {
    if (!text.empty()) pieces_.push_back({tier, position, rule, std::move(text)});
  }

  /// From `at` to the end of the line or, if nothing stands there, the next line that has
  /// something; with the items that continue a list which begins there.
  [[nodiscard]] std::string piece_at(std::size_t at) const {
    std::size_t end = line_end(at);
    while (end < words_.size() && !has_word(at, end)) {
      at = end + 1;
      end = line_end(at);
    }
    std::string text = text_between(at, end);
    for (const auto& items : lists_) {
      for (const Item& item : items) {
        const bool first = item.begin >= at && item.begin < end;
        if (first && items.back().begin >= end) {
          text += "; " + text_between(items.back().begin, items.back().end);
        }
      }
    }
    return text;
  }

  [[nodiscard]] bool is_stated(std::size_t at) const {
    const std::size_t start = std::max(starts_[at], at < kLookBack ? 0 : at - kLookBack);
    const std::size_t end = end_of(at);
    if (end < words_.size() && words_[end].is("?")) return false;
    if (any_of_words(words_, start, at, cues::kDisbelief)) return false;
    if (any_of_words(words_, start, at, cues::kNoHypothesis)) return true;
    return !any_of_words(words_, start, at, cues::kHypothesis);
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

  [[nodiscard]] bool is_item(std::size_t at) const {
    return std::any_of(lists_.begin(), lists_.end(), [&](const std::vector<Item>& items) {
      return std::any_of(items.begin(), items.end(),
                         [&](const Item& item) { return item.begin == at; });
    });
  }

  [[nodiscard]] bool is_listed(std::size_t at) const {
    for (const auto& items : lists_) {
      for (const Item& item : items) {
        if (line_begin(item.begin) == line_begin(at)) return true;
      }
    }
    return false;
  }

  // ---- lists ----

  void find_items() {
    lists_.clear();
    std::vector<Item> items;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (starts_[i] != i && i != line_begin(i)) continue;
      const std::size_t letter = label_at(i);
      if (letter == kNoLetter) continue;
      if (items.size() == kMaxItems) break;
      if (!items.empty()) items.back().end = i;
      items.push_back({letter, i, words_.size()});
    }
    for (Item& item : items) item.end = std::min(item.end, paragraph_end(item.begin));
    for (std::size_t i = 0; i < items.size();) {
      std::size_t next = i + 1;
      while (next < items.size() && items[next].letter == items[next - 1].letter + 1) ++next;
      if (next - i >= 2)
        lists_.emplace_back(items.begin() + static_cast<std::ptrdiff_t>(i),
                            items.begin() + static_cast<std::ptrdiff_t>(next));
      i = next;
    }
  }

  [[nodiscard]] std::size_t paragraph_end(std::size_t at) const {
    const std::size_t last = std::min(words_.size(), at + kWindow);
    for (; at + 1 < last; ++at) {
      if (words_[at].is_break() && words_[at + 1].is_break()) return at;
    }
    return last;
  }

  /// The letter of a label: "B)", "(B)", "B.", "B:", "Option B:", "| B |".
  [[nodiscard]] std::size_t label_at(std::size_t at) const {
    std::size_t i = skip_signs(at, "([|\"'");
    if (i < words_.size() && (words_[i].is("option") || words_[i].is("choice"))) ++i;
    i = skip_signs(i, "([");
    if (i >= words_.size() || letter_of(words_[i]) == kNoLetter) return kNoLetter;
    if (i + 1 == words_.size()) return i == at ? letter_of(words_[i]) : kNoLetter;
    const std::size_t behind = skip_signs(i + 1, "\"'");
    const bool sign = behind < words_.size() &&
                      (is_one_of(words_[behind], ").:]-|=") || words_[behind].is_break());
    return sign && words_[i].capital ? letter_of(words_[i]) : kNoLetter;
  }

  enum class Mark { kNone, kRight, kWrong };

  /// The first word in an item that calls it right or wrong, set apart from the option's text.
  [[nodiscard]] Mark mark_of(const Item& item) const {
    for (std::size_t i = item.begin + 1; i < item.end; ++i) {
      const bool tick = is_one_of(words_[i], "\x03\x04");
      const bool apart =
          is_one_of(words_[i - 1], "-:(,=>.") || words_[i - 1].is("is") || words_[i - 1].is("the");
      if (!tick && !apart) continue;
      if (phrase_at(words_, i, cues::kMarkedRight) > 0) return Mark::kRight;
      if (phrase_at(words_, i, cues::kMarkedWrong) > 0) return Mark::kWrong;
    }
    return Mark::kNone;
  }

  void list() {
    for (const auto& items : lists_) {
      std::vector<std::size_t> right;
      std::vector<std::size_t> open;
      for (const Item& item : items) {
        const Mark mark = mark_of(item);
        if (mark == Mark::kRight) right.push_back(item.letter);
        if (mark == Mark::kNone) open.push_back(item.letter);
      }
      if (right.empty() && items.size() >= 3) right = open;
      if (right.size() != 1) continue;
      add(Tier::kList, items.front().begin, "list",
          std::string(1, static_cast<char>('A' + right.front())));
    }
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
    if ((led || alone) && words_[letter].capital && is_stated(letter)) {
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

  /// A last sentence that opens with the letter: "... makes four. B, not A.", "OK, B stands."
  void opening_letter(std::size_t begin, std::size_t end) {
    static constexpr std::array<std::string_view, 7> kInterjections{
        "ok", "okay", "alright", "well", "yes", "hmm", "right"};
    std::size_t at = begin;
    if (phrase_at(words_, at, kInterjections) > 0) at = skip_signs(at + 1, ",");
    const bool opens = at < end && words_[at].capital && letter_of(words_[at]) != kNoLetter &&
                       (at > begin || begin != line_begin(begin));
    if (opens && is_set_apart(at) && is_stated(at) &&
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

  /// A line of its own, of a few words.
  [[nodiscard]] bool is_short_line(std::size_t at) const {
    return at == line_begin(at) && line_end(at) - at <= 6 && !label_is_open(at);
  }

  /// "Step 1:", "Explanation:" lead on to something else.
  [[nodiscard]] bool label_is_open(std::size_t at) const {
    const std::size_t end = line_end(at);
    return end > at && words_[end - 1].is(":");
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

  /// Where the reply begins another question after it has answered this one.
  [[nodiscard]] std::size_t next_turn() const {
    std::size_t answered = words_.size();
    for (const Piece& piece : pieces_) {
      if (piece.tier <= Tier::kFirstLine) answered = std::min(answered, piece.position);
    }
    for (std::size_t at = next_line(0); at < words_.size(); at = next_line(at)) {
      const std::size_t length = phrase_at(words_, at, cues::kNextTurn);
      std::size_t colon = at + length;
      if (colon < words_.size() && words_[colon].kind == Word::Kind::kNumber) ++colon;
      if (length == 0 || colon >= words_.size() || !words_[colon].is(":")) continue;
      if (answered < at) return at - 1;
    }
    return words_.size();
  }

  std::string text_;
  std::vector<Word> all_;
  Words words_;
  std::vector<std::size_t> starts_;  // of the sentence that each word is in
  std::vector<std::size_t> lines_;   // where the line of each word begins
  std::vector<std::vector<Item>> lists_;
  std::vector<Piece> pieces_;
};

constexpr std::string_view kAnswerLabel = "answer:";

/// What stands behind "Answer:" in the last line, which begins with it.
std::string_view last_line_answer(std::string_view reply) {
  reply = trim(reply);
  const std::size_t end = reply.rfind('\n');
  const std::string_view last = trim(end == std::string_view::npos ? reply : reply.substr(end + 1));
  if (lower(last.substr(0, kAnswerLabel.size())) != kAnswerLabel) return {};
  return trim(last.substr(kAnswerLabel.size()));
}

/// Where the released regular expressions look: behind each "answer", white space, a colon and
/// white space, the rest of the line.
std::vector<std::string> published_answers(std::string_view reply) {
  constexpr std::string_view kSpace = " \t\n\r\f\v";
  constexpr std::string_view kWord = "answer";
  const std::string small = lower(reply);
  std::vector<std::string> answers;
  for (std::size_t at = small.find(kWord); at != std::string::npos;
       at = small.find(kWord, at + 1)) {
    const std::size_t colon = small.find_first_not_of(kSpace, at + kWord.size());
    if (colon == std::string::npos || small[colon] != ':') continue;
    const std::size_t begin = small.find_first_not_of(kSpace, colon + 1);
    if (begin == std::string::npos) continue;
    answers.emplace_back(reply.substr(begin, reply.find('\n', begin) - begin));
  }
  return answers;
}

/// A candidate for each text, all found by one rule.
Answer answer_of(std::vector<std::string> texts, std::string_view rule) {
  Answer answer;
  for (std::string& text : texts) {
    answer.candidates.push_back({std::move(text), std::string(rule), ""});
  }
  return answer;
}

}  // namespace

Answer find_answer(std::string_view reply, Extraction extraction) {
  if (extraction == Extraction::kPublished) {
    return answer_of(published_answers(reply), "published");
  }
  const std::string_view last = last_line_answer(reply);
  if (extraction == Extraction::kStrict) {
    return last.empty() ? Answer() : answer_of({std::string(last)}, "strict");
  }
  const std::vector<Piece> pieces = Finder(reply).run();
  if (pieces.empty()) return {};
  std::vector<std::string> texts;
  for (const Piece& piece : pieces) {
    if (std::find(texts.begin(), texts.end(), piece.text) == texts.end()) {
      texts.push_back(piece.text);
    }
  }
  const bool in_form = pieces.front().rule == "answer" && pieces.front().text == last;
  return answer_of(std::move(texts), in_form ? "last_line" : pieces.front().rule);
}

}  // namespace papert::reply
