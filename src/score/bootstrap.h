// Percentile bootstrap intervals of means over clusters of items.
//
// A cluster is what is drawn as one: a task with all its epochs. The recipe, exactly, in Python:
//
//     rng = random.Random(seed)
//     means = []
//     for _ in range(resamples):
//         weight = [0] * n                                # how often each cluster was drawn
//         for _ in range(n): weight[rng.randrange(n)] += 1
//         total = items = 0.0
//         for i in range(n):                              # in the order given, plain addition
//             total += weight[i] * sums[i]
//             items += weight[i] * counts[i]
//         if items > 0: means.append(total / items)
//     tail = (1 - level) / 2
//     low, high = numpy.quantile(means, [tail, 1 - tail])  # linear interpolation
//
// All metrics share the draws: weight is drawn once per resample for all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace papert::score {

/// One metric: per cluster the sum of its items' values and their number. A cluster may have no
/// items for a metric (sum and count 0).
struct ClusterValues {
  std::span<const double> sums;
  std::span<const double> counts;
};

struct BootstrapOptions {
  int resamples = 1000;
  std::int64_t seed = 0;
  double level = 0.95;  // of the interval, between 0 and 1
};

struct Interval {
  double low = 0;
  double high = 0;

  friend bool operator==(const Interval&, const Interval&) = default;
};

/// One interval per metric; all spans have the same length n < 2^31. None where no resample has an
/// item: no clusters, none with items, or no resamples. One cluster gives an interval of no width.
std::vector<std::optional<Interval>> bootstrap_mean(std::span<const ClusterValues> metrics,
                                                    const BootstrapOptions& options = {});

/// numpy.quantile(sorted, q) with its default linear interpolation; `sorted` ascends and is not
/// empty, q is in 0..1.
double quantile(std::span<const double> sorted, double q);

}  // namespace papert::score
