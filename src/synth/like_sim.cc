// Tasks of equal classes have equal weights, so the fit works on cells: the combinations of classes
// that occur. A cell of c tasks has weight at most c. For a size n the marginals want n times the
// published shares of the classes that occur at all; the largest n whose fit is within a point of
// that everywhere is found by halving.

#include "synth/like_sim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/random.h"
#include "synth/statistics.h"

namespace papert::synth {
namespace {

constexpr int kRounds = 200;
constexpr double kClose = 0.01;        // one point: what a size must reach
constexpr double kFar = 0.02;          // two points: what is reported as impossible
constexpr std::size_t kSmallest = 50;  // tasks, or all there are

struct FitCell {
  Classes classes{};
  double tasks = 0;
  double weight = 0;
};

using Shares = std::vector<double>;  // by class, of one marginal

double total_of(const std::vector<FitCell>& cells) {
  double total = 0;
  for (const FitCell& cell : cells) total += cell.weight;
  return total;
}

Shares sums_of(const std::vector<FitCell>& cells, std::size_t marginal) {
  Shares sums(marginals()[marginal].classes.size(), 0);
  for (const FitCell& cell : cells) sums[cell.classes[marginal]] += cell.weight;
  return sums;
}

/// What is wanted of each class: the published shares among the classes that occur.
std::vector<Shares> wanted_shares(const std::vector<FitCell>& cells) {
  std::vector<Shares> wanted;
  wanted.reserve(kMarginals);
  for (std::size_t m = 0; m < kMarginals; ++m) {
    const std::span<const PublishedShare> classes = marginals()[m].classes;
    Shares shares(classes.size(), 0);
    for (const FitCell& cell : cells) {
      const std::size_t c = cell.classes[m];
      shares[c] = static_cast<double>(classes[c].count);
    }
    double total = 0;
    for (const double share : shares) total += share;
    for (double& share : shares) share = total > 0 ? share / total : 0;
    wanted.push_back(std::move(shares));
  }
  return wanted;
}

/// The largest difference to what is wanted, as a share.
double worst_gap(const std::vector<FitCell>& cells, const std::vector<Shares>& wanted) {
  const double total = total_of(cells);
  if (total <= 0) return 1;
  double worst = 0;
  for (std::size_t m = 0; m < kMarginals; ++m) {
    const Shares sums = sums_of(cells, m);
    for (std::size_t c = 0; c < sums.size(); ++c) {
      worst = std::max(worst, std::abs(sums[c] / total - wanted[m][c]));
    }
  }
  return worst;
}

/// Weights for a part of `size` tasks, as near to what is wanted as they get.
double fit(std::vector<FitCell>& cells, const std::vector<Shares>& wanted, double size) {
  for (FitCell& cell : cells) cell.weight = cell.tasks;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t m = 0; m < kMarginals; ++m) {
      const Shares sums = sums_of(cells, m);
      for (FitCell& cell : cells) {
        const std::size_t c = cell.classes[m];
        const double factor = sums[c] > 0 ? wanted[m][c] * size / sums[c] : 0;
        cell.weight = std::min(cell.weight * factor, cell.tasks);
      }
    }
  }
  const double missing = std::abs(total_of(cells) - size) / size;
  return std::max(worst_gap(cells, wanted), missing);
}

std::vector<FitCell> largest_fit(std::vector<FitCell> cells, std::size_t tasks) {
  const std::vector<Shares> wanted = wanted_shares(cells);
  std::size_t low = std::min(kSmallest, tasks);  // taken as it is, if nothing larger fits
  std::size_t high = tasks;
  while (low < high) {
    const std::size_t middle = low + (high - low + 1) / 2;
    if (fit(cells, wanted, static_cast<double>(middle)) <= kClose) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  fit(cells, wanted, static_cast<double>(low));
  return cells;
}

std::vector<std::string> too_far(std::span<const SynthTask* const> tasks,
                                 const std::vector<std::size_t>& chosen) {
  std::vector<const SynthTask*> part;
  part.reserve(chosen.size());
  for (const std::size_t i : chosen) part.push_back(tasks[i]);
  const Statistics statistics = statistics_of(part);
  std::vector<std::string> sentences;
  for (std::size_t m = 0; m < kMarginals; ++m) {
    for (const Share& row : statistics.tables[m].rows) {
      if (std::abs(row.difference()) <= kFar) continue;
      sentences.push_back(fmt::format("{} {}: {:.1f} % instead of {:.1f} %",
                                      statistics.tables[m].name, row.name, 100 * row.share,
                                      100 * row.published_share));
    }
  }
  return sentences;
}

}  // namespace

LikeSim choose_like_sim(std::span<const SynthTask* const> tasks, std::int64_t seed) {
  LikeSim like;
  if (tasks.empty()) return like;
  std::vector<Classes> classes;
  classes.reserve(tasks.size());
  std::map<Classes, std::size_t> place;
  std::vector<FitCell> cells;
  for (const SynthTask* task : tasks) {
    classes.push_back(classes_of(task->built.task));
    const auto [found, fresh] = place.emplace(classes.back(), cells.size());
    if (fresh) cells.push_back({classes.back(), 0, 0});
    cells[found->second].tasks += 1;
  }
  cells = largest_fit(std::move(cells), tasks.size());
  Random random(seed);
  double next = random.random();
  double reached = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const FitCell& cell = cells[place.at(classes[i])];
    reached += cell.weight / cell.tasks;
    if (reached <= next) continue;
    like.chosen.push_back(i);
    next += 1;
  }
  like.impossible = too_far(tasks, like.chosen);
  return like;
}

}  // namespace papert::synth
