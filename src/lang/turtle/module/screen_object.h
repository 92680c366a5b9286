// The native part of a screen: what turtles ask for often. The rest is Python, in prelude.py.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "lang/turtle/module/module_state.h"

namespace papert::lang::turtle {

struct ScreenObject {
  PyObject_HEAD PyObject* dict;
  PyObject* weak_references;
  std::shared_ptr<ScreenState>* state;
  PyObject* mode;    // its name
  bool byte_colors;  // colormode 255, not 1.0
};

/// Null with a TypeError if it is none.
ScreenObject* as_screen(PyObject* object);

/// A name, or a sequence of three numbers up to 1.0 or up to 255. Otherwise TurtleGraphicsError, or
/// what arithmetic on odd components raises.
std::optional<ColorId> read_color(ColorTable& colors, bool byte_colors, PyObject* color);
/// A name as it is, #rrggbb as a triple; CPython fails on the other forms it accepted.
PyObject* show_color(const std::string& text, bool byte_colors);

}  // namespace papert::lang::turtle
