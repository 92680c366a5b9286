// Any bytes as the messages of an OpenEnv session, one a line: every message gets one of ours, or
// the session's end. The engine is ours and answers well; what it says of a reply goes by turns.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error_json.h"
#include "require.h"
#include "serve/openenv.h"
#include "serve/reward_server.h"

namespace {

using papert::Json;

papert::Result<Json> answer(std::string_view operation, std::size_t turn) {
  constexpr std::array<std::string_view, 3> kScores{
      R"({"scores":[{"verdict":"wrong","success":false,"metrics":{},"answer":"x","detail":{}}]})",
      R"({"scores":[{"verdict":"host_slow","success":null,"metrics":{},"detail":{"message":"m"}}]})",
      R"({"scores":[{"verdict":"right","success":true,"metrics":{},"answer":"x","detail":{}}]})"};
  if (turn % 7 == 6) return papert::fail(papert::ErrorCode::kInternal, "no jail");
  if (operation == "tasks") return papert::parse_json(R"({"tasks":[{"id":"a"}]})");
  if (operation == "task") {
    return papert::parse_json(R"({"ref":"R","prompt":{"text":"Draw.","images":["aW1n"]}})");
  }
  if (operation == "score") return papert::parse_json(kScores[turn % kScores.size()]);
  return papert::parse_json(R"({"text":"Try again.","images":["cGlj"],"rewards":[0.5]})");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace papert;
  using fuzz::require;
  std::size_t turn = 0;
  const auto engine = [&](std::string_view operation, const Json&) {
    return answer(operation, turn++);
  };
  serve::OpenEnvSession session({.suite = "xlogo", .max_turns = 2, .policy = "shaped"}, engine);
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::string_view message = rest.substr(0, end);
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
    // As the server does before it hands a message on.
    if (json_depth(message) > serve::kMaxRequestDepth) continue;
    const auto said = session.answer(message);
    if (!said) return 0;
    const auto json = parse_json(*said);
    require(json && json->is_object() && json->contains("type") && json->contains("data"));
    const std::string type = (*json)["type"].get<std::string>();
    require(type == "observation" || type == "state" || type == "error");
    if (type == "error") require(!(*json)["data"]["code"].get<std::string>().empty());
  }
  return 0;
}
