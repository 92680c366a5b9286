// Replies and errors in the form of each provider.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "mock/question.h"
#include "model/model.h"

namespace papert::mock {

struct ReplyHead {
  std::string id;            // without the provider's prefix
  std::string model;         // as it was asked for
  std::int64_t created = 0;  // seconds since 1970
};

/// One choice per answer (Anthropic has only one). A refused or truncated answer is reported in the
/// provider's words: finish_reason "length" or a "refusal" text; stop_reason; finishReason. Tokens
/// are estimates: one per four bytes of text, 85 per picture.
[[nodiscard]] Json reply_json(ChatFormat format, const ReplyHead& head, const Question& question,
                              const std::vector<model::Reply>& answers);

/// Stands, while a body is made, for bytes that JSON cannot hold or that are not worth holding. A
/// stream never cuts it.
inline constexpr std::string_view kMarker = "papert-mock-bytes-7c1d2f90";

/// What reply_json gave, in pieces of a few words each: the provider's events, one after the other,
/// each with the empty line that ends it. `usage`: OpenAI's tokens, too.
[[nodiscard]] std::vector<std::string> stream_events(ChatFormat format, const Json& reply,
                                                     bool usage);

/// An event that says that the reply fails from here on.
[[nodiscard]] std::string error_event(ChatFormat format, const Json& error);

/// Gemini's events as the list it sends to those who do not ask for server-sent events.
[[nodiscard]] std::string gemini_list(const std::vector<std::string>& events);

struct Refused {
  int status = 400;
  std::string message;
  std::string code;   // of the mock's own: unknown_prompt, invalid_request, ...
  std::string param;  // the field in question; may be empty
};

[[nodiscard]] Json error_json(ChatFormat format, const Refused& refused);

}  // namespace papert::mock
