// Methods. The interpreter's own kind of native method has a price when lines are counted: at every
// call under a trace function the interpreter makes a bound method for a profiler that does not
// exist. Objects of a class it does not know are just called. Otherwise they behave like Python's
// functions in a class: t.forward is a bound method, Turtle.forward(t, 10) works.
//
// Cells. Setting an attribute of a class makes the interpreter forget every method it has looked up
// in it, and look each up again, on memory pages that the program's process has to copy first. The
// unnamed turtle and the screen are such attributes in CPython (Turtle._pen, Turtle._screen). Here
// the attribute is a constant object that shows the value.
#include "lang/turtle/module/descriptors.h"

#include <structmember.h>

#include <cstddef>

#include "lang/turtle/module/module_state.h"

namespace papert::lang::turtle {

namespace {

struct CellObject {
  PyObject_HEAD PyObject** slot;
};

MethodObject& as_method(PyObject* object) { return *reinterpret_cast<MethodObject*>(object); }

PyObject* bind_method(PyObject* method, PyObject* object, PyObject*) {
  if (object == nullptr || object == Py_None) return Py_NewRef(method);
  return PyMethod_New(method, object);
}

PyObject* show_method(PyObject* method) {
  return PyUnicode_FromFormat("<function %s.%s>", as_method(method).owner->tp_name,
                              as_method(method).name);
}

PyObject* method_name(PyObject* method, void*) {
  return PyUnicode_FromString(as_method(method).name);
}

PyObject* qualified_name(PyObject* method, void*) {
  const Ref owner(PyType_GetQualName(as_method(method).owner));
  return owner ? PyUnicode_FromFormat("%U.%s", owner.get(), as_method(method).name) : nullptr;
}

PyObject* module_name(PyObject*, void*) { return PyUnicode_FromString("turtle"); }

void dealloc(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  type->tp_free(object);
  Py_DECREF(type);
}

PyObject* show_cell(PyObject* cell, PyObject*, PyObject*) {
  PyObject* value = *reinterpret_cast<CellObject*>(cell)->slot;
  return Py_NewRef(value == nullptr ? Py_None : value);
}

/// The interpreter remembers lookups only of descriptors whose class cannot change.
constexpr unsigned kFlags =
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION;

}  // namespace

PyTypeObject* make_method_type() {
  static std::array<PyMemberDef, 2> members{{
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(MethodObject, call), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr},
  }};
  static std::array<PyGetSetDef, 4> properties{{
      {"__name__", method_name, nullptr, nullptr, nullptr},
      {"__qualname__", qualified_name, nullptr, nullptr, nullptr},
      {"__module__", module_name, nullptr, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr},
  }};
  std::array<PyType_Slot, 7> slots{{
      {Py_tp_dealloc, slot(dealloc)},
      {Py_tp_call, slot(PyVectorcall_Call)},
      {Py_tp_descr_get, slot(bind_method)},
      {Py_tp_repr, slot(show_method)},
      {Py_tp_members, members.data()},
      {Py_tp_getset, properties.data()},
      {0, nullptr},
  }};
  PyType_Spec spec{"turtle.method", static_cast<int>(sizeof(MethodObject)), 0,
                   kFlags | Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_HAVE_VECTORCALL,
                   slots.data()};
  return as_type(PyType_FromSpec(&spec));
}

PyTypeObject* make_cell_type() {
  std::array<PyType_Slot, 3> slots{{
      {Py_tp_dealloc, slot(dealloc)},
      {Py_tp_descr_get, slot(show_cell)},
      {0, nullptr},
  }};
  PyType_Spec spec{"turtle.cell", static_cast<int>(sizeof(CellObject)), 0, kFlags, slots.data()};
  return as_type(PyType_FromSpec(&spec));
}

PyObject* raise_no_self(PyObject* object) {
  const MethodObject& method = as_method(object);
  return PyErr_Format(PyExc_TypeError, "%s() needs a '%s' object", method.name,
                      method.owner->tp_name);
}

bool add_methods(PyTypeObject* type, std::span<const MethodEntry> table) {
  PyTypeObject* method_type = module_state().method;
  for (const MethodEntry& entry : table) {
    const Ref object(method_type->tp_alloc(method_type, 0));
    if (!object) return false;
    MethodObject& method = as_method(object.get());
    method.call = entry.call;
    method.plain = entry.call;
    method.owner = type;
    method.name = entry.name;
    if (PyObject_SetAttrString(as_object(type), entry.name, object.get()) < 0) return false;
  }
  return true;
}

void watch_methods(PyTypeObject* type, vectorcallfunc watched) {
  PyTypeObject* method_type = module_state().method;
  PyObject* name = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(type->tp_dict, &at, &name, &value) != 0;) {
    if (Py_TYPE(value) == method_type) as_method(value).call = watched;
  }
}

bool add_cell(PyTypeObject* type, PyObject* name, PyObject** slot) {
  PyTypeObject* cell_type = module_state().cell;
  const Ref cell(cell_type->tp_alloc(cell_type, 0));
  if (!cell) return false;
  reinterpret_cast<CellObject*>(cell.get())->slot = slot;
  return PyObject_SetAttr(as_object(type), name, cell.get()) == 0;
}

bool set_attribute(PyTypeObject* type, PyObject* name, PyObject* value) {
  PyObject* found = _PyType_Lookup(type, name);  // borrowed
  if (found == nullptr || Py_TYPE(found) != module_state().cell) {
    return PyObject_SetAttr(as_object(type), name, value) == 0;
  }
  Py_XSETREF(*reinterpret_cast<CellObject*>(found)->slot, Py_NewRef(value));
  return true;
}

}  // namespace papert::lang::turtle
