// The Python object of a turtle. Navigators, pens and turtles have the same layout, so that a
// turtle can be both a navigator and a pen, as CPython's classes are.
#pragma once

#include <new>
#include <optional>

#include "lang/turtle/module/descriptors.h"
#include "lang/turtle/module/module_state.h"

namespace papert::lang::turtle {

enum class Cursor : std::uint8_t { kNone, kPolygon, kImage, kCompound };

struct TurtleObject {
  PyObject_HEAD PyObject* dict;
  PyObject* weak_references;
  Turtle* turtle;
  PyObject* screen;       // what the program sees, and may replace
  PyObject* home_screen;  // what it was made with
  PyObject* shape_name;
  Cursor cursor;
  bool ready;       // __init__ came far enough
  bool is_drawing;  // a turtle, not only a navigator or a pen
};

inline TurtleObject& as_turtle(PyObject* object) {
  return *reinterpret_cast<TurtleObject*>(object);
}
inline PyObject* as_object(TurtleObject& self) { return reinterpret_cast<PyObject*>(&self); }

PyObject* raise_not_ready();

using Method = PyObject* (*)(TurtleObject&, const Call&);

/// A method as Python calls it: an initialised object, and no C++ exception beyond this line.
template <Method method>
PyObject* entry(PyObject* callable, PyObject* const* args, std::size_t flagged_count,
                PyObject* names) noexcept {
  try {
    const Py_ssize_t count = PyVectorcall_NARGS(flagged_count);
    if (!has_self(callable, args, count)) return raise_no_self(callable);
    TurtleObject& turtle = as_turtle(args[0]);
    if (!turtle.ready) return raise_not_ready();
    return method(turtle, {args + 1, count - 1, names});
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  }
}

template <Method method>
MethodEntry def(const char* name) {
  return {name, entry<method>};
}

/// A class below ours may have overridden what compound methods call.
inline bool is_derived(const TurtleObject& self) {
  const ModuleState& state = module_state();
  return self.is_drawing && Py_TYPE(&self) != state.turtle && Py_TYPE(&self) != state.raw_turtle;
}

/// Calls a method by name and drops its result. False with an exception.
bool call_method(TurtleObject& self, const char* name, std::initializer_list<PyObject*> args);

/// The parts of __init__.
bool init_navigator(TurtleObject& self, PyObject* mode);
bool init_pen(TurtleObject& self);
bool init_drawing(TurtleObject& self, PyObject* screen, PyObject* const* options);

/// screen._turtles.append(turtle). False with an exception.
bool join_turtles(PyObject* screen, PyObject* turtle);

std::optional<Mode> mode_named(PyObject* name);
PyObject* mode_name(Mode mode);

/// A colour argument as screen._colorstr reads it.
std::optional<ColorId> color_from(TurtleObject& self, PyObject* color);
/// A colour as screen._color shows it: a name, or a triple in the colour mode.
PyObject* color_to_python(TurtleObject& self, ColorId color);
PyObject* text_of(const TurtleObject& self, ColorId color);

/// goto(x, y) and its kin.
PyObject* go_to(TurtleObject& self, PyObject* x, PyObject* y);

std::span<const MethodEntry> navigator_methods();
std::span<const MethodEntry> pen_methods();
std::span<const MethodEntry> drawing_methods();
/// All of them; the interpreter calls a class's own methods faster than inherited ones.
std::span<const MethodEntry> all_methods();

// Shapes and stamps.
bool set_cursor(TurtleObject& self, PyObject* shape_name);
PyObject* shape(TurtleObject& self, const Call& call);
PyObject* shape_size(TurtleObject& self, const Call& call);
PyObject* shear_factor(TurtleObject& self, const Call& call);
PyObject* tilt_angle(TurtleObject& self, const Call& call);
PyObject* set_tilt_angle(TurtleObject& self, const Call& call);
PyObject* tilt(TurtleObject& self, const Call& call);
PyObject* shape_transform(TurtleObject& self, const Call& call);
PyObject* shape_polygon(TurtleObject& self, const Call& call);
PyObject* stamp(TurtleObject& self, const Call& call);
PyObject* clear_one_stamp(TurtleObject& self, const Call& call);
PyObject* clear_some_stamps(TurtleObject& self, const Call& call);
std::size_t cursor_item_count(TurtleObject& self);

}  // namespace papert::lang::turtle
