// What the host makes of a shared area that a hostile process may have written.

#include "sandbox/exit_verdict.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cstring>
#include <random>
#include <set>

#include "sandbox/run_clock.h"

namespace papert::sandbox {
namespace {

class ExitVerdict : public testing::Test {
 protected:
  Outcome judged() { return exit_verdict(reply_, limits_, area_); }

  SharedArea area_ = *SharedArea::create(1U << 20U);
  Limits limits_;
  Reply reply_{.started = 1};
};

TEST_F(ExitVerdict, NothingReportedIsAKill) {
  EXPECT_EQ(judged().status, Status::kKilled);
  reply_.wait_status = 1 << 8;
  EXPECT_EQ(judged().status, Status::kKilled);
}

TEST_F(ExitVerdict, StatusesThatExcuseCannotBeClaimed) {
  area_.report().phase = Phase::kFinished;
  for (const Status status : {Status::kKilled, Status::kHostSlow, Status::kInternalError}) {
    area_.report().status = static_cast<std::uint32_t>(status);
    EXPECT_EQ(judged().status, Status::kKilled);
  }
  area_.report().status = 12345;
  EXPECT_EQ(judged().status, Status::kKilled);
  area_.report().status = static_cast<std::uint32_t>(Status::kForbidden);
  EXPECT_EQ(judged().status, Status::kForbidden);
  area_.report().phase = Phase::kRefused;
  EXPECT_EQ(judged().status, Status::kKilled);
}

TEST_F(ExitVerdict, LengthsAreChecked) {
  area_.report().phase = Phase::kFinished;
  area_.report().printed_used = 0xffffffff;
  EXPECT_EQ(judged().printed.size(), kPrintedBytes);
  area_.report().record_used = area_.record().size();
  EXPECT_EQ(judged().status, Status::kOk);
  area_.report().record_used = area_.record().size() + 1;
  EXPECT_EQ(judged().status, Status::kRecordLimit);
  area_.report().record_used = ~std::uint64_t{0};
  EXPECT_EQ(judged().status, Status::kRecordLimit);
  limits_.record_bytes = 10;
  area_.report().record_used = 11;
  EXPECT_EQ(judged().status, Status::kRecordLimit);
}

TEST_F(ExitVerdict, TextNeedNotEnd) {
  ChildReport& report = area_.report();
  std::memset(report.exception_type, 'E', sizeof report.exception_type);
  std::memset(report.reason, 0xff, sizeof report.reason);
  report.phase = Phase::kFinished;
  EXPECT_EQ(judged().exception_type.size(), sizeof report.exception_type);
  EXPECT_EQ(judged().reason.substr(0, 3), "\xef\xbf\xbd");
}

TEST_F(ExitVerdict, RandomBytesAreSurvived) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    auto* bytes = reinterpret_cast<unsigned char*>(&area_.report());
    for (std::size_t k = 0; k < sizeof(ChildReport); ++k) {
      bytes[k] = static_cast<unsigned char>(random());
    }
    if (i % 2 == 0) area_.report().phase = Phase::kFinished;
    const Outcome outcome = judged();
    EXPECT_NE(outcome.status, Status::kHostSlow);
    EXPECT_NE(outcome.status, Status::kInternalError);
  }
}

TEST_F(ExitVerdict, SignalsAndClocks) {
  area_.report().phase = Phase::kFinished;  // written, then killed: the kernel is believed
  reply_.wait_status = SIGSEGV;
  EXPECT_EQ(judged().status, Status::kKilled);
  reply_.wait_status = SIGSYS;
  EXPECT_EQ(judged().status, Status::kForbidden);
  reply_.wait_status = SIGKILL;
  EXPECT_EQ(judged().status, Status::kKilled);
  reply_.cause = KillCause::kCpu;
  EXPECT_EQ(judged().status, Status::kStepLimit);
  reply_.wait_status = SIGSEGV;  // it was in no state to report
  EXPECT_EQ(judged().status, Status::kStepLimit);
  reply_.wait_status = 0;
  area_.report().line = 7;
  EXPECT_EQ(judged().status, Status::kStepLimit) << "whatever the report says";
  EXPECT_EQ(judged().line, 7);
  reply_ = {};
  EXPECT_EQ(judged().status, Status::kInternalError);
}

TEST_F(ExitVerdict, OnlyAStarvedProgramIsExcused) {
  reply_.wait_status = SIGKILL;
  reply_.cause = KillCause::kStarved;
  EXPECT_EQ(judged().status, Status::kHostSlow);
  for (const KillCause cause : {KillCause::kStopped, KillCause::kIdle}) {
    reply_.cause = cause;
    EXPECT_EQ(judged().status, Status::kKilled);
  }
  EXPECT_EQ(judged().reason, "the program's process neither ran nor ended");
  reply_.wait_status = 0;  // it ended by itself before it was ended
  area_.report().phase = Phase::kFinished;
  EXPECT_EQ(judged().status, Status::kOk);
}

TEST_F(ExitVerdict, ABudgetSpentByTheKernelsCountIsNoCrash) {
  for (const int signal : {SIGKILL, SIGXCPU}) {
    reply_.wait_status = signal;
    reply_.cpu_us = limits_.cpu_ms * 899U;
    EXPECT_EQ(judged().status, Status::kKilled);
    reply_.cpu_us = limits_.cpu_ms * 900U;
    EXPECT_EQ(judged().status, Status::kStepLimit);
    EXPECT_EQ(judged().reason, "the CPU budget is spent");
  }
  reply_.wait_status = SIGSEGV;
  EXPECT_EQ(judged().status, Status::kKilled);
}

TEST(RunTimes, IdlenessKillsAndWaitingExcuses) {
  const Limits limits{.idle_ms = 100, .starved_ms = 1000};
  EXPECT_EQ(kill_cause({0, 0}, 99, limits), KillCause::kNone);
  EXPECT_EQ(kill_cause({0, 0}, 100, limits), KillCause::kIdle);
  EXPECT_EQ(kill_cause({50, 0}, 149, limits), KillCause::kNone);
  EXPECT_EQ(kill_cause({50, 0}, 150, limits), KillCause::kIdle);
  EXPECT_EQ(kill_cause({50, 999}, 1148, limits), KillCause::kNone) << "a starved one is waited for";
  EXPECT_EQ(kill_cause({50, 999}, 1149, limits), KillCause::kIdle);
  EXPECT_EQ(kill_cause({50, 1000}, 1050, limits), KillCause::kStarved);
}

TEST_F(ExitVerdict, ClearingLeavesNothing) {
  for (auto part : {area_.printed(), area_.source()}) std::memset(part.data(), 'x', part.size());
  std::memset(area_.record().data(), 'x', area_.record().size());
  area_.report().steps = 1;
  area_.clear();
  EXPECT_EQ(area_.report().steps, 0U);
  for (auto part : {area_.printed(), area_.source()}) {
    for (const char byte : part) ASSERT_EQ(byte, 0);
  }
  for (const std::byte byte : area_.record()) ASSERT_EQ(byte, std::byte{0});
}

TEST(Status, HasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Status::kInternalError); ++i) {
    EXPECT_TRUE(names.insert(status_name(static_cast<Status>(i))).second) << i;
  }
}

}  // namespace
}  // namespace papert::sandbox
