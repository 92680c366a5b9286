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
#include <utility>

#include "reply/cues.h"
#include "reply/statement_finder.h"

namespace papert::reply {
namespace {

constexpr std::size_t kMaxPieces = 16;

}  // namespace

std::vector<StatementFinder::Piece> StatementFinder::run() {
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

void StatementFinder::collect() {
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

void StatementFinder::add(Tier tier, std::size_t position, std::string_view rule,
                          std::string text) {
  if (!text.empty()) pieces_.push_back({tier, position, rule, std::move(text)});
}

void StatementFinder::drop_undecided() {
  std::size_t last = words_.size();
  for (std::size_t i = words_.size(); i > 0 && last == words_.size(); --i) {
    if (starts_[i - 1] == i - 1 && has_word(i - 1, end_of(i - 1))) last = i - 1;
  }
  if (last == words_.size() || !any_of_words(words_, last, end_of(last), cues::kUndecided)) {
    return;
  }
  std::erase_if(pieces_, [&](const Piece& piece) { return piece.position <= last; });
}

bool StatementFinder::is_question(std::size_t line) const {
  const std::size_t end = line_end(line);
  const std::size_t below = next_line(line);
  return end > line && words_[end - 1].is("?") && below < words_.size() && is_item(below);
}

std::size_t StatementFinder::next_turn() const {
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

std::vector<Statement> find_statements(std::string_view reply) {
  std::vector<Statement> statements;
  for (StatementFinder::Piece& piece : StatementFinder(reply).run())
    statements.push_back({piece.rule, std::move(piece.text)});
  return statements;
}

}  // namespace papert::reply
