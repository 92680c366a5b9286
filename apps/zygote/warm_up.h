// The interpreter as it is after some programs have run.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

namespace papert::zygote {

/// Runs an example program, forgets what it drew, and leaves nothing a program could see. Last of
/// the preparations; `collector` is the module gc. False with a Python exception set on failure.
bool warm_up(PyObject* collector);

}  // namespace papert::zygote
