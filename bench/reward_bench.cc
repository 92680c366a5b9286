// How many rewards a second score_batch gives on one core, beside the inner loop of the same suite
// (find the answer, judge it) in the same run: what the door costs.
//
//     reward_bench        JSON: suite -> {"batch", "inner", "ratio"}, by processor time
//
// Replies are minted references, in turn the task's own (right) and another task's (wrong). Host
// and jail are kept on one core. PAPERT_ZYGOTE names the jailed interpreter; without one the turtle
// suites are left out.

#include <fmt/core.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "one_core.h"
#include "reward/reward.h"

namespace papert {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double kSeconds = 3;           // each work is repeated
constexpr std::size_t kBatchSize = 512;  // as a trainer's

struct Work {
  std::string_view suite;
  std::int64_t count;
  std::vector<std::string> tiers;
};

/// Replies of a processor second: busy neighbours do not change it.
template <class Round>
double rate(Round round) {
  round();
  const double cpu = bench::cpu_seconds();
  const auto begin = Clock::now();
  std::size_t scored = 0;
  while (Seconds(Clock::now() - begin).count() < kSeconds) scored += round();
  return static_cast<double>(scored) / (bench::cpu_seconds() - cpu);
}

Result<std::string> measure(const Work& work) {
  reward::TaskSets sets;
  reward::SetRef ref;
  ref.suite = work.suite;
  ref.source = reward::MintSource{.seed = 7, .count = work.count, .tiers = work.tiers};
  const auto set = TRY(sets.open(ref));
  const suite::TaskSet& tasks = set->tasks();
  std::vector<std::string> replies;
  for (std::size_t i = 0; i < tasks.size(); ++i) replies.push_back(tasks.reference(i));
  std::vector<reward::ScoreItem> items;
  for (std::size_t i = 0; i < kBatchSize; ++i) {
    const std::size_t task = i % tasks.size();
    items.push_back({set.get(), task, replies[(task + i % 2) % replies.size()]});
  }
  const double batch = rate([&] {
    const auto scored = reward::score_batch(items, {});
    double sum = 0;
    for (const suite::ScoredAnswer& each : *scored) {
      sum += reward::reward_of(reward::Policy::kShaped, set->suite(), each.score).value_or(0);
    }
    return sum < 0 ? 0 : items.size();
  });
  const double inner = rate([&] {
    for (const reward::ScoreItem& item : items) {
      (void)tasks.score(item.index, tasks.read(item.text, reply::Extraction::kLenient));
    }
    return items.size();
  });
  return fmt::format(R"("{}{}": {{"batch": {:.0f}, "inner": {:.0f}, "ratio": {:.3f}}})", work.suite,
                     work.tiers.empty() ? "" : " " + work.tiers.front(), batch, inner,
                     batch / inner);
}

Result<std::string> measure_all() {
  bench::stay_on_one_core();
  std::string text;
  for (const Work& work : {Work{"shapecode", 200, {"easy"}}, Work{"xlogo", 200, {}},
                           Work{"turtleai", 20, {}}, Work{"turtlebench", 20, {}}}) {
    const auto figures = measure(work);
    if (!figures && work.suite.starts_with("turtle")) continue;
    text += (text.empty() ? "" : ", ") + TRY(figures);
  }
  return "{" + text + "}\n";
}

}  // namespace
}  // namespace papert

int main() {
  const auto text = papert::measure_all();
  if (!text) {
    fmt::print(stderr, "reward_bench: {}\n", text.error().to_string());
    return 1;
  }
  fmt::print("{}", *text);
  return 0;
}
