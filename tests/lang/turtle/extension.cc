// The module as an extension for a stock interpreter, under a name of its own, so that CPython's
// turtle can be loaded beside it; and its drawing as bytes, for comparison.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstddef>
#include <string>
#include <vector>

#include "lang/turtle/module/module_state.h"
#include "lang/turtle/module/turtle_module.h"

namespace {

PyObject* record(PyObject*, PyObject*) {
  std::vector<std::byte> bytes(std::size_t{64} << 20);
  std::size_t used = 0;
  const auto status = papert::lang::turtle::serialise(bytes, used);
  if (status != papert::lang::turtle::SerialiseStatus::kOk) {
    return PyLong_FromLong(static_cast<long>(status));
  }
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(bytes.data()),
                                   static_cast<Py_ssize_t>(used));
}

PyObject* reset(PyObject*, PyObject*) {
  papert::lang::turtle::reset();
  Py_RETURN_NONE;
}

PyObject* last_item(PyObject*, PyObject*) {
  return PyLong_FromLong(papert::lang::turtle::module_state().world->canvas.next_id() - 1);
}

PyMethodDef host_methods[] = {
    {"_last_item", last_item, METH_NOARGS, "The number of the youngest item."},
    {"_record", record, METH_NOARGS, "The drawing in the wire form, or the status as a number."},
    {"_reset", reset, METH_NOARGS, "Forgets the drawing."},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

PyMODINIT_FUNC PyInit__papert_turtle() {
  PyObject* module = PyInit_turtle();
  if (module != nullptr && PyModule_AddFunctions(module, host_methods) < 0) {
    Py_DECREF(module);
    return nullptr;
  }
  return module;
}
