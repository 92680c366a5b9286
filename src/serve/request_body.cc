#include "serve/request_body.h"

#include <string>

#include "base/error_json.h"
#include "base/text.h"
#include "serve/error_response.h"

namespace papert::serve {

std::optional<http::Response> refuse_body(const http::Request& head) {
  if (head.method == "POST") {
    const auto type = head.header("Content-Type");
    if (!type || lower(trim(type->substr(0, type->find(';')))) != "application/json") {
      return error_response(415, "wrong_type", "send Content-Type: application/json");
    }
  }
  if (const auto packed = head.header("Content-Encoding"); packed && *packed != "identity") {
    return error_response(415, "packed_body", "the body is packed: send it as it is");
  }
  return std::nullopt;
}

std::optional<http::Response> refuse_depth(std::string_view body) {
  if (json_depth(body) <= kMaxRequestDepth) return std::nullopt;
  return error_response(
      400, "limit",
      "the JSON is nested more than " + std::to_string(kMaxRequestDepth) + " levels deep");
}

}  // namespace papert::serve
