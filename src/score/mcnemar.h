// Do two answerers differ? McNemar's test looks only at the pairs they disagree on: if neither is
// better, each such pair is a fair coin.
//
//     p = min(1, 2 P(X <= min(b, c))),   X ~ Binomial(b + c, 1/2)
//
// with b pairs right only in the first and c only in the second: the exact, two-sided form at every
// size. Pairs are taken to be independent.
#pragma once

#include <cstdint>

namespace papert::score {

/// b, c >= 0. 1 where there is no disagreement; 0 where p is below the smallest double. The cost is
/// proportional to b + c.
double mcnemar_exact(std::int64_t b, std::int64_t c);

}  // namespace papert::score
