#include "base/error_json.h"

#include <algorithm>
#include <cstddef>

#include "base/json.h"

namespace papert {

std::string_view error_code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
      return "usage";
    case ErrorCode::kBadData:
      return "bad_data";
    case ErrorCode::kNotFound:
      return "not_found";
    case ErrorCode::kIo:
      return "io";
    case ErrorCode::kLimit:
      return "limit";
    case ErrorCode::kCancelled:
      return "cancelled";
    case ErrorCode::kInternal:
      break;
  }
  return "internal";
}

std::string error_json(std::string_view code, std::string_view message, std::string_view where) {
  Json json;
  json["error"]["code"] = code;
  json["error"]["message"] = message;
  json["error"]["where"] = where;
  return dump_json(json);
}

std::string error_json(const Error& error) {
  return error_json(error_code_name(error.code), error.message, error.where);
}

int json_depth(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      deepest = std::max(deepest, ++depth);
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return deepest;
}

}  // namespace papert
