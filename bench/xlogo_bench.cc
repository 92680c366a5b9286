// How many programs of the grid world are executed and judged a second, and how many replies in the
// Python form are read and judged, one core. With PAPERT_PUBLISHED_DATA the tasks and programs are
// the published ones (the recorded programs for judging, the solutions as replies); without it, a
// handful of our own.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/jsonl.h"
#include "lang/xlogo/emulator.h"

namespace papert::xlogo {
namespace {

constexpr std::array<const char*, 3> kOwnTasks{
    R"({"id": "find", "world": {"turtle": {"x": 0, "y": 2, "direction": 0},
      "tiles": [{"x": 0, "y": 0, "allowed": true}, {"x": 1, "y": 0, "allowed": true},
        {"x": 0, "y": 1, "allowed": true}, {"x": 1, "y": 1, "allowed": false},
        {"x": 0, "y": 2, "allowed": true}, {"x": 1, "y": 2, "allowed": true}],
      "items": [{"x": 1, "y": 0, "name": "strawberry", "color": "red"}]},
      "goal": [{"name": "find", "specs": [[[{"name": "strawberry"}]]]}],
      "constraints": [{"at_most": {"all": 5}}],
      "code": {"run": [{"type": "fd"}, {"type": "fd"}, {"type": "rt"}, {"type": "fd"}]}})",
    R"({"id": "draw", "world": {"turtle": {"x": 0, "y": 1, "direction": 0},
      "tiles": [{"x": 0, "y": 0, "allowed": true}, {"x": 1, "y": 0, "allowed": true},
        {"x": 0, "y": 1, "allowed": true}, {"x": 1, "y": 1, "allowed": true}],
      "lines": [{"x1": 0, "y1": 0, "x2": 1, "y2": 0, "color": "#D60000"},
        {"x1": 1, "y1": 0, "x2": 1, "y2": 1, "color": "#D60000"},
        {"x1": 0, "y1": 1, "x2": 1, "y2": 1, "color": "#D60000"},
        {"x1": 0, "y1": 0, "x2": 0, "y2": 1, "color": "#D60000"}]},
      "goal": [{"name": "draw", "specs": [[]]}], "constraints": [],
      "code": {"run": [{"type": "setpc", "value": "red"}, {"type": "repeat", "times": 4,
        "body": [{"type": "fd"}, {"type": "rt"}]}]}})",
    R"({"id": "sum", "world": {"turtle": {"x": 0, "y": 0, "direction": 1},
      "tiles": [{"x": 0, "y": 0, "allowed": true}, {"x": 1, "y": 0, "allowed": true},
        {"x": 2, "y": 0, "allowed": true}, {"x": 3, "y": 0, "allowed": true}],
      "items": [{"x": 1, "y": 0, "name": "strawberry", "color": "red", "count": 2},
        {"x": 3, "y": 0, "name": "strawberry", "color": "red", "count": 3}]},
      "goal": [{"name": "sum", "specs": [[[{"name": "strawberry"}]]], "total_cnt": 5}],
      "constraints": [],
      "code": {"run": [{"type": "repeat", "times": 3, "body": [{"type": "fd"}]}]}})"};

struct Work {
  std::vector<lang::xlogo::GridRun> judges;
  std::vector<std::pair<std::size_t, lang::xlogo::Program>> programs;  // with the judge each is for
  std::vector<std::pair<std::size_t, std::string>> replies;
  std::string label;
};

template <class Use>
bool for_each_row(const std::filesystem::path& path, Use use) {
  auto reader = LineReader::open(path);
  papert::Line line;
  if (!reader) return false;
  while (reader->next(line).value_or(false)) {
    const auto json = parse_json(line.text);
    if (!json || !use(*json)) return false;
  }
  return true;
}

void add_task(const lang::xlogo::Task& task, Work& work) {
  work.replies.emplace_back(work.judges.size(), lang::xlogo::to_python(task.solution));
  work.judges.emplace_back(task);
}

bool load_published(const std::filesystem::path& folder, Work& work) {
  std::map<std::string, std::size_t> places;
  const bool tasks = for_each_row(folder / "tasks.jsonl", [&](const Json& json) {
    const auto task = lang::xlogo::task_from_json(json);
    if (!task) return false;
    places[task->id] = work.judges.size();
    add_task(*task, work);
    return true;
  });
  return tasks && for_each_row(folder / "emulator_results.jsonl", [&](const Json& json) {
           // The few programs that run to the limit of calls would be most of the time.
           if (json["kind"] == "apilimit") return true;
           auto program = lang::xlogo::program_from_json(json["code"]);
           if (!program) return false;
           work.programs.emplace_back(places.at(json["task_id"].get<std::string>()), *program);
           return true;
         });
}

Work load() {
  const char* const root = std::getenv("PAPERT_PUBLISHED_DATA");
  Work work{.label = "published"};
  if (root != nullptr && load_published(std::filesystem::path(root) / "xlogo", work)) return work;
  work = {.label = "own"};
  for (const char* text : kOwnTasks) {
    const auto task = lang::xlogo::task_from_json(*parse_json(text));
    work.programs.emplace_back(work.judges.size(), task->solution);
    work.programs.emplace_back(work.judges.size(), lang::xlogo::Program());
    add_task(*task, work);
  }
  return work;
}

void xlogo_judge(benchmark::State& state) {
  Work work = load();
  for (auto _ : state) {
    for (const auto& [judge, program] : work.programs) {
      benchmark::DoNotOptimize(work.judges[judge].run(program).success());
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(work.programs.size()));
  state.SetLabel(work.label);
}

void xlogo_replies(benchmark::State& state) {
  Work work = load();
  for (auto _ : state) {
    for (const auto& [judge, reply] : work.replies) {
      const auto program = lang::xlogo::parse_python(reply);
      benchmark::DoNotOptimize(program && work.judges[judge].run(*program).success());
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(work.replies.size()));
  state.SetLabel(work.label);
}

BENCHMARK(xlogo_judge)->Unit(benchmark::kMillisecond);
BENCHMARK(xlogo_replies)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace papert::xlogo

BENCHMARK_MAIN();
