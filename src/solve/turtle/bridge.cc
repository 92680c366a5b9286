// A line that passes below another is seen in parts. Two parts belong together if their ends look
// at each other and nothing but other ink lies between them.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "solve/turtle/geometry.h"
#include "solve/turtle/trace.h"

namespace papert::solve::turtle {
namespace {

constexpr double kLargestBend = 32;  // degrees

struct LooseEnd {
  std::size_t chain = 0;
  bool front = false;
  scene::Point at;
  scene::Point direction;  // outwards
};

LooseEnd loose_end(const std::vector<Chain>& chains, std::size_t chain, bool front, double pen) {
  const std::vector<scene::Point>& points = chains[chain].points;
  const std::size_t count = std::min(points.size(), static_cast<std::size_t>(3 * pen + 6));
  std::vector<scene::Point> near(points.begin(),
                                 points.begin() + static_cast<std::ptrdiff_t>(count));
  if (!front) near.assign(points.rbegin(), points.rbegin() + static_cast<std::ptrdiff_t>(count));
  LooseEnd end{.chain = chain, .front = front, .at = near.front()};
  end.direction = fitted_line(near).direction;
  if (dot(near.front() - near.back(), end.direction) < 0) end.direction = -1.0 * end.direction;
  return end;
}

double angle(const scene::Point& a, const scene::Point& b) {
  return std::abs(std::atan2(cross(a, b), dot(a, b))) * kDegrees;
}

/// The share of the way between two points that lies on other ink, but for half a pen at each end.
bool runs_below(const scene::Point& a, const scene::Point& b, const cv::Mat& covered, double pen) {
  const double length = norm(b - a);
  const double apart = 0.7 * pen + 1;
  int inside = 0;
  int all = 0;
  while (apart + 0.5 * all < length - apart) {
    const scene::Point at = a + ((apart + 0.5 * all) / length) * (b - a);
    const int x = std::clamp(static_cast<int>(at.x), 0, covered.cols - 1);
    const int y = std::clamp(static_cast<int>(at.y), 0, covered.rows - 1);
    inside += covered.at<std::uint8_t>(y, x) != 0 ? 1 : 0;
    ++all;
  }
  return 10 * inside >= 9 * all;
}

struct Bridge {
  double cost = 0;
  LooseEnd a;
  LooseEnd b;
};

std::vector<Bridge> possible_bridges(const std::vector<Chain>& chains, const cv::Mat& covered,
                                     double pen) {
  const double longest = 6 * pen + 16;
  std::vector<LooseEnd> ends;
  for (std::size_t i = 0; i < chains.size(); ++i) {
    if (chains[i].closed || chains[i].points.size() < 4) continue;
    ends.push_back(loose_end(chains, i, true, pen));
    ends.push_back(loose_end(chains, i, false, pen));
  }
  std::vector<Bridge> all;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (std::size_t k = i + 1; k < ends.size(); ++k) {
      const scene::Point between = ends[k].at - ends[i].at;
      const double length = norm(between);
      if (length > longest || length < 1) continue;
      const double bend =
          std::max(angle(ends[i].direction, between), angle(ends[k].direction, -1.0 * between));
      if (bend > kLargestBend || !runs_below(ends[i].at, ends[k].at, covered, pen)) continue;
      all.push_back({length * (1 + bend / 30), ends[i], ends[k]});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Bridge& a, const Bridge& b) { return a.cost < b.cost; });
  return all;
}

/// Appends the second chain to the first so that the ends meet.
void append(Chain& first, bool first_front, Chain& second, bool second_front) {
  if (first_front) std::reverse(first.points.begin(), first.points.end());
  if (!second_front) std::reverse(second.points.begin(), second.points.end());
  first.points.insert(first.points.end(), second.points.begin(), second.points.end());
  second.points.clear();
}

/// Where an end is now: the chain, and whether it is at its front.
using EndPlace = std::pair<std::size_t, bool>;
using EndPlaces = std::array<EndPlace, 2>;

void move_end(std::vector<EndPlaces>& where, const EndPlace& from, const EndPlace& to) {
  for (EndPlaces& ends : where) {
    for (EndPlace& end : ends) {
      if (end != from) continue;
      end = to;
      return;
    }
  }
}

}  // namespace

std::vector<Chain> bridged(std::vector<Chain> chains, const cv::Mat& covered, double pen) {
  constexpr std::size_t kMostChains = 2'000;  // all pairs of ends are looked at
  if (chains.size() > kMostChains) return chains;
  std::vector<EndPlaces> where(chains.size());  // the ends of each first chain
  for (std::size_t i = 0; i < chains.size(); ++i) where[i] = {{{i, false}, {i, true}}};
  std::vector<std::array<bool, 2>> used(chains.size(), {false, false});
  for (const Bridge& bridge : possible_bridges(chains, covered, pen)) {
    bool& used_a = used[bridge.a.chain][bridge.a.front ? 1 : 0];
    bool& used_b = used[bridge.b.chain][bridge.b.front ? 1 : 0];
    if (used_a || used_b) continue;
    used_a = used_b = true;
    const auto [a, a_front] = where[bridge.a.chain][bridge.a.front ? 1 : 0];
    const auto [b, b_front] = where[bridge.b.chain][bridge.b.front ? 1 : 0];
    if (a == b) {
      chains[a].closed = true;
      continue;
    }
    // Mark the joined ends as gone before the outer ones move.
    where[bridge.a.chain][bridge.a.front ? 1 : 0] = {chains.size(), false};
    where[bridge.b.chain][bridge.b.front ? 1 : 0] = {chains.size(), false};
    append(chains[a], a_front, chains[b], b_front);
    if (a_front) move_end(where, {a, false}, {a, true});
    move_end(where, {b, !b_front}, {a, false});
  }
  std::erase_if(chains, [](const Chain& chain) { return chain.points.empty(); });
  return chains;
}

}  // namespace papert::solve::turtle
