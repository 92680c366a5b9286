// What k tries are worth, from n samples of a task of which c were right:
//
//     pass@k = 1 - C(n-c, k) / C(n, k)     at least one of k samples is right
//     pass^k = C(c, k) / C(n, k)           all of k samples are right
//
// Both are means over all subsets of k of the n samples, and so unbiased for k fresh samples;
// putting c/n into 1 - (1 - p)^k or p^k is not, unless k is 1.
#pragma once

#include <cstdint>

namespace papert::score {

/// 1 <= k <= n and 0 <= c <= n. Accurate to a few units in the last place times the number of
/// factors, min(k, c); 0 and 1 are exact.
double pass_at_k(std::int64_t n, std::int64_t c, std::int64_t k);

/// The same for all k; min(k, n - c) factors.
double pass_all_k(std::int64_t n, std::int64_t c, std::int64_t k);

}  // namespace papert::score
