// The wire format of Google's generateContent (Gemini).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/model.h"

namespace papert::model {

struct GoogleOptions {
  Sampling sampling;  // the model's name is part of the URL
};

/// One user turn, images before the text as the provider advises. reasoning_effort becomes
/// thinkingBudget if it is a whole number (Gemini 2.5; -1 leaves it to the model), thinkingLevel
/// otherwise; extra_body as in openai_body.
[[nodiscard]] std::string google_body(const GoogleOptions& options, const Request& request);

[[nodiscard]] Result<Reply> parse_google(std::string_view response);

}  // namespace papert::model
