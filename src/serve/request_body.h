// What every POST must be before its body is looked at.
#pragma once

#include <optional>
#include <string_view>

#include "http/message.h"

namespace papert::serve {

inline constexpr int kMaxRequestDepth = 32;  // of JSON

/// 415 for a POST that is not application/json, which no form of a foreign page can send, and for a
/// packed body; nothing for others.
[[nodiscard]] std::optional<http::Response> refuse_body(const http::Request& head);

/// 400 for JSON nested too deep to be read.
[[nodiscard]] std::optional<http::Response> refuse_depth(std::string_view body);

}  // namespace papert::serve
