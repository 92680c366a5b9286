// OpenEnv's protocol, one session: a task is shown, the model replies, the score comes back.
//
//     {"type":"reset","data":{"seed":7}}        ->
//     {"type":"observation","data":{"observation":{...},
//     {"type":"step","data":{"reply":"..."}}           "reward":null or a number,"done":false}}
//     {"type":"state"}                          -> {"type":"state","data":{"episode_id",...}}
//     {"type":"close"}                          -> the end
//
// With max_turns above 1 a wrong reply is not the end: the observation shows the model its own
// drawing and tells it what is wrong, never what would be right, and it may try again. A right
// reply always ends the episode. A reply about which nothing was learnt has no reward and takes no
// turn.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace papert::serve {

inline constexpr std::int64_t kMaxTurns = 32;

/// Has the engine answer: operation, request.
using Ask = std::function<Result<Json>(std::string_view operation, const Json& request)>;

struct OpenEnvOptions {
  std::string suite;
  std::int64_t max_turns = 1;
  std::string policy = "success";
};

/// One thread at a time.
class OpenEnvSession {
 public:
  OpenEnvSession(OpenEnvOptions options, Ask ask);

  /// A message of the client -> ours. Nothing: the client has said goodbye. Never fails: what is
  /// wrong is a message of type "error".
  [[nodiscard]] std::optional<std::string> answer(std::string_view message);

  /// {"observation","reward","done"}; what reset and step give. kBadData for data that are wrong,
  /// kUsage for a step that is not possible now.
  [[nodiscard]] Result<Json> reset(const Json& data);
  [[nodiscard]] Result<Json> step(const Json& action);
  [[nodiscard]] Json state() const;

 private:
  [[nodiscard]] Result<Json> choose_task(const Json& data);
  [[nodiscard]] Result<Json> reward_for(const Json& line, const std::string& reply);
  struct Told {
    std::string message;
    Json drawing;
  };
  [[nodiscard]] Told tell(const std::string& reply, const Json& line);

  OpenEnvOptions options_;
  Ask ask_;
  std::string episode_;
  std::string ref_;
  std::int64_t max_turns_ = 1;
  std::int64_t turns_ = 0;
  std::int64_t episodes_ = 0;
  bool done_ = true;
};

/// What GET .../metadata and .../schema answer.
[[nodiscard]] Json openenv_metadata(const std::string& suite);
[[nodiscard]] Json openenv_schema();

/// {"type":"error","data":{"message","code"}}, as it is sent.
[[nodiscard]] std::string openenv_error(std::string_view code, std::string_view message);

}  // namespace papert::serve
