#include "model/transport.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <ctime>
#include <thread>

#include "support/tiny_server.h"

namespace papert::model {
namespace {

using test::TinyReply;
using test::TinyRequest;
using test::TinyServer;

std::unique_ptr<Transport> make(TransportOptions options = {}) {
  auto transport = Transport::open(std::move(options));
  EXPECT_TRUE(transport);
  return std::move(*transport);
}

HttpResponse post(Transport& transport, const std::string& url, const std::string& body = "{}") {
  return transport.send({url, {"X-Test: yes"}, body}, CancelToken());
}

TEST(Transport, PostsAndReceives) {
  TinyRequest seen;
  const TinyServer server([&](const TinyRequest& request) {
    seen = request;
    return TinyReply{.status = 201, .type = "text/x", .body = "hello"};
  });
  const auto transport = make();
  const HttpResponse response = post(*transport, server.url("/v1/x?y=z"), "the body");
  EXPECT_EQ(response.fault, HttpFault::kNone) << response.message;
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.content_type, "text/x");
  EXPECT_EQ(response.body, "hello");
  EXPECT_EQ(seen.method, "POST");
  EXPECT_EQ(seen.path, "/v1/x?y=z");
  EXPECT_EQ(seen.body, "the body");
  EXPECT_EQ(seen.headers["x-test"], "yes");
  EXPECT_FALSE(seen.headers.contains("expect"));
  EXPECT_TRUE(seen.headers["user-agent"].starts_with("papert/"));
}

TEST(Transport, KeepsConnections) {
  const TinyServer server([](const TinyRequest&) { return TinyReply{.body = "x"}; });
  const auto transport = make();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(post(*transport, server.url()).body, "x");
  EXPECT_EQ(server.requests(), 20);
  EXPECT_EQ(server.connections(), 1);
}

TEST(Transport, LargeBodiesBothWaysAndChunks) {
  const TinyServer server([](const TinyRequest& request) {
    return TinyReply{.body = request.body, .chunked = request.body.size() < 1000};
  });
  const auto transport = make();
  const std::string large(5'000'000, 'a');
  EXPECT_EQ(post(*transport, server.url(), large).body, large);
  EXPECT_EQ(post(*transport, server.url(), "chunk by chunk by chunk").body,
            "chunk by chunk by chunk");
  EXPECT_EQ(post(*transport, server.url(), "").body, "");
}

TEST(Transport, ResponsesAreBounded) {
  const TinyServer server([](const TinyRequest& request) {
    return TinyReply{.body = std::string(std::stoul(request.body), 'x'),
                     .chunked = request.path == "/chunked"};
  });
  const auto transport = make({.max_response_bytes = 1000});
  for (const char* path : {"/plain", "/chunked"}) {
    EXPECT_EQ(post(*transport, server.url(path), "1000").body.size(), 1000U) << path;
    const HttpResponse response = post(*transport, server.url(path), "1001");
    EXPECT_EQ(response.fault, HttpFault::kTooLarge) << path;
    EXPECT_TRUE(response.body.empty());
  }
}

TEST(Transport, HeadersAreBounded) {
  const TinyServer server([](const TinyRequest& request) {
    TinyReply reply{.body = "x"};
    if (request.path == "/long") reply.headers = {"X-Long: " + std::string(1'000'000, 'y')};
    if (request.path == "/many") reply.headers.assign(10'000, "X-Flood: " + std::string(40, 'z'));
    if (request.path == "/some") reply.headers.assign(1000, "X-Flood: " + std::string(40, 'z'));
    return reply;
  });
  const auto transport = make();
  for (const char* path : {"/long", "/many"}) {
    const HttpResponse response = post(*transport, server.url(path));
    EXPECT_EQ(response.fault, HttpFault::kTooLarge) << path;
    EXPECT_EQ(response.message,
              "the reply's headers are too large (all of them may have 256 KB, one of them 100 KB)")
        << path;
  }
  EXPECT_EQ(post(*transport, server.url("/some")).body, "x");
}

TEST(Transport, Faults) {
  const TinyServer server([](const TinyRequest& request) {
    return TinyReply{.body = "0123456789",
                     .delay_ms = request.path == "/slow" ? 3000 : 0,
                     .drop = request.path == "/drop",
                     .cut = request.path == "/cut"};
  });
  const auto transport = make({.timeout_s = 0.2});
  EXPECT_EQ(post(*transport, server.url("/slow")).fault, HttpFault::kTimeout);
  EXPECT_EQ(post(*transport, server.url("/drop")).fault, HttpFault::kDropped);
  const HttpResponse cut = post(*transport, server.url("/cut"));
  EXPECT_EQ(cut.fault, HttpFault::kDropped);
  EXPECT_TRUE(cut.body.empty()) << "half a reply is none";
  EXPECT_NE(cut.message, "");
  const HttpResponse refused = post(*transport, "http://127.0.0.1:1/");
  EXPECT_EQ(refused.fault, HttpFault::kConnect);
  EXPECT_TRUE(refused.refused);
  EXPECT_EQ(post(*transport, "http://no-such-host.invalid/").fault, HttpFault::kConnect);
  EXPECT_EQ(post(*transport, "file:///etc/passwd").fault, HttpFault::kRefused);
  EXPECT_EQ(post(*transport, "not a url").fault, HttpFault::kRefused);
  EXPECT_EQ(post(*transport, server.url("/fine")).body, "0123456789");
}

TEST(Transport, SpeaksTlsOnlyToThoseItTrusts) {
  const TinyServer server([](const TinyRequest&) { return TinyReply{}; });
  const auto transport = make({.ca_file = "/no/such/file.pem"});
  const std::string url = "https://127.0.0.1:" + std::to_string(server.port());
  EXPECT_EQ(post(*transport, url).fault, HttpFault::kUntrusted);
  EXPECT_NE(post(*make({.timeout_s = 1}), url).fault, HttpFault::kNone) << "no TLS there";
}

TEST(Transport, FollowsNoRedirection) {
  const TinyServer target([](const TinyRequest&) { return TinyReply{.body = "stolen"}; });
  const TinyServer server([&](const TinyRequest&) {
    return TinyReply{.status = 307, .headers = {"Location: " + target.url("/x")}};
  });
  const auto transport = make();
  const HttpResponse response = post(*transport, server.url());
  EXPECT_EQ(response.status, 307);
  EXPECT_EQ(response.location, target.url("/x"));
  EXPECT_EQ(target.requests(), 0);
}

TEST(Transport, RetryAfterInItsForms) {
  std::string header;
  const TinyServer server(
      [&](const TinyRequest&) { return TinyReply{.status = 429, .headers = {header}}; });
  const auto transport = make();
  const auto wish = [&](const std::string& text) {
    header = text;
    return post(*transport, server.url()).retry_after_s;
  };
  EXPECT_EQ(wish("Retry-After: 7"), 7);
  EXPECT_EQ(wish("retry-after: 0.5"), 0.5);
  EXPECT_EQ(wish("retry-after-ms: 250"), 0.25);
  EXPECT_EQ(wish("X: y"), std::nullopt);
  EXPECT_EQ(wish("Retry-After: soon"), std::nullopt);
  EXPECT_EQ(wish("Retry-After: -4"), std::nullopt);
  EXPECT_EQ(wish("Retry-After: nan"), std::nullopt);
  const std::time_t then = std::time(nullptr) + 100;
  std::tm parts{};
  ::gmtime_r(&then, &parts);
  char date[64];
  std::strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
  const auto seconds = wish(std::string("Retry-After: ") + date);
  ASSERT_TRUE(seconds);
  EXPECT_NEAR(*seconds, 100, 5);
}

TEST(Transport, CancellingEndsARequest) {
  const TinyServer server([](const TinyRequest&) { return TinyReply{.delay_ms = 3'600'000}; });
  const auto transport = make();
  const CancelToken cancel;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    cancel.cancel();
  });
  EXPECT_EQ(transport->send({server.url(), {}, "x"}, cancel).fault, HttpFault::kCancelled);
  other.join();
  EXPECT_EQ(transport->send({server.url(), {}, "x"}, cancel).fault, HttpFault::kCancelled);
}

TEST(Transport, ManyThreadsEachGetTheirOwn) {
  const TinyServer server(
      [](const TinyRequest& request) { return TinyReply{.body = request.body}; });
  const auto transport = make();
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        const std::string body = std::to_string(t) + "/" + std::to_string(i);
        EXPECT_EQ(post(*transport, server.url(), body).body, body);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_LE(server.connections(), 16);
}

TEST(Transport, ProxiesOfTheEnvironmentAreUsedExceptForThisMachine) {
  const TinyServer proxy(
      [](const TinyRequest& request) { return TinyReply{.body = request.path}; });
  const TinyServer server(
      [](const TinyRequest& request) { return TinyReply{.body = request.path}; });
  ::setenv("http_proxy", proxy.url().c_str(), 1);
  {
    const auto transport = make();
    EXPECT_EQ(post(*transport, "http://host.invalid/v1").body, "http://host.invalid/v1");
    EXPECT_EQ(post(*transport, server.url("/direct")).body, "/direct");
  }
  ::unsetenv("http_proxy");
  EXPECT_EQ(proxy.requests(), 1);
}

}  // namespace
}  // namespace papert::model
