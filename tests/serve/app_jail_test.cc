// The playground with programs that are executed, hostile ones among them.

#include <gmock/gmock.h>

#include "play_server.h"

namespace papert::serve::app {
namespace {

using test::HttpAnswer;
using testing::HasSubstr;

constexpr const char* kSquare =
    "import turtle\nfor i in range(4):\n    turtle.forward(100)\n    turtle.left(90)\n";
constexpr const char* kEndless = "import turtle\nturtle.forward(9)\nwhile True: pass\n";

class AppJailTest : public PlayServerTest {
 protected:
  /// A request on its way; its answer is read later.
  std::unique_ptr<test::RawConnection> begin(const std::string& code, const std::string& session) {
    const std::string body = dump_json({{"lang", "turtle"}, {"code", code}});
    auto connection = std::make_unique<test::RawConnection>(server_->port());
    connection->send(
        "POST /api/v1/run HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server_->port()) +
        "\r\nAuthorization: Bearer " + kToken + "\r\n" +
        (session.empty() ? "" : "X-Papert-Session: " + session + "\r\n") +
        "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
        "\r\n\r\n" + body);
    return connection;
  }
};

TEST_F(AppJailTest, ShowsWhatATurtleDraws) {
  const Json shown = run("turtle", std::string(kSquare) + "print('done')\n");
  EXPECT_EQ(text(shown, "outcome"), "ok");
  EXPECT_EQ(text(shown, "printed"), "done\n");
  EXPECT_TRUE(has_picture(shown, "drawing"));
}

TEST_F(AppJailTest, FaultsAreResults) {
  struct Case {
    const char* code;
    const char* outcome;
    int line;
  };
  for (const Case& each : std::vector<Case>{
           {kEndless, "step_limit", 3},
           {"x = (\n", "syntax_error", 1},
           {"import turtle\n\nturtle.left(1 / 0)\n", "exception", 3},
           {"import os\nwhile True:\n    os.fork()\n", "forbidden", 1},
           {"x = []\nwhile True:\n    x.append('y' * 1000000)\n", "memory_limit", 3},
           {"while True:\n    print('x' * 100000)\n", "output_limit", 2},
       }) {
    const Json shown = run("turtle", each.code);
    EXPECT_EQ(text(shown, "outcome"), each.outcome) << each.code;
    EXPECT_EQ(shown["error"]["line"].get<int>(), each.line) << shown["error"];
  }
  // The drawing up to the end is shown, and the server is as before.
  EXPECT_TRUE(has_picture(run("turtle", kEndless), "drawing"));
  EXPECT_EQ(text(run("turtle", kSquare), "outcome"), "ok");
}

TEST_F(AppJailTest, ATurtleIsSteppedThroughAsFarAsItGot) {
  const auto traced = [&](const std::string& code, const Json& task = nullptr) {
    Json body{{"lang", "turtle"}, {"code", code}, {"trace", true}};
    if (!task.is_null()) body["task"] = task;
    return json_of(post(dump_json(body)));
  };
  const Json shown = traced("import turtle\nturtle.fd(9)\nturtle.lt(9)\n");
  ASSERT_TRUE(shown["replay"].is_object()) << shown["replay_problem"];
  EXPECT_EQ(shown["replay"]["steps"].size(), 2U);
  EXPECT_EQ(shown["replay"]["steps"][1][0].get<int>(), 3);
  const Json failed = traced("import turtle\nturtle.fd(9)\n1 / 0\n");
  EXPECT_EQ(text(failed, "outcome"), "exception");
  EXPECT_EQ(failed["replay"]["steps"].size(), 1U);
  EXPECT_THAT(text(failed["replay"], "problem"), testing::HasSubstr("division"));
  // An endless one ends by the playground's own limits.
  const Json endless = traced(kEndless);
  EXPECT_EQ(text(endless, "outcome"), "step_limit");
  EXPECT_TRUE(endless.contains("replay"));
  const auto [ref, right] = task_of("turtleai");
  EXPECT_EQ(text(traced(right, ref)["replay"], "language"), "turtle");
}

TEST_F(AppJailTest, JudgesTurtlesAsTheScoreLineDoes) {
  for (const char* suite : {"turtleai", "turtlebench"}) {
    const auto [ref, right] = task_of(suite);
    for (const std::string& reply : {right, std::string(kSquare), std::string("x = (\n")}) {
      expect_as_scored("turtle", ref, reply);
    }
    EXPECT_EQ(text(run("turtle", right, ref), "verdict"), "right");
    const Json failed = run("turtle", "# a comment\n\nimport turtle\nturtle.left(1 / 0)\n", ref);
    EXPECT_EQ(text(failed, "verdict"), "crashed");
    EXPECT_EQ(failed["error"]["line"].get<int>(), 4) << failed["error"];
  }
}

TEST_F(AppJailTest, TheOverlayShowsWhatTheRuleCompares) {
  for (const char* suite : {"turtleai", "turtlebench"}) {
    const auto [ref, right] = task_of(suite);
    const Json shown = run("turtle", right, ref);
    EXPECT_THAT(shown["compared"]["how"].get<std::string>(), HasSubstr("size")) << shown;
    EXPECT_TRUE(has_picture(shown, "overlay"));
    const Json blank = run("turtle", "import turtle\nturtle.left(9)\n", ref);
    EXPECT_FALSE(has_picture(blank, "overlay"));
    EXPECT_TRUE(blank["compared"].is_null());
  }
}

TEST_F(AppJailTest, TheNewestProgramOfASessionWins) {
  const auto first = begin(kEndless, "pupil");
  const auto second = begin(kEndless, "pupil");
  const auto newest = begin(kSquare, "pupil");
  for (test::RawConnection* old : {first.get(), second.get()}) {
    const HttpAnswer answer = old->read_answer();
    EXPECT_EQ(answer.status, 409);
    EXPECT_THAT(answer.body, HasSubstr("superseded"));
  }
  EXPECT_EQ(newest->read_answer().status, 200);
}

TEST_F(AppJailTest, MoreThanFitIsToldToWait) {
  AppServerOptions options = usual();
  options.jobs = 1;
  options.waiting_programs = 1;
  start(options);
  std::vector<std::unique_ptr<test::RawConnection>> all;
  for (int i = 0; i < 5; ++i) all.push_back(begin(kEndless, ""));
  int refused = 0;
  for (const auto& each : all) {
    const HttpAnswer answer = each->read_answer();
    EXPECT_TRUE(answer.status == 200 || answer.status == 429) << answer.status;
    if (answer.status != 429) continue;
    ++refused;
    EXPECT_EQ(answer.header("retry-after"), "1");
  }
  EXPECT_GE(refused, 1);
  EXPECT_LE(refused, 4);
}

}  // namespace
}  // namespace papert::serve::app
