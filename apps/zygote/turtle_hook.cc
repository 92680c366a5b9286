// The drawing module of the real program: our turtle.

#include "lang/turtle/module/turtle_module.h"
#include "sandbox/drawing_module.h"

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

}  // namespace

const DrawingModule& drawing_module() {
  static constexpr DrawingModule kModule{"turtle", install, lang::turtle::reset, serialise};
  return kModule;
}

}  // namespace papert::sandbox
