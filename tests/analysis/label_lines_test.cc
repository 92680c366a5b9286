#include "analysis/label_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "analysis/labels.h"
#include "support/process.h"

namespace papert::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class LabelLines : public testing::Test {
 protected:
  std::filesystem::path file(const std::string& text, const std::string& name = "ann.jsonl") {
    test::spit(folder_ / name, text);
    return folder_ / name;
  }
  LabelLog read(const std::string& text) { return read_label_log({file(text)}).value(); }

  static std::string line(const std::string& rest, const std::string& kind = "failure/xlogo") {
    return R"({"kind": ")" + kind + R"(", "id": "t1", "annotator": "ann", )" + rest + "}\n";
  }
  test::TempFolder folder_;
};

TEST_F(LabelLines, EveryKindHasDefinitionsAndValuesThatBelongToOneField) {
  EXPECT_EQ(label_kinds().size(), 11U);
  for (const LabelKind& kind : label_kinds()) {
    EXPECT_FALSE(kind.title.empty()) << kind.name;
    EXPECT_FALSE(kind.question.empty()) << kind.name;
    std::set<std::string_view> seen;
    for (const LabelField& field : kind.fields) {
      EXPECT_LE(field.choices.size(), 9U) << "one key each: " << kind.name;
      for (const LabelChoice& choice : field.choices) {
        EXPECT_TRUE(seen.insert(choice.value).second || kind.form == LabelForm::kScores);
        EXPECT_TRUE(!choice.definition.empty() || kind.form == LabelForm::kScores) << choice.value;
      }
    }
    for (const PublishedShare& share : kind.shares) {
      EXPECT_NE(kind.fields.front().find(share.value), nullptr) << share.value;
    }
    EXPECT_EQ(find_label_kind(kind.name).value(), &kind);
  }
  EXPECT_EQ(find_label_kind("verdict/xlogo").value()->name, "verdict/SUITE");
  EXPECT_FALSE(find_label_kind("verdict/"));
  EXPECT_THAT(find_label_kind("failure/xlog").error().message,
              HasSubstr("did you mean 'failure/xlogo'?"));
}

TEST_F(LabelLines, EveryFormIsReadAndWrittenBack) {
  const std::string common =
      R"("epoch": 2, "run": "8c1d", "batch": "3", "suggested": ["goal"], "note": "n\u2028",)"
      R"( "ms": 5120, "position": 3, "at": "2026-01-31T12:00:00.000Z", "version": "1")";
  const std::vector<std::pair<std::string, std::string>> forms{
      {"failure/xlogo", R"("labels": ["goal"])"},
      {"failure/turtlebench", R"("labels": ["shape", "counting"])"},
      {"failure/turtlebench", R"("labels": [])"},
      {"category/turtleai", R"("labels": ["spiral", "hard"])"},
      {"inspect/sgp", R"("labels": ["options", "picture"], "edited": "What is it?")"},
      {"verdict/turtleai", R"("labels": ["wrong"])"},
      {"same", R"("same": false)"},
      {"answer/sgp", R"("answer": "C")"},
      {"quality/xlogo",
       R"("scores": {"visual_appeal": 0.5, "grid_elements": 1, "code_quality": 0})"},
      {"quality/turtleai", R"("scores": {"geometry": "good", "visual": "good", "structure": "bad",)"
                           R"( "alignment": "good", "education": "good", "color": "good"})"}};
  for (const auto& [kind, said] : forms) {
    const LabelLog log = read(line(said + ", " + common, kind));
    ASSERT_THAT(log.problems, IsEmpty()) << log.problems.front().to_string();
    ASSERT_EQ(log.labels.size(), 1U);
    const LabelLine& read_line = log.labels.front();
    EXPECT_EQ(read_line.epoch, 2);
    EXPECT_EQ(read_line.ms, 5120);
    EXPECT_EQ(read_line.note, "n\u2028");
    const Json written = label_line_json(read_line).value();
    const LabelLine again = read_label_line(written, read_line.where).value();
    EXPECT_EQ(again.said, read_line.said) << dump_json(written);
    EXPECT_EQ(dump_json(label_line_json(again).value()), dump_json(written));
  }
  EXPECT_THAT(read(line(forms[3].second, forms[3].first)).labels[0].said[1].second,
              ElementsAre("hard"));
}

TEST_F(LabelLines, TheLastLineCountsAndAnUndoneOneNot) {
  const LabelLog log =
      read(line(R"("labels": ["goal"])") + line(R"("labels": ["format"])") +
           line(R"("labels": ["goal"], "epoch": 1)") + line(R"("labels": ["goal"], "run": "b")") +
           line(R"("undone": true, "epoch": 1)"));
  EXPECT_THAT(log.problems, IsEmpty());
  EXPECT_EQ(log.lines, 5U);
  EXPECT_EQ(log.replaced, 2U);
  ASSERT_EQ(log.labels.size(), 2U);
  EXPECT_THAT(log.labels[0].values(), ElementsAre("format"));
  EXPECT_EQ(log.labels[1].run, "b");
  // Of several files the later one has the last word.
  const auto first = file(line(R"("labels": ["goal"])"), "1.jsonl");
  const auto second = file(line(R"("labels": ["format"])"), "2.jsonl");
  EXPECT_THAT(read_label_log({first, second}).value().labels[0].values(), ElementsAre("format"));
  EXPECT_THAT(read_label_log({second, first}).value().labels[0].values(), ElementsAre("goal"));
}

TEST_F(LabelLines, HostileLinesAreNamedAndTheOthersRead) {
  const LabelLog log = read(
      "nonsense\n[1]\n{}\n" + line(R"("labels": ["goal"])", "nonsense") +
      line(R"("labels": ["jump"])") + line(R"("labels": ["goal", "format"])") +
      line(R"("labels": "goal")") + line(R"("labels": [["goal"]])") + line(R"("answer": "A")") +
      line(R"("labels": ["goal"], "epoch": -1)") + line(R"("labels": ["goal"], "ms": -4)") +
      line(R"("labels": ["ok", "answer"])", "inspect/sgp") +
      line(R"("scores": {"visual_appeal": 0.7, "grid_elements": 1, "code_quality": 1})",
           "quality/xlogo") +
      line(R"("scores": {"visual_appeal": 1})", "quality/xlogo") + line(R"("same": 1)", "same") +
      R"({"kind": "same", "id": "t", "same": true})" + "\n" + line(R"("labels": ["goal"])"));
  EXPECT_EQ(log.labels.size(), 1U);
  ASSERT_EQ(log.problems.size(), 16U);
  EXPECT_THAT(log.problems[2].to_string(), HasSubstr("ann.jsonl:3: there is no 'kind'"));
  EXPECT_THAT(log.problems[4].to_string(), HasSubstr("ann.jsonl:5: 'jump' is not a choice"));
  EXPECT_THAT(log.problems[5].to_string(), HasSubstr("has 2 values"));
  EXPECT_THAT(log.problems[9].to_string(), HasSubstr("ann.jsonl:10: -1 is not an epoch"));
  EXPECT_THAT(log.problems[11].to_string(), HasSubstr("'ok' stands alone"));
  EXPECT_THAT(log.problems[15].to_string(), HasSubstr("there is no 'annotator'"));
  const auto many = file("x\ny\nz\n");
  EXPECT_EQ(read_label_log({many}, {.problems = 1}).value().more_problems, 2U);
  EXPECT_EQ(read_label_log({many}, {.lines = 2}).error().code, ErrorCode::kLimit);
  EXPECT_EQ(read_label_log({folder_ / "gone"}).error().code, ErrorCode::kNotFound);
}

TEST_F(LabelLines, WhatAPageSaysOfRightAndWrongCountsForReports) {
  const std::string page = R"("version": "1", "epoch": 0, )";
  const auto labels = file(line(page + R"("labels": ["right"])", "verdict/xlogo") +
                           line(page + R"("labels": ["wrong"])", "verdict/xlogo") +
                           line(page + R"("same": true, "run": "r")", "same") +
                           line(page + R"("undone": true, "run": "r")", "same") +
                           line(page + R"("labels": ["maybe"])", "verdict/xlogo") +
                           line(page + R"("labels": ["goal"])"));
  const LabelFile read = read_labels(labels).value();
  ASSERT_EQ(read.labels.size(), 1U) << "the last counts, and an undone one not";
  EXPECT_FALSE(read.labels[0].right);
  EXPECT_EQ(read.labels[0].person, "ann");
  EXPECT_EQ(read.other_kinds, 1U);
  ASSERT_EQ(read.problems.size(), 1U);
  EXPECT_THAT(read.problems[0].to_string(), HasSubstr("ann.jsonl:5: 'maybe'"));
}

}  // namespace
}  // namespace papert::analysis
