#include "zygote/exits.h"

#include <string>

#include "zygote/method_patch.h"
#include "zygote/python_ref.h"
#include "zygote/session.h"
#include "zygote/step_counter.h"

namespace papert::zygote {
namespace {

PyObject* os_exit(PyObject*, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
  const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
  if (count + named != 1) {
    PyErr_SetString(PyExc_TypeError, "_exit() takes exactly one argument");
    return nullptr;
  }
  const long code = PyLong_AsLong(arguments[0]);
  if (code == -1 && PyErr_Occurred()) return nullptr;
  finish({.ending = sandbox::Ending::kOsExit,
          .exit_code = static_cast<int>(code),
          .line = program_line(PyEval_GetFrame()),
          .reason = "the program called os._exit"});
}

}  // namespace

bool install_exits() {
  const Ref builtins(PyImport_ImportModule("builtins"));
  PyObject* exit = PySys_GetObject("exit");  // borrowed
  return builtins && exit != nullptr && PyObject_SetAttrString(builtins.get(), "exit", exit) == 0 &&
         PyObject_SetAttrString(builtins.get(), "quit", exit) == 0 &&
         patch_method("posix", "_exit", METH_FASTCALL | METH_KEYWORDS, os_exit);
}

}  // namespace papert::zygote
