#include "serve/openenv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace papert::serve {
namespace {

using testing::HasSubstr;

/// An engine with one task: "right" is right, "slow" was not scored, all else is wrong.
class OpenEnvTest : public testing::Test {
 protected:
  Result<Json> work(std::string_view operation, const Json& request) {
    asked_.push_back(std::string(operation) + " " + dump_json(request));
    if (operation == "tasks") {
      if (request["src"]["mint"]["seed"] == 13) return *parse_json(R"({"tasks":[]})");
      return *parse_json(R"({"tasks":[{"id":"a"}]})");
    }
    if (operation == "task") {
      if (request.value("ref", Json()) == Json("nonsense")) {
        return fail(ErrorCode::kBadData, "not a reference", "ref");
      }
      return *parse_json(R"({"ref":"R","id":"a","prompt":{"text":"Draw.","images":["aW1n"]}})");
    }
    if (operation == "feedback") {
      if (request["text"] == "mute") return fail(ErrorCode::kInternal, "no jail");
      if (request["text"] == "right") return *parse_json(R"({"text":"","images":[]})");
      return *parse_json(R"({"text":"Not that. Try again.","images":["cGlj"]})");
    }
    if (operation == "reward") return *parse_json(R"({"rewards":[0.5],"verdicts":["wrong"]})");
    const std::string text = request["items"][0]["text"].get<std::string>();
    if (text == "broken") return fail(ErrorCode::kInternal, "no jail");
    Json line{{"verdict", text == "right" ? "right" : text == "slow" ? "host_slow" : "wrong"}};
    line["success"] = text == "slow" ? Json(nullptr) : Json(text == "right");
    line["metrics"] = {{"similarity", 0.25}};
    line["answer"] = "forward(1)";
    line["detail"] = {{"message", "too short"}};
    return Json{{"scores", Json::array({line})}};
  }

  OpenEnvSession session(OpenEnvOptions options = {.suite = "turtleai"}) {
    return {std::move(options), [this](std::string_view operation, const Json& request) {
              return work(operation, request);
            }};
  }
  static Json say(OpenEnvSession& session, const std::string& message) {
    const auto answer = session.answer(message);
    EXPECT_TRUE(answer);
    return answer ? *parse_json(*answer) : Json();
  }
  static Json step(OpenEnvSession& session, const std::string& reply) {
    return say(session, dump_json(Json{{"type", "step"}, {"data", {{"reply", reply}}}}))["data"];
  }

  std::vector<std::string> asked_;
};

TEST_F(OpenEnvTest, OneTurn) {
  OpenEnvSession env = session();
  const Json begun = say(env, R"({"type":"reset","data":{"seed":7,"episode_id":"e1"}})");
  EXPECT_EQ(begun["type"], "observation");
  EXPECT_EQ(begun["data"]["reward"], Json());
  EXPECT_EQ(begun["data"]["done"], false);
  const Json observation = begun["data"]["observation"];
  EXPECT_EQ(observation["prompt"], "Draw.");
  EXPECT_EQ(observation["images"][0], *parse_json(R"({"mime":"image/png","data":"aW1n"})"));
  EXPECT_EQ(observation["task"], "R");
  EXPECT_THAT(asked_[0], HasSubstr(R"("mint":{"seed":7,"count":1})"));
  const Json done = step(env, "wrong");
  EXPECT_EQ(done["reward"], 0.0);
  EXPECT_EQ(done["done"], true);
  EXPECT_EQ(done["observation"]["verdict"], "wrong");
  EXPECT_EQ(done["observation"]["message"], "wrong");  // not what is missing
  EXPECT_EQ(done["observation"]["drawing"], Json());
  const Json state = say(env, R"({"type":"state"})");
  EXPECT_EQ(state["type"], "state");
  EXPECT_EQ(state["data"]["episode_id"], "e1");
  EXPECT_EQ(state["data"]["step_count"], 1);
  EXPECT_EQ(env.answer(R"({"type":"close"})"), std::nullopt);
}

TEST_F(OpenEnvTest, RefinementShowsTheOwnDrawing) {
  OpenEnvSession env = session({.suite = "turtleai", .max_turns = 3});
  say(env, R"({"type":"reset","data":{}})");
  const Json first = step(env, "wrong");
  EXPECT_EQ(first["done"], false);
  EXPECT_EQ(first["reward"], 0.0);
  EXPECT_EQ(first["observation"]["drawing"], *parse_json(R"({"mime":"image/png","data":"cGlj"})"));
  EXPECT_EQ(first["observation"]["message"], "Not that. Try again.");
  EXPECT_THAT(asked_.back(), HasSubstr(R"-(feedback {"ref":"R","text":"wrong"})-"));
  const Json unlearnt = step(env, "slow");  // takes no turn
  EXPECT_EQ(unlearnt["reward"], Json());
  EXPECT_EQ(unlearnt["done"], false);
  EXPECT_EQ(step(env, "wrong")["done"], false);
  const Json last = step(env, "mute");  // nobody can say what it drew
  EXPECT_EQ(last["done"], true);
  EXPECT_EQ(last["observation"]["message"], "wrong");
  EXPECT_EQ(last["observation"]["drawing"], Json());
  say(env, R"({"type":"reset","data":{"max_turns":2,"ref":"R"}})");
  const Json right = step(env, "right");
  EXPECT_EQ(right["reward"], 1.0);
  EXPECT_EQ(right["done"], true);
}

TEST_F(OpenEnvTest, AnotherPolicyIsAskedFor) {
  OpenEnvSession env = session({.suite = "turtleai", .policy = "shaped"});
  say(env, R"({"type":"reset"})");
  EXPECT_EQ(step(env, "wrong")["reward"], 0.5);
  EXPECT_THAT(asked_.back(), HasSubstr(R"("policy":"shaped")"));
}

TEST_F(OpenEnvTest, TypedErrors) {
  OpenEnvSession env = session();
  const auto code = [&](const std::string& message) {
    const Json answer = say(env, message);
    EXPECT_EQ(answer["type"], "error");
    EXPECT_FALSE(answer["data"]["message"].get<std::string>().empty());
    return answer["data"]["code"].get<std::string>();
  };
  EXPECT_EQ(code("{"), "INVALID_JSON");
  EXPECT_EQ(code("[]"), "UNKNOWN_TYPE");
  EXPECT_EQ(code(R"({"type":"dance"})"), "UNKNOWN_TYPE");
  EXPECT_EQ(code(R"({"type":7})"), "UNKNOWN_TYPE");
  EXPECT_EQ(code(R"({"type":"step","data":{"reply":"a"}})"), "SESSION_ERROR");
  for (const char* data : {R"([])", R"({"seed":"x"})", R"({"seed":13})", R"({"max_turns":0})",
                           R"({"max_turns":33})", R"({"ref":"nonsense"})"}) {
    EXPECT_EQ(code(std::string(R"({"type":"reset","data":)") + data + "}"), "VALIDATION_ERROR")
        << data;
  }
  EXPECT_EQ(say(env, R"({"type":"reset"})")["type"], "observation");
  for (const char* data : {R"({})", R"({"reply":1})", R"({"reply":"a","tool":"b"})", R"("a")"}) {
    EXPECT_EQ(code(std::string(R"({"type":"step","data":)") + data + "}"), "VALIDATION_ERROR")
        << data;
  }
  EXPECT_EQ(code(R"({"type":"step","data":{"reply":"broken"}})"), "EXECUTION_ERROR");
  EXPECT_EQ(step(env, "right")["done"], true);
  EXPECT_EQ(code(R"({"type":"step","data":{"reply":"again"}})"), "SESSION_ERROR");
}

TEST(OpenEnv, Descriptions) {
  EXPECT_EQ(openenv_metadata("xlogo")["name"], "papert/xlogo");
  EXPECT_EQ(openenv_schema()["action"]["required"], Json::array({"reply"}));
}

}  // namespace
}  // namespace papert::serve
