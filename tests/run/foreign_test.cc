#include "run/foreign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/process.h"
#include "support/zip_archives.h"

namespace papert::run {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class Foreign : public testing::Test {
 protected:
  std::vector<ForeignRun> read(ForeignFormat format, const std::string& name,
                               const std::string& bytes) {
    test::spit(folder_ / name, bytes);
    auto runs = read_foreign(format, folder_ / name);
    EXPECT_TRUE(runs) << runs.error().to_string();
    return runs ? std::move(runs->runs) : std::vector<ForeignRun>();
  }
  std::string error_of(ForeignFormat format, const std::string& name, const std::string& bytes,
                       const ForeignLimits& limits = {}) {
    test::spit(folder_ / name, bytes);
    const auto runs = read_foreign(format, folder_ / name, limits);
    return runs ? "" : runs.error().to_string();
  }

  test::TempFolder folder_;
};

TEST_F(Foreign, ATableHasARunForEachModel) {
  const auto runs = read(ForeignFormat::kCsv, "a.csv",
                         "task,reply,model,success,foreground_iou,note\n"
                         "t1,\"one\ntwo\",lab/b,true,0.5,\n"
                         "t1,,lab/b,false,,x\n"
                         "t2,three,lab/a,1,1,\n");
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].model, "lab/a");
  EXPECT_EQ(runs[1].model, "lab/b");
  ASSERT_EQ(runs[1].samples.size(), 2U);
  const ForeignSample& first = runs[1].samples[0];
  EXPECT_EQ(first.reply.text, "one\ntwo");
  EXPECT_EQ(first.epoch, std::nullopt);
  EXPECT_EQ(first.recorded.success, true);
  EXPECT_THAT(first.recorded.metrics, ElementsAre(Pair("foreground_iou", 0.5)));
  EXPECT_EQ(runs[1].samples[1].reply.text, "") << "an empty reply is a reply";
  EXPECT_EQ(runs[1].samples[1].recorded.success, false);
  EXPECT_THAT(runs[1].unused, ElementsAre("note"));
  EXPECT_EQ(runs[0].sha256, runs[1].sha256);
}

TEST_F(Foreign, BadRowsAreNamedAndTheRestIsRead) {
  const auto runs =
      read(ForeignFormat::kCsv, "a.csv", "id,reply,epoch\nt1,x\nt2,y,-1\nt3,z,2\n,w,0\n");
  ASSERT_EQ(runs.size(), 1U);
  ASSERT_EQ(runs[0].samples.size(), 1U);
  EXPECT_EQ(runs[0].samples[0].epoch, 2);
  ASSERT_EQ(runs[0].problems.size(), 3U);
  EXPECT_THAT(runs[0].problems[0].to_string(),
              HasSubstr("a.csv:2: the row has 2 fields, the first line names 3"));
  EXPECT_THAT(runs[0].problems[1].to_string(), HasSubstr("a.csv:3: \"-1\" is not an epoch"));
  EXPECT_THAT(runs[0].problems[2].to_string(), HasSubstr("a.csv:5: there is no task"));
  const auto lines = read(ForeignFormat::kJsonl, "a.jsonl",
                          "{\"id\": \"t1\", \"text\": \"x\"}\n\n{\"id\": \"t1\"}\nnonsense\n[1]\n");
  ASSERT_EQ(lines.size(), 1U);
  ASSERT_EQ(lines[0].problems.size(), 3U);
  EXPECT_THAT(lines[0].problems[0].to_string(), HasSubstr("a.jsonl:3: there is no reply"));
  EXPECT_THAT(lines[0].problems[1].to_string(), HasSubstr("a.jsonl:4"));
  EXPECT_THAT(lines[0].problems[2].to_string(), HasSubstr("a.jsonl:5: not a JSON object"));
}

TEST_F(Foreign, LinesSayWhatWasExpectedAndWhatItCost) {
  const auto runs = read(
      ForeignFormat::kJsonl, "a.jsonl",
      R"({"id":7,"epoch":1,"text":"x","expected":{"normalized_text":"x","error_type":null,"goal":true},"output_tokens":3,"cost_usd":0.5,"latency_ms":2})");
  ASSERT_EQ(runs.size(), 1U);
  const ForeignSample& sample = runs[0].samples.at(0);
  EXPECT_EQ(sample.id, "7");
  EXPECT_EQ(sample.epoch, 1);
  EXPECT_EQ(sample.recorded.error, "");
  EXPECT_EQ(sample.recorded.answer, "x");
  EXPECT_THAT(sample.recorded.metrics, ElementsAre(Pair("goal", 1.0)));
  EXPECT_EQ(sample.reply.usage.output_tokens, 3);
  EXPECT_EQ(sample.reply.usage.cost_usd, 0.5);
  EXPECT_THAT(runs[0].unknown(), ElementsAre("sampling", "prompt", "time"));
}

constexpr const char* kHeader =
    R"({"eval":{"run_id":"r1","task":"papert/xlogo","model":"lab/a","created":"2026-01-02T03:04:05+00:00","model_generate_config":{"temperature":0.5,"max_tokens":9}}})";
constexpr const char* kSample =
    R"({"id":"a","epoch":2,"output":{"choices":[{"message":{"content":[{"type":"reasoning","reasoning":"hm"},{"type":"text","text":"code"}]},"stop_reason":"stop"}],"usage":{"input_tokens":5,"output_tokens":7},"time":1.5},"scores":{"success":{"value":"C"}}})";

void expect_logged(const ForeignRun& run) {
  EXPECT_EQ(run.name, "r1");
  EXPECT_EQ(run.task, "papert/xlogo");
  EXPECT_EQ(run.model, "lab/a");
  EXPECT_EQ(run.started, "2026-01-02T03:04:05Z");
  EXPECT_EQ(run.sampling.temperature, 0.5);
  EXPECT_EQ(run.sampling.max_tokens, 9);
  ASSERT_EQ(run.samples.size(), 1U);
  const ForeignSample& sample = run.samples[0];
  EXPECT_EQ(sample.id, "a");
  EXPECT_EQ(sample.epoch, 1) << "Inspect counts from 1";
  EXPECT_EQ(sample.reply.text, "code");
  EXPECT_EQ(sample.reply.reasoning, "hm");
  EXPECT_EQ(sample.reply.usage.output_tokens, 7);
  EXPECT_EQ(sample.latency_ms, 1500);
  EXPECT_EQ(sample.recorded.success, true);
}

TEST_F(Foreign, AnInspectLogIsReadAsJsonAndAsAnArchive) {
  std::string object = kHeader;
  object.back() = ',';
  const auto json =
      read(ForeignFormat::kInspect, "a.json", object + "\"samples\":[" + kSample + "]}");
  ASSERT_EQ(json.size(), 1U);
  expect_logged(json[0]);
  const std::string archive =
      test::stored_zip({{"samples/a_epoch_2.json", kSample}, {"header.json", kHeader}});
  const auto eval = read(ForeignFormat::kInspect, "a.eval", archive);
  ASSERT_EQ(eval.size(), 1U);
  expect_logged(eval[0]);
}

TEST_F(Foreign, InspectSamplesFailAndStopInTheirOwnWays) {
  const auto runs = read(ForeignFormat::kInspect, "a.json",
                         R"({"eval":{},"samples":[
        {"id":"cut","epoch":1,"output":{"completion":"x","choices":[{"stop_reason":"max_tokens"}]}},
        {"id":"no","epoch":1,"output":{"choices":[{"stop_reason":"content_filter"}]}},
        {"id":"gone","epoch":1,"error":{"message":"timeout"}},
        {"id":"many","epoch":1,"output":{"completion":"x"},"scores":{"s":{"value":{"goal":"I","format":1}},"t":{"value":0.25}}},
        {"id":"early","epoch":0},
        {"epoch":1}]})");
  ASSERT_EQ(runs.size(), 1U);
  const auto& samples = runs[0].samples;
  ASSERT_EQ(samples.size(), 4U);
  EXPECT_EQ(samples[0].reply.status, model::ReplyStatus::kTruncated);
  EXPECT_EQ(samples[1].reply.status, model::ReplyStatus::kRefused);
  EXPECT_EQ(samples[2].failure, "error: timeout");
  EXPECT_FALSE(samples[2].recorded.any());
  EXPECT_THAT(samples[3].recorded.metrics,
              ElementsAre(Pair("goal", 0.0), Pair("format", 1.0), Pair("t", 0.25)));
  ASSERT_EQ(runs[0].problems.size(), 2U);
  EXPECT_THAT(runs[0].problems[0].to_string(), HasSubstr("samples[4]: 0 is not an epoch"));
}

TEST_F(Foreign, WhatIsNotARunIsRefusedByName) {
  EXPECT_THAT(error_of(ForeignFormat::kInspect, "a.json", "{}"),
              HasSubstr("a.json: it is not a log of Inspect"));
  EXPECT_THAT(error_of(ForeignFormat::kInspect, "a.eval", test::stored_zip({{"x", "y"}})),
              HasSubstr("there is no header.json"));
  EXPECT_THAT(error_of(ForeignFormat::kCsv, "a.csv", "id,reply\n"), HasSubstr("no replies"));
  EXPECT_THAT(error_of(ForeignFormat::kShapeCodeBench, "empty/x.txt", ""),
              HasSubstr("run_config.json"));
  EXPECT_THAT(read_foreign(ForeignFormat::kShapeCodeBench, folder_ / "empty").error().message,
              HasSubstr("there is no run of shapecodebench here"));
  EXPECT_THAT(read_foreign(ForeignFormat::kCsv, folder_ / "gone").error().to_string(),
              HasSubstr("no such file"));
  EXPECT_THAT(foreign_format("xml").error().message,
              HasSubstr("shapecodebench, inspect, csv, jsonl"));
  const ForeignLimits two{.samples = 2};
  EXPECT_EQ(error_of(ForeignFormat::kCsv, "b.csv", "id,reply\na,x\nb,x\n", two), "");
  EXPECT_THAT(error_of(ForeignFormat::kCsv, "b.csv", "id,reply\na,x\nb,x\nc,x\n", two),
              HasSubstr("more than 2 samples"));
}

TEST_F(Foreign, APublishedFolderIsReadWhole) {
  const auto folder = folder_ / "runs/one";
  test::spit(
      folder / "run_config.json",
      R"({"run_id":"20260422T030122Z-codex-m","provider":"codex","model":"m","dataset_dir":"d/e",
                 "adapter":{"reasoning_effort":"high"},"prompt":{"user_text":"Draw."},
                 "selected_sample_ids":["a","b"]})");
  test::spit(folder / "summary.json",
             R"({"exact_match_rate":0.5,"by_difficulty":{"easy":{"mean_foreground_iou":0.25}}})");
  test::spit(
      folder / "samples/a.json",
      R"({"sample_id":"a","prediction":{"raw_text":"","normalized_text":"","error_type":"timeout",
                 "error_message":"180 s"},"evaluation":{"exact_match":false,"error_type":"empty_program"}})");
  test::spit(folder / "samples/b.json", R"({"sample_id":"b"})");
  test::spit(folder_ / "runs/two/run_config.json", "nonsense");
  const ForeignRuns runs = read_foreign(ForeignFormat::kShapeCodeBench, folder_ / "runs").value();
  ASSERT_EQ(runs.runs.size(), 1U);
  ASSERT_EQ(runs.problems.size(), 1U) << "the other run is read";
  EXPECT_THAT(runs.problems[0].where, HasSubstr("two/run_config.json"));
  const ForeignRun& run = runs.runs[0];
  EXPECT_EQ(run.model, "codex/m");
  EXPECT_EQ(run.started, "2026-04-22T03:01:22Z");
  EXPECT_EQ(run.sampling.reasoning_effort, "high");
  EXPECT_THAT(run.selected, ElementsAre("a", "b"));
  ASSERT_EQ(run.means.size(), 2U);
  EXPECT_EQ(run.means[1].value, "easy");
  ASSERT_EQ(run.samples.size(), 1U);
  EXPECT_EQ(run.samples[0].failure, "timeout: 180 s");
  EXPECT_EQ(run.samples[0].recorded.error, "empty_program");
  ASSERT_EQ(run.problems.size(), 1U);
  EXPECT_THAT(run.problems[0].where, HasSubstr("samples/b.json"));
}

}  // namespace
}  // namespace papert::run
