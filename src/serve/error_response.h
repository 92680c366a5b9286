// Errors as responses.
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

}  // namespace papert::serve
