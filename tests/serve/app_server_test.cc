// The web application with a log folder made by hand: what each address answers, and who is turned
// away.

#include "serve/app/app_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/json.h"
#include "run/answer_reader.h"
#include "run/config.h"
#include "run/pictures.h"
#include "run/record.h"
#include "serve/app/events.h"
#include "suite/registry.h"
#include "support/http_client.h"
#include "support/temp_folder.h"

namespace papert::serve::app {
namespace {

using test::HttpAnswer;
using test::RawConnection;
using testing::HasSubstr;

constexpr const char* kToken = "0123456789abcdefABCDEF-_";
constexpr const char* kRun = "20260101T000000-shapecode-first";

/// Hostile wherever a text may stand.
const std::string kHostile = "</script><img src=x onerror=alert(1)>\u202e\x07";

Answer no_engine(std::string_view, std::string_view, std::chrono::steady_clock::time_point) {
  return {R"({"papert":"test","suites":[]})", true};
}

class AppServerTest : public testing::Test {
 protected:
  void SetUp() override {
    suite_ = std::move(*suite::find_suite("shapecode"));
    tasks_ = std::move(*suite_->mint({.seed = 7, .count = 2}));
    write_run(kRun, 1);
    write_run("20260102T000000-shapecode-second", 2);
    AppServerOptions options;
    options.access.token = kToken;
    options.log_dir = folder_.path();
    start(options);
  }

  void start(const AppServerOptions& options) {
    auto server = AppServer::start(sets_, no_engine, options);
    ASSERT_TRUE(server) << server.error().to_string();
    server_ = std::move(*server);
  }

  [[nodiscard]] run::RunConfig config_of(const std::string& name) const {
    run::RunConfig config;
    config.suite = "shapecode";
    config.model = "some/model";
    config.label = name;
    config.data.seed = 7;
    config.data.count = 2;
    config.data_hash = tasks_->data_hash();
    config.modes = *suite::resolve_modes(*suite_, {});
    config.prompt_name = "default";
    config.planned = static_cast<std::int64_t>(tasks_->size());
    config.started = "2026-01-01T00:00:00Z";
    config.ended = "2026-01-01T00:01:00Z";
    return config;
  }

  /// Every `wrong`-th answer is empty.
  void write_run(const std::string& name, std::size_t wrong) {
    write_run(name, wrong, config_of(name));
  }
  void write_run(const std::string& name, std::size_t wrong, const run::RunConfig& config) {
    const std::filesystem::path folder = folder_ / name;
    std::filesystem::create_directories(folder);
    ASSERT_TRUE(write_file(folder / "run.json", dump_json(config.to_json())));
    run::PictureStore store(folder, tasks_->size());
    std::ofstream log(folder / "samples.jsonl");
    for (std::size_t i = 0; i < tasks_->size(); ++i) {
      const std::string reply = i % wrong == 0 ? tasks_->reference(i) : kHostile;
      const auto answer = suite::read_answer(*tasks_, reply, reply::Extraction::kLenient);
      const auto judged = tasks_->judge(i, answer);
      auto record = run::make_record(tasks_->task(i), 0, kHostile, "rule", judged.score);
      record.texts.reply = reply;
      record.texts.prompt = kHostile;
      if (i == 0) record.pictures = *store.put_sample(*tasks_, i, judged);
      log << dump_json(run::to_json(record)) << "\n";
    }
  }

  HttpAnswer get(const std::string& target, const std::string& more = "") {
    return send("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" +
                std::to_string(server_->port()) + "\r\n" + more + "\r\n");
  }
  HttpAnswer send(const std::string& bytes) {
    RawConnection connection(server_->port());
    connection.send(bytes);
    return connection.read_answer();
  }
  HttpAnswer get_with_token(const std::string& target) {
    return get(target, std::string("Authorization: Bearer ") + kToken + "\r\n");
  }
  static Json json_of(const HttpAnswer& answer) {
    auto json = parse_json(answer.body);
    return json ? *json : Json(nullptr);
  }
  static std::string sample(std::size_t place, const Json& page) {
    return page["rows"][place]["id"].get<std::string>();
  }

  test::TempFolder folder_;
  reward::TaskSets sets_{reward::TaskSetsOptions{.folders = std::vector<std::filesystem::path>{}}};
  std::unique_ptr<suite::Suite> suite_;
  std::unique_ptr<suite::TaskSet> tasks_;
  std::unique_ptr<AppServer> server_;
};

TEST_F(AppServerTest, ThePageNeedsNoTokenAndHasItsHeaders) {
  const HttpAnswer page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.header("content-type"), HasSubstr("text/html"));
  EXPECT_THAT(page.header("content-security-policy"), HasSubstr("script-src 'self';"));
  EXPECT_THAT(page.header("content-security-policy"), HasSubstr("frame-ancestors 'none'"));
  EXPECT_EQ(page.header("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.header("cross-origin-opener-policy"), "same-origin");
  EXPECT_EQ(page.header("referrer-policy"), "no-referrer");
  EXPECT_EQ(page.header("cache-control"), "no-cache");
  const std::size_t at = page.body.find("/app-");
  ASSERT_NE(at, std::string::npos);
  const std::string script = page.body.substr(at, page.body.find('"', at) - at);
  const HttpAnswer plain = get(script);
  EXPECT_EQ(plain.status, 200);
  EXPECT_THAT(plain.header("cache-control"), HasSubstr("immutable"));
  const HttpAnswer packed = get(script, "Accept-Encoding: br, gzip\r\n");
  EXPECT_EQ(packed.header("content-encoding"), "gzip");
  EXPECT_LT(packed.body.size(), plain.body.size());
}

TEST_F(AppServerTest, TasksSayByWhichTagsTheyDiffer) {
  const std::string bearer = std::string("Authorization: Bearer ") + kToken + "\r\n";
  const auto tasks = [&](const std::string& more) {
    const HttpAnswer answer = get("/api/v1/tasks?suite=shapecode&seed=7&count=2" + more, bearer);
    EXPECT_EQ(answer.status, 200) << answer.body;
    return *parse_json(answer.body);
  };
  const Json all = tasks("&limit=1");
  EXPECT_EQ(all["tags"]["tier"], Json::parse(R"(["easy","hard","medium"])"));
  EXPECT_FALSE(tasks("&limit=1&after=" + all["next"].get<std::string>()).contains("tags"));
  EXPECT_EQ(tasks("&tag=tier:easy")["rows"].size(), 2U);
  EXPECT_TRUE(tasks("&tier=easy")["tags"].empty()) << "one value is not a choice";
}

TEST_F(AppServerTest, TheTokenBecomesACookie) {
  const HttpAnswer first = get(std::string("/?token=") + kToken);
  EXPECT_EQ(first.status, 303);
  EXPECT_EQ(first.header("location"), "/");
  const std::string cookie = first.header("set-cookie");
  EXPECT_THAT(cookie, HasSubstr("HttpOnly"));
  EXPECT_THAT(cookie, HasSubstr("SameSite=Strict"));
  EXPECT_EQ(get("/?token=wrong").header("set-cookie"), "");
  const std::string target = std::string("/api/v1/tasks?suite=shapecode&seed=7&count=1");
  EXPECT_EQ(get(target).status, 401);
  EXPECT_EQ(get(target, "Cookie: papert-1=x\r\n").status, 401);
  EXPECT_EQ(get(target, "Cookie: a=b; " + cookie.substr(0, cookie.find(';')) + "\r\n").status, 200);
}

TEST_F(AppServerTest, OnlyOurOwnNamesAndPages) {
  EXPECT_EQ(send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").status, 421);
  EXPECT_EQ(get("/api/v1/runs", "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(get("/", "Sec-Fetch-Site: cross-site\r\n").status, 403);
  EXPECT_EQ(get("/api/v1/runs", "Sec-Fetch-Site: same-origin\r\n").status, 200);
}

TEST_F(AppServerTest, NoPathReachesTheFileSystem) {
  std::ofstream(folder_ / "secret.png") << "secret";
  for (const char* target :
       {"/../secret.png", "/..%2fsecret.png", "/%2e%2e/secret.png", "/api/v1/runs/..",
        "/api/v1/runs/..%2f..", "/api/v1/runs/.", "/etc/passwd",
        "/api/v1/runs/20260101T000000-shapecode-first/pictures/..%2f..%2fsecret.png",
        "/api/v1/runs/20260101T000000-shapecode-first/pictures/run.json",
        "/api/v1/runs/20260101T000000-shapecode-first%2f/samples"}) {
    const HttpAnswer answer = get(target);
    EXPECT_EQ(answer.status, 404) << target;
    EXPECT_EQ(answer.body.find("secret\n"), std::string::npos);
    EXPECT_TRUE(json_of(answer)["error"].is_object()) << target;
  }
}

TEST_F(AppServerTest, ListsRuns) {
  Json all = json_of(get("/api/v1/runs"));
  ASSERT_EQ(all["rows"].size(), 2U);
  // The logs are read in the background; until then nothing is said about how far a run is.
  while (all["rows"][0]["state"] == Json("reading")) {
    EXPECT_TRUE(all["rows"][0]["done"].is_null());
    all = json_of(get("/api/v1/runs"));
  }
  const Json& newest = all["rows"][0];
  EXPECT_EQ(newest["name"].get<std::string>(), "20260102T000000-shapecode-second");
  EXPECT_EQ(newest["state"].get<std::string>(), "complete");
  EXPECT_EQ(newest["done"].get<std::size_t>(), tasks_->size());
  EXPECT_EQ(json_of(get("/api/v1/runs?q=FIRST"))["rows"].size(), 1U);
  EXPECT_EQ(json_of(get("/api/v1/runs?suite=xlogo"))["rows"].size(), 0U);
  const Json page = json_of(get("/api/v1/runs?limit=1"));
  EXPECT_EQ(page["next"], newest["name"]);
  const Json rest = json_of(get("/api/v1/runs?after=" + page["next"].get<std::string>()));
  EXPECT_EQ(rest["rows"].size(), 1U);
}

TEST_F(AppServerTest, SortsRunsAndGoesOnInThatOrder) {
  std::filesystem::create_directory(folder_ / "broken");
  std::ofstream(folder_ / "broken/run.json") << "not json";
  const std::string first = kRun;
  const std::string second = "20260102T000000-shapecode-second";
  const auto names = [&](const std::string& query) {
    Json page = json_of(get("/api/v1/runs?" + query));
    std::vector<std::string> list;
    for (const Json& row : page["rows"]) list.push_back(row["name"].get<std::string>());
    return list;
  };
  while (json_of(get("/api/v1/runs")).dump().find("\"reading\"") != std::string::npos) continue;
  EXPECT_THAT(names(""), testing::ElementsAre("broken", second, first));
  EXPECT_THAT(names("reverse=1"), testing::ElementsAre(first, second, "broken"));
  EXPECT_THAT(names("sort=name"), testing::ElementsAre(first, second, "broken"));
  // The second run has every other answer right; of a broken one nothing is known.
  EXPECT_THAT(names("sort=figure"), testing::ElementsAre(second, first, "broken"));
  EXPECT_THAT(names("sort=figure&reverse=1"), testing::ElementsAre(first, second, "broken"));
  EXPECT_THAT(names("sort=figure&limit=1"), testing::ElementsAre(second));
  EXPECT_THAT(names("sort=figure&after=" + second), testing::ElementsAre(first, "broken"));
  EXPECT_EQ(get("/api/v1/runs?sort=size").status, 400);
}

TEST_F(AppServerTest, AFolderThatCannotBeReadIsListedWithItsReason) {
  std::filesystem::create_directory(folder_ / "broken");
  std::ofstream(folder_ / "broken/run.json") << "not json";
  const Json all = json_of(get("/api/v1/runs"));
  ASSERT_EQ(all["rows"].size(), 3U);
  EXPECT_FALSE(all["rows"][0]["problem"].get<std::string>().empty());
  EXPECT_EQ(get("/api/v1/leaderboard").status, 200);
}

TEST_F(AppServerTest, ASummaryThatIsNoneHidesNoRun) {
  const auto file = folder_ / "20260101T000000-shapecode-first/summary.json";
  for (const char* summary :
       {"[]", R"({"samples":"many"})", R"({"samples":3,"groups":7,"usage":[],"not_scored":{}})",
        R"({"samples":3,"groups":[{"metrics":{"exact_match":"good"}}],"planned":"all"})"}) {
    std::ofstream(file) << summary;
    EXPECT_EQ(json_of(get("/api/v1/runs"))["rows"].size(), 2U) << summary;
    EXPECT_EQ(get("/api/v1/runs/20260101T000000-shapecode-first").status, 200) << summary;
  }
}

TEST_F(AppServerTest, ShowsOneRunAndItsSamples) {
  const std::string base = std::string("/api/v1/runs/") + kRun;
  const Json run = json_of(get(base));
  EXPECT_EQ(run["figure"]["mean"].get<double>(), 1.0);
  EXPECT_EQ(run["verdicts"]["right"].get<std::size_t>(), tasks_->size());
  EXPECT_TRUE(run["tags"]["tier"].is_array());
  const Json summary = json_of(get(base + "/summary"));
  EXPECT_EQ(summary["summary"]["samples"].get<std::size_t>(), tasks_->size());
  const Json page = json_of(get(base + "/samples?limit=2"));
  EXPECT_EQ(page["total"].get<std::size_t>(), tasks_->size());
  ASSERT_EQ(page["rows"].size(), 2U);
  const Json next =
      json_of(get(base + "/samples?limit=1&after=" + page["next"].get<std::string>()));
  const Json third = json_of(get(base + "/samples?limit=1&from=2"));
  EXPECT_EQ(sample(0, next), sample(0, third));
  EXPECT_EQ(json_of(get(base + "/samples?verdict=wrong"))["total"].get<int>(), 0);
  EXPECT_EQ(get(base + "/samples?verdict=nonsense").status, 400);
}

TEST_F(AppServerTest, ShowsOneSampleAndTheSameTaskElsewhere) {
  const std::string base = std::string("/api/v1/runs/") + kRun + "/samples/";
  const std::string id = tasks_->id(1);
  Json answer = json_of(get(base + id + "/0"));
  // The other run is read in the background; until then the answer counts it.
  while (answer["related"]["unread"] == Json(1)) {
    EXPECT_TRUE(answer["related"]["runs"].empty());
    answer = json_of(get(base + id + "/0"));
  }
  EXPECT_EQ(answer["related"]["unread"], Json(0));
  EXPECT_EQ(answer["sample"]["id"].get<std::string>(), id);
  EXPECT_EQ(answer["sample"]["answer"].get<std::string>(), kHostile);
  ASSERT_EQ(answer["related"]["runs"].size(), 1U);
  EXPECT_EQ(answer["related"]["epochs"].size(), 1U);
  EXPECT_EQ(get(base + id + "/1").status, 404);
  EXPECT_EQ(get(base + id + "/-1").status, 404);
  EXPECT_EQ(get(base + "nothing/0").status, 404);
}

TEST_F(AppServerTest, DrawsPicturesThatAreNotStored) {
  const std::string base = std::string("/api/v1/runs/") + kRun + "/samples/" + tasks_->id(1) + "/0";
  EXPECT_EQ(get(base + "/pictures/target").status, 401);
  for (const char* kind : {"target", "drawing", "overlay", "difference"}) {
    const HttpAnswer answer = get_with_token(base + "/pictures/" + kind);
    EXPECT_EQ(answer.status, 200) << kind << answer.body;
    EXPECT_EQ(answer.header("content-type"), "image/png");
    EXPECT_EQ(answer.body.substr(1, 3), "PNG");
  }
  EXPECT_EQ(get_with_token(base + "/pictures/other").status, 404);
  const Json known = json_of(get_with_token(base + "/explanation"));
  EXPECT_EQ(known["verdict"].get<std::string>(), "right");
  EXPECT_EQ(known["pictures"].size(), 4U);
  EXPECT_TRUE(known["compared"].is_null()) << "pixels are compared as they are";
  EXPECT_EQ(get_with_token(base + "/pictures/compared_target").body,
            get_with_token(base + "/pictures/target").body);
  const Json stored = json_of(get(std::string("/api/v1/runs/") + kRun + "/samples/" +
                                  tasks_->id(0) + "/0"))["sample"]["pictures"];
  ASSERT_FALSE(stored.empty());
  const HttpAnswer picture = get(std::string("/api/v1/runs/") + kRun + "/pictures/" +
                                 stored[0]["image"].get<std::string>());
  EXPECT_EQ(picture.status, 200);
  EXPECT_THAT(picture.header("cache-control"), HasSubstr("immutable"));
}

TEST_F(AppServerTest, ComparesAndRanks) {
  const std::string two = std::string("a=") + kRun + "&b=20260102T000000-shapecode-second";
  const Json compared = json_of(get_with_token("/api/v1/compare?" + two));
  EXPECT_EQ(compared["mcnemar"]["only_a"].get<std::size_t>(), tasks_->size() / 2);
  const Json pairs = json_of(get("/api/v1/compare/pairs?cell=only_a&" + two));
  EXPECT_EQ(pairs["total"].get<std::size_t>(), tasks_->size() / 2);
  EXPECT_EQ(pairs["rows"][0]["a"]["verdict"].get<std::string>(), "right");
  EXPECT_EQ(get_with_token("/api/v1/compare?a=x&b=y").status, 404);
  EXPECT_EQ(get("/api/v1/compare?" + two).status, 401);  // it may score both again
  const Json board = json_of(get("/api/v1/leaderboard?suite=shapecode"));
  ASSERT_EQ(board["tables"].size(), 1U);
  ASSERT_EQ(board["tables"][0]["rows"].size(), 2U);
  EXPECT_EQ(board["tables"][0]["rows"][0]["name"].get<std::string>(), kRun);
  EXPECT_EQ(board["tables"][0]["rows"][0]["rank"].get<int>(), 1);
}

TEST_F(AppServerTest, RunsOfOtherTasksHaveATableOfTheirOwn) {
  run::RunConfig part = config_of("part");
  part.limit = "3";
  write_run("20260103T000000-shapecode-part", 1, part);
  const Json board = json_of(get("/api/v1/leaderboard?suite=shapecode"));
  ASSERT_EQ(board["tables"].size(), 2U);
  std::vector<std::size_t> rows;
  std::vector<std::string> limits;
  for (const Json& table : board["tables"]) {
    rows.push_back(table["rows"].size());
    limits.push_back(table["limit"].get<std::string>());
  }
  EXPECT_THAT(rows, testing::UnorderedElementsAre(1U, 2U));
  EXPECT_THAT(limits, testing::UnorderedElementsAre("", "3"));
}

TEST_F(AppServerTest, StepsThroughWhatTheJudgeRead) {
  const std::string name = "20260103T000000-shapecode-judged";
  run::RunConfig config = config_of(name);
  ASSERT_TRUE(config.set_extraction("judge-always"));
  config.judge = "other/judge";
  std::filesystem::create_directories(folder_ / name);
  ASSERT_TRUE(write_file(folder_ / name / "run.json", dump_json(config.to_json())));
  // The reply has a program of its own, and the judge read out another.
  const auto answer = run::judged_answer(*tasks_, tasks_->reference(0), run::Judging::kAlways, "");
  const auto judged = tasks_->judge(0, answer);
  auto record =
      run::make_record(tasks_->task(0), 0, answer.first().code, answer.first().rule, judged.score);
  record.texts.reply = tasks_->reference(1);
  record.judge.emplace().reply = tasks_->reference(0);
  ASSERT_TRUE(write_file(folder_ / name / "samples.jsonl", dump_json(run::to_json(record)) + "\n"));
  const std::string base = "/api/v1/runs/" + name + "/samples/" + tasks_->id(0) + "/0";
  const Json replay = json_of(get_with_token(base + "/replay"));
  EXPECT_EQ(replay["source"], Json(answer.first().code));
  EXPECT_EQ(json_of(get_with_token(base + "/explanation"))["verdict"], Json("right"));
}

TEST_F(AppServerTest, ShowsTasks) {
  const std::string set = "suite=shapecode&seed=7&count=2";
  const Json page = json_of(get_with_token("/api/v1/tasks?limit=3&" + set));
  ASSERT_EQ(page["rows"].size(), 3U);
  const std::string id = sample(0, page);
  const Json task = json_of(get_with_token("/api/v1/tasks/one?id=" + id + "&" + set));
  EXPECT_FALSE(task.contains("reference"));
  const Json open = json_of(get_with_token("/api/v1/tasks/one?reference=1&id=" + id + "&" + set));
  EXPECT_FALSE(open["reference"].get<std::string>().empty());
  EXPECT_EQ(get_with_token("/api/v1/tasks/picture?id=" + id + "&" + set).body.substr(1, 3), "PNG");
  EXPECT_EQ(get_with_token("/api/v1/tasks?suite=shapecode&data=/etc").status, 404);
  EXPECT_EQ(get_with_token("/api/v1/tasks?suite=shapecode&count=100000").status, 400);
  EXPECT_EQ(get_with_token("/api/v1/tasks?suite=nothing").status, 400);
}

TEST_F(AppServerTest, TriesAProgramAgainstTheTaskOfASample) {
  const auto ask = [&](const std::string& run, const std::string& id, const std::string& code) {
    const Json task{{"run", run}, {"id", id}};
    const Json body{{"lang", "shapes"}, {"code", code}, {"task", task}};
    return test::HttpClient(server_->port(), {std::string("Authorization: Bearer ") + kToken})
        .post("/api/v1/run", dump_json(body));
  };
  const Json right = json_of(ask(kRun, tasks_->id(1), tasks_->reference(1)));
  EXPECT_EQ(right["verdict"].get<std::string>(), "right");
  EXPECT_EQ(right["pictures"].size(), 4U);
  EXPECT_EQ(json_of(ask(kRun, tasks_->id(1), kHostile))["verdict"].get<std::string>(), "invalid");
  EXPECT_EQ(ask(kRun, "nothing", "").status, 404);
  EXPECT_EQ(ask("../" + std::string(kRun), tasks_->id(1), "").status, 404);
}

TEST_F(AppServerTest, StreamsWhatARunDoes) {
  const std::string base = std::string("/api/v1/runs/") + kRun;
  const HttpAnswer all = get(base + "/events");
  EXPECT_EQ(all.header("content-type"), "text/event-stream");
  EXPECT_THAT(all.body, HasSubstr("event: sample\n"));
  EXPECT_THAT(all.body, HasSubstr("event: end\n"));
  const auto bytes = std::filesystem::file_size(folder_ / kRun / "samples.jsonl");
  EXPECT_THAT(all.body, HasSubstr("id: " + std::to_string(bytes) + "\n"));
  const HttpAnswer rest = get(base + "/events", "Last-Event-ID: " + std::to_string(bytes) + "\r\n");
  EXPECT_EQ(rest.body.find("event: sample"), std::string::npos);
  EXPECT_THAT(rest.body, HasSubstr("event: progress\n"));
}

TEST_F(AppServerTest, WhoComesWhenAllWatchersAreThereHearsIt) {
  const std::string name = "20260103T000000-shapecode-going-on";
  run::RunConfig config = config_of(name);
  config.planned += 5;
  config.ended.clear();
  write_run(name, 1, config);
  const std::string ask = "GET /api/v1/runs/" + name +
                          "/events HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server_->port()) +
                          "\r\n\r\n";
  std::vector<std::unique_ptr<RawConnection>> watchers;
  for (std::size_t i = 0; i < kMaxWatchers; ++i) {
    watchers.push_back(std::make_unique<RawConnection>(server_->port()));
    watchers.back()->send(ask);
  }
  for (const auto& watcher : watchers) {
    EXPECT_THAT(watcher->read_until("event: progress"), HasSubstr("200 OK"));
  }
  const HttpAnswer refused = send(ask);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.header("retry-after"), "5");
  EXPECT_EQ(json_of(refused)["error"]["code"], "busy");
  EXPECT_THAT(json_of(refused)["error"]["message"].get<std::string>(), HasSubstr("64 times"));
  EXPECT_EQ(get("/api/v1/runs").status, 200) << "all else goes on";
}

TEST_F(AppServerTest, OtherMethodsAreRefused) {
  const std::string host = "Host: 127.0.0.1:" + std::to_string(server_->port()) + "\r\n\r\n";
  const HttpAnswer answer = send("DELETE /api/v1/runs HTTP/1.1\r\n" + host);
  EXPECT_EQ(answer.status, 405);
  EXPECT_EQ(answer.header("allow"), "GET");
}

TEST_F(AppServerTest, WhereOthersReachItEverythingButThePageWantsTheToken) {
  AppServerOptions options;
  options.access.token = kToken;
  options.http.host = "0.0.0.0";
  options.log_dir = folder_ / "missing";
  start(options);
  EXPECT_EQ(get("/").status, 200);
  EXPECT_EQ(get("/api/v1/runs").status, 401);
  EXPECT_EQ(json_of(get_with_token("/api/v1/runs"))["rows"].size(), 0U);
}

}  // namespace
}  // namespace papert::serve::app
