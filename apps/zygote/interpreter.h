// The embedded CPython, made ready for programs.
#pragma once

#include <string>
#include <vector>

namespace papert::zygote {

/// Starts the interpreter with everything a program may need loaded and everything that would make
/// two runs differ fixed. Returns what went wrong, or an empty string.
std::string start_interpreter(const std::vector<std::string>& modules);

}  // namespace papert::zygote
