#include "lang/xlogo/search_rules.h"

#include <algorithm>
#include <utility>

namespace papert::lang::xlogo {
namespace {

constexpr int kMostCounted = 255;  // of one kind of blocks

}  // namespace

Rules::Rules(const Constraints& constraints) {
  for (const ConstraintSet& set : constraints) {
    for (std::size_t i = 0; i < exactly_.size(); ++i) {
      if (const std::optional<int> wanted = set.exactly[i]) {
        contradictory_ |= exactly_[i].value_or(*wanted) != *wanted;
        exactly_[i] = wanted;
        exact_ = true;
      }
      if (const std::optional<int> most = set.at_most[i]) {
        at_most_[i] = std::min(*most, at_most_[i].value_or(*most));
      }
    }
    if (!set.start_by.empty()) starts_.push_back(set.start_by);
    longest_start_ = std::max(longest_start_, set.start_by.size());
  }
  most_blocks_ = std::exchange(at_most_[kCountAll], std::nullopt);
  contradictory_ |= most_blocks_.value_or(0) < 0;
}

bool Rules::any() const {
  for (std::size_t i = 0; i < exactly_.size(); ++i) {
    if (counts(i)) return true;
  }
  return longest_start_ > 0;
}

bool Rules::starts_with(BlockType type) const {
  return std::any_of(starts_.begin(), starts_.end(), [&](const std::vector<BlockType>& start) {
    return std::find(start.begin(), start.end(), type) != start.end();
  });
}

bool Rules::mentions(BlockType type) const { return counts(type) || starts_with(type); }

WorthTrying Rules::worth_trying() const {
  const bool turns = counts(BlockType::kLeft) || counts(BlockType::kRight);
  const bool repeat_starts = starts_with(BlockType::kRepeat);
  return {.undone_turns = asks_for(BlockType::kLeft) || asks_for(BlockType::kRight),
          .detour_turns = turns,
          .pens_in_a_row = asks_for(BlockType::kSetPen),
          .pens_after_turns = false,
          .still_repeats = turns || counts(BlockType::kSetPen) || asks_for(BlockType::kRepeat) ||
                           counts(BlockType::kRepeat) || repeat_starts,
          .single_rounds = asks_for(BlockType::kRepeat) || repeat_starts};
}

bool Rules::count(std::span<const Block> block, Situation& state) const {
  const std::size_t top = state.top;
  for (const std::vector<BlockType>& start : starts_) {
    if (top < start.size() && start[top] != block.front().type) return false;
  }
  if (top < longest_start_) ++state.top;
  for (const Block& each : block) {
    for (const std::size_t i : {static_cast<std::size_t>(each.type), kCountAll}) {
      if (!counts(i)) continue;
      const int most =
          std::min(exactly_[i].value_or(kMostCounted), at_most_[i].value_or(kMostCounted));
      if (state.counts[i] >= most) return false;
      ++state.counts[i];
    }
  }
  return true;
}

bool Rules::kept(const Situation& state) const {
  if (state.top < longest_start_) return false;
  for (std::size_t i = 0; exact_ && i < state.counts.size(); ++i) {
    if (exactly_[i] && state.counts[i] != *exactly_[i]) return false;
  }
  return true;
}

std::size_t Rules::missing(const Situation& state) const {
  int blocks = 0;
  int types = 0;
  for (std::size_t i = 0; exact_ && i < state.counts.size(); ++i) {
    if (!exactly_[i]) continue;
    const int rest = *exactly_[i] - state.counts[i];
    (i == kCountAll ? blocks : types) += std::max(rest, 0);
  }
  return std::max(longest_start_ - state.top, static_cast<std::size_t>(std::max(blocks, types)));
}

}  // namespace papert::lang::xlogo
