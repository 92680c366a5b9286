#include "analysis/labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/process.h"
#include "support/records.h"

namespace papert::analysis {
namespace {

using suite::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;

class Labels : public testing::Test {
 protected:
  LabelFile read(const std::string& text, const std::string& name = "people.jsonl") {
    test::spit(folder_ / name, text);
    return read_labels(folder_ / name).value();
  }
  test::TempFolder folder_;
};

TEST_F(Labels, LinesAndTablesSayTheSame) {
  const LabelFile lines = read(
      "{\"id\": \"t1\", \"person\": \"ann\", \"verdict\": \"right\"}\n\n"
      "{\"task\": \"t2\", \"sample\": 1, \"annotator\": \"bob\", \"same\": false}\n"
      "{\"kind\": \"failure/xlogo\", \"id\": \"t1\", \"labels\": [\"goal\"]}\n");
  const LabelFile table =
      read("id,epoch,person,verdict\nt1,,ann,right\nt2,1,bob,wrong\n", "people.csv");
  for (const LabelFile& file : {lines, table}) {
    ASSERT_EQ(file.labels.size(), 2U);
    EXPECT_EQ(file.labels[0].id, "t1");
    EXPECT_EQ(file.labels[0].epoch, 0);
    EXPECT_TRUE(file.labels[0].right);
    EXPECT_EQ(file.labels[1].epoch, 1);
    EXPECT_EQ(file.labels[1].person, "bob");
    EXPECT_FALSE(file.labels[1].right);
  }
  EXPECT_EQ(lines.other_kinds, 1U);
}

TEST_F(Labels, BadLinesAreNamed) {
  const LabelFile file = read(
      "{\"id\": \"t1\", \"verdict\": \"nice\"}\nnonsense\n{\"verdict\": true}\n"
      "{\"id\": \"t1\", \"epoch\": -2, \"verdict\": true}\n{\"id\": \"t1\"}\n7\n");
  EXPECT_TRUE(file.labels.empty());
  ASSERT_EQ(file.problems.size(), 6U);
  EXPECT_THAT(file.problems[0].to_string(), HasSubstr("people.jsonl:1: 'nice' is not a verdict"));
  EXPECT_THAT(file.problems[3].to_string(), HasSubstr("people.jsonl:4: -2 is not an epoch"));
  test::spit(folder_ / "b.jsonl", "{\"id\": 1, \"same\": true}\n{\"id\": 2, \"same\": true}\n");
  EXPECT_TRUE(read_labels(folder_ / "b.jsonl", {.labels = 2}));
  EXPECT_EQ(read_labels(folder_ / "b.jsonl", {.labels = 1}).error().code, ErrorCode::kLimit);
  EXPECT_EQ(read_labels(folder_ / "gone").error().code, ErrorCode::kNotFound);
}

TEST_F(Labels, TheMajorityCountsATieDoesNotAndWhoSaysBothCountsNot) {
  const LabelFile file = read(
      "id,person,verdict\nt1,a,right\nt1,b,right\nt1,c,wrong\nt2,a,right\nt2,b,wrong\n"
      "t3,a,wrong\nt3,a,wrong\nt4,a,right\nt4,a,wrong\ngone,a,right\n",
      "people.csv");
  const RunLabels labels(file, "id", "folder", true);
  ASSERT_EQ(labels.problems().size(), 1U);
  EXPECT_THAT(labels.problems()[0].to_string(),
              HasSubstr("people.csv:10: 'a' called 't4' (epoch 0) right and wrong"));
  EXPECT_EQ(labels.verdict("t1", 0, Verdict::kWrong), Verdict::kRight);
  EXPECT_EQ(labels.verdict("t1", 1, Verdict::kWrong), Verdict::kWrong) << "another sample";
  EXPECT_EQ(labels.verdict("t2", 0, Verdict::kCrashed), Verdict::kCrashed) << "a tie";
  EXPECT_EQ(labels.verdict("t3", 0, Verdict::kRight), Verdict::kWrong);
  EXPECT_EQ(labels.verdict("t3", 0, Verdict::kInvalid), Verdict::kInvalid) << "it says why";
  EXPECT_EQ(labels.verdict("t4", 0, Verdict::kRight), Verdict::kRight);
  EXPECT_EQ(labels.verdict("t1", 0, Verdict::kRequestFailed), Verdict::kRequestFailed);
  EXPECT_EQ(labels.votes("t3", 0)->wrong, 1) << "the same said twice is said once";

  RunLabels::Tally tally(labels);
  tally.add("t1", 0, Verdict::kWrong);
  tally.add("t2", 0, Verdict::kWrong);
  tally.add("t3", 0, Verdict::kCrashed);
  tally.add("t5", 0, Verdict::kRight);
  const PeopleCounts counts = tally.counts();
  EXPECT_EQ(counts.persons, 3U);
  EXPECT_EQ(counts.verdicts, 2U);
  EXPECT_EQ(counts.differ, 1U);
  EXPECT_EQ(to_text(counts),
            "2 verdicts by people, 1 differs from the rule's; 1 tie, where the rule's counts: t2 "
            "(epoch 0)");
  const std::vector<Error> unknown = tally.unknown();
  ASSERT_EQ(unknown.size(), 2U);
  EXPECT_THAT(unknown[1].message, HasSubstr("no scored sample 'gone'"));
}

TEST_F(Labels, OnlyTheVerdictAndThePrimaryMetricChange) {
  const LabelFile file = read("{\"id\": \"t1\", \"verdict\": \"right\"}\n");
  const RunLabels labels(file, "id", "folder", true);
  run::Record record = test::record("t1", "", 0, Json::object(), Verdict::kWrong,
                                    {{"success", 0.0}, {"goal", 0.0}}, Json::object());
  labels.apply("success", record);
  EXPECT_TRUE(record.right());
  EXPECT_EQ(record.metric("success"), 1.0);
  EXPECT_EQ(record.metric("goal"), 0.0);
}

TEST_F(Labels, WithSeveralRunsALabelMustNameOne) {
  const LabelFile file = read(
      "{\"id\": \"t1\", \"verdict\": true}\n{\"id\": \"t1\", \"run\": \"a1\", \"verdict\": true}\n"
      "{\"id\": \"t1\", \"run\": \"2026-b2\", \"verdict\": true}\n"
      "{\"id\": \"t1\", \"run\": \"other\", \"verdict\": true}\n");
  EXPECT_NE(RunLabels(file, "a1", "2026-a1", false).votes("t1", 0), nullptr);
  EXPECT_NE(RunLabels(file, "b2", "2026-b2", false).votes("t1", 0), nullptr);
  EXPECT_EQ(RunLabels(file, "c3", "2026-c3", false).votes("t1", 0), nullptr);
  const auto problems = labels_of_no_run(file, {{"a1", "2026-a1"}, {"b2", "2026-b2"}});
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_THAT(problems[0].to_string(), HasSubstr("people.jsonl:1: the verdict does not say which"));
  EXPECT_THAT(problems[1].to_string(), HasSubstr("'other', which is not here"));
  EXPECT_EQ(labels_of_no_run(file, {{"other", "x"}}).size(), 2U);
}

}  // namespace
}  // namespace papert::analysis
