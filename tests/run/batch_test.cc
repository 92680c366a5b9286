#include "run/batch.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "base/text.h"
#include "run/folder.h"
#include "run/log.h"
#include "suite/registry.h"
#include "support/process.h"

namespace papert::run {
namespace {

std::string body_of(const model::Request& request) {
  return dump_json({{"text", request.text}, {"pictures", request.images.size()}});
}

Result<model::Reply> reply_of(std::string_view text) {
  const Json body = TRY(parse_json(text));
  if (!body.is_object()) return fail(ErrorCode::kBadData, "not an object");
  model::Reply reply;
  reply.text = body.value("reply", "");
  if (body.contains("stopped")) reply.status = model::ReplyStatus::kTruncated;
  return reply;
}

class BatchTest : public testing::Test {
 protected:
  BatchTest() {
    std::filesystem::create_directories(run_);
    write_.tasks.resize(tasks_->size());
    std::iota(write_.tasks.begin(), write_.tasks.end(), std::size_t{0});
    write_.prompt_template = suite_->default_prompt({});
    write_.build = body_of;
    read_.prompt_template = write_.prompt_template;
    read_.parse = reply_of;
    read_.jobs = 2;
  }

  BatchFiles write() {
    const auto ledger = Ledger::open(*tasks_, run_);
    EXPECT_TRUE(ledger) << ledger.error().to_string();
    const auto files = write_batch(*tasks_, *ledger, folder_ / "requests.jsonl", write_);
    EXPECT_TRUE(files) << files.error().to_string();
    return files ? *files : BatchFiles{};
  }

  BatchReport read(const std::string& text) {
    test::spit(folder_ / "results.jsonl", text);
    const auto report = read_batch(*tasks_, run_, folder_ / "results.jsonl", read_);
    EXPECT_TRUE(report) << report.error().to_string();
    return report ? *report : BatchReport{};
  }

  std::string result(std::size_t task, const Json& body, int status = 200,
                     std::int64_t epoch = 0) const {
    const Json line{{"id", "batch_req_1"},
                    {"custom_id", batch_id(tasks_->task(task).id, epoch)},
                    {"response", {{"status_code", status}, {"body", body}}},
                    {"error", nullptr}};
    return dump_json(line) + "\n";
  }

  std::map<std::string, Json> samples() const {
    std::map<std::string, Json> lines;
    EXPECT_TRUE(read_log(samples_path(run_), Part::kAll, [&](const Record& record) {
      lines[batch_id(record.id, record.epoch)] = to_json(record);
    }));
    return lines;
  }

  static std::vector<Json> lines_of(const std::filesystem::path& file) {
    std::vector<Json> lines;
    const std::string text = test::slurp(file);
    for (const std::string_view line : split(trim(text), '\n')) {
      lines.push_back(parse_json(line).value());
    }
    return lines;
  }

  test::TempFolder folder_;
  std::filesystem::path run_ = folder_ / "run";
  std::unique_ptr<suite::Suite> suite_ = std::move(*suite::find_suite("shapecode"));
  std::unique_ptr<suite::TaskSet> tasks_ = std::move(*suite_->mint({.seed = 1, .count = 2}));
  BatchWriteOptions write_;
  BatchReadOptions read_;
};

TEST(BatchId, TheLastMarkCounts) {
  EXPECT_EQ(batch_id("a#b", 12), "a#b#12");
  EXPECT_EQ(parse_batch_id("a#b#12").value(), std::pair(std::string("a#b"), std::int64_t{12}));
  EXPECT_EQ(parse_batch_id("#0").value(), std::pair(std::string(), std::int64_t{0}));
  for (const char* bad : {"", "a", "a#", "a#x", "a#1x", "a#-1", "a# 1", "a#99999999999999999999"}) {
    EXPECT_FALSE(parse_batch_id(bad)) << bad;
  }
}

TEST_F(BatchTest, WritesOneRequestPerSample) {
  write_.epochs = 2;
  const BatchFiles files = write();
  EXPECT_EQ(files.requests, 12U);
  ASSERT_EQ(files.files.size(), 1U);
  const auto lines = lines_of(files.files[0]);
  ASSERT_EQ(lines.size(), 12U);
  EXPECT_EQ(lines[1]["custom_id"], tasks_->task(0).id + "#1");
  EXPECT_EQ(lines[1]["method"], "POST");
  EXPECT_EQ(lines[1]["url"], "/v1/chat/completions");
  EXPECT_EQ(lines[1]["body"]["text"], tasks_->prompt(0, write_.prompt_template).value().text);
  const std::string bytes = test::slurp(files.files[0]);
  write();
  EXPECT_EQ(test::slurp(files.files[0]), bytes) << "replaced, with the same bytes";
}

TEST_F(BatchTest, SplitsAtTheProvidersLimits) {
  write_.max_requests = 4;
  BatchFiles files = write();
  ASSERT_EQ(files.files.size(), 2U);
  EXPECT_EQ(files.files[1].filename(), "requests-2.jsonl");
  EXPECT_EQ(lines_of(files.files[0]).size(), 4U);
  EXPECT_EQ(lines_of(files.files[1]).size(), 2U);
  write_.max_requests = 6;
  const std::size_t whole = [&] {
    files = write();
    return test::slurp(files.files[0]).size();
  }();
  EXPECT_EQ(files.files.size(), 1U);
  write_.max_bytes = whole;
  EXPECT_EQ(write().files.size(), 1U);
  write_.max_bytes = whole - 1;
  EXPECT_EQ(write().files.size(), 2U);
}

TEST_F(BatchTest, ResultsBecomeLinesOfTheRun) {
  Json expired{{"custom_id", batch_id(tasks_->task(3).id, 0)},
               {"response", nullptr},
               {"error", {{"code", "batch_expired"}, {"message", "too late"}}}};
  const BatchReport report =
      read(result(1, {{"reply", tasks_->reference(1)}, {"created", 1'800'000'000}}) +
           result(0, {{"reply", "nonsense"}}) + "\n" +
           result(2, {{"reply", ""}, {"stopped", true}}) + dump_json(expired) + "\n" +
           result(4, {{"error", {{"message", "no such model"}}}}, 404) + result(5, Json::array()));
  EXPECT_EQ(report.added, 6U);
  EXPECT_EQ(report.right, 1U);
  EXPECT_EQ(report.not_scored, 3U);
  EXPECT_TRUE(report.problems.empty());
  const auto lines = samples();
  const auto at = [&](std::size_t task) { return lines.at(tasks_->task(task).id + "#0"); };
  EXPECT_EQ(at(1)["verdict"], "right");
  EXPECT_EQ(at(1)["reply"], tasks_->reference(1));
  EXPECT_EQ(at(1)["prompt"]["text"], tasks_->prompt(1, write_.prompt_template).value().text);
  EXPECT_TRUE(at(1)["latency_ms"].is_null());
  EXPECT_EQ(at(1)["time"], "2027-01-15T08:00:00Z") << "when the provider made it";
  EXPECT_FALSE(at(0).contains("time")) << "the provider does not say";
  EXPECT_EQ(at(0)["verdict"], "invalid");
  EXPECT_EQ(at(2)["verdict"], "truncated");
  EXPECT_EQ(at(3)["detail"]["message"], "batch_expired: too late");
  EXPECT_EQ(at(4)["detail"]["message"], "HTTP 404: no such model");
  EXPECT_EQ(at(5)["verdict"], "request_failed") << "a reply that is none";
  EXPECT_EQ(at(5)["detail"]["message"], "not an object");
}

TEST_F(BatchTest, WritingAgainAsksForWhatIsMissingAndReadingAgainAddsNothing) {
  const std::string text = result(0, {{"reply", "x"}}) + result(1, nullptr, 500);
  read(text);
  const BatchFiles files = write();
  EXPECT_EQ(files.requests, 5U) << "a failed request is asked for again";
  EXPECT_EQ(files.done, 1U);
  const BatchReport again = read(text);
  EXPECT_EQ(again.done, 1U);
  EXPECT_EQ(again.added, 1U);
  EXPECT_EQ(read(result(1, {{"reply", tasks_->reference(1)}})).right, 1U);
  EXPECT_EQ(samples().size(), 2U);
  EXPECT_EQ(samples().at(tasks_->task(1).id + "#0")["verdict"], "right");
}

TEST_F(BatchTest, NothingToAskWritesNoFile) {
  write_.tasks = {0};
  read(result(0, {{"reply", "x"}}));
  EXPECT_TRUE(write().files.empty());
}

TEST_F(BatchTest, BadLinesAreListedAndTheOthersUsed) {
  const std::string good = result(0, {{"reply", tasks_->reference(0)}});
  const std::string id = tasks_->task(1).id;
  const BatchReport report = read(
      "{\n[]\n{\"custom_id\": 5}\n{\"custom_id\": \"unknown#0\"}\n" + result(1, {}, 200, 1) +
      "{\"custom_id\": \"" + id + "#0\"}\n{\"custom_id\": \"" + id +
      "#0\", \"response\": {\"status_code\": \"200\"}}\n" + good + good + "{\"custom_id\": \"torn");
  EXPECT_EQ(report.added, 1U);
  EXPECT_EQ(report.right, 1U);
  ASSERT_EQ(report.problems.size(), 9U);
  EXPECT_NE(
      report.problems[3].to_string().find("results.jsonl:4: the run never asked for 'unknown#0'"),
      std::string::npos)
      << report.problems[3].to_string();
  EXPECT_NE(report.problems[4].message.find("never asked"), std::string::npos)
      << "an epoch past the run's";
  EXPECT_NE(report.problems[5].message.find("neither a response nor an error"), std::string::npos);
  EXPECT_NE(report.problems[7].message.find("a second result"), std::string::npos);
}

TEST_F(BatchTest, MissingFilesAndCancelledReading) {
  EXPECT_FALSE(read_batch(*tasks_, run_, folder_ / "none.jsonl", read_));
  read_.jobs = 1;
  read_.progress = [&](std::size_t added) {
    if (added == 2) read_.cancel.cancel();
  };
  std::string text;
  for (std::size_t i = 0; i < 6; ++i) text += result(i, {{"reply", "x"}});
  EXPECT_EQ(read(text).added, 2U);
  EXPECT_EQ(samples().size(), 2U);
}

}  // namespace
}  // namespace papert::run
