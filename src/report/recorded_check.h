// What an import found, for a terminal and other programs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analysis/recorded_check.h"
#include "report/sheet.h"

namespace papert::report {

struct ImportedRun {
  std::string source;  // as it was given
  std::string folder;  // of the run
  std::string model;
  std::size_t added = 0;
  std::size_t there = 0;
  std::size_t problems = 0;         // samples that could not be used
  std::size_t failed_as_empty = 0;  // failed requests that count as empty replies
  std::size_t failed = 0;           // and that are not scored
  std::vector<std::string> unknown;
  analysis::RecordedCheck check;
};

/// A row per run, then every difference.
[[nodiscard]] std::vector<Sheet> import_sheets(std::span<const ImportedRun> runs);

/// {"format", "runs": [{"source", "run", "model", "added", "there", "problems", ...}]}.
[[nodiscard]] Json import_json(std::span<const ImportedRun> runs);

/// One line of what is shown of a text: no line ends, and not long.
[[nodiscard]] std::string one_line(const Json& value);

}  // namespace papert::report
