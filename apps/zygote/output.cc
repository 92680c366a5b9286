// One small type serves the three streams. Output beyond what is kept is counted and dropped;
// beyond the limit it ends the program, because a program that prints without end would otherwise
// spend its whole step budget on it.

#include "zygote/output.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "zygote/python_ref.h"
#include "zygote/session.h"
#include "zygote/step_counter.h"

namespace papert::zygote {
namespace {

void keep(std::string_view text) {
  Session& current = session();
  const std::span<char> area = current.area->printed();
  if (current.printed < area.size()) {
    const std::size_t room = area.size() - current.printed;
    std::memcpy(area.data() + current.printed, text.data(), std::min(room, text.size()));
  }
  current.printed += text.size();
  if (current.printed > current.limits.output_bytes) {
    finish({.status = sandbox::Status::kOutputLimit,
            .line = program_line(PyEval_GetFrame()),
            .reason = "the program printed too much"});
  }
}

PyObject* stream_write(PyObject*, PyObject* text) {
  if (!PyUnicode_Check(text)) {
    PyErr_Format(PyExc_TypeError, "write() argument must be str, not %.100s",
                 Py_TYPE(text)->tp_name);
    return nullptr;
  }
  const Ref bytes(PyUnicode_AsEncodedString(text, "utf-8", "backslashreplace"));
  if (!bytes) return nullptr;
  keep({PyBytes_AS_STRING(bytes.get()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.get()))});
  return PyLong_FromSsize_t(PyUnicode_GET_LENGTH(text));
}

PyObject* stream_writelines(PyObject* self, PyObject* lines) {
  const Ref iterator(PyObject_GetIter(lines));
  if (!iterator) return nullptr;
  for (Ref line(PyIter_Next(iterator.get())); line; line = Ref(PyIter_Next(iterator.get()))) {
    const Ref written(stream_write(self, line.get()));
    if (!written) return nullptr;
  }
  if (PyErr_Occurred()) return nullptr;
  Py_RETURN_NONE;
}

PyObject* do_nothing(PyObject*, PyObject*) { Py_RETURN_NONE; }
PyObject* give_false(PyObject*, PyObject*) { Py_RETURN_FALSE; }
PyObject* give_true(PyObject*, PyObject*) { Py_RETURN_TRUE; }
PyObject* give_empty(PyObject*, PyObject*) { return PyUnicode_FromString(""); }
PyObject* give_self(PyObject* self, PyObject*) { return Py_NewRef(self); }
PyObject* end_iteration(PyObject*) { return nullptr; }
PyObject* iterate(PyObject* self) { return Py_NewRef(self); }
PyObject* get_encoding(PyObject*, void*) { return PyUnicode_FromString("utf-8"); }
PyObject* get_errors(PyObject*, void*) { return PyUnicode_FromString("backslashreplace"); }
PyObject* get_closed(PyObject*, void*) { Py_RETURN_FALSE; }

PyType_Spec* stream_spec() {
  static PyMethodDef methods[] = {
      {"write", stream_write, METH_O, nullptr},
      {"writelines", stream_writelines, METH_O, nullptr},
      {"flush", do_nothing, METH_NOARGS, nullptr},
      {"close", do_nothing, METH_NOARGS, nullptr},
      {"reconfigure",
       // NOLINTNEXTLINE(bugprone-casting-through-void): how CPython takes methods with keywords
       reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(
           +[](PyObject* self, PyObject*, PyObject*) { return do_nothing(self, nullptr); })),
       METH_VARARGS | METH_KEYWORDS, nullptr},
      {"isatty", give_false, METH_NOARGS, nullptr},
      {"readable", give_true, METH_NOARGS, nullptr},
      {"writable", give_true, METH_NOARGS, nullptr},
      {"seekable", give_false, METH_NOARGS, nullptr},
      {"read", give_empty, METH_VARARGS, nullptr},
      {"readline", give_empty, METH_VARARGS, nullptr},
      {"__enter__", give_self, METH_NOARGS, nullptr},
      {"__exit__", do_nothing, METH_VARARGS, nullptr},
      {nullptr, nullptr, 0, nullptr},
  };
  static PyGetSetDef attributes[] = {
      {"encoding", get_encoding, nullptr, nullptr, nullptr},
      {"errors", get_errors, nullptr, nullptr, nullptr},
      {"closed", get_closed, nullptr, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  };
  static PyType_Slot slots[] = {
      {Py_tp_methods, methods},
      {Py_tp_getset, attributes},
      {Py_tp_iter, reinterpret_cast<void*>(iterate)},
      {Py_tp_iternext, reinterpret_cast<void*>(end_iteration)},
      {0, nullptr},
  };
  static PyType_Spec spec = {"papert.Stream", static_cast<int>(sizeof(PyObject)), 0,
                             Py_TPFLAGS_DEFAULT, slots};
  return &spec;
}

}  // namespace

bool install_streams() {
  const Ref type(PyType_FromSpec(stream_spec()));
  if (!type) return false;
  for (const char* name : {"stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__"}) {
    const Ref stream(PyObject_CallNoArgs(type.get()));
    if (!stream || PySys_SetObject(name, stream.get()) != 0) return false;
  }
  return true;
}

}  // namespace papert::zygote
