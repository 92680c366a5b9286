// A run as a log of the Inspect framework, for its viewer and its tools.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "run/recorded.h"

namespace papert::datagen {

struct InspectOptions {
  std::filesystem::path out;
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> progress;
};

struct InspectReport {
  std::size_t samples = 0;
  std::size_t unscored = 0;    // of them; they carry an error instead of a score
  std::vector<Error> damaged;  // lines of the log that were left out
};

/// Writes <time>_<suite>_<id>.json, scores.jsonl, README.md and SHA256SUMS into a folder that is
/// there finished or not at all.
[[nodiscard]] Result<InspectReport> export_inspect(const run::RecordedRun& opened,
                                                   const std::filesystem::path& run,
                                                   const InspectOptions& options);

}  // namespace papert::datagen
