#include "base/cancel.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <thread>

namespace papert {
namespace {

TEST(CancelToken, CopiesShareTheFlag) {
  const CancelToken a;
  const CancelToken b = a;
  const CancelToken other;
  EXPECT_FALSE(b.cancelled());
  std::thread([&a] { a.cancel(); }).join();
  EXPECT_TRUE(b.cancelled());
  EXPECT_FALSE(other.cancelled());
}

TEST(SignalCancel, SetsItsToken) {
  for (const int number : {SIGINT, SIGTERM}) {
    const SignalCancel signals;
    EXPECT_FALSE(signals.token().cancelled());
    EXPECT_EQ(signals.signal(), 0);
    ::raise(number);
    EXPECT_TRUE(signals.token().cancelled());
    EXPECT_EQ(signals.signal(), number);
  }
}

TEST(SignalCancel, TakesATokenAndTermTwice) {
  const CancelToken token;
  const SignalCancel signals(token);
  ::raise(SIGTERM);
  ::raise(SIGTERM);
  EXPECT_TRUE(token.cancelled());
}

/// Whether the thread waits in read().
bool is_reading(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/syscall");
  std::string call;
  file >> call;
  return call == std::to_string(SYS_read);
}

TEST(SignalCancel, InterruptsSystemCalls) {
  const SignalCancel signals;
  int ends[2] = {};
  ASSERT_EQ(::pipe(ends), 0);
  const pthread_t self = ::pthread_self();
  const pid_t reader = ::gettid();
  // A signal that comes before the read would interrupt nothing, and a second one ends the process.
  std::thread thread([&] {
    while (!is_reading(reader)) ::usleep(1000);
    ::pthread_kill(self, SIGTERM);
  });
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), -1);
  EXPECT_EQ(errno, EINTR);
  thread.join();
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(SignalCancel, RestoresTheHandlers) {
  struct sigaction before{};
  ::sigaction(SIGINT, nullptr, &before);
  {
    const SignalCancel signals;
  }
  struct sigaction after{};
  ::sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

TEST(SignalCancelDeathTest, ASecondInterruptEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        const SignalCancel signals;
        ::raise(SIGINT);
        ::raise(SIGINT);
        _exit(1);
      },
      testing::ExitedWithCode(130), "");
  EXPECT_EXIT(
      {
        const SignalCancel signals;
        ::raise(SIGTERM);
        ::raise(SIGINT);
        _exit(1);
      },
      testing::ExitedWithCode(130), "");
}

}  // namespace
}  // namespace papert
