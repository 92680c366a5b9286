// Constraints as a search sees them: all sets as one, since all must hold, and which texts need not
// be tried because a shorter or an equal one says the same.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "lang/xlogo/search_state.h"
#include "lang/xlogo/task.h"

namespace papert::lang::xlogo {

/// Texts that are worth trying inside a body. A block without effect helps only to reach an exact
/// count; a detour helps only where the usual form is counted.
struct WorthTrying {
  bool undone_turns = false;      // lt rt
  bool detour_turns = false;      // rt rt for lt lt, lt lt lt for rt
  bool pens_in_a_row = false;     // setpc setpc
  bool pens_after_turns = false;  // lt setpc for setpc lt
  bool still_repeats = false;     // of a body that does not move
  bool single_rounds = false;     // repeat 1
};

class Rules {
 public:
  explicit Rules(const Constraints& constraints);

  /// A limit on all blocks is a limit on the length of programs.
  [[nodiscard]] std::optional<int> most_blocks() const { return most_blocks_; }
  [[nodiscard]] bool contradictory() const { return contradictory_; }
  [[nodiscard]] bool mentions(BlockType type) const;
  /// Whether a block of this type can help by being there.
  [[nodiscard]] bool asks_for(BlockType type) const {
    return exactly_[static_cast<std::size_t>(type)] || exactly_[kCountAll];
  }
  [[nodiscard]] WorthTrying worth_trying() const;
  /// Whether there is any rule but a limit on all blocks: then a plain search tries every text.
  [[nodiscard]] bool any() const;

  /// Counts a top-level block; false if it breaks a rule.
  [[nodiscard]] bool count(std::span<const Block> block, Situation& state) const;
  [[nodiscard]] bool kept(const Situation& state) const;
  /// At least so many blocks are still to come.
  [[nodiscard]] std::size_t missing(const Situation& state) const;

 private:
  [[nodiscard]] bool counts(std::size_t i) const { return exactly_[i] || at_most_[i]; }
  [[nodiscard]] bool counts(BlockType type) const { return counts(static_cast<std::size_t>(type)); }
  [[nodiscard]] bool starts_with(BlockType type) const;

  BlockCounts exactly_;
  BlockCounts at_most_;
  std::optional<int> most_blocks_;
  std::vector<std::vector<BlockType>> starts_;
  std::size_t longest_start_ = 0;
  bool exact_ = false;  // some count is exact
  bool contradictory_ = false;
};

}  // namespace papert::lang::xlogo
