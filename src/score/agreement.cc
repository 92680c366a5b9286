#include "score/agreement.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "score/stats.h"

namespace papert::score {

double entropy_bits(std::span<const std::int64_t> counts) {
  const auto total =
      static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
  CompensatedSum entropy;
  for (const std::int64_t count : counts) {
    if (count <= 0) continue;
    const double share = static_cast<double>(count) / total;
    entropy.add(-share * std::log2(share));
  }
  return std::max(0.0, entropy.value());
}

std::int64_t largest(std::span<const std::int64_t> counts) {
  const auto found = std::max_element(counts.begin(), counts.end());
  return found == counts.end() ? 0 : *found;
}

std::optional<double> fleiss_kappa(std::span<const std::vector<std::int64_t>> questions) {
  std::vector<double> agreements;
  std::vector<double> totals;  // by answer
  double all = 0;
  for (const std::vector<std::int64_t>& counts : questions) {
    double given = 0;
    double pairs = 0;
    for (const std::int64_t count : counts) {
      given += static_cast<double>(count);
      pairs += static_cast<double>(count) * static_cast<double>(count - 1);
    }
    if (given < 2) continue;
    agreements.push_back(pairs / (given * (given - 1)));
    totals.resize(std::max(totals.size(), counts.size()));
    for (std::size_t j = 0; j < counts.size(); ++j) totals[j] += static_cast<double>(counts[j]);
    all += given;
  }
  const auto observed = mean(agreements);
  if (!observed) return std::nullopt;
  CompensatedSum expected;
  for (const double total : totals) expected.add(total / all * (total / all));
  if (expected.value() >= 1) return std::nullopt;
  return (*observed - expected.value()) / (1 - expected.value());
}

std::optional<double> cohen_kappa(std::span<const std::vector<std::int64_t>> table) {
  std::vector<double> rows(table.size());
  std::vector<double> columns(table.size());
  double all = 0;
  double same = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::size_t j = 0; j < table[i].size(); ++j) {
      const auto count = static_cast<double>(table[i][j]);
      rows[i] += count;
      columns[j] += count;
      all += count;
      if (i == j) same += count;
    }
  }
  if (all == 0) return std::nullopt;
  CompensatedSum expected;
  for (std::size_t i = 0; i < table.size(); ++i) expected.add(rows[i] / all * (columns[i] / all));
  if (expected.value() >= 1) return std::nullopt;
  return (same / all - expected.value()) / (1 - expected.value());
}

}  // namespace papert::score
