// The interpreter as it is after some programs have run.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

namespace papert::zygote {

/// Runs an example program, forgets what it drew, and leaves nothing a program could see. Last of
/// the preparations; `collector` is the module gc. False with a Python exception set on failure.
bool warm_up(PyObject* collector);

/// Runs the example programs as programs are run, for somebody who watches; the process is of no
/// use afterwards.
void run_examples();

}  // namespace papert::zygote
