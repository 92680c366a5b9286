// What the providers' formats have in common.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "model/model.h"

namespace papert::model {

/// Adds a piece of reasoning, on a line of its own.
void add_reasoning(Reply& reply, std::string_view piece);

/// The member `key` if `json` is an object that has it, else null.
[[nodiscard]] const Json& member(const Json& json, std::string_view key);

/// A string member, or "".
[[nodiscard]] std::string_view text_of(const Json& json, std::string_view key);

/// A whole number member that is not negative; 12.0 is one, and what is too large is the largest.
[[nodiscard]] std::optional<std::int64_t> count_of(const Json& json, std::string_view key);

/// The saturated sum of what is known; nothing if nothing is.
[[nodiscard]] std::optional<std::int64_t> sum(std::optional<std::int64_t> a,
                                              std::optional<std::int64_t> b);

/// What a provider says about an error in a response's body: error.message or its relatives, else
/// the text itself; one line of at most 300 characters.
[[nodiscard]] std::string provider_message(std::string_view body);

/// error.code, or error.type or error.status, of such a body; "" if it has none.
[[nodiscard]] std::string provider_code(std::string_view body);

}  // namespace papert::model
