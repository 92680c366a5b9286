#include "datagen/turtle/rubric_reply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace papert::datagen {
namespace {

using testing::HasSubstr;

std::string object(const std::string& color) {
  return R"({"geometry": {"score": 8, "explanation": "even {sides}"}, "visual": {"score": "7"},)"
         R"( "structure": 9, "alignment": "6/10", "education": {"explanation": "x", "score": 5.5},)"
         R"( "color": )" +
         color + R"(, "final_score": 999})";
}

TEST(RubricReply, ReadsScoresInTheFormsThatModelsUse) {
  const std::string json = object("10");
  for (const std::string& reply :
       {json, "Here they are:\n```json\n" + json + "\n```\nThat is all.",
        "I thought of {this} first. " + json, R"({"scores": )" + json + "}",
        "A draft: " + object("\"none\"") + " and the answer: " + json}) {
    const auto scores = read_rubric_reply(reply);
    ASSERT_TRUE(scores) << reply << scores.error().message;
    EXPECT_EQ(scores->geometry, 8);
    EXPECT_EQ(scores->visual, 7);
    EXPECT_EQ(scores->structure, 9);
    EXPECT_EQ(scores->alignment, 6);
    EXPECT_EQ(scores->education, 5.5);
    EXPECT_EQ(scores->color, 10);
    EXPECT_EQ(scores->total(), 45.5);
  }
}

TEST(RubricReply, ReadsLinesWhereThereIsNoObject) {
  const auto scores = read_rubric_reply(
      "Geometry: 8/10\n- **Visual**: 7\n| Structure | 9 |\nalignment = 6, so so\n"
      "Education score: 5\nColour: 10 (black)\nTotal: 3");
  ASSERT_TRUE(scores) << scores.error().message;
  EXPECT_EQ(scores->total(), 45);
  EXPECT_EQ(scores->color, 10);
}

TEST(RubricReply, SaysWhatIsMissingOrImpossible) {
  EXPECT_THAT(read_rubric_reply("").error().message, HasSubstr("no score for geometry"));
  EXPECT_THAT(read_rubric_reply(object("11")).error().message, HasSubstr("color is not from 0"));
  EXPECT_THAT(read_rubric_reply(object("-1")).error().message, HasSubstr("color is not from 0"));
  EXPECT_THAT(read_rubric_reply(object("null")).error().message, HasSubstr("no score for color"));
  EXPECT_THAT(read_rubric_reply(object("\"ten\"")).error().message,
              HasSubstr("no score for color"));
  EXPECT_FALSE(read_rubric_reply(object("10").substr(0, 80)));
  EXPECT_FALSE(read_rubric_reply(std::string(100'000, '{')));
}

}  // namespace
}  // namespace papert::datagen
