#include "mock/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <thread>

#include "mock_support.h"
#include "support/http_client.h"

namespace papert::mock {
namespace {

using test::HttpAnswer;
using test::HttpClient;
using test::RawConnection;
using testing::HasSubstr;

class ServerTest : public testing::Test {
 protected:
  void start(ServiceOptions options = {}, const ServerOptions& at = {}) {
    service_ = std::make_unique<MockService>(oracle_book(), std::move(options));
    auto server = MockServer::start(*service_, at);
    ASSERT_TRUE(server) << server.error().to_string();
    server_ = std::move(*server);
  }

  [[nodiscard]] HttpClient client() const { return HttpClient(server_->port()); }

  [[nodiscard]] std::string request(std::size_t task) const {
    return dump_json(openai_request(prompt_of(*tasks_, task)));
  }

  static HttpAnswer post(HttpClient& client, const std::string& body,
                         const std::string& path = "/v1/chat/completions",
                         const HttpClient::Headers& headers = {}) {
    return client.post(path, body, headers);
  }

  std::unique_ptr<suite::TaskSet> tasks_ = minted_tasks();
  std::unique_ptr<MockService> service_;
  std::unique_ptr<MockServer> server_;
};

Json json_of(const HttpAnswer& answer) {
  EXPECT_TRUE(answer.whole);
  EXPECT_EQ(answer.header("content-type"), "application/json");
  const auto json = parse_json(answer.body);
  EXPECT_TRUE(json) << answer.body.substr(0, 200);
  return json ? *json : Json();
}

TEST_F(ServerTest, Routes) {
  start();
  EXPECT_EQ(server_->url(), "http://127.0.0.1:" + std::to_string(server_->port()) + "/v1");
  HttpClient http = client();
  EXPECT_EQ(json_of(http.get("/health"))["status"], "ok");
  EXPECT_EQ(json_of(http.get("/v1/models"))["data"][0]["id"], "mock");
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
  const Json stats = json_of(http.get("/mock/stats"));
  EXPECT_EQ(stats["requests"], 4);
  EXPECT_EQ(stats["distinct_prompts_answered"], 2);
}

TEST_F(ServerTest, Streams) {
  start();
  HttpClient http = client();
  Json asked = *parse_json(request(0));
  asked["stream"] = true;
  const auto reply = post(http, dump_json(asked), "/v1/chat/completions");
  EXPECT_EQ(reply.header("content-type"), "text/event-stream; charset=utf-8");
  EXPECT_EQ(reply.header("transfer-encoding"), "chunked");
  EXPECT_TRUE(reply.body.ends_with("data: [DONE]\n\n")) << reply.body;
  const suite::Prompt prompt = prompt_of(*tasks_, 1);
  const auto gemini = post(http, dump_json(gemini_request(prompt)),
                           "/v1beta/models/g:streamGenerateContent?alt=sse");
  EXPECT_TRUE(gemini.body.starts_with("data: {")) << gemini.body;
  EXPECT_EQ(post(http, request(0), "/openai/deployments/d/chat/completions?api-version=1").status,
            200);
}

TEST_F(ServerTest, NothingIsCompressed) {
  start();
  HttpClient http(server_->port(), {"Accept-Encoding: br, gzip, deflate"});
  const auto reply = post(http, request(0));
  EXPECT_EQ(reply.status, 200);
  EXPECT_FALSE(reply.headers.contains("content-encoding"));
  const auto refused = post(http, "{}");
  EXPECT_EQ(refused.status, 400);
  EXPECT_FALSE(refused.headers.contains("content-encoding"));
}

TEST_F(ServerTest, WhatIsNotThereIsAnErrorObject) {
  start();
  HttpClient http = client();
  const auto absent = http.get("/v1/nothing");
  EXPECT_EQ(absent.status, 404);
  EXPECT_EQ(json_of(absent)["error"]["code"], "unknown_url");
  EXPECT_EQ(http.get("/v1/chat/completions").status, 404);
  EXPECT_EQ(
      post(http, "{}", "/v1beta/models/" + std::string(3000, 'a') + ":generateContent").status,
      404);
  EXPECT_EQ(json_of(post(http, "{not json"))["error"]["type"], "invalid_request_error");
  EXPECT_EQ(post(http, "").status, 400);
  EXPECT_EQ(json_of(http.get("/health"))["status"], "ok");
}

TEST_F(ServerTest, BodySizeIsBounded) {
  constexpr std::size_t kMaxBodyBytes = 1U << 20;
  start({}, {.max_body_bytes = kMaxBodyBytes});
  HttpClient http = client();
  const std::string head = R"({"model":"m","messages":[{"role":"user","content":")";
  const std::string end = "\"}]}";
  const std::string fits = head + std::string(kMaxBodyBytes - head.size() - end.size(), 'a') + end;
  EXPECT_EQ(json_of(post(http, fits))["error"]["code"], "unknown_prompt");
  const auto refused = post(http, fits + " ");
  EXPECT_EQ(refused.status, 413);
  EXPECT_EQ(json_of(refused)["error"]["code"], "too_large");
  EXPECT_EQ(post(http, "\x1f\x8b", "/v1/chat/completions", {"Content-Encoding: gzip"}).status, 415);
  EXPECT_EQ(json_of(post(http, request(0)))["choices"].size(), 1U);
}

TEST_F(ServerTest, KeysOfEachProvider) {
  start({.key = "sekret"});
  HttpClient http = client();
  const auto refused = post(http, request(0));
  EXPECT_EQ(refused.status, 401);
  EXPECT_EQ(json_of(refused)["error"]["code"], "invalid_api_key");
  const std::string path = "/v1/chat/completions";
  const std::string body = request(0);
  EXPECT_EQ(post(http, body, path, {"Authorization: Bearer sekret"}).status, 200);
  EXPECT_EQ(post(http, body, path, {"Authorization: Bearer sekre"}).status, 401);
  EXPECT_EQ(post(http, body, path, {"x-api-key: sekret"}).status, 200);
  EXPECT_EQ(post(http, body, path, {"x-goog-api-key: sekret"}).status, 200);
  EXPECT_EQ(post(http, body, path + "?key=sekret").status, 200);
}

TEST_F(ServerTest, BrokenConnections) {
  start({.faults = plan("drop:0.5,hangup:0.5")});
  const std::string head = "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: ";
  std::map<bool, int> broken;  // by whether nothing came at all
  for (std::size_t i = 0; i < kTasks; ++i) {
    RawConnection bystander(server_->port());
    RawConnection connection(server_->port());
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
  HttpClient http = client();
  EXPECT_EQ(json_of(post(http, request(0)))["choices"].size(), 1U);
}

TEST_F(ServerTest, FaultsOnTheWire) {
  start({.faults = plan("429:1"), .retry_after_s = 0.2});
  HttpClient http = client();
  const auto limited = post(http, request(0));
  EXPECT_EQ(limited.status, 429);
  EXPECT_EQ(limited.header("retry-after"), "0.2");
  EXPECT_EQ(post(http, request(0)).status, 200);

  start({.faults = plan("wrong_type:1")});
  HttpClient page = client();
  EXPECT_THAT(post(page, request(0)).header("content-type"), HasSubstr("text/html"));

  start({.faults = plan("huge:1"), .huge_bytes = (1U << 20) + 17});
  HttpClient huge = client();
  const Json json = json_of(post(huge, request(0)));
  const auto text = json["choices"][0]["message"]["content"].get<std::string>();
  EXPECT_EQ(text, std::string((1U << 20) + 17, 'x'));
  EXPECT_EQ(json_of(post(huge, request(0)))["choices"][0]["message"]["content"],
            tasks_->reference(0));
}

TEST_F(ServerTest, SlowIsRight) {
  start({.faults = plan("slow:1"), .slow_ms = 1});
  HttpClient http = client();
  const Json json = json_of(post(http, request(0)));
  EXPECT_EQ(json["choices"][0]["message"]["content"], tasks_->reference(0));
}

TEST_F(ServerTest, SlowIsLateAndKeepsNobodyWaiting) {
  start({.faults = plan("slow:1"), .slow_ms = 3'600'000});
  // Each prompt once: only its first reply is slow. More of them than there are threads.
  const std::size_t many = tasks_->size();
  ASSERT_GT(many, 8U);
  std::vector<std::unique_ptr<RawConnection>> slow;
  for (std::size_t i = 0; i < many; ++i) {
    const std::string body = request(i);
    slow.push_back(std::make_unique<RawConnection>(server_->port()));
    slow.back()->send("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: " +
                      std::to_string(body.size()) + "\r\n\r\n" + body);
  }
  while (service_->stats()["requests"] < many) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  HttpClient http = client();
  EXPECT_EQ(json_of(http.get("/health"))["status"], "ok");
  for (const auto& connection : slow) EXPECT_TRUE(connection->nothing_came());
}

TEST_F(ServerTest, GarbageOnTheSocket) {
  start();
  for (const char* bytes : {"\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01 not HTTP\r\n\r\n",
                            "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                            "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: 9\r\n\r\n{}"}) {
    RawConnection connection(server_->port());
    ASSERT_TRUE(connection.connected());
    connection.send(bytes);
  }
  HttpClient http = client();
  EXPECT_EQ(json_of(http.get("/health"))["status"], "ok");
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
  HttpClient idle = client();
  EXPECT_EQ(json_of(idle.get("/health"))["status"], "ok");
  std::thread waiting([&] {
    HttpClient http = client();
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
