// Counters of a server, in the text format that Prometheus reads.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace papert::serve {

/// A value as it is now.
struct Gauge {
  std::string_view name;
  std::string_view help;
  double value = 0;
};

/// Thread-safe.
class Metrics {
 public:
  /// `route` is one of a fixed list: it becomes a label.
  void count(std::string_view route, int status, double seconds);
  void count_verdict(const std::string& verdict);

  [[nodiscard]] std::string text(const std::vector<Gauge>& gauges) const;

 private:
  static constexpr std::array<double, 10> kBuckets{0.001, 0.005, 0.02, 0.1, 0.5, 2, 5, 20, 60, 300};
  struct Times {
    std::array<std::uint64_t, kBuckets.size()> within{};  // each alone, not summed up
    std::uint64_t count = 0;
    double sum = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<std::string, int>, std::uint64_t> requests_;
  std::map<std::string, Times> times_;
  std::map<std::string, std::uint64_t> verdicts_;
};

}  // namespace papert::serve
