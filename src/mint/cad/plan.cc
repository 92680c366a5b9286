#include "mint/cad/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "lang/cad/cad.h"
#include "raster/svg.h"

namespace papert::mint::cad {
namespace {

constexpr double kGridUnit = 1.0 / 128;  // of a model on the grid
constexpr double kMillimetre = 0.1;      // in centimetres

/// Levels of the grid a unit: with this scale one step of the sketch is one step of positions and
/// distances.
constexpr int kGridScale = 95;
constexpr int kGridZero = 128;

/// A piece of an outline: a whole circle, a line, or an arc that turns left by quarters of a turn.
struct Stroke {
  enum class Kind { kLine, kArc, kCircle };
  Kind kind = Kind::kLine;
  Node from;
  Node to;
  Node center;
  int radius = 0;
  int first_quarter = 0;  // where the arc begins, 0 for the right of the circle
  int quarters = 0;

  [[nodiscard]] double start_angle() const { return first_quarter * std::numbers::pi / 2; }
  [[nodiscard]] double end_angle() const {
    return (first_quarter + quarters) * std::numbers::pi / 2;
  }
};

Stroke line_stroke(Node from, Node to) { return {Stroke::Kind::kLine, from, to, {}, 0, 0, 0}; }

Stroke arc_stroke(Node center, int radius, int first_quarter, int quarters) {
  const auto at = [&](int quarter) -> Node {
    const std::array<Node, 4> ways{{{radius, 0}, {0, radius}, {-radius, 0}, {0, -radius}}};
    const Node way = ways[static_cast<std::size_t>(quarter % 4)];
    return {center.x + way.x, center.y + way.y};
  };
  return {Stroke::Kind::kArc, at(first_quarter), at(first_quarter + quarters), center, radius,
          first_quarter % 4,  quarters};
}

/// Half a circle, perhaps in two.
void add_half(std::vector<Stroke>& strokes, const Stroke& half, Random* random) {
  if (random == nullptr || random->randbelow(3) > 0) {
    strokes.push_back(half);
    return;
  }
  strokes.push_back(arc_stroke(half.center, half.radius, half.first_quarter, 1));
  strokes.push_back(arc_stroke(half.center, half.radius, half.first_quarter + 1, 1));
}

std::vector<Stroke> circle_strokes(const Outline& outline, Random* random) {
  const auto way = random == nullptr ? 0 : random->randbelow(3);
  std::vector<Stroke> strokes;
  if (way == 0) {
    const Node start{outline.center.x + outline.radius, outline.center.y};
    strokes.push_back({Stroke::Kind::kCircle, start, start, outline.center, outline.radius, 0, 4});
    return strokes;
  }
  const auto first = static_cast<int>(random->randbelow(4));
  add_half(strokes, arc_stroke(outline.center, outline.radius, first, 2), random);
  add_half(strokes, arc_stroke(outline.center, outline.radius, first + 2, 2), random);
  return strokes;
}

/// Breaks lines where they pass through whole units, until there are `wanted` strokes or no line
/// can be broken.
void break_lines(std::vector<Stroke>& strokes, std::size_t wanted, Random& random) {
  constexpr int kTries = 60;
  for (int i = 0; i < kTries && strokes.size() < wanted; ++i) {
    const auto at = static_cast<std::size_t>(random.randbelow(strokes.size()));
    const Stroke whole = strokes[at];
    const int steps = std::gcd(whole.to.x - whole.from.x, whole.to.y - whole.from.y);
    if (whole.kind != Stroke::Kind::kLine || steps < 2) continue;
    const auto step = static_cast<int>(random.randint(1, steps - 1));
    const Node middle{whole.from.x + (whole.to.x - whole.from.x) / steps * step,
                      whole.from.y + (whole.to.y - whole.from.y) / steps * step};
    strokes[at] = line_stroke(middle, whole.to);
    strokes.insert(strokes.begin() + static_cast<std::ptrdiff_t>(at),
                   line_stroke(whole.from, middle));
  }
}

/// In order, each from where the one before ends.
std::vector<Stroke> strokes_of(const Outline& outline, Random* random) {
  const int r = outline.radius;
  const Node a = outline.center;
  const Node b{a.x + outline.length, a.y};
  std::vector<Stroke> strokes;
  switch (outline.kind) {
    case Outline::Kind::kCircle:
      return circle_strokes(outline, random);
    case Outline::Kind::kSlot:
      strokes.push_back(line_stroke({a.x, a.y - r}, {b.x, b.y - r}));
      add_half(strokes, arc_stroke(b, r, 3, 2), random);
      strokes.push_back(line_stroke({b.x, b.y + r}, {a.x, a.y + r}));
      add_half(strokes, arc_stroke(a, r, 1, 2), random);
      break;
    case Outline::Kind::kHalfDisc:
      strokes.push_back(line_stroke({a.x - r, a.y}, {a.x + r, a.y}));
      add_half(strokes, arc_stroke(a, r, 0, 2), random);
      break;
    case Outline::Kind::kCorners:
      for (std::size_t i = 0; i < outline.corners.size(); ++i) {
        strokes.push_back(
            line_stroke(outline.corners[i], outline.corners[(i + 1) % outline.corners.size()]));
      }
  }
  if (random == nullptr) return strokes;
  const bool cornered = outline.kind == Outline::Kind::kCorners;
  const auto extra = static_cast<std::size_t>(random->randint(0, 2));
  const std::size_t few = outline.corners.size() > 4 ? 12 : 6;
  break_lines(strokes, cornered ? few + extra : strokes.size() + extra, *random);
  const auto first = static_cast<std::ptrdiff_t>(random->randbelow(strokes.size()));
  std::rotate(strokes.begin(), strokes.begin() + first, strokes.end());
  return strokes;
}

lang::cad::GridLoop grid_loop(const Outline& outline, Node origin, Random* random) {
  const auto x = [&](int value) { return value - origin.x + kGridZero; };
  const auto y = [&](int value) { return value - origin.y + kGridZero; };
  lang::cad::GridLoop loop;
  for (const Stroke& stroke : strokes_of(outline, random)) {
    const Node to = stroke.to;
    if (stroke.kind == Stroke::Kind::kCircle) {
      loop.emplace_back(
          lang::cad::GridCircle{x(stroke.center.x), y(stroke.center.y), stroke.radius});
    } else if (stroke.kind == Stroke::Kind::kArc) {
      loop.emplace_back(lang::cad::GridArc{x(to.x), y(to.y), 64 * stroke.quarters, true});
    } else {
      loop.emplace_back(lang::cad::GridLine{x(to.x), y(to.y)});
    }
  }
  return loop;
}

/// The first corner, or the left-most point of a circle: what the sketch starts from.
Node start_of(const Outline& outline) {
  if (outline.kind == Outline::Kind::kCorners) return outline.corners.front();
  if (outline.kind == Outline::Kind::kSlot) {
    return {outline.center.x, outline.center.y - outline.radius};
  }
  return {outline.center.x - outline.radius, outline.center.y};
}

std::string centimetres(double units) {
  const double value = std::round(units * kMillimetre * 1e6) / 1e6;
  return fmt::format("{}", value == 0 ? 0.0 : value);
}

std::string point_text(double x, double y) {
  return fmt::format("({}, {}, 0.0)", centimetres(x), centimetres(y));
}

std::string line_text(Node from, Node to) {
  return fmt::format("Line(start_point={}, end_point={})\n", point_text(from.x, from.y),
                     point_text(to.x, to.y));
}

std::string arc_text(const Stroke& arc) {
  return fmt::format(
      "Arc(start_point={}, end_point={}, center_point={}, radius={}, normal=(0.0, 0.0, 1.0), "
      "start_angle={:.6f}, end_angle={:.6f}, reference_vector=(1.0, 0.0, 0.0))\n",
      point_text(arc.from.x, arc.from.y), point_text(arc.to.x, arc.to.y),
      point_text(arc.center.x, arc.center.y), centimetres(arc.radius), arc.start_angle(),
      arc.end_angle());
}

std::string loop_text(const Outline& outline, Random* random) {
  std::string text = "LOOP\n";
  for (const Stroke& stroke : strokes_of(outline, random)) {
    if (stroke.kind == Stroke::Kind::kCircle) {
      text += fmt::format("Circle(center_point={}, radius={}, normal=(0.0, 0.0, 1.0))\n",
                          point_text(stroke.center.x, stroke.center.y), centimetres(stroke.radius));
    } else {
      text +=
          stroke.kind == Stroke::Kind::kArc ? arc_text(stroke) : line_text(stroke.from, stroke.to);
    }
  }
  return text;
}

lang::cad::Primitive to_primitive(const Stroke& stroke) {
  constexpr double kMetre = 0.001;
  const auto at = [&](Node node) { return scene::Point{node.x * kMetre, node.y * kMetre}; };
  const double radius = stroke.radius * kMetre;
  if (stroke.kind == Stroke::Kind::kCircle) {
    return {lang::cad::SketchCircle{at(stroke.center), {1, 0}, radius, false, {}}, false};
  }
  if (stroke.kind == Stroke::Kind::kArc) {
    const lang::cad::Range range{stroke.start_angle(), stroke.end_angle()};
    return {lang::cad::SketchCircle{at(stroke.center), {1, 0}, radius, false, range}, false};
  }
  const double dx = stroke.to.x - stroke.from.x;
  const double dy = stroke.to.y - stroke.from.y;
  const double length = std::hypot(dx, dy);
  return {lang::cad::SketchLine{{dx / length, dy / length}, at(stroke.from), 0, length * kMetre},
          false};
}

/// Leaves out cuts that start above whatever is added: combining bodies is what building spends its
/// time on, and such a cut cannot take anything away. Told from the program as it was read.
void drop_cuts_in_air(lang::cad::Recipe& recipe) {
  const auto level = [](const lang::cad::Extrusion& extrusion) {
    return extrusion.frame.z == scene::Point3{0, 0, 1};
  };
  const auto& all = recipe.extrusions;
  if (!std::all_of(all.begin(), all.end(), level)) return;
  double top = -std::numeric_limits<double>::infinity();
  for (const lang::cad::Extrusion& extrusion : all) {
    if (extrusion.operation == lang::cad::Operation::kCut) continue;
    top = std::max(top, extrusion.frame.origin.z + std::max(extrusion.low, extrusion.high));
  }
  std::erase_if(recipe.extrusions, [&](const lang::cad::Extrusion& extrusion) {
    const double bottom = extrusion.frame.origin.z + std::min(extrusion.low, extrusion.high);
    return extrusion.operation == lang::cad::Operation::kCut && bottom > top;
  });
}

Result<lang::cad::Measures> measure(const std::string& program) {
  const auto notation = lang::cad::detect(program);
  if (!notation || lang::cad::is_flat(*notation)) {
    return fail(ErrorCode::kInternal, "a minted part is not a solid program\n" + program);
  }
  lang::cad::Recipe recipe =
      TRY(lang::cad::read_recipe(program, *notation, lang::cad::ExtrudeLimits::large()));
  drop_cuts_in_air(recipe);
  const lang::cad::Solid solid = TRY(lang::cad::build(recipe));
  return solid.measures();
}

Result<raster::Image> sketch_image(const std::string& program) {
  constexpr int kSide = 512;
  const auto sketches = TRY(lang::cad::read_sketches(program, lang::cad::Notation::kSketchText));
  return raster::render_svg(lang::cad::to_svg(sketches, {.width = kSide, .height = kSide}), kSide,
                            kSide);
}

/// White areas that lines close off from each other.
std::size_t count_areas(const raster::Image& image) {
  constexpr int kWhite = 200;
  constexpr std::size_t kSmallest = 12;  // pixels; smaller ones are gaps between smoothed lines
  const int side = image.width();
  std::vector<char> open(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  const auto data = image.data();
  for (std::size_t i = 0; i < open.size(); ++i) open[i] = data[3 * i] > kWhite ? 1 : 0;
  std::size_t areas = 0;
  std::vector<std::size_t> found;
  for (std::size_t start = 0; start < open.size(); ++start) {
    if (open[start] == 0) continue;
    found.assign(1, start);
    open[start] = 0;
    for (std::size_t done = 0; done < found.size(); ++done) {
      const std::size_t at = found[done];
      const std::size_t x = at % static_cast<std::size_t>(side);
      const auto visit = [&](bool inside, std::size_t next) {
        if (!inside || open[next] == 0) return;
        open[next] = 0;
        found.push_back(next);
      };
      visit(x > 0, at - 1);
      visit(x + 1 < static_cast<std::size_t>(side), at + 1);
      visit(at >= static_cast<std::size_t>(side), at - static_cast<std::size_t>(side));
      visit(at + static_cast<std::size_t>(side) < open.size(), at + static_cast<std::size_t>(side));
    }
    areas += found.size() >= kSmallest ? 1 : 0;
  }
  return areas;
}

}  // namespace

double Outline::area() const {
  const double disc = std::numbers::pi * radius * radius;
  if (kind == Kind::kCircle) return disc;
  if (kind == Kind::kSlot) return disc + 2.0 * radius * length;
  if (kind == Kind::kHalfDisc) return disc / 2;
  double twice = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Node a = corners[i];
    const Node b = corners[(i + 1) % corners.size()];
    twice += static_cast<double>(a.x) * b.y - static_cast<double>(b.x) * a.y;
  }
  return twice / 2;
}

std::size_t Outline::sides() const {
  switch (kind) {
    case Kind::kCircle:
      return 1;
    case Kind::kSlot:
      return 4;
    case Kind::kHalfDisc:
      return 2;
    case Kind::kCorners:
      break;
  }
  return corners.size();
}

Outline box_outline(Node low, Node high) {
  return {Outline::Kind::kCorners, {low, {high.x, low.y}, high, {low.x, high.y}}, {}, 0, 0};
}

Outline circle_outline(Node center, int radius) {
  return {Outline::Kind::kCircle, {}, center, radius, 0};
}

Outline slot_outline(Node left, int radius, int length) {
  return {Outline::Kind::kSlot, {}, left, radius, length};
}

Outline half_disc_outline(Node center, int radius) {
  return {Outline::Kind::kHalfDisc, {}, center, radius, 0};
}

Outline hexagon_outline(Node low, int radius) {
  const int half = static_cast<int>(std::lround(radius * std::numbers::sqrt3 / 2));
  const int quarter = radius / 2;
  const int x = low.x;
  const int y = low.y;
  return {Outline::Kind::kCorners,
          {{x, y + half},
           {x + quarter, y},
           {x + 2 * radius - quarter, y},
           {x + 2 * radius, y + half},
           {x + 2 * radius - quarter, y + 2 * half},
           {x + quarter, y + 2 * half}},
          {},
          0,
          0};
}

Outline triangle_outline(Node low, int side) {
  const int height = static_cast<int>(std::lround(side * std::numbers::sqrt3 / 2));
  return {Outline::Kind::kCorners,
          {low, {low.x + side, low.y}, {low.x + side / 2, low.y + height}},
          {},
          0,
          0};
}

double Plan::volume() const {
  double volume = 0;
  for (const PlanStep& step : steps) {
    double area = step.outline.area();
    for (const Outline& hole : step.holes) area -= hole.area();
    volume += (step.cut ? -1 : 1) * area * (step.high - step.low);
  }
  return volume;
}

std::string to_extrude_text(const Plan& plan, Random* random) {
  constexpr int kHalf = 60;  // the middle of the sheet on which plans are drawn
  lang::cad::ExtrudeProgram program;
  for (const PlanStep& step : plan.steps) {
    lang::cad::ExtrudeStep grid;
    const Node start = start_of(step.outline);
    grid.loops.push_back(grid_loop(step.outline, start, random));
    for (const Outline& hole : step.holes) grid.loops.push_back(grid_loop(hole, start, random));
    grid.px = start.x - kHalf + kGridZero;
    grid.py = start.y - kHalf + kGridZero;
    // Cuts go down from where they begin, as one drills.
    grid.pz = (step.cut ? step.high : step.low) + kGridZero - kHalf;
    grid.scale = kGridScale;
    grid.e1 = kGridZero + (step.high - step.low) * (step.cut ? -1 : 1);
    grid.operation = step.cut                     ? lang::cad::Operation::kCut
                     : &step == plan.steps.data() ? lang::cad::Operation::kNewBody
                                                  : lang::cad::Operation::kJoin;
    program.steps.push_back(std::move(grid));
  }
  return lang::cad::to_text(program);
}

std::string to_reconstruction_text(const Plan& plan, Random* random) {
  std::string text;
  for (const PlanStep& step : plan.steps) {
    text += loop_text(step.outline, random);
    for (const Outline& hole : step.holes) text += loop_text(hole, random);
    const int from = step.cut ? step.high : step.low;
    const int height = (step.high - step.low) * (step.cut ? -1 : 1);
    text += fmt::format(
        "ExtrudeFeature(operation={}, start_extent={}, extent_type=OneSideFeatureExtentType, "
        "extent_one={})\n",
        step.cut                     ? "CutFeatureOperation"
        : &step == plan.steps.data() ? "NewBodyFeatureOperation"
                                     : "JoinFeatureOperation",
        from == 0 ? std::string("ProfilePlaneStartDefinition")
                  : fmt::format("OffsetStartDefinition({})", centimetres(from)),
        centimetres(height));
  }
  return text;
}

std::string to_sketch_text(const Plan& plan, Random* random) {
  std::vector<Outline> outlines = plan.steps.front().holes;
  outlines.push_back(plan.steps.front().outline);
  std::vector<Stroke> strokes;
  for (const Outline& outline : outlines) {
    const std::vector<Stroke> some = strokes_of(outline, random);
    strokes.insert(strokes.end(), some.begin(), some.end());
  }
  if (random != nullptr) {
    const auto twice = std::min<std::size_t>(strokes.size(), random->randbelow(5));
    for (std::size_t i = 0; i < twice; ++i) {
      const Stroke again = random->choice(strokes);
      strokes.push_back(again);
    }
    random->shuffle(strokes);
  }
  lang::cad::Sketch sketch;
  for (const Stroke& stroke : strokes) sketch.primitives.push_back(to_primitive(stroke));
  return lang::cad::to_text(sketch);
}

Result<void> verify_solid(const Plan& plan, Language language, const std::string& program) {
  const lang::cad::Measures measures = TRY(measure(program));
  const double unit = language == Language::kCad3d ? kGridUnit : kMillimetre;
  const double expected = plan.volume() * unit * unit * unit;
  if (measures.valid && measures.bodies == 1 && measures.faces == plan.faces &&
      std::abs(measures.volume - expected) <= 1e-6 * expected) {
    return {};
  }
  return fail(
      ErrorCode::kInternal,
      fmt::format("a minted part is not what was planned: volume {} instead of {}, {} faces "
                  "instead of {}, {} bodies\n{}",
                  measures.volume, expected, measures.faces, plan.faces, measures.bodies, program));
}

Result<bool> same_sketch(const std::string& a, const std::string& b, std::size_t openings) {
  constexpr int kDifferent = 128;
  const raster::Image first = TRY(sketch_image(a));
  const raster::Image second = TRY(sketch_image(b));
  for (std::size_t i = 0; i < first.data().size(); ++i) {
    if (std::abs(first.data()[i] - second.data()[i]) > kDifferent) return false;
  }
  return count_areas(first) == openings + 2;  // and what is outside, and the part itself
}

}  // namespace papert::mint::cad
