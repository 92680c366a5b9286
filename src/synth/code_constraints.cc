#include "synth/code_constraints.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace papert::synth {

using lang::xlogo::BlockCounts;
using lang::xlogo::BlockType;
using lang::xlogo::Constraints;
using lang::xlogo::ConstraintSet;
using lang::xlogo::kCountAll;

namespace {

constexpr std::size_t kCountable = 4;  // fd bk lt rt
constexpr int kMostOfBlock = 4;
constexpr int kLeastOfAll = 2;
constexpr int kMostOfAll = 15;
constexpr std::size_t kLongestStart = 4;

bool same_class(BlockType a, BlockType b) {
  const auto is_move = [](BlockType type) { return type <= BlockType::kBack; };
  const auto is_turn = [&](BlockType type) { return !is_move(type) && type <= BlockType::kRight; };
  return a == b || (is_move(a) && is_move(b)) || (is_turn(a) && is_turn(b));
}

std::size_t entries_of(const BlockCounts& counts) {
  return static_cast<std::size_t>(std::count_if(
      counts.begin(), counts.end(), [](const auto& count) { return count.has_value(); }));
}

/// Several sets that must all hold, as one.
ConstraintSet joined(const Constraints& constraints) {
  ConstraintSet all;
  for (const ConstraintSet& set : constraints) {
    for (std::size_t i = 0; i < all.exactly.size(); ++i) {
      if (set.exactly[i]) all.exactly[i] = set.exactly[i];
      if (set.at_most[i]) all.at_most[i] = set.at_most[i];
    }
    if (!set.start_by.empty()) all.start_by = set.start_by;
  }
  return all;
}

}  // namespace

/// What constraints count in a shape.
struct CodeConstraints::Counted {
  std::array<int, 6> blocks{};
  int all = 0;
  std::size_t top_level = 0;
  std::array<BlockType, kLongestStart> start{};  // of the top level, as far as it goes

  explicit Counted(std::string_view shape) {
    std::size_t depth = 0;
    for (const char c : shape) {
      if (c == ']') {
        --depth;
        continue;
      }
      const BlockType type = type_of(c);
      ++blocks[static_cast<std::size_t>(type)];
      ++all;
      if (depth == 0) {
        if (top_level < start.size()) start[top_level] = type;
        ++top_level;
      }
      if (c == '[') ++depth;
    }
  }
};

CodeConstraints::CodeConstraints(const Constraints& reference, bool one_more, Rules rules) {
  const ConstraintSet set = joined(reference);
  exactly_ = part_of(set.exactly, rules);
  at_most_ = part_of(set.at_most, rules);
  start_by_ = set.start_by;
  const std::size_t more = one_more ? 1 : 0;
  entries_ = exactly_.size + at_most_.size + start_by_.size() + more;
  const auto used = [](bool is) { return is ? std::size_t{1} : std::size_t{0}; };
  kinds_ = used(exactly_.size > 0) + used(at_most_.size > 0) + used(!start_by_.empty()) + more;
}

CodeConstraints::Part CodeConstraints::part_of(const BlockCounts& counts, Rules rules) {
  Part part;
  part.size = entries_of(counts);
  part.most = std::min(part.size + 1, std::size_t{2});
  if (rules == Rules::kRepaired && part.size > part.most) part.most = part.size + 1;
  part.all = counts[kCountAll].has_value();
  int sum = 0;
  for (std::size_t i = 0; i < kCountAll; ++i) sum += counts[i].value_or(0);
  part.just = part.all && *counts[kCountAll] == sum;
  return part;
}

bool CodeConstraints::part_fits(const Part& part, unsigned names, const Counted& counted,
                                int least) {
  const std::size_t size = static_cast<std::size_t>(std::popcount(names)) + (part.all ? 1 : 0);
  if (size > part.most) return false;
  if (part.all && (counted.all < kLeastOfAll || counted.all > kMostOfAll)) return false;
  int sum = 0;
  for (std::size_t i = 0; i < kCountable; ++i) {
    if ((names >> i & 1U) == 0) continue;
    if (counted.blocks[i] < least || counted.blocks[i] > kMostOfBlock) return false;
    sum += counted.blocks[i];
  }
  return !part.just || sum == counted.all;
}

bool CodeConstraints::starts_fit(const Counted& counted, std::size_t length) const {
  if (length == 0) return start_by_.size() <= 1;
  if (length + 1 < start_by_.size() || length > std::min(start_by_.size() + 1, kLongestStart)) {
    return false;
  }
  if (start_by_.empty() || length >= counted.top_level) return false;
  for (std::size_t i = 0; i < length; ++i) {
    const BlockType type = counted.start[i];
    if (i < start_by_.size() ? !same_class(type, start_by_[i])
                             : static_cast<std::size_t>(type) >= kCountable) {
      return false;
    }
  }
  return true;
}

bool CodeConstraints::fits(const Choice& choice, const Counted& counted) const {
  if ((choice.exactly & choice.at_most) != 0) return false;
  const std::size_t in_exactly =
      static_cast<std::size_t>(std::popcount(choice.exactly)) + (exactly_.all ? 1 : 0);
  const std::size_t in_at_most =
      static_cast<std::size_t>(std::popcount(choice.at_most)) + (at_most_.all ? 1 : 0);
  if (in_exactly + in_at_most + choice.start_by != entries_) return false;
  const std::size_t kinds = static_cast<std::size_t>(in_exactly > 0) +
                            static_cast<std::size_t>(in_at_most > 0) +
                            static_cast<std::size_t>(choice.start_by > 0);
  return kinds <= kinds_ && part_fits(exactly_, choice.exactly, counted, 0) &&
         part_fits(at_most_, choice.at_most, counted, 1) && starts_fit(counted, choice.start_by);
}

template <class Use>
void CodeConstraints::for_each(const Counted& counted, const Use& use) const {
  constexpr unsigned kNameSets = 1U << kCountable;
  const std::size_t longest = start_by_.empty() ? 0 : kLongestStart;
  for (unsigned exactly = 0; exactly < kNameSets; ++exactly) {
    for (unsigned at_most = 0; at_most < kNameSets; ++at_most) {
      for (std::size_t start = 0; start <= longest; ++start) {
        const Choice choice{exactly, at_most, start};
        if (fits(choice, counted) && use(choice)) return;
      }
    }
  }
}

std::uint64_t CodeConstraints::count(std::string_view shape) const {
  std::uint64_t count = 0;
  for_each(Counted(shape), [&](const Choice&) {
    ++count;
    return false;
  });
  return count;
}

Constraints CodeConstraints::at(std::string_view shape, std::uint64_t index) const {
  const Counted counted(shape);
  ConstraintSet set;
  for_each(counted, [&](const Choice& choice) {
    if (index-- > 0) return false;
    for (std::size_t i = 0; i < kCountable; ++i) {
      if ((choice.exactly >> i & 1U) != 0) set.exactly[i] = counted.blocks[i];
      if ((choice.at_most >> i & 1U) != 0) set.at_most[i] = counted.blocks[i];
    }
    if (exactly_.all) set.exactly[kCountAll] = counted.all;
    if (at_most_.all) set.at_most[kCountAll] = counted.all;
    set.start_by.assign(counted.start.begin(),
                        counted.start.begin() + static_cast<std::ptrdiff_t>(choice.start_by));
    return true;
  });
  if (set.empty()) return {};
  return {std::move(set)};
}

}  // namespace papert::synth
