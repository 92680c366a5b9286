// When to ask again: exponential waits with jitter, the server's own wish first.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/cancel.h"
#include "base/random.h"

namespace papert::model {

struct RetryOptions {
  int max_retries = 6;
  double first_wait_s = 1;  // doubled each time
  double longest_wait_s = 60;
  double longest_wish_s = 600;  // of a Retry-After
};

/// The wait before retry number `retry` (from 0): first_wait_s * 2^retry, at most longest_wait_s,
/// times a random half to whole, so that requests that failed together come back apart. With
/// `wish_s`, the server's Retry-After, it is that and up to a tenth more, at most longest_wish_s.
[[nodiscard]] double retry_wait_s(const RetryOptions& options, int retry,
                                  std::optional<double> wish_s, Random& random);

/// Sleeps; false if cancelled before the time was up.
using Sleep = std::function<bool(double seconds, const CancelToken& cancel)>;

/// The real one.
[[nodiscard]] bool sleep_for(double seconds, const CancelToken& cancel);

/// Who waits for what, for a progress line. Any thread.
class WaitBoard {
 public:
  /// Notes that a request waits `seconds` because of `reason`; the number ends it.
  [[nodiscard]] int begin(const std::string& reason, double seconds);
  void end(int number);

  /// "HTTP 429 Too Many Requests, waiting 12 s", with the number of requests if several wait: the
  /// one that waits longest. Empty if none does.
  [[nodiscard]] std::string text() const;

 private:
  struct Wait {
    std::string reason;
    double until_s;  // on the steady clock
  };
  mutable std::mutex mutex_;
  std::map<int, Wait> waits_;
  int next_ = 0;
};

}  // namespace papert::model
