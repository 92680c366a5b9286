// Binomial coefficients overflow at n = 1030, so neither is ever formed: the quotients are products
// of k factors, and by the symmetry C(n-c, k) / C(n, k) = C(n-k, c) / C(n, c) of the smaller of k
// and c factors. Only the four operations are used, which give the same digits everywhere; sums of
// logarithms would not.

#include "score/passk.h"

#include <algorithm>
#include <cassert>

namespace papert::score {

// Draw the samples one by one: the chance that the first right one comes at draw i is that of none
// before times that of one now. Adding these never subtracts, so a small pass@k keeps its digits.
double pass_at_k(std::int64_t n, std::int64_t c, std::int64_t k) {
  assert(k >= 1 && k <= n && c >= 0 && c <= n);
  if (c > n - k) return 1.0;
  const std::int64_t draws = std::min(k, c);
  const std::int64_t hits = std::max(k, c);
  double none = 1.0;
  double some = 0.0;
  for (std::int64_t i = 0; i < draws; ++i) {
    const auto left = static_cast<double>(n - i);
    some += none * (static_cast<double>(hits) / left);
    none *= static_cast<double>(n - i - hits) / left;
  }
  return some;
}

double pass_all_k(std::int64_t n, std::int64_t c, std::int64_t k) {
  assert(k >= 1 && k <= n && c >= 0 && c <= n);
  if (k > c) return 0.0;
  const std::int64_t draws = std::min(k, n - c);
  const std::int64_t misses = std::max(k, n - c);
  double all = 1.0;
  for (std::int64_t i = 0; i < draws; ++i) {
    all *= static_cast<double>(n - misses - i) / static_cast<double>(n - i);
  }
  return all;
}

}  // namespace papert::score
