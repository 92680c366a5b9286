// The one request schema of the worker, the server and the Python package: a name and a JSON object
// in, a JSON object out (docs/rl.md). Reading is strict: unknown keys, other types and anything
// past a limit are typed errors, which are answers, too.
//
//     Service service({.jobs = 4});
//     Response response = service.answer("score", body);
//     response.json   {"scores":[...]}  or  {"error":{"code","message","where"}}
//
//     info     {}                                            versions, suites, modes, limits
//     tasks    {suite, modes?, src, after?, limit?}          ids and tags of a set, its hash
//     task     {ref, prompt?, reference?, inline?}           one task: prompt, pictures, reference
//     score    {items:[{ref | suite, modes?, src, id; text, epoch?, key?}], ...}
//              and policy: the rewards by it beside the scores
//     reward   the same, and policy, unscored
//     feedback {ref | suite, modes?, src, id; text}         what a model that may try again is told
//     run      {lang, code}                                  what a program did
//     render   {lang, code, view?, size?}                    its picture
//
// suite, modes and src may also stand beside items, for all of them that have none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/deadline.h"
#include "base/result.h"
#include "reward/scorer.h"
#include "reward/task_sets.h"

namespace papert::reward {

inline constexpr std::size_t kMaxItems = 4096;
inline constexpr int kMaxRequestDepth = 32;
inline constexpr std::size_t kMaxRequestBytes = std::size_t{64} << 20U;
inline constexpr std::size_t kMaxCodeBytes = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxListed = 4096;  // tasks of one answer
inline constexpr std::int64_t kMaxDeadlineMs = 24LL * 3600 * 1000;

struct ServiceOptions {
  std::size_t jobs = 1;                          // threads of one request, at most
  std::size_t max_items = kMaxItems;             // of one request
  std::size_t max_reply_bytes = kMaxReplyBytes;  // what a request may ask for, at most
  bool references = true;                        // whether `task` may show the reference
};

struct Response {
  std::string json;
  ErrorCode code = ErrorCode::kInternal;  // of an error
  bool ok = false;
};

/// What one call may take.
struct CallOptions {
  Deadline deadline;            // the request's own may be earlier
  std::function<bool()> go_on;  // as in ScoreOptions
};

/// Thread-safe: any number of answers at a time.
class Service {
 public:
  /// Refers to the sets.
  Service(TaskSets& sets, ServiceOptions options) : sets_(sets), options_(options) {}

  /// Never fails and never throws: what is wrong is in the response.
  [[nodiscard]] Response answer(std::string_view operation, std::string_view body,
                                const CallOptions& call = {}) const;

  /// {"op": name, "tag"?: anything, ...the request}, as a worker is asked; the tag is echoed.
  [[nodiscard]] Response answer_frame(std::string_view frame, const CallOptions& call = {}) const;

  /// The names of the operations.
  [[nodiscard]] static std::span<const std::string_view> operations();

 private:
  TaskSets& sets_;
  ServiceOptions options_;
};

}  // namespace papert::reward
