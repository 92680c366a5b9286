// Colours between Python and the engine, by CPython's rules: in colour mode 1.0 a component is
// rounded to the nearest of 256 steps, in mode 255 it must be an int.
#include <cmath>

#include "lang/turtle/module/screen_object.h"

namespace papert::lang::turtle {

namespace {

std::optional<ColorId> bad_color(const char* what, PyObject* color) {
  PyErr_Format(module_state().error, "bad color %s: %S", what, color);
  return std::nullopt;
}

std::optional<ColorId> named_color(ColorTable& colors, PyObject* name) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(name, &size);
  if (text == nullptr) PyErr_Clear();  // a lone surrogate: no colour has such a name
  if (text != nullptr) {
    const auto id = colors.find({text, static_cast<std::size_t>(size)});
    if (id) return id;
  }
  return bad_color("string", name);
}

/// False with an exception. Out of range is left to the caller.
bool component(PyObject* object, bool byte_colors, double& out, bool& whole) {
  const Arg arg = to_arg(object);
  whole = PyLong_Check(object) != 0;
  if (byte_colors) {
    if (arg.fault == Fault::kType) raise(arg.fault);
    out = arg.fault == Fault::kNone ? arg.num.value : -1;
    return arg.fault != Fault::kType;
  }
  const double scaled = 255.0 * arg.num.value;
  Fault fault = arg.fault;
  if (fault == Fault::kNone && std::isnan(scaled)) fault = Fault::kDomain;
  if (fault == Fault::kNone && std::isinf(scaled)) fault = Fault::kOverflow;
  if (fault != Fault::kNone) {
    raise(fault);
    return false;
  }
  out = std::nearbyint(scaled);
  whole = true;
  return true;
}

}  // namespace

std::optional<ColorId> read_color(ColorTable& colors, bool byte_colors, PyObject* color) {
  const Py_ssize_t size = PyObject_Length(color);
  if (size < 0) return std::nullopt;
  Ref value = Ref::borrow(color);
  if (size == 1) {
    const Ref zero(PyLong_FromLong(0));
    value = Ref(zero ? PyObject_GetItem(color, zero.get()) : nullptr);
    if (!value) return std::nullopt;
  }
  if (PyUnicode_Check(value.get())) return named_color(colors, value.get());
  const Ref parts(PySequence_Tuple(value.get()));
  if (!parts && (PyErr_ExceptionMatches(PyExc_TypeError) != 0 ||
                 PyErr_ExceptionMatches(PyExc_ValueError) != 0)) {
    PyErr_Clear();
    return bad_color("arguments", value.get());
  }
  if (!parts) return std::nullopt;
  if (PyTuple_GET_SIZE(parts.get()) != 3) return bad_color("arguments", value.get());
  std::array<double, 3> samples{};
  bool all_whole = true;
  for (std::size_t i = 0; i < 3; ++i) {
    bool whole = false;
    PyObject* part = PyTuple_GET_ITEM(parts.get(), static_cast<Py_ssize_t>(i));
    if (!component(part, byte_colors, samples[i], whole)) return std::nullopt;
    all_whole = all_whole && whole;
  }
  for (const double sample : samples) {
    if (!(sample >= 0 && sample <= 255)) return bad_color("sequence", value.get());
  }
  if (!all_whole) {
    raise_error(PyExc_TypeError, "in colour mode 255 the components must be integers");
    return std::nullopt;
  }
  return ColorTable::from_rgb({static_cast<std::uint8_t>(samples[0]),
                               static_cast<std::uint8_t>(samples[1]),
                               static_cast<std::uint8_t>(samples[2])});
}

PyObject* show_color(const std::string& text, bool byte_colors) {
  if (!text.starts_with('#')) {
    return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
  }
  // CPython 3.11 indexes the text with its own characters here.
  if (text.size() == 4) return raise_error(PyExc_TypeError, "string indices must be integers");
  if (text.size() != 7) {
    PyErr_Format(module_state().error, "bad colorstring: %s", text.c_str());
    return nullptr;
  }
  Ref triple(PyTuple_New(3));
  if (!triple) return nullptr;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto sample = static_cast<double>(std::stol(text.substr(1 + 2 * i, 2), nullptr, 16));
    PyObject* shown = PyFloat_FromDouble(byte_colors ? sample : sample / 255);
    if (shown == nullptr) return nullptr;
    PyTuple_SET_ITEM(triple.get(), static_cast<Py_ssize_t>(i), shown);
  }
  return triple.release();
}

}  // namespace papert::lang::turtle
