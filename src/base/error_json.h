// Errors as the JSON that other programs read, and the check that comes before any reading of JSON.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace papert {

/// "usage", "bad_data", "not_found", "io", "limit", "cancelled", "internal".
[[nodiscard]] std::string_view error_code_name(ErrorCode code);

/// {"error":{"code","message","where"}}.
[[nodiscard]] std::string error_json(std::string_view code, std::string_view message,
                                     std::string_view where = {});
[[nodiscard]] std::string error_json(const Error& error);

/// How deep brackets outside of strings are nested, whatever else the text is: a cheap look before
/// a reader that would have to follow them.
[[nodiscard]] int json_depth(std::string_view text);

}  // namespace papert
