// solver/xlogo as it is asked: through the suite's tasks, judged by the suite.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mint/xlogo/xlogo.h"
#include "solve/solver.h"
#include "suite/xlogo/tasks.h"
#include "suite/xlogo/xlogo.h"
#include "support/xlogo_tasks.h"

namespace papert::solve {
namespace {

suite::xlogo::GridTasks minted(int count, bool strict) {
  std::vector<data::xlogo::StoredTask> tasks;
  for (int seed = 0; seed < count; ++seed) {
    tasks.push_back({.task = mint::xlogo::minted(seed), .base = {}, .perturbation = {}});
  }
  suite::xlogo::Settings settings;
  settings.rules.strict_reference = strict;
  data::OpenedShelf<data::xlogo::StoredTask> opened;
  opened.tasks = data::TaskShelf<data::xlogo::StoredTask>(std::move(tasks));
  return {std::move(opened), settings};
}

TEST(XlogoSolver, RepliesAreJudgedRightInBothModes) {
  for (const bool strict : {false, true}) {
    const suite::xlogo::GridTasks tasks = minted(100 / test::kSlowdown, strict);
    const auto model = make_solver("xlogo", "xlogo", tasks);
    ASSERT_TRUE(model);
    EXPECT_FALSE((*model)->reads_prompt());
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      model::Request request;
      request.index = i;
      const model::Reply reply = (*model)->ask(request, CancelToken());
      const auto answer = tasks.read(reply.text, reply::Extraction::kStrict);
      EXPECT_EQ(tasks.score(i, answer).verdict, suite::Verdict::kRight) << reply.text;
      EXPECT_TRUE(reply.text.starts_with("```python\ndef run():")) << reply.text;
    }
  }
}

TEST(XlogoSolver, GivesNoReplyOnceItIsStopped) {
  const suite::xlogo::GridTasks tasks = minted(1, false);
  const auto model = make_solver("xlogo", "xlogo", tasks);
  ASSERT_TRUE(model);
  const CancelToken cancel;
  cancel.cancel();
  const model::Reply reply = (*model)->ask({}, cancel);
  EXPECT_EQ(reply.text, "");
  EXPECT_EQ(reply.error, "interrupted");
}

TEST(XlogoSolver, StagesShowTheTaskAndTheWay) {
  const suite::xlogo::GridTasks tasks = minted(1, false);
  const auto plain = solve("xlogo", {.tasks = &tasks});
  ASSERT_TRUE(plain);
  EXPECT_TRUE(plain->stages.empty());
  const auto staged = solve("xlogo", {.tasks = &tasks, .with_stages = true});
  ASSERT_TRUE(staged);
  EXPECT_EQ(staged->reply, plain->reply);
  ASSERT_EQ(staged->stages.size(), 2U);
  EXPECT_EQ(staged->stages[0].name, "task");
  EXPECT_EQ(staged->stages[1].name, "path");
  EXPECT_GT(staged->stages[0].picture.width(), 0);
}

TEST(XlogoSolver, PlaysTheSecondDialect) {
  const auto suite = suite::xlogo::make_suite();
  const suite::Modes modes = suite::resolve_modes(*suite, {{"dialect", "v2"}}).value();
  const auto tasks = suite->mint({.modes = modes, .seed = 40, .count = 4}).value();
  std::size_t right = 0;
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    const auto solution = solve("xlogo", {.tasks = tasks.get(), .index = i, .with_stages = true});
    if (!solution) {
      EXPECT_EQ(solution.error().code, ErrorCode::kNotFound);
      continue;
    }
    EXPECT_EQ(solution->stages.size(), 2U);
    const auto answer = tasks->read(solution->reply, reply::Extraction::kLenient);
    EXPECT_TRUE(tasks->score(i, answer).right()) << solution->reply;
    ++right;
  }
  EXPECT_GT(right, 0U);
}

/// Of a suite that nobody knows.
class OtherTasks : public suite::TaskSet {
 public:
  [[nodiscard]] std::size_t size() const override { return 1; }
  [[nodiscard]] std::string id(std::size_t) const override { return "one"; }
  [[nodiscard]] suite::Task task(std::size_t) const override { return {}; }
  [[nodiscard]] Result<suite::Prompt> prompt(std::size_t, std::string_view) const override {
    return suite::Prompt{};
  }
  [[nodiscard]] reply::Answer read(std::string_view, reply::Extraction) const override {
    return {};
  }
  [[nodiscard]] suite::Judged judge(std::size_t, const reply::Answer&) const override { return {}; }
  [[nodiscard]] std::string reference(std::size_t) const override { return {}; }
  [[nodiscard]] std::vector<suite::Picture> pictures(std::size_t,
                                                     const suite::Judged&) const override {
    return {};
  }
  [[nodiscard]] std::string data_hash() const override { return {}; }
};

TEST(XlogoSolver, SaysWhatItCannotPlay) {
  const auto picture = solve("xlogo", {});
  ASSERT_FALSE(picture);
  EXPECT_EQ(picture.error().code, ErrorCode::kUsage);
  EXPECT_THAT(picture.error().message, testing::HasSubstr("needs a task"));
  const OtherTasks tasks;
  const auto other = solve("xlogo", {.tasks = &tasks});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kUsage);
  EXPECT_THAT(other.error().message, testing::HasSubstr("tasks of xlogo only"));
}

}  // namespace
}  // namespace papert::solve
