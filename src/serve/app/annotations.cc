#include "serve/app/annotations.h"

#include <algorithm>

#include "base/json.h"

namespace papert::serve::app {
namespace {

constexpr std::size_t kMaxNameLetters = 64;
constexpr std::size_t kMaxOpenFiles = 256;
constexpr std::size_t kMaxListedSets = 500;
constexpr std::string_view kEnding = ".jsonl";

Result<void> check_name(const std::string& name) {
  if (is_set_name(name)) return {};
  return fail(ErrorCode::kNotFound,
              "a name has 1 to 64 letters (a to z), digits, - and _, and does not begin with -");
}

/// An answer is to a task and an epoch.
std::string answer_key(std::string_view line) {
  const auto json = parse_json(line);
  if (!json) return {};
  const auto id = get_string(*json, "id");
  const auto epoch = get_int(*json, "epoch");
  return id && epoch ? std::to_string(*epoch) + "\n" + *id : std::string();
}

}  // namespace

bool is_set_name(std::string_view name) {
  if (name.empty() || name.size() > kMaxNameLetters || name.front() == '-') return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

Annotations::Annotations(std::filesystem::path folder, LineFileLimits limits)
    : folder_(std::move(folder)), limits_(limits) {}

Result<std::shared_ptr<LineFile>> Annotations::labels(const std::string& set) {
  TRY(check_name(set));
  return file(folder_ / (set + std::string(kEnding)),
              [](std::string_view line) { return std::string(line); });
}

Result<std::shared_ptr<LineFile>> Annotations::answers(const std::string& set,
                                                       const std::string& person) {
  TRY(check_name(set));
  TRY(check_name(person));
  return file(folder_ / "answers" / set / (person + std::string(kEnding)), answer_key);
}

Result<std::filesystem::path> Annotations::drawings(const std::string& set,
                                                    const std::string& person) const {
  TRY(check_name(set));
  TRY(check_name(person));
  return folder_ / "drawings" / set / person;
}

std::vector<std::string> Annotations::sets() const {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == kEnding && is_set_name(name)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  if (names.size() > kMaxListedSets) names.resize(kMaxListedSets);
  return names;
}

/// Files that nobody uses are forgotten where there are many; what they hold is read again.
std::shared_ptr<LineFile> Annotations::file(const std::filesystem::path& path, const LineKey& key) {
  const std::scoped_lock lock(mutex_);
  auto& held = files_[path];
  if (!held) held = std::make_shared<LineFile>(path, key, limits_);
  auto found = held;
  if (files_.size() > kMaxOpenFiles) {
    std::erase_if(files_, [](const auto& each) { return each.second.use_count() == 1; });
  }
  return found;
}

}  // namespace papert::serve::app
