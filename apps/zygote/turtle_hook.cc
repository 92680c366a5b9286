// The drawing module of the real program: our turtle.

#include "lang/turtle/module/turtle_module.h"
#include "sandbox/drawing_module.h"
#include "sandbox/limits.h"

namespace papert::sandbox {
namespace {

bool install() {
  lang::turtle::install();
  return true;
}

SerialiseStatus serialise(std::span<std::byte> area, std::size_t& used) {
  switch (lang::turtle::serialise(area, used)) {
    case lang::turtle::SerialiseStatus::kOk:
      return SerialiseStatus::kOk;
    case lang::turtle::SerialiseStatus::kRecordLimit:
    case lang::turtle::SerialiseStatus::kNoRoom:
      return SerialiseStatus::kTooLarge;
    case lang::turtle::SerialiseStatus::kNotFinite:
      return SerialiseStatus::kNotFinite;
    case lang::turtle::SerialiseStatus::kTooFar:
      return SerialiseStatus::kTooFar;
  }
  return SerialiseStatus::kTooLarge;
}

ProgramPlace (*find_program_place)() = nullptr;

lang::turtle::SourcePlace find_place() {
  const ProgramPlace place = find_program_place();
  return {place.line, place.column, place.length};
}

void start_trace(std::span<std::byte> area, ProgramPlace (*finder)()) {
  static_assert(lang::turtle::Tracer::kBytes <= kTraceBytes);
  find_program_place = finder;
  lang::turtle::start_trace(area, find_place);
}

}  // namespace

const DrawingModule& drawing_module() {
  static constexpr DrawingModule kModule{"turtle",  install,     lang::turtle::reset,
                                         serialise, start_trace, lang::turtle::finish_trace};
  return kModule;
}

}  // namespace papert::sandbox
