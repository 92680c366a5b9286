#include "mock/service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "base/text.h"
#include "mock_support.h"
#include "model/anthropic.h"
#include "model/google.h"
#include "model/openai.h"
#include "model/stream.h"
#include "run/folder.h"
#include "support/process.h"

namespace papert::mock {
namespace {

using testing::HasSubstr;

HttpReply ask(MockService& service, const Json& request, ChatFormat format = ChatFormat::kOpenAi,
              std::string_view key = "") {
  const std::string body = dump_json(request);
  return service.answer({format, key, "gem", body}, 1234);
}

Json body_of(const HttpReply& reply) {
  const auto json = parse_json(reply.body);
  EXPECT_TRUE(json) << reply.body.substr(0, 200);
  return json ? *json : Json();
}

std::string text_of(const HttpReply& reply) {
  EXPECT_EQ(reply.status, 200) << reply.body;
  return body_of(reply)["choices"][0]["message"]["content"].get<std::string>();
}

TEST(Service, OracleAnswersEveryTask) {
  MockService service(oracle_book(), {});
  const auto tasks = minted_tasks();
  ASSERT_EQ(tasks->size(), kTasks);
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    const suite::Prompt prompt = prompt_of(*tasks, i);
    const HttpReply reply = ask(service, openai_request(prompt));
    EXPECT_EQ(text_of(reply), tasks->reference(i));
    const Json json = body_of(reply);
    EXPECT_EQ(json["object"], "chat.completion");
    EXPECT_EQ(json["created"], 1234);
    EXPECT_EQ(json["model"], "m");
    EXPECT_THAT(json["id"].get<std::string>(), testing::StartsWith("chatcmpl-"));
    EXPECT_EQ(json["choices"].size(), 1U);
    EXPECT_EQ(json["choices"][0]["finish_reason"], "stop");
    EXPECT_EQ(json["choices"][0]["message"]["role"], "assistant");
    const Json& usage = json["usage"];
    EXPECT_EQ(usage["total_tokens"],
              usage["prompt_tokens"].get<int>() + usage["completion_tokens"].get<int>());
    EXPECT_GT(usage["prompt_tokens"], 85);

    const Json anthropic = body_of(ask(service, anthropic_request(prompt), ChatFormat::kAnthropic));
    EXPECT_EQ(anthropic["content"][0]["text"], tasks->reference(i));
    EXPECT_EQ(anthropic["stop_reason"], "end_turn");
    EXPECT_EQ(anthropic["type"], "message");
    const Json gemini = body_of(ask(service, gemini_request(prompt), ChatFormat::kGemini));
    EXPECT_EQ(gemini["candidates"][0]["content"]["parts"][0]["text"], tasks->reference(i));
    EXPECT_EQ(gemini["candidates"][0]["finishReason"], "STOP");
    EXPECT_EQ(gemini["modelVersion"], "gem");
  }
  const Json stats = service.stats();
  EXPECT_EQ(stats["requests"], 3 * kTasks);
  EXPECT_EQ(stats["answers"], 3 * kTasks);
  EXPECT_EQ(stats["distinct_prompts_answered"], kTasks);
  EXPECT_EQ(stats["duplicate_answers"], 2 * kTasks);
  EXPECT_EQ(stats["known"]["tasks"], kTasks);
}

TEST(Service, SeveralChoices) {
  MockService service(oracle_book(), {});
  const auto tasks = minted_tasks();
  Json request = openai_request(prompt_of(*tasks, 0));
  request["n"] = 3;
  const Json json = body_of(ask(service, request));
  ASSERT_EQ(json["choices"].size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(json["choices"][i]["index"], i);
  EXPECT_EQ(service.stats()["answers"], 3);
  EXPECT_EQ(service.stats()["duplicate_answers"], 2);
}

TEST(Service, UnknownPromptSaysSo) {
  MockService service(oracle_book(), {.faults = plan("500:1")});
  const auto tasks = minted_tasks();
  suite::Prompt prompt = prompt_of(*tasks, 0);
  const std::string hash = prompt_hash(prompt.text + "!", prompt.images);
  prompt.text += "!";
  HttpReply reply = ask(service, openai_request(prompt));
  EXPECT_EQ(reply.status, 400);
  const Json error = body_of(reply)["error"];
  EXPECT_EQ(error["code"], "unknown_prompt");
  EXPECT_EQ(error["type"], "invalid_request_error");
  EXPECT_THAT(error["message"].get<std::string>(), HasSubstr(hash.substr(0, 16)));
  EXPECT_THAT(error["message"].get<std::string>(), HasSubstr("9 prompts are known"));
  prompt = prompt_of(*tasks, 0);
  prompt.images[0].back() ^= 1;
  EXPECT_EQ(ask(service, openai_request(prompt)).status, 400);
  prompt.images.clear();
  reply = ask(service, anthropic_request(prompt), ChatFormat::kAnthropic);
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(body_of(reply)["error"]["type"], "invalid_request_error");
  reply = ask(service, gemini_request(prompt), ChatFormat::kGemini);
  EXPECT_EQ(body_of(reply)["error"]["status"], "INVALID_ARGUMENT");
  EXPECT_EQ(service.stats()["refused"]["unknown_prompt"], 4);
  EXPECT_EQ(service.stats()["requests"], 4);
}

TEST(Service, KeyAndModel) {
  MockService service(oracle_book(), {.key = "good", .models = {"a", "m"}});
  const auto tasks = minted_tasks();
  const Json request = openai_request(prompt_of(*tasks, 0));
  EXPECT_EQ(ask(service, request, ChatFormat::kOpenAi, "bad").status, 401);
  EXPECT_EQ(body_of(ask(service, request, ChatFormat::kOpenAi, ""))["error"]["code"],
            "invalid_api_key");
  EXPECT_EQ(ask(service, request, ChatFormat::kOpenAi, "good").status, 200);
  Json other = request;
  other["model"] = "z";
  const HttpReply reply = ask(service, other, ChatFormat::kOpenAi, "good");
  EXPECT_EQ(reply.status, 404);
  EXPECT_EQ(body_of(reply)["error"]["code"], "model_not_found");
  EXPECT_EQ(service.models()["data"].size(), 2U);
  EXPECT_EQ(service.models()["data"][1]["id"], "m");
}

TEST(Service, BadRequestsNameTheField) {
  MockService service(oracle_book(), {});
  const HttpReply reply = ask(service, Json{{"model", "m"}, {"messages", 5}});
  EXPECT_EQ(reply.status, 400);
  const Json error = body_of(reply)["error"];
  EXPECT_EQ(error["param"], "messages");
  EXPECT_EQ(error["code"], "invalid_request");
}

TEST(Service, TransportFaultsThenTheAnswer) {
  const auto tasks = minted_tasks();
  const Json request = openai_request(prompt_of(*tasks, 0));
  for (const FaultInfo& info : kFaults) {
    if (info.of_reply) continue;
    SCOPED_TRACE(info.name);
    MockService service(oracle_book(), {.faults = plan(std::string(info.name) + ":1", 0, 2),
                                        .retry_after_s = 7,
                                        .slow_ms = 55,
                                        .huge_bytes = 1000});
    const HttpReply first = ask(service, request);
    const HttpReply second = ask(service, request);
    EXPECT_EQ(first.status, second.status);
    switch (info.fault) {
      case Fault::kSlow:
        EXPECT_EQ(first.delay_ms, 55);
        EXPECT_EQ(text_of(first), tasks->reference(0));
        break;
      case Fault::kHangup:
        EXPECT_EQ(first.sent, 0U);
        break;
      case Fault::kDrop:
        EXPECT_EQ(first.sent, first.body.size() / 2);
        break;
      case Fault::kMalformed:
        EXPECT_EQ(first.status, 200);
        EXPECT_FALSE(parse_json(first.body));
        break;
      case Fault::kWrongType:
        EXPECT_EQ(first.status, 200);
        EXPECT_THAT(first.content_type, HasSubstr("text/html"));
        break;
      case Fault::kEmptyChoices:
        EXPECT_EQ(body_of(first)["choices"], Json::array());
        break;
      case Fault::kHuge:
        EXPECT_EQ(first.filler_bytes, 1000U);
        EXPECT_EQ(first.body.substr(first.filler_at - 11, 12), R"("content":"")");
        EXPECT_TRUE(parse_json(first.body));
        break;
      case Fault::kErrorBody:
        EXPECT_EQ(first.status, 200);
        EXPECT_TRUE(body_of(first)["error"].is_object());
        break;
      default:
        EXPECT_EQ(std::to_string(first.status), info.name);
        EXPECT_TRUE(body_of(first)["error"].is_object());
        EXPECT_EQ(first.retry_after_s.has_value(), first.status == 429 || first.status == 503);
        EXPECT_EQ(first.retry_after_s.value_or(7), 7);
    }
    const HttpReply third = ask(service, request);
    EXPECT_EQ(text_of(third), tasks->reference(0));
    EXPECT_EQ(third.delay_ms, 0);
    EXPECT_EQ(third.sent, HttpReply::kWhole);
    EXPECT_EQ(service.stats()["faults"][std::string(info.name)], 2);
    EXPECT_EQ(service.stats()["answers"], info.fault == Fault::kSlow ? 3 : 1);
  }
}

/// What our own client makes of a stream.
Result<model::Reply> read_stream(ChatFormat format, const HttpReply& reply) {
  EXPECT_EQ(reply.content_type, "text/event-stream; charset=utf-8");
  const auto joined = format == ChatFormat::kOpenAi      ? model::join_openai(reply.body)
                      : format == ChatFormat::kAnthropic ? model::join_anthropic(reply.body)
                                                         : model::join_google(reply.body);
  if (!joined) return fail(joined.error());
  return format == ChatFormat::kOpenAi      ? model::parse_openai(*joined)
         : format == ChatFormat::kAnthropic ? model::parse_anthropic(*joined)
                                            : model::parse_google(*joined);
}

TEST(Service, StreamsHoldWhatTheReplyHolds) {
  const auto tasks = minted_tasks();
  const suite::Prompt prompt = prompt_of(*tasks, 0);
  for (const char* faults : {"", "cutoff:1", "refusal:1", "invalid_utf8:1"}) {
    MockService service(oracle_book(), {.faults = plan(faults)});
    const auto stream = [&](ChatFormat format, Json request) {
      if (format != ChatFormat::kGemini) request["stream"] = true;
      request["stream_options"]["include_usage"] = true;
      const std::string body = dump_json(request);
      return read_stream(format, service.answer({format, "", "m", body, true, false}, 0));
    };
    const auto whole = model::parse_openai(ask(service, openai_request(prompt)).body);
    for (const auto& [format, request] : {std::pair{ChatFormat::kOpenAi, openai_request(prompt)},
                                          {ChatFormat::kAnthropic, anthropic_request(prompt)},
                                          {ChatFormat::kGemini, gemini_request(prompt)}}) {
      const auto reply = stream(format, request);
      ASSERT_TRUE(reply) << faults << reply.error().to_string();
      EXPECT_EQ(reply->status, whole->status) << faults;
      const bool blocked =
          format == ChatFormat::kGemini && whole->status == model::ReplyStatus::kRefused;
      EXPECT_EQ(reply->text, blocked ? "" : whole->text) << faults;
      EXPECT_EQ(reply->usage.input_tokens, whole->usage.input_tokens);
    }
  }
}

TEST(Service, StreamsFailInTheMiddle) {
  const auto tasks = minted_tasks();
  const suite::Prompt prompt = prompt_of(*tasks, 0);
  Json request = anthropic_request(prompt);
  request["stream"] = true;
  MockService broken(oracle_book(), {.faults = plan("error_body:1")});
  EXPECT_EQ(read_stream(ChatFormat::kAnthropic, ask(broken, request, ChatFormat::kAnthropic))
                .error()
                .message,
            "the stream reports an error: the server broke down while it answered");
  MockService cut(oracle_book(), {.faults = plan("malformed:1")});
  EXPECT_FALSE(read_stream(ChatFormat::kAnthropic, ask(cut, request, ChatFormat::kAnthropic)));
}

TEST(Service, GeminiStreamsAListToThoseWhoAskForNoEvents) {
  MockService service(oracle_book(), {});
  const auto tasks = minted_tasks();
  const std::string body = dump_json(gemini_request(prompt_of(*tasks, 0)));
  const Json list = body_of(service.answer({ChatFormat::kGemini, "", "m", body, true, true}, 0));
  ASSERT_TRUE(list.is_array());
  std::string text;
  for (const Json& chunk : list) {
    for (const Json& part :
         chunk["candidates"][0].value("content", Json::object()).value("parts", Json::array())) {
      text += part["text"].get<std::string>();
    }
  }
  EXPECT_EQ(text, tasks->reference(0));
  EXPECT_EQ(list.back()["candidates"][0]["finishReason"], "STOP");
}

TEST(Service, ReplyFaultsAreStableAndCountedBeforehand) {
  constexpr std::int64_t kMany = 20;
  MockService service(oracle_book(kMany), {.faults = plan("cutoff:0.2,refusal:0.2,429:0.3", 5)});
  const auto tasks = minted_tasks(kMany);
  const Json expected = service.stats()["expected"];
  EXPECT_GT(expected["cutoff"], 3);
  EXPECT_GT(expected["refusal"], 3);
  EXPECT_EQ(expected["invalid_utf8"], 0);
  int cut = 0;
  int refused = 0;
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    const Json request = openai_request(prompt_of(*tasks, i));
    HttpReply reply = ask(service, request);
    if (reply.status == 429) reply = ask(service, request);
    const Json choice = body_of(reply)["choices"][0];
    EXPECT_EQ(body_of(ask(service, request))["choices"][0], choice);
    if (choice["finish_reason"] == "length") {
      ++cut;
      const std::string whole = tasks->reference(i);
      EXPECT_EQ(choice["message"]["content"], whole.substr(0, whole.size() / 2));
    } else if (choice["message"]["refusal"].is_string()) {
      ++refused;
      EXPECT_TRUE(choice["message"]["content"].is_null());
    } else {
      EXPECT_EQ(choice["message"]["content"], tasks->reference(i));
    }
  }
  EXPECT_EQ(expected["cutoff"], cut);
  EXPECT_EQ(expected["refusal"], refused);
  EXPECT_EQ(service.stats()["faults"]["cutoff"], 2 * cut);
}

TEST(Service, ReplyFaultsInTheWordsOfEachProvider) {
  const auto tasks = minted_tasks();
  const suite::Prompt prompt = prompt_of(*tasks, 0);
  MockService cut(oracle_book(), {.faults = plan("cutoff:1")});
  MockService refusing(oracle_book(), {.faults = plan("refusal:1")});
  Json json = body_of(ask(cut, anthropic_request(prompt), ChatFormat::kAnthropic));
  EXPECT_EQ(json["stop_reason"], "max_tokens");
  json = body_of(ask(refusing, anthropic_request(prompt), ChatFormat::kAnthropic));
  EXPECT_EQ(json["stop_reason"], "refusal");
  json = body_of(ask(cut, gemini_request(prompt), ChatFormat::kGemini));
  EXPECT_EQ(json["candidates"][0]["finishReason"], "MAX_TOKENS");
  json = body_of(ask(refusing, gemini_request(prompt), ChatFormat::kGemini));
  EXPECT_EQ(json["candidates"][0]["finishReason"], "SAFETY");
  EXPECT_FALSE(json["candidates"][0].contains("content"));
}

TEST(Service, InvalidUtf8) {
  MockService service(oracle_book(), {.faults = plan("invalid_utf8:1")});
  const auto tasks = minted_tasks();
  const HttpReply reply = ask(service, openai_request(prompt_of(*tasks, 0)));
  EXPECT_FALSE(is_valid_utf8(reply.body));
  EXPECT_EQ(text_of(reply), tasks->reference(0) + "\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(Service, CountsUnderConcurrency) {
  MockService service(oracle_book(), {.faults = plan("429:0.5")});
  const auto tasks = minted_tasks();
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < tasks->size(); ++i) {
        const std::string body = dump_json(openai_request(prompt_of(*tasks, i)));
        while (service.answer({ChatFormat::kOpenAi, "", "", body}, 0).status != 200) continue;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const Json stats = service.stats();
  EXPECT_EQ(stats["answers"], 4 * kTasks);
  EXPECT_EQ(stats["requests"], 4 * kTasks + stats["faults"]["429"].get<std::size_t>());
}

/// A run folder with the given sample lines: {id, epoch, verdict, reply}.
class RecordedRun {
 public:
  explicit RecordedRun(const suite::TaskSet& tasks) {
    const BookOptions options = book_options();
    run::RunConfig config;
    config.suite = options.suite;
    config.data = options.data;
    config.data_hash = tasks.data_hash();
    config.modes = options.modes;
    config.model = "openai/recorded";
    config.prompt_name = "default";
    config.prompt_text = options.prompt_text;
    auto created = run::RunFolder::open_or_create(folder_.path(), config, "20260101T000000");
    if (!created) throw std::runtime_error(created.error().to_string());
    path_ = created->path();
  }

  void add(const std::string& id, int epoch, const std::string& verdict, const std::string& reply) {
    const Json line{{"id", id},
                    {"epoch", epoch},
                    {"tags", Json::object()},
                    {"verdict", verdict},
                    {"metrics", Json::object()},
                    {"detail", Json::object()},
                    {"reply", reply},
                    {"reasoning", reply.empty() ? "" : "thought"}};
    std::ofstream(run::samples_path(path_), std::ios::app) << dump_json(line) << "\n";
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  test::TempFolder folder_;
  std::filesystem::path path_;
};

TEST(Service, EveryTurnHasItsOwnBaseline) {
  const auto tasks = minted_tasks();
  auto book = AnswerBook::of_baselines(book_options(), {"empty", "oracle"});
  ASSERT_TRUE(book) << book.error().to_string();
  MockService service(std::move(*book), {});
  Json request = openai_request(prompt_of(*tasks, 0));
  EXPECT_EQ(text_of(ask(service, request)), "");
  for (int turn = 2; turn <= 3; ++turn) {
    request["messages"].push_back({{"role", "assistant"}, {"content", "(no reply)"}});
    request["messages"].push_back({{"role", "user"}, {"content", "Try again."}});
    EXPECT_EQ(text_of(ask(service, request)), tasks->reference(0)) << turn;
  }
}

TEST(RecordedAnswers, EpochsInOrderAndAgain) {
  const auto tasks = minted_tasks();
  RecordedRun recorded(*tasks);
  recorded.add(tasks->task(0).id, 1, "wrong", "second");
  recorded.add(tasks->task(0).id, 0, "right", "first");
  recorded.add(tasks->task(0).id, 2, "request_failed", "");
  recorded.add(tasks->task(1).id, 0, "truncated", "cut");
  recorded.add(tasks->task(2).id, 0, "refused", "no");
  auto book = AnswerBook::of_run(recorded.path(), 2);
  ASSERT_TRUE(book) << book.error().to_string();
  MockService service(std::move(*book), {.faults = plan("500:1")});
  const Json request = openai_request(prompt_of(*tasks, 0));
  EXPECT_EQ(ask(service, request).status, 500);  // the fault does not use an epoch up
  for (const char* text : {"first", "second", "first"}) {
    const HttpReply reply = ask(service, request);
    EXPECT_EQ(text_of(reply), text);
    EXPECT_EQ(body_of(reply)["choices"][0]["message"]["reasoning_content"], "thought");
  }
  const auto again = [&](std::size_t task) {
    const Json asked = openai_request(prompt_of(*tasks, task));
    (void)ask(service, asked);
    return ask(service, asked);
  };
  EXPECT_EQ(body_of(again(1))["choices"][0]["finish_reason"], "length");
  EXPECT_EQ(body_of(again(2))["choices"][0]["message"]["refusal"], "no");
  const HttpReply none = again(3);
  EXPECT_EQ(none.status, 500);
  EXPECT_EQ(body_of(none)["error"]["code"], "no_answer");
}

TEST(RecordedAnswers, DamagedLinesAreListed) {
  const auto tasks = minted_tasks();
  RecordedRun recorded(*tasks);
  recorded.add(tasks->task(0).id, 0, "right", "x");
  std::ofstream(run::samples_path(recorded.path()), std::ios::app) << "rubbish\n";
  const auto book = AnswerBook::of_run(recorded.path(), 1);
  ASSERT_TRUE(book) << book.error().to_string();
  ASSERT_EQ(book->damaged().size(), 1U);
  EXPECT_THAT(book->damaged()[0].where, HasSubstr("samples.jsonl:2"));
}

TEST(RecordedAnswers, WhatCannotBeReplayed) {
  const auto tasks = minted_tasks();
  RecordedRun recorded(*tasks);
  EXPECT_FALSE(AnswerBook::of_run(recorded.path(), 1));
  EXPECT_FALSE(AnswerBook::of_run("/nonexistent/run", 1));
  recorded.add(tasks->task(0).id, 0, "right", "x");
  EXPECT_TRUE(AnswerBook::of_run(recorded.path(), 1));
  std::string config = test::slurp(recorded.path() / "run.json");
  config.replace(config.find(tasks->data_hash()), 4, "0000");
  test::spit(recorded.path() / "run.json", config);
  const auto changed = AnswerBook::of_run(recorded.path(), 1);
  ASSERT_FALSE(changed);
  EXPECT_THAT(changed.error().message, HasSubstr("not what it was"));
}

TEST(AnswerBook, WhatIsNotABook) {
  EXPECT_FALSE(AnswerBook::of_baselines(book_options(), {"nobody"}));
  BookOptions options = book_options();
  options.prompt_text = "{{nothing}}";
  EXPECT_FALSE(AnswerBook::of_baselines(options, {"oracle"}));
  options.suite = "nosuite";
  EXPECT_FALSE(AnswerBook::of_baselines(options, {"oracle"}));
}

}  // namespace
}  // namespace papert::mock
