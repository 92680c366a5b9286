// What happened to one program: plain data, never an exception.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace papert::sandbox {

enum class Status : std::uint8_t {
  kOk,            // ran to its end, or ended itself with an exit call
  kException,     // an exception that nobody caught
  kSyntaxError,   // did not compile
  kStepLimit,     // steps or CPU budget spent
  kMemoryLimit,   // ended by MemoryError
  kOutputLimit,   // printed too much
  kRecordLimit,   // the drawing is larger than its limit
  kForbidden,     // ended because the jail refused something: an import, a file, a system call
  kKilled,        // died without a report: crash, abort, stack overflow, a process that stopped
  kHostSlow,      // it was ready to run and the host gave it no CPU; nothing was learnt
  kInternalError  // our own fault; nothing was learnt
};

/// How a program with status kOk came to its end.
enum class Ending : std::uint8_t { kNormal, kSysExit, kOsExit };

struct Outcome {
  Status status = Status::kInternalError;
  Ending ending = Ending::kNormal;
  int exit_code = 0;           // of sys.exit or os._exit
  std::string exception_type;  // "ZeroDivisionError"; empty without an exception
  int line = 0;                // of the program, from 1; 0 where none is known
  std::string reason;          // one line for a reader; empty for a normal end
  std::string record_bytes;    // the drawing as the module wrote it: unchecked bytes
  std::string trace_bytes;     // how it came about, if that was asked for: unchecked bytes
  std::string printed;         // the beginning of the output, valid UTF-8
  std::uint64_t steps = 0;     // as the program's process counted them
  double cpu_seconds = 0;      // as the kernel counted them
};

/// The name used in verdicts: "ok", "exception", "syntax_error", ...
std::string_view status_name(Status status);

}  // namespace papert::sandbox
