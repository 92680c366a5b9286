// The server with an engine that only says what it was asked: routes, access, limits, queues. The
// attacks are raw sockets, as an attacker would use them.

#include "serve/reward_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <future>
#include <map>
#include <mutex>

#include "base/json.h"
#include "support/websocket_client.h"

namespace papert::serve {
namespace {

using test::HttpAnswer;
using test::HttpClient;
using test::RawConnection;
using test::WebSocketClient;
using testing::HasSubstr;
using Clock = std::chrono::steady_clock;

constexpr const char* kToken = "0123456789abcdefABCDEF-_";

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  file >> total >> resident;
  return resident * 4096;
}

class RewardServerTest : public testing::Test {
 protected:
  void start(RewardServerOptions options = {}) {
    options.access.token = kToken;
    auto server = RewardServer::start(
        [this](std::string_view operation, std::string_view body, Clock::time_point until) {
          return work(operation, body, until);
        },
        std::move(options));
    ASSERT_TRUE(server) << server.error().to_string();
    server_ = std::move(*server);
  }
  void TearDown() override { release(); }

  Answer work(std::string_view operation, std::string_view body, Clock::time_point until) {
    ++asked_;
    const bool over = until <= Clock::now();
    if (body.find("wait") != std::string_view::npos) released_.wait();
    if (body.find("broken") != std::string_view::npos) {
      return {R"({"error":{"code":"bad_data","message":"broken","where":"items[0]"}})", false,
              ErrorCode::kBadData};
    }
    if (operation == "reward") {
      const auto json = parse_json(body);
      Json answer{{"rewards", Json::array()}, {"verdicts", Json::array()}};
      for (std::size_t i = 0; i < (*json)["items"].size(); ++i) {
        answer["rewards"].push_back(over ? Json() : Json(1.0));
        answer["verdicts"].push_back(over ? "host_slow" : "right");
      }
      return {dump_json(answer), true};
    }
    Json answer{{"operation", operation}, {"over", over}};
    return {dump_json(answer), true};
  }

  void release() {
    if (!std::exchange(is_released_, true)) release_.set_value();
  }

  [[nodiscard]] int port() const { return server_->port(); }
  [[nodiscard]] HttpClient client() const {
    return HttpClient(port(), {std::string("Authorization: Bearer ") + kToken});
  }
  [[nodiscard]] std::string host() const { return "Host: 127.0.0.1:" + std::to_string(port()); }

  HttpAnswer ask(const std::string& bytes) {
    RawConnection connection(port());
    connection.send(bytes);
    return connection.read_answer();
  }
  /// A POST of {} with these headers and no others.
  HttpAnswer post_with(const std::string& path, const std::vector<std::string>& headers) {
    std::string bytes = "POST " + path + " HTTP/1.1\r\nContent-Length: 2\r\n";
    for (const std::string& header : headers) bytes += header + "\r\n";
    return ask(bytes + "\r\n{}");
  }
  void expect_alive() {
    HttpClient other(port());
    EXPECT_EQ(other.get("/healthz").status, 200);
  }

  std::atomic<int> asked_{0};
  std::promise<void> release_;
  std::shared_future<void> released_ = release_.get_future().share();
  bool is_released_ = false;
  std::unique_ptr<RewardServer> server_;
};

Json json_of(const HttpAnswer& answer) {
  const auto json = parse_json(answer.body);
  EXPECT_TRUE(json) << answer.body;
  return json ? *json : Json();
}

TEST_F(RewardServerTest, Routes) {
  start();
  HttpClient http = client();
  EXPECT_EQ(json_of(http.get("/healthz"))["status"], "ok");
  EXPECT_EQ(json_of(http.get("/readyz"))["status"], "ready");
  EXPECT_EQ(json_of(http.get("/api/v1/info"))["operation"], "info");
  for (const char* operation : {"score", "tasks", "task", "run", "render"}) {
    const HttpAnswer answer = http.post(std::string("/api/v1/") + operation, "{}");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(json_of(answer)["operation"], operation);
    EXPECT_EQ(answer.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(answer.header("cache-control"), "no-store");
  }
  EXPECT_EQ(http.post("/api/v1/reward", R"({"items":[{}]})").body,
            R"({"rewards":[1.0],"verdicts":["right"]})");
  EXPECT_EQ(http.post("/seed_session", "{}").body, "{}");
  EXPECT_EQ(http.get("/reverify_mode").body, "\"stateless\"");
  EXPECT_EQ(
      json_of(http.post("/aggregate_metrics",
                        R"({"verify_responses":[{"reward":1}]})"))["key_metrics"]["mean/reward"],
      1.0);
  const HttpAnswer metrics = http.get("/metrics");
  EXPECT_THAT(metrics.header("content-type"), HasSubstr("text/plain"));
  for (const char* line : {"# TYPE papert_requests_total counter",
                           "papert_requests_total{route=\"/api/v1/score\",status=\"200\"} 1",
                           "papert_verdicts_total{verdict=\"right\"} 1", "papert_connections 1",
                           "papert_request_seconds_bucket{route=\"/healthz\",le=\"+Inf\"} 1"}) {
    EXPECT_THAT(metrics.body, HasSubstr(line));
  }
}

TEST_F(RewardServerTest, TrainersWithAFormOfTheirOwn) {
  start();
  HttpClient http(port());  // without a header
  const std::string below = std::string("/t/") + kToken;
  const Json openrlhf = json_of(
      http.post(below + "/get_reward", R"({"query":["p r"],"prompts":["p "],"labels":["ref"]})"));
  EXPECT_EQ(openrlhf["rewards"], Json::array({1.0}));
  EXPECT_EQ(openrlhf["extra_logs"]["scored"], Json::array({1.0}));
  const int before = asked_;
  const HttpAnswer empty =
      http.post(below + "/get_reward", R"({"query":[],"prompts":[],"labels":[]})");
  EXPECT_EQ(empty.status, 200);
  EXPECT_EQ(json_of(empty)["rewards"], Json::array());
  EXPECT_EQ(asked_, before);
  const Json nemo =
      json_of(http.post(below + "/verify", R"({"ref":"r","response":{"output":[]},"x":1})"));
  EXPECT_EQ(nemo["reward"], 1.0);
  EXPECT_EQ(nemo["x"], 1);
  for (const char* path : {"/t/wrong-token/get_reward", "/t//get_reward", "/get_reward"}) {
    EXPECT_EQ(http.post(path, "{}").status, 401) << path;
  }
  EXPECT_EQ(http.post(below + "/api/v1/score", "{}").status, 404);
  EXPECT_EQ(http.get(below + "/metrics").status, 404);
}

TEST_F(RewardServerTest, ErrorsAreObjects) {
  start();
  HttpClient http = client();
  const auto code = [](const HttpAnswer& answer) {
    return json_of(answer)["error"]["code"].get<std::string>();
  };
  const HttpAnswer broken = http.post("/api/v1/score", R"({"broken":1})");
  EXPECT_EQ(broken.status, 400);
  EXPECT_EQ(json_of(broken)["error"]["where"], "items[0]");
  EXPECT_EQ(http.post("/get_reward", R"({"query":["broken"],"labels":["x"]})").status, 400);
  EXPECT_EQ(code(http.post("/get_reward", "{")), "bad_data");
  EXPECT_EQ(code(http.post("/verify", "{}")), "bad_data");
  EXPECT_EQ(code(http.get("/nothing")), "unknown_url");
  const HttpAnswer method = http.get("/api/v1/score");
  EXPECT_EQ(method.status, 405);
  EXPECT_EQ(method.header("allow"), "POST");
  EXPECT_EQ(ask("GARBAGE\r\n\r\n").status, 400);
  EXPECT_EQ(ask("OPTIONS /api/v1/score HTTP/1.1\r\n" + host() + "\r\n\r\n").status, 405);
}

TEST_F(RewardServerTest, StrangersAreTurnedAway) {
  start();
  const std::string token = std::string("Authorization: Bearer ") + kToken;
  const std::string type = "Content-Type: application/json";
  EXPECT_EQ(post_with("/api/v1/score", {host(), token, type}).status, 200);
  const int before = asked_;
  const std::vector<std::pair<std::vector<std::string>, int>> cases{
      {{"Host: evil.example", token, type}, 421},
      {{"Host: evil.example:" + std::to_string(port()), token, type}, 421},
      {{token, type}, 421},
      {{host(), host(), token, type}, 400},
      {{host(), token, type, "Origin: http://evil.example"}, 403},
      {{host(), token, type, "Origin: null"}, 403},
      {{host(), token, type, "Sec-Fetch-Site: cross-site"}, 403},
      {{host(), type}, 401},
      {{host(), type, "Authorization: Bearer wrong"}, 401},
      {{host(), type, "Cookie: token=" + std::string(kToken)}, 401},
      {{host(), token}, 415},
      {{host(), token, "Content-Type: text/plain"}, 415},
      {{host(), token, "Content-Type: application/x-www-form-urlencoded"}, 415},
      {{host(), token, type, "Content-Encoding: gzip"}, 415},
  };
  for (const auto& [headers, status] : cases) {
    EXPECT_EQ(post_with("/api/v1/score", headers).status, status)
        << testing::PrintToString(headers);
  }
  EXPECT_EQ(asked_, before);
}

TEST_F(RewardServerTest, PathsAreExact) {
  start();
  HttpClient http = client();
  for (const char* path :
       {"/..%2f..%2fetc/passwd", "/api/v1/../v1/info", "/api/v1/info/", "//api/v1/info",
        "/api%2fv1/info", "/healthz%00", "/HEALTHZ", "*", "http://127.0.0.1/api/v1/info"}) {
    const int status = http.get(path).status;
    EXPECT_EQ(status, 404) << path;
  }
  EXPECT_EQ(http.get("/healthz?x=..%2f").status, 200);
}

TEST_F(RewardServerTest, ProbesNeedNoName) {
  start();
  EXPECT_EQ(ask("GET /readyz HTTP/1.0\r\n\r\n").status, 200);
  EXPECT_EQ(ask("GET /healthz HTTP/1.1\r\nHost: balancer\r\n\r\n").status, 200);
}

TEST_F(RewardServerTest, ReadyOnlyIfItCanWork) {
  std::atomic<bool> broken{true};
  RewardServerOptions options;
  options.problem = [&] { return std::string(broken ? "no jail starts" : ""); };
  start(options);
  HttpClient http = client();
  const HttpAnswer answer = http.get("/readyz");
  EXPECT_EQ(answer.status, 503);
  EXPECT_THAT(answer.body, HasSubstr("no jail starts"));
  EXPECT_EQ(http.get("/healthz").status, 200);
  broken = false;
  EXPECT_EQ(http.get("/readyz").status, 200);
}

class FullQueueTest : public RewardServerTest {
 protected:
  /// One request runs, one waits, the third is turned away.
  void expect_full(const std::string& path, int status, const std::string& gauge) {
    RewardServerOptions options;
    options.waiting_singles = 1;
    options.waiting_batches_per_job = 1;
    options.waiting_programs = 1;
    options.batch_bytes = 1000;
    start(options);
    const std::string padding = gauge == "papert_waiting_batches" ? std::string(1000, ' ') : "";
    const std::string body = R"({"wait":1})" + padding;
    const std::string request =
        "POST " + path + " HTTP/1.1\r\n" + host() + "\r\nAuthorization: Bearer " + kToken +
        "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
        "\r\n\r\n" + body;
    const int at_once = gauge == "papert_waiting_batches" ? 2 : 1;
    std::vector<std::unique_ptr<RawConnection>> taken;
    for (int i = 0; i < at_once; ++i) {
      taken.push_back(std::make_unique<RawConnection>(port()));
      taken.back()->send(request);
      while (asked_ <= i) std::this_thread::yield();
    }
    taken.push_back(std::make_unique<RawConnection>(port()));
    taken.back()->send(request);
    HttpClient http = client();
    while (http.get("/metrics").body.find(gauge + " 1") == std::string::npos) {
    }
    const HttpAnswer refused = ask(request);
    EXPECT_EQ(refused.status, status);
    EXPECT_EQ(refused.header("retry-after"), "1");
    EXPECT_EQ(json_of(refused)["error"]["code"], "busy");
    EXPECT_EQ(http.get("/healthz").status, 200);
    EXPECT_EQ(http.get("/readyz").status, status == 503 ? 503 : 200);
    release();
    for (const auto& each : taken) EXPECT_EQ(each->read_answer().status, 200);
    EXPECT_EQ(http.get("/readyz").status, 200);
  }
};

TEST_F(FullQueueTest, OfSmallRequests) {
  expect_full("/api/v1/score", 503, "papert_waiting_singles");
}
TEST_F(FullQueueTest, OfBatches) { expect_full("/api/v1/score", 503, "papert_waiting_batches"); }
TEST_F(FullQueueTest, OfPrograms) { expect_full("/api/v1/run", 429, "papert_waiting_programs"); }

TEST_F(RewardServerTest, ADeadlineCountsFromTheArrival) {
  RewardServerOptions options;
  start(options);
  HttpClient http = client();
  EXPECT_EQ(json_of(http.post("/api/v1/score", R"({"deadline_ms":0})"))["over"], true);
  EXPECT_EQ(json_of(http.post("/api/v1/score", R"({"deadline_ms":60000})"))["over"], false);
  EXPECT_EQ(json_of(http.post("/api/v1/score", "{}"))["over"], false);
  server_.reset();
  options.deadline_ms = 0;  // of the server: no request gets more
  start(options);
  HttpClient other = client();
  EXPECT_EQ(json_of(other.post("/api/v1/score", R"({"deadline_ms":60000})"))["over"], true);
  const Json late = json_of(other.post("/get_reward", R"({"query":["a"],"labels":["r"]})"));
  EXPECT_EQ(late["rewards"], Json::array({0.0}));
  EXPECT_EQ(late["extra_logs"]["scored"], Json::array({0.0}));
}

TEST_F(RewardServerTest, DeepAndLargeBodies) {
  start();
  HttpClient http = client();
  const auto nested = [](std::size_t depth) {
    return R"({"a":)" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
  };
  EXPECT_EQ(http.post("/api/v1/score", nested(32)).status, 200);
  const int before = asked_;
  for (const char* path : {"/api/v1/score", "/get_reward", "/verify", "/aggregate_metrics"}) {
    EXPECT_EQ(http.post(path, nested(33)).status, 400) << path;
    EXPECT_EQ(http.post(path, std::string(10'000, '[')).status, 400) << path;
    EXPECT_EQ(http.post(path, std::string(9U << 20, ' ')).status, 413) << path;
  }
  EXPECT_EQ(asked_, before);
  EXPECT_EQ(http.post("/api/v1/score", R"({"a":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"["})").status,
            200);
}

TEST_F(RewardServerTest, AttacksCostLittleAndShutNobodyOut) {
  RewardServerOptions options;
  options.http.limits.connections = 200;  // this process holds the other ends, too
  start(options);
  expect_alive();
  const std::size_t before = resident_bytes();
  const std::string flood(1U << 20, 'a');
  RawConnection header(port());
  header.send("GET / HTTP/1.1\r\nX: ");
  std::size_t sent = 0;
  while (sent < (std::size_t{200} << 20) && header.send(flood)) sent += flood.size();
  EXPECT_LT(sent, std::size_t{200} << 20);
  expect_alive();
  std::vector<std::unique_ptr<RawConnection>> many;
  for (int i = 0; i < 400; ++i) {
    many.push_back(std::make_unique<RawConnection>(port()));
    // Idle ones, slow headers, and bodies that never come from those who have no token.
    if (i % 3 == 1) many.back()->send("GET /healthz HTTP/1.1\r\nHo");
    if (i % 3 == 2) {
      many.back()->send("POST /api/v1/score HTTP/1.1\r\n" + host() +
                        "\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n{");
    }
    if (i % 50 == 0) expect_alive();
  }
  // Refused at once, and kept for a while to let them read that: more of them than there is room.
  for (int i = 0; i < 250; ++i) {
    many.push_back(std::make_unique<RawConnection>(port()));
    many.back()->send("POST /api/v1/score HTTP/1.1\r\n" + host() +
                      "\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n{");
  }
  expect_alive();
#if defined(PAPERT_SANITIZED)
  constexpr std::size_t kGrowth = std::size_t{64} << 20;  // what is freed stays for a while
#else
  constexpr std::size_t kGrowth = std::size_t{20} << 20;
#endif
  EXPECT_LT(resident_bytes(), before + kGrowth);
  EXPECT_EQ(asked_, 0);
}

TEST_F(RewardServerTest, OpenEnvOverASocket) {
  RewardServerOptions options;
  options.sessions = 2;
  start(options);
  const std::string address = std::string("/t/") + kToken + "/openenv/xlogo/ws";
  {
    WebSocketClient env(port(), address + "?max_turns=3");
    ASSERT_EQ(env.answer().status, 101);
    const Json state = *parse_json(env.ask(R"({"type":"state"})"));
    EXPECT_EQ(state["data"]["suite"], "xlogo");
    EXPECT_THAT(env.ask("garbage"), HasSubstr("INVALID_JSON"));
    EXPECT_THAT(env.ask(std::string(10'000, '[')), HasSubstr("INVALID_JSON"));
    EXPECT_THAT(env.ask(R"({"type":"reset"})"), HasSubstr("VALIDATION_ERROR"));
    WebSocketClient second(port(), address);
    EXPECT_EQ(second.answer().status, 101);
    EXPECT_EQ(WebSocketClient(port(), address).answer().status, 503);
    second.send_text(R"({"type":"close"})");
    EXPECT_EQ(second.read().close_code(), 1000);
  }
  HttpClient http = client();
  while (http.get("/metrics").body.find("papert_sessions 0") == std::string::npos) {
  }
  EXPECT_EQ(WebSocketClient(port(), address).answer().status, 101);
}

TEST_F(RewardServerTest, StrangersGetNoSocket) {
  start();
  const std::string token = std::string("Authorization: Bearer ") + kToken;
  const auto status = [&](const std::string& path, const std::vector<std::string>& headers) {
    return WebSocketClient(port(), path, headers).answer().status;
  };
  EXPECT_EQ(status("/openenv/xlogo/ws", {token}), 101);
  EXPECT_EQ(status("/openenv/xlogo/ws", {}), 401);
  EXPECT_EQ(status("/t/wrong/openenv/xlogo/ws", {}), 401);
  EXPECT_EQ(status("/openenv/xlogo/ws", {token, "Origin: http://evil.example"}), 403);
  EXPECT_EQ(
      status("/openenv/xlogo/ws", {token, "Origin: http://127.0.0.1:" + std::to_string(port())}),
      101);
  EXPECT_EQ(status("/openenv/../ws", {token}), 404);
  EXPECT_EQ(status("/openenv/xlogo/ws?max_turns=99", {token}), 400);
  HttpClient http = client();
  EXPECT_EQ(http.get("/openenv/xlogo/ws").status, 426);
  EXPECT_EQ(json_of(http.get("/openenv/xlogo/health"))["status"], "healthy");
  EXPECT_EQ(json_of(http.get("/openenv/xlogo/metadata"))["name"], "papert/xlogo");
  EXPECT_EQ(json_of(http.get("/openenv/xlogo/state"))["done"], true);
  EXPECT_TRUE(json_of(http.get("/openenv/xlogo/schema")).contains("action"));
  EXPECT_EQ(http.post("/openenv/xlogo/reset", "{}").status, 400);  // this engine has no tasks
}

TEST_F(RewardServerTest, StopsWithWorkInProgress) {
  start();
  RawConnection running(port());
  running.send("POST /api/v1/score HTTP/1.1\r\n" + host() + "\r\nAuthorization: Bearer " + kToken +
               "\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{\"wait\":1}");
  while (asked_ == 0) std::this_thread::yield();
  auto stopping = std::async(std::launch::async, [&] { server_->stop(60'000); });
  while (RawConnection(port()).connected()) std::this_thread::yield();
  release();
  EXPECT_EQ(running.read_answer().status, 200);
  stopping.wait();
}

TEST(RewardServer, WrongOptions) {
  const auto start = [](RewardServerOptions options) {
    return RewardServer::start([](auto, auto, auto) { return Answer{}; }, std::move(options));
  };
  EXPECT_FALSE(start({.http = {.host = "0.0.0.0"}}));
  EXPECT_FALSE(start({.access = {.token = "short"}}));
  EXPECT_FALSE(start({.http = {.host = "192.0.2.1"}, .access = {.token = kToken}}));
  EXPECT_TRUE(start({}));
}

}  // namespace
}  // namespace papert::serve
