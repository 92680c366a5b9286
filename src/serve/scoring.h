// Requests that score replies, which both servers take: their limits, and what an engine's answer
// becomes.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/message.h"
#include "serve/metrics.h"

namespace papert::serve {

struct Answer {
  std::string json;
  bool ok = false;
  ErrorCode code = ErrorCode::kInternal;  // where it is not
};

/// Answers one request of an operation (score, reward, ...), on many threads at once. What has not
/// begun at `until` is left undone, and the answer says so.
using Engine = std::function<Answer(std::string_view operation, std::string_view body,
                                    std::chrono::steady_clock::time_point until)>;

struct ScoringLimits {
  std::size_t waiting_singles = 1024;               // requests of a few replies; more: 503
  std::size_t waiting_batches_per_job = 4;          // larger ones; more: 503
  std::size_t batch_bytes = std::size_t{64} << 10;  // a larger body is a batch
  std::int64_t deadline_ms = 300'000;               // of a request that names none
};
inline constexpr std::size_t kBatchesAtOnce = 2;  // each has threads of its own

/// The request's own deadline counts from its arrival, so that waiting for a thread counts, too.
[[nodiscard]] std::chrono::steady_clock::time_point until_of(
    std::string_view body, std::chrono::steady_clock::time_point begun, std::int64_t most_ms);

[[nodiscard]] http::Response response_of(Answer answer);

/// Those of an answer to `reward`.
void count_verdicts(std::string_view answer, Metrics& metrics);

}  // namespace papert::serve
