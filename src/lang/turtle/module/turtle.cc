// Moving and turning. The formulas are CPython's, one rounding after the other; see geometry.cc.
//
// Lines. CPython gives the canvas the whole open line after every move. Here the open line is only
// painted when it ends or somebody looks (flush): nobody can see the difference. It ends when the
// pen changes or after 42 points, and a line's item is made when the previous one ends, which
// decides what lies above what.
#include "lang/turtle/module/turtle.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace papert::lang::turtle {

namespace {

constexpr double kFarButHarmless = 1e150;  // its square is still finite

Vec2 difference(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }

}  // namespace

Turtle::Turtle(std::shared_ptr<World> world, std::shared_ptr<ScreenState> screen)
    : world_(std::move(world)), screen_(std::move(screen)) {
  world_->turtles.push_back(this);
}

Turtle::~Turtle() {
  flush();
  std::erase(world_->turtles, this);
}

Fault Turtle::set_mode(Mode new_mode) {
  mode = new_mode;
  if (mode != Mode::kLogo) {
    angle_offset = 0;
    angle_sign = 1;
    return Fault::kNone;
  }
  if (full_circle.fault != Fault::kNone) return full_circle.fault;
  angle_offset = full_circle.num.value / 4.0;
  angle_sign = -1;
  return Fault::kNone;
}

Fault Turtle::set_full_circle(Arg full) {
  full_circle = full;
  if (full.fault != Fault::kNone) return full.fault;
  if (full.num.value == 0) return Fault::kZeroDivision;
  degrees_per_unit = 360.0 / full.num.value;
  angle_offset = mode == Mode::kStandard ? 0 : full.num.value / 4.0;
  return Fault::kNone;
}

void Turtle::reset_navigation() {
  position = {{0, NumKind::kFloat}, {0, NumKind::kFloat}};
  heading = mode == Mode::kLogo ? Vec2{0, 1} : Vec2{1, 0};
}

/// The exceptions of CPython's animated move. It cuts the way into 1 + int(length / speed factor)
/// hops, which fails for what is not finite or has no finite square, and with odd speeds.
Fault Turtle::animation_fault(Vec2 way) const {
  if (screen_ == nullptr || screen_->tracing != 1 || !pen.speed.truthy()) return Fault::kNone;
  const double dx = way.x * screen_->x_scale;
  const double dy = way.y * screen_->y_scale;
  const double speed = pen.speed.value;
  if (std::abs(dx) < kFarButHarmless && std::abs(dy) < kFarButHarmless && speed >= 1 &&
      speed <= 10) {
    return Fault::kNone;
  }
  for (const double d : {dx, dy}) {
    if (std::isfinite(d) && std::isinf(d * d)) return Fault::kOverflow;
  }
  const double growth = std::pow(1.1, speed);
  if (std::isinf(growth) && std::isfinite(speed)) return Fault::kOverflow;
  const double factor = 3 * growth * speed;
  if (factor == 0) return Fault::kZeroDivision;
  const double hops = std::sqrt(dx * dx + dy * dy) / factor;
  if (std::isnan(hops)) return Fault::kDomain;
  if (std::isinf(hops)) return Fault::kOverflow;
  return std::trunc(hops) == -1 ? Fault::kZeroDivision : Fault::kNone;
}

void Turtle::mark_line(LineMark& mark) const {
  const bool traced = screen_ == nullptr || screen_->tracing != 0;
  const std::size_t shown = traced ? line_count_ : world_->canvas.shown_points(line_item_);
  mark.item = line_item_;
  mark.count = static_cast<std::uint8_t>(line_count_);
  mark.shown = static_cast<std::uint8_t>(shown);
  mark.start = line_[0];
  mark.next_id = world_->canvas.next_id();
}

LineMark Turtle::mark_line() const {
  LineMark mark;
  mark_line(mark);
  return mark;
}

/// The part of a move that the undo buffer does not see.
Fault Turtle::move_to(Num x, Num y) {
  const Vec2 end{x.value, y.value};
  const Fault fault = animation_fault(difference(end, position.vec()));
  if (fault != Fault::kNone) return fault;
  position.x = x;
  position.y = y;
  if (screen_ == nullptr) return Fault::kNone;
  if (is_down()) line_[line_count_++] = end;
  if (filling) {
    fill_path_.push_back(end);
    world_->canvas.charge_path(fill_path_.size());
  }
  if (recording_polygon) {
    polygon->push_back(position);
    world_->canvas.charge_path(polygon->size());
  }
  if (line_count_ > kLongestLine) new_line();
  return world_->canvas.exhausted() ? Fault::kLimit : Fault::kNone;
}

Fault Turtle::record_move(Vec2 to) {
  auto* entry = undo_ring->next<MoveEntry>();
  if (entry == nullptr) return undo_ring->push(MoveEntry{position, to, mark_line(), filling});
  entry->from = position;
  entry->to.x = to.x;
  entry->to.y = to.y;
  mark_line(entry->line);
  entry->filling = filling;
  entry->fault = Fault::kNone;
  return Fault::kNone;
}

Fault Turtle::go(Num x, Num y) {
  if (undo_ring) {
    const Fault fault = record_move({x.value, y.value});
    if (fault != Fault::kNone) return fault;
  }
  return move_to(x, y);
}

Fault Turtle::go_nowhere(Fault fault) {
  if (undo_ring) {
    const Fault full =
        undo_ring->push(MoveEntry{position, position.vec(), mark_line(), filling, fault});
    if (full != Fault::kNone) return full;
  }
  return fault;
}

Fault Turtle::forward(double distance) {
  return go(Num{position.x.value + heading.x * distance, NumKind::kFloat},
            Num{position.y.value + heading.y * distance, NumKind::kFloat});
}

Fault Turtle::record_turn(Num angle) {
  auto* entry = undo_ring->next<TurnEntry>();
  if (entry == nullptr) return undo_ring->push(TurnEntry{angle, degrees_per_unit});
  entry->angle.value = angle.value;
  entry->angle.kind = angle.kind;
  entry->degrees_per_unit = degrees_per_unit;
  entry->fault = Fault::kNone;
  return Fault::kNone;
}

Fault Turtle::rotate(Num angle) {
  if (undo_ring) {
    const Fault fault = record_turn(angle);
    if (fault != Fault::kNone) return fault;
  }
  const double angle_deg = angle.value * degrees_per_unit;
  Turn turn;
  const Fault fault = turn_by(angle_deg, turn);
  if (fault != Fault::kNone) return fault;
  const bool harmless = std::abs(angle_deg) < kFarButHarmless && pen.speed.value >= 1;
  if (!harmless && screen_ != nullptr && screen_->tracing == 1 && pen.speed.value > 0) {
    const double frames = std::abs(angle_deg) / (3.0 * pen.speed.value);
    if (std::isnan(frames)) return Fault::kDomain;
    if (std::isinf(frames)) return Fault::kOverflow;
  }
  heading = turned(heading, turn);
  return Fault::kNone;
}

Fault Turtle::rotate_nowhere(Fault fault) {
  if (undo_ring) {
    const Fault full = undo_ring->push(TurnEntry{Num{}, degrees_per_unit, fault});
    if (full != Fault::kNone) return full;
  }
  return fault;
}

Fault Turtle::angle_of(Vec2 v, double& angle) const {
  double result = direction_deg(v);
  if (degrees_per_unit == 0) return Fault::kZeroDivision;
  result /= degrees_per_unit;
  if (full_circle.fault != Fault::kNone) return full_circle.fault;
  if (full_circle.num.value == 0) return Fault::kZeroDivision;
  angle = python_mod(angle_offset + angle_sign * result, full_circle.num.value);
  return Fault::kNone;
}

Fault Turtle::set_heading(Num angle) {
  double now = 0;
  const Fault fault = angle_of(heading, now);
  if (fault != Fault::kNone) return fault;
  const double full = full_circle.num.value;
  const double turn = (angle.value - now) * angle_sign;
  return rotate({python_mod(turn + full / 2., full) - full / 2., NumKind::kFloat});
}

Fault Turtle::teleport(const Place& place, bool keep_fill) {
  const bool refill = filling && !keep_fill;
  const Pen before = pen;
  Pen up = pen;
  up.down = {0, NumKind::kBool};
  Fault fault = is_down() ? change_pen(kDown, up) : Fault::kNone;
  if (fault == Fault::kNone && refill) fault = end_fill();
  if (fault != Fault::kNone) return fault;
  position = place;
  fault = change_pen(kDown, before);
  if (fault == Fault::kNone && refill) fault = begin_fill();
  return fault;
}

}  // namespace papert::lang::turtle
