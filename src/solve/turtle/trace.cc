// The skeleton is a graph of pixels. A pixel with other than two neighbours is a node, and what
// lies between two nodes is an edge. Lines of some width meet in several nodes close to each other,
// so nodes that a short edge joins are one meeting, and near a meeting the skeleton is bent: the
// direction of an edge is taken a little away from it. Edges that run straight through a meeting
// are one line; the others end where all lines of the meeting come closest to each other.

#include "solve/turtle/trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "solve/turtle/geometry.h"
#include "solve/turtle/pixel_graph.h"

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kMostEdges = 20'000;
constexpr std::size_t kMostPaired = 1'000;  // ends that meet: all pairs are looked at
constexpr double kStraight = 28;            // degrees by which a line may turn in a meeting

/// An end of an edge at a meeting.
struct End {
  std::size_t edge = 0;
  bool at_front = false;
  scene::Point near;       // a point of the edge that is not bent
  scene::Point direction;  // outwards
  double curvature = 0;    // 1 / radius, positive if it bends to the right as it is seen
  bool straight = false;
  int partner = -1;  // an index of ends
  int meeting = -1;
};

scene::Point center_of(const cv::Point& padded) { return {padded.x - 0.5, padded.y - 0.5}; }

/// Meetings, and the lines that run through them.
class Meetings {
 public:
  Meetings(std::vector<Edge> edges, double pen, const cv::Mat& hubs)
      : edges_(std::move(edges)), pen_(pen) {
    cv::Mat padded;
    cv::copyMakeBorder(hubs, padded, 1, 1, 1, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
    cv::connectedComponents(padded, hubs_, 8, CV_32S);
    number_nodes();
    drop_spurs();
    collect_ends();
    centers_.resize(ends_at_.size());
    for (std::size_t i = 0; i < ends_at_.size(); ++i) pair(static_cast<int>(i));
  }

  std::vector<Chain> chains() {
    std::vector<Chain> all;
    std::vector<bool> used(edges_.size(), false);
    for (const bool rings : {false, true}) {
      for (std::size_t i = 0; i < ends_.size(); ++i) {
        if (used[ends_[i].edge] || (!rings && ends_[i].partner >= 0)) continue;
        all.push_back(walk(static_cast<int>(i), used));
      }
    }
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      if (edges_[i].dropped || used[i] || !is_ring(edges_[i])) continue;
      Chain chain{.closed = true};
      for (std::size_t k = 0; k + 1 < edges_[i].pixels.size(); ++k) {
        chain.points.push_back(center_of(edges_[i].pixels[k]));
      }
      all.push_back(std::move(chain));
    }
    return all;
  }

 private:
  static bool is_ring(const Edge& edge) { return edge.from < 0; }

  void number_nodes() {
    std::vector<cv::Point> nodes;
    for (const Edge& edge : edges_) {
      nodes.push_back(edge.pixels.front());
      nodes.push_back(edge.pixels.back());
    }
    const auto less = [](const cv::Point& a, const cv::Point& b) {
      return std::pair(a.y, a.x) < std::pair(b.y, b.x);
    };
    std::sort(nodes.begin(), nodes.end(), less);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    const auto number = [&](const cv::Point& at) {
      return static_cast<int>(std::lower_bound(nodes.begin(), nodes.end(), at, less) -
                              nodes.begin());
    };
    std::vector<int> uses(nodes.size(), 0);
    for (Edge& edge : edges_) {
      edge.from = number(edge.pixels.front());
      edge.to = number(edge.pixels.back());
      ++uses[static_cast<std::size_t>(edge.from)];
      ++uses[static_cast<std::size_t>(edge.to)];
    }
    group_.resize(nodes.size());
    std::iota(group_.begin(), group_.end(), 0);
    nodes_ = std::move(nodes);
    merge(uses);
  }

  int root(int node) {
    while (group_[static_cast<std::size_t>(node)] != node) {
      int& next = group_[static_cast<std::size_t>(node)];
      next = group_[static_cast<std::size_t>(next)];  // halves the way for those who come later
      node = next;
    }
    return node;
  }

  [[nodiscard]] int hub(const cv::Point& at) const { return hubs_.at<int>(at.y, at.x); }

  /// All nodes of a hub are one meeting, and what lies within it is not a line.
  void merge_hubs() {
    std::map<int, int> first;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const int number = hub(nodes_[i]);
      if (number == 0) continue;
      const auto found = first.emplace(number, static_cast<int>(i)).first;
      group_[static_cast<std::size_t>(root(static_cast<int>(i)))] = root(found->second);
    }
    for (Edge& edge : edges_) {
      const int number = hub(edge.pixels.front());
      edge.dropped =
          number != 0 && std::all_of(edge.pixels.begin(), edge.pixels.end(),
                                     [&](const cv::Point& at) { return hub(at) == number; });
    }
  }

  void merge(const std::vector<int>& uses) {
    const double shortest = pen_ + 1.5;
    merge_hubs();
    for (Edge& edge : edges_) {
      const bool both = uses[static_cast<std::size_t>(edge.from)] > 1 &&
                        uses[static_cast<std::size_t>(edge.to)] > 1;
      if (!both || static_cast<double>(edge.pixels.size()) > shortest) continue;
      if (edge.from == edge.to) {  // a ring is closed at its own node unless it is a mere speck
        edge.dropped = edge.pixels.size() < 5;
        continue;
      }
      group_[static_cast<std::size_t>(root(edge.from))] = root(edge.to);
      edge.dropped = true;
    }
    for (Edge& edge : edges_) {
      const bool speck = root(edge.from) == root(edge.to) &&
                         static_cast<double>(edge.pixels.size()) < 2.5 * pen_ + 2;
      edge.dropped = edge.dropped || (speck && uses[static_cast<std::size_t>(edge.from)] > 2);
      const bool alone = edge.from == edge.to && uses[static_cast<std::size_t>(edge.from)] == 2 &&
                         edge.pixels.size() > 2;
      edge.from = alone ? -1 : root(edge.from);
      edge.to = alone ? -1 : root(edge.to);
    }
  }

  /// Short edges that end in nothing: corners of thick lines.
  void drop_spurs() {
    std::vector<int> degree(group_.size(), 0);
    for (const Edge& edge : edges_) {
      if (edge.dropped || is_ring(edge)) continue;
      ++degree[static_cast<std::size_t>(edge.from)];
      ++degree[static_cast<std::size_t>(edge.to)];
    }
    for (Edge& edge : edges_) {
      if (edge.dropped || is_ring(edge)) continue;
      const int a = degree[static_cast<std::size_t>(edge.from)];
      const int b = degree[static_cast<std::size_t>(edge.to)];
      const bool leaf = (a == 1) != (b == 1) && std::max(a, b) > 2;
      edge.dropped = leaf && static_cast<double>(edge.pixels.size()) < 0.75 * pen_ + 2;
    }
  }

  void collect_ends() {
    ends_at_.resize(group_.size());
    ends_of_.resize(edges_.size(), {-1, -1});
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      if (edges_[i].dropped || is_ring(edges_[i])) continue;
      for (const bool at_front : {true, false}) {
        const int meeting = at_front ? edges_[i].from : edges_[i].to;
        End end{.edge = i, .at_front = at_front, .meeting = meeting};
        measure(end);
        ends_of_[i][at_front ? 0 : 1] = static_cast<int>(ends_.size());
        ends_at_[static_cast<std::size_t>(meeting)].push_back(static_cast<int>(ends_.size()));
        ends_.push_back(end);
      }
    }
  }

  /// The first pixels of an edge are bent, some of the next give the direction.
  void measure(End& end) const {
    const std::vector<cv::Point>& pixels = edges_[end.edge].pixels;
    const auto size = static_cast<std::ptrdiff_t>(pixels.size());
    const std::ptrdiff_t skip = bent(end);
    const std::ptrdiff_t last =
        std::min(size - 1, skip + static_cast<std::ptrdiff_t>(3 * pen_) + 6);
    std::vector<scene::Point> points;
    for (std::ptrdiff_t i = skip; i <= last; ++i) {
      points.push_back(
          center_of(pixels[static_cast<std::size_t>(end.at_front ? i : size - 1 - i)]));
    }
    const Line line = fitted_line(points);
    end.near = points.front();
    end.direction = line.direction;
    const scene::Point along = points.back() - points.front();
    if (dot(along, line.direction) < 0) end.direction = -1.0 * line.direction;
    measure_curve(end, skip);
  }

  /// Over a longer stretch than the direction.
  void measure_curve(End& end, std::ptrdiff_t skip) const {
    constexpr std::ptrdiff_t kLongest = 50;
    const std::vector<cv::Point>& pixels = edges_[end.edge].pixels;
    const auto size = static_cast<std::ptrdiff_t>(pixels.size());
    std::vector<scene::Point> points;
    for (std::ptrdiff_t i = skip; i < std::min(size, skip + kLongest); ++i) {
      points.push_back(
          center_of(pixels[static_cast<std::size_t>(end.at_front ? i : size - 1 - i)]));
    }
    const Line line = fitted_line(points);
    double apart = 0;
    for (const scene::Point& each : points) {
      apart = std::max(apart, std::abs(cross(each - line.at, line.direction)));
    }
    end.straight = apart < 1 && points.size() > 8;
    const auto ring = end.straight ? std::nullopt : fitted_ring(points);
    if (!ring || ring->usual > 1) return;
    const double side = cross(points.back() - points.front(), ring->center - points.front());
    end.curvature = (side > 0 ? 1 : -1) / ring->radius;
  }

  /// How many pixels of an edge at this end are not to be trusted.
  [[nodiscard]] std::ptrdiff_t bent(const End& end) const {
    const std::vector<cv::Point>& pixels = edges_[end.edge].pixels;
    const auto size = static_cast<std::ptrdiff_t>(pixels.size());
    std::ptrdiff_t count = 0;
    while (count < size &&
           hub(pixels[static_cast<std::size_t>(end.at_front ? count : size - 1 - count)]) != 0) {
      ++count;
    }
    count += static_cast<std::ptrdiff_t>(std::lround((count > 0 ? 1.5 : 0.7) * pen_ + 1));
    return std::min(count, std::max<std::ptrdiff_t>((size - 3) / 2, 0));
  }

  /// The ends that go on in each other, the straightest first.
  void pair(int meeting) {
    const std::vector<int>& here = ends_at_[static_cast<std::size_t>(meeting)];
    if (here.size() > kMostPaired) return;
    struct Choice {
      double cost;
      int a;
      int b;
    };
    std::vector<Choice> choices;
    for (std::size_t i = 0; i < here.size(); ++i) {
      for (std::size_t k = i + 1; k < here.size(); ++k) {
        const double cost = bend(at(here[i]), at(here[k]));
        if (here.size() == 2 || cost < kStraight) choices.push_back({cost, here[i], here[k]});
      }
    }
    std::stable_sort(choices.begin(), choices.end(),
                     [](const Choice& a, const Choice& b) { return a.cost < b.cost; });
    for (const Choice& choice : choices) {
      if (at(choice.a).partner >= 0 || at(choice.b).partner >= 0) continue;
      at(choice.a).partner = choice.b;
      at(choice.b).partner = choice.a;
    }
  }

  End& at(int end) { return ends_[static_cast<std::size_t>(end)]; }

  static double bend(const End& a, const End& b) {
    const double straight = std::clamp(-dot(a.direction, b.direction), -1.0, 1.0);
    const double turn = std::acos(straight) * kDegrees;
    // Through the meeting a circle stays one: seen outwards its two ends bend to different sides.
    const double unlike = std::min(200 * std::abs(a.curvature + b.curvature), 15.0);
    const scene::Point between = b.near - a.near;
    const double length = norm(between);
    if (length < 2) return turn + unlike;
    const double aside =
        std::acos(std::clamp(-dot(a.direction, between) / length, -1.0, 1.0)) * kDegrees;
    return std::max(turn, aside) + unlike;
  }

  /// Where the lines of a meeting come closest to each other.
  scene::Point center(int meeting) {
    std::optional<scene::Point>& known = centers_[static_cast<std::size_t>(meeting)];
    if (!known) known = measured_center(meeting);
    return *known;
  }

  scene::Point measured_center(int meeting) {
    const std::vector<int>& here = ends_at_[static_cast<std::size_t>(meeting)];
    scene::Point mean{0, 0};
    std::vector<Line> lines;
    for (const int end : here) {
      const auto& pixels = edges_[at(end).edge].pixels;
      mean = mean + (1.0 / static_cast<double>(here.size())) *
                        center_of(at(end).at_front ? pixels.front() : pixels.back());
      lines.push_back({at(end).near, at(end).direction});
    }
    const auto closest = closest_point(lines);
    if (here.size() < 2 || !closest || norm(*closest - mean) > 2 * pen_ + 4) {
      return mean;
    }
    return *closest;
  }

  Chain walk(int start, std::vector<bool>& used) {
    Chain chain;
    int end = start;
    if (at(end).partner < 0) add_tip(at(end), chain.points);
    while (true) {
      const End& from = at(end);
      used[from.edge] = true;
      const int other = ends_of_[from.edge][from.at_front ? 1 : 0];
      add_pixels(from, at(other), chain.points);
      if (at(other).partner < 0) {
        add_tip(at(other), chain.points);
        return chain;
      }
      add_corner(at(other), at(at(other).partner), chain.points);
      end = at(other).partner;
      if (used[at(end).edge]) {
        chain.closed = true;
        return chain;
      }
    }
  }

  /// Where two straight lines go on in each other at an angle.
  void add_corner(const End& a, const End& b, std::vector<scene::Point>& points) {
    constexpr double kAngle = 0.08;  // its sine
    if (!a.straight || !b.straight || std::abs(cross(a.direction, b.direction)) < kAngle) return;
    const auto corner = intersection({a.near, a.direction}, {b.near, b.direction});
    if (corner && norm(*corner - center(a.meeting)) < 2 * pen_ + 4) points.push_back(*corner);
  }

  void add_tip(const End& end, std::vector<scene::Point>& points) {
    const auto& here = ends_at_[static_cast<std::size_t>(end.meeting)];
    if (here.size() > 1) {
      points.push_back(center(end.meeting));
      return;
    }
    const auto& pixels = edges_[end.edge].pixels;
    points.push_back(center_of(end.at_front ? pixels.front() : pixels.back()));
  }

  /// Without the bent pixels at meetings.
  void add_pixels(const End& from, const End& to, std::vector<scene::Point>& points) const {
    const std::vector<cv::Point>& pixels = edges_[from.edge].pixels;
    const auto size = static_cast<std::ptrdiff_t>(pixels.size());
    const auto cut = [&](const End& end) {
      const bool free = ends_at_[static_cast<std::size_t>(end.meeting)].size() == 1;
      return free ? std::ptrdiff_t{0} : bent(end);
    };
    const std::ptrdiff_t first = cut(from);
    const std::ptrdiff_t last = size - 1 - cut(to);
    for (std::ptrdiff_t i = first; i <= last; ++i) {
      points.push_back(
          center_of(pixels[static_cast<std::size_t>(from.at_front ? i : size - 1 - i)]));
    }
  }

  std::vector<Edge> edges_;
  double pen_;
  cv::Mat hubs_;  // numbered, with a margin of a pixel
  std::vector<cv::Point> nodes_;
  std::vector<int> group_;
  std::vector<End> ends_;
  std::vector<std::vector<int>> ends_at_;             // by meeting
  std::vector<std::optional<scene::Point>> centers_;  // by meeting, as far as they are known
  std::vector<std::array<int, 2>> ends_of_;           // by edge: front, back
};

}  // namespace

Result<std::vector<Chain>> trace_lines(const cv::Mat& skeleton, double pen, const cv::Mat& hubs) {
  std::vector<Edge> edges = skeleton_edges(skeleton);
  if (edges.size() > kMostEdges) {
    return fail(ErrorCode::kLimit, "the picture is not a drawing: its lines have " +
                                       std::to_string(edges.size()) + " pieces, at most " +
                                       std::to_string(kMostEdges) + " are read");
  }
  return Meetings(std::move(edges), pen, hubs).chains();
}

}  // namespace papert::solve::turtle
