// The server against clients that behave, and against those that do not.

#include "http/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include "base/thread_pool.h"
#include "support/http_client.h"

namespace papert::http {
namespace {

using test::HttpAnswer;
using test::HttpClient;
using test::RawConnection;
using testing::HasSubstr;
using testing::StartsWith;

/// Answers with what it was asked, on threads of its own.
class Echo : public Handler {
 public:
  std::optional<Response> refuse(const Request& head) override {
    if (head.path() != "/forbidden") return std::nullopt;
    return Response{.status = 403, .body = "no"};
  }

  void answer(Request request, Responder responder) override {
    ++answered;
    if (request.path() == "/throws") throw std::runtime_error("broken");
    if (request.path() == "/dropped") return;
    threads_.submit(
        [asked = std::move(request), reply = std::make_shared<Responder>(std::move(responder))] {
          reply->send(respond_to(asked));
        });
  }

  std::atomic<int> answered{0};

 private:
  static Response respond_to(const Request& request) {
    if (request.path() == "/hang_up") return {.hang_up = true};
    if (request.path() == "/close") return {.body = "bye", .close = true};
    if (request.path() == "/late") return {.body = "late", .delay_ms = 3'600'000};
    Response response{.content_type = "text/plain"};
    if (request.path() == "/pieces" || request.path() == "/cut") {
      const auto end = request.path() == "/cut" ? Piece::Then::kHangUp : Piece::Then::kEnd;
      response.pieces = [end, n = 0]() mutable {
        ++n;
        return Piece{"piece " + std::to_string(n) + ";", n == 3 ? end : Piece::Then::kMore};
      };
      if (request.query("length")) response.length = 100;
      return response;
    }
    response.body = request.method + " " + request.target + " " + request.body;
    return response;
  }

  ThreadPool threads_{2};
};

class ServerTest : public testing::Test {
 protected:
  void start(const Limits& limits = {}) {
    auto server = Server::start(echo_, {.limits = limits});
    ASSERT_TRUE(server) << server.error().to_string();
    server_ = std::move(*server);
  }
  [[nodiscard]] int port() const { return server_->port(); }

  /// The response to these bytes, on a connection of their own.
  HttpAnswer ask(const std::string& bytes) {
    RawConnection connection(port());
    connection.send(bytes);
    return connection.read_answer();
  }

  void expect_alive() {
    HttpClient client(port());
    EXPECT_EQ(client.get("/alive").body, "GET /alive ");
  }

  Echo echo_;
  std::unique_ptr<Server> server_;
};

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  file >> total >> resident;
  return resident * 4096;
}

TEST_F(ServerTest, KeepsConnections) {
  start();
  RawConnection connection(port());
  for (int i = 0; i < 3; ++i) {
    connection.send("GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: x\r\n\r\n");
    const HttpAnswer answer = connection.read_answer();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("content-type"), "text/plain");
    EXPECT_EQ(answer.header("connection"), "keep-alive");
    EXPECT_EQ(answer.body, "GET /" + std::to_string(i) + " ");
  }
  EXPECT_EQ(server_->stats().accepted, 1U);
}

TEST_F(ServerTest, AnswersInTheOrderOfAPipeline) {
  start();
  RawConnection connection(port());
  std::string requests;
  for (int i = 0; i < 50; ++i) {
    requests +=
        "POST /" + std::to_string(i) + " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok";
  }
  connection.send(requests);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(connection.read_answer().body, "POST /" + std::to_string(i) + " ok");
  }
}

TEST_F(ServerTest, ClosesWhereItIsAskedTo) {
  start();
  for (const char* request : {"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                              "GET / HTTP/1.0\r\n\r\n", "GET /close HTTP/1.1\r\nHost: x\r\n\r\n"}) {
    RawConnection connection(port());
    connection.send(request);
    EXPECT_EQ(connection.read_answer().header("connection"), "close");
    EXPECT_TRUE(connection.closes_within(20'000)) << request;
  }
}

TEST_F(ServerTest, AHalfClosedClientGetsItsAnswer) {
  start();
  RawConnection connection(port());
  connection.send("GET /half HTTP/1.1\r\nHost: x\r\n\r\n");
  connection.end_sending();
  EXPECT_EQ(connection.read_answer().body, "GET /half ");
}

TEST_F(ServerTest, HeadHasNoBody) {
  start();
  for (const char* path : {"/abc", "/pieces", "/pieces?length=1"}) {
    RawConnection connection(port());
    connection.send(std::string("HEAD ") + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(connection.read_answer(true).status, 200);
    connection.send("GET /next HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(connection.read_answer().body, "GET /next ") << path;
  }
}

TEST_F(ServerTest, ChunkedBodies) {
  start();
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(ask(head + "3\r\nabc\r\n2;x=1\r\nde\r\n0\r\nTrailer: 1\r\n\r\n").body, "POST / abcde");
  EXPECT_EQ(ask(head + "0\r\n\r\n").body, "POST / ");
  EXPECT_EQ(ask(head + "zz\r\nabc\r\n").status, 400);
  EXPECT_EQ(ask(head + "ffffffffffffffffff\r\n").status, 400);
}

TEST_F(ServerTest, BodiesThatAreTooLarge) {
  start({.body_bytes = 1000});
  HttpClient client(port());
  EXPECT_EQ(client.post("/", std::string(1000, 'a')).status, 200);
  const HttpAnswer refused = client.post("/", std::string(1001, 'a'));
  EXPECT_EQ(refused.status, 413);
  EXPECT_EQ(refused.header("connection"), "close");
  // Far more than the system buffers: the client is heard out, and sees the response.
  EXPECT_EQ(client.post("/", std::string(20U << 20, 'a')).status, 413);
  const std::string chunk = "1f4\r\n" + std::string(500, 'a') + "\r\n";
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(ask(head + chunk + chunk + "0\r\n\r\n").status, 200);
  EXPECT_EQ(ask(head + chunk + chunk + chunk).status, 413);
  expect_alive();
}

TEST_F(ServerTest, AllBodiesTogetherAreBounded) {
  start({.body_bytes = 1000, .bodies_bytes = 1500});
  RawConnection slow(port());
  slow.send("POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n" +
            std::string(999, 'a'));
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ";
  while (ask(head + "501\r\n\r\n" + std::string(501, 'a')).status != 503) {
  }
  EXPECT_EQ(ask(head + "500\r\n\r\n" + std::string(500, 'a')).status, 200);
  slow.send("a");
  EXPECT_EQ(slow.read_answer().status, 200);
  EXPECT_EQ(ask(head + "501\r\n\r\n" + std::string(501, 'a')).status, 200);
}

TEST_F(ServerTest, ExpectContinue) {
  start({.body_bytes = 1000});
  RawConnection connection(port());
  connection.send(
      "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
  EXPECT_THAT(connection.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 100 Continue"));
  connection.send("abc");
  EXPECT_EQ(connection.read_answer().body, "POST / abc");
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: ";
  EXPECT_EQ(ask(head + "100-continue\r\nContent-Length: 1001\r\n\r\n").status, 413);
  EXPECT_EQ(ask(head + "tea\r\nContent-Length: 3\r\n\r\n").status, 417);
}

TEST_F(ServerTest, RefusesBeforeTheBody) {
  start();
  const std::string head = "POST /forbidden HTTP/1.1\r\nHost: x\r\nContent-Length: ";
  RawConnection connection(port());
  connection.send(head + "1000000\r\n\r\n");
  EXPECT_EQ(connection.read_answer().status, 403);
  EXPECT_EQ(ask(head + "5\r\nExpect: 100-continue\r\n\r\n").status, 403);
  RawConnection kept(port());
  kept.send("GET /forbidden HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(kept.read_answer().status, 403);
  EXPECT_EQ(kept.read_answer().body, "GET /next ");
  EXPECT_EQ(echo_.answered, 1);
}

TEST_F(ServerTest, WhatIsNotHttp) {
  start();
  const std::vector<std::pair<std::string, int>> cases{
      {"GET\r\n\r\n", 400},
      {"\x16\x03\x01 not HTTP\r\n\r\n", 400},
      {"GET / HTTP/9.9\r\nHost: x\r\n\r\n", 505},
      {"GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", 400},
      {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na",
       400},
      {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\na",
       400},
  };
  for (const auto& [bytes, status] : cases) {
    const HttpAnswer answer = ask(bytes);
    EXPECT_EQ(answer.status, status) << bytes;
    EXPECT_EQ(answer.header("connection"), "close");
  }
  EXPECT_EQ(echo_.answered, 0);
  expect_alive();
}

TEST_F(ServerTest, LongHeadersAreCutOff) {
  start();
  const std::string start_line = "GET / HTTP/1.1\r\nHost: x\r\n";
  EXPECT_EQ(ask(start_line + "X: " + std::string(15U << 10, 'a') + "\r\n\r\n").status, 200);
  EXPECT_EQ(ask(start_line + "X: " + std::string(17U << 10, 'a') + "\r\n\r\n").status, 431);
  EXPECT_EQ(ask("GET /" + std::string(17U << 10, 'a') + " HTTP/1.1\r\n\r\n").status, 431);
  std::string lines;
  while (lines.size() < (17U << 10)) lines += "X: 1\r\n";
  EXPECT_EQ(ask(start_line + lines + "\r\n").status, 431);
  const std::string chunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(ask(chunked + "1;" + std::string(90U << 10, 'a')).status, 431);
  EXPECT_EQ(ask(chunked + "0\r\nX: " + std::string(90U << 10, 'a')).status, 431);
}

TEST_F(ServerTest, FloodsOfHeadersCostNoMemory) {
  start();
  expect_alive();
  const std::string one_line(1U << 20, 'a');
  std::string many_lines;
  while (many_lines.size() < (1U << 20)) many_lines += "X-Header: value\r\n";
  const std::size_t before = resident_bytes();
  for (const std::string& flood : {one_line, many_lines}) {
    RawConnection connection(port());
    connection.send("GET / HTTP/1.1\r\nHost: x\r\nX: ");
    std::size_t sent = 0;
    while (sent < (std::size_t{200} << 20) && connection.send(flood)) sent += flood.size();
    EXPECT_LT(sent, std::size_t{200} << 20);
    expect_alive();
  }
  // Of 200 MB next to nothing; AddressSanitizer keeps what is freed for a while.
  EXPECT_LT(resident_bytes(), before + (std::size_t{32} << 20));
}

TEST_F(ServerTest, SlowRequestsAreCutOff) {
  start({.header_ms = 200, .body_ms = 200});
  RawConnection header(port());
  header.send("GET / HTTP/1.1\r\n");
  RawConnection body(port());
  body.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na");
  EXPECT_TRUE(header.closes_within(20'000));
  EXPECT_TRUE(body.closes_within(20'000));
  RawConnection trickle(port());  // each byte in time, all of them not
  int bytes = 0;
  while (trickle.send("X") && !trickle.closes_within(20)) ASSERT_LT(++bytes, 1000);
  EXPECT_EQ(echo_.answered, 0);
}

TEST_F(ServerTest, IdleConnectionsEnd) {
  start({.idle_ms = 200});
  RawConnection silent(port());
  RawConnection kept(port());
  kept.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(kept.read_answer().status, 200);
  EXPECT_TRUE(silent.closes_within(20'000));
  EXPECT_TRUE(kept.closes_within(20'000));
}

TEST_F(ServerTest, IdleConnectionsShutNobodyOut) {
  start({.connections = 50});
  RawConnection kept(port());
  kept.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(kept.read_answer().status, 200);
  std::vector<std::unique_ptr<RawConnection>> idle;
  for (int i = 0; i < 200; ++i) {
    idle.push_back(std::make_unique<RawConnection>(port()));
    idle.back()->send("GET / HT");
    if (i % 20 == 0) expect_alive();
  }
  expect_alive();
  EXPECT_LE(server_->stats().connections, 50U);
  EXPECT_TRUE(idle.front()->closes_within(20'000));
  kept.send("GET /kept HTTP/1.1\r\nHost: x\r\n\r\n");  // those that never asked went first
  EXPECT_EQ(kept.read_answer().body, "GET /kept ");
}

TEST_F(ServerTest, WhenAllAreBusyOthersAreTold) {
  start({.connections = 2});
  RawConnection a(port());
  RawConnection b(port());
  for (RawConnection* each : {&a, &b}) each->send("GET /late HTTP/1.1\r\nHost: x\r\n\r\n");
  while (echo_.answered < 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  RawConnection third(port());
  const HttpAnswer refused = third.read_answer();
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.header("retry-after"), "1");
}

TEST_F(ServerTest, Pieces) {
  start();
  const auto get = [](const std::string& path, const char* version = "1.1") {
    return "GET " + path + " HTTP/" + version + "\r\nHost: x\r\n\r\n";
  };
  const HttpAnswer chunked = ask(get("/pieces"));
  EXPECT_EQ(chunked.header("transfer-encoding"), "chunked");
  EXPECT_EQ(chunked.body, "piece 1;piece 2;piece 3;");
  EXPECT_TRUE(chunked.whole);
  const HttpAnswer old = ask(get("/pieces", "1.0"));
  EXPECT_EQ(old.header("transfer-encoding"), "");
  EXPECT_EQ(old.body, "piece 1;piece 2;piece 3;");
  for (const char* path : {"/cut", "/cut?length=1"}) {
    const HttpAnswer cut = ask(get(path));
    EXPECT_EQ(cut.status, 200);
    EXPECT_EQ(cut.body, "piece 1;piece 2;piece 3;");
    EXPECT_FALSE(cut.whole);
  }
}

TEST_F(ServerTest, HangsUpWithoutAWord) {
  start();
  RawConnection connection(port());
  connection.send("GET /hang_up HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(connection.read_all(), "");
}

TEST_F(ServerTest, WhatTheHandlerForgetsIsOurFault) {
  start();
  for (const char* path : {"/throws", "/dropped"}) {
    HttpClient client(port());
    EXPECT_EQ(client.get(path).status, 500) << path;
    EXPECT_EQ(client.get("/next").body, "GET /next ");
  }
}

TEST_F(ServerTest, StopsAtOnceOrWhenAllIsAnswered) {
  start();
  RawConnection late(port());
  late.send("GET /late HTTP/1.1\r\nHost: x\r\n\r\n");
  while (echo_.answered < 1) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  server_->stop();
  EXPECT_EQ(late.read_all(), "");
  EXPECT_FALSE(RawConnection(port()).connected());
  server_->stop();

  start();
  RawConnection idle(port());
  RawConnection sending(port());
  sending.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nla");
  sending.send("st");
  while (echo_.answered < 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  server_->stop(3'600'000);  // ends long before
  EXPECT_EQ(sending.read_answer().body, "POST / last");
  EXPECT_EQ(idle.read_all(), "");
}

/// Answers when it is told to.
class Patient : public Handler {
 public:
  void answer(Request, Responder responder) override {
    held.emplace(std::move(responder));
    asked = true;
  }
  std::optional<Responder> held;
  std::atomic<bool> asked{false};
};

TEST(Server, AnswersWhatIsInWorkWhenItStops) {
  Patient patient;
  auto server = Server::start(patient, {});
  ASSERT_TRUE(server);
  const int port = (*server)->port();
  RawConnection connection(port);
  connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  while (!patient.asked) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::thread stopping([&] { (*server)->stop(3'600'000); });
  while (RawConnection(port).connected()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  patient.held->send({.body = "last"});
  EXPECT_EQ(connection.read_answer().body, "last");
  stopping.join();
}

TEST_F(ServerTest, ThePortIsExclusive) {
  start();
  const auto second = Server::start(echo_, {.port = port()});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kUsage);
  EXPECT_THAT(second.error().where, HasSubstr(std::to_string(port())));
  EXPECT_FALSE(Server::start(echo_, {.host = "192.0.2.1"}));
  EXPECT_FALSE(Server::start(echo_, {.host = "no such host"}));
}

TEST_F(ServerTest, Addresses) {
  auto server = Server::start(echo_, {.host = "localhost"});
  ASSERT_TRUE(server);
  EXPECT_EQ((*server)->url(), "http://localhost:" + std::to_string((*server)->port()));
}

}  // namespace
}  // namespace papert::http
