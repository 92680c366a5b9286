#include "model/cache.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <thread>

#include "support/process.h"
#include "support/temp_folder.h"

namespace papert::model {
namespace {

using test::TempFolder;

Reply complete(const std::string& text) {
  Reply reply;
  reply.text = text;
  reply.reasoning = "because";
  reply.usage.input_tokens = 12;
  reply.usage.output_tokens = 3;
  return reply;
}

TEST(CachePath, OrderOfVariables) {
  std::map<std::string, std::string> variables{
      {"PAPERT_CACHE_DIR", "/own"}, {"XDG_CACHE_HOME", "/xdg"}, {"HOME", "/home/me"}};
  const auto setting = [&](const std::string& name) { return variables[name]; };
  EXPECT_EQ(*cache_path(setting), "/own/replies.sqlite");
  variables.erase("PAPERT_CACHE_DIR");
  EXPECT_EQ(*cache_path(setting), "/xdg/papert/replies.sqlite");
  variables.erase("XDG_CACHE_HOME");
  EXPECT_EQ(*cache_path(setting), "/home/me/.cache/papert/replies.sqlite");
  variables.erase("HOME");
  EXPECT_EQ(cache_path(setting).error().code, ErrorCode::kUsage);
}

TEST(CacheKey, EveryPartCounts) {
  const CacheKey key{"openai", "m", "https://a/v1", "{}", 0};
  EXPECT_EQ(key.hash().size(), 64U);
  EXPECT_EQ(key.hash(), (CacheKey{"openai", "m", "https://a/v1", "{}", 0}.hash()));
  for (const CacheKey& other :
       {CacheKey{"openaim", "", "https://a/v1", "{}", 0},
        CacheKey{"x", "m", "https://a/v1", "{}", 0},
        CacheKey{"openai", "n", "https://a/v1", "{}", 0}, CacheKey{"openai", "m", "b", "{}", 0},
        CacheKey{"openai", "m", "https://a/v1", "{} ", 0},
        CacheKey{"openai", "m", "https://a/v1", "{}", 1}}) {
    EXPECT_NE(other.hash(), key.hash());
  }
}

TEST(Cache, KeepsCompleteRepliesOnly) {
  const TempFolder folder;
  const auto path = folder / "deep/er/replies.sqlite";
  {
    auto cache = Cache::open(path);
    ASSERT_TRUE(cache) << cache.error().to_string();
    EXPECT_FALSE((*cache)->find("k"));
    (*cache)->keep("k", "openai/m", complete("an answer \xF0\x9F\x90\xA2"));
    for (const ReplyStatus status :
         {ReplyStatus::kRefused, ReplyStatus::kTruncated, ReplyStatus::kFailed}) {
      Reply reply = complete("no");
      reply.status = status;
      (*cache)->keep("bad", "openai/m", reply);
    }
    EXPECT_FALSE((*cache)->find("bad"));
  }
  auto cache = Cache::open(path);
  ASSERT_TRUE(cache);
  const auto found = (*cache)->find("k");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->text, "an answer \xF0\x9F\x90\xA2");
  EXPECT_EQ(found->reasoning, "because");
  EXPECT_EQ(found->usage.input_tokens, 12);
  EXPECT_TRUE(found->cached);
  EXPECT_EQ((*cache)->trouble(), "");
}

TEST(Cache, ListsAndPrunes) {
  const TempFolder folder;
  std::int64_t now = 1'000'000;
  auto opened = Cache::open(folder / "replies.sqlite", [&] { return now; });
  ASSERT_TRUE(opened);
  Cache& cache = **opened;
  cache.keep("1", "openai/b", complete("one"));
  now += 86400 * 3;
  cache.keep("2", "openai/b", complete("two"));
  cache.keep("3", "openai/a", complete("three"));
  const auto entries = *cache.list();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].model, "openai/a");
  EXPECT_EQ(entries[1].replies, 2);
  EXPECT_EQ(entries[1].oldest, 1'000'000);
  EXPECT_EQ(entries[1].newest, now);
  EXPECT_GT(entries[1].bytes, 20);
  EXPECT_EQ(*cache.prune({.older_than_days = 4}), 0);
  EXPECT_EQ(*cache.prune({.older_than_days = 2, .model = "openai/a"}), 0);
  EXPECT_EQ(*cache.prune({.older_than_days = 2}), 1);
  EXPECT_EQ(*cache.prune({.model = "openai/a"}), 1);
  EXPECT_TRUE(cache.find("2"));
  EXPECT_EQ(*cache.prune({}), 1);
  EXPECT_TRUE(cache.list()->empty());
}

TEST(Cache, ADamagedFileIsAnErrorThatSaysWhatToDo) {
  const TempFolder folder;
  const auto path = folder / "replies.sqlite";
  test::spit(path, std::string(5000, '?'));
  const auto cache = Cache::open(path);
  ASSERT_FALSE(cache);
  EXPECT_EQ(cache.error().code, ErrorCode::kBadData);
  EXPECT_NE(cache.error().message.find("rm " + path.string()), std::string::npos)
      << cache.error().message;
}

TEST(Cache, AFileDamagedLaterStopsNothing) {
  const TempFolder folder;
  const auto path = folder / "replies.sqlite";
  {
    auto cache = Cache::open(path);
    for (int i = 0; i < 200; ++i) {
      (*cache)->keep(std::to_string(i), "m", complete(std::string(1000, 'x')));
    }
  }
  std::string bytes = test::slurp(path);
  ASSERT_GT(bytes.size(), 100'000U);
  std::fill(bytes.begin() + 8192, bytes.end(), '?');
  test::spit(path, bytes);
  auto cache = Cache::open(path);
  if (!cache) return;  // seen at once: as good
  for (int i = 0; i < 200; ++i) (void)(*cache)->find(std::to_string(i));
  EXPECT_NE((*cache)->trouble(), "");
}

TEST(Cache, AFolderInTheWayIsAnError) {
  const TempFolder folder;
  std::filesystem::create_directories(folder / "replies.sqlite");
  EXPECT_FALSE(Cache::open(folder / "replies.sqlite"));
}

TEST(Cache, SeveralThreadsAndProcesses) {
  const TempFolder folder;
  const auto path = folder / "replies.sqlite";
  constexpr int kEach = 50;
  const auto fill = [&](const std::string& name) {
    auto cache = Cache::open(path);
    if (!cache) return false;
    for (int i = 0; i < kEach; ++i) {
      (*cache)->keep(name + std::to_string(i), "m", complete(name));
    }
    return (*cache)->trouble().empty();
  };
  std::vector<pid_t> children;
  for (const char* name : {"a", "b", "c"}) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(fill(name) ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  auto cache = Cache::open(path);
  ASSERT_TRUE(cache);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; ++i) {
        (*cache)->keep("t" + std::to_string(t) + "-" + std::to_string(i), "m", complete("t"));
        EXPECT_TRUE((*cache)->find("a" + std::to_string(i)));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ((*cache)->list()->at(0).replies, 7 * kEach);
}

}  // namespace
}  // namespace papert::model
