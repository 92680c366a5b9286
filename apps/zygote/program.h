// Compiles and runs the program of this process's session.
#pragma once

#include <string_view>

namespace papert::zygote {

/// Ends the process with a report, whatever the program does.
[[noreturn]] void run_program(std::string_view source);

}  // namespace papert::zygote
