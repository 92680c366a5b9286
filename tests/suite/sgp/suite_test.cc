// The suite as a whole: tasks, tags, baselines, folders that we write.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/sgp/load.h"
#include "mint/question/picture.h"
#include "solve/baseline.h"
#include "suite/registry.h"
#include "suite/sgp/sgp.h"
#include "suite/sgp/tasks.h"
#include "support/process.h"

namespace papert::suite::sgp {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<mint::Question> samples() {
  const std::string program =
      R"(<svg viewBox="0 0 9 9"><circle cx="4" cy="4" r="2" fill="red"/></svg>)";
  return {{.id = "a",
           .program = program,
           .text = "What color?",
           .options = {"Red", "Blue"},
           .answer = "A",
           .type = mint::QuestionType::kColor,
           .category = "dots"},
          {.id = "b", .program = program, .text = "Hm?", .answer = "7"}};
}

class SgpSuite : public testing::Test {
 protected:
  std::unique_ptr<suite::TaskSet> load() {
    EXPECT_TRUE(data::sgp::write_questions(folder_.path(), samples()));
    auto tasks = suite_->load(folder_.path(), {});
    EXPECT_TRUE(tasks) << tasks.error().to_string();
    return std::move(*tasks);
  }

  test::TempFolder folder_;
  std::unique_ptr<suite::Suite> suite_ = *suite::find_suite("sgp");
};

TEST_F(SgpSuite, TasksAndTags) {
  const auto tasks = load();
  ASSERT_EQ(tasks->size(), 2U);
  EXPECT_EQ(tasks->task(0).id, "a");
  EXPECT_EQ(suite::tags_json(tasks->task(0).tags), (Json{{"type", "color"}, {"category", "dots"}}));
  EXPECT_EQ(suite::tags_json(tasks->task(1).tags), (Json{{"type", "untyped"}}));
  EXPECT_THAT(std::vector<std::string>(tasks->notes().begin(), tasks->notes().end()),
              Contains(HasSubstr("could not place 1")));
  EXPECT_THAT(std::vector<Error>(tasks->problems().begin(), tasks->problems().end()).size(), 0U);
  mint::Question moved = samples()[0];
  moved.language = mint::Language::kCad3dComplex;
  moved.variant = "se2";
  moved.distance = 40;
  EXPECT_EQ(suite::tags_json(facets(moved)), (Json{{"type", "color"},
                                                   {"category", "dots"},
                                                   {"subset", "3D complex"},
                                                   {"variant", "se2"},
                                                   {"distance", "40-79"}}));
}

TEST_F(SgpSuite, BandsOfDistance) {
  EXPECT_EQ(distance_band(0), "<5");
  EXPECT_EQ(distance_band(4), "<5");
  EXPECT_EQ(distance_band(5), "5-9");
  EXPECT_EQ(distance_band(39), "20-39");
  EXPECT_EQ(distance_band(79), "40-79");
  EXPECT_EQ(distance_band(80), ">=80");
  EXPECT_EQ(distance_band(1'000'000'000'000), ">=80");
}

TEST_F(SgpSuite, TheReferenceIsRightAndTheRestIsNot) {
  const auto tasks = load();
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    for (const auto extraction : {reply::Extraction::kLenient, reply::Extraction::kStrict}) {
      const auto answer = tasks->read(tasks->reference(i), extraction);
      EXPECT_EQ(tasks->score(i, answer).verdict, suite::Verdict::kRight);
      EXPECT_EQ(tasks->score(i, tasks->read("", extraction)).verdict, suite::Verdict::kNoAnswer);
    }
    ASSERT_TRUE(tasks->prompt(i, suite_->default_prompt({})));
    ASSERT_TRUE(tasks->judge_prompt(i, "x"));
    const auto pictures = tasks->pictures(i, {});
    ASSERT_EQ(pictures.size(), 1U);
    EXPECT_EQ(pictures[0].image.width(), 512);
  }
}

TEST_F(SgpSuite, ConstantBaselines) {
  const auto tasks = load();
  const auto play = [&](std::string_view name, std::size_t index) {
    const auto baseline = solve::make_baseline("sgp", name, *tasks);
    EXPECT_TRUE(baseline) << name;
    model::Request request;
    request.index = index;
    const auto reply = (*baseline)->ask(request, CancelToken());
    return tasks->score(index, tasks->read(reply.text, suite::Extraction::kStrict)).verdict;
  };
  EXPECT_EQ(play("constant=A", 0), suite::Verdict::kRight);
  EXPECT_EQ(play("constant=B", 0), suite::Verdict::kWrong);
  EXPECT_EQ(play("constant=Z", 0), suite::Verdict::kNoAnswer);
  EXPECT_EQ(play("constant=7", 1), suite::Verdict::kRight);
  EXPECT_EQ(play("oracle", 1), suite::Verdict::kRight);
  EXPECT_EQ(play("empty", 1), suite::Verdict::kNoAnswer);
  EXPECT_FALSE(solve::make_baseline("sgp", "constant=", *tasks));
  EXPECT_FALSE(solve::make_baseline("sgp", "constant", *tasks));
  EXPECT_FALSE(solve::make_baseline("sgp", "heuristic", *tasks));
  EXPECT_THAT(solve::make_baseline("sgp", "x", *tasks).error().message,
              HasSubstr("baseline/constant=X"));
  EXPECT_FALSE(solve::make_baseline("xlogo", "constant=A", *tasks));
}

TEST_F(SgpSuite, FoldersAreCheckedAgainstTheirSums) {
  load();
  const auto good = suite_->check(folder_.path(), 1);
  ASSERT_TRUE(good);
  EXPECT_EQ(good->checked, 2U);
  EXPECT_THAT(good->problems, IsEmpty());
  std::string text = test::slurp(folder_ / "tasks.jsonl");
  text.replace(text.find("Blue"), 4, "Pink");
  test::spit(folder_ / "tasks.jsonl", text);
  EXPECT_EQ(suite_->check(folder_.path(), 1)->problems.size(), 1U);
}

TEST_F(SgpSuite, NoTiers) { EXPECT_FALSE(suite_->load(folder_.path(), {.tiers = {"hard"}})); }

TEST(SgpPicture, AnInvalidSolidIsWarnedOf) {
  EXPECT_EQ(mint::warning_of({.valid = true}), "");
  EXPECT_NE(mint::warning_of({.valid = false}).find("invalid"), std::string::npos);
}

}  // namespace
}  // namespace papert::suite::sgp
