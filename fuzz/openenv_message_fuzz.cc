// Any bytes as the messages of an OpenEnv session, one a line, with an engine that answers with
// what the first line holds: every message gets one of ours, or the session's end, and is never
// trusted.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error_json.h"
#include "base/text.h"
#include "require.h"
#include "serve/openenv.h"
#include "serve/reward_server.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert;
  using fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  const std::string_view head = text.substr(0, end);
  const auto said = parse_json(head);
  const auto engine = [&](std::string_view operation, const Json&) -> Result<Json> {
    if (said && said->is_object()) return said->value(std::string(operation), *said);
    return fail(ErrorCode::kBadData, "the engine has nothing to say");
  };
  serve::OpenEnvSession session({.suite = "xlogo", .max_turns = 2}, engine);
  std::string_view rest = end == std::string_view::npos ? "" : text.substr(end + 1);
  while (!rest.empty()) {
    const std::size_t at = rest.find('\n');
    const std::string_view message = rest.substr(0, at);
    rest = at == std::string_view::npos ? "" : rest.substr(at + 1);
    // As the server does before it hands a message on.
    if (json_depth(message) > serve::kMaxRequestDepth) continue;
    const auto answer = session.answer(message);
    if (!answer) return 0;
    const auto json = parse_json(*answer);
    require(json && json->is_object() && json->contains("type") && json->contains("data"));
    const std::string type = (*json)["type"].get<std::string>();
    require(type == "observation" || type == "state" || type == "error");
    if (type == "error") require(!(*json)["data"]["code"].get<std::string>().empty());
  }
  return 0;
}
