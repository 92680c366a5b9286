#include "reward/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/error_json.h"
#include "reward_tasks.h"
#include "suite/registry.h"
#include "support/temp_folder.h"

namespace papert::reward {
namespace {

using testing::HasSubstr;

class Requests : public testing::Test {
 protected:
  Json ask(std::string_view operation, const Json& request) {
    return *parse_json(service_.answer(operation, dump_json(request)).json);
  }

  /// The error of a request that must be refused.
  Json refused(std::string_view operation, const std::string& body) {
    const Response response = service_.answer(operation, body);
    EXPECT_FALSE(response.ok) << response.json.substr(0, 200);
    const Json json = *parse_json(response.json);
    EXPECT_EQ(json.size(), 1U);
    const Json error = json.value("error", Json::object());
    EXPECT_EQ(error.size(), 3U);
    EXPECT_EQ(error.value("code", ""), error_code_name(response.code));
    EXPECT_FALSE(error.value("message", "").empty());
    return error;
  }

  static Json xlogo(std::int64_t count = 5) { return to_json(minted("xlogo", count)); }

  TaskSets sets_;
  Service service_{sets_, {.jobs = 2}};
};

TEST_F(Requests, InfoListsWhatThereIs) {
  const Json info = ask("info", Json::object());
  EXPECT_EQ(info["format"], 1);
  EXPECT_EQ(info["suites"].size(), suite::all_suites().size());
  EXPECT_EQ(info["verdicts"].size(), 14U);
  EXPECT_EQ(info["policies"], Json::array({"success", "shaped"}));
  EXPECT_EQ(info["limits"]["items"], kMaxItems);
  EXPECT_FALSE(info.contains("data"));
  for (const Json& suite : info["suites"]) {
    EXPECT_TRUE(suite["mints"].get<bool>()) << suite["name"];
    EXPECT_GT(suite["metrics"].size(), 0U);
  }
}

TEST_F(Requests, TasksComePageByPage) {
  Json request = xlogo(8);
  request["limit"] = 3;
  std::vector<std::string> ids;
  for (int page = 0; page < 10; ++page) {
    const Json answer = ask("tasks", request);
    ASSERT_FALSE(answer.contains("error")) << dump_json(answer);
    EXPECT_FALSE(answer["src"]["mint"]["hash"].get<std::string>().empty());
    for (const Json& task : answer["tasks"]) ids.push_back(task["id"].get<std::string>());
    if (answer["next"].is_null()) {
      EXPECT_EQ(ids.size(), answer["size"].get<std::size_t>());
      break;
    }
    request["after"] = answer["next"];
  }
  EXPECT_GT(ids.size(), 3U);
  request["after"] = "nobody";
  EXPECT_EQ(ask("tasks", request)["error"]["code"], "not_found");
}

TEST_F(Requests, ATaskHasARefThatScoresItsReference) {
  Json request = xlogo();
  request["id"] = open_set(sets_, minted("xlogo", 5))->id(1);
  request["reference"] = true;
  for (const bool carried : {false, true}) {
    request["inline"] = carried;
    const Json task = ask("task", request);
    ASSERT_FALSE(task.contains("error")) << dump_json(task);
    EXPECT_EQ(task["prompt"]["images"].size(), 0U);
    EXPECT_THAT(task["prompt"]["text"].get<std::string>(), HasSubstr("turtle"));
    const Json item{{"ref", task["ref"]}, {"text", task["reference"]}};
    const Json scored = ask("score", {{"items", {item}}});
    ASSERT_FALSE(scored.contains("error")) << dump_json(scored);
    EXPECT_EQ(scored["scores"][0]["verdict"], "right");
    const Json reference = *parse_json(task["ref"].get<std::string>());
    const Json by_object = ask("score", {{"items", {{{"ref", reference}, {"text", "?"}}}}});
    EXPECT_EQ(by_object["scores"][0]["verdict"], "no_answer") << dump_json(by_object);
  }
}

TEST_F(Requests, ReferencesCanBeHidden) {
  const Service closed(sets_, {.references = false});
  Json request = xlogo();
  request["id"] = open_set(sets_, minted("xlogo", 5))->id(0);
  EXPECT_TRUE(closed.answer("task", dump_json(request)).ok);
  request["reference"] = true;
  EXPECT_FALSE(closed.answer("task", dump_json(request)).ok);
}

TEST_F(Requests, ScoresAreLinesInTheOrderOfTheItems) {
  const auto set = open_set(sets_, minted("xlogo", 5));
  Json request = xlogo();
  for (std::size_t i = 0; i < 40; ++i) {
    const std::size_t task = i % set->tasks().size();
    Json item{{"id", set->id(task)}, {"epoch", i}, {"key", {i}}};
    item["text"] = i % 2 == 0 ? set->tasks().reference(task) : "no idea";
    request["items"].push_back(item);
  }
  const Response response = service_.answer("score", dump_json(request));
  ASSERT_TRUE(response.ok) << response.json;
  std::string expected = "{\"scores\":[";
  for (std::size_t i = 0; i < 40; ++i) {
    const Json& item = request["items"][i];
    const Json key = item["key"];
    const std::string text = item["text"].get<std::string>();
    const ScoreItem same{set.get(), i % set->tasks().size(), text, static_cast<std::int64_t>(i),
                         &key};
    expected += (i > 0 ? "," : "") + score_line(same, score_one(same, {}));
  }
  EXPECT_EQ(response.json, expected + "]}");
}

TEST_F(Requests, RewardsHaveAFigureOrNullForEveryItem) {
  const auto set = open_set(sets_, minted("xlogo", 5));
  Json request = xlogo();
  request["items"] = {{{"id", set->id(0)}, {"text", set->tasks().reference(0)}},
                      {{"id", set->id(0)}, {"text", "def run():\n    pass\n"}},
                      {{"id", set->id(0)}, {"text", "no idea"}}};
  const Json success = ask("reward", request);
  EXPECT_EQ(success["rewards"], Json::array({1.0, 0.0, 0.0})) << dump_json(success);
  EXPECT_EQ(success["verdicts"][2], "no_answer");
  EXPECT_EQ(success["metrics"][0]["success"], 1.0);
  request["policy"] = "shaped";
  const Json shaped = ask("reward", request);
  EXPECT_EQ(shaped["rewards"][0], 1.0);
  EXPECT_LE(shaped["rewards"][1].get<double>(), 0.95);
  EXPECT_EQ(shaped["rewards"][2], 0.0);
  // A deadline that the host did not keep is nobody's fault.
  const CallOptions late{.deadline = Deadline(Deadline::Clock::now())};
  const Response none = service_.answer("reward", dump_json(request), late);
  EXPECT_EQ((*parse_json(none.json))["rewards"], Json::array({nullptr, nullptr, nullptr}));
  EXPECT_EQ((*parse_json(none.json))["verdicts"][0], "host_slow");
  request["unscored"] = "zero";
  EXPECT_EQ((*parse_json(service_.answer("reward", dump_json(request), late).json))["rewards"][0],
            0.0);
  request["unscored"] = "raise";
  EXPECT_EQ(
      (*parse_json(service_.answer("reward", dump_json(request), late).json))["error"]["where"],
      "items[0]");
}

TEST_F(Requests, AreReadStrictly) {
  EXPECT_EQ(refused("score", "nonsense")["code"], "bad_data");
  EXPECT_EQ(refused("score", "[]")["code"], "bad_data");
  EXPECT_EQ(refused("scores", "{}")["code"], "usage");
  EXPECT_EQ(refused("score", "{}")["where"], "items");
  EXPECT_THAT(refused("score", R"({"items":[],"extrct":"strict"})")["message"].get<std::string>(),
              HasSubstr("did you mean 'extract'"));
  EXPECT_EQ(refused("score", R"({"items":[],"extract":"published"})")["where"], "extract");
  EXPECT_EQ(refused("score", R"({"items":[],"deadline_ms":0})")["where"], "deadline_ms");
  EXPECT_EQ(refused("score", R"({"items":[],"max_reply_bytes":65537})")["where"],
            "max_reply_bytes");
  EXPECT_EQ(refused("reward", R"({"items":[],"policy":"best"})")["where"], "policy");
  EXPECT_EQ(refused("reward", R"({"items":[],"unscored":"one"})")["where"], "unscored");
  EXPECT_EQ(refused("score", R"({"items":[],"policy":"best"})")["where"], "policy");
  const auto item = [&](const std::string& json) {
    return refused("score", R"({"items":[)" + json + "]}");
  };
  EXPECT_EQ(item("3")["where"], "items[0]");
  EXPECT_EQ(item(R"({"ref":"{}"})")["where"], "items[0].text");
  EXPECT_EQ(item(R"({"ref":"{}","text":"a","epoch":-1})")["where"], "items[0].epoch");
  EXPECT_EQ(item(R"({"text":"a","id":"b"})")["code"], "bad_data");
  EXPECT_EQ(item(R"({"ref":"{}","id":"b","text":"a"})")["where"], "items[0].ref");
  const Json lost{
      {"v", 1}, {"suite", "xlogo"}, {"id", "nobody"}, {"src", {{"mint", {{"seed", 1}}}}}};
  EXPECT_EQ(item(dump_json(Json{{"ref", lost}, {"text", "a"}}))["code"], "not_found");
}

TEST_F(Requests, HaveLimits) {
  const Service small(sets_, {.max_items = 2});
  Json request = xlogo();
  request["items"] = Json::array();
  const std::string id = open_set(sets_, minted("xlogo", 5))->id(0);
  for (int i = 0; i < 2; ++i) request["items"].push_back({{"id", id}, {"text", ""}});
  EXPECT_TRUE(small.answer("score", dump_json(request)).ok);
  request["items"].push_back({{"id", id}, {"text", ""}});
  EXPECT_EQ(small.answer("score", dump_json(request)).code, ErrorCode::kLimit);
  const auto deep = [](int levels) {
    return std::string(static_cast<std::size_t>(levels), '[') +
           std::string(static_cast<std::size_t>(levels), ']');
  };
  const auto keyed = [&](int levels) {
    return R"({"items":[{"ref":"{}","text":"a","key":)" + deep(levels) + "}]}";
  };
  EXPECT_EQ(refused("score", keyed(kMaxRequestDepth - 3))["code"], "bad_data");
  EXPECT_EQ(refused("score", keyed(kMaxRequestDepth - 2))["code"], "limit");
  EXPECT_EQ(refused("score", deep(100'000))["code"], "limit");
  EXPECT_EQ(refused("score", R"({"a":"[[[[\"[[[[)" + std::string(100, '[') + "\"}")["code"],
            "bad_data");
}

TEST_F(Requests, ProgramsAreRendered) {
  const Json circle = ask(
      "render",
      {{"lang", "svg"},
       {"code",
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>)"}});
  ASSERT_FALSE(circle.contains("error")) << dump_json(circle);
  const auto png = decode_base64(circle["png"].get<std::string>());
  ASSERT_TRUE(png);
  EXPECT_TRUE(png->starts_with("\x89PNG"));
  EXPECT_TRUE(circle["problem"].is_null());
  EXPECT_EQ(refused("render", R"({"lang":"logo","code":""})")["where"], "lang");
  EXPECT_EQ(refused("render", R"({"lang":"svg","code":"<svg"})")["where"], "code");
  EXPECT_EQ(refused("render", R"({"lang":"svg","code":"","size":[0,1]})")["where"], "size");
  EXPECT_EQ(refused("render", R"({"lang":"svg","code":"","view":"side"})")["where"], "view");
  EXPECT_EQ(refused("run", R"({"lang":"svg","code":""})")["where"], "lang");
  EXPECT_EQ(refused("run", R"({"code":"","limits":{"cpu_ms":999999}})")["where"], "limits.cpu_ms");
}

}  // namespace
}  // namespace papert::reward
