#include "sandbox/outcome.h"

#include <array>
#include <cstddef>

namespace papert::sandbox {
namespace {

constexpr std::array<std::string_view, 11> kStatusNames{
    "ok",           "exception", "syntax_error", "step_limit", "memory_limit",  "output_limit",
    "record_limit", "forbidden", "killed",       "host_slow",  "internal_error"};
static_assert(kStatusNames.size() == static_cast<std::size_t>(Status::kInternalError) + 1);

}  // namespace

std::string_view status_name(Status status) {
  return kStatusNames.at(static_cast<std::size_t>(status));
}

std::optional<Status> status_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kStatusNames.size(); ++i) {
    if (kStatusNames[i] == name) return static_cast<Status>(i);
  }
  return std::nullopt;
}

std::string_view ending_name(Ending ending) {
  switch (ending) {
    case Ending::kNormal:
      return "normal";
    case Ending::kSysExit:
      return "sys_exit";
    case Ending::kOsExit:
      return "os_exit";
  }
  return "normal";
}

}  // namespace papert::sandbox
