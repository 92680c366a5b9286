#include "analysis/label_agreement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace papert::analysis {
namespace {

using testing::ElementsAre;

class LabelAgreementTest : public testing::Test {
 protected:
  void say(const std::string& annotator, int item, const std::string& said,
           const std::string& kind = "failure/xlogo", const std::string& more = "") {
    const std::string text = R"({"kind": ")" + kind + R"(", "id": "t)" + std::to_string(item) +
                             R"(", "annotator": ")" + annotator + R"(", )" + said + more + "}";
    builder_.add(read_label_line(parse_json(text).value(), "test").value());
  }
  void labels(const std::string& annotator, const std::vector<const char*>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      say(annotator, static_cast<int>(i), R"("labels": [")" + std::string(values[i]) + "\"]");
    }
  }
  KindAgreement only() {
    const LabelAgreement all =
        agreement_of_labels(std::move(builder_).finish(), {{"r1", "model one"}});
    EXPECT_EQ(all.kinds.size(), 1U);
    return all.kinds.front();
  }
  LabelLogBuilder builder_;
};

// By hand: 6 items, equal in 4. ann: goal 3, format 3; bob: goal 2, format 3, repetition 1.
// P = 24/36, P_e = (3*2 + 3*3) / 36 = 15/36, kappa = (24 - 15) / (36 - 15) = 9/21.
TEST_F(LabelAgreementTest, TwoAnnotatorsHaveCohensKappaAndAConfusion) {
  labels("ann", {"goal", "goal", "goal", "format", "format", "format"});
  labels("bob", {"goal", "goal", "format", "format", "goal", "repetition"});
  say("bob", 4, R"("labels": ["format"])");  // another thought, which counts
  const KindAgreement kind = only();
  const LabelAspect& aspect = kind.aspects.front();
  EXPECT_EQ(aspect.name, "type");
  EXPECT_EQ(aspect.method, "Cohen");
  EXPECT_EQ(aspect.items, 6U);
  ASSERT_EQ(aspect.pairs.size(), 1U);
  EXPECT_NEAR(*aspect.pairs[0].agreement, 4.0 / 6, 1e-12);
  EXPECT_NEAR(*aspect.kappa, 9.0 / 21, 1e-12);
  EXPECT_THAT(aspect.pairs[0].values, ElementsAre("format", "goal", "repetition"));
  EXPECT_THAT(aspect.pairs[0].matrix[0], ElementsAre(2, 0, 1));
  EXPECT_THAT(aspect.pairs[0].matrix[1], ElementsAre(1, 2, 0));
}

// By hand: three raters, items (3,0), (2,1), (0,3): P = (1 + 1/3 + 1) / 3 = 7/9,
// p = (5/9, 4/9), P_e = 41/81, kappa = (63 - 41) / (81 - 41) = 22/40.
TEST_F(LabelAgreementTest, ThreeHaveFleissKappa) {
  labels("ann", {"goal", "goal", "format"});
  labels("bob", {"goal", "goal", "format"});
  labels("cam", {"goal", "format", "format"});
  const KindAgreement kind = only();
  EXPECT_EQ(kind.aspects[0].method, "Fleiss");
  EXPECT_NEAR(*kind.aspects[0].kappa, 0.55, 1e-12);
  EXPECT_NEAR(*kind.aspects[0].agreement, 7.0 / 9, 1e-12);
  EXPECT_EQ(kind.aspects[0].pairs.size(), 3U);
  EXPECT_NEAR(*kind.aspects[0].pairs[0].kappa, 1, 1e-12);
}

TEST_F(LabelAgreementTest, SetsAndMarksHaveAnAspectForEachPart) {
  say("ann", 1, R"("labels": ["shape", "counting"])", "failure/turtlebench");
  say("bob", 1, R"("labels": ["counting", "shape"])", "failure/turtlebench");
  say("ann", 2, R"("labels": [])", "failure/turtlebench");
  say("bob", 2, R"("labels": ["shape"])", "failure/turtlebench");
  const KindAgreement sets = only();
  ASSERT_EQ(sets.aspects.size(), 5U);
  EXPECT_EQ(sets.aspects[0].name, "all");
  EXPECT_THAT(sets.aspects[0].pairs[0].values, ElementsAre("counting+shape", "none", "shape"));
  EXPECT_DOUBLE_EQ(*sets.aspects[2].kappa, 1) << "counting: yes yes, no no";
  EXPECT_DOUBLE_EQ(sets.runs[0].shares.at("shape"), 0.75);
  EXPECT_DOUBLE_EQ(sets.published[0].shares.at("implementation"), 0.45);

  builder_ = {};
  const auto marks = [](const char* a, const char* b, const char* c) {
    return std::string(R"("scores": {"visual_appeal": )") + a + R"(, "grid_elements": )" + b +
           R"(, "code_quality": )" + c + "}";
  };
  say("ann", 1, marks("1", "0.5", "1"), "quality/xlogo");
  say("bob", 1, marks("1", "1", "1"), "quality/xlogo");
  const KindAgreement quality = only();
  EXPECT_EQ(quality.aspects[0].name, "overall");
  EXPECT_THAT(quality.aspects[0].pairs[0].values, ElementsAre("0.5", "1"));
  EXPECT_DOUBLE_EQ(quality.runs[0].shares.at("overall"), 0.75);
  EXPECT_DOUBLE_EQ(quality.runs[0].shares.at("visual_appeal"), 1);
}

TEST_F(LabelAgreementTest, SuggestionsCountOnlyBeforeTheyWereShownAndRunsApart) {
  say("ann", 1, R"("labels": ["goal"], "suggested": ["goal"], "run": "r1")");
  say("ann", 2, R"("labels": ["goal"], "suggested": ["format"], "run": "r1", "ms": 3000)");
  say("ann", 3, R"("labels": ["format"], "suggested": ["format"], "informed": true, "run": "r2")");
  const KindAgreement kind = only();
  ASSERT_TRUE(kind.suggestion);
  EXPECT_EQ(kind.suggestion->labels, 2U);
  EXPECT_EQ(kind.suggestion->right, 1U);
  EXPECT_EQ(kind.suggestion->informed, 1U);
  EXPECT_DOUBLE_EQ(*kind.mean_seconds, 3);
  ASSERT_EQ(kind.runs.size(), 2U);
  EXPECT_EQ(kind.runs[0].name, "model one");
  EXPECT_DOUBLE_EQ(kind.runs[0].shares.at("goal"), 1);
  EXPECT_EQ(kind.runs[1].name, "r2");
  EXPECT_FALSE(kind.aspects[0].kappa) << "one annotator";
  const LabelAgreement all{.kinds = {kind}, .lines = 3};
  const Json json = to_json(all);
  EXPECT_EQ(json["kinds"][0]["suggestion"]["accuracy"], 0.5);
  EXPECT_EQ(json["kinds"][0]["distribution"][0]["run"], "r1");
  EXPECT_EQ(json["kinds"][0]["published"][1]["name"], "Llama3-70B");
}

TEST_F(LabelAgreementTest, BatchesHaveTheirOwnKappa) {
  for (const char* person : {"ann", "bob"}) {
    say(person, 1, R"("answer": "A")", "answer/sgp", R"(, "batch": "2")");
    say(person, 2, R"("answer": "B")", "answer/sgp", R"(, "batch": "2")");
  }
  say("cam", 3, R"("answer": "B")", "answer/sgp", R"(, "batch": "10")");
  const KindAgreement kind = only();
  ASSERT_EQ(kind.batches.size(), 2U);
  EXPECT_EQ(kind.batches[0].name, "2");
  EXPECT_EQ(kind.batches[0].fewest, 2U);
  EXPECT_DOUBLE_EQ(*kind.batches[0].kappa, 1);
  EXPECT_EQ(kind.batches[1].name, "10");
  EXPECT_FALSE(kind.batches[1].kappa);
  EXPECT_TRUE(kind.choices.empty());
}

}  // namespace
}  // namespace papert::analysis
