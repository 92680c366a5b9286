// Between Python's values and the engine's. Everything here needs the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/json.h"
#include "base/result.h"

namespace papert::python {

namespace py = pybind11;

/// Raises papert.errors' exception for it.
[[noreturn]] void raise(const Error& error);

template <class T>
[[nodiscard]] T value_or_raise(Result<T> result) {
  if (!result) raise(result.error());
  return *std::move(result);
}

/// Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] py::str to_str(std::string_view text);
[[nodiscard]] py::object to_python(const Json& json);

/// Any str, also one that has no UTF-8: a surrogate without its partner becomes U+FFFD, as in the
/// readers of JSON (base/json.h), so that every way to the engine gives the same verdict.
[[nodiscard]] std::string to_text(py::handle text);

}  // namespace papert::python
