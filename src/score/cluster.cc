#include "score/cluster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/union_find.h"
#include "score/principal.h"

namespace papert::score {
namespace {

constexpr std::size_t kDirections = 16;
constexpr std::size_t kGridDirections = 3;
constexpr double kSumSlack = 1 + 1e-5;  // sums of 16 squares in single precision
constexpr float kTinySquare = 1e-36F;   // what squares lose that are too small for it
constexpr double kFarCell = 1 << 30;    // what lies further away is in the outermost cell
constexpr std::size_t kSums = 8;
constexpr std::size_t kStretch = 64;  // numbers between two looks at the sum
/// Records looked at before their pages are given back. The system maps some more pages around
/// each, so this is about 64 MB.
constexpr std::size_t kLookedAt = 1024;

using Cell = std::array<std::int32_t, kGridDirections>;

double block_sum(const float* a, const float* b, std::size_t count) {
  std::array<double, kSums> lanes{};
  std::size_t i = 0;
  for (; i + kSums <= count; i += kSums) {
    for (std::size_t lane = 0; lane < kSums; ++lane) {
      const double gap = static_cast<double>(a[i + lane]) - static_cast<double>(b[i + lane]);
      lanes[lane] += gap * gap;
    }
  }
  double sum = std::accumulate(lanes.begin(), lanes.end(), 0.0);
  for (; i < count; ++i) {
    const double gap = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += gap * gap;
  }
  return sum;
}

/// The square of the distance where it is at most `most`; else something above `most`.
double square_distance(std::span<const float> a, std::span<const float> b, double most) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size() && sum <= most; i += kStretch) {
    sum += block_sum(a.data() + i, b.data() + i, std::min(kStretch, a.size() - i));
  }
  return sum;
}

/// The square of the distance between two projections.
float projected_square(const float* a, const float* b) {
  constexpr std::size_t kQuarter = kDirections / 4;
  std::array<float, kQuarter> lanes{};
  for (std::size_t i = 0; i < kDirections; i += kQuarter) {
    for (std::size_t lane = 0; lane < kQuarter; ++lane) {
      const float gap = a[i + lane] - b[i + lane];
      lanes[lane] += gap * gap;
    }
  }
  return lanes[0] + lanes[1] + lanes[2] + lanes[3];
}

/// Points sorted by the cells of a grid over the first directions. Cells are as long as the radius,
/// so what is within it lies in the same or a neighbouring cell.
class Grid {
 public:
  Grid(Projected&& from, double radius)
      : most_(static_cast<float>(radius * radius * kSumSlack) + kTinySquare) {
    const Projected projected = std::move(from);
    const std::size_t points = projected.numbers.size() / kDirections;
    points_.resize(points);
    cells_.resize(points);
    std::vector<Cell> cells(points);
    for (std::size_t i = 0; i < points; ++i) cells[i] = cell_of(projected[i], radius);
    std::iota(points_.begin(), points_.end(), std::uint32_t{0});
    std::sort(points_.begin(), points_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(cells[a], a) < std::pair(cells[b], b);
    });
    numbers_.resize(points * kDirections);
    for (std::size_t place = 0; place < points; ++place) {
      cells_[place] = cells[points_[place]];
      std::copy_n(projected[points_[place]], kDirections, numbers_.data() + place * kDirections);
    }
  }

  /// Calls visit(a, b) once for every pair of points whose projections are within the radius.
  /// False if it was cancelled.
  template <class Visit>
  bool for_each_pair(const CancelToken& cancel, const Visit& visit) const {
    for (std::size_t begin = 0; begin < cells_.size();) {
      const Cell cell = cells_[begin];
      const auto end = static_cast<std::size_t>(
          std::upper_bound(cells_.begin() + static_cast<std::ptrdiff_t>(begin), cells_.end(),
                           cell) -
          cells_.begin());
      // Of two cells the later one is looked for: pairs come once.
      constexpr std::array<std::pair<int, int>, 5> kLater{
          std::pair(0, 0), std::pair(0, 1), std::pair(1, -1), std::pair(1, 0), std::pair(1, 1)};
      for (const auto& [x, y] : kLater) {
        const auto others = places_of(cell[0] + x, cell[1] + y, cell[2]);
        for (std::size_t i = begin; i < end; ++i) {
          if (cancel.cancelled()) return false;
          visit_near(i, std::max(others.first, i + 1), others.second, visit);
        }
      }
      begin = end;
    }
    return true;
  }

 private:
  static Cell cell_of(const float* numbers, double side) {
    Cell cell{};
    for (std::size_t i = 0; i < cell.size(); ++i) {
      const double place = std::floor(static_cast<double>(numbers[i]) / side);
      cell[i] = static_cast<std::int32_t>(std::clamp(place, -kFarCell, kFarCell));
    }
    return cell;
  }

  /// Places of the points in three cells on top of each other, of which z is the middle one.
  [[nodiscard]] std::pair<std::size_t, std::size_t> places_of(int x, int y, int z) const {
    const auto first = std::lower_bound(cells_.begin(), cells_.end(), Cell{x, y, z - 1});
    const auto last = std::upper_bound(first, cells_.end(), Cell{x, y, z + 1});
    return {static_cast<std::size_t>(first - cells_.begin()),
            static_cast<std::size_t>(last - cells_.begin())};
  }

  template <class Visit>
  void visit_near(std::size_t place, std::size_t begin, std::size_t end, const Visit& visit) const {
    const float* mine = numbers_.data() + place * kDirections;
    for (std::size_t other = begin; other < end; ++other) {
      if (projected_square(mine, numbers_.data() + other * kDirections) > most_) continue;
      visit(points_[place], points_[other]);
    }
  }

  float most_;
  std::vector<std::uint32_t> points_;  // by place
  std::vector<Cell> cells_;            // by place, sorted
  std::vector<float> numbers_;         // by place
};

/// The search itself, over pairs that the grid finds.
class Search {
 public:
  Search(const FeatureRecords& features, double eps, std::size_t min_samples)
      : features_(features),
        most_(eps * eps),
        min_samples_(min_samples),
        sets_(features.size()),
        neighbours_(min_samples > 2 ? features.size() : 0, std::uint32_t{1}) {}

  /// False if it was cancelled.
  bool run(const Grid& grid, const CancelToken& cancel) {
    if (min_samples_ <= 2) {
      return grid.for_each_pair(cancel,
                                [this](std::uint32_t a, std::uint32_t b) { join_if_near(a, b); });
    }
    const bool counted = grid.for_each_pair(
        cancel, [this](std::uint32_t a, std::uint32_t b) { count_if_near(a, b); });
    if (!counted) return false;
    nearest_core_.resize(features_.size());
    return grid.for_each_pair(cancel,
                              [this](std::uint32_t a, std::uint32_t b) { grow_if_near(a, b); });
  }

  [[nodiscard]] Clusters clusters() {
    Clusters result;
    result.measured = measured_;
    result.labels.assign(features_.size(), kNoise);
    std::vector<std::uint32_t> members(features_.size(), 0);
    for (std::size_t i = 0; i < members.size(); ++i) ++members[sets_.root(leader_of(i))];
    std::vector<std::int32_t> numbers(features_.size(), kNoise);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::size_t root = sets_.root(leader_of(i));
      const bool noise = min_samples_ <= 2 ? members[root] < min_samples_ : !is_core(leader_of(i));
      if (noise) continue;
      if (numbers[root] == kNoise) numbers[root] = static_cast<std::int32_t>(result.count++);
      result.labels[i] = numbers[root];
    }
    return result;
  }

 private:
  struct Nearest {
    std::uint32_t core = 0;
    double square = std::numeric_limits<double>::infinity();
  };

  [[nodiscard]] bool is_core(std::size_t i) const { return neighbours_[i] >= min_samples_; }

  /// Of a point on the border the core point that it belongs to; else the point itself.
  [[nodiscard]] std::size_t leader_of(std::size_t i) const {
    const bool border = min_samples_ > 2 && !is_core(i) && std::isfinite(nearest_core_[i].square);
    return border ? nearest_core_[i].core : i;
  }

  double measure(std::uint32_t a, std::uint32_t b) {
    if (++measured_ % kLookedAt == 0) features_.release();
    return square_distance(features_[a], features_[b], most_);
  }

  void join_if_near(std::uint32_t a, std::uint32_t b) {
    if (sets_.root(a) != sets_.root(b) && measure(a, b) <= most_) sets_.join(a, b);
  }

  void count_if_near(std::uint32_t a, std::uint32_t b) {
    if (is_core(a) && is_core(b)) return;
    if (measure(a, b) > most_) return;
    ++neighbours_[a];
    ++neighbours_[b];
  }

  void grow_if_near(std::uint32_t a, std::uint32_t b) {
    if (is_core(a) && is_core(b)) {
      join_if_near(a, b);
    } else if (is_core(a)) {
      offer_core(b, a);
    } else if (is_core(b)) {
      offer_core(a, b);
    }
  }

  void offer_core(std::uint32_t border, std::uint32_t core) {
    const double square = measure(border, core);
    if (square > most_) return;
    Nearest& nearest = nearest_core_[border];
    if (square > nearest.square) return;
    if (square == nearest.square && !comes_before(core, nearest.core)) return;
    nearest = {core, square};
  }

  [[nodiscard]] bool comes_before(std::uint32_t a, std::uint32_t b) const {
    const std::span<const float> first = features_[a];
    const std::span<const float> second = features_[b];
    return std::lexicographical_compare(first.begin(), first.end(), second.begin(), second.end());
  }

  const FeatureRecords& features_;
  double most_;
  std::size_t min_samples_;
  std::size_t measured_ = 0;
  UnionFind sets_;
  std::vector<std::uint32_t> neighbours_;  // points within eps, at least so many; itself, too
  std::vector<Nearest> nearest_core_;
};

}  // namespace

Result<Clusters> dbscan(const FeatureRecords& features, double eps, std::size_t min_samples,
                        const CancelToken& cancel) {
  if (!(eps > 0) || !std::isfinite(eps)) {
    return fail(ErrorCode::kUsage, "the distance of neighbours must be above 0", "eps");
  }
  if (min_samples == 0) {
    return fail(ErrorCode::kUsage, "a core point has at least one point near it: itself",
                "min_samples");
  }
  if (features.size() > std::numeric_limits<std::int32_t>::max()) {
    return fail(ErrorCode::kLimit, "these are more points than can be clustered");
  }
  Projected projected = TRY(project_on_principal(features, kDirections));
  const double radius = eps + projected.slack;
  const Grid grid(std::move(projected), radius);
  Search search(features, eps, min_samples);
  if (!search.run(grid, cancel)) return fail(ErrorCode::kCancelled, "interrupted");
  return search.clusters();
}

}  // namespace papert::score
