// The wire format of OpenAI chat completions, which most servers and gateways speak.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/model.h"

namespace papert::model {

/// The field that bounds a reply's tokens. Elsewhere than at api.openai.com and at Azure it is
/// max_tokens, which every server knows; there it is max_completion_tokens for names of the
/// o-series and from gpt-5 on (o3, o4-mini, gpt-5.1, ...), which refuse the older one.
[[nodiscard]] std::string max_tokens_field(std::string_view url, std::string_view model);

struct OpenAiOptions {
  std::string model;
  Sampling sampling;
  std::string max_tokens_field = "max_tokens";
};

/// The request: the system message, if there is one, and one user message, images after the text as
/// data URLs. extra_body is merged last, as RFC 7396 has it: objects are merged, null removes a
/// field.
[[nodiscard]] std::string openai_body(const OpenAiOptions& options, const Request& request);

/// The first choice of a response. kBadData if it is not a chat completion, says so itself with an
/// error, or has no choice.
[[nodiscard]] Result<Reply> parse_openai(std::string_view response);

}  // namespace papert::model
