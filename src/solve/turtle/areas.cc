// An area reaches to the middle of the lines around it, so its outline is the border of its part of
// the area map. The border runs through the outermost pixels of the part; half a pixel outwards is
// the edge itself.

#include "solve/turtle/areas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <span>
#include <utility>

#include "solve/turtle/faces.h"
#include "solve/turtle/fit.h"

namespace papert::solve::turtle {
namespace {

constexpr double kSmallest = 14;   // pixels
constexpr double kOutlined = 0.6;  // the share of a border along which lines run
constexpr double kTouched = 0.25;  // lines run along some of it

struct Patch {
  double size = 0;
  Path path;
};

/// Of a larger mask; back in pixels.
Chain border_chain(const std::vector<cv::Point>& border, int scale) {
  Chain chain{.closed = true};
  chain.points.reserve(border.size());
  for (const cv::Point& at : border) {
    chain.points.push_back({(at.x + 0.5) / scale, (at.y + 0.5) / scale});
  }
  return chain;
}

/// The share of a border that lies on lines.
double share_beside(const Sheet& sheet, const std::vector<scene::Point>& border) {
  std::int64_t beside = 0;
  for (const scene::Point& at : border) {
    const cv::Point pixel(std::clamp(static_cast<int>(at.x), 0, sheet.width - 1),
                          std::clamp(static_cast<int>(at.y), 0, sheet.height - 1));
    beside += std::any_of(sheet.layers.begin(), sheet.layers.end(),
                          [&pixel](const Layer& layer) {
                            return layer.lines.at<std::uint8_t>(pixel.y, pixel.x) != 0;
                          })
                  ? 1
                  : 0;
  }
  return static_cast<double>(beside) / static_cast<double>(std::max<std::size_t>(border.size(), 1));
}

/// A side of a line that is drawn.
struct Side {
  scene::Point a;
  scene::Point b;
  double reach = 0;  // how far away an edge may be that belongs to it
};

/// Arcs have more sides than a turtle gives them: what is meant is a circle.
std::vector<Side> sides_of(const std::vector<Path>& lines, double unit) {
  constexpr double kRounder = 50;
  std::vector<Side> sides;
  for (const Path& line : lines) {
    const auto points = outline(line, unit / kRounder);
    for (std::size_t i = 1; i < points.size(); ++i) {
      sides.push_back({points[i - 1], points[i], line.pen / 2 + 2.5});
    }
  }
  return sides;
}

constexpr std::size_t kNoSide = static_cast<std::size_t>(-1);

/// Places of a border that lie one after the other along one side of a line, or along none.
struct Stretch {
  std::size_t side = kNoSide;
  std::vector<scene::Point> places;  // on the side
};

struct Foot {
  scene::Point at;
  std::size_t side = kNoSide;
};

/// The nearest place on a line.
Foot on_line(const scene::Point& at, const std::vector<Side>& sides) {
  Foot best{.at = at};
  double least = 1e9;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const Side& side = sides[i];
    if (std::min(side.a.x, side.b.x) - side.reach > at.x ||
        std::max(side.a.x, side.b.x) + side.reach < at.x) {
      continue;
    }
    const scene::Point along = side.b - side.a;
    const double length = dot(along, along);
    const double share = length > 0 ? std::clamp(dot(at - side.a, along) / length, 0.0, 1.0) : 0;
    const scene::Point foot = side.a + share * along;
    const double distance = norm(at - foot);
    if (distance > side.reach || distance >= least) continue;
    least = distance;
    best = {foot, i};
  }
  return best;
}

/// Where one side goes over into another near a place; nothing where they do not meet there.
std::optional<scene::Point> corner_of(const Side& a, const Side& b, const scene::Point& near) {
  for (const scene::Point& own : {a.a, a.b}) {
    if (own == b.a || own == b.b) return own;
  }
  const auto line_of = [](const Side& side) {
    const scene::Point along = side.b - side.a;
    return Line{side.a, (1 / std::max(norm(along), 1e-9)) * along};
  };
  constexpr double kAngle = 0.25;  // its sine: lines that touch meet nowhere for certain
  const Line first = line_of(a);
  const Line second = line_of(b);
  if (std::abs(cross(first.direction, second.direction)) < kAngle) return std::nullopt;
  const auto corner = intersection(first, second);
  if (!corner || norm(*corner - near) > a.reach + b.reach) return std::nullopt;
  return corner;
}

/// From the start of a stretch on, all around.
std::vector<Stretch> stretches_of(const Chain& chain, const std::vector<Side>& sides) {
  std::vector<Stretch> all;
  for (std::size_t i = 0; i < chain.points.size(); i += 2) {
    const Foot foot = on_line(chain.points[i], sides);
    if (all.empty() || all.back().side != foot.side) all.push_back({.side = foot.side});
    all.back().places.push_back(foot.at);
  }
  if (all.size() > 1 && all.front().side == all.back().side) {
    Stretch& last = all.back();
    last.places.insert(last.places.end(), all.front().places.begin(), all.front().places.end());
    all.front() = std::move(last);
    all.pop_back();
  }
  return all;
}

/// A few places between two sides that meet beside them are their corner, which the picture blurs,
/// unless they are most of a side that is as short.
void drop_blurred(std::vector<Stretch>& all, const std::vector<Side>& sides) {
  constexpr std::size_t kFewPlaces = 4;
  for (std::size_t i = 0; i < all.size() && all.size() > 3;) {
    const Stretch& before = all[(i + all.size() - 1) % all.size()];
    const Stretch& after = all[(i + 1) % all.size()];
    const scene::Point& at = all[i].places[all[i].places.size() / 2];
    const double length =
        all[i].side == kNoSide ? 0 : norm(sides[all[i].side].b - sides[all[i].side].a);
    const double seen = norm(all[i].places.back() - all[i].places.front());
    const bool brief =
        all[i].places.size() <= kFewPlaces && (all[i].side == kNoSide || 4 * seen + 2 < length);
    const bool meets = before.side != kNoSide && after.side != kNoSide &&
                       before.side != after.side &&
                       corner_of(sides[before.side], sides[after.side], at).has_value();
    if (brief && meets) {
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

/// The border drawn to the lines along it; its corners are where these meet.
Path followed_path(const Chain& chain, const std::vector<Side>& sides) {
  std::vector<Stretch> all = stretches_of(chain, sides);
  drop_blurred(all, sides);
  std::vector<scene::Point> points;
  const auto add = [&points](const scene::Point& at) {
    if (points.empty() || !(points.back() == at)) points.push_back(at);
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Stretch& own = all[i];
    const Stretch& next = all[(i + 1) % all.size()];
    if (own.side == kNoSide || all.size() == 1) {
      for (const scene::Point& each : own.places) add(each);
      add(next.places.front());
      continue;
    }
    const auto corner = next.side == kNoSide || next.side == own.side
                            ? std::nullopt
                            : corner_of(sides[own.side], sides[next.side], own.places.back());
    add(corner ? *corner : own.places.back());
    if (!corner) add(next.places.front());
  }
  const auto farthest = std::max_element(
      points.begin(), points.end(), [&points](const scene::Point& a, const scene::Point& b) {
        return norm(a - points[points.size() / 2]) < norm(b - points[points.size() / 2]);
      });
  std::rotate(points.begin(), farthest, points.end());
  points.push_back(points.front());
  Path path{.closed = true, .pen = 0};
  for (const std::size_t i : simplified(points, 0.4)) path.points.push_back(points[i]);
  path.points.pop_back();
  path.turns.assign(path.points.size(), 0);
  return path;
}

/// A broad straight line with a round end; nothing for other areas.
std::optional<Path> bar_of(const std::vector<cv::Point>& border, int scale) {
  const cv::RotatedRect box = cv::minAreaRect(border);
  const double width = std::min(box.size.width, box.size.height);
  const double length = std::max(box.size.width, box.size.height);
  const double missing = width * length - cv::contourArea(border);
  const double corner = (1 - std::numbers::pi / 4) * width * width / 4;  // one that is round
  if (length < 1.4 * width || missing < 1.5 * corner || missing > 5 * corner) return std::nullopt;
  std::array<cv::Point2f, 4> corners;
  box.points(corners.data());
  const bool turned = cv::norm(corners[0] - corners[1]) > cv::norm(corners[1] - corners[2]);
  const auto middle = [&](std::size_t a, std::size_t b) {
    const cv::Point2f sum = corners[a] + corners[b];
    return scene::Point{(sum.x / 2 + 0.5) / scale, (sum.y / 2 + 0.5) / scale};
  };
  scene::Point from = turned ? middle(0, 3) : middle(0, 1);
  scene::Point to = turned ? middle(1, 2) : middle(2, 3);
  const scene::Point along = (1 / norm(to - from)) * (to - from);
  const double pen = width / scale;
  // An end that is cut off straight has its corners.
  const auto is_round = [&](const scene::Point& end, const scene::Point& inwards) {
    const scene::Point place =
        end + (0.08 * pen) * inwards + (0.42 * pen) * scene::Point{-inwards.y, inwards.x};
    return cv::pointPolygonTest(border,
                                cv::Point2f(static_cast<float>(place.x * scale - 0.5),
                                            static_cast<float>(place.y * scale - 0.5)),
                                false) < 0;
  };
  const bool round_start = is_round(from, along);
  const bool round_end = is_round(to, -1.0 * along);
  if (!round_start && !round_end) return std::nullopt;
  if (round_start) from = from + (pen / 2) * along;
  if (round_end) to = to - (pen / 2) * along;
  return Path{.points = {from, to}, .turns = {0}, .pen = pen};
}

/// The circle on which most of a border lies, all around: the rest was taken for another area or a
/// line. Nothing where there is none.
std::optional<Ring> ring_around(const std::vector<scene::Point>& border) {
  constexpr double kNear = 1;
  constexpr std::size_t kParts = 12;
  constexpr std::ptrdiff_t kMostParts = 9;
  std::vector<scene::Point> points = border;
  std::optional<Ring> ring;
  for (int round = 0; round < 4; ++round) {
    ring = fitted_ring(points);
    if (!ring) return std::nullopt;
    std::vector<double> off;
    for (const scene::Point& each : points) {
      off.push_back(std::abs(norm(each - ring->center) - ring->radius));
    }
    const auto place = static_cast<std::ptrdiff_t>(off.size() * 8 / 10);
    std::nth_element(off.begin(), off.begin() + place, off.end());
    const double limit = std::max(off[static_cast<std::size_t>(place)], kNear);
    std::erase_if(points, [&](const scene::Point& each) {
      return std::abs(norm(each - ring->center) - ring->radius) > limit;
    });
  }
  std::array<bool, kParts> seen{};
  std::size_t near = 0;
  for (const scene::Point& each : border) {
    const scene::Point out = each - ring->center;
    const double apart = std::abs(norm(out) - ring->radius);
    if (apart > 0.35 * ring->radius + 4) return std::nullopt;
    if (apart > kNear) continue;
    ++near;
    const double turn = (std::atan2(out.y, out.x) + std::numbers::pi) / (2 * std::numbers::pi);
    seen[std::min(static_cast<std::size_t>(turn * kParts), kParts - 1)] = true;
  }
  const bool all_around = std::count(seen.begin(), seen.end(), true) >= kMostParts;
  if (!all_around || 10 * near < 6 * border.size()) return std::nullopt;
  return ring;
}

struct Surroundings {
  const Sheet& sheet;
  std::vector<Side> sides;
  FaceMap faces;
  Work* work = nullptr;
};

Patch patch_of(const Surroundings& around, const std::vector<cv::Point>& border,
               scene::Color color) {
  const int scale = around.faces.scale;
  const Chain chain = border_chain(border, scale);
  Patch patch{.size = cv::contourArea(border) / (scale * scale)};
  if (auto bar = bar_of(border, scale)) {
    patch.path = std::move(*bar);
    patch.path.color = color;
    return patch;
  }
  const double beside = share_beside(around.sheet, chain.points);
  if (beside < kOutlined) {
    patch.path = fit_path(chain, cv::Mat(), {.pen = 0, .tolerance = 1});
    if (const auto ring = patch.path.ring ? std::nullopt : ring_around(chain.points)) {
      patch.path = {.points = {ring->center + scene::Point{0, ring->radius}},
                    .turns = {360},
                    .ring = ring,
                    .closed = true,
                    .pen = 0};
    }
    patch.path.dot = patch.path.ring.has_value();
  }
  if (beside > kTouched && !patch.path.dot) {
    spend(around.work, chain.points.size() * around.sides.size() / 8);
    patch.path = followed_path(chain, around.sides);
  }
  patch.path.fill = color;
  patch.path.color = color;
  return patch;
}

/// One part of the face map, cut out of it with a margin; its outer border.
std::vector<cv::Point> border_of(const cv::Mat& parts, int number, const cv::Rect& box) {
  const cv::Rect whole(0, 0, parts.cols, parts.rows);
  const cv::Rect frame = cv::Rect(box.x - 2, box.y - 2, box.width + 4, box.height + 4) & whole;
  cv::Mat part = parts(frame) == number;
  cv::dilate(part, part, cv::Mat());  // to the middle of the border
  std::vector<std::vector<cv::Point>> borders;
  cv::findContours(part, borders, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE, frame.tl());
  if (borders.empty()) return {};
  return *std::max_element(borders.begin(), borders.end(),
                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
}

/// All parts that show a label. Paper counts where it does not reach the edge of the picture.
void add_patches(const Surroundings& around, int label, scene::Color color,
                 std::vector<Patch>& patches) {
  const int scale = around.faces.scale;
  const cv::Mat part = ((around.faces.labels == label) / 255) & (1 - around.faces.borders);
  cv::Mat parts;
  cv::Mat stats;
  cv::Mat centers;
  const int count = cv::connectedComponentsWithStats(part, parts, stats, centers, 4, CV_32S);
  for (int i = 1; i < count; ++i) {
    const cv::Rect box(stats.at<int>(i, cv::CC_STAT_LEFT), stats.at<int>(i, cv::CC_STAT_TOP),
                       stats.at<int>(i, cv::CC_STAT_WIDTH), stats.at<int>(i, cv::CC_STAT_HEIGHT));
    if (is_spent(around.work)) return;
    spend(around.work, static_cast<std::size_t>(box.area()) / 16 + kCornerSteps);
    const bool outside =
        box.x == 0 || box.y == 0 || box.br().x == part.cols || box.br().y == part.rows;
    if (stats.at<int>(i, cv::CC_STAT_AREA) < kSmallest * scale * scale / 2) continue;
    if (label < 0 && outside) continue;
    const std::vector<cv::Point> border = border_of(parts, i, box);
    if (border.size() < 8) continue;
    Patch patch = patch_of(around, border, color);
    if (patch.size >= kSmallest &&
        (!patch.path.fill || patch.path.ring || patch.path.points.size() > 2))
      patches.push_back(std::move(patch));
  }
}

double apart(const std::vector<scene::Point>& points, const std::vector<scene::Point>& from) {
  double most = 0;
  for (const scene::Point& each : points) {
    double nearest = 1e9;
    for (std::size_t i = 0; i < from.size(); ++i) {
      nearest = std::min(nearest, distance_to(each, from[i], from[(i + 1) % from.size()]));
    }
    most = std::max(most, nearest);
  }
  return most;
}

/// Whether one of the others is below it: below its middle, and below a corner or beside it.
bool lies_on(const Path& path, const std::vector<Path>& others) {
  const auto points = outline(path, 1);
  scene::Point mean{0, 0};
  for (const scene::Point& each : points) {
    mean = mean + (1.0 / static_cast<double>(points.size())) * each;
  }
  const cv::Point2f middle(static_cast<float>(mean.x), static_cast<float>(mean.y));
  const cv::Point2f first(static_cast<float>(points[0].x), static_cast<float>(points[0].y));
  return std::any_of(others.begin(), others.end(), [&](const Path& other) {
    std::vector<cv::Point2f> border;
    for (const scene::Point& at : outline(other, 1)) {
      border.emplace_back(static_cast<float>(at.x), static_cast<float>(at.y));
    }
    return cv::pointPolygonTest(border, first, false) >= 0 &&
           cv::pointPolygonTest(border, middle, false) > 0;
  });
}

/// Whether an area that is painted later would cover a part of the line around this one.
bool is_covered(const std::vector<scene::Point>& border, double pen, std::span<const Path> later) {
  return std::any_of(later.begin(), later.end(), [&](const Path& other) {
    const auto points = outline(other, 1);
    return std::any_of(points.begin(), points.end(), [&](const scene::Point& each) {
      for (std::size_t i = 0; i + 1 < border.size(); ++i) {
        if (distance_to(each, border[i], border[i + 1]) < pen / 2 + 1.5) return true;
      }
      return false;
    });
  });
}

}  // namespace

std::vector<Path> find_areas(const Sheet& sheet, const std::vector<Path>& lines, double unit,
                             Work* work) {
  const Surroundings around{sheet, sides_of(lines, unit), find_faces(sheet, lines, unit), work};
  std::vector<Patch> patches;
  for (std::size_t i = 0; i < sheet.layers.size(); ++i) {
    add_patches(around, static_cast<int>(i), sheet.layers[i].color, patches);
  }
  if (patches.empty()) return {};
  add_patches(around, -1, sheet.paper, patches);
  std::stable_sort(patches.begin(), patches.end(),
                   [](const Patch& a, const Patch& b) { return a.size > b.size; });
  std::vector<Path> paths;
  std::size_t corners = 0;
  for (Patch& patch : patches) {
    if (patch.path.fill == sheet.paper) {
      spend(work, 8 * corners);
      if (is_spent(work) || !lies_on(patch.path, paths)) continue;
    }
    corners += outline(patch.path, 1).size();
    paths.push_back(std::move(patch.path));
  }
  return paths;
}

void join_areas(std::vector<Path>& areas, std::vector<Path>& lines, double unit, Work* work) {
  for (std::size_t i = 0; i < areas.size(); ++i) {
    if (!areas[i].fill) continue;
    if (is_spent(work)) return;
    const auto border = outline(areas[i], unit);
    spend(work, lines.size());
    const auto line = std::find_if(lines.begin(), lines.end(), [&](const Path& each) {
      if (!each.closed || each.fill) return false;
      const auto points = outline(each, unit);
      spend(work, 2 * points.size() * border.size());
      const double limit = 0.5 * each.pen + 1.5;
      return apart(points, border) < limit && apart(border, points) < limit;
    });
    if (line == lines.end()) continue;
    spend(work, kCornerSteps * (areas.size() - i));
    if (is_covered(border, line->pen, std::span(areas).subspan(i + 1))) continue;
    Path joined = *line;
    joined.fill = areas[i].fill;
    areas[i] = joined;
    lines.erase(line);
  }
}

}  // namespace papert::solve::turtle
