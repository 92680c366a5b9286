// Streams in the three formats, on examples written after the providers' public documentation, and
// what is wrong with others.

#include "model/stream.h"

#include <gtest/gtest.h>

#include <vector>

#include "model/anthropic.h"
#include "model/google.h"
#include "model/openai.h"

namespace papert::model {
namespace {

std::vector<std::string> events_of(std::string_view stream) {
  std::vector<std::string> events;
  EXPECT_TRUE(each_event(stream, [&](const std::string& data) -> Result<bool> {
    events.push_back(data);
    return true;
  }));
  return events;
}

TEST(Events, LinesCommentsAndFields) {
  using List = std::vector<std::string>;
  EXPECT_EQ(events_of("data: a\n\ndata: b\n\n"), (List{"a", "b"}));
  EXPECT_EQ(events_of("data:a\r\n\r\ndata:b\r\rdata:c"), (List{"a", "b", "c"}));
  EXPECT_EQ(events_of("\xEF\xBB\xBF: hello\nevent: x\nid: 7\ndata: one\ndata: two\nretry: 1\n\n"),
            (List{"one\ntwo"}));
  EXPECT_EQ(events_of("data\n\ndatabase: x\n\n: only a comment\n\n\n\n"), List{});
  EXPECT_EQ(events_of("data:  two spaces\n\n"), (List{" two spaces"}));
  EXPECT_EQ(events_of(""), List{});
}

TEST(Events, AreBounded) {
  std::string stream;
  for (std::size_t i = 0; i <= kMaxEvents; ++i) stream += "data:{}\n\n";
  const auto all = [](const std::string&) -> Result<bool> { return true; };
  const auto ended = each_event(stream, all);
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().code, ErrorCode::kLimit);
  stream.resize(stream.size() - 9);
  EXPECT_TRUE(each_event(stream, all));
}

Result<Reply> openai(const std::string& stream) {
  const std::string joined = TRY(join_openai(stream));
  return parse_openai(joined);
}

std::string chunk(const std::string& delta, const std::string& reason = "null") {
  return R"(data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":)" + delta +
         R"(,"finish_reason":)" + reason + "}]}\n\n";
}

TEST(OpenAiStream, IsTheReplyInPieces) {
  const auto reply = openai(
      ": keep-alive\n\n" + chunk(R"({"role":"assistant","content":"","refusal":null})") +
      chunk(R"({"reasoning_content":"six "})") + chunk(R"({"reasoning_content":"times"})") +
      chunk(R"({"content":"4"})") + chunk(R"({"content":"2 \ud83d"})") + chunk("{}", "\"stop\"") +
      R"(data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3}})" +
      "\n\ndata: [DONE]\n\n");
  ASSERT_TRUE(reply) << reply.error().to_string();
  EXPECT_EQ(reply->status, ReplyStatus::kComplete);
  EXPECT_EQ(reply->text, "42 \xEF\xBF\xBD");
  EXPECT_EQ(reply->reasoning, "six times");
  EXPECT_EQ(reply->usage.input_tokens, 9);
  EXPECT_EQ(reply->usage.output_tokens, 3);
}

TEST(OpenAiStream, WaysToEnd) {
  const std::string half = chunk(R"({"content":"half"})");
  EXPECT_EQ(openai(half + chunk("{}", "\"length\""))->status, ReplyStatus::kTruncated);
  EXPECT_EQ(openai(half + chunk("{}", "\"content_filter\""))->status, ReplyStatus::kRefused);
  EXPECT_EQ(
      openai(chunk(R"({"refusal":"no, "})") + chunk(R"({"refusal":"thanks"})") + "data: [DONE]\n\n")
          ->text,
      "no, thanks");
  EXPECT_EQ(openai(half + "data: [DONE]")->text, "half") << "some servers give no reason";
  EXPECT_EQ(openai(chunk("{}", "\"stop\""))->text, "");
  EXPECT_EQ(openai(R"(data: {"choices":[{"index":1,"delta":{"content":"other"}}]})" +
                   ("\n\n" + half) + "data: [DONE]\n\n")
                ->text,
            "half");
}

TEST(OpenAiStream, ContentAsParts) {
  const auto reply = openai(
      chunk(R"({"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]})") +
      chunk(R"({"content":"a"})") + chunk(R"({"content":"b"})", "\"stop\""));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text, "ab");
  EXPECT_EQ(reply->reasoning, "hm");
}

TEST(OpenAiStream, WhatIsNoReply) {
  const std::string half = chunk(R"({"content":"half"})");
  for (const std::string& stream :
       {std::string(), half, half + "data: {\"choices\":[{\"index", half + "data: 7\n\n",
        half + R"(data: {"error":{"message":"overloaded"}})" + "\n\n",
        std::string("data: [DONE]\n\n"), std::string("<html>busy</html>")}) {
    const auto reply = openai(stream);
    ASSERT_FALSE(reply) << stream;
    EXPECT_EQ(reply.error().code, ErrorCode::kBadData);
  }
  EXPECT_EQ(openai(half + R"(data: {"error":{"message":"overloaded"}})").error().message,
            "the stream reports an error: overloaded");
  EXPECT_EQ(openai(half).error().message, "the stream ended before the reply did");
}

Result<Reply> anthropic(const std::string& stream) {
  const std::string joined = TRY(join_anthropic(stream));
  return parse_anthropic(joined);
}

const std::string kMessageStart =
    "event: message_start\n"
    R"(data: {"type":"message_start","message":{"id":"msg_1","type":"message","content":[],)"
    R"("stop_reason":null,"usage":{"input_tokens":25,"cache_read_input_tokens":5,)"
    R"("output_tokens":1}}})"
    "\n\n";
const std::string kMessageEnd =
    "event: message_delta\n"
    R"(data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},)"
    R"("usage":{"output_tokens":15}})"
    "\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";

std::string block_delta(int index, const std::string& delta) {
  return "event: content_block_delta\n"
         R"(data: {"type":"content_block_delta","index":)" +
         std::to_string(index) + R"(,"delta":)" + delta + "}\n\n";
}

TEST(AnthropicStream, IsTheReplyInPieces) {
  const auto reply = anthropic(
      kMessageStart +
      R"(data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}})" +
      "\n\n" + block_delta(0, R"({"type":"thinking_delta","thinking":"Let me "})") +
      block_delta(0, R"({"type":"thinking_delta","thinking":"see."})") +
      block_delta(0, R"({"type":"signature_delta","signature":"Er=="})") +
      "event: ping\ndata: {\"type\": \"ping\"}\n\n" +
      R"(data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}})" +
      "\n\n" + block_delta(1, R"({"type":"text_delta","text":"Hel"})") +
      block_delta(1, R"({"type":"text_delta","text":"lo"})") + kMessageEnd);
  ASSERT_TRUE(reply) << reply.error().to_string();
  EXPECT_EQ(reply->text, "Hello");
  EXPECT_EQ(reply->reasoning, "Let me see.");
  EXPECT_EQ(reply->usage.input_tokens, 30);
  EXPECT_EQ(reply->usage.cached_input_tokens, 5);
  EXPECT_EQ(reply->usage.output_tokens, 15);
}

TEST(AnthropicStream, WhatIsNoReply) {
  const std::string half = kMessageStart + block_delta(0, R"({"type":"text_delta","text":"h"})");
  EXPECT_EQ(anthropic(half).error().message, "the stream ended before the reply did");
  EXPECT_EQ(anthropic(half + "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":"
                             "\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n")
                .error()
                .message,
            "the stream reports an error: Overloaded");
  EXPECT_FALSE(anthropic(kMessageStart + kMessageEnd)) << "a message without content";
  EXPECT_TRUE(anthropic(block_delta(2'000'000'000, R"({"type":"text_delta","text":"far"})") +
                        block_delta(-1, R"({"type":"text_delta","text":"odd"})") + kMessageEnd));
}

Result<Reply> google(const std::string& stream) {
  const std::string joined = TRY(join_google(stream));
  return parse_google(joined);
}

std::string parts(const std::string& list, const std::string& more = "") {
  return R"(data: {"candidates":[{"content":{"role":"model","parts":)" + list + "}" + more +
         R"(,"index":0}]})" + "\r\n\r\n";
}

TEST(GoogleStream, IsTheReplyInPieces) {
  const auto reply =
      google(parts(R"([{"text":"Think","thought":true}])") +
             parts(R"([{"text":"ing","thought":true}])") + parts(R"([{"text":"First. "}])") +
             parts(R"([{"text":"Second."}])", R"(,"finishReason":"STOP")") +
             R"(data: {"usageMetadata":{"promptTokenCount":11,"candidatesTokenCount":5}})");
  ASSERT_TRUE(reply) << reply.error().to_string();
  EXPECT_EQ(reply->text, "First. Second.");
  EXPECT_EQ(reply->reasoning, "Thinking");
  EXPECT_EQ(reply->usage.input_tokens, 11);
  EXPECT_EQ(google(R"(data: {"promptFeedback":{"blockReason":"SAFETY"}})")->status,
            ReplyStatus::kRefused);
  EXPECT_EQ(google(R"(data: {"candidates":[{"finishReason":"SAFETY"}]})")->status,
            ReplyStatus::kRefused);
}

TEST(GoogleStream, WhatIsNoReply) {
  const std::string half = parts(R"([{"text":"half"}])");
  EXPECT_EQ(google(half).error().message, "the stream ended before the reply did");
  EXPECT_EQ(google(half + R"(data: {"error":{"code":503,"message":"busy"}})").error().message,
            "the stream reports an error: busy");
}

}  // namespace
}  // namespace papert::model
