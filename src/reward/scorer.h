// Scores of replies, many at a time, for training: in the order of the input, without ever failing
// for what a reply did.
//
// A fault of ours (request_failed, host_slow, internal_error) is tried again twice; what is left of
// it is not scored. The limits of a program are the suite's, as in `papert eval`, so that a reward
// equals the verdict of a later run; the caller's own limit is the deadline: what has not begun by
// then is host_slow and not scored, a program that still runs is step_limit and scored, or else a
// slow program could excuse itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/json.h"
#include "base/result.h"
#include "reward/task_sets.h"
#include "suite/scoring.h"

namespace papert::reward {

inline constexpr std::size_t kMaxReplyBytes = std::size_t{64} << 10U;
inline constexpr int kRetries = 2;

struct ScoreOptions {
  reply::Extraction extraction = reply::Extraction::kLenient;
  std::size_t max_reply_bytes = kMaxReplyBytes;  // a longer reply is `truncated`
  std::size_t jobs = 1;                          // threads; PAPERT_JOBS bounds the programs at once
  Deadline deadline;
  /// Called on the calling thread, at least every 100 ms: false gives up, and the batch is
  /// kCancelled. None: nothing is asked.
  std::function<bool()> go_on;
};

/// A reply to a task of a set; refers to all of it.
struct ScoreItem {
  const OpenSet* set = nullptr;
  std::size_t index = 0;  // of the task
  std::string_view text;  // the raw reply
  std::int64_t epoch = 0;
  const Json* key = nullptr;  // echoed in its line; null: there is none
};

/// In the order of the items. kCancelled where the caller gave up, and no other error.
[[nodiscard]] Result<std::vector<suite::ScoredAnswer>> score_batch(std::span<const ScoreItem> items,
                                                                   const ScoreOptions& options);

/// One reply, on this thread.
[[nodiscard]] suite::ScoredAnswer score_one(const ScoreItem& item, const ScoreOptions& options);

/// The line that `papert score` writes, without the end of line.
void append_line(const ScoreItem& item, const suite::ScoredAnswer& scored, std::string& out);
[[nodiscard]] std::string score_line(const ScoreItem& item, const suite::ScoredAnswer& scored);

}  // namespace papert::reward
