// papert._core: the engine in Python's process. What is asked once in a while goes through the
// request schema of the worker and the server (reward/request.h), so that all three answer alike;
// scoring has a way of its own, without JSON.

#include <pybind11/stl.h>

#include "base/base64.h"
#include "lang/turtle/host/jail_pool.h"
#include "python/convert.h"
#include "python/task_set.h"
#include "raster/png.h"
#include "reward/request.h"

namespace papert::python {
namespace {

py::bytes answer(const std::string& operation, const std::string& body, std::size_t jobs) {
  if (jobs == 0) jobs = value_or_raise(lang::turtle::jail_limit());
  reward::Response response;
  {
    const py::gil_scoped_release released;
    const reward::Service service(reward::TaskSets::of_this_process(), {.jobs = jobs});
    response = service.answer(operation, body, {.go_on = no_signal});
  }
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return py::bytes(response.json);
}

/// Pixels that NumPy and Pillow look at in place.
raster::Image decode_png(const py::bytes& file) {
  const auto bytes = std::string_view(file);
  return value_or_raise(raster::decode_png(bytes));
}

py::buffer_info buffer_of(raster::Image& image) {
  const auto width = static_cast<py::ssize_t>(image.width());
  const auto channels = static_cast<py::ssize_t>(image.channels());
  return py::buffer_info(image.data().data(), 1, py::format_descriptor<std::uint8_t>::format(), 3,
                         {static_cast<py::ssize_t>(image.height()), width, channels},
                         {width * channels, channels, py::ssize_t{1}});
}

void define_scores(py::module_& module) {
  py::class_<Scores>(module, "Scores")
      .def("__len__", &Scores::size)
      .def("verdict", &Scores::verdict, py::arg("at"))
      .def("metrics", &Scores::metrics, py::arg("at"))
      .def("detail", &Scores::detail, py::arg("at"))
      .def("answer", &Scores::answer, py::arg("at"))
      .def("rule", &Scores::rule, py::arg("at"))
      .def("line", &Scores::line, py::arg("at"))
      .def("reward", &Scores::reward, py::arg("at"), py::arg("policy"));
  py::class_<Batch>(module, "Batch")
      .def(py::init([](std::string extract, std::size_t jobs, std::optional<double> deadline_s,
                       std::size_t max_reply_bytes) {
             return Batch{std::move(extract), jobs, deadline_s, max_reply_bytes};
           }),
           py::arg("extract"), py::arg("jobs"), py::arg("deadline_s"), py::arg("max_reply_bytes"));
  py::class_<TaskSet>(module, "TaskSet")
      .def(py::init<const std::string&>(), py::arg("ref"))
      .def("score_batch", &TaskSet::score_batch, py::arg("ids"), py::arg("texts"),
           py::arg("batch"));
  module.def("score_refs", &score_refs, py::arg("refs"), py::arg("texts"), py::arg("batch"));
}

void define_jails(py::module_& module) {
  module.def(
      "warm_up",
      [](std::size_t jails) {
        Result<void> started;
        {
          const py::gil_scoped_release released;
          started = lang::turtle::warm_up_jails(jails);
        }
        if (!started) raise(started.error());
      },
      py::arg("jails"));
  module.def("end_idle_jails", &lang::turtle::end_idle_jails,
             py::call_guard<py::gil_scoped_release>());
  module.def("stats", [] {
    const lang::turtle::JailCounts counts = lang::turtle::jail_counts();
    py::dict stats;
    stats["jails"] = counts.idle + counts.lent;
    stats["busy"] = counts.lent;
    stats["started"] = counts.started;
    stats["programs"] = counts.programs;
    return stats;
  });
}

void define(py::module_& module) {
  module.def("answer", &answer, py::arg("operation"), py::arg("body"), py::arg("jobs"));
  py::class_<raster::Image>(module, "Pixels", py::buffer_protocol()).def_buffer(&buffer_of);
  module.def("decode_png", &decode_png, py::arg("file"));
  define_scores(module);
  define_jails(module);
}

}  // namespace
}  // namespace papert::python

// What PYBIND11_MODULE makes, behind a look at the interpreter: the jails and the open sets belong
// to the process, and pybind11 itself would wait for ever in an interpreter that is not the main
// one.
extern "C" PYBIND11_EXPORT PyObject* PyInit__core();
extern "C" PyObject* PyInit__core() {
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
    PyErr_SetString(PyExc_ImportError,
                    "papert works in the main interpreter only; start a process instead");
    return nullptr;
  }
  PYBIND11_CHECK_PYTHON_VERSION
  PYBIND11_ENSURE_INTERNALS_READY
  static pybind11::module_::module_def definition;
  auto module = pybind11::module_::create_extension_module("_core", nullptr, &definition);
  try {
    papert::python::define(module);
    return module.ptr();
  }
  PYBIND11_CATCH_INIT_EXCEPTIONS
}
