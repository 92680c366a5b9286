// The interpreter calls a trace function at every line (PyTrace_LINE), and at every jump backwards
// even if it stays on its line, so no loop of Python code escapes. At the limit the process ends
// right there: an exception could be caught.
//
// A program could try to switch this off. Each way and what is done about it:
//
//   sys.settrace, threading.settrace   replaces the trace function     -> settrace does nothing
//   sys.setprofile, sys.addaudithook   code called from these hooks is -> both do nothing
//                                      not traced
//   frame.f_trace_lines = False        no line events in that frame    -> attribute is inert
//   code objects without line numbers  no line, no event               -> in such code jumps
//     (code.replace, ast, marshal)                                        backwards and calls count
//   a jump to itself (`while True:     not a jump backwards to the     -> likewise
//     pass` is one instruction)        interpreter
//   an exception whose handler lies    no jump at all                  -> exceptions count
//     before it (code.replace)
//
// What remains is a handler that is written by hand to raise its own exception again to itself;
// like a loop in C it is one step, and the CPU budget ends it.
//
// Functions are disarmed by changing their C method table, not by replacing the attribute:
// re-importing sys would bring an attribute back, but never the old table.
//
// Cost: about 50 ns a line.

#define PY_SSIZE_T_CLEAN
#include "zygote/step_counter.h"

#include <Python.h>
#include <frameobject.h>
#include <opcode.h>

#include <cstdint>
#include <cstring>

#include "zygote/method_patch.h"
#include "zygote/python_ref.h"
#include "zygote/session.h"

namespace papert::zygote {
namespace {

// What is remembered about a code object, in its slot for extra data.
void* const has_lines = reinterpret_cast<void*>(1);
void* const lacks_lines = reinterpret_cast<void*>(2);

struct Tracing {
  PyObject* trace_opcodes = nullptr;  // the frame attribute's real descriptor
  Py_ssize_t code_slot = -1;
};

Tracing& tracing() {
  static Tracing the_tracing;
  return the_tracing;
}

PyObject* ignore_one(PyObject*, PyObject*) { Py_RETURN_NONE; }

PyObject* ignore_fast(PyObject*, PyObject* const*, Py_ssize_t, PyObject*) { Py_RETURN_NONE; }

PyObject* read_inert(PyObject*, void* value) { return Py_NewRef(static_cast<PyObject*>(value)); }

int write_inert(PyObject*, PyObject*, void*) { return 0; }

bool is_backward_jump(int opcode) {
  switch (opcode) {
    case JUMP_BACKWARD:
    case JUMP_BACKWARD_NO_INTERRUPT:
    case POP_JUMP_BACKWARD_IF_FALSE:
    case POP_JUMP_BACKWARD_IF_TRUE:
    case POP_JUMP_BACKWARD_IF_NONE:
    case POP_JUMP_BACKWARD_IF_NOT_NONE:
      return true;
    default:
      return false;
  }
}

/// True if every turn of a loop is a line event, and there is some line at all.
bool lines_tell_all(PyCodeObject* code) {
  const Ref bytes(PyCode_GetCode(code));
  if (!bytes) {
    PyErr_Clear();
    return false;
  }
  const auto* units = reinterpret_cast<const unsigned char*>(PyBytes_AS_STRING(bytes.get()));
  const auto count = static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.get()) / 2);
  bool any_line = false;
  std::int64_t extended = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int opcode = units[2 * i];
    const std::int64_t argument = (extended << 8) | units[2 * i + 1];
    extended = opcode == EXTENDED_ARG ? argument & 0xffffff : 0;
    any_line = any_line || PyCode_Addr2Line(code, static_cast<int>(2 * i)) > 0;
    if (!is_backward_jump(opcode)) continue;
    const auto place = static_cast<std::int64_t>(i);
    const std::int64_t target = place + 1 - argument;
    if (target < 0 || target >= place) return false;
    if (PyCode_Addr2Line(code, static_cast<int>(2 * target)) < 0) return false;
  }
  return any_line;
}

void on_call(PyFrameObject* frame) {
  const Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  void* known = nullptr;
  _PyCode_GetExtra(code.get(), tracing().code_slot, &known);
  if (known == nullptr) {
    known = lines_tell_all(reinterpret_cast<PyCodeObject*>(code.get())) ? has_lines : lacks_lines;
    if (_PyCode_SetExtra(code.get(), tracing().code_slot, known) != 0) PyErr_Clear();
  }
  if (known == has_lines) return;
  PyObject* descriptor = tracing().trace_opcodes;
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it is found before counting begins
  descriptor->ob_type->tp_descr_set(descriptor, reinterpret_cast<PyObject*>(frame), Py_True);
}

/// Only in code whose lines do not tell all: the instruction is one by which work repeats.
bool repeats(PyFrameObject* frame) {
  const Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  const Ref bytes(PyCode_GetCode(reinterpret_cast<PyCodeObject*>(code.get())));
  const int offset = PyFrame_GetLasti(frame);
  if (!bytes || offset < 0 || offset >= PyBytes_GET_SIZE(bytes.get())) {
    PyErr_Clear();
    return true;
  }
  const auto opcode = static_cast<unsigned char>(PyBytes_AS_STRING(bytes.get())[offset]);
  return opcode == RESUME || is_backward_jump(opcode);
}

void count_step(PyFrameObject* frame) {
  Session& current = session();
  if (current.steps >= current.limits.steps) {
    finish({.status = sandbox::Status::kStepLimit,
            .line = program_line(frame),
            .reason = "the step limit is reached"});
  }
  ++current.steps;
}

int on_event(PyObject*, PyFrameObject* frame, int what, PyObject*) {
  if (what == PyTrace_LINE || what == PyTrace_EXCEPTION) {
    count_step(frame);
  } else if (what == PyTrace_OPCODE) {
    if (repeats(frame)) count_step(frame);
  } else if (what == PyTrace_CALL) {
    on_call(frame);
  }
  return 0;
}

/// The innermost frame that belongs to the program, if there is one.
Ref program_frame(PyFrameObject* innermost) {
  Ref frame(Py_XNewRef(reinterpret_cast<PyObject*>(innermost)));
  while (frame) {
    auto* current = reinterpret_cast<PyFrameObject*>(frame.get());
    const Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(current)));
    PyObject* name = reinterpret_cast<PyCodeObject*>(code.get())->co_filename;
    if (PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, kProgramName) == 0) break;
    frame = Ref(reinterpret_cast<PyObject*>(PyFrame_GetBack(current)));
  }
  return frame;
}

bool disarm_frame_attributes() {
  // CPython keeps the pointer, so the table must outlive everything.
  static PyGetSetDef inert[] = {
      {"f_trace", read_inert, write_inert, nullptr, Py_None},
      {"f_trace_lines", read_inert, write_inert, nullptr, Py_True},
      {"f_trace_opcodes", read_inert, write_inert, nullptr, Py_False},
  };
  PyObject* attributes = PyFrame_Type.tp_dict;
  tracing().trace_opcodes = Py_XNewRef(PyDict_GetItemString(attributes, "f_trace_opcodes"));
  if (tracing().trace_opcodes == nullptr) {
    PyErr_SetString(PyExc_RuntimeError, "frames have no f_trace_opcodes");
    return false;
  }
  for (PyGetSetDef& definition : inert) {
    const Ref descriptor(PyDescr_NewGetSet(&PyFrame_Type, &definition));
    if (!descriptor || PyDict_SetItemString(attributes, definition.name, descriptor.get()) != 0) {
      return false;
    }
  }
  PyType_Modified(&PyFrame_Type);
  return true;
}

}  // namespace

bool disarm_tracing_switches() {
  tracing().code_slot = _PyEval_RequestCodeExtraIndex(nullptr);
  return tracing().code_slot >= 0 && patch_method("sys", "settrace", METH_O, ignore_one) &&
         patch_method("sys", "setprofile", METH_O, ignore_one) &&
         patch_method("sys", "addaudithook", METH_FASTCALL | METH_KEYWORDS, ignore_fast) &&
         disarm_frame_attributes();
}

void start_counting() { PyEval_SetTrace(on_event, nullptr); }

void stop_counting() { PyEval_SetTrace(nullptr, nullptr); }

int program_line(PyFrameObject* innermost) {
  const Ref frame = program_frame(innermost);
  return frame ? PyFrame_GetLineNumber(reinterpret_cast<PyFrameObject*>(frame.get())) : 0;
}

sandbox::ProgramPlace program_place() {
  const Ref frame = program_frame(PyEval_GetFrame());
  if (!frame) return {};
  auto* innermost = reinterpret_cast<PyFrameObject*>(frame.get());
  const Ref code(reinterpret_cast<PyObject*>(PyFrame_GetCode(innermost)));
  int line = -1;
  int column = -1;
  int end_line = -1;
  int end_column = -1;
  const int known =
      PyCode_Addr2Location(reinterpret_cast<PyCodeObject*>(code.get()), PyFrame_GetLasti(innermost),
                           &line, &column, &end_line, &end_column);
  if (known == 0 || line < 1 || column < 0) return {PyFrame_GetLineNumber(innermost), 0, 0};
  const bool one_line = end_line == line && end_column > column;
  return {line, column + 1, one_line ? end_column - column : 0};
}

}  // namespace papert::zygote
