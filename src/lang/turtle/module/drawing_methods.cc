// Methods of a turtle that draws: fills, dots, text, undo, clones.
#include <algorithm>
#include <cmath>

#include "lang/turtle/module/screen_object.h"
#include "lang/turtle/module/text.h"
#include "lang/turtle/module/turtle_object.h"

namespace papert::lang::turtle {

namespace {

using One = std::array<const char*, 1>;

PyObject* reset(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? done(self.turtle->reset()) : nullptr;
}

PyObject* clear(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? done(self.turtle->clear()) : nullptr;
}

PyObject* set_undo_buffer(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"size"}, 1);
  if (!args.ok) return nullptr;
  Num size;
  if (args.given(0) && !to_num(args[0], size)) return nullptr;
  if (size.value > 0 && PyIndex_Check(args[0]) == 0) {
    return raise_error(PyExc_TypeError, "the size of the undo buffer is an int");
  }
  if (size.value > static_cast<double>(UndoRing::kLargest)) return PyErr_NoMemory();
  self.turtle->set_undo_size(size.value > 0 ? static_cast<std::int64_t>(size.value) : 0);
  return none();
}

PyObject* undo_buffer_entries(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  return PyLong_FromLongLong(self.turtle->undo_ring ? self.turtle->undo_ring->count() : 0);
}

PyObject* undo(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? done(self.turtle->undo()) : nullptr;
}

/// The attributes a program gave the turtle, copied in depth; a mention of the turtle becomes one
/// of the copy.
bool copy_attributes(TurtleObject& self, PyObject* copy) {
  if (self.dict == nullptr || PyDict_GET_SIZE(self.dict) == 0) return true;
  const Ref memo(PyDict_New());
  const Ref identity(PyLong_FromVoidPtr(&self));
  if (!memo || !identity || PyDict_SetItem(memo.get(), identity.get(), copy) < 0) return false;
  PyObject* dict =
      PyObject_CallFunctionObjArgs(module_state().deepcopy, self.dict, memo.get(), nullptr);
  Py_XSETREF(as_turtle(copy).dict, dict);
  return dict != nullptr;
}

PyObject* clone(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  const Ref no_args(PyTuple_New(0));
  Ref copy(no_args ? module_state().core->tp_new(Py_TYPE(&self), no_args.get(), nullptr) : nullptr);
  if (!copy) return nullptr;
  self.turtle->new_line(self.turtle->is_down());
  if (!copy_attributes(self, copy.get())) return nullptr;
  TurtleObject& twin = as_turtle(copy.get());
  delete twin.turtle;
  twin.turtle = nullptr;
  twin.turtle = self.turtle->clone(2 * cursor_item_count(self)).release();
  Py_XSETREF(twin.screen, Py_NewRef(self.home_screen));
  Py_XSETREF(twin.home_screen, Py_NewRef(self.home_screen));
  Py_XSETREF(twin.shape_name, Py_XNewRef(self.shape_name));
  twin.cursor = self.cursor;
  twin.ready = true;
  twin.is_drawing = true;
  return join_turtles(self.home_screen, copy.get()) ? copy.release() : nullptr;
}

PyObject* filling(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? boolean(self.turtle->filling) : nullptr;
}

PyObject* begin_fill(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? done(self.turtle->begin_fill()) : nullptr;
}

PyObject* end_fill(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? done(self.turtle->end_fill()) : nullptr;
}

// Dots -------------------------------------------------------------------------------------------

/// pensize + max(pensize, 4)
Num default_dot_size(Num pen_size) {
  return sum(pen_size, pen_size.value >= 4 ? pen_size : Num{4, NumKind::kInt});
}

struct Dot {
  Num size;
  ColorId color;
};

std::optional<Dot> dot_from(TurtleObject& self, const Call& call) {
  const Pen& pen = self.turtle->pen;
  Dot dot{default_dot_size(pen.size), pen.color};
  PyObject* size = call.count > 0 ? call.args[0] : Py_None;
  if (call.count > 1) {
    const Ref color(PyTuple_New(call.count - 1));
    for (Py_ssize_t i = 1; color && i < call.count; ++i) {
      PyTuple_SET_ITEM(color.get(), i - 1, Py_NewRef(call.args[i]));
    }
    const auto found = color ? color_from(self, color.get()) : std::nullopt;
    if (!found) return std::nullopt;
    dot.color = *found;
    if (size != Py_None && !to_num(size, dot.size)) return std::nullopt;
    return dot;
  }
  if (PyUnicode_Check(size) || PyTuple_Check(size)) {
    const auto found = color_from(self, size);
    if (!found) return std::nullopt;
    dot.color = *found;
    return dot;
  }
  const int given = PyObject_IsTrue(size);
  if (given < 0 || (given > 0 && !to_num(size, dot.size))) return std::nullopt;
  return dot;
}

/// The dot of a class that may have overridden what it consists of.
bool dot_by_methods(TurtleObject& self, const Dot& dot) {
  const Ref size(to_python(dot.size));
  const Ref color(text_of(self, dot.color));
  const Ref zero(PyLong_FromLong(0));
  if (!size || !color || !zero) return false;
  return (self.turtle->pen.resize != ResizeMode::kAuto || call_method(self, "ht", {})) &&
         call_method(self, "pendown", {}) && call_method(self, "pensize", {size.get()}) &&
         call_method(self, "pencolor", {color.get()}) && call_method(self, "forward", {zero.get()});
}

PyObject* derived_dot(TurtleObject& self, const Dot& dot) {
  const Pen before = self.turtle->pen;
  Fault fault = self.turtle->open_group();
  if (fault != Fault::kNone) return raise(fault);
  const bool ok = dot_by_methods(self, dot);
  fault = self.turtle->change_pen(kAllKeys, before);
  if (!ok) return nullptr;
  if (fault != Fault::kNone) return raise(fault);
  self.turtle->close_group();
  return none();
}

PyObject* dot(TurtleObject& self, const Call& call) {
  Call positional = call;
  if (call.names != nullptr) {
    const bool only_size =
        call.count == 0 && PyTuple_GET_SIZE(call.names) == 1 &&
        PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(call.names, 0), "size") == 0;
    if (!only_size) return raise_error(PyExc_TypeError, "dot() takes a size and then a colour");
    positional = {call.args, 1, nullptr};
  }
  const auto dot = dot_from(self, positional);
  if (!dot) return nullptr;
  if (is_derived(self)) return derived_dot(self, *dot);
  return done(self.turtle->dot(dot->size, dot->color));
}

// Text -------------------------------------------------------------------------------------------

PyObject* write_text(TurtleObject& self, const Bound<4>& args) {
  TextItem item;
  if (!read_text(args[0], args[2], args[3], item)) return nullptr;
  const Place here = self.turtle->position;
  item.position = here.vec();
  const double end = text_end(item, self.turtle->screen()->x_scale);
  const Fault fault = self.turtle->write(std::move(item));
  if (fault != Fault::kNone) return raise(fault);
  const int move = args[1] == nullptr ? 0 : PyObject_IsTrue(args[1]);
  if (move <= 0) return move < 0 ? nullptr : none();
  const Num x{end, NumKind::kInt};
  if (!is_derived(self)) return done(self.turtle->go({x, here.y}));
  const Ref new_x(to_python(x));
  const Ref new_y(to_python(here.y));
  return new_x && new_y && call_method(self, "setpos", {new_x.get(), new_y.get()}) ? none()
                                                                                   : nullptr;
}

PyObject* write(TurtleObject& self, const Call& call) {
  const auto args = bind(call, std::array<const char*, 4>{"arg", "move", "align", "font"}, 1);
  if (!args.ok) return nullptr;
  const Fault fault = self.turtle->open_group();
  if (fault != Fault::kNone) return raise(fault);
  PyObject* result = write_text(self, args);
  if (result != nullptr) self.turtle->close_group();
  return result;
}

// Polygons ---------------------------------------------------------------------------------------

PyObject* begin_poly(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  self.turtle->polygon = {self.turtle->position};
  self.turtle->recording_polygon = true;
  return none();
}

PyObject* end_poly(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  self.turtle->recording_polygon = false;
  return none();
}

PyObject* get_poly(TurtleObject& self, const Call& call) {
  if (!bind_nothing(call)) return nullptr;
  const auto& polygon = self.turtle->polygon;
  if (!polygon) return none();
  Ref tuple(PyTuple_New(static_cast<Py_ssize_t>(polygon->size())));
  for (std::size_t i = 0; tuple && i < polygon->size(); ++i) {
    PyObject* vertex = new_vec2d((*polygon)[i]);
    if (vertex == nullptr) return nullptr;
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), vertex);
  }
  return tuple.release();
}

// The rest ---------------------------------------------------------------------------------------

PyObject* get_screen(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? Py_NewRef(self.screen == nullptr ? Py_None : self.screen) : nullptr;
}

PyObject* get_self(TurtleObject& self, const Call& call) {
  return bind_nothing(call) ? Py_NewRef(as_object(self)) : nullptr;
}

/// There is no mouse.
PyObject* on_mouse(TurtleObject&, const Call& call) {
  return bind(call, std::array<const char*, 3>{"fun", "btn", "add"}, 1).ok ? none() : nullptr;
}

PyObject* update(TurtleObject&, const Call&) { return none(); }

PyObject* tracer(TurtleObject& self, const Call& call) {
  const auto args = bind(call, std::array<const char*, 2>{"flag", "delay"}, 0);
  if (!args.ok) return nullptr;
  PyObject* flag = args[0] == nullptr ? Py_None : args[0];
  PyObject* delay = args[1] == nullptr ? Py_None : args[1];
  return PyObject_CallMethod(self.home_screen, "tracer", "OO", flag, delay);
}

PyObject* color_string(TurtleObject& self, const Call& call) {
  const auto args = bind(call, One{"args"}, 1);
  const auto color = args.ok ? color_from(self, args[0]) : std::nullopt;
  return color ? text_of(self, *color) : nullptr;
}

/// A navigator or a pen has these methods' class but not what they work on, and neither has a
/// turtle whose __init__ failed.
template <Method method>
PyObject* when_drawing(TurtleObject& self, const Call& call) {
  return self.is_drawing ? method(self, call) : raise_not_ready();
}

template <Method method>
MethodEntry draws(const char* name) {
  return def<when_drawing<method>>(name);
}

}  // namespace

std::span<const MethodEntry> drawing_methods() {
  static const std::array methods{
      draws<reset>("reset"),
      draws<clear>("clear"),
      draws<set_undo_buffer>("setundobuffer"),
      draws<undo_buffer_entries>("undobufferentries"),
      draws<undo>("undo"),
      draws<clone>("clone"),
      draws<filling>("filling"),
      draws<begin_fill>("begin_fill"),
      draws<end_fill>("end_fill"),
      draws<dot>("dot"),
      draws<write>("write"),
      draws<begin_poly>("begin_poly"),
      draws<end_poly>("end_poly"),
      draws<get_poly>("get_poly"),
      draws<get_screen>("getscreen"),
      draws<get_self>("getturtle"),
      draws<get_self>("getpen"),
      draws<on_mouse>("onclick"),
      draws<on_mouse>("onrelease"),
      draws<on_mouse>("ondrag"),
      draws<shape>("shape"),
      draws<shape_size>("shapesize"),
      draws<shape_size>("turtlesize"),
      draws<shear_factor>("shearfactor"),
      draws<tilt_angle>("tiltangle"),
      draws<set_tilt_angle>("settiltangle"),
      draws<tilt>("tilt"),
      draws<shape_transform>("shapetransform"),
      draws<shape_polygon>("get_shapepoly"),
      draws<stamp>("stamp"),
      draws<clear_one_stamp>("clearstamp"),
      draws<clear_some_stamps>("clearstamps"),
      draws<update>("_update"),
      draws<tracer>("_tracer"),
      draws<color_string>("_colorstr"),
  };
  return methods;
}

}  // namespace papert::lang::turtle
