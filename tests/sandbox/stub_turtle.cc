// A drawing module for tests of the jail: it remembers numbers and serialises them as text.
//
//     forward(x)   adds a number      flood(n)   adds n numbers in one C call
//     invalid()    spoils the drawing
//
// and, standing in for a program that has taken over its process:
//
//     raw(number, a, b, c, d, e, f)   a system call; the result or -errno
//     int80(number)                   the same through the 32-bit entry

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "sandbox/drawing_module.h"

namespace {

struct Drawing {
  std::string text;
  bool invalid = false;
};

Drawing& drawing() {
  static Drawing the_drawing;
  return the_drawing;
}

PyObject* forward(PyObject*, PyObject* argument) {
  const double distance = PyFloat_AsDouble(argument);
  if (distance == -1.0 && PyErr_Occurred()) return nullptr;
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%g;", distance);
  drawing().text += buffer;
  Py_RETURN_NONE;
}

PyObject* flood(PyObject*, PyObject* argument) {
  const long long count = PyLong_AsLongLong(argument);
  if (count == -1 && PyErr_Occurred()) return nullptr;
  drawing().text.append(static_cast<std::size_t>(count), 'x');
  Py_RETURN_NONE;
}

PyObject* invalid(PyObject*, PyObject*) {
  drawing().invalid = true;
  Py_RETURN_NONE;
}

PyObject* raw(PyObject*, PyObject* arguments) {
  long long number = 0;
  long long a[6] = {};
  if (!PyArg_ParseTuple(arguments, "L|LLLLLL", &number, &a[0], &a[1], &a[2], &a[3], &a[4], &a[5])) {
    return nullptr;
  }
  errno = 0;
  const long result = ::syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  return PyLong_FromLong(result < 0 ? -errno : result);
}

PyObject* int80(PyObject*, PyObject* argument) {
  long result = PyLong_AsLong(argument);
  if (result == -1 && PyErr_Occurred()) return nullptr;
#if defined(__x86_64__)
  __asm__ volatile("int $0x80" : "+a"(result) : "b"(0L), "c"(0L), "d"(0L) : "memory", "r8", "r9");
#endif
  return PyLong_FromLong(result);
}

PyObject* create() {
  static PyMethodDef methods[] = {
      {"forward", forward, METH_O, nullptr},      {"flood", flood, METH_O, nullptr},
      {"invalid", invalid, METH_NOARGS, nullptr}, {"raw", raw, METH_VARARGS, nullptr},
      {"int80", int80, METH_O, nullptr},          {nullptr, nullptr, 0, nullptr}};
  static PyModuleDef definition = {
      PyModuleDef_HEAD_INIT, "turtle", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr};
  return PyModule_Create(&definition);
}

bool install() { return PyImport_AppendInittab("turtle", create) == 0; }

void reset() { drawing() = Drawing(); }

papert::sandbox::SerialiseStatus serialise(std::span<std::byte> area, std::size_t& used) {
  using papert::sandbox::SerialiseStatus;
  if (drawing().invalid) return SerialiseStatus::kNotFinite;
  if (drawing().text.size() > area.size()) return SerialiseStatus::kTooLarge;
  used = drawing().text.size();
  std::memcpy(area.data(), drawing().text.data(), used);
  return SerialiseStatus::kOk;
}

}  // namespace

namespace papert::sandbox {

const DrawingModule& drawing_module() {
  static constexpr DrawingModule kModule{"turtle", install, reset, serialise};
  return kModule;
}

}  // namespace papert::sandbox
