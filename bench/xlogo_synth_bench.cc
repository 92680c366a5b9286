// How many tasks are made from references in a second of CPU time, one core, by what papert synth
// fills a unit with (pool.h): its programs are listed, a candidate is drawn, built and proven, in
// all stages; what repeats a task of the unit or a reference up to symmetry is left out, and the
// time to tell counts. Needs the published references (PAPERT_PUBLISHED_DATA).
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
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "one_core.h"
#include "synth/pool.h"
#include "synth/references.h"
#include "synth/space.h"

namespace papert {
namespace {

constexpr std::size_t kPerUnit = 500;
constexpr std::int64_t kSeed = 7;

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

/// Fills a unit as papert synth does, up to kPerUnit tasks or for at most so many seconds.
Yield fill(const lang::xlogo::Task& reference, synth::Difficulty difficulty,
           const synth::Excluded& excluded, double seconds) {
  const double begin = cpu_seconds();
  const CancelToken cancel;
  synth::Workshop workshop = synth::make_workshop(false);
  workshop.build = [&, build = workshop.build](const lang::xlogo::Task& from,
                                               const synth::Candidate& candidate, std::int64_t seed,
                                               const synth::BuildOptions& options) {
    auto built = build(from, candidate, seed, options);
    if (cpu_seconds() - begin >= seconds) cancel.cancel();
    return built;
  };
  synth::UnitPool pool(reference, difficulty, {.seed = kSeed}, workshop, excluded);
  synth::Seen seen;
  std::vector<synth::SynthTask> tasks;
  pool.fill({.wanted = kPerUnit, .cancel = cancel, .threads = {}, .accepted = {}}, seen, tasks);
  return {tasks.size(), cpu_seconds() - begin};
}

Result<synth::References> published_references() {
  const char* root = std::getenv("PAPERT_PUBLISHED_DATA");
  if (root == nullptr) {
    return fail(ErrorCode::kUsage, "set PAPERT_PUBLISHED_DATA to the published data", {});
  }
  return synth::read_references(std::filesystem::path(root) / "xlogo");
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
  const synth::References published = TRY(published_references());
  const std::vector<lang::xlogo::Task>& references = published.tasks;
  synth::Excluded excluded;
  synth::exclude(references, excluded);
  bench::stay_on_one_core();
  std::string text = "{\"units\": [";
  for (const Released& released : kReleased) {
    for (const lang::xlogo::Task& reference : references) {
      if (reference.id != released.id) continue;
      const Yield yield = fill(reference, released.difficulty, excluded, 5 * seconds);
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
      const Yield yield = fill(reference, static_cast<synth::Difficulty>(d), excluded, seconds);
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
