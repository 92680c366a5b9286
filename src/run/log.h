// Reading samples.jsonl: streaming, tolerant of a torn last line, and each (task, epoch) once. A
// sample that taught nothing about the model (a failed request, say) is asked again when a run
// resumes; then the later line counts and the earlier one is passed over.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "base/json.h"
#include "base/result.h"
#include "suite/verdict.h"

namespace papert::run {

struct LogLine {
  std::int64_t number = 0;
  const Json& json;
  suite::Verdict verdict;
};

/// Calls `visit` for every line that counts, in file order. An absent file is an empty log.
[[nodiscard]] Result<void> read_log(const std::filesystem::path& log,
                                    const std::function<void(const LogLine&)>& visit);

}  // namespace papert::run
