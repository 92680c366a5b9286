// Areas and lines are read by themselves, so an area may reach a hair beyond the line around it.
// Drawn with that line it cannot, whatever pen it is drawn with, and a turtle mostly fills what it
// has just walked around. Each change is painted in its surroundings and compared with the picture.

#include "solve/turtle/compose.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "raster/paint_scene.h"

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kMostComposed = 600;  // paths; each change looks at all of them

struct Part {
  double x0 = 1e9;
  double y0 = 1e9;
  double x1 = -1e9;
  double y1 = -1e9;

  void add(const scene::Point& at, double margin) {
    x0 = std::min(x0, at.x - margin);
    y0 = std::min(y0, at.y - margin);
    x1 = std::max(x1, at.x + margin);
    y1 = std::max(y1, at.y + margin);
  }
  [[nodiscard]] bool meets(const Part& other) const {
    return x0 <= other.x1 && other.x0 <= x1 && y0 <= other.y1 && other.y0 <= y1;
  }
};

/// A drawing that is changed path by path.
class Composer {
 public:
  Composer(Drawing& drawing, const raster::Image& picture, Work* work)
      : paths_(drawing.paths), drawing_(drawing), picture_(picture), work_(work) {}

  void run() {
    raise_discs();
    outline_areas();
    drop_idle_lines();
    drop_idle_holes();
    join_corners();
  }

 private:
  static Part part_of(const Path& path, double unit) {
    Part part;
    if (path.dot) {
      part.add(path.ring->center, path.ring->radius + 2);
      return part;
    }
    for (const scene::Point& each : outline(path, unit)) part.add(each, path.pen / 2 + 2);
    return part;
  }

  /// Pixels in a part of the picture that are not as they should be.
  [[nodiscard]] std::int64_t wrong_in(const Part& part) const {
    const auto clip = [](double value, int most) {
      return static_cast<int>(std::clamp(std::floor(value), 0.0, static_cast<double>(most)));
    };
    const int left = clip(part.x0, picture_.width() - 1);
    const int top = clip(part.y0, picture_.height() - 1);
    const raster::TkView view{.width = std::max(clip(part.x1 + 1, picture_.width()) - left, 1),
                              .height = std::max(clip(part.y1 + 1, picture_.height()) - top, 1),
                              .origin_x = -static_cast<double>(left),
                              .origin_y = -static_cast<double>(top)};
    Drawing near{.unit = drawing_.unit, .paper = drawing_.paper};
    for (const Path& path : paths_) {
      if (part_of(path, drawing_.unit).meets(part)) near.paths.push_back(path);
    }
    spend(work_, static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height) / 2 +
                     4 * kCornerSteps * pieces_of(near.paths) + 20 * paths_.size());
    const raster::Image painted = raster::paint_tk(to_scene(near), view);
    std::int64_t wrong = 0;
    for (int y = 0; y < view.height; ++y) {
      const std::uint8_t* wanted = picture_.row(top + y) + std::ptrdiff_t{3} * left;
      const std::uint8_t* given = painted.row(y);
      for (int x = 0; x < view.width; ++x, wanted += 3, given += 3) {
        wrong += std::equal(wanted, wanted + 3, given) ? 0 : 1;
      }
    }
    return wrong;
  }

  /// Each disc below which lines go on, or that hides what was read as lying on it.
  void raise_discs() {
    for (std::size_t i = 0, left = paths_.size(); left > 0 && !is_spent(work_); --left) {
      if (!paths_[i].dot || !raise(i)) ++i;
    }
  }

  /// Whether it is painted last now.
  bool raise(std::size_t i) {
    constexpr std::int64_t kSlack = 2;  // pixels for each end that is drawn out
    const Part part = part_of(paths_[i], drawing_.unit);
    const std::int64_t before = wrong_in(part);
    const std::vector<Path> kept = paths_;
    const auto at = paths_.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(at, at + 1, paths_.end());
    const Path disc = paths_.back();
    std::int64_t reached = 0;
    for (Path& path : paths_) {
      if (path.closed || path.dot || path.pen == 0) continue;
      for (const bool front : {true, false}) {
        const scene::Point end = front ? path.points.front() : path.points.back();
        const double apart = norm(end - disc.ring->center) - disc.ring->radius;
        if (apart < -path.pen || apart > path.pen / 2 + 2.5) continue;
        lengthen(path, front, std::min(path.pen + 4, disc.ring->radius));
        ++reached;
      }
    }
    const std::int64_t now = wrong_in(part);
    if (now < before || (reached > 0 && now <= before + kSlack * reached)) return true;
    paths_ = kept;
    return false;
  }

  /// An end goes on as it came.
  static void lengthen(Path& path, bool front, double by) {
    const std::size_t piece = front ? 0 : path.pieces() - 1;
    const scene::Point from = path.points[piece];
    const scene::Point to = path.points[piece + 1];
    const double turn = path.turns[piece];
    scene::Point& end = front ? path.points.front() : path.points.back();
    if (turn == 0) {
      const scene::Point along = front ? from - to : to - from;
      end = end + (by / std::max(norm(along), 1e-9)) * along;
      return;
    }
    const scene::Point chord = to - from;
    const double height = 0.5 / std::tan(turn / 2 / kDegrees);
    const scene::Point center = from + 0.5 * chord + height * scene::Point{-chord.y, chord.x};
    const scene::Point arm = end - center;
    const double angle = std::copysign(by / std::max(norm(arm), 1.0), front ? -turn : turn);
    if (std::abs(turn) + std::abs(angle) * kDegrees > 350) return;
    end = center + scene::Point{arm.x * std::cos(angle) - arm.y * std::sin(angle),
                                arm.x * std::sin(angle) + arm.y * std::cos(angle)};
    path.turns[piece] += std::copysign(angle * kDegrees, turn);
  }

  /// The line that runs all around an area; nothing where there is none or several.
  [[nodiscard]] const Path* line_around(const Path& area) const {
    constexpr double kAround = 0.98;
    const auto border = outline(area, drawing_.unit);
    const Path* found = nullptr;
    double near = 0;
    double all = 0;
    for (std::size_t i = 0; i < border.size(); ++i) {
      const scene::Point from = border[i];
      const scene::Point way = border[(i + 1) % border.size()] - from;
      const int steps = static_cast<int>(norm(way) / 3) + 1;
      for (int k = 0; k < steps; ++k) {
        ++all;
        const Path* line = line_at(from + ((k + 0.5) / steps) * way);
        if (line == nullptr) continue;
        if (found == nullptr) found = line;
        near += found->color == line->color && std::abs(found->pen - line->pen) < 0.6 ? 1 : 0;
      }
    }
    return found != nullptr && near >= kAround * all ? found : nullptr;
  }

  [[nodiscard]] const Path* line_at(const scene::Point& at) const {
    for (const Sides& each : lines_) {
      for (std::size_t i = 1; i < each.points.size(); ++i) {
        if (distance_to(at, each.points[i - 1], each.points[i]) < 0.5 * each.path.pen + 1) {
          return &each.path;
        }
      }
    }
    return nullptr;
  }

  /// As far as hardly a pixel becomes wrong for it.
  void outline_areas() {
    lines_.clear();
    std::size_t corners = 0;
    for (const Path& path : paths_) {
      if (path.pen == 0 || path.dot) continue;
      lines_.push_back({path, outline(path, drawing_.unit)});
      corners += lines_.back().points.size();
    }
    for (std::size_t i = 0; i < paths_.size() && !is_spent(work_); ++i) {
      if (!paths_[i].fill || paths_[i].dot || paths_[i].pen > 0) continue;
      spend(work_, corners * 20);
      const Path* line = line_around(paths_[i]);
      if (line == nullptr) continue;
      const Path kept = paths_[i];
      const double pen = line->pen;
      const scene::Color color = line->color;
      Path drawn = kept;
      drawn.pen = pen;
      drawn.color = color;
      const Part part = part_of(drawn, drawing_.unit);
      const std::int64_t before = wrong_in(part);
      paths_[i] = std::move(drawn);
      if (wrong_in(part) > before + slack_of(kept)) {
        paths_[i] = kept;
      } else {
        outlined_.push_back(part);
      }
    }
  }

  /// Lines that areas were drawn with.
  void drop_idle_lines() {
    for (std::size_t i = 0; i < paths_.size() && !is_spent(work_);) {
      const Part part = part_of(paths_[i], drawing_.unit);
      const bool line = !paths_[i].fill && paths_[i].pen > 0;
      const bool may_go = line && std::any_of(outlined_.begin(), outlined_.end(),
                                              [&](const Part& area) { return area.meets(part); });
      if (!may_go) {
        ++i;
        continue;
      }
      const std::int64_t before = wrong_in(part);
      Path kept = std::move(paths_[i]);
      const auto at = paths_.begin() + static_cast<std::ptrdiff_t>(i);
      paths_.erase(at);
      if (wrong_in(part) <= before + slack_of(kept)) continue;
      paths_.insert(paths_.begin() + static_cast<std::ptrdiff_t>(i), std::move(kept));
      ++i;
    }
  }

  /// Holes that are not seen.
  void drop_idle_holes() {
    for (std::size_t i = 0; i < paths_.size() && !is_spent(work_);) {
      const bool hole = paths_[i].fill == drawing_.paper && paths_[i].pen == 0 && !paths_[i].dot;
      const Part part = part_of(paths_[i], drawing_.unit);
      const std::int64_t before = hole ? wrong_in(part) : 0;
      Path kept = paths_[i];
      if (hole) paths_.erase(paths_.begin() + static_cast<std::ptrdiff_t>(i));
      if (hole && wrong_in(part) <= before) continue;
      if (hole) paths_.insert(paths_.begin() + static_cast<std::ptrdiff_t>(i), std::move(kept));
      ++i;
    }
  }

  struct Corner {
    std::size_t path = 0;
    std::size_t index = 0;
  };

  /// Among the points of its path, which may have got one before its first.
  [[nodiscard]] std::size_t place_of(const Corner& corner) const {
    return corner.index + (led_[corner.path] ? 1 : 0);
  }

  [[nodiscard]] scene::Point& at(const Corner& corner) {
    return paths_[corner.path].points[place_of(corner)];
  }

  /// How far ends of lines may lie from each other that meet below the width of their pens.
  static double reach_of(const Path& path) { return 2 * std::max(path.pen, 1.0) + 3; }

  /// Corners of several paths that lie near each other: they may be one, which the width of pens
  /// hides.
  void join_corners() {
    constexpr int kMostGroups = 40;
    constexpr std::size_t kMostCorners = 1500;
    const std::vector<Corner> all = all_corners();
    if (all.size() > kMostCorners) return;
    led_.assign(paths_.size(), false);
    std::vector<bool> done(all.size(), false);
    int groups = 0;
    for (std::size_t i = 0; i < all.size() && groups < kMostGroups && !is_spent(work_); ++i) {
      if (done[i]) continue;
      spend(work_, all.size());
      std::vector<Corner> group;
      bool apart = false;
      const scene::Point first = at(all[i]);
      const double reach = reach_of(paths_[all[i].path]);
      for (std::size_t k = i; k < all.size(); ++k) {
        if (done[k] || norm(at(all[k]) - first) > reach) continue;
        if (!group.empty() && group.back().path == all[k].path) continue;
        done[k] = true;
        apart = apart || !(at(all[k]) == first);
        group.push_back(all[k]);
      }
      if (group.size() < 2 || !apart) continue;
      ++groups;
      join(group);
    }
    for (Path& path : paths_) drop_doubles(path);
  }

  [[nodiscard]] std::vector<Corner> all_corners() const {
    std::vector<Corner> all;
    for (std::size_t p = 0; p < paths_.size(); ++p) {
      if (paths_[p].dot || paths_[p].ring) continue;
      for (std::size_t i = 0; i < paths_[p].points.size(); ++i) all.push_back({p, i});
    }
    return all;
  }

  /// The pieces that end in a corner, as lines.
  void add_lines_at(const Corner& corner, std::vector<Line>& lines) const {
    const Path& path = paths_[corner.path];
    const auto add = [&](std::size_t piece, bool at_end) {
      const auto points = piece_points(path, piece, drawing_.unit);
      const scene::Point from = at_end ? points[points.size() - 2] : points[0];
      const scene::Point along = (at_end ? points.back() : points[1]) - from;
      if (norm(along) > 1e-6) lines.push_back({from, (1 / norm(along)) * along});
    };
    const std::size_t count = path.pieces();
    const std::size_t place = place_of(corner);
    if (place > 0 || path.closed) add((place + count - 1) % count, true);
    if (place < count) add(place, false);
  }

  void join(const std::vector<Corner>& group) {
    scene::Point mean{0, 0};
    std::vector<Line> lines;
    Part part;
    for (const Corner& each : group) {
      mean = mean + (1.0 / static_cast<double>(group.size())) * at(each);
      add_lines_at(each, lines);
      const Part own = part_of(paths_[each.path], drawing_.unit);
      part.add({own.x0, own.y0}, 4);
      part.add({own.x1, own.y1}, 4);
    }
    std::vector<scene::Point> places{mean};
    for (const Corner& each : group) {
      if (places.size() < 4) places.push_back(at(each));
    }
    constexpr double kFarthest = 12;  // pixels
    if (const auto closest = closest_point(lines); closest && norm(*closest - mean) < kFarthest) {
      places.insert(places.begin(), *closest);
    }
    const std::vector<Path> kept = paths_;
    const std::vector<bool> kept_led = led_;
    const std::int64_t before = wrong_in(part);
    std::vector<Path> best = kept;
    std::vector<bool> best_led = led_;
    std::int64_t least = -1;
    for (const scene::Point& place : places) {
      paths_ = kept;
      led_ = kept_led;
      std::int64_t slack = 0;
      for (const Corner& each : group) slack += move(each, place);
      const std::int64_t now = wrong_in(part);
      if (now > before + slack || (least >= 0 && now >= least)) continue;
      least = now;
      best = paths_;
      best_led = led_;
    }
    paths_ = std::move(best);
    led_ = std::move(best_led);
  }

  /// A corner to a place, or an end joined to it by a short line where it would turn too much.
  /// Returns the pixels that may become wrong.
  std::int64_t move(const Corner& corner, const scene::Point& place) {
    constexpr double kAside = 0.6;
    constexpr std::int64_t kMoved = 2;
    constexpr double kCap = 0.4;  // of the square of a pen: of what is round at an end
    Path& path = paths_[corner.path];
    const std::size_t index = place_of(corner);
    const bool front = !path.closed && index == 0;
    const bool back = !path.closed && index + 1 == path.points.size();
    if (path.points[index] == place) return 0;
    if (!front && !back) {
      path.points[index] = place;
      if (path.closed) draw_near(path, index);
      return kMoved;
    }
    const std::size_t piece = front ? 0 : path.pieces() - 1;
    const scene::Point along = path.points[piece + 1] - path.points[piece];
    const double aside =
        std::abs(cross(place - path.points[piece], along)) / std::max(norm(along), 1e-9);
    if (path.turns[piece] == 0 && aside < kAside) {
      path.points[index] = place;
      return kMoved;
    }
    path.points.insert(front ? path.points.begin() : path.points.end(), place);
    path.turns.insert(front ? path.turns.begin() : path.turns.end(), 0);
    if (front) led_[corner.path] = true;
    return kMoved + static_cast<std::int64_t>(kCap * path.pen * path.pen);
  }

  /// A corner that was cut off is several: they become one.
  static void draw_near(Path& path, std::size_t kept) {
    for (std::size_t i = 0; i < path.points.size(); ++i) {
      const bool straight = path.turns[i] == 0 && path.turns[before(path, i)] == 0;
      const bool near = norm(path.points[i] - path.points[kept]) <= reach_of(path);
      if (straight && near) path.points[i] = path.points[kept];
    }
  }

  static void drop_doubles(Path& path) {
    if (!path.closed || path.ring) return;
    for (std::size_t i = 0; i < path.points.size() && path.points.size() > 3;) {
      const bool same = path.points[i] == path.points[(i + 1) % path.points.size()];
      if (same && path.turns[i] == 0) {
        path.points.erase(path.points.begin() + static_cast<std::ptrdiff_t>(i));
        path.turns.erase(path.turns.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }

  static std::size_t before(const Path& path, std::size_t i) {
    return (i + path.points.size() - 1) % path.points.size();
  }

  /// Pixels that may become wrong by the way in which corners are rounded.
  [[nodiscard]] std::int64_t slack_of(const Path& path) const {
    constexpr double kSlack = 0.06;  // of a line's length
    const auto points = outline(path, drawing_.unit);
    double length = 0;
    for (std::size_t i = 1; i < points.size(); ++i) length += norm(points[i] - points[i - 1]);
    return static_cast<std::int64_t>(kSlack * length) + 1;
  }

  struct Sides {
    Path path;
    std::vector<scene::Point> points;
  };

  std::vector<Path>& paths_;
  Drawing& drawing_;
  const raster::Image& picture_;
  Work* work_;
  std::vector<Sides> lines_;
  std::vector<Part> outlined_;  // areas
  std::vector<bool> led_;       // paths before whose first corner another was put
};

}  // namespace

void compose(Drawing& drawing, const raster::Image& picture, Work* work) {
  if (drawing.paths.size() > kMostComposed || picture.channels() != 3) return;
  Composer(drawing, picture, work).run();
}

}  // namespace papert::solve::turtle
