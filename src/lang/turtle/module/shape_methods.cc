// The cursor's shape: choosing, transforming and stamping it. Shapes are Python objects with a
// `_type` and `_data`; a polygon's coordinates stay what the program gave (ints remain ints) until
// they are stamped.
#include <cmath>
#include <numbers>
#include <vector>

#include "lang/turtle/module/turtle_object.h"

namespace papert::lang::turtle {

namespace {

using One = std::array<const char*, 1>;

constexpr double kTau = 2 * std::numbers::pi;

struct Shape {
  Cursor type = Cursor::kNone;
  Ref object;
};

/// kNone with an exception.
Shape find_shape(TurtleObject& self, PyObject* name) {
  const Names& names = module_state().names;
  const Ref shapes(PyObject_GetAttr(self.home_screen, names.shapes));
  Ref shape(shapes ? PyObject_GetItem(shapes.get(), name) : nullptr);
  const Ref type(shape ? PyObject_GetAttr(shape.get(), names.type) : nullptr);
  if (!type) return {};
  constexpr std::array<const char*, 3> kTypes{"polygon", "image", "compound"};
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if (PyUnicode_Check(type.get()) &&
        PyUnicode_CompareWithASCIIString(type.get(), kTypes[i]) == 0) {
      return {static_cast<Cursor>(i + 1), std::move(shape)};
    }
  }
  raise_error(PyExc_TypeError, "not a shape");
  return {};
}

Ref data_of(const Shape& shape) {
  return Ref(PyObject_GetAttr(shape.object.get(), module_state().names.data));
}

/// x, y = pair
bool unpack_pair(PyObject* pair, Ref& x, Ref& y) {
  const Ref tuple(PySequence_Tuple(pair));
  if (!tuple) return false;
  if (PyTuple_GET_SIZE(tuple.get()) != 2) {
    raise_error(PyExc_ValueError, "a shape's polygon consists of pairs");
    return false;
  }
  x = Ref::borrow(PyTuple_GET_ITEM(tuple.get(), 0));
  y = Ref::borrow(PyTuple_GET_ITEM(tuple.get(), 1));
  return true;
}

/// a * x + b * y
Ref combination(PyObject* a, PyObject* x, PyObject* b, PyObject* y) {
  const Ref first(PyNumber_Multiply(a, x));
  const Ref second(first ? PyNumber_Multiply(b, y) : nullptr);
  return second ? Ref(PyNumber_Add(first.get(), second.get())) : Ref();
}

Ref transformed(PyObject* polygon, const ShapeMatrix& matrix) {
  std::array<Ref, 4> m;
  for (std::size_t i = 0; i < m.size(); ++i) m[i] = Ref(to_python(matrix[i]));
  const Ref vertices(PySequence_Tuple(polygon));
  if (!vertices) return {};
  const Py_ssize_t count = PyTuple_GET_SIZE(vertices.get());
  Ref result(PyTuple_New(count));
  for (Py_ssize_t i = 0; result && i < count; ++i) {
    Ref x;
    Ref y;
    if (!unpack_pair(PyTuple_GET_ITEM(vertices.get(), i), x, y)) return {};
    const Ref new_x = combination(m[0].get(), x.get(), m[1].get(), y.get());
    const Ref new_y = combination(m[2].get(), x.get(), m[3].get(), y.get());
    PyObject* vertex = new_x && new_y ? PyTuple_Pack(2, new_x.get(), new_y.get()) : nullptr;
    if (vertex == nullptr) return {};
    PyTuple_SET_ITEM(result.get(), i, vertex);
  }
  return result;
}

/// The polygon as the resize mode shows it, around the origin.
Ref resized(const TurtleObject& self, PyObject* polygon, bool compound) {
  const Turtle& turtle = *self.turtle;
  if (turtle.pen.resize == ResizeMode::kUser || compound) {
    return transformed(polygon, turtle.shape_matrix);
  }
  if (turtle.pen.resize == ResizeMode::kNoResize) return Ref::borrow(polygon);
  constexpr Num kZero{0, NumKind::kInt};
  const double factor = turtle.pen.size.value / 5.0;
  const Num scale = factor > 1 ? Num{factor, NumKind::kFloat} : Num{1, NumKind::kInt};
  return transformed(polygon, {scale, kZero, kZero, scale});
}

/// The polygon where the turtle is, turned to its heading.
bool place_polygon(TurtleObject& self, PyObject* polygon, bool compound, std::vector<Vec2>& out) {
  const Ref sized = resized(self, polygon, compound);
  const Ref vertices(sized ? PySequence_Tuple(sized.get()) : nullptr);
  if (!vertices) return false;
  const Turtle& turtle = *self.turtle;
  const ScreenState& screen = *turtle.screen();
  Vec2 e{turtle.heading.x, turtle.heading.y * screen.y_scale / screen.x_scale};
  double length = 0;
  if (!python_hypot(e, length)) return false;
  if (length == 0) {
    raise(Fault::kZeroDivision);
    return false;
  }
  e = {e.x * (1.0 / length), e.y * (1.0 / length)};
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(vertices.get()); ++i) {
    Ref x_object;
    Ref y_object;
    Num x;
    Num y;
    if (!unpack_pair(PyTuple_GET_ITEM(vertices.get(), i), x_object, y_object) ||
        !to_num(x_object.get(), x) || !to_num(y_object.get(), y)) {
      return false;
    }
    out.push_back({turtle.position.x.value + (e.y * x.value + e.x * y.value) / screen.x_scale,
                   turtle.position.y.value + (-e.x * x.value + e.y * y.value) / screen.y_scale});
  }
  return true;
}

double outline_width(const Pen& pen) {
  switch (pen.resize) {
    case ResizeMode::kNoResize:
      return 1;
    case ResizeMode::kAuto:
      return pen.size.value;
    case ResizeMode::kUser:
      break;
  }
  return pen.outline.value;
}

/// (polygon, fill, outline)
bool stamp_component(TurtleObject& self, ItemId item, PyObject* component) {
  const Ref parts(PySequence_Tuple(component));
  if (!parts) return false;
  if (PyTuple_GET_SIZE(parts.get()) != 3) {
    raise_error(PyExc_ValueError, "a component is a polygon, a fill and an outline");
    return false;
  }
  std::vector<Vec2> points;
  const auto color = [&](Py_ssize_t i) -> std::optional<ColorId> {
    const Ref wrapped(PyTuple_Pack(1, PyTuple_GET_ITEM(parts.get(), i)));
    return wrapped ? color_from(self, wrapped.get()) : std::nullopt;
  };
  if (!place_polygon(self, PyTuple_GET_ITEM(parts.get(), 0), true, points)) return false;
  const auto fill = color(1);
  const auto outline = fill ? color(2) : std::nullopt;
  if (!outline) return false;
  self.turtle->world().canvas.paint_stamp(item, points, *fill, *outline,
                                          self.turtle->pen.outline.value);
  return true;
}

bool stamp_compound(TurtleObject& self, PyObject* components, StampRef& out) {
  const Ref list(PySequence_Tuple(components));
  if (!list) return false;
  Canvas& canvas = self.turtle->world().canvas;
  out = {canvas.next_id(), static_cast<std::int32_t>(PyTuple_GET_SIZE(list.get()))};
  for (std::int32_t i = 0; i < out.count; ++i) canvas.create(ItemKind::kStamp);
  for (std::int32_t i = 0; i < out.count; ++i) {
    if (!stamp_component(self, out.first + i, PyTuple_GET_ITEM(list.get(), i))) return false;
  }
  return true;
}

bool stamp_polygon(TurtleObject& self, PyObject* polygon, StampRef& out) {
  Canvas& canvas = self.turtle->world().canvas;
  out = {canvas.create(ItemKind::kStamp), -1};
  std::vector<Vec2> points;
  if (!place_polygon(self, polygon, false, points)) return false;
  const Pen& pen = self.turtle->pen;
  canvas.paint_stamp(out.first, points, pen.fill, pen.color, outline_width(pen));
  return true;
}

PyObject* stamp_id(const StampRef& stamp) {
  if (stamp.count < 0) return PyLong_FromLong(stamp.first);
  Ref ids(PyTuple_New(stamp.count));
  for (std::int32_t i = 0; ids && i < stamp.count; ++i) {
    PyTuple_SET_ITEM(ids.get(), i, PyLong_FromLong(stamp.first + i));
  }
  return ids.release();
}

/// An id that no stamp has for anything strange.
StampRef stamp_from(PyObject* id) {
  constexpr StampRef kNoStamp{-1, -1};
  const auto number = [](PyObject* object) -> ItemId {
    const Arg arg = to_arg(object);
    const bool usable = arg.fault == Fault::kNone && arg.num.value == std::trunc(arg.num.value) &&
                        arg.num.value > 0 && arg.num.value < 1e9;
    return usable ? static_cast<ItemId>(arg.num.value) : -1;
  };
  if (!PyTuple_Check(id)) {
    const ItemId item = number(id);
    return item < 0 ? kNoStamp : StampRef{item, -1};
  }
  const Py_ssize_t count = PyTuple_GET_SIZE(id);
  if (count == 0 || count > 1'000'000) return kNoStamp;
  const StampRef stamp{number(PyTuple_GET_ITEM(id, 0)), static_cast<std::int32_t>(count)};
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (number(PyTuple_GET_ITEM(id, i)) != stamp.first + i) return kNoStamp;
  }
  return stamp.first < 0 ? kNoStamp : stamp;
}

/// What drawing the cursor would raise on an odd shape.
bool check_visible_shape(TurtleObject& self) {
  if (!self.turtle->pen.shown.truthy() || self.turtle->screen()->tracing <= 0) return true;
  const Shape now = find_shape(self, self.shape_name);
  std::vector<Vec2> points;
  if (now.type != Cursor::kPolygon) return now.type != Cursor::kNone;
  const Ref data = data_of(now);
  return data && place_polygon(self, data.get(), false, points);
}

PyObject* tilt_now(const Turtle& turtle, Num& out) {
  if (turtle.full_circle.fault != Fault::kNone) return raise(turtle.full_circle.fault);
  if (turtle.degrees_per_unit == 0 || turtle.full_circle.num.value == 0) {
    return raise(Fault::kZeroDivision);
  }
  const double tilt = -degrees(turtle.pen.tilt.value) * turtle.angle_sign;
  out = {python_mod(tilt / turtle.degrees_per_unit, turtle.full_circle.num.value)};
  return Py_None;
}

PyObject* tilt_to(TurtleObject& self, Num angle) {
  const Turtle& turtle = *self.turtle;
  const double tilt = negated(angle).value * turtle.degrees_per_unit * turtle.angle_sign;
  Pen next = turtle.pen;
  next.resize = ResizeMode::kUser;
  next.tilt = {python_mod(radians(tilt), kTau)};
  return done(self.turtle->change_pen(kResize | kTilt, next));
}

}  // namespace

bool set_cursor(TurtleObject& self, PyObject* shape_name) {
  const Shape next = find_shape(self, shape_name);
  if (next.type == Cursor::kNone) return false;
  Py_XSETREF(self.shape_name, Py_NewRef(shape_name));
  if (next.type == self.cursor && next.type != Cursor::kCompound) return true;
  self.cursor = next.type;
  const std::size_t items = cursor_item_count(self);
  for (std::size_t i = 0; i < items; ++i) {
    self.turtle->world().canvas.create(ItemKind::kUnseen);
  }
  return true;
}

std::size_t cursor_item_count(TurtleObject& self) {
  const Shape now = find_shape(self, self.shape_name);
  if (now.type != Cursor::kCompound) {
    PyErr_Clear();
    return 1;
  }
  const Ref data = data_of(now);
  const Py_ssize_t count = data ? PyObject_Length(data.get()) : 0;
  PyErr_Clear();
  return count < 0 ? 0 : static_cast<std::size_t>(count);
}

PyObject* shape(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"name"}, 0);
  if (!args.ok) return nullptr;
  if (!args.given(0)) return Py_NewRef(self.shape_name);
  const Ref names(PyObject_CallMethod(self.home_screen, "getshapes", nullptr));
  const int known = names ? PySequence_Contains(names.get(), args[0]) : -1;
  if (known < 0) return nullptr;
  if (known == 0) {
    PyErr_Format(module_state().error, "There is no shape named %S", args[0]);
    return nullptr;
  }
  return set_cursor(self, args[0]) && check_visible_shape(self) ? none() : nullptr;
}

PyObject* shape_size(TurtleObject& self, const Call& call) {
  const auto args =
      bind(call, std::array<const char*, 3>{"stretch_wid", "stretch_len", "outline"}, 0);
  if (!args.ok) return nullptr;
  Pen next = self.turtle->pen;
  if (!args.given(0) && !args.given(1) && !args.given(2)) {
    const Ref x(to_python(next.stretch_x));
    const Ref y(to_python(next.stretch_y));
    const Ref outline(to_python(next.outline));
    return x && y && outline ? PyTuple_Pack(3, x.get(), y.get(), outline.get()) : nullptr;
  }
  if (args.given(0) && !to_num(args[0], next.stretch_x)) return nullptr;
  if (args.given(0)) next.stretch_y = next.stretch_x;
  if (args.given(1) && !to_num(args[1], next.stretch_y)) return nullptr;
  if ((args.given(0) && !next.stretch_x.truthy()) || (args.given(1) && !next.stretch_y.truthy())) {
    return raise_error(module_state().error, "stretch_wid/stretch_len must not be zero");
  }
  if (args.given(2) && !to_num(args[2], next.outline)) return nullptr;
  next.resize = ResizeMode::kUser;
  return done(self.turtle->change_pen(kResize | kStretch | kOutline, next));
}

PyObject* shear_factor(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"shear"}, 0);
  if (!args.ok) return nullptr;
  Pen next = self.turtle->pen;
  if (!args.given(0)) return to_python(next.shear);
  if (!to_num(args[0], next.shear)) return nullptr;
  next.resize = ResizeMode::kUser;
  return done(self.turtle->change_pen(kResize | kShear, next));
}

PyObject* tilt_angle(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"angle"}, 0);
  if (!args.ok) return nullptr;
  Num angle;
  if (!args.given(0)) {
    return tilt_now(*self.turtle, angle) == nullptr ? nullptr : to_python(angle);
  }
  return to_num(args[0], angle) ? tilt_to(self, angle) : nullptr;
}

PyObject* set_tilt_angle(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"angle"}, 1);
  if (!args.ok) return nullptr;
  Num angle;
  if (!args.given(0)) return tilt_now(*self.turtle, angle) == nullptr ? nullptr : none();
  return to_num(args[0], angle) ? tilt_to(self, angle) : nullptr;
}

PyObject* tilt(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"angle"}, 1);
  Num now;
  Num angle;
  if (!args.ok || tilt_now(*self.turtle, now) == nullptr || !to_num(args[0], angle)) return nullptr;
  return tilt_to(self, sum(angle, now));
}

PyObject* shape_transform(TurtleObject& self, const Call& call) {
  const auto args = bind(call, std::array<const char*, 4>{"t11", "t12", "t21", "t22"}, 0);
  if (!args.ok) return nullptr;
  Turtle& turtle = *self.turtle;
  ShapeMatrix m = turtle.shape_matrix;
  if (!args.given(0) && !args.given(1) && !args.given(2) && !args.given(3)) {
    std::array<Ref, 4> shown;
    for (std::size_t i = 0; i < 4; ++i) shown[i] = Ref(to_python(m[i]));
    return PyTuple_Pack(4, shown[0].get(), shown[1].get(), shown[2].get(), shown[3].get());
  }
  for (std::size_t i = 0; i < 4; ++i) {
    if (!args.given(i)) return raise(Fault::kType);
    if (!to_num(args[i], m[i])) return nullptr;
  }
  if (m[0].value * m[3].value - m[1].value * m[2].value == 0) {
    return raise_error(module_state().error, "the matrix of shapetransform() must not be singular");
  }
  turtle.shape_matrix = m;
  const double angle = python_mod(std::atan2(negated(m[2]).value, m[0].value), kTau);
  const double s = std::sin(angle);
  const double c = std::cos(angle);
  const double stretch_y = s * m[1].value + c * m[3].value;
  turtle.pen.stretch_x = {c * m[0].value - s * m[2].value};
  turtle.pen.stretch_y = {stretch_y};
  if (stretch_y == 0) return raise(Fault::kZeroDivision);
  turtle.pen.shear = {(c * m[1].value - s * m[3].value) / stretch_y};
  turtle.pen.tilt = {angle};
  Pen next = turtle.pen;
  next.resize = ResizeMode::kUser;
  return done(turtle.change_pen(kResize, next));
}

PyObject* shape_polygon(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  const Shape now = find_shape(self, self.shape_name);
  if (now.type == Cursor::kNone) return nullptr;
  if (now.type != Cursor::kPolygon) return none();
  const Ref data = data_of(now);
  return data ? resized(self, data.get(), false).release() : nullptr;
}

PyObject* stamp(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  const Shape now = find_shape(self, self.shape_name);
  const Ref data = now.type == Cursor::kNone ? Ref() : data_of(now);
  if (!data) return nullptr;
  StampRef made;
  switch (now.type) {
    case Cursor::kNone:
      return nullptr;
    case Cursor::kPolygon:
      if (!stamp_polygon(self, data.get(), made)) return nullptr;
      break;
    case Cursor::kImage:
      made = {self.turtle->world().canvas.create(ItemKind::kUnseen), -1};
      break;
    case Cursor::kCompound:
      if (!stamp_compound(self, data.get(), made)) return nullptr;
      break;
  }
  const Fault fault = self.turtle->add_stamp(made);
  return fault == Fault::kNone ? stamp_id(made) : raise(fault);
}

PyObject* clear_one_stamp(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"stampid"}, 1);
  return args.ok ? done(self.turtle->clear_stamp(stamp_from(args[0]))) : nullptr;
}

PyObject* clear_some_stamps(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"n"}, 0);
  if (!args.ok) return nullptr;
  const std::size_t count = self.turtle->stamps.size();
  if (!args.given(0)) return done(self.turtle->clear_stamps(0, count));
  const Py_ssize_t n = PyNumber_AsSsize_t(args[0], nullptr);
  if (n == -1 && PyErr_Occurred() != nullptr) return nullptr;
  const std::size_t some = std::min(
      count, n < 0 ? std::size_t{0} - static_cast<std::size_t>(n) : static_cast<std::size_t>(n));
  const Fault fault =
      n >= 0 ? self.turtle->clear_stamps(0, some) : self.turtle->clear_stamps(count - some, count);
  return done(fault);
}

}  // namespace papert::lang::turtle
