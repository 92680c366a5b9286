// Counts the lines a program executes and ends it when they are too many.
#pragma once

#include <string_view>

#include "sandbox/drawing_module.h"

struct _frame;  // NOLINT(bugprone-reserved-identifier): CPython's own name

namespace papert::zygote {

/// The name programs are compiled under.
inline constexpr char kProgramName[] = "<program>";

/// Once, in the zygote: makes the switches a program could use against counting inert. False with a
/// Python exception set if the interpreter is not the one this was written for.
bool disarm_tracing_switches();

/// From here on every line counts, in this process and its copies, until stop_counting().
void start_counting();
void stop_counting();

/// The line of the innermost frame that belongs to the program; 0 if none does.
int program_line(_frame* innermost);

/// The same with the columns of what is being called there.
sandbox::ProgramPlace program_place();

}  // namespace papert::zygote
