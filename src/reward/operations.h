// The operations of a Service, a function each. Private to the folder.
#pragma once

#include <string>

#include "base/json.h"
#include "base/result.h"
#include "reward/request.h"

namespace papert::reward {

/// What an operation works with.
struct Call {
  TaskSets& sets;
  const ServiceOptions& options;
  const CallOptions& call;
  const Json& request;  // an object
};

/// The text of the answer, an object.
[[nodiscard]] Result<std::string> answer_info(const Call& call);
[[nodiscard]] Result<std::string> answer_tasks(const Call& call);
[[nodiscard]] Result<std::string> answer_task(const Call& call);
[[nodiscard]] Result<std::string> answer_score(const Call& call);
[[nodiscard]] Result<std::string> answer_reward(const Call& call);
[[nodiscard]] Result<std::string> answer_feedback(const Call& call);
[[nodiscard]] Result<std::string> answer_run(const Call& call);
[[nodiscard]] Result<std::string> answer_render(const Call& call);

/// How replies are scored, by the keys extract, max_reply_bytes, jobs and deadline_ms.
[[nodiscard]] Result<ScoreOptions> score_options(const Call& call);

/// The set that an object names by "suite", "modes" and "src" (or "data", a path or hash, for it).
[[nodiscard]] Result<SetRef> named_set(const Json& json, const std::string& where);
/// Whether it names one.
[[nodiscard]] bool names_set(const Json& json);

/// The task that an object names by "ref", as a text or an object, or by a set and "id".
[[nodiscard]] Result<TaskRef> named_task(const Json& json, const std::string& where);

/// "where.key", or the key.
[[nodiscard]] std::string place_of(const std::string& where, std::string_view key);

}  // namespace papert::reward
