// Which programs make which set. As published (docs/datagen-sit.md): of 72,000 programs drawn
// evenly from a collection, 25k are the shortest, 40k and 55k the shortest and then further short
// ones, 10k an even sample of the 25k. So each smaller set lies in the larger, and
//
//     a set of n >= 25k    the n shortest of the drawn ones
//     a set of n < 25k     n of the 25k shortest, by lot
//
// A smaller source makes all sets smaller by one factor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace papert::datagen::sit {

inline constexpr std::size_t kDrawn = 72'000;     // programs that a large source gives
inline constexpr std::size_t kShortest = 25'000;  // of these, in the set that smaller ones are of

struct SetSize {
  std::string name;       // "25k", as it was asked for
  std::size_t asked = 0;  // 25,000
};

/// From words such as 10k, 25k and 500: in the order of size. kUsage, naming the word, for what is
/// not a size, is larger than kMaxPrograms or comes twice.
[[nodiscard]] Result<std::vector<SetSize>> parse_sizes(const std::vector<std::string>& words);

/// What decides about a program's place.
struct Candidate {
  std::size_t number = 0;  // in the source
  std::size_t bytes = 0;
  std::uint64_t lot = 0;
};

/// In what order usable programs are described, as indices: only as many are as `largest` accepted
/// descriptions need, so those come first that the sets want. First the shortest `kShortest` of the
/// drawn ones, by lot; then the other drawn ones, the shortest first; then the others, by lot.
[[nodiscard]] std::vector<std::size_t> order_of_asking(const std::vector<Candidate>& usable,
                                                       std::size_t largest);

struct ChosenSet {
  SetSize size;
  std::vector<std::size_t> members;  // indices, ascending
};

/// The sets of the accepted programs, which are at most as many as the largest size. Where they are
/// fewer, every size is multiplied by the same factor and rounded down.
[[nodiscard]] std::vector<ChosenSet> choose_sets(const std::vector<Candidate>& accepted,
                                                 const std::vector<SetSize>& sizes);

/// The largest size: how many accepted programs are wanted.
[[nodiscard]] inline std::size_t largest_of(const std::vector<SetSize>& sizes) {
  return sizes.back().asked;
}

/// `size` where there are `there` of `wanted` programs.
[[nodiscard]] std::size_t in_proportion(std::size_t size, std::size_t there, std::size_t wanted);

}  // namespace papert::datagen::sit
