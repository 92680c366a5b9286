// Compiles and runs the program of this process's session.
#pragma once

#include <string_view>

namespace papert::zygote {

/// Once, when everything is loaded.
void prepare_for_programs();

/// Ends the process with a report, whatever the program does.
[[noreturn]] void run_program(std::string_view source);

}  // namespace papert::zygote
