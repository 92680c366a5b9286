// Class attributes of our own making: methods that cost little to call, and values that can change
// without changing their class.
#pragma once

#include "lang/turtle/python_support.h"

namespace papert::turtle {

/// Gives the class a method for every entry of a table that an empty one ends; the flags are those
/// of method_def(). Class and table must live as long as the interpreter. False with an exception.
bool add_methods(PyTypeObject* type, PyMethodDef* table);

/// Gives the class an attribute that shows what `slot` holds, None for null. A program that sets
/// the attribute replaces it by a plain one. False with an exception.
bool add_cell(PyTypeObject* type, PyObject* name, PyObject** slot);

/// Sets the attribute: what its cell shows, or the plain one a program has put there. False with an
/// exception.
bool set_attribute(PyTypeObject* type, PyObject* name, PyObject* value);

/// The classes of these attributes, or null with an exception.
PyTypeObject* make_method_type();
PyTypeObject* make_cell_type();

}  // namespace papert::turtle
