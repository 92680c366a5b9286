#include "suite/sgp/copies.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "lang/svg/motion.h"
#include "lang/svg/path.h"
#include "lang/svg/shape_outline.h"
#include "suite/sgp/picture.h"

namespace papert::suite::sgp {
namespace {

using scene::Point;

constexpr double kTolerance = 0.001;  // of the larger side of the viewBox

void collect_points(const lang::svg::Node& node, const lang::svg::ViewBox& box,
                    std::vector<Point>& points) {
  if (lang::svg::is_shape(node)) {
    const auto path = lang::svg::shape_outline(node, box.width, box.height);
    if (!path) return;
    if (node.name == "circle" || node.name == "ellipse") {  // no point of a circle turns with it
      const lang::svg::Bounds round = lang::svg::bounds_of(*path);
      points.push_back({(round.left + round.right) / 2, (round.top + round.bottom) / 2});
      return;
    }
    for (const lang::svg::PathCommand& command : *path) {
      const auto used = static_cast<std::size_t>(lang::svg::point_count(command.letter));
      points.insert(points.end(), command.points.end() - static_cast<std::ptrdiff_t>(used),
                    command.points.end());
    }
  }
  for (const lang::svg::Node& child : node.children) collect_points(child, box, points);
}

/// The points of all shapes, transforms applied; nothing where the program cannot be rewritten.
std::optional<std::vector<Point>> points_of(const lang::svg::Document& document,
                                            const lang::svg::ViewBox& box) {
  const auto plain = lang::svg::move(document, {});
  if (!plain) return std::nullopt;
  std::vector<Point> points;
  collect_points(plain->root, box, points);
  return points;
}

Point centre_of(const std::vector<Point>& points) {
  Point sum;
  for (const Point& point : points) {
    sum.x += point.x;
    sum.y += point.y;
  }
  const auto count = static_cast<double>(points.size());
  return {sum.x / count, sum.y / count};
}

double middle(std::vector<double> values) {
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), half, values.end());
  return *half;
}

/// The turn with the least sum of squares once the centres are laid upon each other.
double best_angle(const std::vector<Point>& from, const std::vector<Point>& to) {
  const Point a = centre_of(from);
  const Point b = centre_of(to);
  double along = 0;
  double across = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Point p{from[i].x - a.x, from[i].y - a.y};
    const Point q{to[i].x - b.x, to[i].y - b.y};
    along += p.x * q.x + p.y * q.y;
    across += p.x * q.y - p.y * q.x;
  }
  return std::atan2(across, along);
}

struct Fit {
  lang::svg::Motion motion;
  double rest = 0;  // how far the worst point is off
};

/// The motion of most points: a few that stayed behind must not bend it, so a small turn is taken
/// for none and the shift is the middle one.
Fit fit_motion(const std::vector<Point>& from, const std::vector<Point>& to) {
  constexpr double kLeastTurn = 0.01;  // radians; published turns are larger
  double angle = best_angle(from, to);
  if (std::abs(angle) < kLeastTurn) angle = 0;
  std::vector<double> dx;
  std::vector<double> dy;
  for (std::size_t i = 0; i < from.size(); ++i) {
    dx.push_back(to[i].x - std::cos(angle) * from[i].x + std::sin(angle) * from[i].y);
    dy.push_back(to[i].y - std::sin(angle) * from[i].x - std::cos(angle) * from[i].y);
  }
  Fit fit;
  fit.motion = {.angle_degrees = angle * 180 / std::numbers::pi,
                .dx = middle(dx),
                .dy = middle(dy),
                .pivot = Point{}};
  for (std::size_t i = 0; i < from.size(); ++i) {
    fit.rest = std::max(fit.rest, std::hypot(dx[i] - fit.motion.dx, dy[i] - fit.motion.dy));
  }
  return fit;
}

/// Whether the copy's picture is the original's after the motion, pixel by pixel.
std::optional<bool> looks_moved(const lang::svg::Document& original,
                                const lang::svg::Document& copy, const lang::svg::Motion& motion) {
  const auto moved = lang::svg::with_group_transform(original, motion);
  if (!moved) return std::nullopt;
  const auto should = svg_image(*moved);
  const auto is = svg_image(copy);
  if (!should || !is) return std::nullopt;
  return share_off(*is, *should) <= kOffShare;
}

}  // namespace

std::optional<std::filesystem::path> original_of(const std::filesystem::path& table) {
  const std::string stem = table.stem().string();
  for (std::size_t at = stem.find('_'); at != std::string::npos; at = stem.find('_', at + 1)) {
    if (at + 2 >= stem.size() || (stem[at + 1] != 't' && stem[at + 1] != 'r')) continue;
    const std::size_t end = std::min(stem.find_first_not_of("0123456789", at + 2), stem.size());
    if (end == at + 2 || (end < stem.size() && stem[end] != '_')) continue;
    return table.parent_path() /
           (stem.substr(0, at) + stem.substr(end) + table.extension().string());
  }
  return std::nullopt;
}

std::optional<bool> is_moved_copy(std::string_view original, std::string_view copy) {
  const auto before = lang::svg::parse(original);
  const auto after = lang::svg::parse(copy);
  if (!before || !after) return std::nullopt;
  const auto box = lang::svg::view_box(*before);
  if (!box) return std::nullopt;
  const auto from = points_of(*before, *box);
  const auto to = points_of(*after, *box);
  if (!from || !to || from->size() != to->size() || from->empty()) return std::nullopt;
  const Fit fit = fit_motion(*from, *to);
  if (fit.rest <= kTolerance * std::max(box->width, box->height)) return true;
  return looks_moved(*before, *after, fit.motion);
}

std::vector<std::string> not_moved_copies(const std::vector<Question>& originals,
                                          const std::vector<Question>& copies) {
  std::map<std::string_view, const Question*> by_id;
  for (const Question& question : originals) by_id[question.id] = &question;
  std::map<std::pair<std::string_view, std::string_view>, bool> known;  // of two programs
  std::vector<std::string> ids;
  for (const Question& copy : copies) {
    const auto original = by_id.find(copy.id);
    if (original == by_id.end() || copy.language != mint::Language::kSvg) continue;
    const std::pair<std::string_view, std::string_view> pair{original->second->program,
                                                             copy.program};
    auto found = known.find(pair);
    if (found == known.end()) {
      found = known.emplace(pair, is_moved_copy(pair.first, pair.second).value_or(true)).first;
    }
    if (!found->second) ids.push_back(copy.id);
  }
  return ids;
}

}  // namespace papert::suite::sgp
