#include "lang/turtle/module/python_support.h"

#include <cmath>

namespace papert::lang::turtle {

namespace {

constexpr double kLargestExactInt = 9007199254740992.0;  // 2^53

Arg int_arg(PyObject* object) {
  const double value = PyLong_AsDouble(object);
  if (value == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return {{}, Fault::kOverflow};
  }
  if (PyBool_Check(object)) return {{value, NumKind::kBool}};
  return {{value, std::abs(value) <= kLargestExactInt ? NumKind::kInt : NumKind::kFloat}};
}

bool place_keyword(PyObject* name, PyObject* value, std::span<const char* const> names,
                   std::span<PyObject*> out) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (PyUnicode_CompareWithASCIIString(name, names[i]) != 0) continue;
    if (out[i] != nullptr) {
      PyErr_Format(PyExc_TypeError, "got multiple values for argument '%U'", name);
      return false;
    }
    out[i] = value;
    return true;
  }
  PyErr_Format(PyExc_TypeError, "got an unexpected keyword argument '%U'", name);
  return false;
}

}  // namespace

bool bind(const Call& call, std::span<const char* const> names, std::size_t required,
          std::span<PyObject*> out) {
  const auto positional = static_cast<std::size_t>(call.count);
  if (positional > names.size()) {
    PyErr_Format(PyExc_TypeError, "takes at most %zu arguments (%zu given)", names.size(),
                 positional);
    return false;
  }
  for (std::size_t i = 0; i < positional; ++i) out[i] = call.args[i];
  const Py_ssize_t keywords = call.names == nullptr ? 0 : PyTuple_GET_SIZE(call.names);
  for (Py_ssize_t i = 0; i < keywords; ++i) {
    PyObject* name = PyTuple_GET_ITEM(call.names, i);
    if (!place_keyword(name, call.args[call.count + i], names, out)) return false;
  }
  for (std::size_t i = 0; i < required; ++i) {
    if (out[i] != nullptr) continue;
    PyErr_Format(PyExc_TypeError, "missing required argument '%s'", names[i]);
    return false;
  }
  return true;
}

bool bind_nothing(const Call& call) {
  if (call.count == 0 && call.names == nullptr) return true;
  PyErr_SetString(PyExc_TypeError, "takes no arguments");
  return false;
}

PyObject* raise_error(PyObject* type, const char* message) {
  PyErr_SetString(type, message);
  return nullptr;
}

PyObject* raise(Fault fault) {
  switch (fault) {
    case Fault::kNone:
      break;
    case Fault::kType:
      return raise_error(PyExc_TypeError, "a number is required");
    case Fault::kOverflow:
      return raise_error(PyExc_OverflowError, "the number is too large to draw with");
    case Fault::kDomain:
      return raise_error(PyExc_ValueError, "an infinite number or NaN cannot be drawn with");
    case Fault::kZeroDivision:
      return raise_error(PyExc_ZeroDivisionError, "division by zero");
    case Fault::kNotAppendable:
      return raise_error(PyExc_AttributeError, "'tuple' object has no attribute 'append'");
    case Fault::kNoUndoBuffer:
      return raise_error(PyExc_AttributeError, "the turtle has no undo buffer");
    case Fault::kNoEntry:
      return raise_error(PyExc_TypeError, "the undo buffer has no room for entries");
    case Fault::kLimit:
      return raise_error(PyExc_MemoryError, "the drawing is larger than allowed");
  }
  return raise_error(PyExc_SystemError, "a fault without a reason");
}

PyObject* done(Fault fault) { return fault == Fault::kNone ? none() : raise(fault); }

PyObject* to_python(Num n) {
  switch (n.kind) {
    case NumKind::kInt:
      return PyLong_FromDouble(n.value);
    case NumKind::kBool:
      return boolean(n.value != 0);
    case NumKind::kFloat:
      break;
  }
  return PyFloat_FromDouble(n.value);
}

Arg other_to_arg(PyObject* object) {
  if (PyFloat_Check(object)) return {{PyFloat_AS_DOUBLE(object), NumKind::kFloat}};
  if (PyLong_Check(object)) return int_arg(object);
  const Ref one(PyFloat_FromDouble(1.0));
  const Ref product(one ? PyNumber_Multiply(one.get(), object) : nullptr);
  if (product && PyFloat_Check(product.get())) {
    return {{PyFloat_AS_DOUBLE(product.get()), NumKind::kFloat}};
  }
  PyErr_Clear();
  return {{}, Fault::kType};
}

bool to_num(PyObject* object, Num& out) {
  if (object == nullptr) return false;
  const Arg arg = to_arg(object);
  out = arg.num;
  if (arg.fault == Fault::kNone) return true;
  raise(arg.fault);
  return false;
}

}  // namespace papert::lang::turtle
