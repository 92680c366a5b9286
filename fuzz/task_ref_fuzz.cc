// Any bytes as a reference to a task: an error with words, or a reference whose canonical text is
// read as the same reference again.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "require.h"
#include "reward/task_ref.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert;
  using fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto ref = reward::parse_task_ref(text, "ref");
  if (!ref) {
    require(!ref.error().message.empty() && !ref.error().where.empty());
    return 0;
  }
  const auto canonical = reward::ref_text(*ref);
  if (!canonical) {
    require(canonical.error().code == ErrorCode::kLimit);
    return 0;
  }
  const auto again = reward::parse_task_ref(*canonical);
  if (!again) {
    require(again.error().code == ErrorCode::kLimit);  // escapes take more room than what they mean
    return 0;
  }
  require(*again == *ref);
  require(*reward::ref_text(*again) == *canonical);
  return 0;
}
