// How many tasks are made from references in a second of CPU time, one core: a candidate is drawn,
// built and proven; tasks that repeat another up to symmetry are not counted, and neither is the
// time to tell. Needs the published references (PAPERT_PUBLISHED_DATA).
//
//     xlogo_synth_bench [seconds]    JSON: for the units that the released program was measured on,
//                                    its rate and ours; and ours over all units, each as long
//                                    (0.2); how long it takes to list the programs of all units
//
// The released program was measured on another machine: its world stage alone (codes and goals
// were there already), 3 start poses, 100 worlds for each, with Z3 4.8.12, one core.

#include <fmt/core.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/jsonl.h"
#include "lang/xlogo/transform.h"
#include "one_core.h"
#include "synth/build.h"
#include "synth/space.h"

namespace papert {
namespace {

constexpr std::size_t kPerUnit = 500;
constexpr int kPatience = 2000;  // candidates without a new task before the next level

struct Released {
  std::string_view id;
  synth::Difficulty difficulty;
  double rate;
};
constexpr std::array kReleased{
    Released{"5", synth::Difficulty::kEasy, 10.1},  Released{"13", synth::Difficulty::kEasy, 5.9},
    Released{"20", synth::Difficulty::kEasy, 24.3}, Released{"26", synth::Difficulty::kEasy, 28.6},
    Released{"27", synth::Difficulty::kEasy, 28.7}, Released{"30", synth::Difficulty::kEasy, 28.1},
    Released{"33", synth::Difficulty::kEasy, 13.9}, Released{"51", synth::Difficulty::kEasy, 2.7},
    Released{"60", synth::Difficulty::kEasy, 17.0}, Released{"83", synth::Difficulty::kEasy, 6.1},
    Released{"100", synth::Difficulty::kEasy, 7.2}, Released{"5", synth::Difficulty::kHard, 2.3},
    Released{"20", synth::Difficulty::kHard, 18.1}, Released{"30", synth::Difficulty::kHard, 19.6},
    Released{"51", synth::Difficulty::kHard, 8.8}};

/// So far of this process. The one of one_core.h looks at child processes, too, which takes longer
/// than building a task.
double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

struct Yield {
  std::size_t tasks = 0;
  double seconds = 0;
  [[nodiscard]] double rate() const {
    return seconds > 0 ? static_cast<double>(tasks) / seconds : 0;
  }
};

/// Up to kPerUnit different tasks, level by level, in at most so many seconds.
Yield fill(const lang::xlogo::Task& reference, synth::Difficulty difficulty, double seconds) {
  Yield yield;
  std::set<std::string> keys;
  for (int level = 0; level <= synth::kMaxLevel && yield.seconds < seconds; ++level) {
    const synth::Space space = synth::Space::of(reference, difficulty, level);
    if (space.candidates() == 0) continue;
    int dry = 0;
    for (std::uint64_t i = 0; dry < kPatience && yield.seconds < seconds; ++i) {
      const double begin = cpu_seconds();
      const synth::Candidate candidate = space.candidate(1, i);
      const auto built =
          synth::build(reference, candidate, static_cast<std::int64_t>(i), {.level = level});
      yield.seconds += cpu_seconds() - begin;
      ++dry;
      if (!built || !keys.insert(lang::xlogo::canonical_key(built->task)).second) continue;
      dry = 0;
      if (keys.size() == kPerUnit) break;
    }
    if (keys.size() == kPerUnit) break;
  }
  yield.tasks = keys.size();
  return yield;
}

Result<std::vector<lang::xlogo::Task>> read_references() {
  const char* root = std::getenv("PAPERT_PUBLISHED_DATA");
  if (root == nullptr) {
    return fail(ErrorCode::kUsage, "set PAPERT_PUBLISHED_DATA to the published data", {});
  }
  const std::filesystem::path path = std::filesystem::path(root) / "xlogo" / "tasks.jsonl";
  auto reader = TRY(LineReader::open(path));
  std::vector<lang::xlogo::Task> tasks;
  for (Line line;;) {
    const bool more = TRY(reader.next(line));
    if (!more) return tasks;
    const Json json = TRY(parse_json(line.text));
    auto task = TRY(lang::xlogo::task_from_json(json));
    tasks.push_back(std::move(task));
  }
}

/// The programs of all units by the published rules, and the time it takes to know them.
std::string enumeration(const std::vector<lang::xlogo::Task>& references) {
  std::uint64_t codes = 0;
  const double begin = cpu_seconds();
  for (const lang::xlogo::Task& reference : references) {
    for (std::size_t d = 0; d < synth::kDifficultyNames.size(); ++d) {
      const auto difficulty = static_cast<synth::Difficulty>(d);
      codes += synth::Space::of(reference, difficulty, 0, synth::Rules::kPublished).codes();
    }
  }
  return fmt::format("{{\"codes\": {}, \"seconds\": {:.2f}}}", codes, cpu_seconds() - begin);
}

Result<std::string> measure(double seconds) {
  const auto references = TRY(read_references());
  bench::stay_on_one_core();
  std::string text = "{\"units\": [";
  for (const Released& released : kReleased) {
    for (const lang::xlogo::Task& reference : references) {
      if (reference.id != released.id) continue;
      const Yield yield = fill(reference, released.difficulty, 5 * seconds);
      text += fmt::format(
          "{}{{\"unit\": \"{} {}\", \"tasks\": {}, \"per_second\": {:.0f}, \"released\": {}}}",
          text.back() == '[' ? "" : ",\n  ", released.id,
          synth::kDifficultyNames[static_cast<std::size_t>(released.difficulty)], yield.tasks,
          yield.rate(), released.rate);
    }
  }
  Yield all;
  for (const lang::xlogo::Task& reference : references) {
    for (std::size_t d = 0; d < synth::kDifficultyNames.size(); ++d) {
      const Yield yield = fill(reference, static_cast<synth::Difficulty>(d), seconds);
      all.tasks += yield.tasks;
      all.seconds += yield.seconds;
    }
  }
  return text +
         fmt::format(
             "],\n \"all\": {{\"tasks\": {}, \"per_second\": {:.0f}}},\n \"enumeration\": {}}}\n",
             all.tasks, all.rate(), enumeration(references));
}

}  // namespace
}  // namespace papert

int main(int count, char** arguments) {
  const auto text = papert::measure(count == 2 ? std::atof(arguments[1]) : 0.2);
  if (!text) {
    fmt::print(stderr, "xlogo_synth_bench: {}\n", text.error().to_string());
    return 1;
  }
  fmt::print("{}", *text);
  return 0;
}
