// Reading samples.jsonl: streaming, tolerant of a torn last line, and each (task, epoch) once. A
// sample that taught nothing about the model (a failed request, say) is asked again when a run
// resumes; then the later line counts and the earlier one is passed over.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <unordered_set>

#include "base/json.h"
#include "base/result.h"
#include "suite/verdict.h"

namespace papert::run {

struct LogLine {
  std::int64_t number = 0;
  const Json& json;
  suite::Verdict verdict;
};

/// Calls `visit` for every line that counts, in an order that means nothing. An absent file is an
/// empty log.
[[nodiscard]] Result<void> read_log(const std::filesystem::path& log,
                                    const std::function<void(const LogLine&)>& visit);

/// Only these lines, by number, whether they count or not; the others are not even parsed.
[[nodiscard]] Result<void> read_lines(const std::filesystem::path& log,
                                      const std::unordered_set<std::int64_t>& numbers,
                                      const std::function<void(const LogLine&)>& visit);

}  // namespace papert::run
