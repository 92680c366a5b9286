// Any bytes as a model's reply to the six rubrics: scores from 0 to 10, or a reason.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "datagen/turtle/rubric_reply.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using papert::fuzz::require;
  const auto scores = papert::datagen::read_rubric_reply(
      std::string_view(reinterpret_cast<const char*>(data), size));
  if (!scores) {
    require(!scores.error().message.empty());
    return 0;
  }
  for (const double score : {scores->geometry, scores->visual, scores->structure, scores->alignment,
                             scores->education, scores->color}) {
    require(score >= 0 && score <= 10);
  }
  return 0;
}
