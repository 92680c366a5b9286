// Every hostile program under every condition the jail must hold in: started by root and by an
// ordinary user, with namespaces and on a host that offers none.

#include <grp.h>
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <ostream>

#include <array>
#include <string>

#include "hostile_programs.h"
#include "sandbox/sandbox.h"

namespace papert::sandbox {
namespace {

struct Condition {
  const char* name;
  bool ordinary_user;
  bool namespaces;
};

void PrintTo(const Condition& condition, std::ostream* out) { *out << condition.name; }

/// Endless work meets a small budget, so that the table does not take minutes. A program that is to
/// end by itself keeps the whole one: touching 256 MB takes a slow host longer than the small one.
Limits limits_for(Status expected) {
  Limits limits;
  if (expected != Status::kStepLimit) return limits;
  limits.steps = 1'500'000;
  limits.cpu_ms = 700;
  return limits;
}

/// What differs from the expectation; empty if nothing.
std::string difference(const HostileProgram& program, const Outcome& outcome) {
  if (outcome.status == program.status && outcome.exception_type == program.exception_type) {
    return {};
  }
  return std::string(program.name) + ": expected " + std::string(status_name(program.status)) +
         " " + program.exception_type + ", got " + std::string(status_name(outcome.status)) + " " +
         outcome.exception_type + " (" + outcome.reason + ")\n";
}

std::string run_table(const Condition& condition) {
  auto jail =
      Jail::start({.zygote_path = PAPERT_TEST_ZYGOTE, .use_namespaces = condition.namespaces});
  if (!jail) return jail.error().to_string();
  const int zygote = jail->zygote_pid();
  std::string differences;
  for (const HostileProgram& program : hostile_programs()) {
    differences += difference(program, jail->run(program.source, limits_for(program.status)));
    const Outcome after = jail->run("import turtle\nturtle.forward(1)\nprint(2)", {});
    if (after.status != Status::kOk || after.record_bytes != "1;" || after.printed != "2\n") {
      differences +=
          std::string(program.name) + ": harmed the next program: " + after.reason + "\n";
    }
  }
  if (jail->zygote_pid() != zygote) differences += "the interpreter had to be restarted\n";
  return differences;
}

/// Runs the table in a process of its own, as user nobody.
std::string run_table_as_nobody(const Condition& condition) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return "no pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    std::string differences = "cannot become an ordinary user";
    if (::setgroups(0, nullptr) == 0 && ::setresgid(65534, 65534, 65534) == 0 &&
        ::setresuid(65534, 65534, 65534) == 0) {
      differences = ::access(PAPERT_TEST_ZYGOTE, X_OK) == 0 ? run_table(condition) : "unreachable";
    }
    const ssize_t written = ::write(ends[1], differences.data(), differences.size());
    ::_exit(written == static_cast<ssize_t>(differences.size()) ? 0 : 1);
  }
  ::close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = ::read(ends[0], buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0) text += "the host process ended with status " + std::to_string(status);
  return text;
}

class Hostile : public testing::TestWithParam<Condition> {};

TEST_P(Hostile, EveryProgramMeetsItsVerdict) {
  if (!GetParam().ordinary_user) {
    EXPECT_EQ(run_table(GetParam()), "");
    return;
  }
  if (::geteuid() != 0) GTEST_SKIP() << "already an ordinary user";
  const std::string differences = run_table_as_nobody(GetParam());
  if (differences == "unreachable") GTEST_SKIP() << "user nobody cannot reach the build folder";
  EXPECT_EQ(differences, "");
}

INSTANTIATE_TEST_SUITE_P(Conditions, Hostile,
                         testing::Values(Condition{"caller", false, true},
                                         Condition{"caller_without_namespaces", false, false},
                                         Condition{"nobody", true, true},
                                         Condition{"nobody_without_namespaces", true, false}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace papert::sandbox
