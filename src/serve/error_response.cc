#include "serve/error_response.h"

#include "base/error_json.h"

namespace papert::serve {

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
    case ErrorCode::kBadData:
      return 400;
    case ErrorCode::kNotFound:
      return 404;
    case ErrorCode::kLimit:
      return 413;
    case ErrorCode::kCancelled:
      return 503;
    default:
      return 500;
  }
}

http::Response error_response(int status, std::string_view code, std::string_view message,
                              std::string_view where) {
  return {.status = status, .body = error_json(code, message, where)};
}

http::Response error_response(const Error& error) {
  return {.status = status_of(error.code), .body = error_json(error)};
}

}  // namespace papert::serve
