// Lines of a run's log that a verb went on without.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/text.h"
#include "cli.h"

namespace papert::cli {

/// Lines that one run is reported without, a note each.
inline void report_each_damage(const std::vector<Error>& lines) {
  for (const Error& line : lines) report_note(line.to_string() + "; it was left out");
}

/// How many lines of a log, or of several, could not be used, and the first of them.
inline void report_damage(const std::vector<Error>& lines) {
  if (lines.empty()) return;
  report_note(fmt::format("{} left out, the first: {}",
                          counted(static_cast<std::int64_t>(lines.size()), "damaged line"),
                          lines.front().to_string()));
}

}  // namespace papert::cli
