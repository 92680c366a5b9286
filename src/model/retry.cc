#include "model/retry.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace papert::model {
namespace {

double steady_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

double retry_wait_s(const RetryOptions& options, int retry, std::optional<double> wish_s,
                    Random& random) {
  if (wish_s && *wish_s > 0) {
    return std::min(options.longest_wish_s, *wish_s * random.uniform(1.0, 1.1));
  }
  const double wait = std::ldexp(options.first_wait_s, std::clamp(retry, 0, 60));
  return std::min(options.longest_wait_s, wait) * random.uniform(0.5, 1.0);
}

bool sleep_for(double seconds, const CancelToken& cancel) {
  constexpr double kLook = 0.1;  // a token wakes nobody
  const double end = steady_s() + seconds;
  for (;;) {
    if (cancel.cancelled()) return false;
    const double left = end - steady_s();
    if (left <= 0) return true;
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(kLook, left)));
  }
}

int WaitBoard::begin(const std::string& reason, double seconds) {
  const std::lock_guard lock(mutex_);
  waits_[next_] = {reason, steady_s() + seconds};
  return next_++;
}

void WaitBoard::end(int number) {
  const std::lock_guard lock(mutex_);
  waits_.erase(number);
}

std::string WaitBoard::text() const {
  const std::lock_guard lock(mutex_);
  if (waits_.empty()) return {};
  const auto longest = std::max_element(
      waits_.begin(), waits_.end(),
      [](const auto& a, const auto& b) { return a.second.until_s < b.second.until_s; });
  const double left = std::max(0.0, std::ceil(longest->second.until_s - steady_s()));
  const std::string several =
      waits_.size() > 1 ? fmt::format(" ({} requests)", waits_.size()) : std::string();
  return fmt::format("{}, waiting {:.0f} s{}", longest->second.reason, left, several);
}

}  // namespace papert::model
