// Stages that wait for replies: interrupted, failing, over a limit.

#include "datagen/asked_stage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>

#include "base/file.h"
#include "base/text.h"
#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::size_t kItems = 200;

std::string line(std::size_t index, const std::string& status, const Spent& spent = {}) {
  std::string text = R"({"key":")" + std::to_string(index) + R"(","status":")" + status + "\"";
  append_spent(spent, text);
  return text + "}";
}

AskedStage stage_at(const fs::path& path, std::size_t items = kItems) {
  AskedStage stage;
  stage.path = path;
  stage.size = items;
  stage.index_of = [items](const std::string& key) -> std::optional<std::size_t> {
    const std::size_t index = std::stoul(key);
    return index < items ? std::optional(index) : std::nullopt;
  };
  stage.make = [](std::size_t index, const Spent&) -> Result<AskedLine> {
    return AskedLine{line(index, "ok"), ""};
  };
  stage.connections = 8;
  return stage;
}

std::string whole_file() {
  std::string text;
  for (std::size_t i = 0; i < kItems; ++i) text += line(i, "ok") + "\n";
  return text;
}

TEST(AskedStage, EndsInTheOrderOfThePlanWhateverCameFirst) {
  const test::TempFolder folder;
  const fs::path path = folder.path() / "lines.jsonl";
  ASSERT_TRUE(run_asked_stage(stage_at(path)));
  EXPECT_EQ(*read_file(path), whole_file());
}

TEST(AskedStage, GoesOnAfterInterruptionsAndAsksNothingTwice) {
  const test::TempFolder folder;
  const fs::path path = folder.path() / "lines.jsonl";
  std::vector<std::atomic<int>> asked(kItems);
  for (int restart = 0; restart < 10; ++restart) {
    AskedStage stage = stage_at(path);
    std::atomic<int> left = 23;
    stage.make = [&](std::size_t index, const Spent&) -> Result<AskedLine> {
      if (--left < 0) stage.cancel.cancel();
      ++asked[index];
      return AskedLine{line(index, "ok"), ""};
    };
    const auto done = run_asked_stage(stage);
    if (done) break;
    ASSERT_EQ(done.error().code, ErrorCode::kCancelled) << done.error().to_string();
    std::ofstream(path, std::ios::app) << R"({"key":"1)";  // a process that was killed
  }
  EXPECT_EQ(*read_file(path), whole_file());
  for (const auto& count : asked) EXPECT_EQ(count, 1);
}

TEST(AskedStage, AsksAgainForWhatFailedAndKeepsWhatItCost) {
  const test::TempFolder folder;
  const fs::path path = folder.path() / "lines.jsonl";
  Spent once;
  once.requests = 1;
  once.usage.cost_usd = 0.5;
  AskedStage stage = stage_at(path);
  stage.make = [&](std::size_t index, const Spent& before) -> Result<AskedLine> {
    EXPECT_TRUE(before.none());
    if (index % 10 == 3) return AskedLine{line(index, "request_failed", once), "the line is dead"};
    return AskedLine{line(index, "ok", once), ""};
  };
  const auto failed = run_asked_stage(stage);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kUsage);
  EXPECT_THAT(failed.error().message, HasSubstr("20 of 200 requests failed"));
  EXPECT_THAT(failed.error().message, HasSubstr("the line is dead"));
  EXPECT_EQ(spent_in(path, "key")->requests, 200);
  stage.make = [&](std::size_t index, const Spent& before) -> Result<AskedLine> {
    EXPECT_EQ(index % 10, 3U);
    EXPECT_EQ(before.requests, 1);
    Spent all = before;
    all += once;
    return AskedLine{line(index, "ok", all), ""};
  };
  ASSERT_TRUE(run_asked_stage(stage));
  EXPECT_EQ(spent_in(path, "key")->requests, 220);
  EXPECT_DOUBLE_EQ(*spent_in(path, "key")->usage.cost_usd, 110);
  const std::string text = *read_file(path);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 200);
  EXPECT_EQ(text.find("request_failed"), std::string::npos);
}

TEST(AskedStage, ClosesWithoutAskingAnybody) {
  const test::TempFolder folder;
  const fs::path path = folder.path() / "lines.jsonl";
  Spent once;
  once.requests = 1;
  std::ofstream(path) << line(7, "ok") << "\n" << line(3, "request_failed", once) << "\n";
  AskedStage stage = stage_at(path, 10);
  stage.make = [](std::size_t, const Spent&) -> Result<AskedLine> {
    ADD_FAILURE() << "somebody was asked";
    return AskedLine{};
  };
  stage.close = [](std::size_t index, const Spent& before) {
    return index < 5 ? line(index, "closed", before) : "";
  };
  ASSERT_TRUE(run_asked_stage(stage));
  std::string wanted;
  for (std::size_t i = 0; i < 5; ++i) {
    wanted += line(i, "closed", i == 3 ? once : Spent()) + "\n";
  }
  EXPECT_EQ(*read_file(path), wanted + line(7, "ok") + "\n");
}

TEST(AskedStage, RefusesLinesThatAreNotOfThePlan) {
  const test::TempFolder folder;
  const fs::path path = folder.path() / "lines.jsonl";
  std::ofstream(path) << line(700, "ok") << "\n";
  const auto done = run_asked_stage(stage_at(path));
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("'700' is not part of the plan"));
}

/// Costs a dollar a request; fails where the text says so.
class PaidModel : public model::Model {
 public:
  [[nodiscard]] model::Reply ask(const model::Request& request, const CancelToken&) override {
    if (request.text == "fail") {
      model::Reply reply = model::Reply::failed("HTTP 400: no");
      reply.http_status = 400;
      return reply;
    }
    model::Reply reply;
    reply.text = "yes";
    reply.cached = request.text == "cached";
    reply.usage.cost_usd = 1;
    return reply;
  }
};

TEST(Asker, CountsWhatItSpendsAndStopsAtTheLimitOfAllRestarts) {
  Spent spent;
  for (int restart = 0; restart < 10; ++restart) {
    AskerOptions options;
    options.purse = std::make_shared<Purse>(7);
    options.purse->charge(spent);
    Asker asker("test/model", std::make_unique<PaidModel>(), options);
    model::Request request;
    request.text = "cached";
    if (spent.requests < 7) {
      EXPECT_TRUE(asker.ask(request, spent));
    }
    for (int i = 0; i < 2; ++i) {
      request.text = "hello";
      const auto reply = asker.ask(request, spent);
      if (reply) continue;
      EXPECT_EQ(reply.error().code, ErrorCode::kUsage);
      EXPECT_THAT(reply.error().message, HasSubstr("--max-requests"));
    }
  }
  EXPECT_EQ(spent.requests, 7);
  EXPECT_DOUBLE_EQ(*spent.usage.cost_usd, 7);
}

TEST(Asker, GivesUpWhenRequestsFailAlike) {
  AskerOptions options;
  options.purse = std::make_shared<Purse>();
  Asker asker("test/model", std::make_unique<PaidModel>(), options);
  model::Request request;
  request.text = "fail";
  Spent spent;
  for (int i = 0; i < 9; ++i) {
    const auto reply = asker.ask(request, spent);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, model::ReplyStatus::kFailed);
  }
  const auto last = asker.ask(request, spent);
  ASSERT_FALSE(last);
  EXPECT_THAT(last.error().message, HasSubstr("test/model: HTTP 400: no"));
  EXPECT_TRUE(spent.none());
}

}  // namespace
}  // namespace papert::datagen
