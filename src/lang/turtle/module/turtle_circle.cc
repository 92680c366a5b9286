// circle(): a polygon whose number of sides CPython derives from the radius.
//
// CPython records a pen change, a move, a pen change and a turn for every side, so that undo() can
// walk back. Sixty sides make 240 records; here a circle is one record, and entries_of() replays
// the walk to give CPython's records when undo() asks. All sides turn by the same angle, hence by
// the same cosine and sine.
#include "lang/turtle/module/turtle_circle.h"

#include <algorithm>
#include <cmath>

#include "lang/turtle/module/turtle.h"

namespace papert::lang::turtle {

namespace {

constexpr Num kStill{0, NumKind::kInt};

Place moved(const Place& from, Vec2 heading, double step) {
  return {{from.x.value + heading.x * step, NumKind::kFloat},
          {from.y.value + heading.y * step, NumKind::kFloat}};
}

/// 1 + int(min(11 + |radius| / 6, 59) * |extent| / full circle)
Fault default_steps(const Arg& radius, const Arg& extent, const Arg& full, double& steps) {
  if (extent.fault != Fault::kNone) return extent.fault;
  if (full.fault != Fault::kNone) return full.fault;
  if (full.num.value == 0) return Fault::kZeroDivision;
  const double fraction = std::abs(extent.num.value) / full.num.value;
  if (radius.fault != Fault::kNone) return radius.fault;
  const double sides = 11 + std::abs(radius.num.value) / 6.0;
  const double count = (59.0 < sides ? 59.0 : sides) * fraction;
  if (std::isnan(count)) return Fault::kDomain;
  if (std::isinf(count)) return Fault::kOverflow;
  steps = 1 + std::trunc(count);
  return Fault::kNone;
}

/// Replays a circle, side by side, and notes what CPython would have recorded.
class Replay {
 public:
  explicit Replay(const CircleEntry& circle)
      : circle_(circle),
        place_(circle.from),
        heading_(circle.heading),
        line_(circle.line),
        speed_(circle.old_speed) {}

  std::vector<Entry> entries() {
    const std::uint64_t body = circle_.entries - (circle_.complete ? 2 : 0);
    if (speed_.truthy()) change_speed(kStill);
    turn(circle_.half_turn);
    while (entries_.size() < body) {
      change_speed(circle_.speed);
      if (entries_.size() < body) move();
      if (entries_.size() < body) change_speed(kStill);
      if (entries_.size() < body) turn(circle_.turn);
    }
    if (circle_.complete) {
      turn(-circle_.half_turn);
      change_speed(circle_.speed);
    }
    return std::move(entries_);
  }

 private:
  void change_speed(Num next) {
    entries_.push_back({PenEntry{kSpeed, {}, speed_, nullptr}});
    speed_ = next;
  }

  void turn(double angle) {
    entries_.push_back({TurnEntry{{angle, NumKind::kFloat}, circle_.degrees_per_unit}});
    Turn by;
    if (turn_by(angle * circle_.degrees_per_unit, by) == Fault::kNone) {
      heading_ = turned(heading_, by);
    }
  }

  void move() {
    const Place to = moved(place_, heading_, circle_.step);
    entries_.push_back({MoveEntry{place_, to.vec(), line_, circle_.filling}});
    place_ = to;
    if (!circle_.down) return;
    if (++line_.count == 1) line_.start = to.vec();
    if (circle_.traced) line_.shown = line_.count;
    if (line_.count > Turtle::kLongestLine) {
      line_ = {line_.next_id, 1, 0, to.vec(), line_.next_id + 1};
    }
  }

  const CircleEntry& circle_;
  Place place_;
  Vec2 heading_;
  LineMark line_;
  Num speed_;
  std::vector<Entry> entries_;
};

}  // namespace

std::vector<Entry> entries_of(const CircleEntry& circle) { return Replay(circle).entries(); }

Num normal_speed(double speed) {
  if (speed > 0.5 && speed < 10.5) return {std::nearbyint(speed), NumKind::kInt};
  return kStill;
}

Fault Turtle::plan_circle(const CircleArgs& args, double& steps, CircleEntry& plan) const {
  const Arg extent = args.extent.value_or(full_circle);
  if (!args.steps) {
    const Fault fault = default_steps(args.radius, extent, full_circle, steps);
    if (fault != Fault::kNone) return fault;
  }
  if (extent.fault != Fault::kNone) return extent.fault;
  if (args.steps) {
    if (args.steps->fault != Fault::kNone) return args.steps->fault;
    steps = args.steps->num.value;
  }
  if (steps == 0) return Fault::kZeroDivision;
  double turn = extent.num.value / steps;
  double half_turn = 0.5 * turn;
  if (args.radius.fault != Fault::kNone) return args.radius.fault;
  const double angle = radians(half_turn) * degrees_per_unit;
  if (std::isinf(angle)) return Fault::kDomain;
  double step = 2.0 * args.radius.num.value * std::sin(angle);
  if (args.radius.num.value < 0) {
    step = -step;
    turn = -turn;
    half_turn = -half_turn;
  }
  plan = {.from = position,
          .heading = heading,
          .old_speed = pen.speed,
          .speed = normal_speed(pen.speed.value),
          .step = step,
          .turn = turn,
          .half_turn = half_turn,
          .degrees_per_unit = degrees_per_unit,
          .line = mark_line(),
          .down = is_down(),
          .filling = filling,
          .traced = pen.speed.truthy() && screen_ != nullptr && screen_->tracing != 0};
  return Fault::kNone;
}

Fault Turtle::walk_steps(double steps, CircleEntry& done) {
  Turn turn;
  const Fault turn_fault = turn_by(done.turn * degrees_per_unit, turn);
  constexpr double kEndless = 1e18;  // as good as any larger number
  const auto count = static_cast<std::int64_t>(std::clamp(steps, 0.0, kEndless));
  for (std::int64_t i = 0; i < count; ++i) {
    if (screen_ != nullptr) pen.speed = done.speed;
    done.entries += 2;
    const Place next = moved(position, heading, done.step);
    const Fault fault = move_to(next.x, next.y);
    if (fault != Fault::kNone) return fault;
    if (screen_ != nullptr) pen.speed = kStill;
    done.entries += 2;
    if (turn_fault != Fault::kNone) return turn_fault;
    heading = turned(heading, turn);
  }
  return Fault::kNone;
}

/// CPython draws a circle at the speed 0 with tracing off, else with speed 0 between the sides; an
/// exception on the way leaves it so.
Fault Turtle::walk_circle(double steps, bool whole_steps, CircleEntry& done) {
  const bool still = pen.speed.value == 0;
  const ScreenState before = screen_ == nullptr ? ScreenState{} : *screen_;
  if (screen_ != nullptr && still) {
    screen_->tracing = 0;
    screen_->delay = 0;
  } else if (screen_ != nullptr) {
    pen.speed = kStill;
    ++done.entries;
  }
  Turn turn;
  ++done.entries;
  Fault fault = turn_by(done.half_turn * degrees_per_unit, turn);
  if (fault != Fault::kNone) return fault;
  heading = turned(heading, turn);
  if (!whole_steps) return Fault::kType;
  fault = walk_steps(steps, done);
  if (fault != Fault::kNone) return fault;
  ++done.entries;
  fault = turn_by(-done.half_turn * degrees_per_unit, turn);
  if (fault != Fault::kNone) return fault;
  heading = turned(heading, turn);
  if (screen_ == nullptr) return Fault::kNone;
  if (still) {
    screen_->tracing = before.tracing;
    screen_->delay = before.delay;
  }
  pen.speed = done.speed;
  ++done.entries;
  done.complete = true;
  return Fault::kNone;
}

Fault Turtle::circle(const CircleArgs& args) {
  Fault fault = open_group();
  if (fault != Fault::kNone) return fault;
  CircleEntry done;
  double steps = 0;
  fault = plan_circle(args, steps, done);
  if (fault != Fault::kNone) return fault;
  const bool was_tracing = screen_ != nullptr && screen_->tracing != 0;
  fault = walk_circle(steps, args.whole_steps, done);
  if (was_tracing && screen_->tracing == 0) {
    for (Turtle* turtle : world_->turtles) turtle->flush();
  }
  if (undo_ring) {
    const Fault full = undo_ring->push(std::make_shared<const CircleEntry>(done));
    if (full != Fault::kNone) return full;
  }
  if (fault == Fault::kNone) close_group();
  return fault;
}

}  // namespace papert::lang::turtle
