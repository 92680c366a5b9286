// What a model that may try again is told through a request.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/base64.h"
#include "reward/request.h"
#include "reward_tasks.h"

namespace papert::reward {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Feedback : public testing::Test {
 protected:
  Json ask(const std::string& suite, const std::string& text, Json more = Json::object()) {
    const auto set = open_set(sets_, minted(suite, 1));
    Json request = to_json(minted(suite, 1));
    request["id"] = set->id(0);
    request["text"] = text;
    request.update(more);
    const Response response = service_.answer("feedback", dump_json(request));
    EXPECT_TRUE(response.ok) << response.json;
    return *parse_json(response.json);
  }
  std::string reference(const std::string& suite) {
    return open_set(sets_, minted(suite, 1))->tasks().reference(0);
  }

  TaskSets sets_;
  Service service_{sets_, {.jobs = 1}};
};

TEST_F(Feedback, AWrongDrawingIsShownAndExplained) {
  const std::string wrong = "circle(cx=256, cy=256, radius=9, stroke=3)";
  const Json told = ask("shapecode", wrong);
  EXPECT_EQ(told["verdict"], Json("wrong"));
  EXPECT_THAT(told["text"].get<std::string>(), StartsWith("Your answer is not right"));
  EXPECT_THAT(told["text"].get<std::string>(), HasSubstr("Try again."));
  EXPECT_THAT(told["text"].get<std::string>(), Not(HasSubstr(reference("shapecode"))));
  ASSERT_EQ(told["images"].size(), 1U);
  const auto png = decode_base64(told["images"][0].get<std::string>());
  ASSERT_TRUE(png);
  EXPECT_THAT(*png, StartsWith("\x89PNG"));
  EXPECT_EQ(ask("shapecode", wrong, {{"picture", false}})["images"].size(), 0U);
}

TEST_F(Feedback, RightAnswersAreToldNothing) {
  const Json told = ask("shapecode", reference("shapecode"));
  EXPECT_EQ(told["verdict"], Json("right"));
  EXPECT_EQ(told["text"], Json(""));
  EXPECT_EQ(told["images"].size(), 0U);
}

TEST_F(Feedback, AWrongLetterIsNotCorrected) {
  const std::string right = reference("sgp");
  for (const char* letter : {"A", "B", "C", "D"}) {
    const Json told = ask("sgp", std::string("Answer: ") + letter);
    if (told["verdict"] == Json("right")) continue;
    EXPECT_THAT(told["text"].get<std::string>(), StartsWith("Your answer is not right.\n"));
  }
}

TEST_F(Feedback, WhatIsTooLongIsCutOff) {
  const Json told = ask("shapecode", std::string(kMaxReplyBytes + 1, 'x'));
  EXPECT_EQ(told["verdict"], Json("truncated"));
  EXPECT_THAT(told["text"].get<std::string>(), HasSubstr("cut off"));
}

TEST_F(Feedback, RequestsAreRead) {
  Json request = to_json(minted("shapecode", 1));
  request["id"] = "nobody";
  request["text"] = "";
  EXPECT_EQ(service_.answer("feedback", dump_json(request)).code, ErrorCode::kNotFound);
  request.erase("text");
  EXPECT_FALSE(service_.answer("feedback", dump_json(request)).ok);
  request["txt"] = "";
  EXPECT_THAT(service_.answer("feedback", dump_json(request)).json, HasSubstr("txt"));
}

}  // namespace
}  // namespace papert::reward
