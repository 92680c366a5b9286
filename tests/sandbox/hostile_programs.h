// Programs that try to get out, to hang, or to cheat, each with what must become of it.
#pragma once

#include <span>

#include "sandbox/outcome.h"

namespace papert::sandbox {

struct HostileProgram {
  const char* name;
  const char* source;
  Status status;
  const char* exception_type = "";  // "" where there is none
};

std::span<const HostileProgram> hostile_programs();

}  // namespace papert::sandbox
