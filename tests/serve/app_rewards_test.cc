// Replies that are scored beside the pages: the same answers, limits and guards as those of a
// reward server.

#include <gmock/gmock.h>

#include <atomic>
#include <future>

#include "play_server.h"

namespace papert::serve::app {
namespace {

using test::HttpAnswer;
using test::HttpClient;
using test::RawConnection;
using testing::HasSubstr;
using Clock = std::chrono::steady_clock;

class AppRewardsTest : public PlayServerTest {
 protected:
  void SetUp() override {
    engine_ = [this](std::string_view operation, std::string_view body, Clock::time_point until) {
      ++asked_;
      if (body.find("wait") != std::string_view::npos) released_.wait();
      reward::Response response =
          service_.answer(operation, body, {.deadline = Deadline(until), .go_on = {}});
      return Answer{std::move(response.json), response.ok, response.code};
    };
    start(usual());
  }
  void TearDown() override {
    release();
    server_.reset();
  }

  void release() {
    if (!std::exchange(is_released_, true)) release_.set_value();
  }

  [[nodiscard]] HttpClient client() const {
    return HttpClient(server_->port(), {std::string("Authorization: Bearer ") + kToken});
  }

  /// Two right answers, and a reply that is none.
  Json items_of_shapes() {
    const auto [ref, right] = task_of("shapecode");
    Json items = Json::array();
    for (const std::string& text : {right, std::string("I do not know."), right}) {
      items.push_back({{"ref", ref}, {"text", text}});
    }
    return items;
  }

  std::unique_ptr<RawConnection> begin(const std::string& body) {
    auto connection = std::make_unique<RawConnection>(server_->port());
    connection->send(
        "POST /api/v1/score HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server_->port()) +
        "\r\nAuthorization: Bearer " + kToken +
        "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
        "\r\n\r\n" + body);
    return connection;
  }

  /// What runs, what waits, and what is turned away.
  void expect_full(const std::string& body, int at_once) {
    AppServerOptions options = usual();
    options.scoring.waiting_singles = 1;
    options.scoring.waiting_batches_per_job = 1;
    options.scoring.batch_bytes = 1000;
    start(options);
    std::vector<std::unique_ptr<RawConnection>> taken;
    for (int i = 0; i < at_once; ++i) {
      taken.push_back(begin(body));
      while (asked_ <= i) std::this_thread::yield();
    }
    taken.push_back(begin(body));
    HttpClient http = client();
    while (http.get("/metrics").body.find("papert_waiting_scores 1") == std::string::npos) {
    }
    const HttpAnswer refused = begin(body)->read_answer();
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.header("retry-after"), "1");
    EXPECT_EQ(json_of(refused)["error"]["code"], "busy");
    EXPECT_EQ(http.get("/readyz").status, 503);
    EXPECT_EQ(http.get("/api/v1/runs").status, 200) << "pages do not wait for scores";
    EXPECT_EQ(http.get("/api/v1/leaderboard").status, 200);
    release();
    for (const auto& each : taken) EXPECT_EQ(each->read_answer().status, 400) << "no items";
    EXPECT_EQ(http.get("/readyz").status, 200);
  }

  std::atomic<int> asked_{0};
  std::promise<void> release_;
  std::shared_future<void> released_ = release_.get_future().share();
  bool is_released_ = false;
};

TEST_F(AppRewardsTest, SaysWhatTheServiceSays) {
  const Json items = items_of_shapes();
  const Json request{{"items", items}};
  HttpClient http = client();
  const Json scored = json_of(http.post("/api/v1/score", dump_json(request)));
  EXPECT_EQ(scored, served("score", request));
  ASSERT_EQ(scored["scores"].size(), 3U);
  EXPECT_EQ(scored["scores"][0]["verdict"], "right");
  EXPECT_EQ(scored["scores"][1]["verdict"], "invalid");
  const Json paid{{"items", items}, {"policy", "success"}};
  const Json rewards = json_of(http.post("/api/v1/reward", dump_json(paid)));
  EXPECT_EQ(rewards["rewards"], Json::array({1.0, 0.0, 1.0}));
  const std::string figures = http.get("/metrics").body;
  EXPECT_THAT(figures, HasSubstr("papert_verdicts_total{verdict=\"right\"} 2\n"));
  EXPECT_THAT(figures,
              HasSubstr("papert_requests_total{route=\"/api/v1/reward\",status=\"200\"} 1"));
}

TEST_F(AppRewardsTest, AsksForTheTokenAndForOurOwnPages) {
  HttpClient stranger(server_->port());
  HttpClient http = client();
  for (const char* path : {"/api/v1/score", "/api/v1/reward"}) {
    EXPECT_EQ(stranger.post(path, R"({"items":[]})").status, 401) << path;
    EXPECT_EQ(http.post(path, R"({"items":[]})", {"Origin: http://example.org"}).status, 403);
    EXPECT_EQ(http.post(path, R"({"items":[]})", {"Content-Encoding: gzip"}).status, 415);
    EXPECT_EQ(http.get(path).status, 405);
    EXPECT_EQ(stranger.post("/t/" + std::string(kToken) + path, "{}").status, 404);
  }
  EXPECT_EQ(asked_, 0);
}

TEST_F(AppRewardsTest, HasTheLimitsOfARewardServer) {
  HttpClient http = client();
  EXPECT_EQ(http.post("/api/v1/score", std::string(40, '[')).status, 400);
  EXPECT_EQ(http.post("/api/v1/score", std::string(9U << 20, ' ')).status, 413);
  EXPECT_EQ(asked_, 0);
  Json many{{"items", Json::array()}};
  for (std::size_t i = 0; i <= reward::kMaxItems; ++i) many["items"].push_back({{"text", "a"}});
  EXPECT_EQ(http.post("/api/v1/score", dump_json(many)).status, 413);
  AppServerOptions options = usual();
  options.scoring.deadline_ms = 0;  // of the server: no request gets more
  start(options);
  const Json patient{{"items", items_of_shapes()}, {"deadline_ms", 60'000}};
  EXPECT_EQ(json_of(client().post("/api/v1/score", dump_json(patient)))["scores"][0]["verdict"],
            "host_slow");
}

TEST_F(AppRewardsTest, SmallRequestsThatDoNotFitAreToldToWait) { expect_full(R"({"wait":1})", 1); }

TEST_F(AppRewardsTest, BatchesThatDoNotFitAreToldToWait) {
  expect_full(R"({"wait":1})" + std::string(1000, ' '), 2);
}

}  // namespace
}  // namespace papert::serve::app
