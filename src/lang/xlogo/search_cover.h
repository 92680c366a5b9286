// How many lines of a picture a few blocks can draw at most. A loop draws many lines with few
// blocks, but only along the picture: from each place every body of a repeat is walked once, pens
// aside, and what it can come to at most is remembered. A picture of more lines than the blocks
// that are left can draw is out of reach, and so is one that a repeat from here would leave so.
//
// Besides, every line has a price, so that no repeat crosses lines worth more than its own blocks:
// what the lines that are left cost together is a bound, too, and one that knows that a repeat
// which draws much here draws nothing there.
//
// Worth its time where a search would otherwise give up.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lang/xlogo/search_arena.h"
#include "lang/xlogo/search_bound.h"

namespace papert::lang::xlogo {

class Cover {
 public:
  static constexpr std::size_t kLongestBody = 4;

  struct Limits {
    std::size_t max_body = 0;    // of repeats, at most kLongestBody
    std::size_t max_blocks = 0;  // of programs
    bool single_rounds = false;  // repeat 1 is searched, too
  };

  /// Takes the place of what was there, unless that is of the same picture, whatever its colours.
  /// False if there is no picture, or too large a one.
  [[nodiscard]] bool load(const Arena& arena, const Limits& limits);

  /// At least so many blocks are needed to draw what is left.
  [[nodiscard]] std::size_t blocks_for(const PictureRest& rest) const;
  /// Whether a repeat of a body of so many blocks from here, and then at most `blocks` more, may
  /// draw what is left.
  [[nodiscard]] bool may_draw(const Walker& walker, std::size_t body, std::size_t blocks,
                              const PictureRest& rest) const;

 private:
  class Walk;

  /// Lines that one repeat crosses, and the blocks of its body.
  struct Crossing {
    Marks lines{};
    std::size_t body = 0;
    friend auto operator<=>(const Crossing&, const Crossing&) = default;
  };

  [[nodiscard]] bool load_reach(const Arena& arena);
  void load_prices(const Arena& arena);
  [[nodiscard]] std::size_t worth(const Crossing& crossing) const;
  [[nodiscard]] std::size_t price(const Marks& lines) const;

  /// What a repeat can draw from a place.
  struct Reach {
    std::size_t most = 0;  // lines at once
    Marks any{};           // lines that are drawn by one or another
  };

  std::size_t max_body_ = 0;
  bool single_rounds_ = false;
  std::vector<int> next_;  // of the arena
  std::vector<int> edge_;
  bool loaded_ = false;
  std::vector<Reach> reach_;  // by cell, heading % 2 and size of the body
  std::array<std::size_t, kLongestBody + 1> most_by_body_{};
  std::vector<Crossing> crossings_;
  std::vector<Marks> of_color_;      // lines
  std::vector<std::size_t> prices_;  // of lines, in parts of a block
  std::vector<std::size_t> most_;    // lines that so many blocks draw at most, from anywhere
};

}  // namespace papert::lang::xlogo
