// How many turtle programs a second one jail runs on one core, with everything a judged run has:
// the full lock-down, limits, step counting, the drawing handed over and decoded.
//
//     sandbox_bench papert-zygote folder [work]
//
// The programs are trivial.py, typical.py (as models write them), medium.py and heavy.py in the
// folder; work is one of trivial, typical, medium, heavy and heavy_uncounted, and all of them when
// it is left out.
//
// Host, zygote and program take turns, so one core does all the work; all three are kept on it.
// Prints JSON: per program the rate and the times of a run at the middle and at the 99th
// percentile.

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "lang/turtle/host/run_program.h"
#include "one_core.h"
#include "sandbox/sandbox.h"

namespace papert {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

struct Work {
  std::string_view name;
  std::string_view program;
  double seconds;  // how long it is repeated
  bool counted;
};

constexpr Work kWork[] = {{"trivial", "trivial", 4, true},
                          {"typical", "typical", 4, true},
                          {"medium", "medium", 4, true},
                          {"heavy", "heavy", 5, true},
                          {"heavy_uncounted", "heavy", 4, false}};

Result<std::string> measure(sandbox::Jail& jail, const Work& work, const std::string& source) {
  sandbox::Limits limits;
  if (!work.counted) limits.steps = 0;
  std::vector<double> times;
  double total = 0;
  double cpu = 0;
  for (int warm_up = 3; total < work.seconds; --warm_up) {
    const auto begin = Clock::now();
    const lang::turtle::Drawing drawing = lang::turtle::run_program(jail, source, limits);
    const double time = Seconds(Clock::now() - begin).count();
    if (drawing.outcome.status != sandbox::Status::kOk || drawing.scene.items.empty()) {
      return fail(ErrorCode::kInternal, "no drawing: " + drawing.outcome.reason,
                  std::string(work.name));
    }
    if (warm_up == 1) cpu = -bench::cpu_seconds();
    if (warm_up > 0) continue;
    times.push_back(time);
    total += time;
  }
  cpu += bench::cpu_seconds();
  std::sort(times.begin(), times.end());
  const auto count = static_cast<double>(times.size());
  return fmt::format(
      R"("{}": {{"per_second": {:.1f}, "p50_ms": {:.4f}, "p99_ms": {:.4f}, "cpu_ms": {:.4f}}})",
      work.name, count / total, times[times.size() / 2] * 1e3, times[times.size() * 99 / 100] * 1e3,
      cpu / count * 1e3);
}

Result<std::string> measure_all(const std::string& zygote, const std::string& folder,
                                std::string_view only) {
  bench::stay_on_one_core();
  sandbox::Jail jail = TRY(sandbox::Jail::start({.zygote_path = zygote}));
  std::string text;
  for (const Work& work : kWork) {
    if (!only.empty() && work.name != only) continue;
    const std::string source = TRY(read_file(folder + "/" + std::string(work.program) + ".py"));
    const std::string measured = TRY(measure(jail, work, source));
    text += (text.empty() ? "{" : ", ") + measured;
  }
  if (text.empty()) return fail(ErrorCode::kUsage, "no such work", std::string(only));
  return text + "}";
}

}  // namespace
}  // namespace papert

int main(int count, char** arguments) {
  if (count != 3 && count != 4) {
    fmt::print(stderr, "usage: sandbox_bench papert-zygote folder [work]\n");
    return 2;
  }
  const auto text = papert::measure_all(arguments[1], arguments[2], count == 4 ? arguments[3] : "");
  if (!text) {
    fmt::print(stderr, "sandbox_bench: {}\n", text.error().to_string());
    return 1;
  }
  fmt::print("{}\n", *text);
  return 0;
}
