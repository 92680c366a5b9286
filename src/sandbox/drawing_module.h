// What the jailed interpreter asks of the module that records drawings. The interpreter knows
// nothing else about it, so that any native module (or a test's stub) can be linked in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace papert::sandbox {

enum class SerialiseStatus : std::uint8_t {
  kOk,
  kTooLarge,   // more than the area or the module's own limits hold, now or earlier
  kNotFinite,  // a coordinate or size is infinite or not a number
  kTooFar      // a coordinate or size is beyond what a drawing may hold
};

/// Where the program is: line and column from 1, column and length in bytes; 0 unknown.
struct ProgramPlace {
  int line = 0;
  int column = 0;
  int length = 0;
};

struct DrawingModule {
  const char* name;  // as programs import it

  /// Makes the module known to the interpreter; called once, before the interpreter starts.
  bool (*install)();

  /// Forgets everything drawn; called after trial drawings, when everything is loaded. Programs run
  /// in copies of the process as the last call leaves it: what every program needs can be made
  /// here.
  void (*reset)();

  /// Writes the drawing so far to the start of `area` and its length to `used`. Called at most
  /// once, last, possibly from inside a call of the module that will never return: it must rely on
  /// nothing but the module's own consistent state.
  SerialiseStatus (*serialise)(std::span<std::byte> area, std::size_t& used);

  /// Before the program, if a trace is wanted: notes go to `area`, which is zero. Null: the module
  /// has none.
  void (*start_trace)(std::span<std::byte> area, ProgramPlace (*find_place)()) = nullptr;

  /// After serialise(). How many bytes at the start of the area the trace has.
  std::size_t (*finish_trace)() = nullptr;
};

/// Defined by whoever links the interpreter program.
const DrawingModule& drawing_module();

}  // namespace papert::sandbox
