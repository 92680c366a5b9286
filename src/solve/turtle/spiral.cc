#include "solve/turtle/spiral.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kFewestPieces = 5;
constexpr int kMostSpiralPieces = 150;

/// The pieces of a line by numbers, of which 0 is the first that was traced.
struct Winding {
  double heading = 0;  // of piece 0, degrees to the right
  double turn = 0;     // after each piece
  double length = 0;   // of piece 0
  double more = 0;     // by which each is longer than the one before

  [[nodiscard]] scene::Point step(int piece) const {
    const double angle = (heading + piece * turn) / kDegrees;
    return (length + piece * more) * scene::Point{std::cos(angle), std::sin(angle)};
  }
};

/// By least squares over values 0, 1, ..; the first and the last may have been cut and do not
/// count.
struct Trend {
  double first = 0;
  double more = 0;
  double worst = 0;
};

Trend trend_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size() - 2);
  double sum = 0;
  double moment = 0;
  for (std::size_t i = 1; i + 1 < values.size(); ++i) {
    sum += values[i];
    moment += (static_cast<double>(i - 1) - (count - 1) / 2) * values[i];
  }
  Trend trend{.more = 12 * moment / (count * (count * count - 1))};
  trend.first = sum / count - trend.more * (count - 1) / 2 - trend.more;
  for (std::size_t i = 1; i + 1 < values.size(); ++i) {
    const double expected = trend.first + trend.more * static_cast<double>(i);
    trend.worst = std::max(trend.worst, std::abs(values[i] - expected));
  }
  return trend;
}

std::optional<Winding> winding_of(const Path& path) {
  constexpr double kSameTurn = 2;    // degrees
  constexpr double kSameLength = 2;  // pixels
  constexpr double kGrows = 0.3;
  if (path.closed || path.ring || path.pieces() < kFewestPieces) return std::nullopt;
  std::vector<double> lengths;
  std::vector<double> headings;
  for (std::size_t i = 0; i < path.pieces(); ++i) {
    if (path.turns[i] != 0) return std::nullopt;
    const scene::Point along = path.points[i + 1] - path.points[i];
    lengths.push_back(norm(along));
    double heading = std::atan2(along.y, along.x) * kDegrees;
    if (i > 0) heading = headings.back() + wrapped(heading - headings.back());
    headings.push_back(heading);
  }
  const Trend growth = trend_of(lengths);
  const Trend turning = trend_of(headings);
  if (growth.worst > kSameLength || turning.worst > kSameTurn) return std::nullopt;
  if (std::abs(growth.more) < kGrows || std::abs(turning.more) < 5) return std::nullopt;
  return Winding{turning.first, turning.more, growth.first, growth.more};
}

/// Whether nearly all of a piece is ink.
bool is_inked(const scene::Point& from, const scene::Point& to, const Target& target) {
  constexpr double kNearlyAll = 0.93;
  const double length = norm(to - from);
  const int samples = std::max(static_cast<int>(length), 2);
  int inked = 0;
  for (int i = 0; i <= samples; ++i) {
    const scene::Point at = from + (static_cast<double>(i) / samples) * (to - from);
    const int x = static_cast<int>(std::floor(at.x));
    const int y = static_cast<int>(std::floor(at.y));
    inked += target.ink.get(x, y) || target.covered.get(x, y) ? 1 : 0;
  }
  return inked > kNearlyAll * samples;
}

/// The corners from one on, as long as there is ink.
std::vector<scene::Point> way_on(const Winding& winding, scene::Point at, int piece, bool forwards,
                                 const Target& target) {
  constexpr double kShortest = 1;
  std::vector<scene::Point> corners;
  for (int i = 0; i < kMostSpiralPieces; ++i, piece += forwards ? 1 : -1) {
    const scene::Point step = winding.step(piece);
    if (winding.length + piece * winding.more < kShortest) break;
    const scene::Point next = forwards ? at + step : at - step;
    if (!is_inked(at, next, target)) break;
    corners.push_back(next);
    at = next;
  }
  return corners;
}

std::optional<Path> wound_on(const Path& path, const Target& target) {
  const auto winding = winding_of(path);
  if (!winding) return std::nullopt;
  const std::size_t last = path.points.size() - 1;
  auto before = way_on(*winding, path.points[1], 0, false, target);
  const auto after =
      way_on(*winding, path.points[last - 1], static_cast<int>(last) - 1, true, target);
  if (before.size() + after.size() <= 2) return std::nullopt;
  Path longer = path;
  if (before.empty()) before.push_back(path.points.front());
  std::reverse(before.begin(), before.end());
  longer.points = std::move(before);
  longer.points.insert(longer.points.end(), path.points.begin() + 1, path.points.end() - 1);
  longer.points.insert(longer.points.end(), after.begin(), after.end());
  if (after.empty()) longer.points.push_back(path.points.back());
  longer.turns.assign(longer.points.size() - 1, 0);
  return longer;
}

}  // namespace

bool wind_on(std::vector<Path>& paths, const Target& target) {
  bool any = false;
  for (Path& path : paths) {
    if (is_spent(target.work)) break;
    if (auto longer = wound_on(path, target)) {
      path = std::move(*longer);
      any = true;
    }
  }
  return any;
}

}  // namespace papert::solve::turtle
