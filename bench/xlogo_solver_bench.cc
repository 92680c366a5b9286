// The solver of grid tasks, in CPU time of one core: how many tasks it solves and how long each
// takes, and what the bound of its search is worth beside breadth first without one. Prints JSON.
//
//     xlogo_solver_bench [TASKS.jsonl...]      PAPERT_PUBLISHED_DATA has the real tasks
//
// Minted tasks are always measured; files of further tasks can be named.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/jsonl.h"
#include "lang/xlogo/ladder.h"
#include "lang/xlogo/search.h"
#include "mint/xlogo/xlogo.h"

namespace papert::bench {
namespace {

constexpr int kMinted = 1500;
constexpr std::size_t kProofSteps = 3'000'000;

struct NamedTasks {
  std::string name;
  std::vector<lang::xlogo::Task> tasks;
};

double cpu_ms() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

NamedTasks read(const std::string& name, const std::filesystem::path& path) {
  NamedTasks set{name, {}};
  auto reader = LineReader::open(path);
  Line line;
  while (reader && reader->next(line).value_or(false)) {
    const auto json = parse_json(line.text);
    auto task = json ? lang::xlogo::task_from_json(*json) : fail(ErrorCode::kBadData, "");
    if (task) set.tasks.push_back(std::move(*task));
  }
  return set;
}

NamedTasks minted() {
  NamedTasks set{"minted", {}};
  set.tasks.reserve(kMinted);
  for (int seed = 0; seed < kMinted; ++seed) set.tasks.push_back(mint::xlogo::minted(seed));
  return set;
}

/// The proof that no program without loops is shorter than the solution, in both orders.
Json measure_proofs(const NamedTasks& set) {
  Json json;
  for (const auto& [name, order] : {std::pair("bounded", lang::xlogo::SearchOrder::kBounded),
                                    std::pair("plain", lang::xlogo::SearchOrder::kPlain)}) {
    const double begin = cpu_ms();
    std::size_t decided = 0;
    for (const lang::xlogo::Task& task : set.tasks) {
      const std::size_t length = task.solution.blocks.size();
      const auto result = lang::xlogo::shortest_solution(
          task,
          {.max_length = length - 1, .max_body = 0, .max_steps = kProofSteps, .order = order});
      decided += result.outcome == lang::xlogo::SearchOutcome::kGaveUp ? 0 : 1;
    }
    json[name] = {{"mean_ms", (cpu_ms() - begin) / static_cast<double>(set.tasks.size())},
                  {"decided", decided}};
  }
  return json;
}

Json measure(const NamedTasks& set) {
  std::size_t solved = 0;
  double total = 0;
  double worst = 0;
  std::string worst_id;
  Json rungs = Json::object();
  for (const lang::xlogo::Task& task : set.tasks) {
    const double begin = cpu_ms();
    const lang::xlogo::LadderResult result = lang::xlogo::climb(task);
    const double took = cpu_ms() - begin;
    solved += result.program ? 1 : 0;
    total += took;
    if (took > worst) worst_id = task.id;
    worst = std::max(worst, took);
    const std::string rung(result.program ? result.rung : "none");
    rungs[rung] = rungs.value(rung, 0) + 1;
    if (!result.program) fmt::print(stderr, "not solved: {} {}\n", set.name, task.id);
  }
  return {{"tasks", set.tasks.size()},
          {"solved", solved},
          {"mean_ms", total / static_cast<double>(set.tasks.size())},
          {"worst_ms", worst},
          {"worst_task", worst_id},
          {"rungs", rungs},
          {"proof", measure_proofs(set)}};
}

int run(const std::vector<std::string>& files) {
  std::vector<NamedTasks> sets;
  if (const char* data = std::getenv("PAPERT_PUBLISHED_DATA")) {
    sets.push_back(read("real", std::filesystem::path(data) / "xlogo" / "tasks.jsonl"));
  }
  sets.push_back(minted());
  for (const std::string& file : files) sets.push_back(read(file, file));
  Json json = Json::object();
  for (const NamedTasks& set : sets) {
    if (!set.tasks.empty()) json[set.name] = measure(set);
  }
  fmt::print("{}\n", json.dump(2));
  return 0;
}

}  // namespace
}  // namespace papert::bench

int main(int argc, char** argv) {
  return papert::bench::run(std::vector<std::string>(argv + 1, argv + argc));
}
