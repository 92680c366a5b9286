// Adding up the drawn values one draw at a time would visit memory at random for every draw.
// Instead a resample is first only counted (how often each cluster was drawn: 4 bytes a cluster,
// which fit the cache), and the totals of several resamples and several columns are then a small
// matrix product that streams through the values once per kLanes resamples. Every total still adds
// its terms in the order of the clusters, so the result does not depend on the tile sizes.
//
// Cost, n clusters, c columns (two per metric), r resamples: r n draws, r n c multiply-adds, and
// (4 kLanes + 8 c) n bytes. 200,000 clusters, 6 metrics, 1000 resamples: about 2 seconds on a core.

#include "score/bootstrap.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "base/random.h"

namespace papert::score {
namespace {

constexpr std::size_t kLanes = 4;     // resamples that share a pass over the values
constexpr std::size_t kColumns = 4;   // columns of a tile: two metrics, sum and count of each
constexpr std::size_t kBlock = 2048;  // clusters whose tiles and weights stay in the cache

using Tile = std::vector<std::array<double, kColumns>>;  // one row per cluster
using Weights = std::array<std::vector<std::int32_t>, kLanes>;
using Totals = std::array<std::array<double, kColumns>, kLanes>;

std::vector<Tile> make_tiles(std::span<const ClusterValues> metrics, std::size_t n) {
  constexpr std::size_t kMetrics = kColumns / 2;
  std::vector<Tile> tiles((metrics.size() + kMetrics - 1) / kMetrics);
  for (Tile& tile : tiles) tile.assign(n, {});
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    assert(metrics[m].sums.size() == n && metrics[m].counts.size() == n);
    const std::size_t column = m % kMetrics * 2;
    Tile& tile = tiles[m / kMetrics];
    for (std::size_t i = 0; i < n; ++i) {
      tile[i][column] = metrics[m].sums[i];
      tile[i][column + 1] = metrics[m].counts[i];
    }
  }
  return tiles;
}

void draw_weights(Random& rng, std::vector<std::int32_t>& weights) {
  const std::size_t n = weights.size();
  std::fill(weights.begin(), weights.end(), 0);
  for (std::size_t i = 0; i < n; ++i) ++weights[static_cast<std::size_t>(rng.randbelow(n))];
}

void accumulate(const Tile& tile, const Weights& weights, std::size_t begin, std::size_t end,
                Totals& totals) {
  Totals sums = totals;  // in registers, which the caller's could not be
  for (std::size_t i = begin; i < end; ++i) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double weight = weights[lane][i];
      for (std::size_t c = 0; c < kColumns; ++c) sums[lane][c] += weight * tile[i][c];
    }
  }
  totals = sums;
}

std::vector<Totals> accumulate_all(const std::vector<Tile>& tiles, const Weights& weights) {
  const std::size_t n = weights[0].size();
  std::vector<Totals> totals(tiles.size());
  for (std::size_t begin = 0; begin < n; begin += kBlock) {
    const std::size_t end = std::min(n, begin + kBlock);
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      accumulate(tiles[t], weights, begin, end, totals[t]);
    }
  }
  return totals;
}

std::optional<Interval> interval_of(std::vector<double>& means, double level) {
  if (means.empty()) return std::nullopt;
  std::sort(means.begin(), means.end());
  const double tail = (1.0 - level) / 2.0;
  return Interval{quantile(means, tail), quantile(means, 1.0 - tail)};
}

}  // namespace

double quantile(std::span<const double> sorted, double q) {
  assert(!sorted.empty() && q >= 0.0 && q <= 1.0);
  const double index = q * static_cast<double>(sorted.size() - 1);
  const double floor = std::floor(index);
  const auto below = static_cast<std::size_t>(floor);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double fraction = index - floor;
  const double gap = sorted[above] - sorted[below];
  // numpy starts from the nearer end.
  return fraction < 0.5 ? sorted[below] + gap * fraction : sorted[above] - gap * (1.0 - fraction);
}

std::vector<std::optional<Interval>> bootstrap_mean(std::span<const ClusterValues> metrics,
                                                    const BootstrapOptions& options) {
  std::vector<std::optional<Interval>> intervals(metrics.size());
  const std::size_t n = metrics.empty() ? 0 : metrics[0].sums.size();
  if (n == 0 || options.resamples <= 0) return intervals;
  const std::vector<Tile> tiles = make_tiles(metrics, n);
  Weights weights;
  for (auto& lane : weights) lane.assign(n, 0);
  std::vector<std::vector<double>> means(metrics.size());
  Random rng(options.seed);
  const auto resamples = static_cast<std::size_t>(options.resamples);
  for (std::size_t first = 0; first < resamples; first += kLanes) {
    const std::size_t lanes = std::min(kLanes, resamples - first);
    for (std::size_t lane = 0; lane < lanes; ++lane) draw_weights(rng, weights[lane]);
    const std::vector<Totals> totals = accumulate_all(tiles, weights);
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double* pair = &totals[m / 2][lane][m % 2 * 2];
        if (pair[1] > 0.0) means[m].push_back(pair[0] / pair[1]);
      }
    }
  }
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    intervals[m] = interval_of(means[m], options.level);
  }
  return intervals;
}

}  // namespace papert::score
