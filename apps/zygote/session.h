// The one program this process runs: its limits, its counters, and its end.
#pragma once

#include <cstdint>
#include <string_view>

#include "sandbox/outcome.h"
#include "sandbox/protocol.h"
#include "sandbox/shared_area.h"

namespace papert::zygote {

/// How the program ended, as it will be reported.
struct Verdict {
  sandbox::Status status = sandbox::Status::kOk;
  sandbox::Ending ending = sandbox::Ending::kNormal;
  int exit_code = 0;
  int line = 0;
  std::string_view exception_type = {};
  std::string_view reason = {};
};

struct Session {
  const sandbox::SharedArea* area = nullptr;
  sandbox::Limits limits;
  std::uint64_t base_address_space = 0;  // of the zygote
  std::uint64_t steps = 0;
  std::uint64_t printed = 0;            // all of it, also what was not kept
  std::uint64_t slept_nanoseconds = 0;  // by the program's reckoning; see clock.h
};

/// The process's session. CPython calls us back through functions without a user pointer, so one
/// process-wide object is unavoidable; the process has one thread and runs one program.
Session& session();

/// Writes the verdict and the drawing so far to the shared area and ends the process. Safe at any
/// point where the interpreter could call a C function.
[[noreturn]] void finish(const Verdict& verdict);

/// Ends the process before the program began.
[[noreturn]] void refuse(std::string_view reason);

}  // namespace papert::zygote
