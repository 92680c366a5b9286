// Lengths that nearly agree are one length, and become whole numbers; turns become multiples of
// five degrees or of a full turn's share where those are near. Then the walk is made with the
// rounded numbers and must come to the same corners.
//
// Loops are found by dynamic programming over all stretches of the walk: the shortest text of a
// stretch is the best of all ways to cut it in two, and of a loop around its period.

#include "solve/turtle/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace papert::solve::turtle {
namespace {

constexpr std::size_t kMostSteps = 72;

/// A piece and the turn to the left after it, in steps of the turtle and degrees.
struct Step {
  double length = 0;  // of a straight piece, or the radius of an arc, negative to the right
  double extent = 0;  // of an arc; 0: straight
  double turn = 0;
};

double heading_of(const scene::Point& along) { return std::atan2(-along.y, along.x) * kDegrees; }

double round_angle(double degrees) {
  constexpr double kNear = 1.3;
  const double whole = 5 * std::round(degrees / 5);
  if (std::abs(whole - degrees) < kNear) return whole;
  for (const int parts : {7, 11, 13, 16, 14, 22, 26}) {
    const double share = 360.0 / parts;
    const double multiple = share * std::round(degrees / share);
    if (std::abs(multiple - degrees) < 0.8) return std::round(multiple * 100) / 100;
  }
  return std::round(degrees * 10) / 10;
}

double round_length(double length, double near) {
  const double whole = std::round(length);
  return std::abs(whole - length) < near ? whole : std::round(length * 10) / 10;
}

/// The first that is near enough, so that equal shapes are written alike.
std::optional<double> known_length(double length, const std::vector<double>& known, double gap) {
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](double each) { return std::abs(each - length) <= gap; });
  return found == known.end() ? std::nullopt : std::optional(*found);
}

/// Values that differ by little from their neighbours in size become their rounded mean, or a value
/// that is known.
void even_out(std::vector<double*> values, double gap, double near, std::vector<double>& known) {
  std::sort(values.begin(), values.end(), [](const double* a, const double* b) { return *a < *b; });
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    double sum = *values[i];
    while (end < values.size() && *values[end] - *values[i] <= gap) sum += *values[end++];
    const double mean = sum / static_cast<double>(end - i);
    const double rounded = known_length(mean, known, gap / 2).value_or(round_length(mean, near));
    known.push_back(rounded);
    for (; i < end; ++i) *values[i] = rounded;
  }
}

struct Ends {
  double before = 0;  // headings of a piece
  double after = 0;
};

Ends headings(const Path& path, std::size_t piece) {
  const scene::Point chord = path.points[(piece + 1) % path.points.size()] - path.points[piece];
  const double middle = heading_of(chord);
  // A turn to the right as it is seen is one to smaller headings.
  return {middle + path.turns[piece] / 2, middle - path.turns[piece] / 2};
}

std::vector<Step> steps_of(const Path& path, double unit) {
  std::vector<Step> steps;
  for (std::size_t i = 0; i < path.pieces(); ++i) {
    const scene::Point& from = path.points[i];
    const scene::Point& to = path.points[(i + 1) % path.points.size()];
    Step step{.length = norm(to - from) / unit};
    if (path.turns[i] != 0) {
      step.extent = std::abs(path.turns[i]);
      step.length = radius_of(from, to, path.turns[i]) / unit * (path.turns[i] > 0 ? -1 : 1);
    }
    const std::size_t next = (i + 1) % path.pieces();
    if (next != 0 || path.closed) {
      step.turn = wrapped(headings(path, next).before - headings(path, i).after);
    }
    steps.push_back(step);
  }
  return steps;
}

void round_steps(std::vector<Step>& steps, double gap, double near, std::vector<double>& known) {
  std::vector<double*> lengths;
  for (Step& step : steps) {
    lengths.push_back(&step.length);
    step.turn = round_angle(step.turn);
    if (step.extent != 0) step.extent = round_angle(step.extent);
  }
  even_out(lengths, gap, near, known);
}

/// The corners to which steps lead, that at which they begin first.
std::vector<scene::Point> corners_of(const std::vector<Step>& steps, scene::Point at,
                                     double heading, double unit) {
  std::vector<scene::Point> corners{at};
  for (const Step& step : steps) {
    double length = step.length * unit;
    double along = heading;
    const double turn = step.length < 0 ? -step.extent : step.extent;
    if (step.extent != 0) {
      length = 2 * std::abs(length) * std::sin(step.extent / 2 / kDegrees);
      along += turn / 2;
      heading += turn;
    }
    at = at + length * scene::Point{std::cos(along / kDegrees), -std::sin(along / kDegrees)};
    corners.push_back(at);
    heading += step.turn;
  }
  return corners;
}

/// The largest distance of a corner from where it should be, in pixels.
double deviation(const Path& path, const std::vector<scene::Point>& corners) {
  double most = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    most = std::max(most, norm(corners[i] - path.points[i % path.points.size()]));
  }
  return most;
}

double deviation(const Path& path, const std::vector<Step>& steps, double heading, double unit) {
  return deviation(path, corners_of(steps, path.points[0], heading, unit));
}

std::vector<std::string> lines_of(const std::vector<Step>& steps) {
  std::vector<std::string> lines;
  for (const Step& step : steps) {
    lines.push_back(step.extent == 0 ? fmt::format("t.forward({})", number(step.length))
                                     : fmt::format("t.circle({}, {})", number(step.length),
                                                   number(step.extent, 2)));
    if (step.turn > 0) lines.push_back(fmt::format("t.left({})", number(step.turn, 2)));
    if (step.turn < 0) lines.push_back(fmt::format("t.right({})", number(-step.turn, 2)));
  }
  return lines;
}

/// The table of all stretches.
class LoopFinder {
 public:
  explicit LoopFinder(const std::vector<std::string>& lines)
      : lines_(lines), width_(lines.size() + 1), best_(width_ * width_) {
    for (std::size_t length = 1; length <= lines.size(); ++length) {
      for (std::size_t i = 0; i + length <= lines.size(); ++i) fill(i, i + length);
    }
  }

  [[nodiscard]] std::vector<std::string> text(std::size_t i, std::size_t j) const {
    const Choice& choice = at(i, j);
    if (choice.period > 0) {
      std::vector<std::string> all{fmt::format("for _ in range({}):", (j - i) / choice.period)};
      for (const std::string& line : text(i, i + choice.period)) all.push_back("    " + line);
      return all;
    }
    if (choice.cut == 0) return {lines_[i]};
    std::vector<std::string> all = text(i, choice.cut);
    const auto rest = text(choice.cut, j);
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
  }

 private:
  struct Choice {
    std::size_t cost = 1;
    std::size_t cut = 0;     // where it is cut in two; 0: a single line
    std::size_t period = 0;  // of a loop
  };

  [[nodiscard]] const Choice& at(std::size_t i, std::size_t j) const {
    return best_[i * width_ + j];
  }

  [[nodiscard]] bool repeats(std::size_t i, std::size_t j, std::size_t period) const {
    for (std::size_t k = i + period; k < j; ++k) {
      if (lines_[k] != lines_[k - period]) return false;
    }
    return true;
  }

  void fill(std::size_t i, std::size_t j) {
    Choice& choice = best_[i * width_ + j];
    if (j - i == 1) return;
    choice.cost = j - i + 1;
    for (std::size_t period = 1; 2 * period <= j - i; ++period) {
      if ((j - i) % period != 0 || 1 + at(i, i + period).cost >= choice.cost) continue;
      if (!repeats(i, j, period)) continue;
      choice = {.cost = 1 + at(i, i + period).cost, .period = period};
    }
    for (std::size_t cut = i + 1; cut < j; ++cut) {
      const std::size_t cost = at(i, cut).cost + at(cut, j).cost;
      if (cost < choice.cost) choice = {.cost = cost, .cut = cut};
    }
  }

  const std::vector<std::string>& lines_;
  std::size_t width_;
  std::vector<Choice> best_;
};

double first_heading(const Path& path) {
  const double heading = round_angle(wrapped(headings(path, 0).before));
  return heading < 0 ? heading + 360 : heading;
}

/// Lengths that grow by the same amount from piece to piece, as a + b * i; nothing if they do not.
struct Growth {
  double first = 0;
  double more = 0;
};

Growth growth_of(const std::vector<Step>& steps) {
  const auto count = static_cast<double>(steps.size());
  double sum = 0;
  double moment = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    sum += steps[i].length;
    moment += (static_cast<double>(i) - (count - 1) / 2) * steps[i].length;
  }
  const double more = 12 * moment / (count * (count * count - 1));
  return {.first = sum / count - more * (count - 1) / 2, .more = more};
}

/// A spiral of straight pieces: one loop, whose variable the length depends on.
std::optional<Walk> spiral_along(const Path& path, double unit, double tolerance) {
  constexpr std::size_t kFewest = 5;
  constexpr std::size_t kMost = 400;
  if (path.closed || path.pieces() < kFewest || path.pieces() > kMost) return std::nullopt;
  std::vector<Step> steps = steps_of(path, unit);
  double turn = 0;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) turn += steps[i].turn;
  turn = round_angle(turn / static_cast<double>(steps.size() - 1));
  Growth growth = growth_of(steps);
  growth.first = std::round(growth.first * 10) / 10;
  growth.more = std::round(growth.more * 100) / 100;
  if (std::abs(growth.more) * unit < 0.3 || turn == 0) return std::nullopt;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].extent != 0) return std::nullopt;
    steps[i].length = growth.first + growth.more * static_cast<double>(i);
    steps[i].turn = turn;
  }
  Walk walk{.heading = first_heading(path)};
  if (deviation(path, steps, walk.heading, unit) > 1.5 * tolerance) return std::nullopt;
  walk.lines = {
      fmt::format("for i in range({}):", steps.size()),
      fmt::format("    t.forward({} {} {} * i)", number(growth.first), growth.more < 0 ? '-' : '+',
                  number(std::abs(growth.more), 2)),
      fmt::format("    t.{}({})", turn > 0 ? "left" : "right", number(std::abs(turn), 2))};
  return walk;
}

bool is_turn(const std::string& line) {
  return line.starts_with("t.left") || line.starts_with("t.right");
}

}  // namespace

std::string number(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') != std::string::npos) {
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string color_text(const scene::Color& color) {
  return fmt::format("\"#{:02x}{:02x}{:02x}\"", color.r, color.g, color.b);
}

std::vector<std::string> with_loops(const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  return LoopFinder(lines).text(0, lines.size());
}

std::optional<Path> rounded_path(const Path& path, const scene::Point& start, double unit,
                                 double most) {
  if (path.ring || path.pieces() > kMostSteps) return std::nullopt;
  std::vector<double> known;
  std::vector<Step> steps = steps_of(path, unit);
  round_steps(steps, 2 * most / unit, 0.4 / std::max(unit, 1.0), known);
  const auto corners = corners_of(steps, start, first_heading(path), unit);
  if (deviation(path, corners) > most) return std::nullopt;
  Path rounded = path;
  for (std::size_t i = 0; i < rounded.points.size(); ++i) rounded.points[i] = corners[i];
  for (std::size_t i = 0; i < steps.size(); ++i) {
    rounded.turns[i] = steps[i].length < 0 ? steps[i].extent : -steps[i].extent;
  }
  return rounded;
}

std::optional<Walk> walk_along(const Path& path, double unit, double tolerance,
                               std::vector<double>& known) {
  if (path.ring) return std::nullopt;
  if (auto spiral = spiral_along(path, unit, tolerance)) return spiral;
  if (path.pieces() > kMostSteps / 2) return std::nullopt;
  const double near = 0.4 / std::max(unit, 1.0);
  Walk walk{.heading = first_heading(path)};
  // What is known first; where that leads astray, the path's own lengths alone.
  std::vector<double> lengths = known;
  std::vector<Step> steps = steps_of(path, unit);
  round_steps(steps, 2 * tolerance / unit, near, lengths);
  if (deviation(path, steps, walk.heading, unit) > tolerance) {
    lengths.clear();
    steps = steps_of(path, unit);
    round_steps(steps, 2 * tolerance / unit, near, lengths);
    if (deviation(path, steps, walk.heading, unit) > tolerance) return std::nullopt;
    lengths.insert(lengths.begin(), known.begin(), known.end());
  }
  known = std::move(lengths);
  std::vector<std::string> lines = lines_of(steps);
  walk.lines = with_loops(lines);
  walk.turns_back = path.closed;
  if (is_turn(lines.back())) {
    lines.pop_back();
    auto shorter = with_loops(lines);
    if (shorter.size() < walk.lines.size()) {
      walk.lines = std::move(shorter);
      walk.turns_back = false;
    }
  }
  return walk;
}

}  // namespace papert::solve::turtle
