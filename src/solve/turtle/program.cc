// Paths that follow each other in one style and are written alike share a loop over a list: rings
// by their middles, dots by theirs, equal shapes by where they begin, and all other corners as
// lists of corners.

#include "solve/turtle/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "solve/turtle/abridge.h"
#include "solve/turtle/arrange.h"
#include "solve/turtle/listing.h"
#include "solve/turtle/steps.h"

namespace papert::solve::turtle {
namespace {

class Writer {
 public:
  Writer(const Drawing& drawing, const ProgramOptions& options)
      : paths_(drawing.paths), unit_(drawing.unit), paper_(drawing.paper), options_(options) {
    arrange(paths_);
    if (options_.with_pens && !paths_.empty()) {
      const Frame frame = choose_frame(paths_, unit_);
      unit_ = frame.unit;
      options_.origin_x = frame.origin.x;
      options_.origin_y = frame.origin.y;
    }
    has_bare_ = std::any_of(paths_.begin(), paths_.end(), is_bare);
    std::vector<double> known;
    for (const Path& each : paths_) walks_.push_back(walk_of(each, known));
  }

  std::string write() {
    if (paper_ != scene::Color{255, 255, 255} && options_.with_pens) {
      add(fmt::format("t.getscreen().bgcolor({})", color_text(paper_)));
    }
    for (std::size_t i = 0; i < paths_.size(); fresh_ = false) i = write_group(i);
    const Abridged shorter =
        abridged(std::move(lines_), options_.in_function ? "t" : "", options_.work);
    std::string text;
    for (const std::string& line : shorter.helpers) text += line + "\n";
    if (options_.in_function) text += "def draw(t):\n";
    const std::string_view indent = options_.in_function ? "    " : "";
    for (const std::string& line : shorter.lines) text += std::string(indent) + line + "\n";
    return text;
  }

 private:
  static bool is_bare(const Path& path) { return path.fill && path.pen == 0 && !path.dot; }

  /// Nothing where the path has no short walk, or where the work is spent.
  [[nodiscard]] std::optional<Walk> walk_of(const Path& path, std::vector<double>& known) const {
    constexpr std::size_t kMostPieces = 400;  // that are made one loop
    const std::size_t pieces = std::min(path.pieces(), kMostPieces);
    spend(options_.work,
          known.size() / 2 + kCornerSteps * pieces * std::min<std::size_t>(pieces, 36));
    if (is_spent(options_.work)) return std::nullopt;
    // The border of an area that is drawn without the line along it is not to leave that line.
    constexpr double kBorder = 0.3;
    constexpr double kBeside = 0.5;
    const double share = is_bare(path) ? kBorder : has_bare_ ? kBeside : 1;
    return walk_along(path, unit_, share * options_.tolerance, known);
  }

  void add(std::string line) { lines_.push_back(std::move(line)); }
  void add_all(const std::vector<std::string>& lines, std::string_view indent = "") {
    for (const std::string& line : lines) add(std::string(indent) + line);
  }

  [[nodiscard]] scene::Point turtle(const scene::Point& at) const {
    return {(at.x - options_.origin_x) / unit_, (options_.origin_y - at.y) / unit_};
  }

  /// Precise to a tenth of a pixel or so; to a hundredth where every pixel counts.
  [[nodiscard]] std::string amount(double value) const {
    return number(value, unit_ > 1.5 || !options_.with_pens ? 2 : 1);
  }

  [[nodiscard]] std::string pair(const scene::Point& at) const {
    const scene::Point own = turtle(at);
    return fmt::format("({}, {})", amount(own.x), amount(own.y));
  }

  void set(std::string& state, std::string line) {
    if (state == line) return;
    state = line;
    add(std::move(line));
  }

  void set_style(const Path& path, bool with_fill) {
    if (!options_.with_pens) return;
    const bool fills = path.fill && !path.dot && with_fill;
    if (path.pen > 0) {
      set(pen_, fmt::format("t.pensize({})", number(std::max(path.pen / unit_, 0.1), 0)));
    }
    const std::string ink =
        path.pen > 0 ? fmt::format("t.pencolor({})", color_text(path.color)) : ink_;
    const std::string paint =
        fills ? fmt::format("t.fillcolor({})", color_text(*path.fill)) : paint_;
    if (ink != ink_ && paint != paint_) {
      add(path.color == *path.fill
              ? fmt::format("t.color({})", color_text(path.color))
              : fmt::format("t.color({}, {})", color_text(path.color), color_text(*path.fill)));
      ink_ = ink;
      paint_ = paint;
      return;
    }
    set(ink_, ink);
    set(paint_, paint);
  }

  [[nodiscard]] std::size_t run(std::size_t first,
                                const std::function<bool(std::size_t)>& goes_on) const {
    std::size_t end = first + 1;
    while (end < paths_.size() && goes_on(end)) ++end;
    return end;
  }

  /// Writes the paths from one on that are alike; returns the first that is not.
  std::size_t write_group(std::size_t first) {
    const Path& path = paths_[first];
    const Kind kind = kind_of(path);
    const auto alike = [&](std::size_t i) {
      return kind_of(paths_[i]) == kind && same_style(paths_[i], path);
    };
    if (kind == Kind::kDot) {
      const std::size_t end = run(first, [&](std::size_t i) { return paths_[i].dot; });
      write_dots(first, end);
      return end;
    }
    set_style(path, true);
    if (kind == Kind::kRing) {
      const std::size_t end = run(first, alike);
      write_rings(first, end);
      return end;
    }
    if (walks_[first]) {
      const std::size_t end = run(first, [&](std::size_t i) {
        return same_style(paths_[i], path) && walks_[i] && walks_[i]->lines == walks_[first]->lines;
      });
      const std::size_t listed_end = kind == Kind::kStraight ? run(first, alike) : end;
      const bool short_enough = walks_[first]->lines.size() <= 4 || kind == Kind::kCurved;
      if (end >= first + 3 || (end == listed_end && (end > first + 1 || short_enough))) {
        write_walks(first, end);
        return end;
      }
    }
    if (kind == Kind::kCurved) {
      write_pieces(path);
      return first + 1;
    }
    const std::size_t end = run(first, [&](std::size_t i) {
      return kind_of(paths_[i]) == kind && same_pen(paths_[i], path);
    });
    write_corners(first, end);
    return end;
  }

  /// One path as statements; several as a loop over a list.
  void loop(const std::vector<std::string>& names, const std::vector<std::string>& items,
            const std::vector<std::string>& body) {
    const double tolerance = options_.with_pens ? 0.6 / std::max(unit_, 1.0) : 0.02;
    add_all(loop_over(names, items, body, tolerance));
  }

  void lift() {
    if (down_) add("t.penup()");
    down_ = false;
  }

  /// The pen as a path needs it while the turtle is taken to its start.
  void make_ready(const Path& path) {
    if (!options_.with_pens || path.pen == 0) {
      lift();
    } else if (!down_) {
      add("t.pendown()");
      down_ = true;
    }
  }

  /// A turtle that can be set down elsewhere need not lift its pen.
  void move_to(const scene::Point& at) {
    const std::string place = pair(at);
    const bool is_there = fresh_ && place == "(0, 0)";
    if (!is_there || !options_.with_pens) {
      add((options_.with_pens ? "t.teleport" : "t.goto") + place);
    }
  }

  /// In a loop over a list.
  void begin_at(std::vector<std::string>& body, const Path& path, const std::string& place) const {
    if (options_.with_pens) {
      put_first(body, {"t.teleport(" + place + ")"});
    } else if (path.pen == 0) {
      put_first(body, {"t.goto(" + place + ")"});
    } else {
      put_first(body, {"t.penup()", "t.goto(" + place + ")"});
    }
  }

  [[nodiscard]] std::vector<std::string> drawn(const Path& path,
                                               std::vector<std::string> lines) const {
    const bool lowers = path.pen > 0 && !options_.with_pens;
    if (lowers) lines.insert(lines.begin(), "t.pendown()");
    if (path.fill) {
      lines.insert(lines.begin() + (lowers ? 1 : 0), "t.begin_fill()");
      lines.emplace_back("t.end_fill()");
    }
    return lines;
  }

  static void put_first(std::vector<std::string>& lines, std::initializer_list<std::string> first) {
    lines.insert(lines.begin(), first);
  }

  void write_dots(std::size_t first, std::size_t end) {
    const auto group = std::span(paths_).subspan(first, end - first);
    const Path& path = paths_[first];
    const auto size_of = [this](const Path& each) { return amount(2 * each.ring->radius / unit_); };
    if (!options_.with_pens) lift();
    if (group.size() == 1) {
      move_to(path.ring->center);
      add(fmt::format("t.dot({}, {})", size_of(path), color_text(*path.fill)));
      return;
    }
    const bool one_size = std::all_of(group.begin(), group.end(), [&](const Path& each) {
      return size_of(each) == size_of(path);
    });
    const bool one_color = std::all_of(group.begin(), group.end(),
                                       [&](const Path& each) { return each.fill == path.fill; });
    std::vector<std::string> items;
    for (const Path& each : group) {
      const scene::Point at = turtle(each.ring->center);
      std::string item = fmt::format("({}, {}", amount(at.x), amount(at.y));
      if (!one_size) item += ", " + size_of(each);
      if (!one_color) item += ", " + color_text(*each.fill);
      items.push_back(item + ")");
    }
    std::vector<std::string> body{fmt::format("t.dot({}, {})", one_size ? size_of(path) : "size",
                                              one_color ? color_text(*path.fill) : "color")};
    begin_at(body, path, "x, y");
    std::vector<std::string> names{"x", "y"};
    if (!one_size) names.emplace_back("size");
    if (!one_color) names.emplace_back("color");
    loop(names, items, body);
  }

  /// From the point at which its corners begin.
  void write_exact_ring(const Path& path) {
    lift();
    const scene::Point out = path.points[0] - path.ring->center;
    const double heading = wrapped(std::atan2(-out.y, out.x) * kDegrees + 90);
    add("t.goto" + pair(path.points[0]));
    set(heading_,
        fmt::format("t.setheading({})", number(heading < 0 ? heading + 360 : heading, 2)));
    add_all(drawn(path, {fmt::format("t.circle({})", amount(path.ring->radius / unit_))}));
    down_ = path.pen > 0;
  }

  void write_rings(std::size_t first, std::size_t end) {
    const Path& path = paths_[first];
    if (!options_.with_pens) {
      for (std::size_t i = first; i < end; ++i) write_exact_ring(paths_[i]);
      return;
    }
    make_ready(path);
    set(heading_, "t.setheading(0)");
    std::vector<std::string> items;
    for (const Path& each : std::span(paths_).subspan(first, end - first)) {
      const scene::Point at = turtle(each.ring->center);
      items.push_back(fmt::format("({}, {}, {})", amount(at.x),
                                  amount(at.y - each.ring->radius / unit_),
                                  amount(each.ring->radius / unit_)));
    }
    if (items.size() == 1) {
      const scene::Point low = path.ring->center + scene::Point{0, path.ring->radius};
      move_to(low);
      add_all(drawn(path, {fmt::format("t.circle({})", amount(path.ring->radius / unit_))}));
      return;
    }
    auto body = drawn(path, {"t.circle(radius)"});
    begin_at(body, path, "x, y");
    loop({"x", "y", "radius"}, items, body);
  }

  /// Lines without areas may be drawn in any order.
  void sort_by_heading(std::size_t first, std::size_t end) {
    std::vector<std::size_t> order;
    for (std::size_t i = first; i < end; ++i) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return walks_[a]->heading < walks_[b]->heading;
    });
    const auto begin = static_cast<std::ptrdiff_t>(first);
    const auto behind = static_cast<std::ptrdiff_t>(end);
    const std::vector<Path> paths(paths_.begin() + begin, paths_.begin() + behind);
    const std::vector<std::optional<Walk>> walks(walks_.begin() + begin, walks_.begin() + behind);
    for (std::size_t i = first; i < end; ++i) {
      paths_[i] = paths[order[i - first] - first];
      walks_[i] = walks[order[i - first] - first];
    }
  }

  /// The turn from each of these walks to the next, if all begin in one place, come back to it and
  /// are turned by as much.
  [[nodiscard]] std::optional<double> turn_between(std::size_t first, std::size_t end) const {
    constexpr double kSamePlace = 1;  // pixels
    constexpr double kSameTurn = 0.6;
    if (end < first + 3) return std::nullopt;
    const double turn = wrapped(walks_[first + 1]->heading - walks_[first]->heading);
    for (std::size_t i = first; i < end; ++i) {
      if (!ends_as_it_began(paths_[i])) return std::nullopt;
      if (norm(paths_[i].points[0] - paths_[first].points[0]) > kSamePlace) return std::nullopt;
      const double expected = walks_[first]->heading + static_cast<double>(i - first) * turn;
      if (std::abs(wrapped(walks_[i]->heading - expected)) > kSameTurn) return std::nullopt;
    }
    const auto count = static_cast<double>(end - first);
    return std::abs(std::abs(turn) * count - 360) < count ? std::copysign(360 / count, turn) : turn;
  }

  void write_turned_walks(std::size_t first, std::size_t end, double turn) {
    const Path& path = paths_[first];
    make_ready(path);
    move_to(path.points[0]);
    set(heading_, fmt::format("t.setheading({})", number(walks_[first]->heading, 2)));
    add(fmt::format("for _ in range({}):", end - first));
    add_all(drawn(path, walks_[first]->lines), "    ");
    add(fmt::format("    t.{}({})", turn > 0 ? "left" : "right", number(std::abs(turn), 2)));
    heading_.clear();
    down_ = path.pen > 0;
  }

  void write_walks(std::size_t first, std::size_t end) {
    if (!paths_[first].fill) sort_by_heading(first, end);
    const Path& path = paths_[first];
    if (const auto turn = turn_between(first, end)) {
      write_turned_walks(first, end, *turn);
      return;
    }
    auto body = drawn(path, walks_[first]->lines);
    const std::string heading = number(walks_[first]->heading, 2);
    bool one_heading = true;
    for (std::size_t i = first; i < end; ++i) {
      one_heading = one_heading && number(walks_[i]->heading, 2) == heading;
    }
    one_heading = one_heading && (end == first + 1 || ends_as_it_began(path));
    if (end == first + 1) {
      make_ready(path);
      move_to(path.points[0]);
      set(heading_, fmt::format("t.setheading({})", heading));
      add_all(body);
    } else {
      std::vector<std::string> items;
      for (std::size_t i = first; i < end; ++i) {
        const scene::Point at = turtle(paths_[i].points[0]);
        items.push_back(one_heading ? pair(paths_[i].points[0])
                                    : fmt::format("({}, {}, {})", amount(at.x), amount(at.y),
                                                  number(walks_[i]->heading, 2)));
      }
      make_ready(path);
      if (one_heading) {
        set(heading_, fmt::format("t.setheading({})", heading));
      } else {
        put_first(body, {"t.setheading(heading)"});
      }
      begin_at(body, path, "x, y");
      std::vector<std::string> names{"x", "y"};
      if (!one_heading) names.emplace_back("heading");
      loop(names, items, body);
    }
    if (!one_heading || !ends_as_it_began(path)) heading_.clear();
    down_ = path.pen > 0;
  }

  /// A closed path of whose walk no turn was left out.
  [[nodiscard]] bool ends_as_it_began(const Path& path) const {
    return path.closed && walks_[static_cast<std::size_t>(&path - paths_.data())]->turns_back;
  }

  [[nodiscard]] std::vector<std::string> corners(const Path& path) const {
    std::vector<std::string> all;
    all.reserve(path.points.size());
    for (const scene::Point& each : path.points) all.push_back(pair(each));
    if (path.closed) all.push_back(all.front());
    return all;
  }

  void write_corners(std::size_t first, std::size_t end) {
    const Path& path = paths_[first];
    make_ready(path);
    if (end == first + 1) {
      const auto points = corners(path);
      std::vector<std::string> body = listed("for x, y in ", {points.begin() + 1, points.end()});
      body.emplace_back("    t.goto(x, y)");
      move_to(path.points[0]);
      add_all(drawn(path, body));
    } else {
      write_corner_lists(first, end);
    }
    down_ = path.pen > 0;
  }

  void write_corner_lists(std::size_t first, std::size_t end) {
    const Path& path = paths_[first];
    const auto group = std::span(paths_).subspan(first, end - first);
    const bool colors = std::any_of(group.begin(), group.end(),
                                    [&](const Path& each) { return each.fill != path.fill; });
    std::vector<std::string> items;
    for (const Path& each : group) {
      const std::string list = fmt::format("[{}]", fmt::join(corners(each), ", "));
      items.push_back(colors ? fmt::format("({}, {})", color_text(*each.fill), list) : list);
    }
    auto body = drawn(path, {"for x, y in corners:", "    t.goto(x, y)"});
    begin_at(body, path, options_.with_pens ? "*corners[0]" : "corners[0]");
    if (colors) put_first(body, {"t.fillcolor(color)"});
    if (colors) {
      loop({"color", "corners"}, items, body);
    } else {
      loop({"corners"}, items, body);
    }
    if (colors) paint_.clear();
  }

  /// Arcs by their headings, the rest by its corners.
  void write_pieces(const Path& path) {
    make_ready(path);
    move_to(path.points[0]);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < path.pieces(); ++i) {
      const scene::Point& from = path.points[i];
      const scene::Point& to = path.points[(i + 1) % path.points.size()];
      const double turn = path.turns[i];  // as seen: to the right if positive
      if (turn == 0) {
        lines.push_back("t.goto" + pair(to));
        continue;
      }
      const scene::Point chord = to - from;
      const double heading = wrapped(std::atan2(-chord.y, chord.x) * kDegrees + turn / 2);
      const double radius = radius_of(from, to, turn) / unit_;
      lines.push_back(
          fmt::format("t.setheading({})", number(heading < 0 ? heading + 360 : heading, 2)));
      lines.push_back(fmt::format("t.circle({}, {})", amount(turn > 0 ? -radius : radius),
                                  number(std::abs(turn), options_.with_pens ? 1 : 2)));
    }
    add_all(drawn(path, lines));
    heading_.clear();
    down_ = path.pen > 0;
  }

  std::vector<Path> paths_;
  double unit_;
  scene::Color paper_;
  ProgramOptions options_;
  std::vector<std::optional<Walk>> walks_;
  bool has_bare_ = false;  // areas without an outline
  std::vector<std::string> lines_;
  bool down_ = true;
  bool fresh_ = true;  // the turtle is where it began
  std::string heading_ = "t.setheading(0)";
  std::string pen_ = "t.pensize(1)";
  std::string ink_ = "t.pencolor(\"#000000\")";
  std::string paint_ = "t.fillcolor(\"#000000\")";
};

}  // namespace

std::string write_program(const Drawing& drawing, const ProgramOptions& options) {
  return Writer(drawing, options).write();
}

}  // namespace papert::solve::turtle
