#include "reply/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "reply/compared_words.h"
#include "reply/cues.h"
#include "reply/words.h"

namespace papert::reply {
namespace {

bool occurs(const std::vector<std::string>& what, const std::vector<std::string>& where,
            std::size_t* place = nullptr) {
  if (what.empty()) return false;
  const auto found = std::search(where.begin(), where.end(), what.begin(), what.end());
  if (place != nullptr) *place = static_cast<std::size_t>(found - where.begin());
  return found != where.end();
}

/// "The second option".
std::size_t ordinal_option(Words words, std::size_t at) {
  constexpr std::array<std::string_view, 8> kOrdinals{"first", "second", "third",   "fourth",
                                                      "fifth", "sixth",  "seventh", "eighth"};
  constexpr std::array<std::string_view, 3> kNouns{"option", "choice", "answer"};
  const auto named = std::find(kOrdinals.begin(), kOrdinals.end(), words[at].text);
  if (named == kOrdinals.end() || phrase_at(words, at + 1, kNouns) == 0) return kNoLetter;
  return static_cast<std::size_t>(named - kOrdinals.begin());
}

/// "As the wall is red" is a reason, "as a star" is not.
bool begins_reason(Words words, std::size_t at) {
  const bool like = words[at].is("as") && at + 1 < words.size() &&
                    (words[at + 1].is("a") || words[at + 1].is("an"));
  return phrase_at(words, at, cues::kReasons) > 0 && !like;
}

Reading nothing() { return {}; }
Reading unclear() { return {Reading::Kind::kUnclear, {}}; }
Reading found(std::string value) { return {Reading::Kind::kFound, std::move(value)}; }

/// Reads a piece from its head. What counts as an answer is up to the two readers below.
class PieceReader {
 public:
  explicit PieceReader(std::string_view piece) : words_(words_of(piece)) {}
  PieceReader(const PieceReader&) = delete;
  PieceReader& operator=(const PieceReader&) = delete;
  virtual ~PieceReader() = default;

  [[nodiscard]] Reading read() const {
    const Reading whole = read_whole();
    return whole.kind == Reading::Kind::kNothing ? read_from(0) : whole;
  }

 protected:
  /// The piece is an answer as a whole, whatever words are in it.
  [[nodiscard]] virtual Reading read_whole() const = 0;
  /// An answer that begins at this word.
  [[nodiscard]] virtual Reading read_head(std::size_t at) const = 0;
  /// An answer somewhere between.
  [[nodiscard]] virtual Reading read_between(std::size_t begin, std::size_t end) const = 0;

  /// Whether a word that would reject, doubt or condition an answer belongs to one ("Not at all").
  [[nodiscard]] virtual bool is_part_of_answer(std::size_t) const { return false; }

  [[nodiscard]] Words words() const { return words_; }

  /// Where what is said ends and the reasons begin.
  [[nodiscard]] std::size_t statement_end(std::size_t begin) const {
    const std::size_t end = sentence_end(words_, begin);
    for (std::size_t i = begin + 1; i < end; ++i) {
      if (begins_reason(words_, i)) return i;
    }
    return end;
  }

 private:
  /// Up to where a doubt makes a statement doubtful.
  [[nodiscard]] std::size_t doubt_end(std::size_t begin) const {
    const std::size_t end = sentence_end(words_, begin);
    for (std::size_t i = begin + 1; i < end; ++i) {
      if (phrase_at(words_, i, cues::kConcessions) > 0) return i;
    }
    return end;
  }

  [[nodiscard]] Reading read_from(std::size_t begin) const {
    std::size_t at = begin;
    for (; at < words_.size(); ++at) {
      if (is_part_of_answer(at)) break;
      if (phrase_at(words_, at, cues::kNegations) > 0) return read_contrast(at);
      if (phrase_at(words_, at, cues::kSeveral) > 0) return unclear();
      if (phrase_at(words_, at, cues::kHedges) > 0) return nothing();
      const Reading head = read_head(at);
      if (head.kind != Reading::Kind::kNothing) return head;
      const bool sign = words_[at].kind == Word::Kind::kSign && !is_stop(words_[at]);
      const bool article = words_[at].is("a") && !words_[at].capital && at + 1 < words_.size() &&
                           words_[at + 1].capital && letter_of(words_[at + 1]) != kNoLetter;
      if (!sign && !article && !words_[at].is_break() && phrase_at(words_, at, cues::kLeadIn) == 0)
        break;
    }
    const std::size_t end = statement_end(begin);
    for (std::size_t i = begin; i < end; ++i) {
      if (phrase_at(words_, i, cues::kNegations) > 0 && !is_part_of_answer(i))
        return read_contrast(i);
    }
    if (any_of_words(words_, begin, doubt_end(begin), cues::kHedges)) return nothing();
    if (any_of_words(words_, begin, end, cues::kSeveral)) return unclear();
    if (any_of_words(words_, begin, end, cues::kConditions)) return nothing();
    return read_between(begin, end);
  }

  /// "Not A but B": what stands behind the contrast.
  [[nodiscard]] Reading read_contrast(std::size_t negation) const {
    const std::size_t end = sentence_end(words_, negation);
    const std::size_t behind =
        negation + std::max<std::size_t>(1, phrase_at(words_, negation, cues::kNegations));
    for (std::size_t i = behind; i < end; ++i) {
      const std::size_t length = phrase_at(words_, i, cues::kContrasts);
      if (length == 0) continue;
      if (i + 1 < end && (words_[i + 1].is("than") || words_[i + 1].is("of"))) continue;
      return read_from(i + length);
    }
    return nothing();
  }

  [[nodiscard]] static bool is_stop(const Word& word) {
    return word.is(".") || word.is("?") || word.is("!");
  }

  std::vector<Word> words_;
};

class ChoiceReader : public PieceReader {
 public:
  ChoiceReader(std::string_view piece, const std::vector<std::string>& options)
      : PieceReader(piece), piece_(trim(piece)), options_(options) {
    for (const std::string& option : options) texts_.push_back(texts_of(option));
  }

 private:
  [[nodiscard]] Reading read_whole() const override {
    if (words().size() == 1 && letter_of(words()[0]) < options_.size()) {
      return found(letter(letter_of(words()[0])));
    }
    const std::vector<std::string> texts = texts_of(piece_);
    std::vector<std::size_t> same;
    for (std::size_t i = 0; i < options_.size(); ++i) {
      const bool equal = texts_[i].empty() ? trim(options_[i]) == piece_ : texts_[i] == texts;
      if (equal) same.push_back(i);
    }
    return same.empty() ? nothing() : found(letter(same.front()));
  }

  [[nodiscard]] Reading read_head(std::size_t at) const override {
    const std::size_t ordinal = ordinal_option(words(), at);
    if (ordinal < options_.size()) return found(letter(ordinal));
    const std::size_t named = letter_at(words(), at);
    if (named == kNoLetter) return nothing();
    if (named == 0 && at + 1 < words().size() && !words()[at].capital &&
        words()[at + 1].is_word()) {
      return nothing();
    }
    if (named >= options_.size()) {
      const bool alone = at + 1 == words().size() || words()[at + 1].kind != Word::Kind::kWord;
      return alone && words()[at].capital ? unclear() : nothing();
    }
    return read_letter(at, named);
  }

  /// The letter at `at`, unless it is taken back or others are named beside it.
  [[nodiscard]] Reading read_letter(std::size_t at, std::size_t named) const {
    const std::size_t end = letter_end(at, named);
    if (is_conditional(at, end) || is_rejected(at)) return nothing();
    for (std::size_t i = at + 1; i < end && !begins_reason(words(), i); ++i) {
      i = behind_remark(i, end);
      if (phrase_at(words(), i, cues::kVerbs) > 0) break;  // "B is right, A and C are not"
      const std::size_t other = letter_at(words(), i);
      if (other >= options_.size() || other == named || !is_named_too(at, i)) continue;
      return unclear();
    }
    return found(letter(named));
  }

  /// "B if ...", "B at first sight, ..."; not "B (A if ...)" or "B, even if ...".
  [[nodiscard]] bool is_conditional(std::size_t at, std::size_t end) const {
    bool clause = true;
    for (std::size_t i = at + 1; i < end; ++i) {
      i = behind_remark(i, end);
      clause = clause && !words()[i].is(",");
      if (phrase_at(words(), i, cues::kConcessions) > 0) return false;
      if (phrase_at(words(), i, cues::kConditions) > 0) return true;
      if (clause && phrase_at(words(), i, cues::kFirstImpression) > 0) return true;
    }
    return false;
  }

  /// The end of the sentence that the letter begins. "D. It could be C if ..." ends with the first
  /// stop, "D. A boat" does not.
  [[nodiscard]] std::size_t letter_end(std::size_t at, std::size_t named) const {
    const std::size_t end = sentence_end(words(), at);
    const std::size_t next = at + 2;
    if (next >= end || !words()[at + 1].is(".") || !words()[next].capital) return end;
    const Content behind = content_of(words(), next, end);
    std::size_t place = 0;
    const bool text = occurs(texts_[named], behind.texts, &place) && place <= 1;
    return text ? end : at + 1;
  }

  /// Past a remark in brackets, unless it offers another answer: "(or C)", "(C)".
  [[nodiscard]] std::size_t behind_remark(std::size_t at, std::size_t end) const {
    constexpr std::array<std::string_view, 4> kOffers{"or", "and", "maybe", "possibly"};
    const bool opens = words()[at].is("(") || words()[at].is("[");
    if (!opens || phrase_at(words(), at + 1, kOffers) > 0) return at;
    std::size_t close = at;
    while (close < end && !words()[close].is(")") && !words()[close].is("]")) ++close;
    return close < end && close > at + 2 ? close : at;
  }

  /// "A is wrong", "B cannot be right", "C can be ruled out".
  [[nodiscard]] bool is_rejected(std::size_t at) const {
    constexpr std::array<std::string_view, 9> kAuxiliary{"is",     "are",  "was", "can", "be",
                                                         "should", "must", "has", "been"};
    std::size_t i = at + 1;
    while (i < words().size() && words()[i].is(")")) ++i;
    const std::size_t verb = i;
    while (phrase_at(words(), i, kAuxiliary) > 0) ++i;
    if (phrase_at(words(), i, cues::kRejected) > 0) return true;
    return i > verb && phrase_at(words(), i, cues::kNegations) > 0;
  }

  /// Whether the letter at `i` stands beside the one at `first`: "A, B", "A) Red or B) Blue".
  [[nodiscard]] bool is_named_too(std::size_t first, std::size_t i) const {
    if (words()[first].capital && !words()[i].capital) return false;
    std::size_t before = i - 1;
    const auto skipped = [&](const Word& word) {
      return word.is("(") || word.is("[") || word.is("\"") || word.is("'") || word.is("option") ||
             word.is("maybe") || word.is("possibly") || word.is("perhaps");
    };
    while (before > first && skipped(words()[before])) --before;
    const bool label = i + 1 < words().size() && words()[i + 1].is(")") && before == i - 1;
    const bool joined = phrase_at(words(), before, cues::kJoins) > 0;
    if (!joined) return label;
    if (words()[before].is_word()) return true;
    return i + 1 >= words().size() || phrase_at(words(), i + 1, cues::kVerbs) == 0;
  }

  [[nodiscard]] Reading read_between(std::size_t begin, std::size_t end) const override {
    std::set<std::size_t> letters = bracketed(begin, end);
    if (letters.empty()) letters = bracketed(begin, sentence_end(words(), begin));
    const std::set<std::size_t> texts = mentioned(sum_begin(begin, end), end);
    if (letters.size() > 1 || texts.size() > 1) return unclear();
    if (letters.empty()) return texts.empty() ? nothing() : found(letter(*texts.begin()));
    const bool agree = texts.empty() || same_text(*texts.begin(), *letters.begin());
    return agree ? found(letter(*letters.begin())) : unclear();
  }

  /// Of a sum only the result counts: "3 + 2 = 5".
  [[nodiscard]] std::size_t sum_begin(std::size_t begin, std::size_t end) const {
    for (std::size_t i = end; i > begin + 1; --i) {
      if (words()[i - 1].is("=") && i < end) return i;
    }
    return begin;
  }

  /// "(B)", "option B".
  [[nodiscard]] std::set<std::size_t> bracketed(std::size_t begin, std::size_t end) const {
    std::set<std::size_t> letters;
    for (std::size_t i = begin + 1; i < end; ++i) {
      const std::size_t named = letter_of(words()[i]);
      if (named >= options_.size() || !words()[i].capital) continue;
      const bool closed =
          i + 1 < words().size() && (words()[i + 1].is(")") || words()[i + 1].is("]"));
      const bool opened = words()[i - 1].is("(") || words()[i - 1].is("[");
      const bool called = words()[i - 1].is("option") || words()[i - 1].is("choice");
      const bool rejected = i >= 2 && phrase_at(words(), i - 2, cues::kNegations) > 0;
      if (((opened && closed) || called) && !rejected && !is_rejected(i)) letters.insert(named);
    }
    return letters;
  }

  /// The options whose texts begin there, without those inside a longer one, equal ones once.
  [[nodiscard]] std::set<std::size_t> mentioned(std::size_t begin, std::size_t end) const {
    const Content content = content_of(words(), begin, sentence_end(words(), begin));
    const auto begins = [&](const std::vector<std::string>& text) {
      std::size_t place = 0;
      return occurs(text, content.texts, &place) && content.places[place] < end;
    };
    std::set<std::size_t> all;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (!begins(texts_[i])) continue;
      const bool inside_longer = std::any_of(texts_.begin(), texts_.end(), [&](const auto& other) {
        return other.size() > texts_[i].size() && occurs(texts_[i], other) && begins(other);
      });
      const bool known = std::any_of(all.begin(), all.end(),
                                     [&](std::size_t other) { return same_text(i, other); });
      if (!inside_longer && !known) all.insert(i);
    }
    return all;
  }

  [[nodiscard]] bool is_part_of_answer(std::size_t at) const override {
    const std::size_t begin = at < 8 ? 0 : at - 8;
    const Content content = content_of(words(), begin, sentence_end(words(), at));
    return std::any_of(texts_.begin(), texts_.end(), [&](const std::vector<std::string>& text) {
      std::size_t place = 0;
      if (!occurs(text, content.texts, &place)) return false;
      const std::size_t last = content.places[place + text.size() - 1];
      const bool special =
          any_of_words(words(), content.places[place], last + 1, cues::kNegations) ||
          any_of_words(words(), content.places[place], last + 1, cues::kSeveral) ||
          any_of_words(words(), content.places[place], last + 1, cues::kHedges);
      return special && content.places[place] <= at && at <= last;
    });
  }

  [[nodiscard]] bool same_text(std::size_t a, std::size_t b) const {
    return texts_[a] == texts_[b];
  }
  [[nodiscard]] static std::string letter(std::size_t index) {
    return {static_cast<char>('A' + index)};
  }

  std::string_view piece_;
  const std::vector<std::string>& options_;
  std::vector<std::vector<std::string>> texts_;
};

class NumberReader : public PieceReader {
 public:
  using PieceReader::PieceReader;

 private:
  [[nodiscard]] Reading read_whole() const override {
    const std::vector<std::string> texts = content_of(words(), 0, words().size()).texts;
    const auto number = texts.size() == 1 ? number_of(texts[0]) : std::nullopt;
    return number ? found(*number) : nothing();
  }

  [[nodiscard]] Reading read_head(std::size_t at) const override {
    const bool article = words()[at].is("a") || words()[at].is("an") || words()[at].is("eine");
    const std::size_t place = article ? at + 1 : at;
    const auto number = place < words().size() ? number_at(words(), place) : std::nullopt;
    if (!number) return nothing();
    const std::size_t end = sentence_end(words(), at);
    for (std::size_t i = place + 1; i < end && !begins_reason(words(), i); ++i) {
      const auto other = number_at(words(), i);
      const bool joined =
          i > 0 &&
          (phrase_at(words(), i - 1, cues::kJoins) > 0 ||
           (i > 1 && words()[i - 1].is("a") && phrase_at(words(), i - 2, cues::kJoins) > 0));
      if (other && *other != *number && joined) return unclear();
    }
    return found(*number);
  }

  [[nodiscard]] Reading read_between(std::size_t begin, std::size_t end) const override {
    std::set<std::string> numbers;
    for (std::size_t i = begin; i < end; ++i) {
      if (auto number = number_at(words(), i)) numbers.insert(*number);
    }
    if (numbers.empty()) return nothing();
    return numbers.size() == 1 ? found(*numbers.begin()) : unclear();
  }
};

}  // namespace

Reading read_choice(std::string_view piece, const std::vector<std::string>& options) {
  return ChoiceReader(piece, options).read();
}

Reading read_value(std::string_view piece, bool number_expected) {
  if (number_expected) return NumberReader(piece).read();
  std::string text = comparable(piece);
  return text.empty() ? nothing() : found(std::move(text));
}

std::string comparable(std::string_view text) {
  std::string joined = fmt::format("{}", fmt::join(texts_of(text), " "));
  return joined.empty() ? lower(trim(text)) : joined;
}

bool is_number(std::string_view value) {
  const std::vector<std::string> texts = texts_of(value);
  return texts.size() == 1 && number_of(texts[0]).has_value();
}

}  // namespace papert::reply
