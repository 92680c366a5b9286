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

}  // namespace papert::sandbox
