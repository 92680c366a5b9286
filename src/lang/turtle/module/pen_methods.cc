// Methods of the pen and of the cursor's look.
#include <cstring>

#include "lang/turtle/module/screen_object.h"
#include "lang/turtle/module/turtle_object.h"

namespace papert::lang::turtle {

namespace {

using One = std::array<const char*, 1>;

constexpr Num kYes{1, NumKind::kBool};
constexpr Num kNo{0, NumKind::kBool};

constexpr std::array<const char*, 11> kKeyNames{
    "shown",      "pendown",       "pencolor",    "fillcolor", "pensize", "speed",
    "resizemode", "stretchfactor", "shearfactor", "outline",   "tilt"};
constexpr std::array<const char*, 3> kResizeModes{"noresize", "auto", "user"};

PyObject* resize_name(ResizeMode mode) {
  return PyUnicode_FromString(kResizeModes[static_cast<std::size_t>(mode)]);
}

/// None without an exception: no such mode.
std::optional<ResizeMode> resize_named(PyObject* name) {
  for (std::size_t i = 0; i < kResizeModes.size(); ++i) {
    if (PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, kResizeModes[i]) == 0) {
      return static_cast<ResizeMode>(i);
    }
  }
  return std::nullopt;
}

/// pen() without arguments.
PyObject* pen_dict(const TurtleObject& self) {
  const Pen& pen = self.turtle->pen;
  const Ref x(to_python(pen.stretch_x));
  const Ref y(to_python(pen.stretch_y));
  if (!x || !y) return nullptr;
  const std::array<Ref, 11> values{
      Ref(to_python(pen.shown)),     Ref(to_python(pen.down)),
      Ref(text_of(self, pen.color)), Ref(text_of(self, pen.fill)),
      Ref(to_python(pen.size)),      Ref(to_python(pen.speed)),
      Ref(resize_name(pen.resize)),  Ref(PyTuple_Pack(2, x.get(), y.get())),
      Ref(to_python(pen.shear)),     Ref(to_python(pen.outline)),
      Ref(to_python(pen.tilt))};
  Ref dict(PyDict_New());
  for (std::size_t i = 0; dict && i < values.size(); ++i) {
    if (!values[i] || PyDict_SetItemString(dict.get(), kKeyNames[i], values[i].get()) < 0) {
      return nullptr;
    }
  }
  return dict.release();
}

/// Truth counts for what is not a number.
bool to_flag(PyObject* object, Num& out) {
  if (PyFloat_Check(object) || PyLong_Check(object)) return to_num(object, out);
  const int truth = PyObject_IsTrue(object);
  out = truth > 0 ? kYes : kNo;
  return truth >= 0;
}

/// Tk also takes the width as text.
bool to_width(PyObject* object, Num& out) {
  if (!PyUnicode_Check(object)) return to_num(object, out);
  const Ref number(PyFloat_FromString(object));
  if (number) return to_num(number.get(), out);
  PyErr_Clear();
  return to_num(object, out);
}

bool to_stretch(PyObject* object, Pen& out) {
  if (PyFloat_Check(object) || PyLong_Check(object)) {
    const bool ok = to_num(object, out.stretch_x);
    out.stretch_y = out.stretch_x;
    return ok;
  }
  const Ref pair(PySequence_Tuple(object));
  if (!pair) return false;
  if (PyTuple_GET_SIZE(pair.get()) != 2) {
    raise_error(PyExc_ValueError, "stretchfactor is a pair of numbers");
    return false;
  }
  return to_num(PyTuple_GET_ITEM(pair.get(), 0), out.stretch_x) &&
         to_num(PyTuple_GET_ITEM(pair.get(), 1), out.stretch_y);
}

bool to_resize(PyObject* object, ResizeMode& out) {
  const auto mode = resize_named(object);
  if (!mode) {
    PyErr_Format(PyExc_UnboundLocalError, "there is no resizemode %R", object);
    return false;
  }
  out = *mode;
  return true;
}

/// A colour in the dictionary: a name, or a tuple, which is replaced by its name.
bool to_pen_color(TurtleObject& self, PyObject* dict, const char* key, ColorId& out) {
  PyObject* value = PyDict_GetItemString(dict, key);
  if (!PyTuple_Check(value) && !PyUnicode_Check(value)) {
    PyErr_Format(module_state().error, "bad color: %S", value);
    return false;
  }
  const Ref wrapped(PyTuple_Pack(1, value));
  const auto color = wrapped ? color_from(self, wrapped.get()) : std::nullopt;
  if (!color) return false;
  out = *color;
  if (!PyTuple_Check(value)) return true;
  const Ref text(text_of(self, *color));
  return text && PyDict_SetItemString(dict, key, text.get()) == 0;
}

/// Which keys the dictionary has; an unknown one is a KeyError.
bool collect_keys(PyObject* dict, PenKeys& keys) {
  PyObject* key = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict, &at, &key, nullptr) != 0) {
    std::size_t i = 0;
    while (i < kKeyNames.size() &&
           !(PyUnicode_Check(key) && PyUnicode_CompareWithASCIIString(key, kKeyNames[i]) == 0)) {
      ++i;
    }
    if (i == kKeyNames.size()) {
      PyErr_SetObject(PyExc_KeyError, key);
      return false;
    }
    keys = static_cast<PenKeys>(keys | 1 << i);
  }
  return true;
}

/// What decides about a new line, in the order CPython looks at it.
bool apply_line_keys(TurtleObject& self, PyObject* dict, PenKeys keys) {
  Turtle& turtle = *self.turtle;
  Pen next = turtle.pen;
  if ((keys & kDown) != 0 && !to_flag(PyDict_GetItemString(dict, "pendown"), next.down)) {
    return false;
  }
  if ((keys & kPenColor) != 0 && !to_pen_color(self, dict, "pencolor", next.color)) return false;
  if ((keys & kPenSize) != 0 && !to_width(PyDict_GetItemString(dict, "pensize"), next.size)) {
    return false;
  }
  if (turtle.pen.down.value != next.down.value || turtle.pen.color != next.color ||
      turtle.pen.size.value != next.size.value) {
    turtle.new_line();
  }
  turtle.assign_pen(keys & (kDown | kPenColor | kPenSize), next);
  return true;
}

bool apply_other_keys(TurtleObject& self, PyObject* dict, PenKeys keys) {
  Turtle& turtle = *self.turtle;
  Pen next = turtle.pen;
  if ((keys & kFillColor) != 0) {
    if (!to_pen_color(self, dict, "fillcolor", next.fill)) return false;
    turtle.assign_pen(kFillColor, next);
  }
  const auto value = [&](PenKey key, const char* name) {
    return (keys & key) != 0 ? PyDict_GetItemString(dict, name) : nullptr;
  };
  PyObject* speed = value(kSpeed, "speed");
  PyObject* resize = value(kResize, "resizemode");
  PyObject* stretch = value(kStretch, "stretchfactor");
  PyObject* shear = value(kShear, "shearfactor");
  PyObject* outline = value(kOutline, "outline");
  PyObject* shown = value(kShown, "shown");
  PyObject* tilt = value(kTilt, "tilt");
  if ((speed != nullptr && !to_num(speed, next.speed)) ||
      (resize != nullptr && !to_resize(resize, next.resize)) ||
      (stretch != nullptr && !to_stretch(stretch, next)) ||
      (shear != nullptr && !to_num(shear, next.shear)) ||
      (outline != nullptr && !to_num(outline, next.outline)) ||
      (shown != nullptr && !to_flag(shown, next.shown)) ||
      (tilt != nullptr && !to_num(tilt, next.tilt))) {
    return false;
  }
  turtle.assign_pen(keys, next);
  return true;
}

/// The keyword arguments of pen() but `pen` itself, which may be among them.
Ref pen_keywords(const Call& call, PyObject*& pen) {
  Ref dict(PyDict_New());
  const Py_ssize_t count = call.names == nullptr ? 0 : PyTuple_GET_SIZE(call.names);
  for (Py_ssize_t i = 0; dict && i < count; ++i) {
    PyObject* name = PyTuple_GET_ITEM(call.names, i);
    PyObject* value = call.args[call.count + i];
    if (PyUnicode_CompareWithASCIIString(name, "pen") == 0) {
      pen = value;
    } else if (PyDict_SetItem(dict.get(), name, value) < 0) {
      return {};
    }
  }
  return dict;
}

PyObject* pen(TurtleObject& self, const Call& call) {
  PyObject* given = call.count > 0 ? call.args[0] : Py_None;
  if (call.count > 1) return raise_error(PyExc_TypeError, "pen() takes one dictionary");
  const Ref keywords = pen_keywords(call, given);
  if (!keywords) return nullptr;
  const int truth = PyObject_IsTrue(given);
  if (truth < 0) return nullptr;
  if (truth == 0 && PyDict_GET_SIZE(keywords.get()) == 0) return pen_dict(self);
  const Ref dict = PyDict_Check(given) ? Ref::borrow(given) : Ref(PyDict_New());
  if (!dict || PyDict_Update(dict.get(), keywords.get()) < 0) return nullptr;
  PenKeys keys = 0;
  if (!collect_keys(dict.get(), keys)) return nullptr;
  const Fault fault = self.turtle->record_pen(keys);
  if (fault != Fault::kNone) return raise(fault);
  if (!apply_line_keys(self, dict.get(), keys)) return nullptr;
  return apply_other_keys(self, dict.get(), keys) ? none() : nullptr;
}

PyObject* pen_up(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  if (!self.turtle->is_down()) return none();
  Pen next = self.turtle->pen;
  next.down = kNo;
  return done(self.turtle->change_pen(kDown, next));
}

PyObject* pen_down(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  if (self.turtle->is_down()) return none();
  Pen next = self.turtle->pen;
  next.down = kYes;
  return done(self.turtle->change_pen(kDown, next));
}

PyObject* is_down(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? to_python(self.turtle->pen.down) : nullptr;
}

PyObject* pen_size(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"width"}, 0);
  if (!args.ok) return nullptr;
  if (!args.given(0)) return to_python(self.turtle->pen.size);
  Pen next = self.turtle->pen;
  if (!to_width(args[0], next.size)) return nullptr;
  return done(self.turtle->change_pen(kPenSize, next));
}

/// None with an exception.
std::optional<Num> speed_from(PyObject* speed) {
  struct Named {
    const char* name;
    int speed;
  };
  constexpr std::array<Named, 5> kSpeeds{
      {{"fastest", 0}, {"fast", 10}, {"normal", 6}, {"slow", 3}, {"slowest", 1}}};
  if (PyUnicode_Check(speed)) {
    for (const Named& named : kSpeeds) {
      if (PyUnicode_CompareWithASCIIString(speed, named.name) == 0) {
        return Num{static_cast<double>(named.speed), NumKind::kInt};
      }
    }
  }
  const Arg arg = to_arg(speed);
  if (arg.fault == Fault::kType) {
    raise(arg.fault);
    return std::nullopt;
  }
  return normal_speed(arg.fault == Fault::kNone ? arg.num.value : 0);
}

PyObject* speed(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"speed"}, 0);
  if (!args.ok) return nullptr;
  if (!args.given(0)) return to_python(self.turtle->pen.speed);
  const auto speed = speed_from(args[0]);
  if (!speed) return nullptr;
  Pen next = self.turtle->pen;
  next.speed = *speed;
  return done(self.turtle->change_pen(kSpeed, next));
}

PyObject* show(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  Pen next = self.turtle->pen;
  next.shown = kYes;
  return done(self.turtle->change_pen(kShown, next));
}

PyObject* hide(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  Pen next = self.turtle->pen;
  next.shown = kNo;
  return done(self.turtle->change_pen(kShown, next));
}

PyObject* is_visible(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? to_python(self.turtle->pen.shown) : nullptr;
}

PyObject* resize_mode(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"rmode"}, 0);
  if (!args.ok) return nullptr;
  if (!args.given(0)) return resize_name(self.turtle->pen.resize);
  const Ref lower(PyObject_CallMethod(args[0], "lower", nullptr));
  if (!lower) return nullptr;
  const auto mode = resize_named(lower.get());
  if (!mode) return none();
  Pen next = self.turtle->pen;
  next.resize = *mode;
  return done(self.turtle->change_pen(kResize, next));
}

/// All positional arguments as one tuple; null with an exception.
Ref all_arguments(const Call& call) {
  if (call.names != nullptr) {
    PyErr_SetString(PyExc_TypeError, "takes no keyword arguments");
    return {};
  }
  Ref tuple(PyTuple_New(call.count));
  for (Py_ssize_t i = 0; tuple && i < call.count; ++i) {
    PyTuple_SET_ITEM(tuple.get(), i, Py_NewRef(call.args[i]));
  }
  return tuple;
}

PyObject* one_color(TurtleObject& self, const Call& call, PenKey key, ColorId Pen::* member) {
  const Ref args = all_arguments(call);
  if (!args) return nullptr;
  if (call.count == 0) return color_to_python(self, self.turtle->pen.*member);
  const auto color = color_from(self, args.get());
  if (!color) return nullptr;
  Pen next = self.turtle->pen;
  if (*color == next.*member) return none();
  next.*member = *color;
  return done(self.turtle->change_pen(key, next));
}

PyObject* pen_color(TurtleObject& self, const Call& call) {
  return one_color(self, call, kPenColor, &Pen::color);
}

PyObject* fill_color(TurtleObject& self, const Call& call) {
  return one_color(self, call, kFillColor, &Pen::fill);
}

PyObject* color(TurtleObject& self, const Call& call) {
  const Ref args = all_arguments(call);
  if (!args) return nullptr;
  const Pen& pen_now = self.turtle->pen;
  if (call.count == 0) {
    const Ref line(color_to_python(self, pen_now.color));
    const Ref fill(line ? color_to_python(self, pen_now.fill) : nullptr);
    return fill ? PyTuple_Pack(2, line.get(), fill.get()) : nullptr;
  }
  if (call.count > 3) {
    return raise_error(PyExc_UnboundLocalError, "color() takes one, two or three values");
  }
  PyObject* line = call.count == 3 ? args.get() : call.args[0];
  PyObject* fill = call.count == 2 ? call.args[1] : line;
  Pen next = pen_now;
  const auto line_color = color_from(self, line);
  const auto filling_color = line_color ? color_from(self, fill) : std::nullopt;
  if (!filling_color) return nullptr;
  next.color = *line_color;
  next.fill = *filling_color;
  return done(self.turtle->change_pen(kPenColor | kFillColor, next));
}

}  // namespace

std::span<const MethodEntry> pen_methods() {
  static const std::array methods{
      def<pen>("pen"),
      def<pen_up>("penup"),
      def<pen_up>("pu"),
      def<pen_up>("up"),
      def<pen_down>("pendown"),
      def<pen_down>("pd"),
      def<pen_down>("down"),
      def<is_down>("isdown"),
      def<pen_size>("pensize"),
      def<pen_size>("width"),
      def<speed>("speed"),
      def<show>("showturtle"),
      def<show>("st"),
      def<hide>("hideturtle"),
      def<hide>("ht"),
      def<is_visible>("isvisible"),
      def<resize_mode>("resizemode"),
      def<pen_color>("pencolor"),
      def<fill_color>("fillcolor"),
      def<color>("color"),
  };
  return methods;
}

}  // namespace papert::lang::turtle
