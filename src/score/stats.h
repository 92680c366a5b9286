// Sums, means and standard errors that come out the same everywhere.
#pragma once

#include <optional>
#include <span>

namespace papert::score {

/// The sum of doubles as Python 3.12's sum() computes it: the rounding error of every addition is
/// gathered apart and added at the end (Neumaier's variant of Kahan's method). The result is that
/// of sum(values) bit for bit, infinities and NaN included; plain addition differs in the last
/// digits.
class CompensatedSum {
 public:
  void add(double x);
  [[nodiscard]] double value() const;

 private:
  double sum_ = 0.0;
  double error_ = 0.0;
};

double sum(std::span<const double> values);

/// sum(values) / n; none for no values.
std::optional<double> mean(std::span<const double> values);

/// The standard error of the mean, s / sqrt(n) with s^2 the sum of squared deviations over n - 1;
/// none for fewer than two values.
std::optional<double> standard_error(std::span<const double> values);

/// The same for a mean over items that come in clusters (epochs of one task) of `counts` items with
/// total `sums`: with mean m = sum(sums) / sum(counts) and g clusters,
/// sqrt(g / (g - 1) * sum((sums_i - counts_i * m)^2)) / sum(counts). Clusters of one item each give
/// standard_error. None for fewer than two clusters that have items.
std::optional<double> clustered_standard_error(std::span<const double> sums,
                                               std::span<const double> counts);

}  // namespace papert::score
