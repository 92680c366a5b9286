// Finds the places where a reply states its answer (statements.cc has the rule). Private to this
// folder: the cues are in statement_cues.cc, lines and sentences by their place in
// statement_lines.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reply/reply_layout.h"

namespace papert::reply {

class StatementFinder : private ReplyLayout {
 public:
  /// Statements first; then what may be meant as one, the more doubtful the later.
  enum class Tier { kStatement, kLastLine, kFirstLine, kList, kText };

  struct Piece {
    Tier tier = Tier::kStatement;
    std::size_t position = 0;  // among the words
    std::string_view rule;
    std::string text;
  };

  using ReplyLayout::ReplyLayout;

  /// The pieces, the one to be read first in front.
  std::vector<Piece> run();

 private:
  void collect();

  void add(Tier tier, std::size_t position, std::string_view rule, std::string text);

  /// What was said before the reply ends with "I can't decide".
  void drop_undecided();

  /// A question with options below it.
  [[nodiscard]] bool is_question(std::size_t line) const;

  /// Where the reply begins another question after it has answered this one.
  [[nodiscard]] std::size_t next_turn() const;

  [[nodiscard]] bool is_runner_up(std::size_t at) const;

  /// Whether the letter is an answer by what follows it: the end, a sign, a reason.
  [[nodiscard]] bool is_set_apart(std::size_t at) const;

  // ---- cues ----

  void box(std::size_t at);

  /// "Answer: X", "The answer to the question is X", "Answer X".
  void noun(std::size_t at);

  [[nodiscard]] bool is_negated(std::size_t at) const;

  void behind_noun(std::size_t at, std::size_t behind, Tier tier, bool with_verb);

  /// The next word, past something quoted: "the answer to "What is it?" is X".
  [[nodiscard]] std::size_t behind_quotation(std::size_t at, std::size_t end) const;

  /// What is said begins behind the verb, unless the verb or a word before it denies.
  [[nodiscard]] std::size_t verb_piece(std::size_t at, std::size_t length, std::size_t first) const;

  /// "Answer" alone in its line, the answer below; "Ans. B".
  void heading(std::size_t at, std::size_t behind, std::size_t end, Tier tier);

  /// "Option X is correct", "X) Blue is the right answer".
  void subject(std::size_t at);

  /// "At first B seems right": with nothing that turns away from it in between.
  [[nodiscard]] bool is_first_impression(std::size_t at) const;

  /// The first of letters that are joined: A of "A and D are correct".
  [[nodiscard]] std::size_t group_begin(std::size_t at) const;

  /// "I choose X", "which leaves X", "so X."
  void verb(std::size_t at);

  /// "Changing my answer from A to X."
  void change(std::size_t at);

  /// "Please take X as my final answer."
  void taken(std::size_t at);

  /// The letter that a cue leads up to, past words that only fill.
  [[nodiscard]] std::size_t letter_behind(std::size_t at) const;

  // ---- lines and sentences ----

  void lines();

  /// A number that is a line by itself.
  void lone_numbers(std::size_t first, std::size_t last);

  /// The letter that a line begins with as an answer does; not in lists and tables.
  [[nodiscard]] std::size_t line_letter(std::size_t line) const;

  void texts();

  /// A reply that ends with a letter: "... fill is blue. B." or "After checking: B."
  void last_word(std::size_t begin, std::size_t end);

  /// "Since the fill is green, C.": behind a clause whose last words name no other letter.
  [[nodiscard]] bool ends_clause(std::size_t begin, std::size_t letter) const;

  /// "The half circle (option C).": what the sentence says, unless that is denied.
  [[nodiscard]] bool names_option(std::size_t begin, std::size_t letter) const;

  /// Whether a letter with a text in brackets is the subject of a sentence: "B (Red) would be
  /// next".
  [[nodiscard]] bool opens_remark(std::size_t at, std::size_t end) const;

  /// A last sentence that opens with the letter: "... makes four. B, not A.", "OK, B stands."
  void opening_letter(std::size_t begin, std::size_t end);

  /// A few words in front of an explanation, or the statement of a short reply.
  void first_text(std::size_t first, std::size_t sentences);

  [[nodiscard]] bool concludes(std::size_t begin, std::size_t end) const;

  /// The sentence, and before it what follows the last word that concludes in it.
  void text_piece(std::size_t begin, std::size_t end);

  std::vector<Piece> pieces_;
};

}  // namespace papert::reply
