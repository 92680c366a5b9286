// What programs get, what their outcomes say, and that a jail lasts.

#include "sandbox/jail.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "process_facts.h"
#include "sandbox/namespaces.h"

namespace papert::sandbox {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Jail start_jail() {
  auto jail = Jail::start({.zygote_path = PAPERT_TEST_ZYGOTE});
  if (!jail) {
    ADD_FAILURE() << jail.error().to_string();
    std::abort();
  }
  return std::move(*jail);
}

/// One jail for the tests that do not harm it.
Outcome run(std::string_view source, const Limits& limits = {}) {
  static Jail jail = start_jail();
  return jail.run(source, limits);
}

std::string printed(std::string_view source) {
  const Outcome outcome = run(source);
  return outcome.status == Status::kOk
             ? outcome.printed
             : std::string(status_name(outcome.status)) + " " + outcome.reason;
}

TEST(Jail, HandsOverDrawingAndOutput) {
  const Outcome outcome =
      run("import turtle\nturtle.forward(3)\nturtle.forward(4.5)\nprint('h\\u00e9')");
  EXPECT_EQ(outcome.status, Status::kOk);
  EXPECT_EQ(outcome.ending, Ending::kNormal);
  EXPECT_EQ(outcome.record_bytes, "3;4.5;");
  EXPECT_EQ(outcome.printed, "h\u00e9\n");
  EXPECT_EQ(outcome.reason, "");
  EXPECT_EQ(outcome.steps, 4U);
  EXPECT_GT(outcome.cpu_seconds, 0);
}

TEST(Jail, NamesExceptionLineAndReason) {
  const Outcome outcome =
      run("import turtle\nturtle.forward(1)\ndef f(x):\n  return 1 / x\n\nf(0)");
  EXPECT_EQ(outcome.status, Status::kException);
  EXPECT_EQ(outcome.exception_type, "ZeroDivisionError");
  EXPECT_EQ(outcome.line, 4);
  EXPECT_EQ(outcome.reason, "ZeroDivisionError: division by zero");
  EXPECT_EQ(outcome.record_bytes, "1;");
}

TEST(Jail, TakesTheProgramsLineWhereTheLibraryRaises) {
  const Outcome outcome = run("import statistics\n\nstatistics.mean([])");
  EXPECT_EQ(outcome.exception_type, "StatisticsError");
  EXPECT_EQ(outcome.line, 3);
}

TEST(Jail, ReasonIsOneLine) {
  EXPECT_EQ(run("raise ValueError('a\\nb\\x00c')").reason, "ValueError: a b");
  EXPECT_LT(run("raise ValueError('x' * 100000)").reason.size(), 3000U);
}

TEST(Jail, TellsSyntaxErrors) {
  const Outcome outcome = run("x = 1\nfor\n");
  EXPECT_EQ(outcome.status, Status::kSyntaxError);
  EXPECT_EQ(outcome.line, 2);
  EXPECT_EQ(run("if 1:\nx").exception_type, "IndentationError");
  EXPECT_EQ(run(std::string_view("x\0y", 3)).status, Status::kSyntaxError);
  EXPECT_EQ(run("x = '\xff'").status, Status::kSyntaxError);
  EXPECT_EQ(run(std::string(kMaxSourceBytes + 1, '#')).status, Status::kSyntaxError);
  EXPECT_EQ(run(std::string(kMaxSourceBytes, '#')).status, Status::kOk);
  EXPECT_EQ(run("eval('1+')").status, Status::kException);
  EXPECT_EQ(run("").status, Status::kOk);
}

TEST(Jail, KeepsTheDrawingAtEveryEnd) {
  const std::string draw = "import sys, turtle\nturtle.forward(7)\n";
  const Outcome sys_exit = run(draw + "sys.exit(3)");
  EXPECT_EQ(sys_exit.status, Status::kOk);
  EXPECT_EQ(sys_exit.ending, Ending::kSysExit);
  EXPECT_EQ(sys_exit.exit_code, 3);
  EXPECT_EQ(sys_exit.record_bytes, "7;");
  const Outcome os_exit = run(draw + "sys.modules['os']._exit(4)");
  EXPECT_EQ(os_exit.status, Status::kOk);
  EXPECT_EQ(os_exit.ending, Ending::kOsExit);
  EXPECT_EQ(os_exit.exit_code, 4);
  EXPECT_EQ(os_exit.record_bytes, "7;");
  Limits few;
  few.steps = 1000;
  const Outcome endless = run(draw + "while True:\n  x = 1", few);
  EXPECT_EQ(endless.status, Status::kStepLimit);
  EXPECT_EQ(endless.record_bytes, "7;");
  EXPECT_EQ(run(draw + "sys.exit('message')").exit_code, 1);
}

TEST(Jail, StepLimitIsExact) {
  const std::string program = "x = 1\nx = 2\nx = 3\n";
  Limits limits;
  limits.steps = 3;
  EXPECT_EQ(run(program, limits).status, Status::kOk);
  limits.steps = 2;
  const Outcome outcome = run(program, limits);
  EXPECT_EQ(outcome.status, Status::kStepLimit);
  EXPECT_EQ(outcome.line, 3);
  EXPECT_EQ(outcome.steps, 2U);
}

TEST(Jail, OutputLimitIsExact) {
  Limits limits;
  limits.output_bytes = 10;
  EXPECT_EQ(run("print('123456789')", limits).status, Status::kOk);
  const Outcome outcome = run("\nprint('1234567890')", limits);
  EXPECT_EQ(outcome.status, Status::kOutputLimit);
  EXPECT_EQ(outcome.line, 2);
  EXPECT_EQ(run("print('x' * 900_000)").printed.size(), kPrintedBytes);
}

TEST(Jail, RecordLimitIsExact) {
  Limits limits;
  limits.record_bytes = 1000;
  EXPECT_EQ(run("import turtle\nturtle.flood(1000)", limits).record_bytes.size(), 1000U);
  const Outcome outcome = run("import turtle\nturtle.flood(1001)", limits);
  EXPECT_EQ(outcome.status, Status::kRecordLimit);
  EXPECT_EQ(outcome.record_bytes, "");
}

TEST(Jail, MemoryLimitIsTheProgramsOwn) {
  Limits limits;
  limits.memory_bytes = 64U << 20U;
  EXPECT_EQ(run("x = bytearray(60 << 20)", limits).status, Status::kOk);
  EXPECT_EQ(run("x = bytearray(65 << 20)", limits).status, Status::kMemoryLimit);
}

TEST(Jail, AllOfTheMemoryIsTheProgramsWhateverItsShape) {
  const std::string count = "n, kept = 0, []\ntry:\n  while True:\n    kept.append(";
  const std::string tell = ")\n    n += 1\nexcept MemoryError:\n  kept = None\nprint(n)";
  Limits limits;
  limits.memory_bytes = 64U << 20U;
  const auto fits = [&](const std::string& block) {
    return std::stoul(run(count + block + tell, limits).printed);
  };
  EXPECT_NEAR(static_cast<double>(fits("bytearray(9 << 20)")), 6.5, 0.6);
  EXPECT_NEAR(static_cast<double>(fits("bytearray(100_000)")), 660, 25);
  EXPECT_NEAR(static_cast<double>(fits("bytearray(400)")), 140'000, 20'000);
}

TEST(Jail, MemoryCanBeUsedAgainInOtherSizes) {
  Limits limits;
  limits.memory_bytes = 64U << 20U;
  const Outcome outcome =
      run("for size in (20, 200, 400, 2000, 50_000, 8_000_000):\n"
          "  kept = [bytes(size) for _ in range(30_000_000 // (size + 70))]\n"
          "  del kept\nprint('ok')",
          limits);
  EXPECT_EQ(outcome.printed, "ok\n") << outcome.reason;
}

TEST(Jail, WithoutAStepLimitNothingIsCounted) {
  Limits limits;
  limits.steps = 0;
  const Outcome outcome = run("for i in range(100_000): pass", limits);
  EXPECT_EQ(outcome.status, Status::kOk);
  EXPECT_EQ(outcome.steps, 0U);
  limits.cpu_ms = 100;
  EXPECT_EQ(run("while True: pass", limits).status, Status::kStepLimit);
}

TEST(Jail, RunsWhereThereAreNoHugePages) {
  ASSERT_EQ(::prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0), 0);  // the jail inherits it
  Jail jail = start_jail();
  ASSERT_EQ(::prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0), 0);
  EXPECT_EQ(jail.run("import turtle\nturtle.forward(1)", {}).record_bytes, "1;");
  Limits limits;
  limits.memory_bytes = 64U << 20U;
  EXPECT_EQ(jail.run("x = bytearray(60 << 20)", limits).status, Status::kOk);
  EXPECT_EQ(jail.run("x = bytearray(65 << 20)", limits).status, Status::kMemoryLimit);
}

TEST(Jail, EnvironmentHoldsOnlyTheTimeZone) {
  EXPECT_EQ(printed("import sys\nprint(dict(sys.modules['os'].environ))"), "{'TZ': 'UTC'}\n");
}

TEST(Jail, PreparationsLeaveNoTrace) {
  EXPECT_EQ(printed("import sys\nprint('gc' in sys.modules, sorted(globals()))"),
            "False ['__annotations__', '__builtins__', '__doc__', '__loader__', '__name__', "
            "'__package__', '__spec__', 'sys']\n");
  EXPECT_EQ(printed("import time\nprint(time.perf_counter() < 0.001)"), "True\n");
}

TEST(Jail, EveryModuleImportsAndWorks) {
  std::string program;
  for (const std::string& module : default_modules()) {
    if (module != "__future__") program += "import " + module + "\n";
  }
  EXPECT_EQ(printed(program + "print('ok')"), "ok\n");
  EXPECT_EQ(printed("from __future__ import annotations\nprint(1)"), "1\n");
  EXPECT_EQ(printed("from decimal import Decimal\nprint(Decimal(1) / 7)"),
            "0.1428571428571428571428571429\n");
  EXPECT_EQ(
      printed("from datetime import datetime\nprint(datetime.strptime('2020-02-03', '%Y-%m-%d'))"),
      "2020-02-03 00:00:00\n");
  EXPECT_EQ(printed("import json\nprint(json.loads(json.dumps({'a': [1, 2.5]})))"),
            "{'a': [1, 2.5]}\n");
  EXPECT_EQ(printed("import re\nprint(re.sub(r'(\\w)\\d', r'\\1', 'a1b2'))"), "ab\n");
  EXPECT_EQ(printed("from dataclasses import dataclass, field\n@dataclass\nclass P:\n  x: int\n"
                    "  y: list = field(default_factory=list)\nprint(P(1))"),
            "P(x=1, y=[])\n");
  EXPECT_EQ(
      printed("import enum, collections, statistics, fractions\n"
              "class C(enum.Enum):\n  A = enum.auto()\n"
              "N = collections.namedtuple('N', 'a b')\n"
              "print(C.A, N(1, 2), statistics.stdev([1, 2, 4]) > 1, fractions.Fraction('1/3'))"),
      "C.A N(a=1, b=2) True 1/3\n");
  EXPECT_EQ(
      printed("import time\nprint(time.strptime('30', '%M').tm_min, eval(\"'\\\\N{DIGIT ONE}'\"))"),
      "30 1\n");
  EXPECT_EQ(printed("import copy\nclass A: pass\na = A()\na.x = [1]\nprint(copy.deepcopy(a).x)"),
            "[1]\n");
  EXPECT_EQ(printed("import collections.abc\nprint('\\N{DEGREE SIGN}', 'é'.encode('latin-1'))"),
            "\u00b0 b'\\xe9'\n");
}

TEST(Jail, RefusedImportListsWhatIsAllowed) {
  const Outcome outcome = run("\nimport numpy as np");
  EXPECT_EQ(outcome.status, Status::kForbidden);
  EXPECT_EQ(outcome.exception_type, "ImportError");
  EXPECT_EQ(outcome.line, 2);
  EXPECT_THAT(outcome.reason, HasSubstr("'numpy'"));
  EXPECT_THAT(outcome.reason, HasSubstr("colorsys, copy, dataclasses"));
}

TEST(Jail, RunsAreEqual) {
  const std::string program =
      "import random, time, datetime\nprint(random.random(), "
      "random.Random().random())\nrandom.seed()\n"
      "print(random.random())\nrandom.seed()\nprint(random.random())\n"
      "print(time.time(), time.perf_counter(), time.localtime(), time.strftime('%H:%M:%S'))\n"
      "print(datetime.datetime.now(), datetime.date.today(), hash('a'), {'x', 'y', 'z'})\n"
      "class O: pass\nprint({id(O())})\nprint([o.n for o in {(lambda: None) for _ in range(0)}])\n";
  const std::string first = printed(program);
  EXPECT_THAT(first, StartsWith("0."));
  EXPECT_EQ(printed(program), first);
  Jail other = start_jail();
  EXPECT_EQ(other.run(program, {}).printed, first);
  EXPECT_EQ(printed("import random\na = []\nfor _ in range(2):\n  random.seed()\n  "
                    "a.append(random.random())\n"
                    "print(a[0] != a[1])"),
            "True\n");
  EXPECT_EQ(printed("import random\nrandom.seed(1)\nprint(random.random())"),
            "0.13436424411240122\n");
}

TEST(Jail, SleepTakesNoTimeButPasses) {
  EXPECT_EQ(
      printed(
          "import time\na = time.time()\ntime.sleep(3600)\nprint(3600 <= time.time() - a < 3601)"),
      "True\n");
}

TEST(Jail, ProgramsDoNotSeeEachOther) {
  EXPECT_EQ(run("import turtle, math\nturtle.forward(1)\nmath.pi = 3\nx = 5\nprint('left')").status,
            Status::kOk);
  const Outcome outcome = run("import turtle, math\nprint(math.pi, 'x' in globals(), __name__)");
  EXPECT_EQ(outcome.printed, "3.141592653589793 False __main__\n");
  EXPECT_EQ(outcome.record_bytes, "");
}

TEST(Jail, ReportsTheLockdown) {
  Jail jail = start_jail();
  const LockdownReport& report = jail.lockdown();
  EXPECT_TRUE(report.holds());
  EXPECT_THAT(report.to_string(), HasSubstr("active    system call filter"));
  EXPECT_THAT(report.to_string(), HasSubstr("active    self-check"));
  EXPECT_THAT(report.to_string(), HasSubstr("active    waiting times"));
  auto bare = Jail::probe({.zygote_path = PAPERT_TEST_ZYGOTE, .use_namespaces = false});
  ASSERT_TRUE(bare) << bare.error().to_string();
  EXPECT_TRUE(bare->holds());
  EXPECT_THAT(bare->to_string(), HasSubstr("missing   empty root"));
  const auto decoded = decode_report(encode_report(report));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->mechanisms, report.mechanisms);
  EXPECT_FALSE(decode_report("7\tname\tdetail\n"));
  EXPECT_FALSE(decode_report("nonsense"));
}

TEST(Jail, StartFailuresNameTheirCause) {
  const auto missing = Jail::start({.zygote_path = "/nonexistent/zygote"});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  const auto wrong = Jail::start({.zygote_path = "/bin/true"});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("did not start"));
  const auto module =
      Jail::start({.zygote_path = PAPERT_TEST_ZYGOTE, .modules = {"math", "no_such"}});
  ASSERT_FALSE(module);
  EXPECT_THAT(module.error().message, HasSubstr("no_such"));
}

TEST(Jail, ModulesAreConfiguration) {
  auto jail = Jail::start({.zygote_path = PAPERT_TEST_ZYGOTE, .modules = {"math", "textwrap"}});
  ASSERT_TRUE(jail) << jail.error().to_string();
  EXPECT_EQ(jail->run("import textwrap", {}).status, Status::kOk);
  EXPECT_EQ(jail->run("import random", {}).status, Status::kForbidden);
}

TEST(Jail, ReplacesAnInterpreterThatDied) {
  Jail jail = start_jail();
  ASSERT_EQ(::kill(jail.zygote_pid(), SIGKILL), 0);
  EXPECT_EQ(jail.run("x = 1", {}).status, Status::kOk);
}

TEST(Jail, RunsAProgramOnceMoreWhoseInterpreterDied) {
  // Until the killer comes before the program's end.
  for (bool in_time = false; !in_time;) {
    Jail jail = start_jail();
    const int first = jail.zygote_pid();
    std::atomic<bool> over = false;
    std::thread killer([&] {
      while (children_of(first).empty() && !over) std::this_thread::yield();
      ::kill(first, SIGKILL);
    });
    const Outcome outcome = jail.run("for i in range(3000000): pass\nprint(i)", {});
    in_time = jail.zygote_pid() != first;
    over = true;
    killer.join();
    EXPECT_EQ(outcome.status, Status::kOk) << outcome.reason;
    EXPECT_EQ(outcome.printed, "2999999\n");
  }
}

TEST(Jail, AnInterpreterThatNobodyNeedsEnds) {
  auto jail = Jail::start({.zygote_path = PAPERT_TEST_ZYGOTE, .idle_ms = 500});
  ASSERT_TRUE(jail) << jail.error().to_string();
  const int first = jail->zygote_pid();
  while (status_line(first, "State") != "Z" && ::kill(first, 0) == 0) std::this_thread::yield();
  EXPECT_EQ(jail->run("print(7)", {}).printed, "7\n");
  EXPECT_NE(jail->zygote_pid(), first);
}

TEST(Jail, AStoppedProgramIsAKilledOne) {
  Jail jail = start_jail();
  std::atomic<bool> stopped = false;
  std::thread stopper([&] {
    for (int i = 0; i < 500 && !stopped; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      for (const int child : children_of(jail.zygote_pid())) stopped = ::kill(child, SIGSTOP) == 0;
    }
  });
  Limits limits;
  limits.steps = 1ULL << 60U;
  const Outcome outcome = jail.run("while True: pass", limits);
  stopper.join();
  if (!stopped) GTEST_SKIP() << "this user cannot stop the program's process";
  EXPECT_EQ(outcome.status, Status::kKilled);
  EXPECT_EQ(outcome.reason, "the program's process was stopped");
  EXPECT_EQ(jail.run("x = 1", {}).status, Status::kOk);
}

/// Holds the supervisor up from where the only child it has is at work until that one is dead.
void stop_supervisor_of_next_child(int zygote) {
  const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); };
  std::vector<int> children;
  while ((children = children_of(zygote)).empty()) wait();
  const auto state = [&] { return status_line(children[0], "State"); };
  while (cpu_seconds_of(children[0]) < 0.1 && !state().empty()) wait();
  ::kill(zygote, SIGSTOP);
  for (std::string now = state(); !now.empty() && now != "Z"; now = state()) wait();
  ::kill(zygote, SIGCONT);
}

TEST(Jail, ABudgetSpentBehindTheSupervisorsBackIsNoCrash) {
  Jail jail = start_jail();
  if (::kill(jail.zygote_pid(), 0) != 0) GTEST_SKIP() << "this user cannot stop the supervisor";
  std::thread stopper([&] { stop_supervisor_of_next_child(jail.zygote_pid()); });
  const Outcome outcome = jail.run("x = 1\nsum(range(10**12))", {.cpu_ms = 1000});
  stopper.join();
  EXPECT_EQ(outcome.status, Status::kStepLimit) << outcome.reason;
  EXPECT_EQ(outcome.line, 2);
  EXPECT_GE(outcome.cpu_seconds, 1.5);
}

TEST(Jail, KeysPressedAtATerminalDoNotReachIt) {
  const Jail jail = start_jail();
  EXPECT_EQ(::getsid(jail.zygote_pid()), jail.zygote_pid());
}

TEST(Jail, TheCapabilityBoundingSetIsEmpty) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can empty it";
  const Jail jail = start_jail();
  for (const char* set : {"CapBnd", "CapInh", "CapPrm", "CapEff", "CapAmb"}) {
    EXPECT_EQ(status_line(jail.zygote_pid(), set), "0000000000000000") << set;
  }
}

/// Where the program's file says that memory is to be read-only once it is linked.
Elf64_Addr read_only_after_linking(const char* program) {
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part{};
    file.read(reinterpret_cast<char*>(&part), sizeof part);
    if (part.p_type == PT_GNU_RELRO) return part.p_vaddr;
  }
  return 0;
}

TEST(Jail, TheInterpretersCodeAndConstantsAreProtected) {
  const Jail jail = start_jail();
  const std::vector<Mapping> mappings = mappings_of(jail.zygote_pid());
  if (mappings.empty()) GTEST_SKIP() << "this user cannot see the interpreter's memory";
  const Elf64_Addr sealed = read_only_after_linking(PAPERT_TEST_ZYGOTE);
  ASSERT_NE(sealed, 0U) << "linked without RELRO";
  bool found = false;
  for (const Mapping& each : mappings) {
    EXPECT_FALSE(each.access[1] == 'w' && each.access[2] == 'x') << std::hex << each.begin;
    if (sealed < each.begin || sealed >= each.end) continue;
    found = true;
    EXPECT_EQ(each.access, "r--p");
  }
  EXPECT_TRUE(found);
}

/// What Jail::start says in a user namespace that maps one user, root, as `unshare -r` makes it.
std::string start_where_only_root_exists() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return "no pipe";
  const std::string map = "0 " + std::to_string(::geteuid()) + " 1\n";
  const pid_t child = ::fork();
  if (child == 0) {
    std::string said = "no user namespace";
    if (::unshare(CLONE_NEWUSER) == 0 && write_identity_maps({map, map})) {
      const auto jail = Jail::start({.zygote_path = PAPERT_TEST_ZYGOTE});
      said = jail ? "started" : jail.error().to_string();
    }
    const ssize_t written = ::write(ends[1], said.data(), said.size());
    ::_exit(written == static_cast<ssize_t>(said.size()) ? 0 : 1);
  }
  ::close(ends[1]);
  std::string said(4096, '\0');
  const ssize_t size = ::read(ends[0], said.data(), said.size());
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  said.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return said;
}

TEST(Jail, RootThatCannotBeLeftIsRefused) {
  const std::string said = start_where_only_root_exists();
  if (said == "no user namespace") GTEST_SKIP() << said;
  EXPECT_THAT(said, HasSubstr("the jail cannot be closed on this machine"));
  EXPECT_THAT(said, HasSubstr("REQUIRED  ordinary user"));
  EXPECT_THAT(said, HasSubstr("cannot leave root"));
  EXPECT_THAT(said, HasSubstr("unshare -r"));
}

/// Eleven busy threads on the processor that this thread, and what it starts meanwhile, may use.
class CrowdedProcessor {
 public:
  CrowdedProcessor() {
    ::sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(::sched_getcpu(), &one);
    ::sched_setaffinity(0, sizeof one, &one);
    for (int i = 0; i < 11; ++i) {
      crowd_.emplace_back([this] {
        while (!done_) {
        }
      });
    }
  }
  ~CrowdedProcessor() {
    done_ = true;
    for (std::thread& thread : crowd_) thread.join();
    ::sched_setaffinity(0, sizeof before_, &before_);
  }

 private:
  cpu_set_t before_{};
  std::atomic<bool> done_ = false;
  std::vector<std::thread> crowd_;
};

TEST(Jail, AStarvedProgramIsWaitedFor) {
  const CrowdedProcessor crowd;
  Jail jail = start_jail();
  Limits limits;
  limits.cpu_ms = 150;
  limits.idle_ms = 1000;  // with eleven others it waits for longer
  for (const char* program : {"x = 1\nsum(range(10**12))", "x = 1\n9**9**9"}) {
    const Outcome outcome = jail.run(program, limits);
    EXPECT_EQ(outcome.status, Status::kStepLimit) << outcome.reason;
    EXPECT_EQ(outcome.line, 2);
    EXPECT_GE(outcome.cpu_seconds, 0.14);
  }
}

TEST(Jail, AProgramThatGetsNoCpuIsTheHostsFault) {
  const CrowdedProcessor crowd;
  Jail jail = start_jail();
  Limits limits;
  limits.starved_ms = 300;
  const Outcome outcome = jail.run("sum(range(10**12))", limits);
  EXPECT_EQ(outcome.status, Status::kHostSlow) << outcome.reason;
  EXPECT_LT(outcome.cpu_seconds, static_cast<double>(limits.cpu_ms) / 1000);  // its budget was left
  EXPECT_EQ(jail.run("x = 1", {}).status, Status::kOk);
}

TEST(Jail, VerdictIsTheSameUnderLoad) {
  const std::string program =
      "import turtle\nn = 0\nwhile True:\n  n += 1\n  if n % 1000 == 0: turtle.forward(n)\n";
  Limits limits;
  limits.steps = 300'000;
  const Outcome idle = run(program, limits);
  std::atomic<bool> done = false;
  std::vector<std::thread> load;
  for (int i = 0; i < 6; ++i) {
    load.emplace_back([&] {
      while (!done) {
      }
    });
  }
  for (int i = 0; i < 5; ++i) {
    const Outcome busy = run(program, limits);
    EXPECT_EQ(busy.status, Status::kStepLimit);
    EXPECT_EQ(busy.steps, idle.steps);
    EXPECT_EQ(busy.line, idle.line);
    EXPECT_EQ(busy.record_bytes, idle.record_bytes);
  }
  const Outcome c_loop = run("x = 1\nsum(range(10**12))", {.cpu_ms = 200});
  EXPECT_EQ(c_loop.status, Status::kStepLimit);
  EXPECT_EQ(c_loop.line, 2);
  EXPECT_EQ(c_loop.reason, "the CPU budget is spent");
  EXPECT_GE(c_loop.cpu_seconds, 0.19);
  done = true;
  for (std::thread& thread : load) thread.join();
}

TEST(Jail, EndsWithoutLeavingAProcess) {
  int pid = -1;
  {
    Jail jail = start_jail();
    pid = jail.zygote_pid();
    Jail moved = std::move(jail);
    EXPECT_EQ(moved.run("x = 1", {}).status, Status::kOk);
  }
  EXPECT_EQ(::waitpid(pid, nullptr, WNOHANG), -1);
  EXPECT_EQ(::kill(pid, 0), -1);
}

}  // namespace
}  // namespace papert::sandbox
