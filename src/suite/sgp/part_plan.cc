#include "suite/sgp/part_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/cad/cad.h"

namespace papert::sgp {
namespace {

constexpr double kGridUnit = 1.0 / 128;  // of a model on the grid
constexpr double kMillimetre = 0.1;      // in centimetres

/// Levels of the grid a unit: with this scale one step of the sketch is one step of positions and
/// distances.
constexpr int kGridScale = 95;
constexpr int kGridZero = 128;

cad::GridLoop grid_loop(const Outline& outline, Node origin) {
  const auto x = [&](int value) { return value - origin.x + kGridZero; };
  const auto y = [&](int value) { return value - origin.y + kGridZero; };
  cad::GridLoop loop;
  if (outline.kind == Outline::Kind::kCircle) {
    loop.push_back(cad::GridCircle{x(outline.center.x), y(outline.center.y), outline.radius});
  } else if (outline.kind == Outline::Kind::kSlot) {
    const int left = outline.center.x;
    const int right = left + outline.length;
    const int low = outline.center.y - outline.radius;
    const int high = outline.center.y + outline.radius;
    loop.push_back(cad::GridLine{x(right), y(low)});
    loop.push_back(cad::GridArc{x(right), y(high), 128, true});
    loop.push_back(cad::GridLine{x(left), y(high)});
    loop.push_back(cad::GridArc{x(left), y(low), 128, true});
  } else {
    for (std::size_t i = 1; i <= outline.corners.size(); ++i) {
      const Node corner = outline.corners[i % outline.corners.size()];
      loop.push_back(cad::GridLine{x(corner.x), y(corner.y)});
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

/// The half of a circle that turns left from `from` to `to`.
std::string half_circle_text(Node center, int radius, Node from, Node to, double start_angle) {
  return fmt::format(
      "Arc(start_point={}, end_point={}, center_point={}, radius={}, normal=(0.0, 0.0, 1.0), "
      "start_angle={:.6f}, end_angle={:.6f}, reference_vector=(1.0, 0.0, 0.0))\n",
      point_text(from.x, from.y), point_text(to.x, to.y), point_text(center.x, center.y),
      centimetres(radius), start_angle, start_angle + std::numbers::pi);
}

std::string loop_text(const Outline& outline) {
  std::string text = "LOOP\n";
  if (outline.kind == Outline::Kind::kCircle) {
    return text + fmt::format("Circle(center_point={}, radius={}, normal=(0.0, 0.0, 1.0))\n",
                              point_text(outline.center.x, outline.center.y),
                              centimetres(outline.radius));
  }
  if (outline.kind == Outline::Kind::kSlot) {
    const int r = outline.radius;
    const Node a = outline.center;
    const Node b{a.x + outline.length, a.y};
    return text + line_text({a.x, a.y - r}, {b.x, b.y - r}) +
           half_circle_text(b, r, {b.x, b.y - r}, {b.x, b.y + r}, -std::numbers::pi / 2) +
           line_text({b.x, b.y + r}, {a.x, a.y + r}) +
           half_circle_text(a, r, {a.x, a.y + r}, {a.x, a.y - r}, std::numbers::pi / 2);
  }
  for (std::size_t i = 0; i < outline.corners.size(); ++i) {
    text += line_text(outline.corners[i], outline.corners[(i + 1) % outline.corners.size()]);
  }
  return text;
}

void add_primitives(const Outline& outline, std::vector<cad::Primitive>& primitives) {
  constexpr double kMetre = 0.001;
  const auto at = [&](Node node) { return scene::Point{node.x * kMetre, node.y * kMetre}; };
  const auto line = [&](Node from, Node to) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const scene::Point dir{(to.x - from.x) / length, (to.y - from.y) / length};
    primitives.push_back({cad::SketchLine{dir, at(from), 0, length * kMetre}, false});
  };
  const double radius = outline.radius * kMetre;
  if (outline.kind == Outline::Kind::kCircle) {
    primitives.push_back({cad::SketchCircle{at(outline.center), {1, 0}, radius, false, {}}, false});
    return;
  }
  if (outline.kind == Outline::Kind::kSlot) {
    const int r = outline.radius;
    const Node a = outline.center;
    const Node b{a.x + outline.length, a.y};
    const double half = std::numbers::pi / 2;
    line({a.x, a.y - r}, {b.x, b.y - r});
    primitives.push_back(
        {cad::SketchCircle{at(b), {1, 0}, radius, false, cad::Range{-half, half}}, false});
    line({b.x, b.y + r}, {a.x, a.y + r});
    primitives.push_back(
        {cad::SketchCircle{at(a), {1, 0}, radius, false, cad::Range{half, 3 * half}}, false});
    return;
  }
  for (std::size_t i = 0; i < outline.corners.size(); ++i) {
    line(outline.corners[i], outline.corners[(i + 1) % outline.corners.size()]);
  }
}

}  // namespace

double Outline::area() const {
  const double disc = std::numbers::pi * radius * radius;
  if (kind == Kind::kCircle) return disc;
  if (kind == Kind::kSlot) return disc + 2.0 * radius * length;
  double twice = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Node a = corners[i];
    const Node b = corners[(i + 1) % corners.size()];
    twice += static_cast<double>(a.x) * b.y - static_cast<double>(b.x) * a.y;
  }
  return twice / 2;
}

std::size_t Outline::sides() const {
  return kind == Kind::kCircle ? 1 : kind == Kind::kSlot ? 4 : corners.size();
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

Outline hexagon_outline(Node low, int radius) {
  const int half = static_cast<int>(std::lround(radius * std::sqrt(3.0) / 2));
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
  const int height = static_cast<int>(std::lround(side * std::sqrt(3.0) / 2));
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

std::string to_extrude_text(const Plan& plan) {
  constexpr int kHalf = 60;  // the middle of the sheet on which plans are drawn
  cad::ExtrudeProgram program;
  for (const PlanStep& step : plan.steps) {
    cad::ExtrudeStep grid;
    const Node start = start_of(step.outline);
    grid.loops.push_back(grid_loop(step.outline, start));
    for (const Outline& hole : step.holes) grid.loops.push_back(grid_loop(hole, start));
    grid.px = start.x - kHalf + kGridZero;
    grid.py = start.y - kHalf + kGridZero;
    // Cuts go down from where they begin, as one drills.
    grid.pz = (step.cut ? step.high : step.low) + kGridZero - kHalf;
    grid.scale = kGridScale;
    grid.e1 = kGridZero + (step.high - step.low) * (step.cut ? -1 : 1);
    grid.operation = step.cut                     ? cad::Operation::kCut
                     : &step == plan.steps.data() ? cad::Operation::kNewBody
                                                  : cad::Operation::kJoin;
    program.steps.push_back(std::move(grid));
  }
  return cad::to_text(program);
}

std::string to_reconstruction_text(const Plan& plan) {
  std::string text;
  for (const PlanStep& step : plan.steps) {
    text += loop_text(step.outline);
    for (const Outline& hole : step.holes) text += loop_text(hole);
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

std::string to_sketch_text(const Plan& plan, Random& random) {
  cad::Sketch sketch;
  std::vector<Outline> outlines = plan.steps.front().holes;
  outlines.push_back(plan.steps.front().outline);
  random.shuffle(outlines);
  for (const Outline& outline : outlines) add_primitives(outline, sketch.primitives);
  return cad::to_text(sketch);
}

Result<void> verify_solid(const Plan& plan, Language language, const std::string& program) {
  const auto notation = cad::detect(program);
  if (!notation || cad::is_flat(*notation)) {
    return fail(ErrorCode::kInternal, "a minted part is no solid program\n" + program);
  }
  const cad::Solid solid = TRY(cad::build(TRY(cad::read_recipe(program, *notation))));
  const cad::Measures& measures = solid.measures();
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

}  // namespace papert::sgp
