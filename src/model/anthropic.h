// The wire format of Anthropic's messages.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/model.h"

namespace papert::model {

inline constexpr std::string_view kAnthropicVersion = "2023-06-01";

/// The format demands a bound; this is it where none is given.
inline constexpr std::int64_t kAnthropicMaxTokens = 4096;

struct AnthropicOptions {
  std::string model;
  Sampling sampling;  // a seed does not exist here and must not be set
};

/// One user message, images before the text as the provider advises; reasoning_effort becomes
/// output_config.effort; extra_body as in openai_body.
[[nodiscard]] std::string anthropic_body(const AnthropicOptions& options, const Request& request);

[[nodiscard]] Result<Reply> parse_anthropic(std::string_view response);

}  // namespace papert::model
