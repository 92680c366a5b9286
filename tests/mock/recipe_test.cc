#include "mock/recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "mock/service.h"
#include "mock_support.h"

namespace papert::mock {
namespace {

using testing::HasSubstr;

constexpr std::string_view kKnown[] = {"loud", "late"};

HttpReply ask_text(MockService& service, const std::string& text) {
  const std::string body = dump_json(openai_request({text, {}}));
  return service.answer({ChatFormat::kOpenAi, "", "", body}, 1);
}

MockService echo(std::string_view plant, ServiceOptions options = {}) {
  return {std::make_unique<EchoRecipe>(*Plants::parse(plant, EchoRecipe::kPlants)),
          std::move(options)};
}

TEST(Plants, AreCheckedByName) {
  EXPECT_TRUE(Plants::parse("", kKnown));
  EXPECT_TRUE(Plants::parse("loud:0.5, late:0.5", kKnown));
  for (const auto& [text, told] : std::vector<std::pair<std::string, std::string>>{
           {"quiet:0.1", "'quiet' cannot be planted here; there are: loud, late"},
           {"loud", "'loud' is not NAME:SHARE"},
           {"loud:2", "'loud:2' is not NAME:SHARE"},
           {"loud:0.1,loud:0.1", "twice"},
           {"loud:0.6,late:0.6", "more than 1"}}) {
    const auto plants = Plants::parse(text, kKnown);
    ASSERT_FALSE(plants) << text;
    EXPECT_EQ(plants.error().code, ErrorCode::kUsage);
    EXPECT_THAT(plants.error().message, HasSubstr(told));
  }
}

TEST(Plants, AreDrawnByTheHashInTheSharesGiven) {
  const Plants plants = *Plants::parse("loud:0.2,late:0.3", kKnown);
  std::map<std::string, int> counts;
  for (int i = 0; i < 4000; ++i) ++counts[plants.draw(std::to_string(i), kKnown)];
  EXPECT_NEAR(counts["loud"], 800, 120);
  EXPECT_NEAR(counts["late"], 1200, 140);
  EXPECT_EQ(plants.draw("17", kKnown), plants.draw("17", kKnown));
  for (int i = 0; i < 200; ++i) {
    EXPECT_NE(plants.draw(std::to_string(i), std::span(kKnown).subspan(1)), "loud");
  }
}

TEST(Recipe, AnswersThroughTheServiceWithTransportFaults) {
  MockService service = echo("empty:0.5", {.faults = plan("500:1")});
  int empty = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string text = "prompt " + std::to_string(i);
    EXPECT_EQ(ask_text(service, text).status, 500);
    const HttpReply reply = ask_text(service, text);
    ASSERT_EQ(reply.status, 200);
    const Json content = (*parse_json(reply.body))["choices"][0]["message"]["content"];
    empty += content == "" ? 1 : 0;
    EXPECT_TRUE(content == "" || content == text) << content;
  }
  const Json stats = service.stats();
  EXPECT_EQ(stats["planted"]["empty"], empty);
  EXPECT_GT(empty, 8);
  EXPECT_LT(empty, 32);
  EXPECT_EQ(stats["requests"], 80);
  EXPECT_EQ(stats["answers"], 40);
  EXPECT_EQ(stats["faults"]["500"], 40);
}

class PickyRecipe : public Recipe {
 public:
  [[nodiscard]] Result<RecipeAnswer> answer(const RecipeQuestion&) const override {
    return fail(ErrorCode::kBadData, "this is not a prompt of mine");
  }
};

TEST(Recipe, RefusesPromptsItDoesNotKnow) {
  MockService service(std::make_unique<PickyRecipe>(), {});
  const HttpReply reply = ask_text(service, "hello");
  EXPECT_EQ(reply.status, 400);
  EXPECT_THAT(reply.body, HasSubstr("this is not a prompt of mine"));
  MockService judge(std::make_unique<PickyRecipe>(), {.unknown = "no"});
  EXPECT_EQ(ask_text(judge, "hello").status, 200);
}

}  // namespace
}  // namespace papert::mock
