// How many replies of the two turtle suites are scored a second on one core, end to end: the code
// is found in the reply, run in the jail, and its drawing compared with the target.
//
//     turtle_suites_bench             rates and memory as JSON
//     turtle_suites_bench programs    the turtlebench programs as JSON lines, for the alternative
//
// Replies are minted references, in turn the task's own (right) and another task's (wrong, which is
// explained as well). PAPERT_ZYGOTE names the jailed interpreter. Host and jail take turns and are
// kept on one core.

#include <fmt/core.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "suite/turtleai/turtleai.h"
#include "suite/turtlebench/turtlebench.h"

namespace papert {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double kSeconds = 5;  // each work is repeated

suite::MintOptions some_tasks() { return {.seed = 7, .count = 40}; }

void stay_on_one_core() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(::sched_getcpu(), &one);
  ::sched_setaffinity(0, sizeof one, &one);
}

/// Resident memory in kilobytes.
long resident_kb() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  }
  return 0;
}

/// CPU time so far of this process, of its jails, and of the programs that those have reaped.
double cpu_seconds() {
  rusage own{};
  ::getrusage(RUSAGE_SELF, &own);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  double ticks = 0;
  std::ifstream children(fmt::format("/proc/self/task/{}/children", ::getpid()));
  for (std::string child; children >> child;) {
    std::ifstream file("/proc/" + child + "/stat");
    std::string text;
    for (int field = 1; field <= 13; ++field) file >> text;
    for (int field = 14; field <= 17; ++field) {  // user and system, own and of reaped children
      double value = 0;
      file >> value;
      ticks += value;
    }
  }
  return seconds(own.ru_utime) + seconds(own.ru_stime) +
         ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

struct Rate {
  double per_second = 0;
  double cpu_ms = 0;  // of a reply: on a busy machine the figure to look at
  long grown_kb = 0;  // from the first round to the last
};

/// Replies of task i + shift to task i, round and round.
Rate measure(const suite::TaskSet& tasks, const std::vector<std::string>& replies,
             std::size_t shift) {
  const auto round = [&] {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const std::string& reply = replies[(i + shift) % replies.size()];
      (void)tasks.score(i, tasks.extract(reply, suite::Extraction::kLenient));
    }
  };
  round();
  const long before = resident_kb();
  const double cpu = cpu_seconds();
  const auto begin = Clock::now();
  std::size_t scored = 0;
  double seconds = 0;
  while (seconds < kSeconds) {
    round();
    scored += tasks.size();
    seconds = Seconds(Clock::now() - begin).count();
  }
  const auto count = static_cast<double>(scored);
  return {count / seconds, (cpu_seconds() - cpu) / count * 1e3, resident_kb() - before};
}

Result<std::string> measure_suite(const suite::Suite& suite) {
  const auto tasks = TRY(suite.mint(some_tasks()));
  std::vector<std::string> replies;
  for (std::size_t i = 0; i < tasks->size(); ++i) replies.push_back(tasks->reference(i));
  std::string text;
  for (const std::size_t shift : {std::size_t{0}, std::size_t{1}}) {
    const Rate rate = measure(*tasks, replies, shift);
    text += fmt::format(R"({}"{}, {}": {{"per_second": {:.1f}, "cpu_ms": {:.4f}, "grown_kb": {}}})",
                        text.empty() ? "" : ", ", suite.name(), shift == 0 ? "right" : "wrong",
                        rate.per_second, rate.cpu_ms, rate.grown_kb);
  }
  return text;
}

Result<std::string> measure_all() {
  stay_on_one_core();
  const std::string first = TRY(measure_suite(*turtleai::make_suite()));
  return "{" + first + ", " + TRY(measure_suite(*turtlebench::make_suite())) + "}\n";
}

/// Each with the variables that its prompt names.
Result<std::string> programs() {
  const auto tasks = TRY(turtlebench::make_suite()->mint(some_tasks()));
  std::string lines;
  for (std::size_t i = 0; i < tasks->size(); ++i) {
    const suite::Prompt prompt = TRY(tasks->prompt(i, "{{examples}}{{task}}{{variables}}"));
    const auto body = [](const std::string& text) {
      const std::size_t begin = text.rfind("```python\n");
      if (begin == std::string::npos) return std::string();
      return text.substr(begin + 10, text.find("\n```", begin) - begin - 10) + "\n";
    };
    lines += dump_json(body(prompt.text) + body(tasks->reference(i))) + "\n";
  }
  return lines;
}

}  // namespace
}  // namespace papert

int main(int count, char** arguments) {
  const bool list = count == 2 && std::string_view(arguments[1]) == "programs";
  const auto text = list ? papert::programs() : papert::measure_all();
  if (!text) {
    fmt::print(stderr, "turtle_suites_bench: {}\n", text.error().to_string());
    return 1;
  }
  fmt::print("{}", *text);
  return 0;
}
