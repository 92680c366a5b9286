// The three wire formats, on examples written after the providers' public documentation.

#include "model/chat_json.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/base64.h"
#include "model/anthropic.h"
#include "model/google.h"
#include "model/openai.h"

namespace papert::model {
namespace {

Json parsed(const std::string& text) { return *parse_json(text); }

TEST(Base64, AllLengths) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xFF\xFE\xFD\xFC"), "//79/A==");
  EXPECT_EQ(base64(std::string(3, '\0')), "AAAA");
}

Sampling full_sampling() {
  Sampling sampling;
  sampling.temperature = 0.7;
  sampling.top_p = 0.9;
  sampling.max_tokens = 100;
  sampling.seed = 3;
  sampling.reasoning_effort = "high";
  return sampling;
}

// ---- OpenAI chat completions

TEST(OpenAi, TextRequest) {
  EXPECT_EQ(openai_body({"gpt-x", {}}, {"t", 0, "Say \"hi\"", {}}),
            R"({"model":"gpt-x","messages":[{"role":"user","content":"Say \"hi\""}]})");
}

TEST(OpenAi, ImagesAreDataUrlsBehindTheText) {
  const Json body = parsed(openai_body({"gpt-x", full_sampling(), "max_completion_tokens"},
                                       {"t", 0, "Draw", {"png1", "png2"}}));
  const Json expected = parsed(R"({
      "model": "gpt-x",
      "messages": [{"role": "user", "content": [
        {"type": "text", "text": "Draw"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,cG5nMQ=="}},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,cG5nMg=="}}]}],
      "temperature": 0.7, "top_p": 0.9, "max_completion_tokens": 100, "seed": 3,
      "reasoning_effort": "high"})");
  EXPECT_EQ(body, expected);
}

TEST(OpenAi, ABodyIsTheSameBytesWhereverThePicturesAreWritten) {
  const std::string tricky = R"("url":"data:image/png;base64,")";
  Sampling sampling = full_sampling();
  sampling.extra_body = {{"tools", Json::array({parsed("{" + tricky + "}")})}};
  Request request{"t", 0, tricky, {"png1", "", std::string(1000, '\xFE')}};
  request.system = tricky;
  Json body = parsed(openai_body({"gpt-x", sampling}, request));
  EXPECT_EQ(dump_json(body), openai_body({"gpt-x", sampling}, request));
  const Json& content = body["messages"][1]["content"];
  ASSERT_EQ(content.size(), 4U);
  EXPECT_EQ(content[0]["text"], tricky);
  EXPECT_EQ(content[1]["image_url"]["url"], "data:image/png;base64,cG5nMQ==");
  EXPECT_EQ(content[2]["image_url"]["url"], "data:image/png;base64,");
  EXPECT_EQ(content[3]["image_url"]["url"].get<std::string>().size(), 22U + 1336U);
  EXPECT_EQ(body["tools"][0]["url"], "data:image/png;base64,");
  sampling.extra_body["messages"] = Json::array({parsed("{" + tricky + "}")});
  body = parsed(openai_body({"gpt-x", sampling}, request));
  EXPECT_EQ(body["messages"].size(), 1U);
  EXPECT_EQ(body["messages"][0]["url"], "data:image/png;base64,");
}

Request second_turn() {
  Request request{"t", 0, "Again", {"png2"}};
  request.system = "Be brief.";
  request.history.push_back({"Draw", {"png1"}, "a circle"});
  return request;
}

TEST(OpenAi, AConversationIsSentInOrder) {
  const Json expected = parsed(R"([
      {"role": "system", "content": "Be brief."},
      {"role": "user", "content": [
        {"type": "text", "text": "Draw"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,cG5nMQ=="}}]},
      {"role": "assistant", "content": "a circle"},
      {"role": "user", "content": [
        {"type": "text", "text": "Again"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,cG5nMg=="}}]}])");
  EXPECT_EQ(parsed(openai_body({"gpt-x", {}}, second_turn()))["messages"], expected);
  Request asked_first{"t", 0, "Draw", {"png1"}};
  Request two = asked_first;
  two.history.push_back({"Draw", {}, ""});
  EXPECT_NE(openai_body({"gpt-x", {}}, asked_first), openai_body({"gpt-x", {}}, two));
}

TEST(Anthropic, AConversationIsSentInOrder) {
  const Json body = parsed(anthropic_body({"claude-x", {}}, second_turn()));
  ASSERT_EQ(body["messages"].size(), 3U);
  EXPECT_EQ(body["messages"][0]["content"][1]["text"], "Draw");
  EXPECT_EQ(body["messages"][1], parsed(R"({"role": "assistant", "content": "a circle"})"));
  EXPECT_EQ(body["messages"][2]["content"][0]["source"]["data"], "cG5nMg==");
}

TEST(Google, AConversationIsSentInOrder) {
  const Json body = parsed(google_body({}, second_turn()));
  ASSERT_EQ(body["contents"].size(), 3U);
  EXPECT_EQ(body["contents"][0]["parts"][0]["inline_data"]["data"], "cG5nMQ==");
  EXPECT_EQ(body["contents"][1], parsed(R"({"role": "model", "parts": [{"text": "a circle"}]})"));
  EXPECT_EQ(body["contents"][2]["parts"][1]["text"], "Again");
}

TEST(OpenAi, ExtraBodyIsMergedLast) {
  Sampling sampling = full_sampling();
  sampling.extra_body = parsed(
      R"({"temperature": null, "seed": 4, "chat_template_kwargs": {"enable_thinking": false}})");
  const Json body = parsed(openai_body({"m", sampling}, {"t", 0, "x", {}}));
  EXPECT_FALSE(body.contains("temperature"));
  EXPECT_EQ(body["seed"], 4);
  EXPECT_EQ(body["chat_template_kwargs"]["enable_thinking"], false);
  EXPECT_EQ(body["max_tokens"], 100);
}

TEST(OpenAi, FieldForTheBound) {
  const std::string openai = "https://api.openai.com/v1/chat/completions";
  for (const char* name : {"o1", "o3-mini", "o4-mini-2025", "gpt-5", "gpt-5.1-mini", "gpt-10"}) {
    EXPECT_EQ(max_tokens_field(openai, name), "max_completion_tokens") << name;
  }
  for (const char* name : {"gpt-4o", "gpt-4.1", "gpt-3.5-turbo", "omni", "o", "gpt-", "gpt"}) {
    EXPECT_EQ(max_tokens_field(openai, name), "max_tokens") << name;
  }
  EXPECT_EQ(max_tokens_field("http://localhost:8000/v1/chat/completions", "o3"), "max_tokens");
}

TEST(OpenAi, CompleteReply) {
  const auto reply = parse_openai(R"({
      "id": "chatcmpl-1", "object": "chat.completion", "created": 1741569952, "model": "gpt-x",
      "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hello!",
                   "refusal": null, "annotations": []}, "logprobs": null, "finish_reason": "stop"}],
      "usage": {"prompt_tokens": 19, "completion_tokens": 10, "total_tokens": 29,
                "prompt_tokens_details": {"cached_tokens": 4, "audio_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": 6, "audio_tokens": 0}},
      "service_tier": "default"})");
  ASSERT_TRUE(reply) << reply.error().to_string();
  EXPECT_EQ(reply->status, ReplyStatus::kComplete);
  EXPECT_EQ(reply->text, "Hello!");
  EXPECT_EQ(reply->reasoning, "");
  EXPECT_EQ(reply->usage.input_tokens, 19);
  EXPECT_EQ(reply->usage.cached_input_tokens, 4);
  EXPECT_EQ(reply->usage.output_tokens, 10);
  EXPECT_EQ(reply->usage.reasoning_tokens, 6);
}

Result<Reply> choice(const std::string& message, const std::string& reason) {
  return parse_openai(R"({"choices":[{"message":)" + message + R"(,"finish_reason":")" + reason +
                      "\"}]}");
}

TEST(OpenAi, WaysToEnd) {
  EXPECT_EQ(choice(R"({"content":"half"})", "length")->status, ReplyStatus::kTruncated);
  EXPECT_EQ(choice(R"({"content":null})", "content_filter")->status, ReplyStatus::kRefused);
  const auto refused = choice(R"({"content":null,"refusal":"I can't help."})", "stop");
  EXPECT_EQ(refused->status, ReplyStatus::kRefused);
  EXPECT_EQ(refused->text, "I can't help.");
  EXPECT_EQ(choice(R"({"content":"x","refusal":""})", "stop")->status, ReplyStatus::kComplete);
  EXPECT_EQ(choice(R"({"content":null})", "stop")->text, "");
  EXPECT_EQ(choice(R"({"role":"assistant"})", "stop")->status, ReplyStatus::kComplete);
  EXPECT_FALSE(choice(R"({"content":""})", "error"));
}

TEST(OpenAi, ReasoningIsKeptApart) {
  const auto content = choice(R"({"content":"42","reasoning_content":"six times seven"})", "stop");
  EXPECT_EQ(content->text, "42");
  EXPECT_EQ(content->reasoning, "six times seven");
  EXPECT_EQ(choice(R"({"content":"42","reasoning":"sum"})", "stop")->reasoning, "sum");
  EXPECT_EQ(choice(R"({"content":"4","reasoning":"a","reasoning_content":"a"})", "stop")->reasoning,
            "a")
      << "some servers send both";
  const auto think = choice(R"({"content":"<think>hm\n</think>\n\nanswer"})", "stop");
  EXPECT_EQ(think->text, "<think>hm\n</think>\n\nanswer");  // reply/reasoning.h takes it apart
  EXPECT_EQ(think->reasoning, "");
}

TEST(OpenAi, ContentAsParts) {
  const auto reply = choice(
      R"({"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},
                     {"type":"text","text":"a"},{"type":"text","text":"b"},{"type":"odd"},7]})",
      "stop");
  EXPECT_EQ(reply->text, "ab");
  EXPECT_EQ(reply->reasoning, "hm");
  EXPECT_EQ(choice(R"({"content":[{"type":"refusal","refusal":"no"}]})", "stop")->status,
            ReplyStatus::kRefused);
}

TEST(OpenAi, WhatIsNoReply) {
  for (const char* text :
       {"", "{", "null", "[]", "7", R"("text")", "{}", R"({"choices":[]})", R"({"choices":{}})",
        R"({"choices":[null]})", R"({"choices":[{}]})", R"({"choices":[{"message":[]}]})",
        R"({"error":{"message":"overloaded"}})", "<html></html>"}) {
    const auto reply = parse_openai(text);
    ASSERT_FALSE(reply) << text;
    EXPECT_EQ(reply.error().code, ErrorCode::kBadData);
  }
  EXPECT_NE(
      parse_openai(R"({"error":{"message":"overloaded"}})").error().message.find("overloaded"),
      std::string::npos);
}

TEST(OpenAi, OddTypesAreSurvived) {
  const auto reply = parse_openai(
      R"({"choices":[{"message":{"content":7,"refusal":{},"reasoning":[1]},"finish_reason":5}],
          "usage":{"prompt_tokens":-1,"completion_tokens":"x","completion_tokens_details":null}})");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text, "");
  EXPECT_EQ(reply->usage.to_json().dump(), "{}");
}

TEST(OpenAi, CountsOfAnyWidth) {
  const auto counts = [](const std::string& in, const std::string& out) {
    return parse_openai(R"({"choices":[{"message":{}}],"usage":{"prompt_tokens":)" + in +
                        R"(,"completion_tokens":)" + out + "}}")
        ->usage;
  };
  EXPECT_EQ(counts("12.0", "3.5").input_tokens, 12);
  EXPECT_FALSE(counts("12.0", "3.5").output_tokens);
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  Usage sum = counts("9223372036854775807", "18446744073709551615");
  EXPECT_EQ(sum.output_tokens, kMost);
  sum += counts("9223372036854775807", "1e300");
  EXPECT_EQ(sum.input_tokens, kMost);
  EXPECT_EQ(sum.output_tokens, kMost);
  EXPECT_EQ(saturated_sum(-kMost, -kMost), std::numeric_limits<std::int64_t>::min());
}

TEST(OpenAi, DamagedUtf8IsReplaced) {
  const auto reply = choice("{\"content\":\"a\xFF\\ud800z\"}", "stop");
  EXPECT_EQ(reply->text, "a\xEF\xBF\xBD\xEF\xBF\xBDz");
}

// ---- Anthropic messages

TEST(Anthropic, Request) {
  EXPECT_EQ(parsed(anthropic_body({"claude-x", {}}, {"t", 0, "Hello", {}})),
            parsed(R"({"model": "claude-x", "max_tokens": 4096, "messages": [
                {"role": "user", "content": [{"type": "text", "text": "Hello"}]}]})"));
  Sampling sampling = full_sampling();
  sampling.seed.reset();
  sampling.extra_body = {{"thinking", {{"type", "adaptive"}}}};
  EXPECT_EQ(parsed(anthropic_body({"claude-x", sampling}, {"t", 0, "Look", {"png"}})),
            parsed(R"({"model": "claude-x", "max_tokens": 100, "messages": [
                {"role": "user", "content": [
                  {"type": "image", "source":
                    {"type": "base64", "media_type": "image/png", "data": "cG5n"}},
                  {"type": "text", "text": "Look"}]}],
                "temperature": 0.7, "top_p": 0.9, "output_config": {"effort": "high"},
                "thinking": {"type": "adaptive"}})"));
}

TEST(Anthropic, CompleteReply) {
  const auto reply = parse_anthropic(R"({
      "id": "msg_01", "type": "message", "role": "assistant", "model": "claude-x",
      "content": [{"type": "thinking", "thinking": "Let me see.", "signature": "Er=="},
                  {"type": "redacted_thinking", "data": "Em=="},
                  {"type": "text", "text": "Hi! "}, {"type": "text", "text": "There."}],
      "stop_reason": "end_turn", "stop_sequence": null,
      "usage": {"input_tokens": 20, "cache_creation_input_tokens": 5, "cache_read_input_tokens": 100,
                "output_tokens": 33}})");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text, "Hi! There.");
  EXPECT_EQ(reply->reasoning, "Let me see.");
  EXPECT_EQ(reply->usage.input_tokens, 125);
  EXPECT_EQ(reply->usage.cached_input_tokens, 100);
  EXPECT_EQ(reply->usage.output_tokens, 33);
}

TEST(Anthropic, WaysToEnd) {
  const auto ended = [](const std::string& reason, const std::string& content) {
    return parse_anthropic(R"({"type":"message","content":)" + content + R"(,"stop_reason":")" +
                           reason + "\"}");
  };
  const std::string text = R"([{"type":"text","text":"x"}])";
  EXPECT_EQ(ended("end_turn", text)->status, ReplyStatus::kComplete);
  EXPECT_EQ(ended("stop_sequence", text)->status, ReplyStatus::kComplete);
  EXPECT_EQ(ended("max_tokens", text)->status, ReplyStatus::kTruncated);
  EXPECT_EQ(ended("max_tokens", "[]")->status, ReplyStatus::kTruncated);
  EXPECT_EQ(ended("model_context_window_exceeded", text)->status, ReplyStatus::kTruncated);
  EXPECT_EQ(ended("refusal", "[]")->status, ReplyStatus::kRefused);
  EXPECT_FALSE(ended("end_turn", "[]"));
  EXPECT_FALSE(parse_anthropic(R"({"type":"error","error":{"type":"overloaded_error",
                                  "message":"Overloaded"},"request_id":"req_1"})"));
  EXPECT_FALSE(parse_anthropic("{}"));
  EXPECT_FALSE(parse_anthropic("[1]"));
}

// ---- Google generateContent

TEST(Google, Request) {
  EXPECT_EQ(parsed(google_body({}, {"t", 0, "Hello", {}})),
            parsed(R"({"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]})"));
  Sampling sampling = full_sampling();
  sampling.extra_body = {{"generationConfig", {{"thinkingConfig", {{"includeThoughts", true}}}}}};
  EXPECT_EQ(parsed(google_body({sampling}, {"t", 0, "Look", {"png"}})), parsed(R"({
      "contents": [{"role": "user", "parts": [
        {"inline_data": {"mime_type": "image/png", "data": "cG5n"}}, {"text": "Look"}]}],
      "generationConfig": {"temperature": 0.7, "topP": 0.9, "maxOutputTokens": 100, "seed": 3,
        "thinkingConfig": {"thinkingLevel": "high", "includeThoughts": true}}})"));
  sampling = {};
  sampling.reasoning_effort = "-1";
  EXPECT_EQ(parsed(google_body({sampling}, {}))["generationConfig"]["thinkingConfig"],
            parsed(R"({"thinkingBudget": -1})"));
}

TEST(Google, CompleteReply) {
  const auto reply = parse_google(R"({
      "candidates": [{"content": {"role": "model", "parts": [
          {"text": "Thinking about it", "thought": true},
          {"text": "First. "}, {"text": "Second.", "thoughtSignature": "abc"}]},
        "finishReason": "STOP", "index": 0}],
      "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 5, "totalTokenCount": 40,
                        "thoughtsTokenCount": 24, "cachedContentTokenCount": 2},
      "modelVersion": "gemini-x", "responseId": "r"})");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, ReplyStatus::kComplete);
  EXPECT_EQ(reply->text, "First. Second.");
  EXPECT_EQ(reply->reasoning, "Thinking about it");
  EXPECT_EQ(reply->usage.input_tokens, 11);
  EXPECT_EQ(reply->usage.cached_input_tokens, 2);
  EXPECT_EQ(reply->usage.output_tokens, 29);
  EXPECT_EQ(reply->usage.reasoning_tokens, 24);
}

TEST(Google, WaysToEnd) {
  const auto ended = [](const std::string& reason, const std::string& parts) {
    return parse_google(R"({"candidates":[{"content":{"parts":)" + parts + R"(},"finishReason":")" +
                        reason + "\"}]}");
  };
  const std::string text = R"([{"text":"x"}])";
  EXPECT_EQ(ended("STOP", text)->status, ReplyStatus::kComplete);
  EXPECT_EQ(ended("MAX_TOKENS", text)->status, ReplyStatus::kTruncated);
  EXPECT_EQ(ended("MAX_TOKENS", "[]")->status, ReplyStatus::kTruncated);
  for (const char* reason : {"SAFETY", "RECITATION", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII"}) {
    EXPECT_EQ(ended(reason, "[]")->status, ReplyStatus::kRefused) << reason;
  }
  EXPECT_EQ(parse_google(R"({"candidates":[{"finishReason":"SAFETY"}]})")->status,
            ReplyStatus::kRefused);
  EXPECT_EQ(parse_google(R"({"promptFeedback":{"blockReason":"SAFETY"},
                             "usageMetadata":{"promptTokenCount":3}})")
                ->status,
            ReplyStatus::kRefused);
  EXPECT_EQ(ended("OTHER", text)->status, ReplyStatus::kComplete);
  EXPECT_FALSE(ended("OTHER", "[]"));
  EXPECT_FALSE(parse_google("{}"));
  EXPECT_FALSE(parse_google(R"({"candidates":[]})"));
  EXPECT_FALSE(parse_google(R"([{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}])"));
}

// ---- What they share

TEST(ProviderMessage, InItsManyForms) {
  EXPECT_EQ(provider_message(R"({"error":{"message":"Rate  limit\nreached","code":"x"}})"),
            "Rate limit reached");
  EXPECT_EQ(provider_message(R"({"error":"model not found"})"), "model not found");
  EXPECT_EQ(provider_message(R"({"detail":"Not Found"})"), "Not Found");
  EXPECT_EQ(provider_message(R"([{"error":{"message":"quota"}}])"), "quota");
  EXPECT_EQ(provider_message("<html>502</html>"), "<html>502</html>");
  EXPECT_EQ(provider_message(""), "");
  EXPECT_EQ(provider_message(std::string(300, 'x')), std::string(300, 'x'));
  EXPECT_EQ(provider_message(std::string(301, 'x')), std::string(300, 'x') + "...");
  EXPECT_EQ(provider_message("\xFF"), "\xEF\xBF\xBD");
  EXPECT_EQ(provider_code(R"({"error":{"code":"insufficient_quota","type":"t"}})"),
            "insufficient_quota");
  EXPECT_EQ(provider_code(R"({"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}})"),
            "RESOURCE_EXHAUSTED");
  EXPECT_EQ(provider_code("x"), "");
}

}  // namespace
}  // namespace papert::model
