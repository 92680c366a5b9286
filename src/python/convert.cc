#include "python/convert.h"

#include <array>
#include <cstdint>

namespace papert::python {
namespace {

/// Names of papert.errors, in the order of ErrorCode.
constexpr std::array<const char*, 7> kExceptions{"UsageError",   "BadDataError", "NotFoundError",
                                                 "MachineError", "LimitError",   "CancelledError",
                                                 "InternalError"};

constexpr std::uint32_t kReplacement = 0xFFFD;

bool is_high(std::uint32_t c) { return c >= 0xD800 && c <= 0xDBFF; }
bool is_low(std::uint32_t c) { return c >= 0xDC00 && c <= 0xDFFF; }

void append_utf8(std::uint32_t c, std::string& out) {
  const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  const auto tail = [&](int shift) { put(0x80U | ((c >> shift) & 0x3FU)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0U | (c >> 6U));
    tail(0);
  } else if (c < 0x10000) {
    put(0xE0U | (c >> 12U));
    tail(6);
    tail(0);
  } else {
    put(0xF0U | (c >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// A str that has surrogates.
std::string repaired(PyObject* text) {
  std::string out;
  const Py_ssize_t length = PyUnicode_GetLength(text);
  for (Py_ssize_t i = 0; i < length; ++i) {
    std::uint32_t c = PyUnicode_ReadChar(text, i);
    const std::uint32_t next = i + 1 < length ? PyUnicode_ReadChar(text, i + 1) : 0;
    if (is_high(c) && is_low(next)) {
      c = 0x10000 + ((c - 0xD800) << 10U) + (next - 0xDC00);
      ++i;
    } else if (is_high(c) || is_low(c)) {
      c = kReplacement;
    }
    append_utf8(c, out);
  }
  return out;
}

}  // namespace

void raise(const Error& error) {
  const py::module_ errors = py::module_::import("papert.errors");
  const py::object type = errors.attr(kExceptions[static_cast<std::size_t>(error.code)]);
  const py::object exception = type(to_str(error.message), to_str(error.where));
  PyErr_SetObject(type.ptr(), exception.ptr());
  throw py::error_already_set();
}

py::str to_str(std::string_view text) {
  PyObject* const made =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(made);
}

py::object to_python(const Json& json) {
  switch (json.type()) {
    case Json::value_t::boolean:
      return py::bool_(json.get<bool>());
    case Json::value_t::number_integer:
      return py::int_(json.get<std::int64_t>());
    case Json::value_t::number_unsigned:
      return py::int_(json.get<std::uint64_t>());
    case Json::value_t::number_float:
      return py::float_(json.get<double>());
    case Json::value_t::string:
      return to_str(json.get_ref<const std::string&>());
    case Json::value_t::array: {
      py::list list(json.size());
      for (std::size_t i = 0; i < json.size(); ++i) list[i] = to_python(json[i]);
      return list;
    }
    case Json::value_t::object: {
      py::dict dict;
      for (const auto& [key, value] : json.items()) dict[to_str(key)] = to_python(value);
      return dict;
    }
    default:
      return py::none();
  }
}

std::string to_text(py::handle text) {
  if (!PyUnicode_Check(text.ptr())) {
    throw py::type_error("a str is needed, not " + std::string(Py_TYPE(text.ptr())->tp_name));
  }
  Py_ssize_t size = 0;
  if (const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size)) {
    return {bytes, static_cast<std::size_t>(size)};
  }
  PyErr_Clear();
  return repaired(text.ptr());
}

}  // namespace papert::python
