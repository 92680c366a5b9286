// Replaces the C function behind a built-in of the interpreter, for good.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

namespace papert::zygote {

using FastFunction = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

/// module.name must be a built-in function with exactly these METH_ flags; from now on it and all
/// copies of it call `function`. The function it called before is stored in `original` if given.
/// False with a Python exception set if it is not what was expected.
bool patch_method(const char* module, const char* name, int flags, PyCFunction function,
                  PyCFunction* original = nullptr);
bool patch_method(const char* module, const char* name, int flags, FastFunction function);

/// The same for a class method of a built-in type.
bool patch_class_method(const char* module, const char* type, const char* name, int flags,
                        PyCFunction function);
bool patch_class_method(const char* module, const char* type, const char* name, int flags,
                        FastFunction function);

}  // namespace papert::zygote
