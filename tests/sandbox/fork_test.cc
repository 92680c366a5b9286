// A host that forks, ignores its children's ends, or shares them with others: every program's
// outcome is its own.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "process_facts.h"
#include "sandbox/jail.h"

namespace papert::sandbox {
namespace {

Jail started() {
  auto jail = Jail::start({.zygote_path = PAPERT_TEST_ZYGOTE});
  if (!jail) {
    ADD_FAILURE() << jail.error().to_string();
    std::abort();
  }
  return std::move(*jail);
}

/// How many of `programs`, each of which prints and draws its own number, came back as another.
int strange_results(Jail& jail, const std::string& who, int programs) {
  int strange = 0;
  for (int i = 0; i < programs; ++i) {
    const std::string number = std::to_string(i);
    const Outcome outcome = jail.run(
        "import turtle\nturtle.forward(" + number + ")\nprint('" + who + number + "')", {});
    const bool own = outcome.status == Status::kOk && outcome.printed == who + number + "\n" &&
                     outcome.record_bytes == number + ";";
    strange += own ? 0 : 1;
  }
  return strange;
}

/// Runs `work` in a child made by fork(); the child ends without any destructor.
pid_t forked(const std::function<int()>& work) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(work());
  return pid;
}

int exit_code_of(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

bool is_alive(int pid) {
  const std::string state = status_line(pid, "State");
  return !state.empty() && state != "Z" && state != "X";
}

TEST(Fork, BothSidesGetTheirOwnResults) {
  Jail jail = started();
  ASSERT_EQ(strange_results(jail, "before ", 3), 0);
  const pid_t child = forked([&] { return std::min(strange_results(jail, "child ", 150), 200); });
  EXPECT_EQ(strange_results(jail, "parent ", 150), 0);
  EXPECT_EQ(exit_code_of(child), 0);
}

TEST(Fork, AChildMadeBeforeTheFirstProgramStartsItsOwnJail) {
  const pid_t child = forked([] {
    Jail jail = started();
    return strange_results(jail, "child ", 5);
  });
  Jail jail = started();
  EXPECT_EQ(strange_results(jail, "parent ", 5), 0);
  EXPECT_EQ(exit_code_of(child), 0);
}

TEST(Fork, TheChildsEndLeavesTheParentsInterpreter) {
  auto jail = std::make_unique<Jail>(started());
  const int zygote = jail->zygote_pid();
  const pid_t child = forked([&] {
    const bool let_go = jail->zygote_pid() == -1;
    jail.reset();  // its destructor ends nothing
    return let_go ? 0 : 1;
  });
  EXPECT_EQ(exit_code_of(child), 0);
  EXPECT_EQ(jail->zygote_pid(), zygote);
  EXPECT_EQ(strange_results(*jail, "after ", 3), 0);
  EXPECT_EQ(jail->zygote_pid(), zygote);
}

TEST(Fork, ChildrenMadeWhileOthersRunDisturbNobody) {
  constexpr int kThreads = 3;
  Jail idle = started();
  std::vector<Jail> jails;
  for (int i = 0; i < kThreads; ++i) jails.push_back(started());
  std::atomic<bool> stop = false;
  std::atomic<int> strange = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      while (!stop) strange += strange_results(jails[i], "thread " + std::to_string(i) + " ", 5);
    });
  }
  for (int round = 0; round < 8; ++round) {
    const pid_t child = forked([&] { return strange_results(idle, "child ", 3); });
    EXPECT_EQ(exit_code_of(child), 0) << round;
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(strange, 0);
}

TEST(Fork, AnInterpreterEndsWithItsHostThoughAChildOfThatLives) {
  int facts[2];
  ASSERT_EQ(::pipe(facts), 0);
  const pid_t host = forked([&] {
    Jail jail = started();
    const pid_t sibling = ::fork();
    if (sibling == 0) {
      for (;;) ::pause();
    }
    const int told[2] = {jail.zygote_pid(), sibling};
    if (::write(facts[1], told, sizeof told) != sizeof told) return 1;
    for (;;) ::pause();
  });
  int told[2] = {-1, -1};
  ASSERT_EQ(::read(facts[0], told, sizeof told), static_cast<ssize_t>(sizeof told));
  ASSERT_TRUE(is_alive(told[0]));
  ::kill(host, SIGKILL);
  EXPECT_EQ(exit_code_of(host), 1000 + SIGKILL);
  while (is_alive(told[0])) std::this_thread::yield();  // for ever, if it stays
  EXPECT_TRUE(is_alive(told[1]));
  ::kill(told[1], SIGKILL);
  ::close(facts[0]);
  ::close(facts[1]);
}

TEST(Fork, AHostThatIgnoresItsChildrensEndsIsServed) {
  const pid_t host = forked([] {
    ::signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 2; ++i) {
      Jail jail = started();
      if (strange_results(jail, "ignored ", 3) != 0) return 1;
      ::kill(jail.zygote_pid(), SIGKILL);
      if (strange_results(jail, "again ", 3) != 0) return 2;
    }
    return 0;
  });
  EXPECT_EQ(exit_code_of(host), 0);
}

TEST(Fork, AStrangerWhoReapsAllChildrenTakesNothing) {
  const pid_t host = forked([] {
    std::atomic<bool> stop = false;
    std::thread stranger([&] {
      while (!stop) ::waitpid(-1, nullptr, WNOHANG);
    });
    int strange = 0;
    for (int i = 0; i < 3; ++i) {
      Jail jail = started();
      strange += strange_results(jail, "reaped ", 3);
      ::kill(jail.zygote_pid(), SIGKILL);
      strange += strange_results(jail, "again ", 3);
    }
    stop = true;
    stranger.join();
    return strange;
  });
  EXPECT_EQ(exit_code_of(host), 0);
}

TEST(Fork, AJailTakesThreeDescriptors) {
  const std::size_t before = open_descriptors(::getpid());
  const Jail first = started();
  EXPECT_EQ(open_descriptors(::getpid()), before + 3);
}

}  // namespace
}  // namespace papert::sandbox
