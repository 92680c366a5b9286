#include "suite/turtleai/extract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suite/turtleai/drawing_verdict.h"

namespace papert::suite::turtleai {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Extract, TheLastProgramCounts) {
  const reply::Answer answer =
      extract_programs("```python\nt.forward(1)\n```\nor\n```python\nt.forward(2)\n```\n",
                       reply::Extraction::kLenient);
  EXPECT_EQ(answer.first().rule, "fence");
  EXPECT_EQ(answer.programs, 2U);
  EXPECT_THAT(programs_of(answer), ElementsAre("t.forward(2)\n"));
}

TEST(Extract, ThePublishedRuleTriesAll) {
  const reply::Answer answer =
      extract_programs("```python\nt.forward(1)\n```\nor\n```python\nt.forward(2)\n```\n",
                       reply::Extraction::kPublished);
  EXPECT_THAT(programs_of(answer),
              ElementsAre("t.forward(1)\n", "t.forward(2)\n", "t.forward(1)\nt.forward(2)\n"));
  std::string many;
  for (int i = 0; i < 200; ++i) many += "```\nt.forward(" + std::to_string(i) + ")\n```\n";
  EXPECT_THAT(programs_of(extract_programs(many, reply::Extraction::kPublished)),
              SizeIs(kMaxCandidates));
  EXPECT_THAT(programs_of(extract_programs(many, reply::Extraction::kLenient)), SizeIs(1));
  EXPECT_EQ(extract_programs(many, reply::Extraction::kLenient).programs, 200U);
}

TEST(Extract, StrictWantsOneBlock) {
  const char* two = "```\nt.forward(1)\n```\nor\n```\nt.forward(2)\n```\n";
  EXPECT_EQ(extract_programs(two, reply::Extraction::kStrict).first().code, "");
  EXPECT_EQ(extract_programs(" t.dot() ", reply::Extraction::kStrict).first().code, "t.dot()");
  EXPECT_EQ(extract_programs("", reply::Extraction::kStrict).first().rule, "");
}

TEST(Extract, Nothing) {
  EXPECT_THAT(programs_of(extract_programs("I cannot see it.", reply::Extraction::kLenient)),
              IsEmpty());
}

TEST(Better, RightThenUnknownThenWrongThenWhatDidNotRun) {
  const auto made = [](suite::Verdict verdict, double similarity = 0) {
    DrawingVerdict judgement;
    judgement.verdict = verdict;
    judgement.similarity = similarity;
    return judgement;
  };
  const std::vector<DrawingVerdict> order{
      made(suite::Verdict::kRight, 0.97), made(suite::Verdict::kHostSlow),
      made(suite::Verdict::kWrong, 0.8),  made(suite::Verdict::kWrong, 0.3),
      made(suite::Verdict::kCrashed),     made(suite::Verdict::kInvalid)};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t k = 0; k < order.size(); ++k) {
      EXPECT_EQ(is_better(order[i], order[k]), i < k) << i << " " << k;
    }
  }
}

}  // namespace
}  // namespace papert::suite::turtleai
