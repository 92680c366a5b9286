#include "score/wilson.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "score/stats.h"

namespace papert::score {
namespace {

/// The z with P(|Z| <= z) = level for a standard normal Z, by halving.
double two_sided_quantile(double level) {
  double low = 0;
  double high = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (std::erf(middle / std::numbers::sqrt2) < level ? low : high) = middle;
  }
  return high;
}

}  // namespace

Interval wilson_interval(double share, double samples, double level) {
  assert(share >= 0 && share <= 1 && samples > 0);
  const double z = two_sided_quantile(level);
  const double weight = z * z / samples;
  const double centre = share + weight / 2;
  const double half = std::sqrt(weight * (share * (1 - share) + weight / 4));
  // At the ends centre and half are equal but for rounding.
  const double low = share == 0 ? 0 : (centre - half) / (1 + weight);
  const double high = share == 1 ? 1 : (centre + half) / (1 + weight);
  return {std::max(low, 0.0), std::min(high, 1.0)};
}

double effective_samples(const ClusterValues& clusters) {
  assert(clusters.sums.size() == clusters.counts.size());
  const double items = sum(clusters.counts);
  if (items == 0) return 0;
  const double share = sum(clusters.sums) / items;
  double used = 0;
  CompensatedSum squares;
  for (std::size_t i = 0; i < clusters.sums.size(); ++i) {
    if (clusters.counts[i] > 0) ++used;
    const double deviation = clusters.sums[i] - clusters.counts[i] * share;
    squares.add(deviation * deviation);
  }
  const double variance = squares.value() / (items * items);
  const double spread = share * (1 - share);
  // Rounding must not make a cluster of its own mean look like one of little variance.
  if (used < 2 || variance <= 1e-12 * spread) return used;
  return std::min(items, spread / variance);
}

std::optional<Interval> proportion_interval(const ClusterValues& clusters, double level) {
  const double samples = effective_samples(clusters);
  if (samples == 0) return std::nullopt;
  return wilson_interval(sum(clusters.sums) / sum(clusters.counts), samples, level);
}

bool is_proportion(std::span<const double> values) {
  return !values.empty() &&
         std::all_of(values.begin(), values.end(), [](double x) { return x == 0 || x == 1; });
}

}  // namespace papert::score
