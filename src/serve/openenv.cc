#include "serve/openenv.h"

#include <utility>

#include "base/version.h"

namespace papert::serve {
namespace {

constexpr std::size_t kMaxEpisodeBytes = 256;

Json message_of(const char* type, Json data) {
  Json message;
  message["type"] = type;
  message["data"] = std::move(data);
  return message;
}

/// The code of OpenEnv's list for an error of ours.
const char* code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadData:
    case ErrorCode::kNotFound:
    case ErrorCode::kLimit:
      return "VALIDATION_ERROR";
    case ErrorCode::kUsage:
      return "SESSION_ERROR";
    default:
      return "EXECUTION_ERROR";
  }
}

Json result_of(Json observation, Json reward, bool done) {
  Json result;
  result["observation"] = std::move(observation);
  result["reward"] = std::move(reward);
  result["done"] = done;
  return result;
}

Json picture(const std::string& base64) { return {{"mime", "image/png"}, {"data", base64}}; }

Result<std::string> reply_of(const Json& action) {
  if (!action.is_object()) return fail(ErrorCode::kBadData, "an action is an object", "action");
  for (const auto& [key, value] : action.items()) {
    if (key == "reply" || key == "metadata") continue;  // every action of theirs has metadata
    return fail(ErrorCode::kBadData, "an action has 'reply' and nothing else", key.substr(0, 60));
  }
  return get_string(action, "reply", "action");
}

/// The verdict, and what went wrong with the program itself. Not what a wrong answer lacks: that is
/// told in words chosen for a model (feedback), or not at all.
std::string explanation(const Json& line) {
  const std::string verdict = get_string(line, "verdict").value_or("");
  const Json detail = line.value("detail", Json::object());
  const std::string message = get_string(detail, "message").value_or("");
  return message.empty() || verdict == "wrong" ? verdict : verdict + ": " + message;
}

}  // namespace

OpenEnvSession::OpenEnvSession(OpenEnvOptions options, Ask ask)
    : options_(std::move(options)), ask_(std::move(ask)) {}

std::optional<std::string> OpenEnvSession::answer(std::string_view message) {
  const auto json = parse_json(message);
  if (!json) return openenv_error("INVALID_JSON", json.error().to_string());
  const auto type = get_string(*json, "type", "message");
  if (!type) return openenv_error("UNKNOWN_TYPE", type.error().to_string());
  const Json data = json->value("data", Json::object());
  if (*type == "close") return std::nullopt;
  if (*type == "state") return dump_json(message_of("state", state()));
  if (*type != "reset" && *type != "step") {
    return openenv_error("UNKNOWN_TYPE",
                         "there is no such message; there are: reset, step, state, close");
  }
  auto result = *type == "reset" ? reset(data) : step(data);
  if (!result) return openenv_error(code_of(result.error().code), result.error().to_string());
  return dump_json(message_of("observation", std::move(*result)));
}

/// The task by its reference, or the first that a seed mints.
Result<Json> OpenEnvSession::choose_task(const Json& data) {
  Json request;
  if (data.contains("ref")) {
    request["ref"] = data["ref"];
    return ask_("task", request);
  }
  const std::int64_t seed = TRY(get_optional_int(data, "seed", "data")).value_or(episodes_);
  const auto tier = TRY(get_optional_string(data, "tier", "data"));
  request["suite"] = options_.suite;
  request["src"]["mint"]["seed"] = seed;
  request["src"]["mint"]["count"] = 1;
  if (tier) request["src"]["mint"]["tiers"] = Json::array({*tier});
  const Json listed = TRY(ask_("tasks", request));
  const Json tasks = listed.value("tasks", Json::array());
  if (tasks.empty()) {
    return fail(ErrorCode::kBadData, "that seed gives no task; take another", "seed");
  }
  request["id"] = TRY(get_string(tasks[0], "id"));
  return ask_("task", request);
}

Result<Json> OpenEnvSession::reset(const Json& data) {
  if (!data.is_object()) return fail(ErrorCode::kBadData, "must be an object", "data");
  const std::int64_t turns =
      TRY(get_optional_int(data, "max_turns", "data")).value_or(options_.max_turns);
  if (turns < 1 || turns > kMaxTurns) {
    return fail(ErrorCode::kBadData, "max_turns is not a number from 1 to 32", "data");
  }
  std::string episode = TRY(get_optional_string(data, "episode_id", "data")).value_or("");
  if (episode.size() > kMaxEpisodeBytes) {
    return fail(ErrorCode::kLimit, "the episode_id is too long", "data");
  }
  const Json task = TRY(choose_task(data));
  ref_ = TRY(get_string(task, "ref"));
  episode_ = episode.empty() ? std::to_string(episodes_) : std::move(episode);
  max_turns_ = turns;
  turns_ = 0;
  done_ = false;
  ++episodes_;
  const Json prompt = task.value("prompt", Json::object());
  Json observation;
  observation["task"] = ref_;
  observation["prompt"] = prompt.value("text", Json(""));
  observation["images"] = Json::array();
  for (const Json& image : prompt.value("images", Json::array())) {
    if (image.is_string()) observation["images"].push_back(picture(image.get<std::string>()));
  }
  observation["verdict"] = nullptr;
  observation["metrics"] = Json::object();
  observation["message"] = "";
  observation["drawing"] = nullptr;
  return result_of(std::move(observation), nullptr, false);
}

/// The line of the score has the reward of the policy `success`; another one is asked for.
Result<Json> OpenEnvSession::reward_for(const Json& line, const std::string& reply) {
  const Json success = line.value("success", Json());
  if (!success.is_boolean()) return Json(nullptr);
  if (options_.policy == "success") return Json(success.get<bool>() ? 1.0 : 0.0);
  Json request;
  request["items"] = Json::array({Json{{"ref", ref_}, {"text", reply}}});
  request["policy"] = options_.policy;
  const Json rewards = TRY(ask_("reward", request));
  const Json list = rewards.value("rewards", Json::array());
  return list.empty() ? Json(nullptr) : list[0];
}

/// What the model is told about its reply, and, where it may try again, the picture of what it
/// drew.
OpenEnvSession::Told OpenEnvSession::tell(const std::string& reply, const Json& line) {
  Told told{explanation(line), nullptr};
  if (max_turns_ == 1) return told;
  const auto feedback = ask_("feedback", Json{{"ref", ref_}, {"text", reply}});
  if (!feedback) return told;
  const std::string text = get_string(*feedback, "text").value_or("");
  if (!text.empty()) told.message = text;
  const Json images = feedback->value("images", Json::array());
  if (!images.empty() && images[0].is_string()) {
    told.drawing = picture(images[0].get<std::string>());
  }
  return told;
}

Result<Json> OpenEnvSession::step(const Json& action) {
  const std::string reply = TRY(reply_of(action));
  if (done_)
    return fail(ErrorCode::kUsage, "the episode has ended, or none has begun: reset first");
  Json request;
  request["items"] = Json::array({Json{{"ref", ref_}, {"text", reply}}});
  const Json scores = TRY(ask_("score", request));
  if (!scores.contains("scores") || scores["scores"].size() != 1) {
    return fail(ErrorCode::kInternal, "the reply was not scored");
  }
  const Json& line = scores["scores"][0];
  Json reward = TRY(reward_for(line, reply));
  const bool right = line.value("success", Json()) == Json(true);
  if (!reward.is_null()) ++turns_;
  done_ = right || turns_ >= max_turns_;
  Json observation;
  observation["task"] = ref_;
  observation["prompt"] = "";
  observation["images"] = Json::array();
  observation["verdict"] = line.value("verdict", Json());
  observation["metrics"] = line.value("metrics", Json::object());
  Told told = tell(reply, line);
  observation["message"] = std::move(told.message);
  observation["drawing"] = std::move(told.drawing);
  return result_of(std::move(observation), std::move(reward), done_);
}

Json OpenEnvSession::state() const {
  Json state;
  state["episode_id"] = episode_.empty() ? Json(nullptr) : Json(episode_);
  state["step_count"] = turns_;
  state["suite"] = options_.suite;
  state["task"] = ref_.empty() ? Json(nullptr) : Json(ref_);
  state["max_turns"] = max_turns_;
  state["done"] = done_;
  return state;
}

Json openenv_metadata(const std::string& suite) {
  Json json;
  json["name"] = "papert/" + suite;
  json["description"] = "Tasks of visual programming: see a picture or text, reply with a program.";
  json["version"] = version();
  return json;
}

Json openenv_schema() {
  const auto type = [](const char* name) { return Json{{"type", name}}; };
  Json json;
  json["action"] = {{"type", "object"},
                    {"properties", {{"reply", type("string")}}},
                    {"required", Json::array({"reply"})}};
  Json observed;
  observed["task"] = type("string");
  observed["prompt"] = type("string");
  observed["images"] = type("array");
  observed["verdict"] = {{"type", Json::array({"string", "null"})}};
  observed["metrics"] = type("object");
  observed["message"] = type("string");
  observed["drawing"] = {{"type", Json::array({"object", "null"})}};
  json["observation"] = {{"type", "object"}, {"properties", std::move(observed)}};
  Json state;
  state["episode_id"] = {{"type", Json::array({"string", "null"})}};
  state["step_count"] = type("integer");
  json["state"] = {{"type", "object"}, {"properties", std::move(state)}};
  return json;
}

std::string openenv_error(std::string_view code, std::string_view message) {
  Json data;
  data["message"] = message;
  data["code"] = code;
  return dump_json(message_of("error", std::move(data)));
}

}  // namespace papert::serve
