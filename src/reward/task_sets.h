// Sets of tasks that stay open, for whoever scores by reference: the most recently used are held,
// each is loaded once, however many threads ask, and data that are not those of a reference are an
// error, never a score.
//
//     const auto set = TRY(TaskSets::of_this_process().open(ref.set));
//     const std::size_t index = TRY(set->find(ref.id));
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "reward/task_ref.h"
#include "suite/suite.h"

namespace papert::reward {

/// Tasks, and what they are found by. Thread-safe.
class OpenSet {
 public:
  /// The reference is completed: all modes, the hash of the data.
  OpenSet(std::unique_ptr<suite::Suite> suite, std::unique_ptr<suite::TaskSet> tasks, SetRef ref,
          std::shared_ptr<const void> kept = {});

  [[nodiscard]] const suite::Suite& suite() const { return *suite_; }
  [[nodiscard]] const suite::TaskSet& tasks() const { return *tasks_; }
  [[nodiscard]] const SetRef& ref() const { return ref_; }
  [[nodiscard]] const std::string& key() const { return key_; }

  /// kNotFound, naming the id, where there is no such task.
  [[nodiscard]] Result<std::size_t> find(std::string_view id) const;
  /// Of a task, as the set keeps it.
  [[nodiscard]] const std::string& id(std::size_t index) const { return ids_[index]; }

  [[nodiscard]] TaskRef task_ref(std::size_t index) const { return {ref_, ids_[index]}; }
  /// The same with the task's own files, for a process that has no data.
  [[nodiscard]] Result<TaskRef> inline_ref(std::size_t index) const;

  /// How long a reply took at most, of late: who scores in slices sizes them by it. None: nothing
  /// is known yet.
  void learn(std::chrono::nanoseconds per_reply) const;
  [[nodiscard]] std::optional<std::chrono::nanoseconds> usual() const;

 private:
  std::unique_ptr<suite::Suite> suite_;
  std::shared_ptr<const void> kept_;  // a folder that lives as long as the tasks
  std::unique_ptr<suite::TaskSet> tasks_;
  SetRef ref_;
  std::string key_;
  std::vector<std::string> ids_;
  std::unordered_map<std::string_view, std::size_t> index_;
  mutable std::atomic<std::int64_t> usual_ns_ = -1;
};

struct TaskSetsOptions {
  std::size_t held = 8;           // sets that are minted or loaded
  std::size_t held_inline = 512;  // tasks that came with their files
  std::size_t jobs = 1;           // threads that load or mint one
  std::int64_t max_count = kMaxMintCount;
  /// Given: a folder is one of these, named by its hash; no path, neither of data nor of a mode, is
  /// taken from a reference. For servers.
  std::optional<std::vector<std::filesystem::path>> folders;
};

/// A folder that references may name by its hash.
struct AllowedFolder {
  std::string suite;
  std::string hash;
  std::filesystem::path path;
};

class TaskSets {
 public:
  explicit TaskSets(TaskSetsOptions options = {});
  TaskSets(const TaskSets&) = delete;
  TaskSets& operator=(const TaskSets&) = delete;

  /// Those of this process, never destroyed. A child made by fork() begins with none: its parent's
  /// may have been in use by a thread that it does not have. Whoever keeps a set open must ask
  /// again after a fork.
  [[nodiscard]] static TaskSets& of_this_process();

  /// The tasks of a reference. kUsage for a suite or a mode that is not there, kBadData where the
  /// data have another hash, and what loading says.
  [[nodiscard]] Result<std::shared_ptr<const OpenSet>> open(const SetRef& ref);

  /// Loads the folders that were given, so that the first request need not; their problems are
  /// errors of the first folder that has one.
  [[nodiscard]] Result<std::vector<AllowedFolder>> allowed();

  [[nodiscard]] const TaskSetsOptions& options() const { return options_; }

 private:
  using Opened = Result<std::shared_ptr<const OpenSet>>;
  struct Cell {
    std::once_flag once;
    std::optional<Opened> opened;
  };
  /// One set may be asked for in several ways: with its hash and modes, and without.
  struct Entry {
    std::vector<std::string> keys;
    std::shared_ptr<Cell> cell;
  };
  struct Held {
    std::list<Entry> order;  // most recently used first
    std::size_t most = 0;
  };

  [[nodiscard]] std::shared_ptr<Cell> cell_of(const std::string& key, Held& held);
  void add_key(const std::shared_ptr<Cell>& cell, const std::string& key, Held& held);
  void forget(const std::shared_ptr<Cell>& cell, Held& held);
  [[nodiscard]] Opened load(const SetRef& ref);
  [[nodiscard]] Result<std::filesystem::path> folder_of(const FolderSource& source,
                                                        std::string_view suite);
  [[nodiscard]] Result<void> check_allowed(const suite::Suite& suite, const SetRef& ref) const;

  TaskSetsOptions options_;
  std::mutex mutex_;
  Held sets_;
  Held inlines_;
  std::once_flag allowed_once_;
  std::optional<Result<std::vector<AllowedFolder>>> allowed_;
};

}  // namespace papert::reward
