// The tasks of a set, of which only the most recently used are in memory: the others are lines of
// their file, found by their place. So a set of a million tasks takes some tens of bytes a task,
// and whoever goes through it, as an export does, streams it.
//
//     auto opened = TRY(open_shelf<StoredTask>(tasks_path(folder), {.read = task_from_json, ...}));
//     const auto task = TRY(opened.tasks.get(0));   // read when it is asked for
//
// What a set calls its tasks is id_of(task), found beside the type of the task.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/named_lines.h"
#include "base/recent.h"
#include "base/result.h"
#include "base/sha256.h"
#include "data/task_folder.h"

namespace papert::data {

/// Reads a task of its line; `where` is the file and line for messages.
template <class Task>
using ReadTask = std::function<Result<Task>(const Json& json, const std::string& where)>;

template <class Task>
class TaskShelf {
 public:
  TaskShelf() = default;

  /// Tasks that are there already, in the order of their ids.
  explicit TaskShelf(std::vector<Task> tasks) : held_(std::move(tasks)) {}

  /// Tasks that are lines.
  TaskShelf(NamedLines lines, ReadTask<Task> read)
      : lines_(std::move(lines)),
        read_(std::move(read)),
        recent_(std::make_unique<Recent<Result<Task>>>(kRecentBytes)) {}

  [[nodiscard]] std::size_t size() const { return recent_ ? lines_.size() : held_.size(); }
  [[nodiscard]] std::string id(std::size_t index) const {
    return recent_ ? std::string(lines_.name(index)) : id_of(held_[index]);
  }

  /// An Error where the line is not there any more. For any thread.
  [[nodiscard]] Result<std::shared_ptr<const Task>> get(std::size_t index) const {
    if (!recent_) return std::shared_ptr<const Task>(std::shared_ptr<void>(), &held_[index]);
    std::size_t bytes = 0;
    const auto found = recent_->get(
        index, [&] { return read(index, bytes); },
        [&](const Result<Task>&) { return sizeof(Task) + 2 * bytes; });
    if (!*found) return fail(found->error());
    return std::shared_ptr<const Task>(found, &**found);
  }

  /// For who cannot report an error: a task without content then. Its prompt says what is wrong.
  [[nodiscard]] std::shared_ptr<const Task> get_or_blank(std::size_t index) const {
    auto task = get(index);
    return task ? std::move(*task) : std::make_shared<const Task>();
  }

  /// Only of lines: leaves those that are not wanted.
  void drop_unwanted() {
    lines_.drop_unwanted();
    recent_ = std::make_unique<Recent<Result<Task>>>(kRecentBytes);  // the others have new indices
  }

 private:
  static constexpr std::size_t kRecentBytes = std::size_t{8} << 20;

  [[nodiscard]] Result<Task> read(std::size_t index, std::size_t& bytes) const {
    const std::string where = lines_.source() + ": task '" + id(index) + "'";
    const std::string line = TRY(lines_.line(index));
    bytes = line.size();
    JsonView view;
    const Json json = TRY(parse_line(line, view, where));
    Task task = TRY(read_(json, where));
    if (id_of(task) == lines_.name(index)) return task;
    return fail(ErrorCode::kIo, "the file was changed while it was used", where);
  }

  std::vector<Task> held_;
  NamedLines lines_;
  ReadTask<Task> read_;
  std::unique_ptr<Recent<Result<Task>>> recent_;  // null: all are held
};

/// Whether a task is in the set, and why it is not where that is a fault of the task.
struct Looked {
  bool wanted = true;
  std::optional<Error> problem;
};

template <class Task>
struct ShelfReading {
  ReadTask<Task> read;                             // the first time
  ReadTask<Task> again;                            // a line that could be read before
  std::function<std::string(const Task&)> hashed;  // what the data hash covers, for each task
  std::function<Looked(const Task&)> look;
};

template <class Task>
struct OpenedShelf {
  TaskShelf<Task> tasks;
  std::vector<Error> problems;
  std::string data_hash;  // of all tasks, wanted or not
};

/// What the places of lines are noted for, and what was found wrong with their tasks.
template <class Task>
class ShelfBuilder {
 public:
  ShelfBuilder(NamedLines lines, const ShelfReading<Task>& reading)
      : lines_(std::move(lines)), reading_(reading) {}

  Result<void> note(const Json& json, const LinePlace& place) {
    const Task task = TRY(reading_.read(json, place.where));
    Looked looked = reading_.look(task);
    TRY(lines_.note(id_of(task), place.offset, place.size, looked.wanted && !looked.problem));
    if (lines_.sorted()) hash_.update(reading_.hashed(task));
    if (looked.problem) refused_.emplace(id_of(task), std::move(*looked.problem));
    return {};
  }

  Result<OpenedShelf<Task>> finish(std::vector<Error> problems) {
    const bool in_order = lines_.sorted();
    for (const std::string& id : lines_.sort(NamedLines::Twice::kFirst)) {
      problems.push_back(second_of(id));
    }
    for (auto& [id, problem] : refused_) {
      const auto index = lines_.find(id);
      if (index && !lines_.wanted(*index)) problems.push_back(std::move(problem));
    }
    TaskShelf<Task> shelf(std::move(lines_), reading_.again);
    if (!in_order) TRY(hash_again(shelf));
    shelf.drop_unwanted();
    return OpenedShelf<Task>{std::move(shelf), std::move(problems), hash_.hex()};
  }

 private:
  Result<void> hash_again(const TaskShelf<Task>& shelf) {
    hash_ = Sha256();
    for (std::size_t i = 0; i < shelf.size(); ++i) {
      const auto task = TRY(shelf.get(i));
      hash_.update(reading_.hashed(*task));
    }
    return {};
  }

  NamedLines lines_;
  const ShelfReading<Task>& reading_;
  Sha256 hash_;
  std::map<std::string, Error> refused_;
};

/// The tasks of a file of lines that look() wants. A bad line, a second task of an id and what
/// look() says against a task are problems; the rest is still read.
template <class Task>
[[nodiscard]] Result<OpenedShelf<Task>> open_shelf(const std::filesystem::path& file,
                                                   const ShelfReading<Task>& reading) {
  NamedLines lines = TRY(NamedLines::of(file));
  ShelfBuilder<Task> builder(std::move(lines), reading);
  std::vector<Error> problems;
  TRY(for_each_task_line(file, problems, [&](const Json& json, const LinePlace& place) {
    return builder.note(json, place);
  }));
  return builder.finish(std::move(problems));
}

}  // namespace papert::data
