// Methods that move and turn: the hot ones.
#include <cmath>
#include <numbers>

#include "lang/turtle/module/turtle_object.h"

namespace papert::lang::turtle {

namespace {

using One = std::array<const char*, 1>;
using Two = std::array<const char*, 2>;

/// -distance and -angle are Python's, so that minus int 0 stays +0.
Arg negated_arg(PyObject* object) {
  if (PyFloat_Check(object) || PyLong_Check(object)) {
    Arg arg = to_arg(object);
    arg.num = negated(arg.num);
    return arg;
  }
  const Ref negative(PyNumber_Negative(object));
  if (negative) return to_arg(negative.get());
  PyErr_Clear();
  return {{}, Fault::kType};
}

PyObject* forward(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"distance"}, 1);
  if (!args.ok) return nullptr;
  const Arg distance = to_arg(args[0]);
  if (distance.fault != Fault::kNone) return raise(distance.fault);
  return done(self.turtle->forward(distance.num.value));
}

PyObject* back(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"distance"}, 1);
  if (!args.ok) return nullptr;
  const Arg distance = negated_arg(args[0]);
  if (distance.fault != Fault::kNone) return raise(distance.fault);
  return done(self.turtle->forward(distance.num.value));
}

PyObject* left(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"angle"}, 1);
  if (!args.ok) return nullptr;
  const Arg angle = to_arg(args[0]);
  if (angle.fault != Fault::kNone) return done(self.turtle->rotate_nowhere(angle.fault));
  return done(self.turtle->rotate(angle.num));
}

PyObject* right(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"angle"}, 1);
  if (!args.ok) return nullptr;
  if (PyFloat_Check(args[0]) || PyLong_Check(args[0])) {
    const Arg angle = negated_arg(args[0]);
    return done(angle.fault == Fault::kNone ? self.turtle->rotate(angle.num)
                                            : self.turtle->rotate_nowhere(angle.fault));
  }
  const Ref negative(PyNumber_Negative(args[0]));
  if (!negative) return nullptr;
  const Arg angle = to_arg(negative.get());
  return done(angle.fault == Fault::kNone ? self.turtle->rotate(angle.num)
                                          : self.turtle->rotate_nowhere(angle.fault));
}

PyObject* position(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? new_vec2d(self.turtle->position) : nullptr;
}

PyObject* x_coordinate(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? to_python(self.turtle->position.x) : nullptr;
}

PyObject* y_coordinate(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? to_python(self.turtle->position.y) : nullptr;
}

PyObject* set_position(TurtleObject& self, const Call& call) {
  const auto args = bind(call, Two{"x", "y"}, 1);
  return args.ok ? go_to(self, args[0], args[1]) : nullptr;
}

PyObject* go_to_place(TurtleObject& self, const Arg& x, const Arg& y) {
  for (const Arg& arg : {x, y}) {
    if (arg.fault != Fault::kNone) return done(self.turtle->go_nowhere(arg.fault));
  }
  return done(self.turtle->go({x.num, y.num}));
}

PyObject* set_x(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"x"}, 1);
  return args.ok ? go_to_place(self, to_arg(args[0]), {self.turtle->position.y}) : nullptr;
}

PyObject* set_y(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"y"}, 1);
  return args.ok ? go_to_place(self, {self.turtle->position.x}, to_arg(args[0])) : nullptr;
}

PyObject* heading(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  double angle = 0;
  const Fault fault = self.turtle->angle_of(self.turtle->heading, angle);
  return fault == Fault::kNone ? PyFloat_FromDouble(angle) : raise(fault);
}

PyObject* set_heading(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"to_angle"}, 1);
  if (!args.ok) return nullptr;
  const Arg angle = to_arg(args[0]);
  double now = 0;
  if (angle.fault == Fault::kNone) return done(self.turtle->set_heading(angle.num));
  const Fault fault = self.turtle->angle_of(self.turtle->heading, now);
  return raise(fault == Fault::kNone ? angle.fault : fault);
}

PyObject* home(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  if (is_derived(self)) {
    const Ref zero(PyLong_FromLong(0));
    const bool ok = zero && call_method(self, "goto", {zero.get(), zero.get()}) &&
                    call_method(self, "setheading", {zero.get()});
    return ok ? none() : nullptr;
  }
  constexpr Num kZero{0, NumKind::kInt};
  const Fault fault = self.turtle->go({kZero, kZero});
  return done(fault == Fault::kNone ? self.turtle->set_heading(kZero) : fault);
}

/// a - b for a coordinate of any type.
bool subtract(PyObject* a, Num b, double& out) {
  if (PyFloat_Check(a) || PyLong_Check(a)) {
    Num value;
    if (!to_num(a, value)) return false;
    out = value.value - b.value;
    return true;
  }
  const Ref other(to_python(b));
  const Ref rest(other ? PyNumber_Subtract(a, other.get()) : nullptr);
  if (!rest) return false;
  out = PyFloat_AsDouble(rest.get());
  return out != -1 || PyErr_Occurred() == nullptr;
}

/// The way to (x, y), to a pair, or to another turtle. A lone number is an UnboundLocalError.
bool way_to(TurtleObject& self, const Bound<2>& args, Vec2& way) {
  PyObject* x = args[0];
  PyObject* y = args.given(1) ? args[1] : nullptr;
  const Place& here = self.turtle->position;
  if (PyTuple_Check(x)) {
    if (PyTuple_GET_SIZE(x) != 2) {
      raise_error(PyExc_TypeError, "a pair of numbers is required");
      return false;
    }
    y = PyTuple_GET_ITEM(x, 1);
    x = PyTuple_GET_ITEM(x, 0);
  } else if (PyObject_TypeCheck(x, module_state().navigator) != 0) {
    const Place& there = as_turtle(x).turtle->position;
    way = {there.x.value - here.x.value, there.y.value - here.y.value};
    return true;
  } else if (y == nullptr) {
    raise_error(PyExc_UnboundLocalError, "neither two numbers, nor a pair, nor a turtle");
    return false;
  }
  return subtract(x, here.x, way.x) && subtract(y, here.y, way.y);
}

PyObject* distance(TurtleObject& self, const Call& call) {
  const auto args = bind(call, Two{"x", "y"}, 1);
  Vec2 way;
  double length = 0;
  if (!args.ok || !way_to(self, args, way) || !python_hypot(way, length)) return nullptr;
  return PyFloat_FromDouble(length);
}

PyObject* towards(TurtleObject& self, const Call& call) {
  const auto args = bind(call, Two{"x", "y"}, 1);
  Vec2 way;
  if (!args.ok || !way_to(self, args, way)) return nullptr;
  double angle = 0;
  const Fault fault = self.turtle->angle_of(way, angle);
  return fault == Fault::kNone ? PyFloat_FromDouble(angle) : raise(fault);
}

PyObject* circle(TurtleObject& self, const Call& call) {
  const auto args = bind(call, std::array<const char*, 3>{"radius", "extent", "steps"}, 1);
  if (!args.ok) return nullptr;
  CircleArgs circle{.radius = to_arg(args[0])};
  if (args.given(1)) circle.extent = to_arg(args[1]);
  if (args.given(2)) {
    circle.steps = to_arg(args[2]);
    circle.whole_steps = PyIndex_Check(args[2]) != 0;
  }
  return done(self.turtle->circle(circle));
}

PyObject* use_degrees(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"fullcircle"}, 0);
  if (!args.ok) return nullptr;
  const Arg full = args[0] == nullptr ? Arg{{360, NumKind::kFloat}} : to_arg(args[0]);
  return done(self.turtle->set_full_circle(full));
}

PyObject* use_radians(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  return done(self.turtle->set_full_circle({{2 * std::numbers::pi, NumKind::kFloat}}));
}

PyObject* reset_navigation(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  self.turtle->reset_navigation();
  return none();
}

/// A bare navigator has no speed.
PyObject* ignored_speed(TurtleObject&, const Call& call) {
  return bind(call, One{"s"}, 0).ok ? none() : nullptr;
}

PyObject* teleport(TurtleObject& self, const Call& call) {
  const auto args = bind(call, std::array<const char*, 3>{"x", "y", "fill_gap"}, 0);
  if (!args.ok) return nullptr;
  if (call.count > 2) return raise_error(PyExc_TypeError, "fill_gap is a keyword argument");
  Place place = self.turtle->position;
  if (args.given(0) && !to_num(args[0], place.x)) return nullptr;
  if (args.given(1) && !to_num(args[1], place.y)) return nullptr;
  const int keep_fill = args[2] == nullptr ? 0 : PyObject_IsTrue(args[2]);
  if (keep_fill < 0) return nullptr;
  return done(self.turtle->teleport(place, keep_fill != 0));
}

PyObject* set_mode(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"mode"}, 0);
  if (!args.ok) return nullptr;
  if (!args.given(0)) return mode_name(self.turtle->mode);
  const auto mode = mode_named(args[0]);
  return mode ? done(self.turtle->set_mode(*mode)) : none();
}

}  // namespace

PyObject* go_to(TurtleObject& self, PyObject* x, PyObject* y) {
  if (y != nullptr && y != Py_None) return go_to_place(self, to_arg(x), to_arg(y));
  const Ref pair(PySequence_Tuple(x));
  if (!pair) return nullptr;
  if (PyTuple_GET_SIZE(pair.get()) != 2) {
    return raise_error(PyExc_TypeError, "a pair of numbers is required");
  }
  return go_to_place(self, to_arg(PyTuple_GET_ITEM(pair.get(), 0)),
                     to_arg(PyTuple_GET_ITEM(pair.get(), 1)));
}

std::span<const MethodEntry> navigator_methods() {
  static const std::array methods{
      def<forward>("forward"),
      def<forward>("fd"),
      def<back>("back"),
      def<back>("bk"),
      def<back>("backward"),
      def<left>("left"),
      def<left>("lt"),
      def<right>("right"),
      def<right>("rt"),
      def<position>("pos"),
      def<position>("position"),
      def<x_coordinate>("xcor"),
      def<y_coordinate>("ycor"),
      def<set_position>("goto"),
      def<set_position>("setpos"),
      def<set_position>("setposition"),
      def<set_x>("setx"),
      def<set_y>("sety"),
      def<heading>("heading"),
      def<set_heading>("setheading"),
      def<set_heading>("seth"),
      def<home>("home"),
      def<distance>("distance"),
      def<towards>("towards"),
      def<circle>("circle"),
      def<use_degrees>("degrees"),
      def<use_radians>("radians"),
      def<reset_navigation>("reset"),
      def<ignored_speed>("speed"),
      def<teleport>("teleport"),
      def<set_mode>("_setmode"),
  };
  return methods;
}

}  // namespace papert::lang::turtle
