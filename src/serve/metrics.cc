#include "serve/metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace papert::serve {

void Metrics::count(std::string_view route, int status, double seconds) {
  const std::lock_guard lock(mutex_);
  ++requests_[{std::string(route), status}];
  Times& times = times_[std::string(route)];
  ++times.count;
  times.sum += seconds;
  const auto* bucket = std::lower_bound(kBuckets.begin(), kBuckets.end(), seconds);
  if (bucket != kBuckets.end()) ++times.within[static_cast<std::size_t>(bucket - kBuckets.begin())];
}

void Metrics::count_verdict(const std::string& verdict) {
  const std::lock_guard lock(mutex_);
  ++verdicts_[verdict];
}

std::string Metrics::text(const std::vector<Gauge>& gauges) const {
  std::string text;
  const auto head = [&text](std::string_view name, std::string_view help, std::string_view type) {
    text += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
  };
  for (const Gauge& gauge : gauges) {
    head(gauge.name, gauge.help, "gauge");
    text += fmt::format("{} {}\n", gauge.name, gauge.value);
  }
  const std::lock_guard lock(mutex_);
  head("papert_requests_total", "Requests answered.", "counter");
  for (const auto& [key, count] : requests_) {
    text += fmt::format("papert_requests_total{{route=\"{}\",status=\"{}\"}} {}\n", key.first,
                        key.second, count);
  }
  head("papert_verdicts_total", "Replies scored, by verdict.", "counter");
  for (const auto& [verdict, count] : verdicts_) {
    text += fmt::format("papert_verdicts_total{{verdict=\"{}\"}} {}\n", verdict, count);
  }
  head("papert_request_seconds", "From a complete request to its answer.", "histogram");
  for (const auto& [route, times] : times_) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kBuckets.size(); ++i) {
      sum += times.within[i];
      text += fmt::format("papert_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n", route,
                          kBuckets[i], sum);
    }
    text += fmt::format("papert_request_seconds_bucket{{route=\"{}\",le=\"+Inf\"}} {}\n", route,
                        times.count);
    text += fmt::format("papert_request_seconds_sum{{route=\"{}\"}} {}\n", route, times.sum);
    text += fmt::format("papert_request_seconds_count{{route=\"{}\"}} {}\n", route, times.count);
  }
  return text;
}

}  // namespace papert::serve
