// Class attributes of our own making: methods that cost little to call, and values that can change
// without changing their class.
#pragma once

#include "lang/turtle/module/python_support.h"

namespace papert::lang::turtle {

/// What the interpreter calls is the object itself: its first argument is the turtle.
struct MethodObject {
  PyObject_HEAD vectorcallfunc call;
  vectorcallfunc plain;  // what `call` is, or calls when calls are watched
  PyTypeObject* owner;   // borrowed: it lives as long as the interpreter
  const char* name;
};

struct MethodEntry {
  const char* name;
  vectorcallfunc call;
};

/// Whether the first of a method's arguments is an object of the method's class.
inline bool has_self(PyObject* method, PyObject* const* args, Py_ssize_t count) {
  return count > 0 &&
         PyObject_TypeCheck(args[0], reinterpret_cast<MethodObject*>(method)->owner) != 0;
}

/// The exception for a call without one; always null.
PyObject* raise_no_self(PyObject* method);

/// Gives the class a method for every entry. Class and table must live as long as the interpreter.
/// False with an exception.
bool add_methods(PyTypeObject* type, std::span<const MethodEntry> table);

/// From now on every call of the class's own methods goes to `watched`, which calls `plain`.
void watch_methods(PyTypeObject* type, vectorcallfunc watched);

/// Gives the class an attribute that shows what `slot` holds, None for null. A program that sets
/// the attribute replaces it by a plain one. False with an exception.
bool add_cell(PyTypeObject* type, PyObject* name, PyObject** slot);

/// Sets the attribute: what its cell shows, or the plain one a program has put there. False with an
/// exception.
bool set_attribute(PyTypeObject* type, PyObject* name, PyObject* value);

/// The classes of these attributes, or null with an exception.
PyTypeObject* make_method_type();
PyTypeObject* make_cell_type();

}  // namespace papert::lang::turtle
