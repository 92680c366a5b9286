// Progress on standard error: one moving line on a terminal, a plain line now and then elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "base/json.h"

namespace papert::cli {

enum class Display { kRich, kPlain, kNone };

/// From --display; empty chooses by what standard error is.
Display display_from(const std::string& name);

class ProgressLine {
 public:
  /// `before`: how much of the total was done already, which the rate does not count.
  ProgressLine(Display display, std::string what, std::size_t before = 0);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// `note` follows the counts. Cheap: prints at most ten times a second, plain after the first
  /// second and then every five. A rate is shown once there is enough to measure it by.
  void update(std::size_t done, std::size_t total, const std::string& note = "");

  /// The same for programs: one JSON object per line, {"event": "progress", "done", "total",
  /// "rate", "seconds_left"} and `facts`; null where there is no rate yet.
  void event(std::size_t done, std::size_t total, const Json& facts);

 private:
  using Clock = std::chrono::steady_clock;

  /// Whether it is time to show something; counts as shown.
  [[nodiscard]] bool due(bool last);
  /// Per second; 0 before a second has passed.
  [[nodiscard]] double rate(std::size_t done) const;

  Display display_;
  std::string what_;
  std::size_t before_;
  Clock::time_point started_;
  Clock::time_point printed_;
  bool dirty_line_ = false;
  bool ended_ = false;  // the last line was shown
};

}  // namespace papert::cli
