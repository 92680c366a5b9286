// The small change of the C API: owned references, argument binding, faults as exceptions. Casts
// the C API asks for are here and nowhere else.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>

#include "lang/turtle/module/fault.h"
#include "lang/turtle/module/turtle.h"

namespace papert::lang::turtle {

/// Owns one reference; null means that an exception is set, or nothing.
class Ref {
 public:
  Ref() = default;
  explicit Ref(PyObject* owned) : object_(owned) {}
  Ref(Ref&& other) noexcept : object_(other.release()) {}
  Ref& operator=(Ref&& other) noexcept {
    PyObject* old = std::exchange(object_, other.release());
    Py_XDECREF(old);
    return *this;
  }
  ~Ref() { Py_XDECREF(object_); }

  static Ref borrow(PyObject* object) {
    Py_XINCREF(object);
    return Ref(object);
  }

  [[nodiscard]] PyObject* get() const { return object_; }
  [[nodiscard]] PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  PyObject* object_ = nullptr;
};

inline PyObject* none() { return Py_NewRef(Py_None); }
inline PyObject* boolean(bool value) { return PyBool_FromLong(value ? 1 : 0); }
inline PyObject* as_object(PyTypeObject* type) { return reinterpret_cast<PyObject*>(type); }
inline PyTypeObject* as_type(PyObject* object) { return reinterpret_cast<PyTypeObject*>(object); }

/// A function as what PyType_Slot holds.
template <class Function>
void* slot(Function function) {
  return reinterpret_cast<void*>(function);
}

/// The arguments of a call by the vectorcall convention.
struct Call {
  PyObject* const* args;
  Py_ssize_t count;
  PyObject* names;
};

using FastFunction = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);

inline PyMethodDef method_def(const char* name, FastFunction function) {
  const auto any = reinterpret_cast<void (*)()>(function);
  return {name, reinterpret_cast<PyCFunction>(any), METH_FASTCALL | METH_KEYWORDS, nullptr};
}

/// Binds positional and keyword arguments to named parameters, the first `required` of them
/// mandatory; absent ones stay null. False with a TypeError otherwise.
bool bind(const Call& call, std::span<const char* const> names, std::size_t required,
          std::span<PyObject*> out);

template <std::size_t N>
struct Bound {
  std::array<PyObject*, N> values{};
  bool ok = false;

  PyObject* operator[](std::size_t i) const { return values[i]; }
  /// Absent counts as None.
  [[nodiscard]] bool given(std::size_t i) const {
    return values[i] != nullptr && values[i] != Py_None;
  }
};

template <std::size_t N>
Bound<N> bind(const Call& call, const std::array<const char*, N>& names, std::size_t required) {
  Bound<N> bound;
  if (call.names == nullptr && call.count == static_cast<Py_ssize_t>(N)) {
    for (std::size_t i = 0; i < N; ++i) bound.values[i] = call.args[i];
    bound.ok = true;
    return bound;
  }
  bound.ok = bind(call, names, required, bound.values);
  return bound;
}

/// No arguments allowed.
bool bind_nothing(const Call& call);

/// Sets the exception; always null.
PyObject* raise(Fault fault);
/// None, or the exception.
PyObject* done(Fault fault);
PyObject* raise_error(PyObject* type, const char* message);

PyObject* to_python(Num n);
Arg other_to_arg(PyObject* object);
/// An int, a float, or what becomes a float when multiplied by one (a Fraction does, a Decimal does
/// not). Sets no exception.
inline Arg to_arg(PyObject* object) {
  if (PyFloat_CheckExact(object)) return {{PyFloat_AS_DOUBLE(object), NumKind::kFloat}};
  if (PyLong_CheckExact(object)) {
    const Py_ssize_t size = Py_SIZE(object);  // of one digit, times its sign
    const auto digit = static_cast<double>(reinterpret_cast<PyLongObject*>(object)->ob_digit[0]);
    if (size == 0) return {{0, NumKind::kInt}};
    if (size == 1 || size == -1) return {{static_cast<double>(size) * digit, NumKind::kInt}};
  }
  return other_to_arg(object);
}
/// Like to_arg, but null-safe and with the exception set: false.
bool to_num(PyObject* object, Num& out);

}  // namespace papert::lang::turtle
