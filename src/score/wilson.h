// The interval of a share of right answers: Wilson's score interval, with the number of samples
// that the clusters are worth.
//
// A bootstrap of zeros and ones has nothing to draw from when all are equal: two right answers of
// two give [1, 1]. Wilson's interval of the same two is [0.3424, 1].
//
//     c = p + z^2 / 2n       h = z sqrt(p (1 - p) / n + z^2 / 4n^2)
//     interval = (c - h) / (1 + z^2 / n), (c + h) / (1 + z^2 / n)
//
// Samples of one cluster (epochs of a task, tasks of one base) are not independent. With N samples
// in g clusters of sums S_i and counts n_i, the variance of their mean p is
//
//     V = sum((S_i - n_i p)^2) / N^2
//
// and p (1 - p) / N if they were independent. Their ratio is the design effect, and N divided by it
// is the number of independent samples that would be as certain: n = p (1 - p) / V, never more than
// N. Five equal answers to each of 20 tasks are worth 20 samples. Where V is 0 (all are right, say)
// the clusters cannot tell how far their samples depend on each other, and n is g.
//
//   E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
//   L. Kish, Survey sampling, 1965, on the design effect.
#pragma once

#include <optional>
#include <span>

#include "score/bootstrap.h"

namespace papert::score {

/// `share` in 0..1 of `samples` > 0, which need not be whole; `level` between 0 and 1.
[[nodiscard]] Interval wilson_interval(double share, double samples, double level = 0.95);

/// How many independent samples these zeros and ones are worth; 0 where no cluster has items.
[[nodiscard]] double effective_samples(const ClusterValues& clusters);

/// Both together; none where no cluster has items.
[[nodiscard]] std::optional<Interval> proportion_interval(const ClusterValues& clusters,
                                                          double level = 0.95);

/// Whether there are values and all are 0 or 1.
[[nodiscard]] bool is_proportion(std::span<const double> values);

}  // namespace papert::score
