// Reading follows the grammar of SVG 2: commas optional, numbers glued by sign or point, the flags
// of an arc single characters, further pairs after m and M are l and L. Coordinates become absolute
// on the way, which needs the current point and the start of the sub-path (where z returns to).
//
// Mapping: points are mapped; S and T keep their letter, for the reflected control point of the
// image is the image of the reflected one. An arc with radii rx, ry at angle phi is the image of
// the unit circle under R(phi) diag(rx, ry); the mapped one is that of A R(phi) diag(rx, ry), whose
// singular values and left vectors are the new radii and angle. A mirroring map turns the other way
// round, so the sweep flag flips. Radii too small for their end points are scaled up by the
// renderer by a factor that no affine map changes, so they need no care; a zero radius means a
// straight line.
#include "lang/svg/path.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <optional>

#include "lang/svg/document.h"
#include "lang/svg/numbers.h"

namespace papert::lang::svg {
namespace {

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }

char upper(char letter) { return static_cast<char>(letter & ~0x20); }

class PathReader {
 public:
  explicit PathReader(std::string_view text) : scanner_(text), text_(text) {}

  Result<Path> read();

 private:
  tl::unexpected<Error> bad(std::string_view wanted) const {
    return fail(ErrorCode::kBadData, "path data: " + std::string(wanted) + " expected at byte " +
                                         std::to_string(scanner_.position()) + ", near " +
                                         in_quotes(scanner_.rest().substr(0, 20)));
  }

  std::optional<double> number() {
    const auto value = scanner_.number();
    if (value) comma_ = scanner_.skip_separator();
    return value;
  }
  std::optional<Point> point(Point origin) {
    const auto x = number();
    if (!x) return std::nullopt;
    const auto y = number();
    if (!y) return std::nullopt;
    return origin + Point{*x, *y};
  }
  /// The numbers of one command; false if one is missing.
  bool arguments(PathCommand& command, char letter, bool relative);
  bool arc_arguments(PathCommand& command, Point origin);
  void step(const PathCommand& command);
  Result<void> run(char letter, bool relative);

  Scanner scanner_;
  std::string_view text_;
  Path path_;
  Point current_;
  Point start_;
  bool comma_ = false;  // a comma was passed: another number must follow
};

bool PathReader::arc_arguments(PathCommand& command, Point origin) {
  const auto rx = number();
  const auto ry = rx ? number() : std::nullopt;
  const auto angle = ry ? number() : std::nullopt;
  if (!angle) return false;
  const auto large = scanner_.flag();
  if (!large) return false;
  comma_ = scanner_.skip_separator();
  const auto sweep = scanner_.flag();
  if (!sweep) return false;
  comma_ = scanner_.skip_separator();
  const auto end = point(origin);
  if (!end) return false;
  command = {'A', {Point{}, Point{}, *end}, std::fabs(*rx), std::fabs(*ry), *angle, *large, *sweep};
  return true;
}

bool PathReader::arguments(PathCommand& command, char letter, bool relative) {
  const Point origin = relative ? current_ : Point{};
  if (letter == 'A') return arc_arguments(command, origin);
  if (letter == 'H' || letter == 'V') {
    const auto value = number();
    if (!value) return false;
    command.letter = 'L';
    command.points[2] =
        letter == 'H' ? Point{origin.x + *value, current_.y} : Point{current_.x, origin.y + *value};
    return true;
  }
  command.letter = letter;
  for (int i = 3 - point_count(letter); i < 3; ++i) {
    const auto value = point(origin);
    if (!value) return false;
    command.points[static_cast<std::size_t>(i)] = *value;
  }
  return true;
}

void PathReader::step(const PathCommand& command) {
  if (command.letter == 'Z') {
    current_ = start_;
  } else {
    current_ = command.points[2];
  }
  if (command.letter == 'M') start_ = current_;
  path_.push_back(command);
}

/// A letter and all the numbers that follow it.
Result<void> PathReader::run(char letter, bool relative) {
  bool more = true;
  while (more) {
    if (path_.size() == kMaxPathCommands) {
      return fail(ErrorCode::kLimit, "path data: there are more than " +
                                         std::to_string(kMaxPathCommands) + " commands");
    }
    PathCommand command;
    comma_ = false;
    if (!arguments(command, letter, relative)) return bad("a number");
    step(command);
    if (letter == 'Z') break;
    if (letter == 'M') letter = 'L';
    const auto next = static_cast<unsigned char>(scanner_.peek());
    more = comma_ || (!scanner_.at_end() && std::isalpha(next) == 0);
  }
  scanner_.skip_space();
  return {};
}

Result<Path> PathReader::read() {
  scanner_.skip_space();
  while (!scanner_.at_end()) {
    const char given = scanner_.peek();
    const char letter = upper(given);
    constexpr std::string_view kLetters = "MLHVCSQTAZ";
    if (kLetters.find(letter) == std::string_view::npos) return bad("a command letter");
    if (path_.empty() && letter != 'M') return bad("M at the start");
    scanner_.take();
    scanner_.skip_space();
    TRY(run(letter, given != letter));
  }
  const bool finite = std::all_of(path_.begin(), path_.end(), [](const PathCommand& command) {
    return std::all_of(command.points.begin(), command.points.end(), [](Point point) {
      return std::isfinite(point.x) && std::isfinite(point.y);
    });
  });
  if (!finite) {
    return fail(ErrorCode::kBadData, "path data: the coordinates of " + in_quotes(text_) +
                                         " add up to more than a number can hold");
  }
  return std::move(path_);
}

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

void map_arc(PathCommand& arc, const Affine& map) {
  if (arc.rx == 0 || arc.ry == 0) {
    arc.letter = 'L';
    return;
  }
  if (map.determinant() < 0) arc.sweep = !arc.sweep;
  if (map.is_translation()) return;
  const Affine turn = rotation(arc.angle_degrees);
  if (map.is_similarity()) {
    const Point axis = map.direction({turn.a, turn.b});
    arc.rx *= map.scale();
    arc.ry *= map.scale();
    arc.angle_degrees = degrees(std::atan2(axis.y, axis.x));
    return;
  }
  // The singular value decomposition of a 2 x 2 matrix, in closed form.
  const Affine m = map * turn * scaling(arc.rx, arc.ry);
  const double e = (m.a + m.d) / 2;
  const double f = (m.a - m.d) / 2;
  const double g = (m.b + m.c) / 2;
  const double h = (m.b - m.c) / 2;
  const double q = std::hypot(e, h);
  const double r = std::hypot(f, g);
  arc.rx = q + r;
  arc.ry = std::fabs(q - r);
  arc.angle_degrees = degrees((std::atan2(h, e) + std::atan2(g, f)) / 2);
  if (arc.ry == 0) arc.letter = 'L';
}

/// Where the derivative of a cubic in one coordinate is zero, inside (0, 1).
void include_extrema(std::array<double, 4> p, std::vector<double>& times) {
  const double a = -p[0] + 3 * p[1] - 3 * p[2] + p[3];
  const double b = 2 * (p[0] - 2 * p[1] + p[2]);
  const double c = p[1] - p[0];
  const auto add = [&](double t) {
    if (t > 0 && t < 1) times.push_back(t);
  };
  if (std::fabs(a) < 1e-12 * (std::fabs(b) + std::fabs(c))) {
    if (b != 0) add(-c / b);
    return;
  }
  const double root = b * b - 4 * a * c;
  if (root < 0) return;
  add((-b + std::sqrt(root)) / (2 * a));
  add((-b - std::sqrt(root)) / (2 * a));
}

void include_cubic(Bounds& bounds, Point p0, Point p1, Point p2, Point p3) {
  std::vector<double> times;
  include_extrema({p0.x, p1.x, p2.x, p3.x}, times);
  include_extrema({p0.y, p1.y, p2.y, p3.y}, times);
  for (const double t : times) {
    const double u = 1 - t;
    const double w0 = u * u * u;
    const double w1 = 3 * u * u * t;
    const double w2 = 3 * u * t * t;
    const double w3 = t * t * t;
    bounds.include({w0 * p0.x + w1 * p1.x + w2 * p2.x + w3 * p3.x,
                    w0 * p0.y + w1 * p1.y + w2 * p2.y + w3 * p3.y});
  }
}

/// An arc by its centre: where its ellipse is extreme, if that is on the drawn piece.
void include_arc(Bounds& bounds, Point from, const PathCommand& arc) {
  const Point to = arc.points[2];
  if (arc.rx == 0 || arc.ry == 0 || from == to) return;
  const Affine turn = rotation(arc.angle_degrees);
  const Affine back = rotation(-arc.angle_degrees);
  const Point half = back.direction({(from.x - to.x) / 2, (from.y - to.y) / 2});
  double rx = arc.rx;
  double ry = arc.ry;
  const double excess = half.x * half.x / (rx * rx) + half.y * half.y / (ry * ry);
  if (excess > 1) {
    rx *= std::sqrt(excess);
    ry *= std::sqrt(excess);
  }
  double factor = excess >= 1 ? 0 : std::sqrt((1 - excess) / excess);
  if (arc.large == arc.sweep) factor = -factor;
  const Point offset = turn.direction({factor * rx * half.y / ry, -factor * ry * half.x / rx});
  const Point center{(from.x + to.x) / 2 + offset.x, (from.y + to.y) / 2 + offset.y};
  const auto parameter = [&](Point p) {
    const Point q = back.direction(p - center);
    return std::atan2(q.y / ry, q.x / rx);
  };
  const double begin = parameter(from);
  double span = parameter(to) - begin;
  constexpr double kTurn = 2 * std::numbers::pi;
  if (arc.sweep && span < 0) span += kTurn;
  if (!arc.sweep && span > 0) span -= kTurn;
  const double extreme_x = std::atan2(-ry * turn.b, rx * turn.a);
  const double extreme_y = std::atan2(ry * turn.a, rx * turn.b);
  for (double t : {extreme_x, extreme_x + kTurn / 2, extreme_y, extreme_y + kTurn / 2}) {
    double along = std::fmod(arc.sweep ? t - begin : begin - t, kTurn);
    if (along < 0) along += kTurn;
    if (along > std::fabs(span)) continue;
    bounds.include(center + turn.direction({rx * std::cos(t), ry * std::sin(t)}));
  }
}

}  // namespace

int point_count(char letter) {
  switch (letter) {
    case 'Z':
      return 0;
    case 'C':
      return 3;
    case 'S':
    case 'Q':
      return 2;
    default:
      return 1;
  }
}

Result<Path> parse_path(std::string_view text) { return PathReader(text).read(); }

namespace {

/// (half chord / radius)^2 in the arc's own axes: 1 for a half circle, more where the radii are too
/// small for the chord and every renderer enlarges them until they fit.
double chord_fill(const PathCommand& arc, Point from, Point to) {
  const Point chord{(from.x - to.x) / 2, (from.y - to.y) / 2};
  const Point half = rotation(-arc.angle_degrees).direction(chord);
  return half.x * half.x / (arc.rx * arc.rx) + half.y * half.y / (arc.ry * arc.ry);
}

/// The radii as they are written. The centre of a half circle hangs on the chord by a square root:
/// end points that come nearer by a millionth when they are rounded move it by a thousandth, and
/// the two halves of a circle come apart. Its radii are therefore written so small that the rounded
/// chord fills them; renderers enlarge them to exactly the half chord.
Point written_radii(const PathCommand& arc, Point from, int decimals) {
  const Point radii{arc.rx, arc.ry};
  const Point to = arc.points[2];
  if (arc.rx == 0 || arc.ry == 0 || from == to) return radii;
  const double unit = std::pow(10.0, -decimals);
  const double fine = unit / 100;  // radii are written with two decimals more
  const auto nearest = [](double value, double step) { return std::round(value / step) * step; };
  const Point start{nearest(from.x, unit), nearest(from.y, unit)};
  const Point end{nearest(to.x, unit), nearest(to.y, unit)};
  PathCommand written = arc;
  written.rx = nearest(arc.rx, fine);
  written.ry = nearest(arc.ry, fine);
  written.angle_degrees = nearest(arc.angle_degrees, 1e-5);
  const bool half_circle = chord_fill(arc, from, to) >= 1 - 4 * unit / std::min(arc.rx, arc.ry);
  if (!half_circle || written.rx == 0 || written.ry == 0) return radii;
  const double fill = chord_fill(written, start, end);
  if (fill >= 1 - 1e-12 || fill == 0) return radii;
  const auto down = [&](double r) { return (std::floor(r * std::sqrt(fill) / fine) - 1) * fine; };
  const Point smaller{down(written.rx), down(written.ry)};
  return smaller.x > 0 && smaller.y > 0 ? smaller : radii;
}

}  // namespace

Path map_path(const Path& path, const Affine& map) {
  Path mapped = path;
  for (PathCommand& command : mapped) {
    for (int i = 3 - point_count(command.letter); i < 3; ++i) {
      Point& point = command.points[static_cast<std::size_t>(i)];
      point = map(point);
    }
    if (command.letter == 'A') map_arc(command, map);
  }
  return mapped;
}

std::string write_path(const Path& path, int decimals) {
  std::string out;
  const auto pair = [&](Point p) {
    out += format_number(p.x, decimals) + "," + format_number(p.y, decimals);
  };
  follow_path(path, [&](const PathCommand& command, Point from, Point, Point, Point) {
    out += command.letter;
    if (command.letter == 'A') {
      const Point radii = written_radii(command, from, decimals);
      out += format_number(radii.x, decimals + 2) + "," + format_number(radii.y, decimals + 2) +
             " " + format_number(command.angle_degrees, 5) + " " + (command.large ? "1," : "0,") +
             (command.sweep ? "1 " : "0 ");
    }
    for (int i = 3 - point_count(command.letter); i < 3; ++i) {
      if (i > 3 - point_count(command.letter)) out += ' ';
      pair(command.points[static_cast<std::size_t>(i)]);
    }
  });
  return out;
}

void Bounds::include(Point point) {
  left = empty ? point.x : std::min(left, point.x);
  right = empty ? point.x : std::max(right, point.x);
  top = empty ? point.y : std::min(top, point.y);
  bottom = empty ? point.y : std::max(bottom, point.y);
  empty = false;
}

Bounds bounds_of(const Path& path) {
  Bounds bounds;
  follow_path(path,
              [&](const PathCommand& command, Point from, Point first, Point second, Point to) {
                if (command.letter != 'M') bounds.include(from);
                if (command.letter != 'M') bounds.include(to);
                if (command.letter == 'A') include_arc(bounds, from, command);
                if (point_count(command.letter) > 1 || command.letter == 'T') {
                  include_cubic(bounds, from, first, second, to);
                }
              });
  return bounds;
}

}  // namespace papert::lang::svg
