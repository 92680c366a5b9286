// The drawing module of the real program: our turtle.

#include "lang/turtle/turtle_module.h"
#include "sandbox/drawing_module.h"

namespace papert::sandbox {
namespace {

bool install() {
  turtle::install();
  return true;
}

SerialiseStatus serialise(std::span<std::byte> area, std::size_t& used) {
  switch (turtle::serialise(area, used)) {
    case turtle::SerialiseStatus::kOk:
      return SerialiseStatus::kOk;
    case turtle::SerialiseStatus::kRecordLimit:
    case turtle::SerialiseStatus::kNoRoom:
      return SerialiseStatus::kTooLarge;
    case turtle::SerialiseStatus::kNotFinite:
      return SerialiseStatus::kNotFinite;
    case turtle::SerialiseStatus::kTooFar:
      return SerialiseStatus::kTooFar;
  }
  return SerialiseStatus::kTooLarge;
}

}  // namespace

const DrawingModule& drawing_module() {
  static constexpr DrawingModule kModule{"turtle", install, turtle::reset, serialise};
  return kModule;
}

}  // namespace papert::sandbox
