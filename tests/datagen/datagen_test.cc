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
  Result<ResampleReport> draw(const std::string& beta, std::size_t count, std::int64_t seed) {
    return draw_from({run_.path(), {}}, beta, count, seed);
  }
  Result<ResampleReport> draw_from(const ResampleSource& source, const std::string& beta,
                                   std::size_t count, std::int64_t seed) {
    ResampleOptions options;
    options.beta = TRY(parse_beta(beta));
    options.draw.count = count;
    options.draw.seed = seed;
    options.train = run_ / "mine.jsonl";
    return resample(source, out_.path(), options);
  }

  test::TempFolder run_;
  test::TempFolder out_;
};

TEST_F(Resample, WeighsFailuresMoreAndDrawsAsPythonWould) {
  record(sample("b", 0, "wrong") + sample("a", 1, "crashed") + sample("a", 0, "right") +
         sample("c", 0, "request_failed"));
  test::spit(run_ / "mine.jsonl", "{\"id\": \"b\", \"x\": 2}\r\n\n{\"id\":\"a\",\"x\":1}\n");
  const auto report = draw("1", 8, 7);
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
  const auto report = draw("3", kSamples, 1);
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
  EXPECT_THAT(draw("1", 1, 0).error().to_string(), HasSubstr("no scored samples"));
  record(sample("a", 0, "right") + sample("b", 0, "wrong"));
  EXPECT_THAT(draw("1", 50, 0).error().to_string(), HasSubstr("no line of task 'b'"));
  EXPECT_THAT(draw("-1", 1, 0).error().to_string(), HasSubstr("--beta"));
  EXPECT_THAT(draw("nan", 1, 0).error().to_string(), HasSubstr("--beta"));
  test::spit(run_ / "mine.jsonl", "{\"id\": \"a\"}\n{\"id\": \"a\"}\n");
  EXPECT_THAT(draw("1", 1, 0).error().to_string(), HasSubstr("mine.jsonl:2"));
  test::spit(run_ / "mine.jsonl", "{\"id\": 7}\n");
  EXPECT_THAT(draw("1", 1, 0).error().to_string(), HasSubstr("mine.jsonl:1"));
}

TEST_F(Resample, ScoresGiveTheWeightsOfTheRun) {
  const std::string log = sample("b", 0, "wrong") + sample("a", 0, "right") +
                          sample("c", 0, "host_slow") + sample("d", 0, "invalid");
  record(log);
  test::spit(run_ / "scores.jsonl", log + "{\"line\":9,\"error\":\"bad_id\",\"message\":\"x\"}\n");
  test::spit(run_ / "mine.jsonl", "{\"id\":\"a\"}\n{\"id\":\"b\"}\n{\"id\":\"d\"}\n");
  ASSERT_TRUE(draw("1", 20, 3));
  const std::string weights = test::slurp(out_ / "weights.jsonl");
  const std::string train = test::slurp(out_ / "train.jsonl");
  const auto report = draw_from({{}, run_ / "scores.jsonl"}, "1", 20, 3);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->samples, 3U);
  EXPECT_EQ(report->failed, 2U);
  EXPECT_EQ(report->unscored, 2U);
  EXPECT_TRUE(report->not_compared);
  EXPECT_EQ(test::slurp(out_ / "weights.jsonl"), weights);
  EXPECT_EQ(test::slurp(out_ / "train.jsonl"), train);
}

TEST_F(Resample, OfSeveralRepliesTheMajorityCounts) {
  test::spit(run_ / "scores.jsonl", sample("two", 0, "right") + sample("two", 1, "wrong") +
                                        sample("two", 2, "right") + sample("half", 0, "right") +
                                        sample("half", 1, "crashed") + sample("none", 0, "wrong") +
                                        sample("none", 1, "invalid") +
                                        sample("none", 2, "invalid") + "not a score\n");
  test::spit(run_ / "mine.jsonl", "{\"id\":\"two\"}\n{\"id\":\"half\"}\n{\"id\":\"none\"}\n");
  const auto report = draw_from({{}, run_ / "scores.jsonl"}, "1,crashed=3,invalid=5", 0, 0);
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_EQ(report->drawn, 3U) << "as many lines as tasks";
  EXPECT_EQ(report->damaged.size(), 1U);
  const auto weights = lines_of(out_ / "weights.jsonl");
  ASSERT_EQ(weights.size(), 3U);
  EXPECT_EQ(weights[0]["id"], "half");
  EXPECT_DOUBLE_EQ(weights[0]["weight"].get<double>(), 4.0 / 11);
  EXPECT_EQ(weights[1]["id"], "none");
  EXPECT_DOUBLE_EQ(weights[1]["weight"].get<double>(), 6.0 / 11);
  EXPECT_EQ(weights[2]["success"], true);
}

TEST_F(Resample, FailuresOfADrawOfScoresComeTwiceAsOften) {
  constexpr std::size_t kTasks = 20'000;
  std::string scores;
  std::string train;
  for (std::size_t i = 0; i < kTasks; ++i) {
    const std::string id = std::to_string(100'000 + i);
    scores += sample(id, 0, i % 2 == 0 ? "wrong" : "right");
    train += "{\"id\":\"" + id + "\"}\n";
  }
  test::spit(run_ / "scores.jsonl", scores);
  test::spit(run_ / "mine.jsonl", train);
  ASSERT_TRUE(draw_from({{}, run_ / "scores.jsonl"}, "1", 0, 5));
  double failures = 0;
  double lines = 0;
  const std::string indices = test::slurp(out_ / "indices.txt");
  for (const std::string_view line : split(indices, '\n')) {
    if (line.empty()) continue;
    ++lines;
    if ((line.back() - '0') % 2 == 0) ++failures;
  }
  EXPECT_EQ(lines, kTasks);
  const double expected = kTasks * 2.0 / 3;
  EXPECT_NEAR(failures, expected, 3 * std::sqrt(expected / 3));
}

TEST(Beta, IsANumberOrNumbersByVerdict) {
  using suite::Verdict;
  EXPECT_EQ(parse_beta("2")->weight(Verdict::kWrong), 3);
  EXPECT_EQ(parse_beta("2")->weight(Verdict::kRight), 1);
  EXPECT_EQ(parse_beta("crashed=1,invalid=2")->weight(Verdict::kInvalid), 3);
  EXPECT_EQ(parse_beta("crashed=1,invalid=2")->weight(Verdict::kWrong), 1);
  EXPECT_EQ(parse_beta("invalid=2,0.5")->weight(Verdict::kWrong), 1.5);
  for (const char* bad : {"", "x", "-1", "inf", "1,2", "right=1", "request_failed=1", "crashed",
                          "crashed=", "crashed=1,crashed=2", "crash=1"}) {
    const auto beta = parse_beta(bad);
    ASSERT_FALSE(beta) << bad;
    EXPECT_EQ(beta.error().where, "--beta");
  }
  EXPECT_THAT(parse_beta("crash=1").error().message, HasSubstr("'crash'"));
}

TEST_F(Resample, ScoresNeedTrainingLines) {
  test::spit(run_ / "scores.jsonl", sample("a", 0, "right"));
  const auto drawn = resample({{}, run_ / "scores.jsonl"}, out_.path(), {});
  EXPECT_THAT(drawn.error().message, HasSubstr("--train"));
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
