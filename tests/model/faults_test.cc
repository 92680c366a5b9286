// A model against a server that misbehaves: what is asked again, what is not, and what is said.

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "model/factory.h"
#include "model/http_backend.h"
#include "support/process.h"
#include "support/temp_folder.h"
#include "support/tiny_server.h"

namespace papert::model {
namespace {

using test::TempFolder;
using test::TinyReply;
using test::TinyRequest;
using test::TinyServer;

constexpr const char* kKey = "sk-test-0123456789-secret";

std::string completion(const std::string& content, const std::string& reason = "stop") {
  return R"({"choices":[{"message":{"content":")" + content + R"("},"finish_reason":")" + reason +
         R"("}],"usage":{"prompt_tokens":10,"completion_tokens":5}})";
}

TinyReply fine() { return {.body = completion("fine")}; }

/// A server with a script, a model that asks it, and a clock that does not make anyone wait.
class Faults : public testing::Test {
 protected:
  std::vector<TinyReply> script_;  // the first replies; fine() after them
  std::mutex mutex_;
  std::vector<TinyRequest> seen_;
  std::vector<double> waits_;
  TinyServer server_{[this](const TinyRequest& request) {
    const std::lock_guard lock(mutex_);
    seen_.push_back(request);
    const auto number = static_cast<std::size_t>(request.number);
    return number < script_.size() ? script_[number] : fine();
  }};
  ModelOptions options_;
  CancelToken cancel_;

  void SetUp() override {
    options_.base_url = server_.url();
    options_.timeout_s = 0.5;
    options_.setting = [](const std::string& name) {
      return name == "OPENAI_API_KEY" ? std::string(kKey) : std::string();
    };
    options_.sleep = [this](double seconds, const CancelToken& cancel) {
      const std::lock_guard lock(mutex_);
      waits_.push_back(seconds);
      return !cancel.cancelled();
    };
  }

  std::unique_ptr<Model> model(const std::string& name = "openai/m") {
    auto made = make_model(name, options_);
    EXPECT_TRUE(made) << made.error().to_string();
    return std::move(*made);
  }

  Reply ask() { return model()->ask({"task", 0, "prompt", {}}, cancel_); }

  /// One reply of the script, then fine ones.
  Reply ask_after(TinyReply first) {
    script_ = {std::move(first)};
    return ask();
  }
};

TEST_F(Faults, NoneAtFirst) {
  const Reply reply = ask();
  EXPECT_EQ(reply.status, ReplyStatus::kComplete);
  EXPECT_EQ(reply.text, "fine");
  EXPECT_EQ(reply.attempts, 1);
  EXPECT_EQ(reply.usage.input_tokens, 10);
  EXPECT_TRUE(waits_.empty());
  ASSERT_EQ(seen_.size(), 1U);
  EXPECT_EQ(seen_[0].path, "/v1/chat/completions");
  EXPECT_EQ(seen_[0].headers.at("authorization"), std::string("Bearer ") + kKey);
  EXPECT_EQ(seen_[0].headers.at("content-type"), "application/json");
}

TEST_F(Faults, TransientOnesAreAskedAgain) {
  std::vector<TinyReply> faults;
  for (const int status : {408, 409, 425, 429, 500, 502, 503, 504, 529}) {
    faults.push_back({.status = status, .body = R"({"error":{"message":"later"}})"});
  }
  faults.push_back({.drop = true});
  faults.push_back({.body = completion("half a reply"), .cut = true});
  faults.push_back({.body = "{\"choices\": [", .delay_ms = 0});
  faults.push_back({.body = ""});
  faults.push_back({.type = "text/html", .body = "<html>busy</html>"});
  faults.push_back({.body = R"({"choices":[]})"});
  faults.push_back({.body = R"({"error":{"message":"upstream","code":502}})"});
  faults.push_back({.body = completion("late"), .delay_ms = 1500});
  for (const TinyReply& fault : faults) {
    seen_.clear();
    waits_.clear();
    const int before = server_.requests();
    script_.assign(static_cast<std::size_t>(before), {});
    script_.push_back(fault);
    const Reply reply = ask();
    EXPECT_EQ(reply.status, ReplyStatus::kComplete) << fault.status << fault.body << reply.error;
    EXPECT_EQ(reply.text, "fine");
    EXPECT_EQ(reply.attempts, 2);
    EXPECT_EQ(waits_.size(), 1U);
  }
}

TEST_F(Faults, RetryAfterIsHonoured) {
  const Reply reply = ask_after({.status = 429, .headers = {"Retry-After: 42"}});
  EXPECT_EQ(reply.attempts, 2);
  ASSERT_EQ(waits_.size(), 1U);
  EXPECT_GE(waits_[0], 42);
  EXPECT_LE(waits_[0], 47);
}

TEST_F(Faults, WaitsGrowAndRetriesEnd) {
  options_.max_retries = 4;
  script_.assign(100, {.status = 500, .body = R"({"error":{"message":"the engine is on fire"}})"});
  const Reply reply = ask();
  EXPECT_EQ(reply.status, ReplyStatus::kFailed);
  EXPECT_FALSE(reply.fatal);
  EXPECT_EQ(reply.attempts, 5);
  EXPECT_EQ(server_.requests(), 5);
  ASSERT_EQ(waits_.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_GE(waits_[i], 0.5 * (1 << i));
    EXPECT_LE(waits_[i], 1.0 * (1 << i));
  }
  EXPECT_NE(reply.error.find("HTTP 500"), std::string::npos) << reply.error;
  EXPECT_NE(reply.error.find("the engine is on fire"), std::string::npos);
  EXPECT_NE(reply.error.find("5 attempts"), std::string::npos);
}

TEST_F(Faults, NoRetriesIfNoneAreWanted) {
  options_.max_retries = 0;
  const Reply reply = ask_after({.status = 503});
  EXPECT_EQ(reply.status, ReplyStatus::kFailed);
  EXPECT_EQ(server_.requests(), 1);
  EXPECT_TRUE(waits_.empty());
}

TEST_F(Faults, PermanentOnesAreNotAskedAgain) {
  for (const int status : {400, 401, 402, 403, 404, 405, 413, 422, 307}) {
    const int before = server_.requests();
    script_.assign(static_cast<std::size_t>(before) + 1,
                   {.status = status, .body = R"({"error":{"message":"not like this"}})"});
    const Reply reply = ask();
    EXPECT_EQ(reply.status, ReplyStatus::kFailed) << status;
    EXPECT_EQ(server_.requests(), before + 1) << status;
    EXPECT_NE(reply.error.find(std::to_string(status)), std::string::npos) << reply.error;
    const bool fatal = (status >= 401 && status <= 404) || status == 307;
    EXPECT_EQ(reply.fatal, fatal) << status;
  }
  EXPECT_TRUE(waits_.empty());
}

TEST_F(Faults, HintsSayWhatToDo) {
  Reply reply = ask_after({.status = 401, .body = R"({"error":{"message":"bad key"}})"});
  EXPECT_NE(reply.error.find("bad key"), std::string::npos);
  EXPECT_NE(reply.error.find("OPENAI_API_KEY"), std::string::npos) << reply.error;
  script_ = {{}, {.status = 404, .body = R"({"error":{"message":"no such model"}})"}};
  reply = ask();
  EXPECT_NE(reply.error.find("'m'"), std::string::npos) << reply.error;
  EXPECT_NE(reply.error.find("OPENAI_BASE_URL"), std::string::npos) << reply.error;
}

TEST_F(Faults, AModelThatTakesNoTemperatureEndsTheRunWithAHint) {
  const Reply reply = ask_after(
      {.status = 400, .body = R"({"error":{"message":"Unsupported value: 'temperature'"}})"});
  EXPECT_TRUE(reply.fatal);
  EXPECT_NE(reply.error.find("--temperature none"), std::string::npos) << reply.error;
}

TEST_F(Faults, AnAccountWithoutMoneyIsFatal) {
  const Reply reply = ask_after(
      {.status = 429, .body = R"({"error":{"message":"quota","code":"insufficient_quota"}})"});
  EXPECT_TRUE(reply.fatal);
  EXPECT_EQ(server_.requests(), 1);
}

TEST_F(Faults, AFilteredPromptIsARefusal) {
  const Reply reply =
      ask_after({.status = 400, .body = R"({"error":{"message":"no","code":"content_filter"}})"});
  EXPECT_EQ(reply.status, ReplyStatus::kRefused);
}

TEST_F(Faults, TheUsualComplaintsHaveAHintAndAStatus) {
  Reply reply = ask_after(
      {.status = 400,
       .body = R"({"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with )"
               R"(this model. Use 'max_completion_tokens' instead."}})"});
  EXPECT_TRUE(reply.fatal);
  EXPECT_EQ(reply.http_status, 400);
  EXPECT_TRUE(reply.error.ends_with("; try --max-tokens-field max_completion_tokens"))
      << reply.error;
  script_.assign(10, {.status = 400, .body = R"({"error":"Model 'm' does not exist"})"});
  reply = ask();
  EXPECT_TRUE(reply.fatal);
  EXPECT_NE(reply.error.find("there is no model 'm'"), std::string::npos) << reply.error;
  script_.assign(10, {.status = 400, .body = R"({"error":"this model does not support images"})"});
  reply = ask();
  EXPECT_FALSE(reply.fatal);
  EXPECT_NE(reply.error.find("papert list modes"), std::string::npos) << reply.error;
  EXPECT_EQ(reply.http_status, 400);
  script_.assign(10, {.status = 422, .body = "{}"});
  EXPECT_EQ(ask().http_status, 422);
  options_.max_retries = 0;
  script_.assign(10, {.body = "{"});
  EXPECT_EQ(ask().http_status, 200);
  script_.assign(20, {.drop = true});
  EXPECT_EQ(ask().http_status, 0) << "nobody answered";
}

TEST_F(Faults, JsonUnderAnyNameIsRead) {
  for (const char* type : {"text/plain", "application/octet-stream", "text/html", ""}) {
    script_.assign(static_cast<std::size_t>(server_.requests()) + 1,
                   {.type = type, .body = completion("read")});
    EXPECT_EQ(ask().text, "read") << type;
  }
}

TEST_F(Faults, AnEmptyAnswerIsAnAnswer) {
  script_ = {{.body = R"({"choices":[{"message":{"content":null},"finish_reason":"stop"}]})"},
             {.body = R"({"choices":[{"message":{"content":null,"tool_calls":[{"id":"1"}]},)"
                      R"("finish_reason":"tool_calls"}]})"}};
  for (int i = 0; i < 2; ++i) {
    const Reply reply = ask();
    EXPECT_EQ(reply.status, ReplyStatus::kComplete);
    EXPECT_EQ(reply.text, "");
    EXPECT_EQ(reply.attempts, 1);
  }
}

std::string chunk(const std::string& delta, const std::string& reason = "null") {
  return R"(data: {"choices":[{"index":0,"delta":)" + delta + R"(,"finish_reason":)" + reason +
         "}]}\n\n";
}

TEST_F(Faults, StreamsAreJoinedAndCutOnesAskedAgain) {
  const std::string half = chunk(R"({"content":"fi"})");
  const std::string whole = half + chunk(R"({"content":"ne"})", "\"stop\"") +
                            R"(data: {"choices":[],"usage":{"prompt_tokens":10}})" +
                            "\n\ndata: [DONE]\n\n";
  const auto stream = [](std::string body) {
    return TinyReply{.type = "text/event-stream", .body = std::move(body), .chunked = true};
  };
  TinyReply dropped = stream(whole);
  dropped.cut = true;
  dropped.chunked = false;
  options_.stream = true;
  script_ = {stream(half), dropped, stream(half + R"(data: {"error":{"message":"overloaded"}})"),
             stream(whole)};
  const Reply reply = ask();
  EXPECT_EQ(reply.status, ReplyStatus::kComplete) << reply.error;
  EXPECT_EQ(reply.text, "fine");
  EXPECT_EQ(reply.usage.input_tokens, 10);
  EXPECT_EQ(reply.attempts, 4);
  const Json sent = *parse_json(seen_[0].body);
  EXPECT_EQ(sent["stream"], true);
  EXPECT_EQ(sent["stream_options"]["include_usage"], true);
  script_.assign(100, stream(R"(data: {"error":{"message":"Model 'm' does not exist"}})"));
  const Reply unknown = ask();
  EXPECT_TRUE(unknown.fatal) << "as it would be under status 400";
  EXPECT_NE(unknown.error.find("there is no model 'm'"), std::string::npos) << unknown.error;
  script_.clear();
  EXPECT_EQ(ask().text, "fine") << "a server that does not stream";
  options_.stream = false;
  script_.assign(100, stream(whole));
  EXPECT_EQ(ask().text, "fine") << "a server that cannot help it";
}

TEST_F(Faults, AStreamDecidesNothingAboutTheReply) {
  const TempFolder folder;
  options_.cache = std::shared_ptr<Cache>(*Cache::open(folder / "replies.sqlite"));
  options_.use_cache = true;
  EXPECT_FALSE(ask().cached);
  options_.stream = true;
  EXPECT_TRUE(ask().cached);
  options_.sampling.extra_body["stream"] = true;
  EXPECT_FALSE(make_model("openai/m", options_)) << "--stream is the way";
}

TEST_F(Faults, OwnHeadersTakeThePlaceOfOurs) {
  options_.headers = {"Authorization: Basic abc:def", "x-portkey-provider:openai"};
  options_.setting = {};
  EXPECT_EQ(ask().text, "fine");
  EXPECT_EQ(seen_[0].headers.at("authorization"), "Basic abc:def");
  EXPECT_EQ(seen_[0].headers.at("x-portkey-provider"), "openai");
  EXPECT_EQ(model()->describe().find("abc:def"), std::string::npos);
  options_.base_url = "https://example.com";
  EXPECT_TRUE(make_model("openai/m", options_)) << "the header is the key";
  for (const char* bad : {"no colon", ": x", "a b: x", "X-Evil: SECRET\r\nInjected: yes"}) {
    options_.headers = {bad};
    const auto made = make_model("openai/m", options_);
    ASSERT_FALSE(made) << bad;
    EXPECT_EQ(made.error().to_string().find("SECRET"), std::string::npos);
  }
}

TEST_F(Faults, SystemMessagesGoWhereTheyBelong) {
  options_.setting = [](const std::string&) { return std::string(kKey); };
  script_ = {
      fine(),
      {.body = R"({"content":[{"type":"text","text":"A"}],"stop_reason":"end_turn"})"},
      {.body = R"({"candidates":[{"content":{"parts":[{"text":"G"}]},"finishReason":"STOP"}]})"}};
  Request request{"a", 0, "x", {}};
  request.system = "Be brief.";
  for (const char* name : {"openai/m", "anthropic/m", "google/m"}) {
    EXPECT_EQ(model(name)->ask(request, cancel_).status, ReplyStatus::kComplete) << name;
  }
  const Json openai = *parse_json(seen_[0].body);
  EXPECT_EQ(dump_json(openai["messages"][0]), R"({"role":"system","content":"Be brief."})");
  EXPECT_EQ(openai["messages"][1]["content"], "x");
  EXPECT_EQ((*parse_json(seen_[1].body))["system"], "Be brief.");
  EXPECT_EQ((*parse_json(seen_[2].body))["systemInstruction"]["parts"][0]["text"], "Be brief.");
}

TEST_F(Faults, KeysAreMaskedInWhateverDressTheyComeBack) {
  options_.max_retries = 0;
  const std::string key = kKey;
  options_.base_url = server_.url() + "/v1?api-key=QUERYSECRET";
  const std::string escaped = R"(sk\u002dtest-0123456789-secret and QUERYSECRET)";
  std::vector<TinyReply> replies{
      {.status = 400, .body = R"({"error":{"message":"bad key )" + escaped + "\"}}"},
      {.status = 302,
       .headers = {"Location: http://127.0.0.1:1/login?key=" + key + "&QUERYSECRET"}},
      {.status = 404, .body = "not at " + key},
      {.body = completion("your key is " + escaped)},
      {.body = R"({"choices":[{"message":{"content":"x","reasoning":")" + escaped + R"("}}]})"},
      {.type = "text/" + key, .body = "<html>"}};
  for (const TinyReply& each : replies) {
    script_.assign(static_cast<std::size_t>(server_.requests()) + 1, each);
    const Reply reply = ask();
    for (const std::string& text : {reply.error, reply.text, reply.reasoning}) {
      EXPECT_EQ(text.find("test-0123456789"), std::string::npos) << text;
      EXPECT_EQ(text.find("QUERYSECRET"), std::string::npos) << text;
    }
  }
  EXPECT_EQ(seen_[0].path, "/v1/chat/completions?api-key=QUERYSECRET");
  const auto made = model();
  EXPECT_EQ(made->describe().find("QUERYSECRET"), std::string::npos);
  EXPECT_EQ(made->address(), server_.url("/v1"));
}

TEST_F(Faults, TheKeyIsNeverRepeated) {
  const std::string echo = std::string("your key ") + kKey + " is bad";
  std::vector<TinyReply> replies;
  for (const int status : {400, 401, 500}) {
    replies.push_back({.status = status, .body = R"({"error":{"message":")" + echo + "\"}}"});
    // Where the message is cut, a piece of the key would no longer look like it.
    replies.push_back({.status = status, .body = std::string(290, 'x') + kKey});
  }
  replies.push_back({.type = "text/plain", .body = echo});
  replies.push_back({.body = R"({"error":{"message":")" + echo + "\"}}"});
  options_.max_retries = 0;
  for (const TinyReply& bad : replies) {
    script_.assign(static_cast<std::size_t>(server_.requests()) + 1, bad);
    const Reply reply = ask();
    EXPECT_EQ(reply.status, ReplyStatus::kFailed);
    EXPECT_EQ(reply.error.find("sk-test"), std::string::npos) << reply.error;
    EXPECT_EQ(reply.error.find("0123456789"), std::string::npos) << reply.error;
  }
  options_.use_cache = false;
  EXPECT_EQ(model()->describe(), server_.url("/v1/chat/completions") + " (key sk-...cret)");
}

TEST_F(Faults, AnUnreachableHostEndsTheRun) {
  options_.base_url = "http://127.0.0.1:1";
  options_.max_retries = 2;
  const Reply reply = ask();
  EXPECT_EQ(reply.status, ReplyStatus::kFailed);
  EXPECT_TRUE(reply.fatal);
  EXPECT_EQ(reply.attempts, 1) << "nobody listens here, and nobody will";
  EXPECT_NE(reply.error.find("127.0.0.1"), std::string::npos) << reply.error;
  EXPECT_NE(reply.error.find("OPENAI_BASE_URL"), std::string::npos) << reply.error;
}

TEST_F(Faults, HttpAndTlsTakenForEachOtherAreSeenAtOnce) {
  ChatEndpoint chat;
  chat.url = "https://gpu.example.com:8000/v1/chat/completions";
  chat.url_variable = "OPENAI_BASE_URL";
  HttpResponse response;
  response.fault = HttpFault::kConnect;
  response.message = "error:0A00010B:SSL routines::wrong version number";
  const Attempt plain = classify_response(chat, response);
  EXPECT_TRUE(plain.hopeless);
  EXPECT_NE(plain.reply.error.find("write http:// in OPENAI_BASE_URL"), std::string::npos)
      << plain.reply.error;
  chat.url = "http://gpu.example.com:8000/v1/chat/completions";
  response.fault = HttpFault::kDropped;
  response.message = "Recv failure: Connection reset by peer";
  EXPECT_NE(classify_response(chat, response).reply.error.find("if the server wants TLS"),
            std::string::npos);
  const Reply tls = ask_after({.status = 400,
                               .type = "text/plain",
                               .body = "Client sent an HTTP request to an HTTPS server."});
  EXPECT_TRUE(tls.fatal);
  EXPECT_NE(tls.error.find("write https:// in OPENAI_BASE_URL"), std::string::npos) << tls.error;
}

TEST_F(Faults, TheHintAboutCertificatesNamesTheVariableThatWins) {
  HttpResponse response;
  response.fault = HttpFault::kUntrusted;
  ChatEndpoint chat;
  EXPECT_NE(classify_response(chat, response).reply.error.find("SSL_CERT_FILE"), std::string::npos);
  chat.ca_variable = "CURL_CA_BUNDLE";
  chat.ca_file = "/etc/own.pem";
  EXPECT_NE(classify_response(chat, response).reply.error.find("CURL_CA_BUNDLE=/etc/own.pem"),
            std::string::npos);
}

TEST_F(Faults, RefusalsAndCutOffRepliesAreReplies) {
  script_ = {{.body = completion("no", "content_filter")}, {.body = completion("ha", "length")}};
  const auto asked = model();
  EXPECT_EQ(asked->ask({"a", 0, "x", {}}, cancel_).status, ReplyStatus::kRefused);
  EXPECT_EQ(asked->ask({"a", 0, "x", {}}, cancel_).status, ReplyStatus::kTruncated);
  EXPECT_EQ(server_.requests(), 2);
}

TEST_F(Faults, HugeAndDamagedReplies) {
  script_ = {{.body = completion(std::string(40'000'000, 'x'))},
             {.body = completion("a\xFF\xFEz")},
             {.body = std::string((std::size_t{64} << 20) + 1, ' ')}};
  options_.timeout_s = 60;
  const auto asked = model();
  EXPECT_EQ(asked->ask({"a", 0, "x", {}}, cancel_).text.size(), 40'000'000U);
  EXPECT_EQ(asked->ask({"a", 0, "x", {}}, cancel_).text, "a\xEF\xBF\xBD\xEF\xBF\xBDz");
  const Reply reply = asked->ask({"a", 0, "x", {}}, cancel_);
  EXPECT_EQ(reply.status, ReplyStatus::kFailed);
  EXPECT_FALSE(reply.fatal);
  EXPECT_NE(reply.error.find("64 MB"), std::string::npos) << reply.error;
}

TEST_F(Faults, CancellingEndsTheWaitForARetry) {
  options_.sleep = sleep_for;
  script_ = {{.status = 429, .headers = {"Retry-After: 500"}}};
  const auto asked = model();
  std::string waiting;
  std::thread other([&] {
    for (int i = 0; i < 500 && waiting.empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      waiting = asked->waiting();
    }
    cancel_.cancel();
  });
  const Reply reply = asked->ask({"a", 0, "x", {}}, cancel_);
  other.join();
  EXPECT_EQ(reply.status, ReplyStatus::kFailed);
  EXPECT_FALSE(reply.fatal);
  EXPECT_EQ(reply.error, "interrupted");
  EXPECT_TRUE(waiting.starts_with("HTTP 429 Too Many Requests, waiting 5")) << waiting;
  EXPECT_EQ(server_.requests(), 1);
}

TEST_F(Faults, CancellingEndsARequestUnderWay) {
  options_.timeout_s = 100;
  script_ = {{.body = completion("late"), .delay_ms = 60'000}};
  std::thread other([&] {
    while (server_.requests() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    cancel_.cancel();
  });
  EXPECT_EQ(ask().error, "interrupted");
  other.join();
}

TEST_F(Faults, ManyFaultsAndManyThreadsLoseNothing) {
  std::atomic<int> bad{0};
  const TinyServer server([&](const TinyRequest& request) -> TinyReply {
    switch (request.number % 10) {
      case 0:
        ++bad;
        return {.status = 429, .headers = {"Retry-After: 1"}};
      case 3:
        ++bad;
        return {.drop = true};
      case 6:
        ++bad;
        return {.body = "{"};
      default:
        return {.body = completion(request.body.substr(request.body.find("task-"), 9))};
    }
  });
  options_.base_url = server.url();
  options_.max_connections = 16;
  options_.max_retries = 20;
  options_.timeout_s = 30;
  const auto asked = model();
  EXPECT_EQ(asked->concurrency(), 16U);
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 25; ++i) {
        const std::string name = "task-" + std::to_string(1000 + t * 25 + i);
        const Reply reply = asked->ask({name, 0, name, {}}, cancel_);
        EXPECT_EQ(reply.status, ReplyStatus::kComplete) << reply.error;
        EXPECT_EQ(reply.text, name);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  // A client's library repeats a request by itself if a kept connection turns out to be closed.
  EXPECT_GE(server.requests(), 400 + 2 * bad / 3);
}

TEST_F(Faults, CachedRepliesAreNotAskedForAgain) {
  const TempFolder folder;
  options_.cache = std::shared_ptr<Cache>(*Cache::open(folder / "replies.sqlite"));
  options_.use_cache = true;
  options_.prices = std::make_shared<Prices>(
      *Prices::parse(R"({"openai/*": {"input": 100, "output": 200}})", "p"));
  script_ = {{.status = 500}, fine(), {.body = completion("no", "length")}};
  const auto asked = model();
  const Reply first = asked->ask({"a", 0, "one", {}}, cancel_);
  EXPECT_DOUBLE_EQ(*first.usage.cost_usd, (10 * 100 + 5 * 200) / 1e6);
  const Reply again = asked->ask({"renamed", 0, "one", {}}, cancel_);
  EXPECT_TRUE(again.cached);
  EXPECT_EQ(again.text, "fine");
  EXPECT_EQ(again.usage.input_tokens, 10);
  EXPECT_EQ(again.usage.cost_usd, first.usage.cost_usd) << "what it cost when it was bought";
  EXPECT_EQ(server_.requests(), 2);
  EXPECT_EQ(asked->ask({"a", 1, "one", {}}, cancel_).status, ReplyStatus::kTruncated);
  EXPECT_EQ(asked->ask({"a", 1, "one", {}}, cancel_).status, ReplyStatus::kComplete);
  EXPECT_EQ(server_.requests(), 4) << "another epoch is another reply; a cut-off one is not kept";
  options_.sampling.temperature = 0.5;
  EXPECT_FALSE(model()->ask({"a", 0, "one", {}}, cancel_).cached);
  EXPECT_EQ(options_.cache->list()->at(0).model, "openai/m");
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    EXPECT_EQ(test::slurp(entry.path()).find(kKey), std::string::npos) << entry.path();
  }
}

TEST_F(Faults, WhatARunBoughtAndDidNotLogIsItsOwn) {
  const TempFolder folder;
  options_.cache = std::shared_ptr<Cache>(*Cache::open(folder / "replies.sqlite"));
  options_.use_cache = true;
  options_.prices = std::make_shared<Prices>(
      *Prices::parse(R"({"openai/*": {"input": 100, "output": 200}})", "p"));
  options_.budget = std::make_shared<Budget>(100.0);
  const auto asked_by = [&](const std::string& run, const std::string& id) {
    const auto asked = model();
    asked->charge_to(run);
    return asked->ask({id, 0, "one", {}}, cancel_);
  };
  EXPECT_FALSE(asked_by("runs/a", "t").cached);
  const double cost = options_.budget->spent();
  EXPECT_GT(cost, 0);
  options_.budget = std::make_shared<Budget>(100.0);  // the run was killed and begins again
  const Reply again = asked_by("runs/a", "t");
  EXPECT_TRUE(again.recovered);
  EXPECT_FALSE(again.cached);
  EXPECT_EQ(again.usage.cost_usd, cost);
  EXPECT_EQ(options_.budget->spent(), cost);
  for (const auto& [run, id] : {std::pair{"runs/b", "t"}, {"runs/a", "equal"}, {"", "t"}}) {
    const Reply other = asked_by(run, id);
    EXPECT_TRUE(other.cached) << run;
    EXPECT_FALSE(other.recovered) << run;
  }
  EXPECT_EQ(options_.budget->spent(), cost) << "others' replies cost this run nothing";
  EXPECT_EQ(server_.requests(), 1);
}

TEST_F(Faults, TheBudgetIsNotExceeded) {
  options_.prices = std::make_shared<Prices>(
      *Prices::parse(R"({"openai/m": {"input": 0, "output": 1000}})", "p"));
  options_.budget = std::make_shared<Budget>(0.1);  // a reply costs 0.005, and 0.05 at most
  options_.sampling.max_tokens = 50;
  options_.max_connections = 4;
  const auto asked = model();
  int answered = 0;
  Reply reply;
  for (int i = 0; i < 100 && !reply.fatal; ++i) {
    reply = asked->ask({"a", 0, "x", {}}, cancel_);
    if (reply.status == ReplyStatus::kComplete) ++answered;
  }
  EXPECT_EQ(answered, 11) << "0.055 spent, and 0.05 more could be too much";
  EXPECT_TRUE(reply.fatal);
  EXPECT_NE(reply.error.find("cost limit"), std::string::npos);
  EXPECT_TRUE(options_.budget->exhausted());
  EXPECT_LE(options_.budget->spent(), 0.1);
  EXPECT_EQ(server_.requests(), 11);
}

TEST_F(Faults, OtherProvidersSendTheirHeaders) {
  options_.setting = [](const std::string& name) {
    return name == "ANTHROPIC_API_KEY" || name == "GOOGLE_API_KEY" ? std::string(kKey) : "";
  };
  script_ = {
      {.body = R"({"content":[{"type":"text","text":"A"}],"stop_reason":"end_turn"})"},
      {.body = R"({"candidates":[{"content":{"parts":[{"text":"G"}]},"finishReason":"STOP"}]})"}};
  EXPECT_EQ(model("anthropic/claude-x")->ask({"a", 0, "x", {"png"}}, cancel_).text, "A");
  EXPECT_EQ(model("google/gemini-x")->ask({"a", 0, "x", {"png"}}, cancel_).text, "G");
  ASSERT_EQ(seen_.size(), 2U);
  EXPECT_EQ(seen_[0].path, "/v1/messages");
  EXPECT_EQ(seen_[0].headers.at("x-api-key"), kKey);
  EXPECT_EQ(seen_[0].headers.at("anthropic-version"), "2023-06-01");
  EXPECT_EQ(seen_[1].path, "/v1beta/models/gemini-x:generateContent");
  EXPECT_EQ(seen_[1].headers.at("x-goog-api-key"), kKey);
}

}  // namespace
}  // namespace papert::model
