// Would the answer be right if it were turned?
//
// The seven other positions of a sheet of paper (three rotations by right angles, and the back of
// the sheet in four) are simply tried. For other angles a handful of candidates is enough: if the
// answer is the reference turned by some angle, then the point of the reference that is farthest
// from its centre of gravity has a partner in the answer that is farthest from the answer's centre,
// and the angle is the difference of their directions. Symmetrical drawings have several farthest
// points, so each of them (up to kMaxCandidates) is one candidate; each is tried in pixels, so a
// yes is a yes. A no is not proof: a drawing that walks some lines twice has another centre of
// gravity than one that does not.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "score/drawing_sheet.h"

namespace papert::score::detail {
namespace {

constexpr std::size_t kMaxCandidates = 16;
constexpr std::size_t kMaxVertices = 10'000;
constexpr double kNearlyFarthest = 0.99;  // of the greatest distance
constexpr double kSameAngle = 1;          // degrees

struct Outline {
  std::vector<scene::Point> points;
  double weight = 0;
  scene::Point moment;  // sum of weight times place

  void add(const scene::Point& from, const scene::Point& to) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    weight += length;
    moment.x += length * (from.x + to.x) / 2;
    moment.y += length * (from.y + to.y) / 2;
  }

  void add(const std::vector<scene::Point>& path, bool closed) {
    points.insert(points.end(), path.begin(), path.end());
    for (std::size_t i = 1; i < path.size(); ++i) add(path[i - 1], path[i]);
    if (closed && !path.empty()) add(path.back(), path.front());
  }

  void operator()(const scene::Stroke& stroke) { add(stroke.points, false); }
  void operator()(const scene::Fill& fill) { add(fill.points, true); }
  void operator()(const scene::Stamp& stamp) { add(stamp.points, true); }
  void operator()(const scene::Text& text) { points.push_back(text.position); }

  void operator()(const scene::Dot& dot) {
    points.push_back(dot.center);
    weight += dot.diameter;
    moment.x += dot.diameter * dot.center.x;
    moment.y += dot.diameter * dot.center.y;
  }
};

/// The directions, in degrees, of the points that are farthest from the centre of gravity.
std::vector<double> farthest_directions(const scene::Scene& scene) {
  Outline outline;
  for (const scene::Item& item : scene.items) std::visit(outline, item);
  if (!(outline.weight > 0)) return {};
  const scene::Point center{outline.moment.x / outline.weight, outline.moment.y / outline.weight};
  const auto distance = [&center](const scene::Point& point) {
    return std::hypot(point.x - center.x, point.y - center.y);
  };
  double farthest = 0;
  for (const scene::Point& point : outline.points) farthest = std::max(farthest, distance(point));
  if (farthest == 0) return {};
  std::vector<double> directions;
  for (const scene::Point& point : outline.points) {
    if (distance(point) < kNearlyFarthest * farthest) continue;
    const double direction =
        std::atan2(point.y - center.y, point.x - center.x) * 180 / std::numbers::pi;
    const bool known = std::any_of(directions.begin(), directions.end(), [&](double other) {
      return std::abs(std::remainder(direction - other, 360)) < kSameAngle;
    });
    if (!known) directions.push_back(direction);
    if (directions.size() == kMaxCandidates) break;
  }
  return directions;
}

/// 0 .. 360, a whole number where it is one but for rounding.
double plain_angle(double degrees) {
  degrees = std::remainder(degrees, 360);
  if (degrees < 0) degrees += 360;
  const double whole = std::round(degrees);
  return std::abs(degrees - whole) < 1e-6 ? std::fmod(whole, 360) : degrees;
}

/// Of the scene; a character counts as one.
std::size_t vertices(const scene::Scene& scene) {
  Outline outline;
  std::size_t characters = 0;
  for (const scene::Item& item : scene.items) {
    std::visit(outline, item);
    if (const auto* text = std::get_if<scene::Text>(&item)) characters += text->text.size();
  }
  return outline.points.size() + characters;
}

/// The candidates in the order in which they are tried.
std::vector<scene::Turn> candidates(const scene::Scene& reference, const scene::Scene& answer) {
  std::vector<scene::Turn> turns{{90, false}, {180, false}, {270, false}, {0, true},
                                 {90, true},  {180, true},  {270, true}};
  const std::vector<double> targets = farthest_directions(reference);
  if (targets.empty()) return turns;
  for (const bool mirrored : {false, true}) {
    for (const double direction : farthest_directions(scene::turned(answer, {0, mirrored}))) {
      const double degrees = plain_angle(targets[0] - direction);
      if (std::fmod(degrees, 90) != 0) turns.push_back({degrees, mirrored});
    }
  }
  return turns;
}

}  // namespace

std::optional<scene::Turn> find_turn(const scene::Scene& reference, const Sheet& reference_sheet,
                                     const scene::Scene& answer, double limit) {
  if (vertices(answer) > kMaxVertices || vertices(reference) > kMaxVertices) return std::nullopt;
  for (const scene::Turn& turn : candidates(reference, answer)) {
    const Sheet sheet = make_sheet(scene::canonicalise(scene::turned(answer, turn)));
    if (difference(reference_sheet, sheet).share() < limit) return turn;
  }
  return std::nullopt;
}

}  // namespace papert::score::detail
