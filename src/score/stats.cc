#include "score/stats.h"

#include <cassert>
#include <cmath>
#include <cstddef>

namespace papert::score {

void CompensatedSum::add(double x) {
  const double total = sum_ + x;
  if (std::fabs(sum_) >= std::fabs(x)) {
    error_ += (sum_ - total) + x;
  } else {
    error_ += (x - total) + sum_;
  }
  sum_ = total;
}

// An infinite sum has a NaN error, which must not turn it into NaN.
double CompensatedSum::value() const {
  return error_ != 0.0 && std::isfinite(error_) ? sum_ + error_ : sum_;
}

double sum(std::span<const double> values) {
  CompensatedSum total;
  for (const double value : values) total.add(value);
  return total.value();
}

std::optional<double> mean(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  return sum(values) / static_cast<double>(values.size());
}

std::optional<double> standard_error(std::span<const double> values) {
  if (values.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  const double centre = sum(values) / n;
  CompensatedSum squares;
  for (const double value : values) squares.add((value - centre) * (value - centre));
  return std::sqrt(squares.value() / (n - 1.0)) / std::sqrt(n);
}

std::optional<double> clustered_standard_error(std::span<const double> sums,
                                               std::span<const double> counts) {
  assert(sums.size() == counts.size());
  const double items = sum(counts);
  double clusters = 0;
  for (const double count : counts) clusters += count > 0 ? 1.0 : 0.0;
  if (clusters < 2) return std::nullopt;
  const double centre = sum(sums) / items;
  CompensatedSum squares;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double deviation = sums[i] - counts[i] * centre;
    squares.add(deviation * deviation);
  }
  return std::sqrt(clusters / (clusters - 1.0) * squares.value()) / items;
}

}  // namespace papert::score
