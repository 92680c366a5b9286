// From source to verdict. Counting is on from the start; compiling executes no line. It goes on
// while the exception is put into words, because that, too, runs the program's code (__str__).

#include "zygote/program.h"

#include <csignal>
#include <new>
#include <string>

#include "sandbox/protocol.h"
#include "zygote/import_gate.h"
#include "zygote/python_ref.h"
#include "zygote/session.h"
#include "zygote/step_counter.h"

namespace papert::zygote {
namespace {

using sandbox::Status;

struct Caught {
  Ref type;
  Ref value;
  Ref trace;
};

Caught catch_exception() {
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  return {Ref(type), Ref(value), Ref(trace)};
}

std::string text_of(PyObject* object) {
  const Ref text(object != nullptr ? PyObject_Str(object) : nullptr);
  if (!text) {
    PyErr_Clear();
    return {};
  }
  const Ref bytes(PyUnicode_AsEncodedString(text.get(), "utf-8", "backslashreplace"));
  if (!bytes) {
    PyErr_Clear();
    return {};
  }
  return {PyBytes_AS_STRING(bytes.get()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.get()))};
}

Ref attribute(PyObject* object, const char* name) {
  Ref value(PyObject_GetAttrString(object, name));
  if (!value) PyErr_Clear();
  return value;
}

std::string type_name(PyObject* value) {
  const std::string_view name = Py_TYPE(value)->tp_name;
  const std::size_t dot = name.rfind('.');
  return std::string(dot == std::string_view::npos ? name : name.substr(dot + 1));
}

/// The last line of the program itself on the way to where the exception was raised.
int line_of(PyObject* trace) {
  int line = 0;
  for (auto* entry = reinterpret_cast<PyTracebackObject*>(trace); entry != nullptr;
       entry = entry->tb_next) {
    const Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(entry->tb_frame)));
    PyObject* name = reinterpret_cast<PyCodeObject*>(code.get())->co_filename;
    if (PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, kProgramName) == 0) {
      const Ref number = attribute(reinterpret_cast<PyObject*>(entry), "tb_lineno");
      line = number ? static_cast<int>(PyLong_AsLong(number.get())) : 0;
      PyErr_Clear();
    }
  }
  return line;
}

[[noreturn]] void finish_uncompiled() {
  const Caught caught = catch_exception();
  if (PyErr_GivenExceptionMatches(caught.value.get(), PyExc_MemoryError)) {
    finish({.status = Status::kMemoryLimit,
            .exception_type = "MemoryError",
            .reason = "MemoryError: the program is too large to compile"});
  }
  const std::string type = type_name(caught.value.get());
  int line = 0;
  std::string message;
  if (const Ref number = attribute(caught.value.get(), "lineno");
      number && PyLong_Check(number.get())) {
    line = static_cast<int>(PyLong_AsLong(number.get()));
    message = text_of(attribute(caught.value.get(), "msg").get());
  } else {
    message = text_of(caught.value.get());
  }
  PyErr_Clear();
  const std::string reason = type + ": " + message;
  finish({.status = Status::kSyntaxError, .line = line, .exception_type = type, .reason = reason});
}

int exit_code_of(PyObject* exception) {
  const Ref code = attribute(exception, "code");
  if (!code || code.get() == Py_None) return 0;
  if (!PyLong_Check(code.get())) return 1;
  const long number = PyLong_AsLong(code.get());
  PyErr_Clear();
  return static_cast<int>(number);
}

Status status_of(PyObject* value) {
  if (PyErr_GivenExceptionMatches(value, PyExc_MemoryError)) return Status::kMemoryLimit;
  if (PyErr_GivenExceptionMatches(value, PyExc_PermissionError)) return Status::kForbidden;
  return is_refused_import(value) ? Status::kForbidden : Status::kException;
}

[[noreturn]] void finish_raised() {
  Caught caught = catch_exception();
  PyObject* value = caught.value.get();
  if (value == nullptr) finish({.status = Status::kException, .reason = "unknown exception"});
  const int line = line_of(caught.trace.get());
  if (PyErr_GivenExceptionMatches(value, PyExc_SystemExit)) {
    finish({.ending = sandbox::Ending::kSysExit,
            .exit_code = exit_code_of(value),
            .line = line,
            .reason = "the program called sys.exit"});
  }
  const Status status = status_of(value);
  const std::string type = type_name(value);
  if (status == Status::kMemoryLimit) {
    // The traceback holds every frame and what it filled the memory with; words need some.
    PyException_SetTraceback(value, Py_None);
    caught.trace = Ref();
  }
  const std::string message = text_of(value);
  const std::string reason = message.empty() ? type : type + ": " + message;
  finish({.status = status, .line = line, .exception_type = type, .reason = reason});
}

/// Failing allocations of C++ code end the program instead of throwing through code that cannot
/// take it.
void on_no_memory() {
  static bool ending = false;
  // What fails while the report is written is for the drawing module to handle.
  if (ending) throw std::bad_alloc();
  ending = true;
  finish({.status = Status::kMemoryLimit,
          .line = program_line(PyEval_GetFrame()),
          .exception_type = "MemoryError",
          .reason = "MemoryError: a drawing call ran out of memory"});
}

/// Anywhere in the program, even within an allocation: this may fail, and then the process dies of
/// it, which is what it is about to do anyway.
void on_spent(int) {
  finish({.status = Status::kStepLimit,
          .line = program_line(PyEval_GetFrame()),
          .reason = "the CPU budget is spent"});
}

}  // namespace

void prepare_for_programs() {
  std::set_new_handler(on_no_memory);
  struct sigaction action{};
  action.sa_handler = on_spent;
  ::sigaction(sandbox::kSpentSignal, &action, nullptr);
  start_counting();
}

void run_program(std::string_view source) {
  if (const std::size_t zero = source.find('\0'); zero != std::string_view::npos) {
    finish({.status = Status::kSyntaxError,
            .exception_type = "SyntaxError",
            .reason = "SyntaxError: the program holds a zero byte"});
  }
  const std::string text(source);
  PyCompilerFlags flags{PyCF_IGNORE_COOKIE, PY_MINOR_VERSION};
  const Ref code(Py_CompileStringExFlags(text.c_str(), kProgramName, Py_file_input, &flags, -1));
  if (!code) finish_uncompiled();
  PyObject* main = PyImport_AddModule("__main__");  // borrowed
  if (main == nullptr) finish_raised();
  PyObject* names = PyModule_GetDict(main);
  if (session().limits.steps == 0) stop_counting();
  const Ref result(PyEval_EvalCode(code.get(), names, names));
  if (!result) finish_raised();
  finish({});
}

}  // namespace papert::zygote
