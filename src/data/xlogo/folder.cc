#include "data/xlogo/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/known_keys.h"
#include "base/paths.h"
#include "base/random.h"
#include "base/sha256.h"
#include "data/part_note.h"
#include "data/seeds.h"
#include "data/task_folder.h"
#include "lang/xlogo/assets.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/perturb.h"
#include "lang/xlogo/task_keys.h"
#include "lang/xlogo/transform.h"

namespace papert::data::xlogo {
namespace {

Result<StoredTask> stored_from_json(const Json& json, const std::string& where) {
  StoredTask stored;
  stored.task = TRY(lang::xlogo::task_from_json(json, where));
  stored.base = TRY(get_optional_string(json, "base", where)).value_or("");
  stored.perturbation = TRY(get_optional_string(json, "perturbation", where)).value_or("");
  const auto synth = json.find("synth");
  if (synth != json.end()) {
    stored.synthesised = TRY(get_optional_string(*synth, "difficulty", where)).value_or("unknown");
    stored.synth = *synth;
  }
  return stored;
}

Result<StoredTasks> read_assets(const std::filesystem::path& folder) {
  StoredTasks all;
  for (const auto& json : TRY(lang::xlogo::read_assets(folder))) {
    auto task = json ? stored_from_json(*json, fmt::format("{}: task '{}'", folder.string(),
                                                           (*json)["id"].get<std::string>()))
                     : fail(json.error());
    if (task) {
      all.tasks.push_back(std::move(*task));
    } else {
      all.problems.push_back(task.error());
    }
  }
  return all;
}

void put_in_order(StoredTasks& all) { data::put_in_id_order(all.tasks, all.problems, id_of); }

Result<StoredTask> task_from_line(const Json& json, const std::string& where) {
  // A task of another dialect has other keys; its reader says what it is.
  const bool other = json.is_object() && json.contains("dialect");
  if (!other) TRY(check_keys(json, lang::xlogo::kTaskKeys, where));
  return stored_from_json(json, where);
}

bool has_lines(const std::filesystem::path& folder) { return may_exist(data::tasks_path(folder)); }

std::string hashed(const StoredTask& task) { return task_line(task) + "\n"; }

/// Tasks that are in memory, without those that look() does not want.
data::OpenedShelf<StoredTask> looked_at(
    StoredTasks stored, const std::function<data::Looked(const StoredTask&)>& look) {
  data::OpenedShelf<StoredTask> opened{.tasks = {}, .problems = {}, .data_hash = {}};
  opened.problems = std::move(stored.problems);
  Sha256 hash;
  std::vector<StoredTask> wanted;
  for (StoredTask& each : stored.tasks) {
    hash.update(hashed(each));
    data::Looked looked = look(each);
    if (looked.problem) opened.problems.push_back(std::move(*looked.problem));
    if (looked.wanted && !looked.problem) wanted.push_back(std::move(each));
  }
  opened.tasks = data::TaskShelf<StoredTask>(std::move(wanted));
  opened.data_hash = hash.hex();
  return opened;
}

}  // namespace

Result<StoredTasks> read_tasks(const std::filesystem::path& folder) {
  const bool lines = has_lines(folder);
  if (!lines && !lang::xlogo::has_assets(folder)) {
    return fail(ErrorCode::kBadData,
                "neither tasks.jsonl nor worlds.json, goals.json, constraints.json and codes.json",
                folder.string());
  }
  if (lines) return read_task_lines(data::tasks_path(folder));
  StoredTasks all = TRY(read_assets(folder));
  put_in_order(all);
  return all;
}

Result<StoredTasks> read_task_lines(const std::filesystem::path& file) {
  StoredTasks all = TRY(data::read_task_lines<StoredTask>(file, task_from_line));
  put_in_order(all);
  return all;
}

Result<data::OpenedShelf<StoredTask>> open_tasks(
    const std::filesystem::path& folder,
    const std::function<data::Looked(const StoredTask&)>& look) {
  if (!has_lines(folder)) {
    StoredTasks stored = TRY(read_tasks(folder));
    return looked_at(std::move(stored), look);
  }
  return data::open_shelf<StoredTask>(
      data::tasks_path(folder),
      {.read = task_from_line, .again = stored_from_json, .hashed = hashed, .look = look});
}

std::string task_line(const StoredTask& stored) {
  Json json = lang::xlogo::to_json(stored.task);
  if (!stored.base.empty()) json["base"] = stored.base;
  if (!stored.perturbation.empty()) json["perturbation"] = stored.perturbation;
  return dump_json(json);
}

std::string whole_line(const StoredTask& stored) {
  if (stored.synth.is_null()) return task_line(stored);
  Json json = lang::xlogo::to_json(stored.task);
  if (!stored.base.empty()) json["base"] = stored.base;
  json["synth"] = stored.synth;
  return dump_json(json);
}

namespace {

Result<void> write_folder(const std::filesystem::path& folder, std::vector<StoredTask> tasks) {
  const std::string lines = data::sorted_lines(tasks, id_of, whole_line);
  return data::write_task_folder(folder, lines);
}

bool solves_itself(const lang::xlogo::Task& task) {
  return lang::xlogo::GridRun(task).run(task.solution).success();
}

Result<lang::xlogo::Perturbation> parts_of(const std::vector<std::string>& kinds) {
  lang::xlogo::Perturbation parts;
  for (const std::string& kind : kinds) {
    if (kind != "A" && kind != "B" && kind != "C") {
      return fail(ErrorCode::kUsage,
                  "there is no perturbation '" + kind + "'; give A, B, C or (alone) turn",
                  "--kinds");
    }
    parts.no_constraints |= kind == "A";
    parts.no_obstacles |= kind == "B";
    parts.later_start |= kind == "C";
  }
  return parts;
}

std::vector<StoredTask> perturbed_tasks(
    const std::vector<StoredTask>& tasks,
    const std::vector<lang::xlogo::NamedPerturbation>& combinations, const Shard& shard) {
  std::vector<StoredTask> changed;
  for (const StoredTask& each : tasks) {
    if (!shard.owns(each.task.id)) continue;
    for (const lang::xlogo::NamedPerturbation& combination : combinations) {
      lang::xlogo::Task task = lang::xlogo::perturbed(each.task, combination.parts);
      task.id = each.task.id + "@" + std::string(combination.name);
      changed.push_back({std::move(task), each.task.id, std::string(combination.name)});
    }
  }
  return changed;
}

Result<std::vector<StoredTask>> turned_tasks(const std::vector<StoredTask>& tasks,
                                             const data::PerturbOptions& options) {
  constexpr std::size_t kVariants = 7;  // besides the task itself
  if (options.count < 1 || options.count > kVariants) {
    return fail(ErrorCode::kUsage, "a task has 1 to 7 other versions", "--count");
  }
  std::vector<StoredTask> changed;
  Random random(options.seed);
  for (const StoredTask& each : tasks) {
    // Chance draws for every task, so that a task has the same versions in any shard.
    const auto variants = random.sample_indices(kVariants, options.count);
    if (!options.shard.owns(each.task.id)) continue;
    for (const std::size_t variant : variants) {
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

/// The tasks of folders that were minted in shards, by id.
Result<std::map<std::string, lang::xlogo::Task>> tasks_of(
    const std::vector<std::filesystem::path>& folders) {
  std::map<std::string, lang::xlogo::Task> tasks;
  for (const std::filesystem::path& folder : folders) {
    for (StoredTask& each : TRY(data::whole(TRY(read_tasks(folder))))) {
      std::string id = each.task.id;
      tasks.emplace(std::move(id), std::move(each.task));
    }
  }
  return tasks;
}

/// Of a key: half a hash, since there may be a million of them.
std::string short_key(std::string_view key) { return sha256_hex(key).substr(0, 32); }

/// Mints every seed and gives the tasks that are not an earlier one turned or mirrored, in order.
Result<void> mint_each(const data::MintOptions& options, const mint::xlogo::Selection& selection,
                       const data::WriteOptions& write,
                       const std::function<Result<void>(StoredTask)>& take_task) {
  const std::map<std::string, lang::xlogo::Task> stored = TRY(tasks_of(options.parts));
  std::unordered_set<std::string> keys;
  const auto work = [&](std::int64_t seed) -> Result<std::optional<KeyedTask>> {
    lang::xlogo::Task task;
    std::string id = fmt::format("{}-{:08}", options.split, seed);
    if (options.parts.empty()) {
      task = TRY(mint::xlogo::mint_wanted(seed, selection));
      task.id = std::move(id);
    } else {
      const auto found = stored.find(id);
      if (found == stored.end()) return std::optional<KeyedTask>();
      task = found->second;
    }
    std::string key = short_key(lang::xlogo::canonical_key(task));
    return std::optional(KeyedTask{std::move(task), std::move(key)});
  };
  const auto take = [&](std::optional<KeyedTask> minted) -> Result<void> {
    if (!minted || !keys.insert(std::move(minted->key)).second) return {};
    return take_task({std::move(minted->task), "", ""});
  };
  return data::for_each_seed(options, write, work, take);
}

}  // namespace

Result<data::OpenedShelf<StoredTask>> mint_shelf(
    const data::MintOptions& options, const mint::xlogo::Selection& selection,
    const std::function<data::Looked(const StoredTask&)>& look) {
  NamedLines lines;
  std::vector<Error> problems;
  TRY(mint_each(options, selection, {.jobs = options.jobs},
                [&](const StoredTask& task) -> Result<void> {
                  data::Looked looked = look(task);
                  if (looked.problem) problems.push_back(std::move(*looked.problem));
                  if (!looked.wanted || looked.problem) return {};
                  return lines.append(task.task.id, task_line(task));
                }));
  lines.sort(NamedLines::Twice::kFirst);
  data::TaskShelf<StoredTask> shelf(std::move(lines), stored_from_json);
  return data::OpenedShelf<StoredTask>{std::move(shelf), std::move(problems), {}};
}

Result<std::size_t> mint_folder(const std::filesystem::path& folder,
                                const data::MintOptions& options,
                                const mint::xlogo::Selection& selection,
                                const data::WriteOptions& write) {
  std::vector<StoredTask> all;
  std::unordered_set<std::string> keys;
  std::unordered_set<std::string> ids;
  if (may_exist(data::tasks_path(folder))) all = TRY(data::whole(TRY(read_tasks(folder))));
  for (const StoredTask& each : all) {
    keys.insert(lang::xlogo::canonical_key(each.task));
    ids.insert(each.task.id);
  }
  std::size_t added = 0;
  TRY(mint_each(options, selection, write, [&](StoredTask each) -> Result<void> {
    const bool fresh = ids.insert(each.task.id).second &&
                       keys.insert(lang::xlogo::canonical_key(each.task)).second;
    if (!fresh) return {};
    all.push_back(std::move(each));
    ++added;
    return {};
  }));
  TRY(write_folder(folder, std::move(all)));
  return data::minted_until_cancelled(write, added);
}

Result<std::size_t> perturb_folder(const std::filesystem::path& data,
                                   const std::filesystem::path& out,
                                   const data::PerturbOptions& options) {
  if (!options.parts.empty()) return data::join_task_lines(options.parts, out);
  const bool turn = options.kinds.size() == 1 && options.kinds.front() == "turn";
  std::vector<lang::xlogo::NamedPerturbation> combinations;
  if (!turn) combinations = lang::xlogo::subsets_of(TRY(parts_of(options.kinds)));
  std::vector<StoredTask> tasks = TRY(data::whole(TRY(read_tasks(data))));
  TRY(data::keep_only(tasks, options.ids, id_of));
  std::vector<StoredTask> changed = turn ? TRY(turned_tasks(tasks, options))
                                         : perturbed_tasks(tasks, combinations, options.shard);
  const std::size_t written = changed.size();
  TRY(write_folder(out, std::move(changed)));
  return written;
}

Result<data::CheckReport> check_folder(const std::filesystem::path& folder, std::size_t jobs) {
  const std::string text = TRY(read_file(data::tasks_path(folder)));
  StoredTasks stored = TRY(read_tasks(folder));
  const auto synthesised =
      std::find_if(stored.tasks.begin(), stored.tasks.end(),
                   [](const StoredTask& each) { return !each.synthesised.empty(); });
  if (synthesised != stored.tasks.end()) {
    return fail(ErrorCode::kUsage,
                "task '" + synthesised->task.id +
                    "' was synthesised, not minted; check the folder with 'papert synth xlogo "
                    "--check " +
                    folder.string() + "'",
                "--check");
  }
  data::CheckReport report;
  report.problems = std::move(stored.problems);
  report.checked = stored.tasks.size();
  data::check_task_sums(folder, text, report);
  std::map<std::string, std::string> seen;  // key -> id
  struct Facts {
    bool solved;
    std::string key;
  };
  const auto look = [](const StoredTask& each) {
    return Facts{solves_itself(each.task), lang::xlogo::canonical_key(each.task)};
  };
  work_in_order(jobs, stored.tasks, look, [&](const StoredTask& each, Facts facts) {
    const std::string where = "task '" + each.task.id + "'";
    if (!facts.solved) {
      report.problems.push_back({ErrorCode::kBadData, "its own solution fails", where});
    }
    if (!each.base.empty()) return;
    const auto [first, fresh] = seen.emplace(std::move(facts.key), each.task.id);
    if (!fresh) {
      report.problems.push_back(
          {ErrorCode::kBadData, "is task '" + first->second + "' turned or mirrored", where});
    }
  });
  return report;
}

}  // namespace papert::data::xlogo
