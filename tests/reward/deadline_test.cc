// Deadlines and inline tasks of suites whose answers are programs that run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lang/turtle/host/jail_pool.h"
#include "reward_tasks.h"

namespace papert::reward {
namespace {

using suite::Verdict;

// Few steps and much time, so that the caller's patience ends before the budget of steps does.
const std::string kEndless =
    fenced("import turtle\nturtle.forward(10)\nwhile True:\n    sum(range(100000))\n");
const std::string kSquare =
    fenced("import turtle\nfor _ in range(4):\n    turtle.forward(50)\n    turtle.left(90)\n");

class Deadlines : public testing::TestWithParam<const char*> {
 protected:
  TaskSets sets_;
  std::shared_ptr<const OpenSet> set_ = open_set(sets_, minted(GetParam(), 1));
};

TEST_P(Deadlines, AProgramThatStillRunsIsScoredAsStepLimit) {
  const ScoreItem item{set_.get(), 0, kEndless};
  const suite::ScoredAnswer scored =
      score_one(item, {.deadline = Deadline::after(std::chrono::milliseconds(400))});
  // A host so slow that it had no jail in time does not blame the program.
  if (scored.score.verdict == Verdict::kHostSlow) GTEST_SKIP() << "the host is too busy";
  EXPECT_EQ(scored.score.verdict, Verdict::kStepLimit);
  EXPECT_THAT(scored.score.detail["message"].get<std::string>(),
              testing::HasSubstr("the caller's time was over"));
  // The jail goes on with the next program.
  EXPECT_TRUE(suite::is_scored(score_one({set_.get(), 0, kSquare}, {}).score.verdict));
}

TEST_P(Deadlines, AProgramThatNeverBeganIsNotScored) {
  const Deadline over(Deadline::Clock::now());
  const ScoreItem item{set_.get(), 0, kSquare};
  EXPECT_EQ(score_one(item, {.deadline = over}).score.verdict, Verdict::kHostSlow);
}

TEST_P(Deadlines, GivingUpEndsAProgramThatRuns) {
  const std::vector<ScoreItem> items(3, ScoreItem{set_.get(), 0, kEndless});
  ScoreOptions options;
  int asked = 0;
  options.go_on = [&] { return ++asked < 3; };
  const auto scored = score_batch(items, options);
  ASSERT_FALSE(scored);
  EXPECT_EQ(scored.error().code, ErrorCode::kCancelled);
}

TEST_P(Deadlines, AnInlineTaskNeedsNoData) {
  for (std::size_t i = 0; i < std::min<std::size_t>(set_->tasks().size(), 3); ++i) {
    const auto ref = set_->inline_ref(i);
    ASSERT_TRUE(ref) << ref.error().to_string();
    TaskSets there;
    const TaskRef read = parse_task_ref(ref_text(*ref).value()).value();
    const auto alone = open_set(there, read.set);
    const std::size_t index = alone->find(read.id).value();
    const std::string reply = set_->tasks().reference(i);
    for (const std::string& text : {reply, kSquare}) {
      const ScoreItem item{set_.get(), i, text};
      const ScoreItem carried{alone.get(), index, text};
      EXPECT_EQ(score_line(carried, score_one(carried, {})), score_line(item, score_one(item, {})));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(TurtleSuites, Deadlines, testing::Values("turtleai", "turtlebench"),
                         [](const auto& suite) { return std::string(suite.param); });

TEST(JailDeadline, WhoFindsNoJailInTimeIsNotBlamed) {
  lang::turtle::JailPool jails({});
  const auto late = jails.run("x = 1", {}, Deadline(Deadline::Clock::now()));
  ASSERT_TRUE(late);
  EXPECT_EQ(late->outcome.status, sandbox::Status::kHostSlow);
  const auto good = jails.run("x = 1", {}, Deadline::after(std::chrono::minutes(5)));
  ASSERT_TRUE(good);
  EXPECT_EQ(good->outcome.status, sandbox::Status::kOk);
}

TEST(RunRequest, SaysWhatAProgramDid) {
  TaskSets sets;
  const Service service(sets, {});
  const Response response = service.answer(
      "run", dump_json(Json{{"code", "import turtle\nturtle.forward(30)\nprint('hi')\n"}}));
  ASSERT_TRUE(response.ok) << response.json;
  const Json json = *parse_json(response.json);
  EXPECT_EQ(json["status"], "ok");
  EXPECT_EQ(json["printed"], "hi\n");
  EXPECT_EQ(json["items"].size(), 1U);
  const Json failed =
      *parse_json(service.answer("run", R"({"code":"1/0","limits":{"cpu_ms":500}})").json);
  EXPECT_EQ(failed["status"], "exception");
  EXPECT_EQ(failed["exception"], "ZeroDivisionError");
}

}  // namespace
}  // namespace papert::reward
