// Resampling by difficulty, and which tasks nobody solved.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/json.h"
#include "base/random.h"
#include "base/text.h"
#include "datagen/failures.h"
#include "datagen/resample.h"
#include "support/process.h"
#include "support/temp_folder.h"

namespace papert::datagen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string sample(const std::string& id, std::int64_t epoch, const char* verdict) {
  Json line;
  line["id"] = id;
  line["epoch"] = epoch;
  line["tags"] = Json::object();
  line["verdict"] = verdict;
  line["metrics"] = Json::object();
  line["detail"] = Json::object();
  return dump_json(line) + "\n";
}

std::vector<Json> lines_of(const std::filesystem::path& path) {
  std::vector<Json> lines;
  const std::string text = test::slurp(path);
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty()) lines.push_back(*parse_json(line));
  }
  return lines;
}

class Resample : public testing::Test {
 protected:
  void record(const std::string& log) { test::spit(run_ / "samples.jsonl", log); }
  Result<ResampleReport> draw(double beta, std::size_t count, std::int64_t seed) {
    ResampleOptions options;
    options.beta = beta;
    options.count = count;
    options.seed = seed;
    options.train = run_ / "mine.jsonl";
    return resample(run_.path(), out_.path(), options);
  }

  test::TempFolder run_;
  test::TempFolder out_;
};

TEST_F(Resample, WeighsFailuresMoreAndDrawsAsPythonWould) {
  record(sample("b", 0, "wrong") + sample("a", 1, "crashed") + sample("a", 0, "right") +
         sample("c", 0, "request_failed"));
  test::spit(run_ / "mine.jsonl", "{\"id\": \"b\", \"x\": 2}\r\n\n{\"id\":\"a\",\"x\":1}\n");
  const auto report = draw(1, 8, 7);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->samples, 3U);
  EXPECT_EQ(report->failed, 2U);
  EXPECT_EQ(report->unscored, 1U);

  const auto weights = lines_of(out_ / "weights.jsonl");
  ASSERT_EQ(weights.size(), 3U);
  EXPECT_EQ(dump_json(weights[0]),
            R"({"format":1,"index":0,"id":"a","epoch":0,"success":true,"weight":0.2})");
  EXPECT_EQ(dump_json(weights[1]),
            R"({"format":1,"index":1,"id":"a","epoch":1,"success":false,"weight":0.4})");
  EXPECT_EQ(dump_json(weights[2]),
            R"({"format":1,"index":2,"id":"b","epoch":0,"success":false,"weight":0.4})");

  // random.Random(7).choices(range(3), [1, 2, 2], k=8) in Python.
  EXPECT_EQ(test::slurp(out_ / "indices.txt"), "1\n0\n2\n0\n1\n1\n0\n1\n");
  const std::string train = test::slurp(out_ / "train.jsonl");
  EXPECT_THAT(train, testing::StartsWith("{\"id\":\"a\",\"x\":1}\n{\"id\":\"a\",\"x\":1}\n"
                                         "{\"id\": \"b\", \"x\": 2}\r\n"));
}

TEST_F(Resample, IsExactForManySamples) {
  constexpr std::size_t kSamples = 100'000;
  std::string log;
  std::string train;
  for (std::size_t i = 0; i < kSamples; ++i) {
    const std::string id = "task-" + std::to_string(100'000 + i);
    log += sample(id, 0, i % 10 == 0 ? "wrong" : "right");
    train += "{\"id\": \"" + id + "\"}\n";
  }
  record(log);
  test::spit(run_ / "mine.jsonl", train);
  const auto report = draw(3, kSamples, 1);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->failed, kSamples / 10);
  double total = 0;
  for (const Json& line : lines_of(out_ / "weights.jsonl")) total += line["weight"].get<double>();
  EXPECT_NEAR(total, 1.0, 1e-9);
  std::size_t failures = 0;
  const std::string indices = test::slurp(out_ / "indices.txt");
  for (const std::string_view line : split(indices, '\n')) {
    if (!line.empty() && line.back() == '0') ++failures;
  }
  // 4 of 13 parts of the weight; five standard deviations.
  const double share = 4.0 / 13.0;
  const double expected = share * kSamples;
  EXPECT_NEAR(static_cast<double>(failures), expected, 5 * std::sqrt(expected * (1 - share)));
}

TEST_F(Resample, SaysWhatIsWrong) {
  record(sample("a", 0, "request_failed"));
  test::spit(run_ / "mine.jsonl", "{\"id\": \"a\"}\n");
  EXPECT_THAT(draw(1, 1, 0).error().to_string(), HasSubstr("no scored samples"));
  record(sample("a", 0, "right") + sample("b", 0, "wrong"));
  EXPECT_THAT(draw(1, 50, 0).error().to_string(), HasSubstr("no line of task 'b'"));
  EXPECT_THAT(draw(-1, 1, 0).error().to_string(), HasSubstr("--beta"));
  EXPECT_THAT(draw(std::nan(""), 1, 0).error().to_string(), HasSubstr("--beta"));
  test::spit(run_ / "mine.jsonl", "{\"id\": \"a\"}\n{\"id\": \"a\"}\n");
  EXPECT_THAT(draw(1, 1, 0).error().to_string(), HasSubstr("mine.jsonl:2"));
  test::spit(run_ / "mine.jsonl", "{\"id\": 7}\n");
  EXPECT_THAT(draw(1, 1, 0).error().to_string(), HasSubstr("mine.jsonl:1"));
}

TEST(FailedByAll, CountsOnlyTasksThatEveryRunAnsweredAndNoneSolved) {
  test::TempFolder a;
  test::TempFolder b;
  test::spit(a / "samples.jsonl", sample("x", 0, "wrong") + sample("x", 1, "crashed") +
                                      sample("y", 0, "wrong") + sample("y", 1, "right") +
                                      sample("z", 0, "wrong") + sample("w", 0, "request_failed"));
  test::spit(b / "samples.jsonl",
             sample("x", 0, "no_answer") + sample("y", 0, "wrong") + sample("w", 0, "wrong"));
  const auto both = failed_by_all({a.path(), b.path()});
  ASSERT_TRUE(both);
  EXPECT_THAT(both->ids, ElementsAre("x"));
  EXPECT_TRUE(both->damaged.empty());
  EXPECT_THAT(failed_by_all({a.path()})->ids, ElementsAre("x", "z"));
}

TEST(FailedByAll, ListsDamagedLinesOfAllRuns) {
  test::TempFolder a;
  test::TempFolder b;
  test::spit(a / "samples.jsonl", "rubbish\n" + sample("x", 0, "wrong"));
  test::spit(b / "samples.jsonl", sample("x", 0, "wrong") + "{}\n");
  const auto failed = failed_by_all({a.path(), b.path()});
  ASSERT_TRUE(failed);
  EXPECT_THAT(failed->ids, ElementsAre("x"));
  ASSERT_EQ(failed->damaged.size(), 2U);
  EXPECT_THAT(failed->damaged[0].where, HasSubstr("samples.jsonl:1"));
  EXPECT_THAT(failed->damaged[1].where, HasSubstr("samples.jsonl:2"));
}

}  // namespace
}  // namespace papert::datagen
