#include "serve/error_response.h"

#include <algorithm>
#include <array>

#include "base/json.h"

namespace papert::serve {
namespace {

struct ErrorName {
  ErrorCode code;
  const char* name;
  int status;
};
constexpr std::array<ErrorName, 7> kErrors{{
    {ErrorCode::kUsage, "usage", 400},
    {ErrorCode::kBadData, "bad_data", 400},
    {ErrorCode::kNotFound, "not_found", 404},
    {ErrorCode::kIo, "io", 500},
    {ErrorCode::kLimit, "limit", 413},
    {ErrorCode::kCancelled, "cancelled", 503},
    {ErrorCode::kInternal, "internal", 500},
}};

const ErrorName& name_of(ErrorCode code) {
  const auto* found =
      std::find_if(kErrors.begin(), kErrors.end(), [&](const auto& e) { return e.code == code; });
  return found == kErrors.end() ? kErrors.back() : *found;
}

}  // namespace

int status_of(ErrorCode code) { return name_of(code).status; }

http::Response error_response(int status, std::string_view code, std::string_view message,
                              std::string_view where) {
  Json json;
  json["error"]["code"] = code;
  json["error"]["message"] = message;
  json["error"]["where"] = where;
  return {.status = status, .body = dump_json(json)};
}

http::Response error_response(const Error& error) {
  const ErrorName& name = name_of(error.code);
  return error_response(name.status, name.name, error.message, error.where);
}

bool deeper_than(std::string_view text, int most) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > most) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

}  // namespace papert::serve
