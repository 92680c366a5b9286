// Where things are in a reply: its words, the sentence and the line that each is in, and the lists
// of options. Nothing looks further than a window from its place, so the cost is linear.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reply/words.h"

namespace papert::reply {

/// Whether the word is one of these signs.
[[nodiscard]] bool is_one_of(const Word& word, std::string_view signs);

class ReplyLayout {
 public:
  /// Of a very long reply only its ends are read.
  explicit ReplyLayout(std::string_view reply);
  ReplyLayout(const ReplyLayout&) = delete;
  ReplyLayout& operator=(const ReplyLayout&) = delete;

 protected:
  static constexpr std::size_t kWindow = 200;   // words that a piece or a sentence may have
  static constexpr std::size_t kLookBack = 60;  // words in front of a cue

  /// A part of the reply that begins with the label of an option: "B) Blue - correct".
  struct Item {
    std::size_t letter = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  void find_sentences();

  /// Those of the words that are left.
  void find_items();

  /// Where the sentence that goes on at `at` ends.
  [[nodiscard]] std::size_t end_of(std::size_t at) const;
  [[nodiscard]] std::size_t line_end(std::size_t at) const;
  [[nodiscard]] std::size_t next_line(std::size_t at) const;
  [[nodiscard]] std::size_t line_begin(std::size_t at) const;

  /// The first word that is not one of the signs.
  [[nodiscard]] std::size_t skip_signs(std::size_t at, std::string_view signs) const;
  [[nodiscard]] bool has_word(std::size_t begin, std::size_t end) const;
  [[nodiscard]] std::string text_between(std::size_t begin, std::size_t end) const;

  /// From `at` to the end of the line or, if nothing stands there, the next line that has
  /// something; with the items that continue a list which begins there.
  [[nodiscard]] std::string piece_at(std::size_t at) const;

  /// Whether an item begins with this word.
  [[nodiscard]] bool is_item(std::size_t at) const;

  /// Whether an item begins in this line.
  [[nodiscard]] bool is_listed(std::size_t at) const;

  /// Whether the sentence claims what stands at `at`: not as a question, a doubt or a supposition.
  [[nodiscard]] bool is_stated(std::size_t at) const;

  /// A line of its own, of a few words.
  [[nodiscard]] bool is_short_line(std::size_t at) const;

  /// An option that its list calls the right one, or the only one that it does not call wrong.
  struct Marked {
    std::size_t position = 0;  // where the list begins
    std::size_t letter = 0;
  };
  [[nodiscard]] std::vector<Marked> marked_options() const;

  std::string text_;
  std::vector<Word> all_;
  Words words_;                      // those that count: a further turn does not
  std::vector<std::size_t> starts_;  // of the sentence that each word is in
  std::vector<std::size_t> lines_;   // where the line of each word begins
  std::vector<std::vector<Item>> lists_;

 private:
  [[nodiscard]] std::size_t paragraph_end(std::size_t at) const;

  /// The letter of a label: "B)", "(B)", "B.", "B:", "Option B:", "| B |".
  [[nodiscard]] std::size_t label_at(std::size_t at) const;

  /// "Step 1:", "Explanation:" lead on to something else.
  [[nodiscard]] bool label_is_open(std::size_t at) const;

  enum class Mark { kNone, kRight, kWrong };

  /// The first word in an item that calls it right or wrong, set apart from the option's text.
  [[nodiscard]] Mark mark_of(const Item& item) const;
};

}  // namespace papert::reply
