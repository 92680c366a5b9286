// The gate gives a clear message and a stable world, not safety: a program can reach more modules
// through objects it already has, and the kernel refuses what those try.
//
// Library code imports too, sometimes only when a function is first called. It may have whatever
// has been loaded, so the modules for such late imports are loaded as well. Library code is told
// from the program by the name its frame was compiled under.

#include "zygote/import_gate.h"

#include <algorithm>

#include "zygote/python_ref.h"

namespace papert::zygote {
namespace {

/// Imported late by the allowed modules or by the interpreter itself.
constexpr const char* kLateImports[] = {
    "_strptime",
    "calendar",
    "locale",
    "linecache",
    "traceback",
    "unicodedata",
    "numbers",
    "contextvars",
    "string",
    "warnings",
    "encodings.latin_1",
    "encodings.ascii",
    "encodings.utf_16",
    "encodings.cp1252",
    "encodings.idna",
    "encodings.unicode_escape",
    "encodings.raw_unicode_escape",
    "collections.abc",
    "json.tool",
    "importlib.machinery",
};

struct Gate {
  PyObject* original = nullptr;  // builtins.__import__
  PyObject* allowed = nullptr;   // frozenset of names
  PyObject* refusal = nullptr;   // the latest exception
  std::string listing;
};

Gate& gate() {
  static Gate the_gate;
  return the_gate;
}

bool is_library_code(PyFrameObject* frame) {
  if (frame == nullptr) return true;
  const Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  PyObject* name = reinterpret_cast<PyCodeObject*>(code.get())->co_filename;
  const char* text = PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : nullptr;
  if (text == nullptr) {
    PyErr_Clear();
    return false;
  }
  const std::string_view view(text);
  return view.starts_with("/") || view.starts_with("<frozen ");
}

void refuse_import(PyObject* name) {
  Gate& state = gate();
  const Ref message(PyUnicode_FromFormat(
      "module '%U' is not available here; a program may import: %s", name, state.listing.c_str()));
  if (!message) return;
  const Ref exception(PyObject_CallOneArg(PyExc_ImportError, message.get()));
  if (!exception || PyObject_SetAttrString(exception.get(), "name", name) != 0) return;
  Py_XSETREF(state.refusal, Py_NewRef(exception.get()));
  PyErr_SetObject(PyExc_ImportError, exception.get());
}

/// 1 allowed, 0 refused, -1 error.
int may_import(PyObject* name) {
  const Ref separator(PyUnicode_FromString("."));
  if (!separator) return -1;
  const Ref parts(PyUnicode_Partition(name, separator.get()));
  if (!parts) return -1;
  return PySet_Contains(gate().allowed, PyTuple_GET_ITEM(parts.get(), 0));
}

/// C code of the library has no frame, so the program seems to ask; but it asks through
/// PyImport_Import, which, unlike an import statement, passes an empty list of names.
bool asked_from_c(PyObject* arguments) {
  if (PyTuple_Size(arguments) != 5) return false;
  PyObject* names = PyTuple_GET_ITEM(arguments, 3);
  return PyList_CheckExact(names) && PyList_GET_SIZE(names) == 0;
}

PyObject* gated_import(PyObject*, PyObject* arguments, PyObject* keywords) {
  PyObject* name = PyTuple_Size(arguments) > 0 ? PyTuple_GET_ITEM(arguments, 0) : nullptr;
  if (name == nullptr && keywords != nullptr) name = PyDict_GetItemString(keywords, "name");
  if (name != nullptr && PyUnicode_CheckExact(name) && !asked_from_c(arguments) &&
      !is_library_code(PyEval_GetFrame())) {
    const int allowed = may_import(name);
    if (allowed == 0) refuse_import(name);
    if (allowed != 1) return nullptr;
  }
  return PyObject_Call(gate().original, arguments, keywords);
}

bool load_modules(const std::vector<std::string>& allowed) {
  for (const std::string& name : allowed) {
    const Ref module(PyImport_ImportModule(name.c_str()));
    if (!module) return false;
  }
  for (const char* name : kLateImports) {
    const Ref module(PyImport_ImportModule(name));
    if (!module) PyErr_Clear();
  }
  return true;
}

bool replace_import() {
  static PyMethodDef definition = {
      "__import__",
      reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(gated_import)),  // NOLINT: as C has it
      METH_VARARGS | METH_KEYWORDS, "Import a module that programs may use."};
  const Ref builtins(PyImport_ImportModule("builtins"));
  if (!builtins) return false;
  gate().original = PyObject_GetAttrString(builtins.get(), "__import__");
  const Ref function(PyCFunction_New(&definition, nullptr));
  return gate().original != nullptr && function &&
         PyObject_SetAttrString(builtins.get(), "__import__", function.get()) == 0;
}

bool forget_files() {
  for (const char* name : {"path", "meta_path", "path_hooks"}) {
    const Ref empty(PyList_New(0));
    if (!empty || PySys_SetObject(name, empty.get()) != 0) return false;
  }
  return true;
}

}  // namespace

bool install_import_gate(const std::vector<std::string>& allowed) {
  Gate& state = gate();
  if (!load_modules(allowed)) return false;
  state.allowed = PyFrozenSet_New(nullptr);
  if (state.allowed == nullptr) return false;
  for (const std::string& name : allowed) {
    const Ref text(PyUnicode_FromString(name.c_str()));
    if (!text || PySet_Add(state.allowed, text.get()) != 0) return false;
    state.listing += (state.listing.empty() ? "" : ", ") + name;
  }
  return replace_import() && forget_files();
}

bool is_refused_import(PyObject* exception) {
  return exception != nullptr && exception == gate().refusal;
}

}  // namespace papert::zygote
