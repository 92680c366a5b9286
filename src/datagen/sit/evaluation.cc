#include "datagen/sit/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/for_each_in_order.h"
#include "base/sha256.h"
#include "base/text.h"
#include "suite/sgp/tasks.h"
#include "suite/task_keys.h"

namespace papert::datagen::sit {
namespace {

/// The hash by which the published tables are known.
Result<std::string> published_hash(const std::string& program) {
  data::sgp::StoredQuestions stored;
  stored.questions.emplace_back().program = program;
  const suite::sgp::QuestionSet set(std::move(stored), "");
  return suite::task_hash("sgp", set, 0);
}

}  // namespace

Result<void> EvaluationPrograms::add(const std::filesystem::path& data, std::size_t jobs,
                                     const CancelToken& cancel) {
  const auto source = TRY(open_source(data));
  const std::string name =
      data.filename().empty() ? data.parent_path().filename().string() : data.filename().string();
  std::unordered_set<std::string> seen;  // several questions share a program
  std::size_t unknown = 0;
  Result<void> read;
  TRY(for_each_in_order(
      jobs,
      [&]() -> std::optional<SourceItem> {
        while (!cancel.cancelled()) {
          auto item = source->next();
          if (!item) {
            read = fail(item.error());
            return std::nullopt;
          }
          if (!*item) return std::nullopt;
          if ((*item)->status != Status::kOk || seen.insert(sha256_hex((*item)->program)).second) {
            return std::move(*item);
          }
        }
        return std::nullopt;
      },
      [](SourceItem item) -> Result<CheckedProgram> {
        return check_program(std::move(item), kMaxSourceBytes);
      },
      [&](const CheckedProgram& checked) -> Result<void> {
        if (checked.status != Status::kOk) {
          ++unknown;
          return {};
        }
        keys_.try_emplace("text " + checked.text_key, name);
        keys_.try_emplace("picture " + checked.picture, name);
        ++added_;
        return {};
      }));
  TRY(std::move(read));
  if (cancel.cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
  if (unknown > 0) {
    notes_.push_back(
        fmt::format("{} entries of {} are not SVG programs that can be painted, and nothing is "
                    "excluded by them",
                    format_count(static_cast<std::int64_t>(unknown)), data.string()));
  }
  return {};
}

Result<std::string> EvaluationPrograms::match(const CheckedProgram& program) const {
  if (const auto found = keys_.find("text " + program.text_key); found != keys_.end()) {
    return "a program of " + found->second + ", its numbers rounded";
  }
  if (const auto found = keys_.find("picture " + program.picture); found != keys_.end()) {
    return "it draws a picture of " + found->second;
  }
  const std::string hash = TRY(published_hash(program.program));
  if (published_.holds("sgp", hash)) return std::string("a program of the published tables of sgp");
  return std::string();
}

std::string EvaluationPrograms::hash() const {
  std::vector<std::string> keys;
  keys.reserve(keys_.size());
  for (const auto& [key, name] : keys_) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  Sha256 hash;
  for (const std::string& key : keys) hash.update(key + "\n");
  return hash.hex();
}

}  // namespace papert::datagen::sit
