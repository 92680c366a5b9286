// Pictures of which people, and those who know them by heart, misjudge a size.
//
//     ebbinghaus     two discs, one among large discs and one among small ones: which is larger?
//     mueller-lyer   two shafts, one with fins that open outwards and one with arrow heads: which
//                    is longer?
//
// A seed gives a pair of pictures that differ in one number only. In the classic one both sizes are
// equal, which is what the books say and the eye denies. In the opposite one they truly differ, for
// or against what the eye believes: who answers "equal" from memory is wrong. The answer is exact:
// equal sizes are the same text of the program, different ones differ by at least kLeastGrowth.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "base/random.h"

namespace papert::mint::svg {

enum class IllusionKind { kEbbinghaus, kMuellerLyer };
inline constexpr std::array<const char*, 2> kIllusionNames{"ebbinghaus", "mueller-lyer"};

/// How much larger the larger one is in the opposite picture.
inline constexpr double kLeastGrowth = 1.15;
inline constexpr double kMostGrowth = 1.3;

struct Illusion {
  std::string program;
  std::size_t answer = 0;  // 0: the first of the two, 1: the second, 2: they are equal
};

struct IllusionPair {
  std::string text;
  std::array<std::string, 3> options;  // by answer
  Illusion classic;
  Illusion opposite;
};

[[nodiscard]] IllusionPair mint_illusion(IllusionKind kind, Random& random);

}  // namespace papert::mint::svg
