// What the module's functions share, one per interpreter, found through the module itself.
#pragma once

#include <memory>

#include "lang/turtle/module/python_support.h"
#include "lang/turtle/module/turtle.h"

namespace papert::lang::turtle {

/// Interned: the interpreter remembers a lookup by the name's address.
struct Names {
  PyObject* append = nullptr;
  PyObject* classic = nullptr;
  PyObject* data = nullptr;
  PyObject* mode = nullptr;
  PyObject* pen = nullptr;
  PyObject* screen = nullptr;
  PyObject* screen_maker = nullptr;
  PyObject* shapes = nullptr;
  PyObject* turtle_maker = nullptr;
  PyObject* turtles = nullptr;
  PyObject* type = nullptr;
};

class Tracer;

struct ModuleState {
  PyObject* module = nullptr;  // borrowed: the interpreter keeps it
  DrawingLimits limits;
  std::shared_ptr<World> world;
  Tracer* tracer = nullptr;        // in memory of the host's; null unless a trace was asked for
  PyTypeObject* method = nullptr;  // of our methods
  PyTypeObject* cell = nullptr;    // of class attributes that change
  PyTypeObject* vec2d = nullptr;
  PyTypeObject* core = nullptr;
  PyTypeObject* navigator = nullptr;
  PyTypeObject* pen = nullptr;
  PyTypeObject* raw_turtle = nullptr;
  PyTypeObject* turtle = nullptr;
  PyTypeObject* screen = nullptr;
  PyObject* hypot = nullptr;        // math.hypot: the only one that rounds like it
  PyObject* deepcopy = nullptr;     // copy.deepcopy
  PyObject* error = nullptr;        // TurtleGraphicsError
  PyObject* find_screen = nullptr;  // canvas or screen -> screen
  PyObject* main_screen = nullptr;  // Screen
  PyObject* show_mode = nullptr;    // TurtleScreen.mode
  Names names;
  PyObject* unnamed_pen = nullptr;     // what Turtle._pen shows, None if null; see descriptors.h
  PyObject* unnamed_screen = nullptr;  // and Turtle._screen
};

/// Only after the module was made.
ModuleState& module_state();

/// hypot(x, y) as Python computes it. False with an exception.
bool python_hypot(Vec2 v, double& out);

// Each makes its type, or null with an exception.
PyTypeObject* make_vec2d_type(PyObject* module);
PyTypeObject* make_core_type(PyObject* module);
PyTypeObject* make_navigator_type(PyObject* module, PyTypeObject* core);
PyTypeObject* make_pen_type(PyObject* module, PyTypeObject* core);
PyTypeObject* make_raw_turtle_type(PyObject* module, PyTypeObject* pen, PyTypeObject* navigator);
PyTypeObject* make_turtle_type(PyObject* module, PyTypeObject* raw_turtle);
PyTypeObject* make_screen_type(PyObject* module);
/// The functions of the procedural style. False with an exception.
bool add_procedures(PyObject* module);

/// A Vec2D.
PyObject* new_vec2d(PyTypeObject* type, Ref x, Ref y);
PyObject* new_vec2d(const Place& place);

}  // namespace papert::lang::turtle
