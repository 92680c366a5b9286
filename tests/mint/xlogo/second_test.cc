// Properties of minted tasks of the second dialect, on the first seeds.

#include "mint/xlogo/second.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "lang/xlogo/emulator.h"
#include "lang/xlogo/search.h"
#include "lang/xlogo/v2_search.h"
#include "support/xlogo_tasks.h"

namespace papert::mint::xlogo {
namespace {

namespace v2 = lang::xlogo::v2;

constexpr int kSecondTasks = 30 / test::kSlowdown;

class MintedSecond : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    for (int seed = 0; seed < kSecondTasks; ++seed) tasks().push_back(minted_second(seed).value());
  }
  static std::vector<v2::Task>& tasks() {
    static std::vector<v2::Task> all;
    return all;
  }
};

std::size_t length_of(const v2::Task& task) { return v2::facts(task.solution).length(); }

TEST_F(MintedSecond, AreSolvedByTheirSolutionsAndReadBack) {
  for (const v2::Task& task : tasks()) {
    EXPECT_TRUE(lang::xlogo::GridRun(task.site).run(task.solution, task.constraints).success());
    const v2::Task again = v2::task_from_json(v2::to_json(task)).value();
    EXPECT_EQ(dump_json(v2::to_json(again)), dump_json(v2::to_json(task)));
    EXPECT_EQ(again.solution, task.solution);
    EXPECT_EQ(v2::block_limit(task.constraints), static_cast<int>(length_of(task)));
  }
}

TEST_F(MintedSecond, ASeedGivesTheSameTaskAgain) {
  for (int seed = 0; seed < kSecondTasks; seed += 11) {
    EXPECT_EQ(dump_json(v2::to_json(minted_second(seed).value())),
              dump_json(v2::to_json(tasks()[static_cast<std::size_t>(seed)])));
  }
}

TEST_F(MintedSecond, AreNotEasierThanTheyLook) {
  for (const v2::Task& task : tasks()) {
    const auto easier = easier_than_it_looks(task);
    EXPECT_FALSE(easier) << task.site.id << ": " << *easier;
  }
}

TEST_F(MintedSecond, NoPublishedProgramIsShortEnough) {
  for (const v2::Task& task : tasks()) {
    const auto found = lang::xlogo::shortest_solution(
        *v2::published(task), {.max_length = length_of(task), .max_body = 3});
    EXPECT_NE(found.outcome, lang::xlogo::SearchOutcome::kFound)
        << lang::xlogo::to_dsl(found.program);
  }
}

TEST_F(MintedSecond, AnEasyTaskIsSeenAsOne) {
  v2::Task task = tasks().front();
  task.constraints[0].at_most[v2::kCountAll] = 30;
  EXPECT_TRUE(easier_than_it_looks(task)) << "the limit is none";
  task = tasks().front();
  v2::Block turn;
  turn.type = v2::BlockType::kLeft;
  for (int i = 0; i < 4; ++i) task.solution.run.push_back(turn);
  task.constraints[0].at_most[v2::kCountAll] = static_cast<int>(length_of(task));
  EXPECT_TRUE(easier_than_it_looks(task)) << "four turns can be left out";
}

TEST_F(MintedSecond, AllKindsOccurAndCanBeWished) {
  std::map<std::string_view, int> kinds;
  std::map<std::string_view, int> types;
  std::set<std::string> keys;
  for (const v2::Task& task : tasks()) {
    ++kinds[v2::concept_name(v2::facts(task.solution))];
    ++types[lang::xlogo::type_name(task.site)];
    keys.insert(v2::canonical_key(task));
  }
  if (kSecondTasks >= 30) {
    EXPECT_GE(kinds.size(), 3U);
    EXPECT_GE(types.size(), 3U);
    EXPECT_GT(keys.size(), tasks().size() * 9 / 10);
  }
  for (std::size_t kind = 0; kind < kSecondKindNames.size(); ++kind) {
    const auto task = minted_second(5, {TaskType::kDraw, static_cast<SecondKind>(kind)});
    ASSERT_TRUE(task) << task.error().to_string();
    EXPECT_EQ(v2::concept_name(v2::facts(task->solution)), kSecondKindNames[kind]);
    EXPECT_EQ(lang::xlogo::type_name(task->site), "draw");
  }
  const auto none = minted_second(5, {TaskType::kMath, SecondKind::kFunctions});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kUsage);
}

TEST(SecondProgram, ShortenedLeavesOutEveryPart) {
  const v2::Program program = v2::parse_python(R"(def f():
    move_forward()
def run():
    if blocked():
        turn_left()
    else:
        f()
)")
                                  .value();
  std::set<std::string> texts;
  for (const v2::Program& shorter : shortened(program)) {
    EXPECT_LT(v2::facts(shorter).length(), v2::facts(program).length());
    const auto again = v2::parse_python(v2::to_python(shorter));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, shorter);
    texts.insert(v2::to_python(shorter));
  }
  const std::string f = "def f():\n    move_forward()\n\n";
  EXPECT_TRUE(texts.contains(f + "def run():\n    pass\n"));
  EXPECT_TRUE(texts.contains(f + "def run():\n    turn_left()\n"));
  EXPECT_TRUE(texts.contains(f + "def run():\n    if blocked():\n        turn_left()\n"));
  EXPECT_EQ(length_without_functions(program), 3U);
}

}  // namespace
}  // namespace papert::mint::xlogo
