// A jail lasts: programs in a row, good and bad ones, and nothing grows. Takes PAPERT_SOAK programs
// (default 20,000); the full soak, with its figures, is
//
//     PAPERT_SOAK=100000 build/release/bin/sandbox_soak_test

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <string>

#include "process_facts.h"
#include "sandbox/sandbox.h"

namespace papert::sandbox {
namespace {

struct Step {
  const char* source;
  Status status;
};

constexpr Step kMix[] = {
    {"import turtle\nfor i in range(4): turtle.forward(i)", Status::kOk},
    {"1/0", Status::kException},
    {"import turtle\nturtle.forward(1)\nprint('x' * 1000)", Status::kOk},
    {"import sys\nsys.exit(3)", Status::kOk},
    {"while True: x = 1", Status::kStepLimit},
    {"import turtle\nturtle.flood(100_000)", Status::kOk},
    {"import sys\nsys.modules['os'].abort()", Status::kKilled},
    {"def f(:", Status::kSyntaxError},
    {"print('x' * 20_000)", Status::kOutputLimit},
    {"import sys\nsys.modules['os']._exit(4)", Status::kOk},
    {"import turtle\nturtle.flood(600_000)", Status::kRecordLimit},
    {"import socket", Status::kForbidden},
    {"'x' * 10**10", Status::kMemoryLimit},
    {"open('/etc/passwd')", Status::kForbidden},
    {"x = [[i] for i in range(300)]\ndel x", Status::kOk},
};

Limits limits() {
  Limits small;
  small.steps = 2000;
  small.output_bytes = 10'000;
  small.record_bytes = 500'000;
  return small;
}

struct Facts {
  std::size_t host_kilobytes;
  std::size_t zygote_kilobytes;
  std::size_t host_descriptors;
  std::size_t zygote_descriptors;
};

Facts facts(const Jail& jail) {
  return {resident_kilobytes(::getpid()), resident_kilobytes(jail.zygote_pid()),
          open_descriptors(::getpid()), open_descriptors(jail.zygote_pid())};
}

std::size_t wanted_count() {
  const char* text = std::getenv("PAPERT_SOAK");
  return text != nullptr ? std::strtoul(text, nullptr, 10) : 20'000;
}

TEST(Soak, NothingGrows) {
  const std::size_t count = wanted_count();
  auto jail = Jail::start({.zygote_path = PAPERT_TEST_ZYGOTE});
  ASSERT_TRUE(jail) << jail.error().to_string();
  const int zygote = jail->zygote_pid();
  Facts early{};
  for (std::size_t i = 0; i < count; ++i) {
    if (i == count / 10) early = facts(*jail);
    const Step& step = kMix[i % std::size(kMix)];
    const Outcome outcome = jail->run(step.source, limits());
    ASSERT_EQ(outcome.status, step.status) << i << ": " << step.source << "\n" << outcome.reason;
  }
  const Facts late = facts(*jail);
  std::cout << "resident after " << count / 10 << " and " << count << " programs: host "
            << early.host_kilobytes << " and " << late.host_kilobytes << " kB, zygote "
            << early.zygote_kilobytes << " and " << late.zygote_kilobytes << " kB\n";
  EXPECT_EQ(jail->zygote_pid(), zygote);
  EXPECT_LE(late.host_kilobytes, early.host_kilobytes + 1024);
  EXPECT_LE(late.zygote_kilobytes, early.zygote_kilobytes + 64);
  EXPECT_EQ(late.host_descriptors, early.host_descriptors);
  EXPECT_EQ(late.zygote_descriptors, early.zygote_descriptors);
  EXPECT_TRUE(children_of(zygote).empty());
  EXPECT_EQ(children_of(::getpid()).size(), 1U);
}

}  // namespace
}  // namespace papert::sandbox
