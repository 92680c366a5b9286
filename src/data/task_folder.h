// Folders of tasks, as most suites write them: tasks.jsonl, one task a line in the order of ids,
// the files it names, and SHA256SUMS over all of them.
//
//     auto stored = TRY(read_task_lines<Task>(tasks_path(folder), task_from_json));
//     put_in_id_order(stored.tasks, stored.problems, [](const Task& task) { return task.id; });
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/format.h"
#include "base/json.h"
#include "base/json_view.h"
#include "base/result.h"
#include "data/options.h"

namespace papert::data {

/// Files of a folder: path below it -> bytes.
using DataFiles = std::map<std::string, std::string>;

/// File (relative, with forward slashes) -> SHA-256 in hex: the lines of SHA256SUMS.
using Checksums = std::map<std::string, std::string>;

[[nodiscard]] std::filesystem::path checksums_path(const std::filesystem::path& folder);

/// An absent file is an empty list.
[[nodiscard]] Result<Checksums> read_checksums(const std::filesystem::path& folder);
[[nodiscard]] std::string checksums_text(const Checksums& checksums);

/// The sums of SHA256SUMS for lookups, 40 bytes each whatever the files are called.
class ListedSums {
 public:
  /// kBadData where a line is not one; an absent file is an empty list.
  [[nodiscard]] static Result<ListedSums> read(const std::filesystem::path& folder);

  /// In hex; nothing for a file that is not listed.
  [[nodiscard]] std::optional<std::string> find(std::string_view file) const;

  /// The sum of a file that is not listed.
  void add(const std::string& file, const std::string& sum) { added_[file] = sum; }

 private:
  struct Entry {
    std::uint64_t key = 0;  // of the file's name
    Digest sum{};
  };
  std::vector<Entry> entries_;  // by key
  Checksums added_;
};

inline constexpr std::size_t kMaxTaskBytes = std::size_t{4} << 20;

[[nodiscard]] std::filesystem::path tasks_path(const std::filesystem::path& folder);

/// Whether the path is a folder with a file of that name, or that file.
[[nodiscard]] bool holds_file(const std::filesystem::path& path, std::string_view name);

/// Whether the first line of a .jsonl file, or of tasks.jsonl in a folder, is an object with this
/// key.
[[nodiscard]] bool first_task_has(const std::filesystem::path& path, std::string_view key);

/// Tasks as they were read, and what could not be used, with its place.
template <class Task>
struct Stored {
  std::vector<Task> tasks;
  std::vector<Error> problems;
};

/// What parse_json gives. An object of few members, as tasks are, is read in place, which takes a
/// fraction of the time; `view` is room for that, for line after line.
[[nodiscard]] Result<Json> parse_line(std::string_view text, JsonView& view,
                                      const std::string& where);

/// Where a line stands.
struct LinePlace {
  std::string where;       // its file and number, for messages
  std::size_t offset = 0;  // of its first byte
  std::size_t size = 0;    // in bytes
};

/// Calls use(json, place) for every line of a file that is not blank; what that returns, and a line
/// that is not JSON or too long, is a problem. kNotFound or kIo where the file cannot be read,
/// kBadData where a later Papert wrote it.
[[nodiscard]] Result<void> for_each_task_line(
    const std::filesystem::path& file, std::vector<Error>& problems,
    const std::function<Result<void>(const Json& json, const LinePlace& place)>& use);

/// A task for every line that read(json, where) -> Result<Task> can read.
template <class Task, class Read>
[[nodiscard]] Result<Stored<Task>> read_task_lines(const std::filesystem::path& file, Read read) {
  Stored<Task> all;
  TRY(for_each_task_line(file, all.problems,
                         [&](const Json& json, const LinePlace& place) -> Result<void> {
                           Task task = TRY(read(json, place.where));
                           all.tasks.push_back(std::move(task));
                           return {};
                         }));
  return all;
}

/// The tasks of a folder that must be whole: its first problem is an error.
template <class Task>
[[nodiscard]] Result<std::vector<Task>> whole(Stored<Task> stored) {
  if (!stored.problems.empty()) return fail(stored.problems.front());
  return std::move(stored.tasks);
}

/// Sorts the tasks by id_of(task) and gives line_of(task) of each, a line each, with its format:
/// what line_of gives is what the data hash covers, which must not change with the format.
template <class Task, class IdOf, class LineOf>
[[nodiscard]] std::string sorted_lines(std::vector<Task>& tasks, IdOf id_of, LineOf line_of) {
  std::sort(tasks.begin(), tasks.end(),
            [&](const Task& a, const Task& b) { return id_of(a) < id_of(b); });
  std::string lines;
  for (const Task& task : tasks) lines += with_format(line_of(task)) + "\n";
  return lines;
}

/// Writes tasks.jsonl and SHA256SUMS over it and over `files`, which are there already.
[[nodiscard]] Result<void> write_task_folder(const std::filesystem::path& folder,
                                             const std::string& lines, Checksums files = {});

/// Adds a problem to the report unless SHA256SUMS says what the lines of tasks.jsonl are.
void check_task_sums(const std::filesystem::path& folder, const std::string& lines,
                     CheckReport& report);

/// kCancelled if the user interrupted a mint that had added so many tasks until then.
[[nodiscard]] Result<std::size_t> minted_until_cancelled(const WriteOptions& write,
                                                         std::size_t added);

/// Keeps the tasks of these ids; kBadData if one is missing. All for an empty list.
template <class Task, class IdOf>
[[nodiscard]] Result<void> keep_only(std::vector<Task>& tasks, const std::vector<std::string>& ids,
                                     IdOf id_of) {
  if (ids.empty()) return {};
  std::set<std::string> wanted(ids.begin(), ids.end());
  std::erase_if(tasks, [&](const Task& task) { return wanted.erase(id_of(task)) == 0; });
  if (wanted.empty()) return {};
  return fail(ErrorCode::kBadData, "there is no task '" + *wanted.begin() + "' in the data");
}

/// What is said of a second task of an id.
[[nodiscard]] inline Error second_of(const std::string& id) {
  return {ErrorCode::kBadData, "a second task of this id was left out", "task '" + id + "'"};
}

/// Puts tasks in the order of their ids, which `id_of` gives. Of several tasks with one id the
/// first stays; for each of the others twice(id) is a problem.
template <class Task, class IdOf, class Twice = Error (*)(const std::string&)>
void put_in_id_order(std::vector<Task>& tasks, std::vector<Error>& problems, IdOf id_of,
                     Twice twice = second_of) {
  std::vector<std::pair<std::string, std::size_t>> order;
  order.reserve(tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) order.emplace_back(id_of(tasks[i]), i);
  std::sort(order.begin(), order.end());
  std::vector<Task> ordered;
  ordered.reserve(tasks.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && order[i].first == order[i - 1].first) {
      problems.push_back(twice(order[i].first));
    } else {
      ordered.push_back(std::move(tasks[order[i].second]));
    }
  }
  tasks = std::move(ordered);
}

}  // namespace papert::data
