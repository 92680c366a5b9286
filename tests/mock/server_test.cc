#include "mock/server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <chrono>
#include <map>
#include <thread>

#include "mock_support.h"

namespace papert::mock {
namespace {

using testing::HasSubstr;
using Clock = std::chrono::steady_clock;

class ServerTest : public testing::Test {
 protected:
  void start(ServiceOptions options = {}, const ServerOptions& at = {}) {
    service_ = std::make_unique<MockService>(oracle_book(), std::move(options));
    auto server = MockServer::start(*service_, at);
    ASSERT_TRUE(server) << server.error().to_string();
    server_ = std::move(*server);
  }

  [[nodiscard]] httplib::Client client() const {
    httplib::Client client("127.0.0.1", server_->port());
    client.set_keep_alive(true);
    client.set_tcp_nodelay(true);
    client.set_read_timeout(20);
    return client;
  }

  [[nodiscard]] std::string request(std::size_t task) const {
    return dump_json(openai_request(prompt_of(*tasks_, task)));
  }

  static httplib::Result post(httplib::Client& client, const std::string& body,
                              const std::string& path = "/v1/chat/completions") {
    return client.Post(path, body, "application/json");
  }

  std::unique_ptr<suite::TaskSet> tasks_ = minted_tasks();
  std::unique_ptr<MockService> service_;
  std::unique_ptr<MockServer> server_;
};

Json json_of(const httplib::Result& result) {
  EXPECT_TRUE(result) << httplib::to_string(result.error());
  if (!result) return {};
  EXPECT_EQ(result->get_header_value("Content-Type"), "application/json");
  const auto json = parse_json(result->body);
  EXPECT_TRUE(json) << result->body.substr(0, 200);
  return json ? *json : Json();
}

/// A connection without an HTTP client in the way.
class RawConnection {
 public:
  explicit RawConnection(int port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience{.tv_sec = 20, .tv_usec = 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    connected_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~RawConnection() { ::close(fd_); }
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }
  void send(const std::string& bytes) const {
    ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }

  /// Until `end` has come, or the other side closes.
  std::string read_until(const std::string& end) const {
    std::string bytes;
    char buffer[4096];
    while (bytes.find(end) == std::string::npos) {
      const ssize_t got = ::recv(fd_, buffer, sizeof buffer, 0);
      if (got <= 0) break;
      bytes.append(buffer, static_cast<std::size_t>(got));
    }
    return bytes;
  }

 private:
  int fd_;
  bool connected_ = false;
};

TEST_F(ServerTest, Routes) {
  start();
  EXPECT_EQ(server_->url(), "http://127.0.0.1:" + std::to_string(server_->port()) + "/v1");
  httplib::Client http = client();
  EXPECT_EQ(json_of(http.Get("/health"))["status"], "ok");
  EXPECT_EQ(json_of(http.Get("/v1/models"))["data"][0]["id"], "mock");
  for (const char* path : {"/v1/chat/completions", "/chat/completions"}) {
    const Json json = json_of(post(http, request(0), path));
    EXPECT_EQ(json["choices"][0]["message"]["content"], tasks_->reference(0));
  }
  const suite::Prompt prompt = prompt_of(*tasks_, 1);
  Json json = json_of(post(http, dump_json(anthropic_request(prompt)), "/v1/messages"));
  EXPECT_EQ(json["content"][0]["text"], tasks_->reference(1));
  json = json_of(post(http, dump_json(gemini_request(prompt)),
                      "/v1beta/models/gemini-2.5-pro:generateContent"));
  EXPECT_EQ(json["modelVersion"], "gemini-2.5-pro");
  EXPECT_EQ(json["candidates"][0]["content"]["parts"][0]["text"], tasks_->reference(1));
  const Json stats = json_of(http.Get("/mock/stats"));
  EXPECT_EQ(stats["requests"], 4);
  EXPECT_EQ(stats["distinct_prompts_answered"], 2);
}

TEST_F(ServerTest, Streams) {
  start();
  httplib::Client http = client();
  Json asked = *parse_json(request(0));
  asked["stream"] = true;
  const auto reply = post(http, dump_json(asked), "/v1/chat/completions");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->get_header_value("Content-Type"), "text/event-stream; charset=utf-8");
  EXPECT_EQ(reply->get_header_value("Transfer-Encoding"), "chunked");
  EXPECT_TRUE(reply->body.ends_with("data: [DONE]\n\n")) << reply->body;
  const suite::Prompt prompt = prompt_of(*tasks_, 1);
  const auto gemini = post(http, dump_json(gemini_request(prompt)),
                           "/v1beta/models/g:streamGenerateContent?alt=sse");
  ASSERT_TRUE(gemini);
  EXPECT_TRUE(gemini->body.starts_with("data: {")) << gemini->body;
  EXPECT_EQ(post(http, request(0), "/openai/deployments/d/chat/completions?api-version=1")->status,
            200);
}

TEST_F(ServerTest, NothingIsCompressed) {
  start();
  httplib::Client http = client();
  http.set_default_headers({{"Accept-Encoding", "br, gzip, deflate"}});
  const auto reply = post(http, request(0));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200);
  EXPECT_FALSE(reply->has_header("Content-Encoding"));
  const auto refused = post(http, "{}");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 400);
  EXPECT_FALSE(refused->has_header("Content-Encoding"));
}

TEST_F(ServerTest, WhatIsNotThereIsAnErrorObject) {
  start();
  httplib::Client http = client();
  const auto absent = http.Get("/v1/nothing");
  EXPECT_EQ(absent->status, 404);
  EXPECT_EQ(json_of(absent)["error"]["code"], "unknown_url");
  EXPECT_EQ(http.Get("/v1/chat/completions")->status, 404);
  EXPECT_EQ(
      post(http, "{}", "/v1beta/models/" + std::string(3000, 'a') + ":generateContent")->status,
      404);
  EXPECT_EQ(json_of(post(http, "{not json"))["error"]["type"], "invalid_request_error");
  EXPECT_EQ(post(http, "")->status, 400);
  EXPECT_EQ(json_of(http.Get("/health"))["status"], "ok");
}

TEST_F(ServerTest, BodySizeIsBounded) {
  constexpr std::size_t kMaxBodyBytes = 1U << 20;
  start({}, {.max_body_bytes = kMaxBodyBytes});
  httplib::Client http = client();
  const std::string head = R"({"model":"m","messages":[{"role":"user","content":")";
  const std::string end = "\"}]}";
  const std::string fits = head + std::string(kMaxBodyBytes - head.size() - end.size(), 'a') + end;
  EXPECT_EQ(json_of(post(http, fits))["error"]["code"], "unknown_prompt");
  const auto refused = post(http, fits + " ");
  EXPECT_EQ(refused->status, 413);
  EXPECT_EQ(json_of(refused)["error"]["code"], "too_large");
  httplib::Client packing = client();
  packing.set_compress(true);
  EXPECT_EQ(packing.Post("/v1/chat/completions", fits + " ", "application/json")->status, 413);
  EXPECT_EQ(json_of(post(http, request(0)))["choices"].size(), 1U);
}

TEST_F(ServerTest, KeysOfEachProvider) {
  start({.key = "sekret"});
  httplib::Client http = client();
  const auto refused = post(http, request(0));
  EXPECT_EQ(refused->status, 401);
  EXPECT_EQ(json_of(refused)["error"]["code"], "invalid_api_key");
  const std::string path = "/v1/chat/completions";
  const std::string body = request(0);
  const char* type = "application/json";
  EXPECT_EQ(http.Post(path, {{"Authorization", "Bearer sekret"}}, body, type)->status, 200);
  EXPECT_EQ(http.Post(path, {{"Authorization", "Bearer sekre"}}, body, type)->status, 401);
  EXPECT_EQ(http.Post(path, {{"x-api-key", "sekret"}}, body, type)->status, 200);
  EXPECT_EQ(http.Post(path, {{"x-goog-api-key", "sekret"}}, body, type)->status, 200);
  EXPECT_EQ(post(http, body, path + "?key=sekret")->status, 200);
}

TEST_F(ServerTest, BrokenConnections) {
  start({.faults = plan("drop:0.5,hangup:0.5")});
  const std::string head = "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: ";
  std::map<bool, int> broken;  // by whether nothing came at all
  for (std::size_t i = 0; i < kTasks; ++i) {
    const RawConnection bystander(server_->port());
    const RawConnection connection(server_->port());
    const std::string body = request(i);
    connection.send(head + std::to_string(body.size()) + "\r\n\r\n" + body);
    const std::string got = connection.read_until("system_fingerprint");
    EXPECT_EQ(got.find("system_fingerprint"), std::string::npos);
    ++broken[got.empty()];
    bystander.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_THAT(bystander.read_until("}"), HasSubstr("HTTP/1.1 200"));
  }
  const Json faults = service_->stats()["faults"];
  EXPECT_EQ(faults["hangup"], broken[true]);
  EXPECT_EQ(faults["drop"], broken[false]);
  EXPECT_GT(broken[true], 0);
  EXPECT_GT(broken[false], 0);
  httplib::Client http = client();
  EXPECT_EQ(json_of(post(http, request(0)))["choices"].size(), 1U);
}

TEST_F(ServerTest, FaultsOnTheWire) {
  start({.faults = plan("429:1"), .retry_after_s = 0.2});
  httplib::Client http = client();
  const auto limited = post(http, request(0));
  EXPECT_EQ(limited->status, 429);
  EXPECT_EQ(limited->get_header_value("Retry-After"), "0.2");
  EXPECT_EQ(post(http, request(0))->status, 200);

  start({.faults = plan("wrong_type:1")});
  httplib::Client page = client();
  EXPECT_THAT(post(page, request(0))->get_header_value("Content-Type"), HasSubstr("text/html"));

  start({.faults = plan("huge:1"), .huge_bytes = (1U << 20) + 17});
  httplib::Client huge = client();
  const Json json = json_of(post(huge, request(0)));
  const auto text = json["choices"][0]["message"]["content"].get<std::string>();
  EXPECT_EQ(text, std::string((1U << 20) + 17, 'x'));
  EXPECT_EQ(json_of(post(huge, request(0)))["choices"][0]["message"]["content"],
            tasks_->reference(0));
}

TEST_F(ServerTest, SlowIsLateAndRight) {
  start({.faults = plan("slow:1"), .slow_ms = 300});
  httplib::Client http = client();
  const auto begun = Clock::now();
  const Json json = json_of(post(http, request(0)));
  EXPECT_GE(Clock::now() - begun, std::chrono::milliseconds(300));
  EXPECT_EQ(json["choices"][0]["message"]["content"], tasks_->reference(0));
}

TEST_F(ServerTest, GarbageOnTheSocket) {
  start();
  for (const char* bytes : {"\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01 not HTTP\r\n\r\n",
                            "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                            "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: 9\r\n\r\n{}"}) {
    const RawConnection connection(server_->port());
    ASSERT_TRUE(connection.connected());
    connection.send(bytes);
  }
  httplib::Client http = client();
  EXPECT_EQ(json_of(http.Get("/health"))["status"], "ok");
}

TEST_F(ServerTest, ManyConnectionsAtOnce) {
  start();
  constexpr std::size_t kMany = 300;
  std::vector<std::unique_ptr<RawConnection>> connections;
  for (std::size_t i = 0; i < kMany; ++i) {
    connections.push_back(std::make_unique<RawConnection>(server_->port()));
    ASSERT_TRUE(connections.back()->connected());
  }
  const std::string body = request(0);
  const std::string head = "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: " +
                           std::to_string(body.size()) + "\r\n\r\n";
  for (int round = 0; round < 2; ++round) {
    for (const auto& connection : connections) connection->send(head + body);
    for (const auto& connection : connections) {
      EXPECT_THAT(connection->read_until("system_fingerprint"), HasSubstr("HTTP/1.1 200"));
    }
  }
  EXPECT_EQ(service_->stats()["answers"], 2 * kMany);
}

TEST_F(ServerTest, StopsPromptlyWithIdleAndSlowConnections) {
  start({.faults = plan("slow:1"), .slow_ms = 3'600'000});
  const RawConnection silent(server_->port());
  httplib::Client idle = client();
  EXPECT_EQ(json_of(idle.Get("/health"))["status"], "ok");
  std::thread waiting([&] {
    httplib::Client http = client();
    (void)post(http, request(0));
  });
  while (service_->stats()["requests"] == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  server_->stop();
  waiting.join();
  EXPECT_FALSE(RawConnection(server_->port()).connected());
  server_->stop();
}

TEST_F(ServerTest, ThePortIsExclusive) {
  start();
  const auto second = MockServer::start(*service_, {.port = server_->port()});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kUsage);
  EXPECT_THAT(second.error().where, HasSubstr(std::to_string(server_->port())));
  EXPECT_FALSE(MockServer::start(*service_, {.host = "192.0.2.1"}));
}

}  // namespace
}  // namespace papert::mock
