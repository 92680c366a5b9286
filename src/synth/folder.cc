#include "synth/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/format.h"
#include "base/sha256.h"

namespace papert::synth {
namespace {

using TaskList = std::vector<const SynthTask*>;
using Files = std::map<std::string, std::string>;  // name -> bytes

TaskList all_tasks(const std::vector<UnitResult>& units) {
  std::size_t count = 0;
  for (const UnitResult& unit : units) count += unit.tasks.size();
  TaskList all;
  all.reserve(count);
  for (const UnitResult& unit : units) {
    for (const SynthTask& task : unit.tasks) all.push_back(&task);
  }
  return all;
}

std::string lines_of(TaskList& tasks, std::size_t jobs) {
  std::string lines;
  work_in_order(
      jobs, tasks, [](const SynthTask* task) { return line_of(*task); },
      [&](const SynthTask*, const std::string& line) { lines.append(line).append("\n"); });
  return lines;
}

std::string ids_of(const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text.append(id).append("\n");
  return text;
}

Json unit_json(const UnitResult& unit) {
  Json rejections = Json::object();
  for (std::size_t i = 0; i < kRejectionNames.size(); ++i) {
    rejections[std::string(kRejectionNames[i])] = unit.state.rejections[i];
  }
  std::array<std::size_t, kMaxLevel + 1> levels{};
  for (const SynthTask& task : unit.tasks) ++levels[static_cast<std::size_t>(task.built.level)];
  return {{"reference", unit.reference},         {"difficulty", name_of(unit.difficulty)},
          {"codes", unit.state.codes},           {"candidates", unit.state.next},
          {"rejections", std::move(rejections)}, {"duplicates", unit.state.duplicates},
          {"held_back", unit.state.held_back},   {"held_back_used", unit.state.held_back_used},
          {"in_earlier_units", unit.repeated},   {"excluded", unit.state.excluded},
          {"accepted", unit.tasks.size()},       {"levels", levels},
          {"exhausted", unit.state.exhausted}};
}

std::string manifest_text(const std::vector<UnitResult>& units, const Json& request) {
  Json json{{"format", kFormat}, {"request", request}, {"units", Json::array()}};
  for (const UnitResult& unit : units) json["units"].push_back(unit_json(unit));
  return dump_json_pretty(json) + "\n";
}

std::string statistics_text(const FolderSummary& summary) {
  Json json{{"format", kFormat}};
  json.update(to_json(summary.statistics));
  json["pool"] = summary.pool;
  json["impossible"] = summary.impossible;
  json["left_out"] = {{"held_back", summary.left_out.held_back},
                      {"in_other_units", summary.left_out.elsewhere},
                      {"excluded", summary.left_out.excluded},
                      {"duplicates", summary.left_out.duplicates}};
  json["split"] = to_json(summary.split);
  return dump_json_pretty(json) + "\n";
}

LeftOut left_out_of(const std::vector<UnitResult>& units) {
  LeftOut all;
  for (const UnitResult& unit : units) {
    const UnitState& state = unit.state;
    all.held_back += state.held_back - std::min(state.held_back, state.held_back_used);
    all.elsewhere += unit.repeated;
    all.excluded += state.excluded;
    all.duplicates += state.duplicates;
  }
  return all;
}

Result<void> write_files(const std::filesystem::path& folder, const Files& files) {
  std::string sums;
  TRY(make_directories(folder));
  for (const auto& [name, bytes] : files) {
    TRY(write_file(folder / name, bytes));
    sums.append(sha256_hex(bytes)).append("  ").append(name).append("\n");
  }
  return write_file(folder / "SHA256SUMS", sums);
}

}  // namespace

Result<FolderSummary> write_folder(const std::filesystem::path& folder,
                                   const std::vector<UnitResult>& units, const Excluded& excluded,
                                   const FolderOptions& options) {
  TaskList tasks = all_tasks(units);
  FolderSummary summary;
  summary.pool = tasks.size();
  summary.left_out = left_out_of(units);
  if (options.like_sim) {
    const LikeSim like = choose_like_sim(tasks, options.split.seed);
    TaskList chosen;
    chosen.reserve(like.chosen.size());
    for (const std::size_t i : like.chosen) chosen.push_back(tasks[i]);
    tasks = std::move(chosen);
    summary.impossible = like.impossible;
  }
  summary.statistics = statistics_of(tasks);
  summary.split = split_of(tasks, options.split);
  Files files;
  files["tasks.jsonl"] = lines_of(tasks, options.jobs);
  files["manifest.json"] = manifest_text(units, options.request);
  files["statistics.json"] = statistics_text(summary);
  files["train.txt"] = ids_of(summary.split.train);
  files["validation.txt"] = ids_of(summary.split.validation);
  files["evaluation.txt"] = ids_of(summary.split.evaluation);
  files["excluded.txt"] = ids_of({excluded.begin(), excluded.end()});
  TRY(write_files(folder, files));
  return summary;
}

}  // namespace papert::synth
