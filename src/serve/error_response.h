// Errors as responses, and the check that comes before any reading of JSON.
#pragma once

#include <string_view>

#include "base/result.h"
#include "http/message.h"

namespace papert::serve {

/// {"error":{"code","message","where"}}.
[[nodiscard]] http::Response error_response(int status, std::string_view code,
                                            std::string_view message, std::string_view where = {});
[[nodiscard]] http::Response error_response(const Error& error);

[[nodiscard]] int status_of(ErrorCode code);

/// Whether brackets outside of strings are nested more than `most` levels deep, whatever else the
/// text is.
[[nodiscard]] bool deeper_than(std::string_view text, int most);

}  // namespace papert::serve
