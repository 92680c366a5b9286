// A web application without runs, for tests of its playground.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "base/json.h"
#include "reward/request.h"
#include "serve/app/app_server.h"
#include "support/http_client.h"
#include "support/temp_folder.h"

namespace papert::serve::app {

class PlayServerTest : public testing::Test {
 protected:
  static constexpr const char* kToken = "0123456789abcdefABCDEF-_";

  void SetUp() override { start(usual()); }

  [[nodiscard]] AppServerOptions usual() const {
    AppServerOptions options;
    options.access.token = kToken;
    options.log_dir = folder_.path();
    options.programs_per_second = 1000;
    return options;
  }

  void start(const AppServerOptions& options) {
    server_.reset();  // it asks the engine until then
    auto server = AppServer::start(sets_, engine_, options);
    ASSERT_TRUE(server) << server.error().to_string();
    server_ = std::move(*server);
  }

  test::HttpAnswer post(std::string_view body, const test::HttpClient::Headers& more = {}) {
    test::HttpClient::Headers headers = more;
    headers.push_back(std::string("Authorization: Bearer ") + kToken);
    return test::HttpClient(server_->port()).post("/api/v1/run", body, headers);
  }

  static Json json_of(const test::HttpAnswer& answer) {
    auto json = parse_json(answer.body);
    return json ? *json : Json(answer.body);
  }

  /// What the playground says of a program.
  Json run(const std::string& lang, const std::string& code, const Json& task = nullptr) {
    Json body{{"lang", lang}, {"code", code}};
    if (!task.is_null()) body["task"] = task;
    const test::HttpAnswer answer = post(dump_json(body));
    EXPECT_EQ(answer.status, 200) << answer.body;
    return json_of(answer);
  }

  static std::string text(const Json& json, const char* key) {
    return json[key].is_string() ? json[key].get<std::string>() : "(none)";
  }
  static bool has_picture(const Json& json, const char* kind) {
    return json["pictures"].contains(kind) &&
           json["pictures"][kind].get<std::string>().starts_with("data:image/png;base64,iVBOR");
  }

  /// The first task of a suite that a seed mints, and a right answer to it.
  std::pair<Json, std::string> task_of(const std::string& suite) {
    const Json src{{"mint", {{"seed", 7}, {"count", 1}}}};
    const Json tasks = served("tasks", {{"suite", suite}, {"src", src}});
    const std::string id = tasks["tasks"][0]["id"].get<std::string>();
    Json ref{{"v", 1}, {"suite", suite}, {"modes", Json::object()}, {"id", id}, {"src", src}};
    const Json task = served("task", {{"ref", ref}, {"reference", true}});
    return {std::move(ref), task["reference"].get<std::string>()};
  }

  /// The playground and the score line must say the same of a reply.
  void expect_as_scored(const std::string& lang, const Json& ref, const std::string& reply) {
    const Json shown = run(lang, reply, ref);
    const Json items = Json::array({{{"ref", ref}, {"text", reply}}});
    const Json scored = served("score", {{"items", items}})["scores"][0];
    EXPECT_EQ(shown["verdict"], scored["verdict"]) << reply;
    EXPECT_EQ(shown["success"], scored["success"]) << reply;
    EXPECT_EQ(shown["metrics"], scored["metrics"]) << reply;
  }

  Json served(const std::string& operation, const Json& request) {
    const auto response = service_.answer(operation, dump_json(request));
    EXPECT_TRUE(response.ok) << response.json;
    return *parse_json(response.json);
  }

  test::TempFolder folder_;
  reward::TaskSets sets_{reward::TaskSetsOptions{.folders = std::vector<std::filesystem::path>{}}};
  reward::Service service_{sets_, {}};
  Engine engine_ = [](std::string_view, std::string_view, std::chrono::steady_clock::time_point) {
    return Answer{"{}", true};
  };
  std::unique_ptr<AppServer> server_;
};

}  // namespace papert::serve::app
