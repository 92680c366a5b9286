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

#include <chrono>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "one_core.h"
#include "suite/turtleai/turtleai.h"
#include "suite/turtlebench/turtlebench.h"

namespace papert {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double kSeconds = 5;  // each work is repeated

suite::MintOptions some_tasks() { return {.seed = 7, .count = 40}; }

/// Resident memory in kilobytes.
long resident_kb() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  }
  return 0;
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
      (void)tasks.score(i, tasks.read(reply, reply::Extraction::kLenient));
    }
  };
  round();
  const long before = resident_kb();
  const double cpu = bench::cpu_seconds();
  const auto begin = Clock::now();
  std::size_t scored = 0;
  double seconds = 0;
  while (seconds < kSeconds) {
    round();
    scored += tasks.size();
    seconds = Seconds(Clock::now() - begin).count();
  }
  const auto count = static_cast<double>(scored);
  return {count / seconds, (bench::cpu_seconds() - cpu) / count * 1e3, resident_kb() - before};
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
  bench::stay_on_one_core();
  const std::string first = TRY(measure_suite(*suite::turtleai::make_suite()));
  const std::string second = TRY(measure_suite(*suite::turtlebench::make_suite()));
  return "{" + first + ", " + second + "}\n";
}

/// Each with the variables that its prompt names.
Result<std::string> programs() {
  const auto tasks = TRY(suite::turtlebench::make_suite()->mint(some_tasks()));
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
