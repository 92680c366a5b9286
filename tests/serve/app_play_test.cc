// The playground where no program is executed: the languages that are read, what a request may be,
// and who is turned away.

#include <gmock/gmock.h>

#include "play_server.h"
#include "serve/app/program_gate.h"
#include "serve/app/program_request.h"

namespace papert::serve::app {
namespace {

using test::HttpAnswer;
using testing::HasSubstr;

constexpr const char* kCircle = "circle(cx=256, cy=256, radius=90, stroke=3)\n";

class AppPlayTest : public PlayServerTest {};

TEST_F(AppPlayTest, ShowsShapes) {
  const Json shown = run("shapes", kCircle);
  EXPECT_EQ(text(shown, "outcome"), "ok");
  EXPECT_TRUE(shown["error"].is_null());
  EXPECT_TRUE(has_picture(shown, "drawing"));
  EXPECT_FALSE(shown.contains("verdict"));
  EXPECT_GE(shown["ms"].get<double>(), 0);
  const Json broken = run("shapes", std::string(kCircle) + "triangle(cx=1)\n");
  EXPECT_EQ(text(broken, "outcome"), "syntax_error");
  EXPECT_EQ(text(broken["error"], "type"), "unsupported_function");
  EXPECT_EQ(broken["error"]["line"].get<int>(), 2);
}

TEST_F(AppPlayTest, ShowsTheWayThroughAnEmptyGrid) {
  for (const char* code :
       {"repeat 4 [fd rt]", "def run():\n    for i in range(4):\n        move_forward()\n"}) {
    const Json shown = run("xlogo", code);
    EXPECT_EQ(text(shown, "outcome"), "ok") << shown["error"];
    EXPECT_TRUE(has_picture(shown, "drawing"));
  }
  const Json out = run("xlogo", "fd\nrepeat 9 [\nfd ]");
  EXPECT_EQ(text(out, "outcome"), "exception");
  EXPECT_EQ(out["error"]["line"].get<int>(), 3);
  EXPECT_TRUE(has_picture(out, "drawing"));
  EXPECT_EQ(run("xlogo", "fd\nfly")["error"]["line"].get<int>(), 2);
}

TEST_F(AppPlayTest, ShowsSvgAndSaysWhereItBreaks) {
  const Json shown = run("svg", R"(<svg viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>)");
  EXPECT_TRUE(has_picture(shown, "drawing")) << shown;
  const Json broken = run("svg", "<svg viewBox=\"0 0 9 9\">\n<text>\u00e9\u00e9</tex></svg>");
  EXPECT_EQ(text(broken, "outcome"), "syntax_error");
  EXPECT_EQ(broken["error"]["line"].get<int>(), 2);
  EXPECT_EQ(broken["error"]["column"].get<int>(), 11);
  const Json slow = run("svg", R"(<svg viewBox="0 0 9 9"><g id="a"><use href="#a"/></g></svg>)");
  EXPECT_EQ(text(slow, "outcome"), "step_limit");
  EXPECT_EQ(text(slow["error"], "type"), "limit");
}

TEST_F(AppPlayTest, ShowsCad) {
  const Json shown = run("cad", "Circle(center=(0,0), dir=(1,0), radius=2, clockwise=False)");
  EXPECT_TRUE(has_picture(shown, "drawing")) << shown;
  const Json broken = run("cad", "SOL;\nLine:(1,2);\nWiggle:(1);\nEOS");
  EXPECT_EQ(text(broken, "outcome"), "syntax_error");
  EXPECT_EQ(broken["error"]["line"].get<int>(), 3) << broken;
}

TEST_F(AppPlayTest, JudgesAsTheScoreLineDoes) {
  for (const auto& [suite, lang, wrong] : std::vector<std::array<const char*, 3>>{
           {"shapecode", "shapes", kCircle},
           {"xlogo", "xlogo", "def run():\n    turn_left()\n    turn_left()\n"},
           {"sgp", "svg", "The answer is B."}}) {
    const auto [ref, right] = task_of(suite);
    for (const std::string& reply : {right, std::string(wrong), std::string("nothing")}) {
      expect_as_scored(lang, ref, reply);
    }
    EXPECT_EQ(text(run(lang, right, ref), "verdict"), "right");
  }
}

TEST_F(AppPlayTest, ShowsATargetAndHowTheDrawingDiffers) {
  const auto [ref, right] = task_of("shapecode");
  const Json wrong = run("shapes", kCircle, ref);
  EXPECT_EQ(text(wrong, "verdict"), "wrong");
  for (const char* kind : {"target", "drawing", "overlay", "difference"}) {
    EXPECT_TRUE(has_picture(wrong, kind)) << kind;
  }
  EXPECT_TRUE(wrong["compared"].is_null()) << "pixels are compared as they are";
  EXPECT_THAT(text(wrong, "explanation"), HasSubstr("pixels"));
  // A reference as text names the same task; what stands before the program moves its lines.
  const Json invalid = run("shapes", "\n\ncircle(cx=1)\n", dump_json(ref));
  EXPECT_EQ(text(invalid, "verdict"), "invalid");
  EXPECT_EQ(invalid["error"]["line"].get<int>(), 3);
  EXPECT_TRUE(has_picture(invalid, "target"));
  EXPECT_FALSE(has_picture(invalid, "drawing"));
}

TEST_F(AppPlayTest, WorldsAreNotLaidOverEachOther) {
  const auto [ref, right] = task_of("xlogo");
  const Json shown = run("xlogo", "def run():\n    turn_left()\n", ref);
  EXPECT_TRUE(has_picture(shown, "drawing"));
  EXPECT_FALSE(has_picture(shown, "overlay"));
  EXPECT_FALSE(has_picture(shown, "difference"));
}

/// What is answered with a replay.
Json traced(const std::string& lang, const std::string& code, const Json& task = nullptr) {
  Json body{{"lang", lang}, {"code", code}, {"trace", true}};
  if (!task.is_null()) body["task"] = task;
  return body;
}

TEST_F(AppPlayTest, StepsAreShownWhereTheyAreAskedFor) {
  EXPECT_FALSE(run("shapes", kCircle).contains("replay"));
  for (const auto& [lang, code] : std::vector<std::pair<const char*, std::string>>{
           {"shapes", std::string(kCircle) + "filled_square(cx=9, cy=9, size=3)\n"},
           {"svg", R"(<svg viewBox="0 0 9 9"><circle r="3"/><rect width="2" height="2"/></svg>)"},
           {"cad",
            "Circle(center=(0,0), dir=(1,0), radius=2, clockwise=False)\n"
            "Circle(center=(0,0), dir=(1,0), radius=1, clockwise=False)"}}) {
    const Json shown = json_of(post(dump_json(traced(lang, code))));
    EXPECT_EQ(shown["replay"]["language"], lang) << shown["replay_problem"];
    EXPECT_EQ(shown["replay"]["frames"].get<int>(), 3) << lang;
    EXPECT_TRUE(has_picture(shown, "drawing"));
  }
  // Without a task the grid is empty.
  for (const char* code : {"fd rt fd",
                           "def run():\n    setpc('red')\n    move_forward()\n    turn_right()\n"
                           "    move_forward()\n"}) {
    const Json walked = json_of(post(dump_json(traced("xlogo", code))));
    EXPECT_EQ(walked["replay"]["language"], "xlogo") << walked["replay_problem"];
    EXPECT_GE(walked["replay"]["steps"].size(), 3U);
    EXPECT_TRUE(walked["replay"]["problem"].get<std::string>().empty())
        << walked["replay"]["problem"];
  }
  const Json away = json_of(post(dump_json(traced("xlogo", "repeat 9 [fd]"))));
  EXPECT_EQ(away["replay"]["steps"].size(), 5U) << "the last one leaves the grid";
  EXPECT_THAT(text(away["replay"], "problem"), HasSubstr("command 5 leaves the grid"));
  const Json broken = json_of(post(dump_json(traced("xlogo", "fd fx"))));
  EXPECT_TRUE(broken["replay"].is_null());
  EXPECT_THAT(text(broken, "replay_problem"), HasSubstr("line 1"));
  const auto [ref, right] = task_of("xlogo");
  EXPECT_EQ(json_of(post(dump_json(traced("xlogo", right, ref))))["replay"]["language"], "xlogo");
}

TEST_F(AppPlayTest, WhatHasNoStepsSaysWhy) {
  const Json broken = json_of(post(dump_json(traced("shapes", "triangle(cx=1)\n"))));
  EXPECT_TRUE(broken["replay"].is_null());
  EXPECT_THAT(text(broken, "replay_problem"), HasSubstr("triangle"));
  const Json slow = json_of(post(
      dump_json(traced("svg", R"(<svg viewBox="0 0 9 9"><g id="a"><use href="#a"/></g></svg>)"))));
  EXPECT_TRUE(slow["replay"].is_null());
  EXPECT_NE(text(slow, "replay_problem"), "");
  EXPECT_EQ(post(R"({"lang":"svg","code":"","trace":1})").status, 400);
}

/// What is answered to somebody who wants a hint.
Json hinted(const std::string& lang, const std::string& code, const Json& task = nullptr) {
  Json body{{"lang", lang}, {"code", code}, {"hint", true}};
  if (!task.is_null()) body["task"] = task;
  return body;
}

TEST_F(AppPlayTest, AHintIsGivenWhereItIsAskedFor) {
  const auto [ref, right] = task_of("xlogo");
  const auto ask = [&](const std::string& code) {
    return json_of(post(dump_json(hinted("xlogo", code, ref))));
  };
  EXPECT_TRUE(ask(right)["hint"].is_null());
  // At most two commands are allowed, and those of the answer are needed.
  const auto head = right.find("def run():\n");
  ASSERT_NE(head, std::string::npos) << right;
  std::string wrong = right.substr(head, right.rfind("```") - head);
  wrong.insert(11, "    turn_left()\n");
  const Json before = run("xlogo", wrong, ref);
  ASSERT_NE(text(before, "verdict"), "right");
  EXPECT_TRUE(before["hint"].is_null()) << "nobody asked";
  const Json hint = ask(wrong)["hint"];
  ASSERT_TRUE(hint.is_object()) << hint;
  EXPECT_EQ(hint["line"].get<int>(), 2);
  EXPECT_EQ(text(hint, "text"), "line 2: remove left");
  // Lines are those of the text that was sent.
  const Json moved = ask("Here it is:\n\n```python\n" + wrong + "```\n")["hint"];
  ASSERT_TRUE(moved.is_object()) << moved;
  EXPECT_EQ(moved["line"].get<int>(), 5);
  EXPECT_THAT(text(moved, "text"), HasSubstr("line 5: remove"));
  EXPECT_TRUE(ask("nothing")["hint"].is_null());
}

TEST_F(AppPlayTest, HintsAreForGridTasksAlone) {
  for (const auto& body : {hinted("xlogo", "fd"), hinted("shapes", kCircle),
                           hinted("shapes", kCircle, task_of("shapecode").first)}) {
    const Json answer = json_of(post(dump_json(body)));
    ASSERT_TRUE(answer.contains("hint")) << body;
    EXPECT_TRUE(answer["hint"].is_null()) << body;
  }
  Json second = task_of("xlogo").first;
  second["modes"]["dialect"] = "v2";
  const Json src = second["src"];
  const Json tasks =
      served("tasks", {{"suite", "xlogo"}, {"modes", second["modes"]}, {"src", src}});
  second["id"] = tasks["tasks"][0]["id"];
  const Json answer =
      json_of(post(dump_json(hinted("xlogo", "def run():\n    turn_left()\n", second))));
  EXPECT_NE(text(answer, "verdict"), "right") << answer;
  EXPECT_TRUE(answer.contains("hint") && answer["hint"].is_null()) << answer;
  EXPECT_EQ(post(R"({"lang":"svg","code":"","hint":"yes"})").status, 400);
}

TEST_F(AppPlayTest, BadRequestsAreErrorsAtTheirKey) {
  const Json ref = task_of("shapecode").first;
  Json many = ref;
  many["src"]["mint"]["count"] = 100000;
  Json missing = ref;
  missing["id"] = "no such task";
  const auto body = [](const Json& task) {
    return dump_json({{"lang", "shapes"}, {"code", ""}, {"task", task}});
  };
  const std::vector<std::pair<std::string, int>> cases{
      {"", 400},
      {"{", 400},
      {"[]", 400},
      {R"({"lang":"turtle"})", 400},
      {R"({"lang":"basic","code":""})", 400},
      {R"({"lang":7,"code":""})", 400},
      {R"({"lang":"svg","code":"","sise":3})", 400},
      {R"({"lang":"svg","code":"","size":100000})", 413},
      {R"({"lang":"svg","code":"","size":"big"})", 400},
      {R"({"lang":"shapes","code":"","task":7})", 400},
      {R"({"lang":"shapes","code":"","task":{"run":"../..","id":"x"}})", 404},
      {R"({"lang":"shapes","code":"","task":{"run":"x","id":"y","more":1}})", 400},
      {body(many), 413},
      {body(missing), 404},
      {R"({"lang":"svg","code":"","task":)" + dump_json(ref) + "}", 400},
      {std::string(40, '[') + std::string(40, ']'), 400},
      {std::string(100000, '['), 400},
  };
  for (const auto& [sent, status] : cases) {
    const HttpAnswer answer = post(sent);
    EXPECT_EQ(answer.status, status) << sent.substr(0, 100) << answer.body;
    EXPECT_TRUE(json_of(answer)["error"]["message"].is_string()) << answer.body;
  }
}

TEST_F(AppPlayTest, LongProgramsAreRefused) {
  const std::string most(kMaxProgramBytes, '#');
  EXPECT_EQ(text(run("shapes", most), "outcome"), "ok");
  const HttpAnswer more = post(dump_json({{"lang", "shapes"}, {"code", most + "#"}}));
  EXPECT_EQ(more.status, 413);
  EXPECT_EQ(text(json_of(more)["error"], "where"), "code");
}

TEST_F(AppPlayTest, OnlyWhoMayRunsPrograms) {
  const std::string body = dump_json({{"lang", "shapes"}, {"code", kCircle}});
  test::HttpClient stranger(server_->port());
  EXPECT_EQ(stranger.post("/api/v1/run", body).status, 401);
  EXPECT_EQ(stranger.post("/api/v1/run", body, {"Authorization: Bearer wrong"}).status, 401);
  EXPECT_EQ(post(body, {"Origin: http://evil.example"}).status, 403);
  EXPECT_EQ(post(body, {"Sec-Fetch-Site: cross-site"}).status, 403);
  EXPECT_EQ(post(body, {"Content-Encoding: gzip"}).status, 415);
  const std::string head =
      "POST /api/v1/run HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server_->port()) +
      "\r\nAuthorization: Bearer " + kToken + "\r\nContent-Length: 2\r\n";
  for (const char* type : {"", "Content-Type: text/plain\r\n",
                           "Content-Type: application/x-www-form-urlencoded\r\n"}) {
    test::RawConnection connection(server_->port());
    connection.send(head + type + "\r\n{}");
    EXPECT_EQ(connection.read_answer().status, 415) << type;
  }
  const HttpAnswer other = test::HttpClient(server_->port()).get("/api/v1/run");
  EXPECT_EQ(other.status, 405);
  EXPECT_EQ(other.header("allow"), "POST");
  const std::string cookie = "Cookie: papert-" + std::to_string(server_->port()) + "=" + kToken;
  EXPECT_EQ(stranger.post("/api/v1/run", body, {cookie}).status, 200);
}

TEST_F(AppPlayTest, AFloodIsToldToWait) {
  AppServerOptions options = usual();
  options.programs_per_second = 3;
  start(options);
  const std::string body = dump_json({{"lang", "shapes"}, {"code", kCircle}});
  int refused = 0;
  for (int i = 0; i < 40; ++i) {
    const HttpAnswer answer = post(body);
    if (answer.status == 200) continue;
    ++refused;
    EXPECT_EQ(answer.status, 429);
    EXPECT_EQ(answer.header("retry-after"), "1");
  }
  EXPECT_GT(refused, 0);
}

TEST_F(AppPlayTest, AFullQueueIsTooMany) {
  AppServerOptions options = usual();
  options.waiting_programs = 0;
  start(options);
  const HttpAnswer answer = post(dump_json({{"lang", "shapes"}, {"code", kCircle}}));
  EXPECT_EQ(answer.status, 429);
  EXPECT_EQ(answer.header("retry-after"), "1");
}

TEST_F(AppPlayTest, SaysHowItIs) {
  run("shapes", kCircle);
  test::HttpClient http(server_->port());
  EXPECT_THAT(http.get("/metrics").body,
              HasSubstr(R"(papert_requests_total{route="/api/v1/run",status="200"} 1)"));
  EXPECT_THAT(http.get("/metrics").body, HasSubstr("papert_waiting_programs 0"));
  EXPECT_EQ(http.get("/healthz").status, 200);
  EXPECT_EQ(http.get("/readyz").status, 200);
  AppServerOptions options = usual();
  options.warm_up = [] { return std::string("no jail starts"); };
  start(options);
  test::HttpClient again(server_->port());
  HttpAnswer answer = again.get("/readyz");
  while (answer.status == 200) answer = again.get("/readyz");
  EXPECT_EQ(answer.status, 503);
  EXPECT_THAT(answer.body, HasSubstr("no jail starts"));
}

TEST(ProgramGateTest, AllowsSoManyASecond) {
  ProgramGate gate(2);
  ProgramGate::Clock::time_point now{};
  EXPECT_TRUE(gate.admit(now));
  EXPECT_TRUE(gate.admit(now));
  EXPECT_FALSE(gate.admit(now));
  now += std::chrono::milliseconds(600);
  EXPECT_TRUE(gate.admit(now));
  EXPECT_FALSE(gate.admit(now));
  now += std::chrono::hours(1);
  EXPECT_TRUE(gate.admit(now));
  EXPECT_TRUE(gate.admit(now));
  EXPECT_FALSE(gate.admit(now));
}

TEST(ProgramGateTest, TheNewestOfASessionWins) {
  ProgramGate gate(20);
  const auto first = gate.enter("a");
  const auto other = gate.enter("b");
  const auto nobody = gate.enter("");
  EXPECT_EQ(gate.sessions(), 2U);
  auto second = gate.enter("a");
  EXPECT_TRUE(first->token().cancelled());
  EXPECT_FALSE(second->token().cancelled());
  EXPECT_FALSE(other->token().cancelled());
  (void)gate.enter("");
  EXPECT_FALSE(nobody->token().cancelled());
  second.reset();
  EXPECT_EQ(gate.sessions(), 1U);
}

TEST(ProgramGateTest, SessionsAreNames) {
  EXPECT_EQ(session_name("aZ0-_"), "aZ0-_");
  EXPECT_EQ(session_name(std::nullopt), "");
  EXPECT_EQ(session_name("a b"), "");
  EXPECT_EQ(session_name(std::string(65, 'a')), "");
}

}  // namespace
}  // namespace papert::serve::app
