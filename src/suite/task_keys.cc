#include "suite/task_keys.h"

#include <array>

#include "base/sha256.h"

namespace papert::suite {
namespace {

constexpr std::size_t kHashDigits = 32;
constexpr std::array<std::string_view, kKeyKinds> kKeyNames{"drawing", "task", "world", "program",
                                                            "picture"};
constexpr std::array<KeyInfo, 1> kContentOnly{
    {{KeyKind::kTask, "what the suite says makes a task the task it is"}}};

}  // namespace

std::string_view key_name(KeyKind kind) { return kKeyNames[static_cast<std::size_t>(kind)]; }

std::vector<TaskKey> KeyedTasks::keys_in_record(const Json&) const { return {}; }

std::span<const KeyInfo> key_infos(const TaskSet& tasks) {
  const auto* const keyed = dynamic_cast<const KeyedTasks*>(&tasks);
  return keyed == nullptr ? std::span<const KeyInfo>(kContentOnly) : keyed->key_infos();
}

std::string key_hash(std::string_view suite, const TaskKey& key, bool content) {
  Sha256 hash;
  hash.update(suite);
  hash.update("\n");
  if (!content) {
    hash.update(key_name(key.kind));
    hash.update("\n");
  }
  hash.update(key.text);
  return hash.hex().substr(0, kHashDigits);
}

Result<std::string> task_hash(std::string_view suite, const TaskSet& tasks, std::size_t index) {
  std::string key = TRY(tasks.content_key(index));
  if (key.empty()) return std::string();
  return key_hash(suite, {KeyKind::kTask, std::move(key)}, true);
}

}  // namespace papert::suite
