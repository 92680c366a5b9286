// The check believes nothing but the files: keys, verdicts, proofs (claims.h) and statistics are
// computed again.

#include <fmt/format.h>

#include <array>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/jsonl.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "base/text.h"
#include "synth/claims.h"
#include "synth/folder.h"

namespace papert::synth {
namespace {

constexpr std::array<const char*, 7> kFilesOfFolder{
    "evaluation.txt", "excluded.txt", "manifest.json", "statistics.json",
    "tasks.jsonl",    "train.txt",    "validation.txt"};
constexpr std::size_t kMaxSynthLine = std::size_t{4} << 20;

struct NumberedLine {
  std::string text;
  std::string where;
};

Result<std::vector<NumberedLine>> numbered_lines(const std::filesystem::path& file) {
  LineReader reader = TRY(LineReader::open(file, {.max_line_bytes = kMaxSynthLine, .cancel = {}}));
  std::vector<NumberedLine> lines;
  Line line;
  while (TRY(reader.next(line))) {
    if (line.blank()) continue;
    lines.push_back({std::move(line.text), fmt::format("{}:{}", reader.name(), line.number)});
  }
  return lines;
}

Result<SynthTask> task_of(const NumberedLine& line) {
  const Json json = TRY(parse_json(line.text, line.where));
  SynthTask task = TRY(synth_task_from_json(json, line.where));
  const std::string base = TRY(get_string(json, "base", line.where));
  if (base == task.reference) return task;
  return fail(ErrorCode::kBadData, "'base' is '" + base + "', the reference is another",
              line.where);
}

class FolderChecker {
 public:
  FolderChecker(std::filesystem::path folder, const CheckOptions& options)
      : folder_(std::move(folder)), options_(options), excluded_(options.excluded) {
    for (const lang::xlogo::Task& reference : options.references) {
      references_.emplace(reference.id, &reference);
    }
  }

  Result<FolderCheck> run() {
    TRY(check_sums());
    TRY(read_excluded());
    std::vector<NumberedLine> lines = TRY(numbered_lines(folder_ / "tasks.jsonl"));
    check_tasks(lines);
    if (options_.cancel.cancelled()) {
      return fail(ErrorCode::kCancelled, "interrupted before everything was checked",
                  folder_.string());
    }
    TRY(check_split());
    TRY(check_statistics());
    return std::move(check_);
  }

 private:
  struct Checked {
    Result<SynthTask> task = fail(ErrorCode::kCancelled, "not checked");
    std::string fault;
  };

  void problem(std::string message, std::string where) {
    check_.problems.push_back({ErrorCode::kBadData, std::move(message), std::move(where)});
  }

  Result<void> check_sums() {
    const std::string text = TRY(read_file(folder_ / "SHA256SUMS"));
    std::set<std::string> summed;
    for (const std::string_view line : split(text, '\n')) {
      if (line.empty()) continue;
      const std::string name(line.size() > 66 ? line.substr(66) : "");
      if (name.empty() || !stays_below(name)) {
        problem("not a line of checksums: '" + std::string(line) + "'", "SHA256SUMS");
        continue;
      }
      summed.insert(name);
      const auto bytes = read_file(folder_ / name);
      if (!bytes) {
        check_.problems.push_back(bytes.error());
      } else if (sha256_hex(*bytes) != line.substr(0, 64)) {
        problem("does not have the checksum of SHA256SUMS", name);
      }
    }
    for (const char* name : kFilesOfFolder) {
      if (!summed.contains(name)) problem("is missing in SHA256SUMS", name);
    }
    return {};
  }

  Result<void> read_excluded() {
    const std::string text = TRY(read_file(folder_ / "excluded.txt"));
    for (const std::string_view line : split(text, '\n')) {
      if (!line.empty()) excluded_.emplace(line);
    }
    return {};
  }

  void check_tasks(std::vector<NumberedLine>& lines) {
    std::size_t done = 0;
    const auto look = [&](const NumberedLine& line) {
      Checked checked;
      if (options_.cancel.cancelled()) return checked;
      checked.task = task_of(line);
      if (checked.task) checked.fault = fault_of(*checked.task);
      if (checked.task && checked.fault.empty())
        checked.fault = fault_beside_reference(*checked.task);
      return checked;
    };
    tasks_.reserve(lines.size());
    work_in_order(options_.jobs, lines, look, [&](const NumberedLine&, Checked checked) {
      take(std::move(checked));
      if (options_.progress) options_.progress(++done, lines.size());
    });
    check_.checked = tasks_.size();
  }

  [[nodiscard]] std::string fault_beside_reference(const SynthTask& task) const {
    if (references_.empty()) return "";
    const auto reference = references_.find(task.reference);
    if (reference != references_.end()) return fault_against(task, *reference->second);
    return "there is no reference '" + task.reference + "' in the data given";
  }

  void take(Checked checked) {
    if (!checked.task) {
      check_.problems.push_back(std::move(checked.task.error()));
      return;
    }
    SynthTask& task = *checked.task;
    const std::string& id = task.built.task.id;
    const std::string where = "task '" + id + "'";
    if (!checked.fault.empty()) problem(std::move(checked.fault), where);
    if (excluded_.contains(task.keys.world)) {
      problem("is a task that was to be excluded, perhaps turned or mirrored", where);
    }
    if (!ids_.insert(id).second) problem("a second task of this id", where);
    const auto [first, fresh] = keys_.emplace(task.keys.task, id);
    if (!fresh) problem("is task '" + first->second + "' turned or mirrored", where);
    tasks_.push_back(std::move(task));
  }

  Result<void> check_split() {
    std::set<std::string, std::less<>> split_ids;
    for (const char* name : {"train.txt", "validation.txt", "evaluation.txt"}) {
      const std::string text = TRY(read_file(folder_ / name));
      for (const std::string_view id : split(text, '\n')) {
        if (id.empty()) continue;
        if (!split_ids.emplace(id).second) problem("is in the split twice", std::string(id));
        if (!ids_.contains(id)) problem("is not a task: '" + std::string(id) + "'", name);
      }
    }
    for (const std::string& id : ids_) {
      if (!split_ids.contains(id)) problem("is missing in the split", "task '" + id + "'");
    }
    return {};
  }

  Result<void> check_statistics() {
    const std::filesystem::path path = folder_ / "statistics.json";
    const std::string text = TRY(read_file(path));
    const Json written = TRY(parse_json(text, path.string()));
    std::vector<const SynthTask*> tasks;
    tasks.reserve(tasks_.size());
    for (const SynthTask& task : tasks_) tasks.push_back(&task);
    const Json again = TRY(parse_json(dump_json(to_json(statistics_of(tasks)))));
    for (const auto& [key, value] : again.items()) {
      const auto found = written.find(key);
      if (found == written.end() || *found != value) {
        problem("'" + key + "' is not what the tasks give", "statistics.json");
      }
    }
    return {};
  }

  std::filesystem::path folder_;
  const CheckOptions& options_;
  Excluded excluded_;
  std::map<std::string, const lang::xlogo::Task*, std::less<>> references_;  // by id
  FolderCheck check_;
  std::vector<SynthTask> tasks_;
  std::set<std::string, std::less<>> ids_;
  std::unordered_map<std::string, std::string> keys_;  // -> id
};

}  // namespace

Result<FolderCheck> check_folder(const std::filesystem::path& folder, const CheckOptions& options) {
  return FolderChecker(folder, options).run();
}

Result<std::vector<SynthTask>> read_synth_tasks(const std::filesystem::path& folder,
                                                std::size_t jobs) {
  std::vector<NumberedLine> lines = TRY(numbered_lines(folder / "tasks.jsonl"));
  std::vector<SynthTask> tasks;
  tasks.reserve(lines.size());
  Result<void> good;
  work_in_order(jobs, lines, task_of, [&](const NumberedLine&, Result<SynthTask> task) {
    if (!good) return;
    if (task) {
      tasks.push_back(std::move(*task));
    } else {
      good = fail(std::move(task.error()));
    }
  });
  TRY(good);
  return tasks;
}

}  // namespace papert::synth
