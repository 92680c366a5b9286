// A drawing must not depend on when or how fast it was made, and a program that waits until a
// moment has come must get there. So time is computed: fixed start + steps * 10 us + time slept.
// Example: `while time.time() < start + 5: pass` ends after 250,000 iterations on every machine.

#include "zygote/clock.h"

#include <cmath>
#include <cstdint>

#include "zygote/method_patch.h"
#include "zygote/python_ref.h"
#include "zygote/session.h"

namespace papert::zygote {
namespace {

constexpr std::uint64_t kStartSeconds = 1'750'000'000;  // 2025-06-15 15:06:40 UTC
constexpr std::uint64_t kNanosecondsPerStep = 10'000;
constexpr double kLongestSleepSeconds = 1e9;

std::uint64_t elapsed() {
  return session().steps * kNanosecondsPerStep + session().slept_nanoseconds;
}

double since_start() { return static_cast<double>(elapsed()) * 1e-9; }

double now() { return static_cast<double>(kStartSeconds) + since_start(); }

PyObject* get_time(PyObject*, PyObject*) { return PyFloat_FromDouble(now()); }

PyObject* get_time_ns(PyObject*, PyObject*) {
  return PyLong_FromUnsignedLongLong(kStartSeconds * 1'000'000'000U + elapsed());
}

PyObject* get_counter(PyObject*, PyObject*) { return PyFloat_FromDouble(since_start()); }

PyObject* get_counter_ns(PyObject*, PyObject*) { return PyLong_FromUnsignedLongLong(elapsed()); }

PyObject* sleep(PyObject*, PyObject* argument) {
  const double seconds = PyFloat_AsDouble(argument);
  if (seconds == -1.0 && PyErr_Occurred()) return nullptr;
  if (std::isnan(seconds)) {
    PyErr_SetString(PyExc_ValueError, "Invalid value NaN (not a number)");
    return nullptr;
  }
  if (seconds < 0) {
    PyErr_SetString(PyExc_ValueError, "sleep length must be non-negative");
    return nullptr;
  }
  if (seconds > kLongestSleepSeconds) {
    PyErr_SetString(PyExc_OverflowError, "timestamp too large to convert to C _PyTime_t");
    return nullptr;
  }
  session().slept_nanoseconds += static_cast<std::uint64_t>(seconds * 1e9);
  Py_RETURN_NONE;
}

PyObject* datetime_now(PyObject* type, PyObject* const* arguments, Py_ssize_t count,
                       PyObject* names) {
  const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
  if (count + named > 1) {
    PyErr_SetString(PyExc_TypeError, "now() takes at most 1 argument");
    return nullptr;
  }
  PyObject* zone = count + named == 1 ? arguments[0] : Py_None;
  return PyObject_CallMethod(type, "fromtimestamp", "dO", now(), zone);
}

PyObject* datetime_utcnow(PyObject* type, PyObject*) {
  return PyObject_CallMethod(type, "utcfromtimestamp", "d", now());
}

// localtime() and its kin take the moment as an optional last argument.
struct Conversions {
  PyCFunction localtime = nullptr;
  PyCFunction gmtime = nullptr;
  PyCFunction ctime = nullptr;
  PyCFunction asctime = nullptr;
  PyCFunction strftime = nullptr;
};

Conversions& conversions() {
  static Conversions the_conversions;
  return the_conversions;
}

PyObject* convert(PyCFunction original, PyObject* self, PyObject* arguments) {
  const Py_ssize_t count = PyTuple_Size(arguments);
  if (count > 1 || (count == 1 && PyTuple_GET_ITEM(arguments, 0) != Py_None)) {
    return original(self, arguments);
  }
  const Ref moment(Py_BuildValue("(d)", now()));
  return moment ? original(self, moment.get()) : nullptr;
}

PyObject* localtime(PyObject* self, PyObject* arguments) {
  return convert(conversions().localtime, self, arguments);
}

PyObject* gmtime(PyObject* self, PyObject* arguments) {
  return convert(conversions().gmtime, self, arguments);
}

PyObject* ctime(PyObject* self, PyObject* arguments) {
  return convert(conversions().ctime, self, arguments);
}

Ref broken_down_now(PyObject* self) {
  const Ref moment(Py_BuildValue("(d)", now()));
  return moment ? Ref(conversions().localtime(self, moment.get())) : Ref();
}

PyObject* asctime(PyObject* self, PyObject* arguments) {
  if (PyTuple_Size(arguments) != 0) return conversions().asctime(self, arguments);
  const Ref parts = broken_down_now(self);
  if (!parts) return nullptr;
  const Ref extended(PyTuple_Pack(1, parts.get()));
  return extended ? conversions().asctime(self, extended.get()) : nullptr;
}

PyObject* strftime(PyObject* self, PyObject* arguments) {
  if (PyTuple_Size(arguments) != 1) return conversions().strftime(self, arguments);
  const Ref parts = broken_down_now(self);
  if (!parts) return nullptr;
  const Ref extended(PyTuple_Pack(2, PyTuple_GET_ITEM(arguments, 0), parts.get()));
  return extended ? conversions().strftime(self, extended.get()) : nullptr;
}

bool patch_clocks() {
  for (const char* name : {"monotonic", "perf_counter", "process_time", "thread_time"}) {
    if (!patch_method("time", name, METH_NOARGS, get_counter)) return false;
  }
  for (const char* name :
       {"monotonic_ns", "perf_counter_ns", "process_time_ns", "thread_time_ns"}) {
    if (!patch_method("time", name, METH_NOARGS, get_counter_ns)) return false;
  }
  return patch_method("time", "time", METH_NOARGS, get_time) &&
         patch_method("time", "time_ns", METH_NOARGS, get_time_ns) &&
         patch_method("time", "sleep", METH_O, sleep);
}

}  // namespace

bool install_clock() {
  Conversions& originals = conversions();
  return patch_clocks() &&
         patch_method("time", "localtime", METH_VARARGS, localtime, &originals.localtime) &&
         patch_method("time", "gmtime", METH_VARARGS, gmtime, &originals.gmtime) &&
         patch_method("time", "ctime", METH_VARARGS, ctime, &originals.ctime) &&
         patch_method("time", "asctime", METH_VARARGS, asctime, &originals.asctime) &&
         patch_method("time", "strftime", METH_VARARGS, strftime, &originals.strftime) &&
         patch_class_method("datetime", "datetime", "now",
                            METH_FASTCALL | METH_KEYWORDS | METH_CLASS, datetime_now) &&
         patch_class_method("datetime", "datetime", "utcnow", METH_NOARGS | METH_CLASS,
                            datetime_utcnow);
}

}  // namespace papert::zygote
