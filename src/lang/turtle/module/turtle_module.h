// The `turtle` module for the embedded CPython: turtle programs draw, the host takes the drawing.
//
//     papert::lang::turtle::install();   // then Py_Initialize, and run the program
//     std::size_t used = 0;
//     if (papert::lang::turtle::serialise(memory, used) == SerialiseStatus::kOk) ...
//
// The drawing can be taken at any moment at which the caller holds the interpreter's lock: after a
// normal end, an exception, sys.exit, or from a handler in the middle. Nothing here prints or
// exits.
#pragma once

#include <cstddef>
#include <span>

#include "lang/turtle/module/canvas.h"
#include "lang/turtle/module/record.h"
#include "lang/turtle/module/tracer.h"

extern "C" struct _object* PyInit_turtle();  // NOLINT: the name and type CPython wants

namespace papert::lang::turtle {

/// Adds the module to the built-in ones, and those of pyplot_module.h. Before Py_Initialize; once.
void install();

/// What later drawings may hold. Imports the module if need be; false if that fails.
bool set_limits(const DrawingLimits& limits);

/// The drawing of all turtles so far as the bytes of scene/wire.h; an empty one if no program asked
/// for a turtle.
SerialiseStatus serialise(std::span<std::byte> out, std::size_t& used,
                          const RecordLimits& limits = {});

/// From now on every call that changes something to see is noted in `memory` (tracer.h), which is
/// zero and stays there. Once, after the module was made; without it, or with too little memory,
/// nothing happens.
void start_trace(std::span<std::byte> memory, FindPlace find_place);

/// Ends it. How many bytes at the start of the memory it takes; 0 without one.
std::size_t finish_trace();

/// Forgets the drawing, the screen and the unnamed turtle, for the next program in this process.
void reset();

}  // namespace papert::lang::turtle
