#include "suite/xlogo/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_set>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/random.h"
#include "base/sha256.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/perturb.h"
#include "lang/xlogo/transform.h"
#include "suite/data_folder.h"
#include "suite/xlogo/selection.h"

namespace papert::suite::xlogo {
namespace {

std::string sums_text(const std::string& tasks) {
  return suite::checksums_text({{tasks_path("").string(), sha256_hex(tasks)}});
}

Result<void> write_folder(const std::filesystem::path& folder, std::vector<StoredTask> tasks) {
  std::sort(tasks.begin(), tasks.end(),
            [](const StoredTask& a, const StoredTask& b) { return a.task.id < b.task.id; });
  std::string text;
  for (const StoredTask& each : tasks) text += task_line(each) + "\n";
  TRY(make_directories(folder));
  TRY(write_file(tasks_path(folder), text));
  return write_file(suite::checksums_path(folder), sums_text(text));
}

/// A folder that must be whole: its first problem is an error.
Result<std::vector<StoredTask>> read_whole(const std::filesystem::path& folder) {
  StoredTasks stored = TRY(read_tasks(folder));
  if (!stored.problems.empty()) return fail(stored.problems.front());
  return std::move(stored.tasks);
}

bool solves_itself(const lang::xlogo::Task& task) {
  return lang::xlogo::Judge(task).run(task.solution).success();
}

/// The subsets of A, B and C that `kinds` names, in the order of the published table.
struct Combination {
  const char* name;
  lang::xlogo::Perturbation parts;
};
constexpr std::array<Combination, 8> kCombinations{{{"T", {false, false, false}},
                                                    {"T_A", {true, false, false}},
                                                    {"T_B", {false, true, false}},
                                                    {"T_C", {false, false, true}},
                                                    {"T_AB", {true, true, false}},
                                                    {"T_BC", {false, true, true}},
                                                    {"T_AC", {true, false, true}},
                                                    {"T_ABC", {true, true, true}}}};

Result<std::vector<Combination>> combinations_of(const std::vector<std::string>& kinds) {
  std::array<bool, 3> given{};
  for (const std::string& kind : kinds) {
    if (kind.size() != 1 || kind[0] < 'A' || kind[0] > 'C') {
      return fail(ErrorCode::kUsage,
                  "there is no perturbation '" + kind + "'; give A, B, C or (alone) turn",
                  "--kinds");
    }
    given[static_cast<std::size_t>(kind[0] - 'A')] = true;
  }
  std::vector<Combination> chosen;
  for (const Combination& each : kCombinations) {
    const auto& [a, b, c] = each.parts;
    if ((!a || given[0]) && (!b || given[1]) && (!c || given[2])) chosen.push_back(each);
  }
  return chosen;
}

Result<void> keep_only(std::vector<StoredTask>& tasks, const std::vector<std::string>& ids) {
  if (ids.empty()) return {};
  std::set<std::string> wanted(ids.begin(), ids.end());
  std::erase_if(tasks, [&](const StoredTask& each) { return wanted.erase(each.task.id) == 0; });
  if (wanted.empty()) return {};
  return fail(ErrorCode::kBadData, "there is no task '" + *wanted.begin() + "' in the data");
}

std::vector<StoredTask> perturbed_tasks(const std::vector<StoredTask>& tasks,
                                        const std::vector<Combination>& combinations) {
  std::vector<StoredTask> changed;
  for (const StoredTask& each : tasks) {
    for (const Combination& combination : combinations) {
      lang::xlogo::Task task = lang::xlogo::perturbed(each.task, combination.parts);
      task.id = each.task.id + "@" + combination.name;
      changed.push_back({std::move(task), each.task.id, combination.name});
    }
  }
  return changed;
}

Result<std::vector<StoredTask>> turned_tasks(const std::vector<StoredTask>& tasks,
                                             const suite::PerturbOptions& options) {
  constexpr std::size_t kVariants = 7;  // besides the task itself
  if (options.count < 1 || options.count > kVariants) {
    return fail(ErrorCode::kUsage, "a task has 1 to 7 other versions", "--count");
  }
  std::vector<StoredTask> changed;
  Random random(options.seed);
  for (const StoredTask& each : tasks) {
    for (const std::size_t variant : random.sample_indices(kVariants, options.count)) {
      const int turns = static_cast<int>(variant + 1) % 4;
      const bool mirrored = variant + 1 >= 4;
      lang::xlogo::Task task = lang::xlogo::transformed(each.task, turns, mirrored);
      task.id = fmt::format("{}@r{}{}", each.task.id, turns, mirrored ? "m" : "");
      if (!solves_itself(task)) {
        return fail(ErrorCode::kBadData, "the turned task is not solved by the turned solution",
                    task.id);
      }
      changed.push_back({std::move(task), each.task.id, each.perturbation});
    }
  }
  return changed;
}

struct KeyedTask {
  lang::xlogo::Task task;
  std::string key;  // equal for tasks that are each other turned or mirrored
};

}  // namespace

Result<StoredTasks> mint_tasks(const suite::MintOptions& options,
                               const suite::WriteOptions& write) {
  TRY(suite::check_mint(options));
  const Selection selection = selection_from(options.modes);
  StoredTasks minted_tasks;
  std::unordered_set<std::string> keys;
  std::int64_t next = 0;
  std::size_t done = 0;
  const auto produce = [&]() -> std::optional<std::int64_t> {
    if (next == options.count || write.cancel.cancelled()) return std::nullopt;
    return options.seed + next++;
  };
  const auto work = [&](std::int64_t seed) -> Result<KeyedTask> {
    lang::xlogo::Task task = TRY(mint_wanted(seed, selection));
    task.id = fmt::format("{}-{:08}", options.split, seed);
    std::string key = lang::xlogo::canonical_key(task);
    return KeyedTask{std::move(task), std::move(key)};
  };
  const auto take = [&](KeyedTask minted) -> Result<void> {
    if (keys.insert(std::move(minted.key)).second) {
      minted_tasks.tasks.push_back({std::move(minted.task), "", ""});
    }
    if (write.progress) write.progress(++done, static_cast<std::size_t>(options.count));
    return {};
  };
  TRY(for_each_in_order(write.jobs, produce, work, take));
  return minted_tasks;
}

Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                const suite::MintOptions& options,
                                const suite::WriteOptions& write) {
  std::vector<StoredTask> all;
  std::unordered_set<std::string> keys;
  std::unordered_set<std::string> ids;
  if (std::filesystem::exists(tasks_path(folder))) all = TRY(read_whole(folder));
  for (const StoredTask& each : all) {
    keys.insert(lang::xlogo::canonical_key(each.task));
    ids.insert(each.task.id);
  }
  StoredTasks fresh = TRY(mint_tasks(options, write));
  std::size_t added = 0;
  for (StoredTask& each : fresh.tasks) {
    if (!ids.insert(each.task.id).second ||
        !keys.insert(lang::xlogo::canonical_key(each.task)).second)
      continue;
    all.push_back(std::move(each));
    ++added;
  }
  TRY(write_folder(folder, std::move(all)));
  if (write.cancel.cancelled()) {
    return fail(ErrorCode::kCancelled,
                fmt::format("interrupted; {} new tasks were written", added));
  }
  return added;
}

Result<std::size_t> perturb_folder(const std::filesystem::path& data,
                                   const std::filesystem::path& out,
                                   const suite::PerturbOptions& options) {
  const bool turn = options.kinds.size() == 1 && options.kinds.front() == "turn";
  const std::vector<Combination> combinations =
      turn ? std::vector<Combination>() : TRY(combinations_of(options.kinds));
  std::vector<StoredTask> tasks = TRY(read_whole(data));
  TRY(keep_only(tasks, options.ids));
  std::vector<StoredTask> changed =
      turn ? TRY(turned_tasks(tasks, options)) : perturbed_tasks(tasks, combinations);
  const std::size_t written = changed.size();
  TRY(write_folder(out, std::move(changed)));
  return written;
}
Result<suite::CheckReport> check_folder(const std::filesystem::path& folder) {
  const std::string text = TRY(read_file(tasks_path(folder)));
  const auto sums = read_file(suite::checksums_path(folder), std::size_t{1} << 20);
  StoredTasks stored = TRY(read_tasks(folder));
  suite::CheckReport report;
  report.problems = std::move(stored.problems);
  report.checked = stored.tasks.size();
  if (!sums) {
    report.problems.push_back(sums.error());
  } else if (*sums != sums_text(text)) {
    report.problems.push_back(
        {ErrorCode::kBadData, "does not have the checksum of SHA256SUMS", tasks_path("").string()});
  }
  std::map<std::string, std::string> seen;  // key -> id
  for (const StoredTask& each : stored.tasks) {
    const std::string where = "task '" + each.task.id + "'";
    if (!solves_itself(each.task)) {
      report.problems.push_back({ErrorCode::kBadData, "its own solution fails", where});
    }
    if (!each.base.empty()) continue;
    const auto [first, fresh] = seen.emplace(lang::xlogo::canonical_key(each.task), each.task.id);
    if (!fresh) {
      report.problems.push_back(
          {ErrorCode::kBadData, "is task '" + first->second + "' turned or mirrored", where});
    }
  }
  return report;
}

}  // namespace papert::suite::xlogo
