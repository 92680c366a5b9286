#include "http/websocket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "base/thread_pool.h"
#include "http/server.h"
#include "support/websocket_client.h"

namespace papert::http {
namespace {

using test::WebSocketClient;

/// Says what it hears, on a thread of its own; "bye" ends the conversation, "drop" forgets it.
class Parrots : public Handler {
 public:
  void answer(Request request, Responder responder) override {
    Response response;
    if (request.path() == "/ws") response.conversation = std::make_shared<Parrot>(*this);
    responder.send(std::move(response));
  }
  std::atomic<int> open{0};
  std::atomic<int> heard{0};

 private:
  class Parrot : public Conversation {
   public:
    explicit Parrot(Parrots& all) : all_(all) { ++all_.open; }
    ~Parrot() override { --all_.open; }
    Parrot(const Parrot&) = delete;
    Parrot& operator=(const Parrot&) = delete;

    void message(std::string text, MessageReply reply) override {
      ++all_.heard;
      if (text == "drop") return;
      all_.threads_.submit(
          [said = std::move(text), held = std::make_shared<MessageReply>(std::move(reply))] {
            said == "bye" ? held->close() : held->send("you said " + said);
          });
    }

   private:
    Parrots& all_;
  };

  ThreadPool threads_{2};
};

class WebSocketTest : public testing::Test {
 protected:
  void SetUp() override {
    auto server = Server::start(parrots_, {});
    ASSERT_TRUE(server) << server.error().to_string();
    server_ = std::move(*server);
  }
  void expect_none_left() {
    while (parrots_.open > 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    while (server_->stats().connections > 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  Parrots parrots_;
  std::unique_ptr<Server> server_;
};

TEST_F(WebSocketTest, EveryMessageHasItsAnswer) {
  {
    WebSocketClient client(server_->port(), "/ws");
    EXPECT_EQ(client.answer().status, 101);
    EXPECT_EQ(client.answer().header("sec-websocket-accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    for (int i = 0; i < 3; ++i) client.send_text(std::to_string(i));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(client.read().payload, "you said " + std::to_string(i));
    client.send_frame(1, "two ", false);
    client.send_frame(0, "parts");
    EXPECT_EQ(client.read().payload, "you said two parts");
    const std::string large(1U << 20, 'a');
    EXPECT_TRUE(client.ask(large) == "you said " + large);
    EXPECT_EQ(server_->stats().connections, 1U);
  }
  expect_none_left();
}

TEST_F(WebSocketTest, Goodbyes) {
  for (const char* last : {"bye", "drop"}) {
    WebSocketClient client(server_->port(), "/ws");
    client.send_text(last);
    EXPECT_EQ(client.read().close_code(), 1000) << last;
  }
  {
    WebSocketClient client(server_->port(), "/ws");
    client.send_frame(8, "\x03\xe8");
    EXPECT_EQ(client.read().close_code(), 1000);
    EXPECT_TRUE(client.closes_within(20'000));
  }
  expect_none_left();
}

TEST_F(WebSocketTest, WhatIsTooLargeOrBrokenEndsIt) {
  WebSocketClient large(server_->port(), "/ws");
  const std::string piece(1U << 20, 'a');
  // Announces 200 MB and sends as much of it as is taken.
  std::string head("\x81\xff", 2);
  for (int shift = 56; shift >= 0; shift -= 8) {
    head += static_cast<char>(((std::size_t{200} << 20) >> shift) & 0xff);
  }
  large.send_raw(head + std::string(4, '\0'));
  for (int i = 0; i < 200 && large.send_raw(piece); ++i) {
  }
  WebSocketClient just_over(server_->port(), "/ws");
  just_over.send_text(std::string(kMaxMessageBytes + 1, 'a'));
  EXPECT_EQ(just_over.read().close_code(), 1009);
  WebSocketClient not_utf8(server_->port(), "/ws");
  not_utf8.send_text("\xff\xfe");
  EXPECT_EQ(not_utf8.read().close_code(), 1007);
  WebSocketClient garbage(server_->port(), "/ws");
  garbage.send_raw("GET / HTTP/1.1\r\n\r\n");
  EXPECT_NE(garbage.read().opcode, 1);
  EXPECT_EQ(parrots_.heard, 0);
  WebSocketClient fits(server_->port(), "/ws");
  EXPECT_EQ(fits.ask(std::string(kMaxMessageBytes, 'a')).size(), kMaxMessageBytes + 9);
}

TEST_F(WebSocketTest, OnlyWhereItIsAskedForAndOffered) {
  EXPECT_EQ(WebSocketClient(server_->port(), "/").answer().status, 200);
  test::RawConnection plain(server_->port());
  plain.send("GET /ws HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(plain.read_answer().status, 101);
  expect_none_left();
}

TEST_F(WebSocketTest, EndsWithTheServer) {
  WebSocketClient quiet(server_->port(), "/ws");
  EXPECT_EQ(quiet.ask("a"), "you said a");
  server_->stop();
  EXPECT_NE(quiet.read().opcode, 1);
  EXPECT_EQ(parrots_.open, 0);
}

}  // namespace
}  // namespace papert::http
