#include "reward/task_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <thread>

#include "base/file.h"
#include "reward_tasks.h"
#include "suite/registry.h"
#include "support/temp_folder.h"

namespace papert::reward {
namespace {

using testing::HasSubstr;

SetRef folder_ref(const std::string& suite, const std::filesystem::path& path,
                  const std::string& hash = {}) {
  SetRef ref;
  ref.suite = suite;
  ref.source = FolderSource{path.string(), hash, {}};
  return ref;
}

TEST(TaskSets, AReferenceIsCompletedAndFoundAgain) {
  TaskSets sets;
  const auto set = open_set(sets, minted("xlogo", 5));
  EXPECT_EQ(std::get<MintSource>(set->ref().source).hash, set->tasks().data_hash());
  EXPECT_EQ(set->ref().modes.at("form"), "text");
  const TaskRef ref = set->task_ref(2);
  EXPECT_EQ(*set->find(ref.id), 2U);
  EXPECT_EQ(open_set(sets, ref.set), set);
  EXPECT_EQ(open_set(sets, minted("xlogo", 5)), set);
  const auto missing = set->find("fresh-99999999");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
}

TEST(TaskSets, HoldTheMostRecentlyUsed) {
  TaskSets sets({.held = 2});
  const auto first = open_set(sets, minted("shapecode", 1, 1));
  const auto second = open_set(sets, minted("shapecode", 1, 2));
  EXPECT_EQ(open_set(sets, minted("shapecode", 1, 1)), first);
  const auto third = open_set(sets, minted("shapecode", 1, 3));
  EXPECT_EQ(open_set(sets, minted("shapecode", 1, 1)), first);
  EXPECT_NE(open_set(sets, minted("shapecode", 1, 2)), second);
}

TEST(TaskSets, ThreadsThatAskTogetherGetOneSet) {
  TaskSets sets;
  std::vector<std::shared_ptr<const OpenSet>> opened(8);
  std::vector<std::thread> threads;
  for (auto& each : opened) {
    threads.emplace_back([&] { each = sets.open(minted("xlogo", 20)).value(); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::set(opened.begin(), opened.end()).size(), 1U);
}

TEST(TaskSets, OtherDataThanThoseOfTheReferenceAreAnError) {
  const test::TempFolder folder;
  const auto suite = *suite::find_suite("xlogo");
  ASSERT_TRUE(suite->mint_to(folder / "a", {.seed = 1, .count = 3}, {}));
  TaskSets sets;
  const auto set = open_set(sets, folder_ref("xlogo", folder / "a"));
  const std::string hash = set->tasks().data_hash();
  EXPECT_EQ(std::get<FolderSource>(set->ref().source).hash, hash);
  ASSERT_TRUE(suite->mint_to(folder / "b", {.seed = 2, .count = 3}, {}));
  const auto other = sets.open(folder_ref("xlogo", folder / "b", hash));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kBadData);
  EXPECT_THAT(other.error().message, HasSubstr("not that of the reference"));
  SetRef minted_ref = minted("xlogo");
  std::get<MintSource>(minted_ref.source).hash = "another generator's";
  EXPECT_EQ(sets.open(minted_ref).error().code, ErrorCode::kBadData);
}

TEST(TaskSets, AnErrorIsNotKept) {
  const test::TempFolder folder;
  TaskSets sets;
  EXPECT_FALSE(sets.open(folder_ref("xlogo", folder / "later")));
  ASSERT_TRUE((*suite::find_suite("xlogo"))->mint_to(folder / "later", {.count = 1}, {}));
  EXPECT_TRUE(sets.open(folder_ref("xlogo", folder / "later")));
  EXPECT_EQ(sets.open(minted("xlogos")).error().code, ErrorCode::kUsage);
}

TEST(TaskSets, ServersTakeNoPathsFromReferences) {
  const test::TempFolder folder;
  const auto suite = *suite::find_suite("xlogo");
  ASSERT_TRUE(suite->mint_to(folder / "a", {.seed = 1, .count = 3}, {}));
  ASSERT_TRUE(suite->mint_to(folder / "b", {.seed = 2, .count = 3}, {}));
  TaskSets sets({.max_count = 10, .folders = {{folder / "a"}}});
  const auto allowed = sets.allowed();
  ASSERT_TRUE(allowed) << allowed.error().to_string();
  ASSERT_EQ(allowed->size(), 1U);
  EXPECT_EQ(allowed->front().suite, "xlogo");
  const std::string hash = allowed->front().hash;
  EXPECT_TRUE(sets.open(folder_ref("xlogo", "", hash)));
  const auto set = open_set(sets, folder_ref("xlogo", hash));
  EXPECT_EQ(std::get<FolderSource>(set->ref().source).path, "");
  EXPECT_EQ(sets.open(folder_ref("xlogo", folder / "a")).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(sets.open(folder_ref("xlogo", folder / "b")).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(sets.open(folder_ref("shapecode", "", hash)).error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(sets.open(minted("xlogo", 10)));
  EXPECT_EQ(sets.open(minted("xlogo", 11)).error().code, ErrorCode::kLimit);
  SetRef encoder = minted("turtleai", 1);
  encoder.modes["encoder"] = "/etc/passwd";
  EXPECT_THAT(sets.open(encoder).error().message, HasSubstr("files cannot be named here"));
}

/// The score line of the reference in another process's eyes: by the inline form alone.
void expect_carried(const std::string& suite) {
  TaskSets here;
  const auto set = open_set(here, minted(suite, 2));
  ASSERT_GT(set->tasks().size(), 0U);
  for (std::size_t i = 0; i < set->tasks().size(); ++i) {
    const auto ref = set->inline_ref(i);
    ASSERT_TRUE(ref) << ref.error().to_string();
    const auto text = ref_text(*ref);
    ASSERT_TRUE(text) << text.error().to_string();
    TaskSets there;
    const TaskRef read = *parse_task_ref(*text);
    const auto alone = open_set(there, read.set);
    const std::size_t index = alone->find(read.id).value();
    const std::string reply = set->tasks().reference(i);
    const ScoreItem item{set.get(), i, reply};
    const ScoreItem carried{alone.get(), index, reply};
    EXPECT_EQ(score_line(carried, score_one(carried, {})), score_line(item, score_one(item, {})));
    const auto prompt = set->tasks().prompt(i, set->suite().default_prompt(set->ref().modes));
    const auto again = alone->tasks().prompt(index, set->suite().default_prompt(set->ref().modes));
    ASSERT_TRUE(prompt && again);
    EXPECT_EQ(again->text, prompt->text);
    EXPECT_EQ(again->images, prompt->images);
  }
}

TEST(TaskSets, AnInlineTaskNeedsNoData) {
  for (const char* suite : {"xlogo", "shapecode", "sgp"}) {
    SCOPED_TRACE(suite);
    expect_carried(suite);
  }
}

TEST(TaskSets, AnInlineTaskThatIsNoneIsAnError) {
  TaskSets sets;
  SetRef ref;
  ref.suite = "xlogo";
  ref.source = InlineSource{{{"tasks.jsonl", "{\"id\":\"a\"}\n"}}};
  const auto set = sets.open(ref);
  ASSERT_FALSE(set);
  EXPECT_EQ(set.error().code, ErrorCode::kBadData);
}

TEST(TaskSets, AChildOfThisProcessBeginsWithNone) {
  const auto set = open_set(TaskSets::of_this_process(), minted("xlogo"));
  EXPECT_EQ(open_set(TaskSets::of_this_process(), minted("xlogo")), set);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto own = TaskSets::of_this_process().open(minted("xlogo"));
    ::_exit(own && *own != set && (*own)->tasks().size() == set->tasks().size() ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace papert::reward
