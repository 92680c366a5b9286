#include "data/xlogo/v2_folder.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <unordered_set>

#include "base/file.h"
#include "base/for_each_in_order.h"
#include "base/known_keys.h"
#include "base/paths.h"
#include "base/sha256.h"
#include "data/seeds.h"
#include "lang/xlogo/emulator.h"
#include "lang/xlogo/v2_keys.h"

namespace papert::data::xlogo {
namespace {

namespace v2 = lang::xlogo::v2;

Result<SecondTask> second_from_json(const Json& json, const std::string& where) {
  v2::Task task = TRY(v2::task_from_json(json, where));
  return SecondTask{std::move(task)};
}

Result<SecondTask> second_from_line(const Json& json, const std::string& where) {
  if (json.is_object() && json.contains("dialect")) TRY(check_keys(json, v2::kTaskKeys, where));
  return second_from_json(json, where);
}

std::string second_key(const v2::Task& task) {
  return sha256_hex(v2::canonical_key(task)).substr(0, 32);
}

/// A task, and a key that is equal for tasks that are each other turned or mirrored.
struct KeyedSecond {
  v2::Task task;
  std::string key;
};

Result<std::map<std::string, v2::Task>> second_tasks_of(
    const std::vector<std::filesystem::path>& folders) {
  std::map<std::string, v2::Task> tasks;
  for (const std::filesystem::path& folder : folders) {
    for (SecondTask& each : TRY(data::whole(TRY(read_second_tasks(folder))))) {
      std::string id = id_of(each);
      tasks.emplace(std::move(id), std::move(each.task));
    }
  }
  return tasks;
}

Result<void> mint_each_second(const data::MintOptions& options, const mint::xlogo::SecondWish& wish,
                              const data::WriteOptions& write,
                              const std::function<Result<void>(SecondTask)>& take_task) {
  const std::map<std::string, v2::Task> stored = TRY(second_tasks_of(options.parts));
  std::unordered_set<std::string> keys;
  const auto work = [&](std::int64_t seed) -> Result<std::optional<KeyedSecond>> {
    v2::Task task;
    std::string id = fmt::format("{}-{:08}", options.split, seed);
    if (options.parts.empty()) {
      task = TRY(mint::xlogo::minted_second(seed, wish));
      task.site.id = std::move(id);
    } else {
      const auto found = stored.find(id);
      if (found == stored.end()) return std::optional<KeyedSecond>();
      task = found->second;
    }
    std::string key = second_key(task);
    return std::optional(KeyedSecond{std::move(task), std::move(key)});
  };
  const auto take = [&](std::optional<KeyedSecond> minted) -> Result<void> {
    if (!minted || !keys.insert(std::move(minted->key)).second) return {};
    return take_task({std::move(minted->task)});
  };
  return data::for_each_seed(options, write, work, take);
}

}  // namespace

Dialect dialect_of(const std::filesystem::path& path) {
  return data::first_task_has(path, "dialect") ? Dialect::kV2 : Dialect::kV1;
}

Result<void> expect_dialect(const std::filesystem::path& path, Dialect dialect) {
  const Dialect own = dialect_of(path);
  if (own == dialect) return {};
  return fail(ErrorCode::kUsage,
              fmt::format("this folder holds tasks of dialect {0}; give --mode dialect={0}",
                          own == Dialect::kV2 ? "v2" : "v1"),
              path.string());
}

Result<data::Stored<SecondTask>> read_second_tasks(const std::filesystem::path& path) {
  auto all = TRY(data::read_task_lines<SecondTask>(is_folder(path) ? data::tasks_path(path) : path,
                                                   second_from_line));
  data::put_in_id_order(all.tasks, all.problems,
                        [](const SecondTask& task) { return id_of(task); });
  return all;
}

Result<data::OpenedShelf<SecondTask>> open_second_tasks(
    const std::filesystem::path& folder,
    const std::function<data::Looked(const SecondTask&)>& look) {
  return data::open_shelf<SecondTask>(
      data::tasks_path(folder),
      {.read = second_from_line,
       .again = second_from_json,
       .hashed = [](const SecondTask& task) { return task_line(task) + "\n"; },
       .look = look});
}

std::string task_line(const SecondTask& stored) { return dump_json(v2::to_json(stored.task)); }

Result<data::OpenedShelf<SecondTask>> mint_second_shelf(
    const data::MintOptions& options, const mint::xlogo::SecondWish& wish,
    const std::function<data::Looked(const SecondTask&)>& look) {
  NamedLines lines;
  std::vector<Error> problems;
  TRY(mint_each_second(options, wish, {.jobs = options.jobs},
                       [&](const SecondTask& task) -> Result<void> {
                         data::Looked looked = look(task);
                         if (looked.problem) problems.push_back(std::move(*looked.problem));
                         if (!looked.wanted || looked.problem) return {};
                         return lines.append(id_of(task), task_line(task));
                       }));
  lines.sort(NamedLines::Twice::kFirst);
  data::TaskShelf<SecondTask> shelf(std::move(lines), second_from_json);
  return data::OpenedShelf<SecondTask>{std::move(shelf), std::move(problems), {}};
}

Result<std::size_t> mint_second_folder(const std::filesystem::path& folder,
                                       const data::MintOptions& options,
                                       const mint::xlogo::SecondWish& wish,
                                       const data::WriteOptions& write) {
  std::vector<SecondTask> all;
  std::unordered_set<std::string> keys;
  std::unordered_set<std::string> ids;
  if (may_exist(data::tasks_path(folder))) {
    all = TRY(data::whole(TRY(read_second_tasks(folder))));
  }
  for (const SecondTask& each : all) {
    keys.insert(second_key(each.task));
    ids.insert(id_of(each));
  }
  std::size_t added = 0;
  TRY(mint_each_second(options, wish, write, [&](SecondTask task) -> Result<void> {
    if (!ids.insert(id_of(task)).second || !keys.insert(second_key(task.task)).second) return {};
    all.push_back(std::move(task));
    ++added;
    return {};
  }));
  const std::string lines = data::sorted_lines(
      all, [](const SecondTask& task) { return id_of(task); },
      [](const SecondTask& task) { return task_line(task); });
  TRY(data::write_task_folder(folder, lines));
  return data::minted_until_cancelled(write, added);
}

Result<data::CheckReport> check_second_folder(const std::filesystem::path& folder,
                                              std::size_t jobs) {
  const std::string text = TRY(read_file(data::tasks_path(folder)));
  data::Stored<SecondTask> stored = TRY(read_second_tasks(folder));
  data::CheckReport report;
  report.problems = std::move(stored.problems);
  report.checked = stored.tasks.size();
  data::check_task_sums(folder, text, report);
  std::map<std::string, std::string> seen;  // key -> id
  struct Facts {
    std::optional<std::string> problem;
    std::string key;
  };
  const auto look = [](const SecondTask& each) {
    lang::xlogo::GridRun run(each.task.site);
    const bool solved = run.run(each.task.solution, each.task.constraints).success();
    return Facts{solved ? mint::xlogo::easier_than_it_looks(each.task) : "its own solution fails",
                 v2::canonical_key(each.task)};
  };
  work_in_order(jobs, stored.tasks, look, [&](const SecondTask& each, Facts facts) {
    const std::string where = "task '" + id_of(each) + "'";
    if (facts.problem) {
      report.problems.push_back({ErrorCode::kBadData, std::move(*facts.problem), where});
    }
    const auto [first, fresh] = seen.emplace(std::move(facts.key), id_of(each));
    if (!fresh) {
      report.problems.push_back(
          {ErrorCode::kBadData, "is task '" + first->second + "' turned or mirrored", where});
    }
  });
  return report;
}

}  // namespace papert::data::xlogo
