// One bounded set of jails for a whole process, before and after it forks.

#include "lang/turtle/host/jail_pool.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace papert::lang::turtle {
namespace {

/// PAPERT_JOBS is read once in a process: every test of this file has two.
const bool kSetting = ::setenv("PAPERT_JOBS", "2", 1) == 0;

std::size_t child_processes() {
  const std::string pid = std::to_string(::getpid());
  std::ifstream file("/proc/" + pid + "/task/" + pid + "/children");
  std::size_t count = 0;
  for (int child = 0; file >> child;) ++count;
  return count;
}

/// How many of `programs`, each of which draws a line of its own length, came back as another.
int strange_drawings(JailPool& pool, int first, int programs) {
  int strange = 0;
  for (int i = first; i < first + programs; ++i) {
    const auto drawing = pool.run("def draw(t):\n    t.forward(" + std::to_string(i) + ")\n");
    const auto plain = pool.run_as_it_is("print(" + std::to_string(i) + ")");
    const bool own = drawing && drawing->outcome.status == sandbox::Status::kOk &&
                     drawing->scene.items.size() == 1 && plain &&
                     plain->outcome.printed == std::to_string(i) + "\n";
    if (!own || to_json(*drawing).dump().find(std::to_string(i)) == std::string::npos) ++strange;
  }
  return strange;
}

TEST(JailPool, ManyThreadsAndPoolsShareFewJails) {
  ASSERT_TRUE(kSetting);
  ASSERT_EQ(jail_limit().value_or(0), 2U);
  JailPool first({});
  JailPool second({});
  std::atomic<int> strange = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back(
        [&, i] { strange += strange_drawings(i % 2 == 0 ? first : second, 100 * (i + 1), 5); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(strange, 0);
}

TEST(JailPool, IdleJailsCanBeEnded) {
  JailPool pool({});
  ASSERT_EQ(strange_drawings(pool, 10, 1), 0);
  EXPECT_GE(child_processes(), 1U);
  end_idle_jails();
  EXPECT_EQ(child_processes(), 0U);
  EXPECT_EQ(strange_drawings(pool, 20, 1), 0);
}

TEST(JailPool, JailsCanBeStartedAhead) {
  end_idle_jails();
  const JailCounts before = jail_counts();
  EXPECT_EQ(before.idle, 0U);
  ASSERT_TRUE(warm_up_jails(100));  // no more than may run at once
  EXPECT_EQ(child_processes(), 2U);
  EXPECT_EQ(jail_counts().idle, 2U);
  EXPECT_EQ(jail_counts().started, before.started + 2);
  ASSERT_TRUE(warm_up_jails(1));
  EXPECT_EQ(jail_counts().started, before.started + 2);
  JailPool pool({});
  EXPECT_EQ(strange_drawings(pool, 30, 1), 0);
  EXPECT_EQ(jail_counts().started, before.started + 2);
  EXPECT_EQ(jail_counts().programs, before.programs + 2);
}

TEST(JailPool, AChildMadeDuringABatchHasItsOwn) {
  JailPool pool({});
  std::atomic<bool> stop = false;
  std::atomic<int> strange = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&, i] {
      while (!stop) strange += strange_drawings(pool, 1000 * (i + 1), 3);
    });
  }
  for (int round = 0; round < 5; ++round) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(strange_drawings(pool, 7000, 3));
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0) << round;
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(strange, 0);
}

TEST(JailPool, ASettingThatIsNotANumberIsNamed) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::setenv("PAPERT_JOBS", "many", 1);
    const auto limit = jail_limit();
    ::_exit(!limit && limit.error().to_string().find("'many'") != std::string::npos ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace papert::lang::turtle
