// By what a task is recognised in other sets. TaskSet::content_key says what makes a task the task
// it is; a set may have more keys than that (the program that solves it, the world it is set in),
// and may find them in texts that are no tasks: lines of training data.
//
//     drawing   what is seen: pixels, or a drawing on its canonical sheet
//     task      what is asked for, where it is not a drawing
//     world     where it is asked, whatever the goal
//     program   how a solution is written, without what does not matter in its language
//     picture   the pixels of a picture file (not of a suite: whoever reads files makes it)
//
// Two texts of one kind and suite are equal exactly if the two things are equal in the sense of
// KeyInfo::equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "suite/suite.h"

namespace papert::suite {

enum class KeyKind : std::uint8_t { kDrawing, kTask, kWorld, kProgram, kPicture };
inline constexpr std::size_t kKeyKinds = 5;

/// "drawing", "task", "world", "program" or "picture".
[[nodiscard]] std::string_view key_name(KeyKind kind);

struct KeyInfo {
  KeyKind kind = KeyKind::kTask;
  std::string_view equal;  // what tasks that share it have in common, and what does not count
  /// Tasks that share it are one task. False where tasks that have nothing to do with each other
  /// often share it: the three commands that solve a hundred worlds.
  bool identifies = true;
};

struct TaskKey {
  KeyKind kind = KeyKind::kTask;
  std::string text;
};

/// Beside TaskSet. All members are thread-safe.
class KeyedTasks {
 public:
  virtual ~KeyedTasks() = default;

  /// The kinds of keys that its tasks can have; the first is the kind of content_key().
  [[nodiscard]] virtual std::span<const KeyInfo> key_infos() const = 0;

  /// The keys of a task besides content_key(). A kind that it does not have is left out.
  [[nodiscard]] virtual Result<std::vector<TaskKey>> more_keys(std::size_t index) const = 0;

  /// Keys, of all kinds, of what a text holds: a reply, a prompt, a program. May have to run it.
  [[nodiscard]] virtual std::vector<TaskKey> keys_in(std::string_view text) const = 0;

  /// The same of a JSON object that may be a task as files hold it.
  [[nodiscard]] virtual std::vector<TaskKey> keys_in_record(const Json& record) const;
};

/// The kinds of keys of any set: those it names, else the one that content_key() gives.
[[nodiscard]] std::span<const KeyInfo> key_infos(const TaskSet& tasks);

/// 32 hexadecimal digits that stand for a key of this suite. `content`: it is content_key()'s,
/// which is hashed without its kind.
[[nodiscard]] std::string key_hash(std::string_view suite, const TaskKey& key, bool content);

/// The hash of content_key(); empty where the suite cannot tell a task by its content.
[[nodiscard]] Result<std::string> task_hash(std::string_view suite, const TaskSet& tasks,
                                            std::size_t index);

}  // namespace papert::suite
