#include "mock/question.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock_support.h"

namespace papert::mock {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Error error_of(ChatFormat format, const std::string& body) {
  const auto question = parse_question(format, body);
  if (question) {
    ADD_FAILURE() << "accepted: " << body;
    return {};
  }
  EXPECT_FALSE(question.error().message.empty());
  return question.error();
}

std::string with_content(const std::string& content) {
  return R"({"model":"m","messages":[{"role":"user","content":)" + content + "}]}";
}

TEST(Question, SamePromptFromEveryWire) {
  const suite::Prompt prompt{"Draw \xe2\x80\x9cthis\xe2\x80\x9d.\n",
                             {"one", std::string("\0\xff", 2)}};
  const auto openai = parse_question(ChatFormat::kOpenAi, dump_json(openai_request(prompt)));
  const auto anthropic =
      parse_question(ChatFormat::kAnthropic, dump_json(anthropic_request(prompt)));
  const auto gemini = parse_question(ChatFormat::kGemini, dump_json(gemini_request(prompt)));
  ASSERT_TRUE(openai && anthropic && gemini);
  for (const auto* question : {&*openai, &*anthropic, &*gemini}) {
    EXPECT_EQ(question->text, prompt.text);
    EXPECT_EQ(question->images, prompt.images);
    EXPECT_EQ(question->choices, 1);
  }
  EXPECT_EQ(openai->model, "m");
  EXPECT_EQ(anthropic->model, "m");
  EXPECT_EQ(gemini->model, "");
}

TEST(Question, TextsAreJoinedAndSystemLeftOut) {
  const auto question =
      parse_question(ChatFormat::kOpenAi, R"({"model":"m","temperature":0,"messages":[
      {"role":"system","content":"be brief"},{"role":"developer","content":[{"type":"text","text":"x"}]},
      {"role":"user","content":"a"},
      {"role":"user","content":[{"type":"text","text":"b"},{"type":"text","text":""}]}]})");
  ASSERT_TRUE(question) << question.error().to_string();
  EXPECT_EQ(question->text, "a\nb\n");
}

TEST(Question, ChoicesHaveLimits) {
  const auto with_n = [](const std::string& n) {
    return R"({"model":"m","n":)" + n + R"(,"messages":[{"role":"user","content":"a"}]})";
  };
  EXPECT_EQ(parse_question(ChatFormat::kOpenAi, with_n("128"))->choices, 128);
  EXPECT_EQ(parse_question(ChatFormat::kOpenAi, with_n("null"))->choices, 1);
  for (const char* n : {"0", "-1", "129", "1.5", "\"2\"", "99999999999999999999", "[]"}) {
    EXPECT_EQ(error_of(ChatFormat::kOpenAi, with_n(n)).where, "n") << n;
  }
  const std::string gemini = R"({"contents":[{"parts":[{"text":"a"}]}],"generationConfig":)";
  EXPECT_EQ(parse_question(ChatFormat::kGemini, gemini + R"({"candidateCount":3}})")->choices, 3);
  EXPECT_EQ(error_of(ChatFormat::kGemini, gemini + "3}").where, "generationConfig");
}

TEST(Question, WhatIsNotARequest) {
  for (const ChatFormat format :
       {ChatFormat::kOpenAi, ChatFormat::kAnthropic, ChatFormat::kGemini}) {
    EXPECT_THAT(error_of(format, "").message, HasSubstr("not JSON"));
    EXPECT_THAT(error_of(format, "{\"model\":").message, HasSubstr("not JSON"));
    EXPECT_THAT(error_of(format, std::string(100000, '[')).message, HasSubstr("not JSON"));
    EXPECT_THAT(error_of(format, "[]").message, HasSubstr("object"));
    EXPECT_EQ(error_of(format, "{}").code, ErrorCode::kBadData);
  }
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, "{}").where, "model");
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, R"({"model":""})").where, "model");
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, R"({"model":"m"})").where, "messages");
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, R"({"model":"m","messages":[]})").where, "messages");
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, R"({"model":"m","messages":[3]})").where,
            "messages[0].role");
  EXPECT_EQ(error_of(ChatFormat::kGemini, R"({"contents":[3]})").where, "contents[0]");
  EXPECT_EQ(error_of(ChatFormat::kGemini, R"({"contents":[{"parts":[]}]})").where,
            "contents[0].parts");
}

TEST(Question, Roles) {
  const auto with_role = [](const std::string& role) {
    return R"({"model":"m","messages":[{"role":")" + role + R"(","content":"a"}]})";
  };
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, with_role("human")).where, "messages[0].role");
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, with_role("human")).code, ErrorCode::kBadData);
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, with_role("assistant")).where, "messages[0]");
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, with_role("tool")).code, ErrorCode::kUsage);
  EXPECT_THAT(error_of(ChatFormat::kOpenAi, with_role("system")).message, HasSubstr("user"));
  EXPECT_EQ(
      error_of(ChatFormat::kGemini, R"({"contents":[{"role":"model","parts":[{"text":"a"}]}]})")
          .where,
      "contents[0]");
}

TEST(Question, AConversationIsReadTurnByTurn) {
  const auto question = parse_question(ChatFormat::kOpenAi, R"({"model":"m","messages":[
      {"role":"user","content":"a"},{"role":"assistant","content":"b"},
      {"role":"user","content":"c"},{"role":"user","content":"d"}]})");
  ASSERT_TRUE(question) << question.error().to_string();
  EXPECT_EQ(question->text, "c\nd");
  ASSERT_EQ(question->history.size(), 1U);
  EXPECT_EQ(question->history[0].text, "a");
  EXPECT_EQ(question->history[0].reply, "b");
  EXPECT_NE(conversation_hash(*question), prompt_hash("c\nd", {}));
  const auto google = parse_question(ChatFormat::kGemini, R"({"contents":[
      {"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]},
      {"role":"user","parts":[{"text":"c"},{"text":"d"}]}]})");
  ASSERT_TRUE(google) << google.error().to_string();
  EXPECT_EQ(conversation_hash(*google), conversation_hash(*question));
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, R"({"model":"m","messages":[
      {"role":"user","content":"a"},{"role":"assistant","content":"b"}]})")
                .where,
            "messages");
}

TEST(Question, PartsAndPictures) {
  const auto image = [](const std::string& url) {
    return with_content(R"([{"type":"image_url","image_url":{"url":")" + url + R"("}}])");
  };
  const std::string place = "messages[0].content[0].image_url.url";
  const Error remote = error_of(ChatFormat::kOpenAi, image("https://example.org/a.png"));
  EXPECT_EQ(remote.code, ErrorCode::kUsage);
  EXPECT_EQ(remote.where, place);
  for (const char* url : {"data:image/png;base64", "data:image/png,abcd",
                          "data:text/plain;base64,YQ==", "data:image/png;base64,",
                          "data:image/png;base64,a", "data:image/png;base64,YW$j"}) {
    const Error error = error_of(ChatFormat::kOpenAi, image(url));
    EXPECT_EQ(error.code, ErrorCode::kBadData) << url;
    EXPECT_EQ(error.where, place) << url;
  }
  EXPECT_THAT(parse_question(ChatFormat::kOpenAi, image("DATA:Image/PNG;Base64,YWI="))->images,
              ElementsAre("ab"));
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, with_content("7")).where, "messages[0].content");
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, with_content("[7]")).where,
            "messages[0].content[0].type");
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, with_content(R"([{"type":"input_audio"}])")).code,
            ErrorCode::kUsage);
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, with_content(R"([{"type":"image_url","image_url":"x"}])"))
                .where,
            place);
  const Error source = error_of(
      ChatFormat::kAnthropic,
      with_content(R"([{"type":"image","source":{"type":"url","url":"https://example.org"}}])"));
  EXPECT_EQ(source.where, "messages[0].content[0].source.type");
  EXPECT_EQ(source.code, ErrorCode::kUsage);
  EXPECT_EQ(error_of(ChatFormat::kGemini, R"({"contents":[{"parts":[{"fileData":{}}]}]})").code,
            ErrorCode::kUsage);
}

TEST(Question, Streaming) {
  const std::string rest = R"(,"model":"m","messages":[{"role":"user","content":"a"}]})";
  const auto asked = [&](const std::string& start) {
    return parse_question(ChatFormat::kOpenAi, start + rest);
  };
  EXPECT_TRUE(asked(R"({"stream":true)")->stream);
  EXPECT_FALSE(asked(R"({"stream":true)")->stream_usage);
  EXPECT_TRUE(asked(R"({"stream":true,"stream_options":{"include_usage":true})")->stream_usage);
  EXPECT_FALSE(asked(R"({"stream":false)")->stream);
  EXPECT_EQ(error_of(ChatFormat::kOpenAi, R"({"stream":"yes")" + rest).where, "stream");
}

TEST(Question, AnthropicDemandsABound) {
  const std::string rest = R"("model":"m","messages":[{"role":"user","content":"a"}]})";
  EXPECT_EQ(error_of(ChatFormat::kAnthropic, "{" + rest).where, "max_tokens");
  EXPECT_EQ(error_of(ChatFormat::kAnthropic, R"({"max_tokens":0,)" + rest).where, "max_tokens");
  EXPECT_TRUE(parse_question(ChatFormat::kAnthropic, R"({"max_tokens":1,)" + rest));
  EXPECT_TRUE(parse_question(ChatFormat::kOpenAi, "{" + rest));
}

TEST(PromptHash, CountsTextAndEveryPicture) {
  using Images = std::vector<std::string>;
  const std::string hash = prompt_hash("text", Images{"a", "b"});
  EXPECT_EQ(hash.size(), 64U);
  EXPECT_EQ(prompt_hash("\n text\t\n", Images{"a", "b"}), hash);
  EXPECT_NE(prompt_hash("te xt", Images{"a", "b"}), hash);
  EXPECT_NE(prompt_hash("text", Images{"b", "a"}), hash);
  EXPECT_NE(prompt_hash("text", Images{"ab"}), hash);
  EXPECT_NE(prompt_hash("text", Images{"a", "b", ""}), hash);
  EXPECT_EQ(prompt_hash("x\xff", Images{}), prompt_hash("x\xef\xbf\xbd", Images{}));
}

TEST(Base64, InverseOfTheEncoder) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(*decode_base64(base64(bytes)), bytes);
    bytes += static_cast<char>(i * 37);
  }
  EXPECT_EQ(*decode_base64("YWI"), "ab");
  for (const char* text :
       {"Y", "YWJjZ", "Y===", "=", "====", "YW I=", "YWI=YWI=", "YW\nI", "YW-_"}) {
    EXPECT_FALSE(decode_base64(text)) << text;
  }
}

}  // namespace
}  // namespace papert::mock
