// The programs that several runs answered one task with, and the line at which each of them fails:
// what models do on one task, and on the changed versions of it, is seen side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "run/record.h"

namespace papert::analysis {

struct AnsweredProgram {
  std::string run;  // its name
  std::int64_t epoch = 0;
  suite::Verdict verdict = suite::Verdict::kWrong;
  std::string code;
  std::optional<std::int64_t> failing_line;  // from 1
  std::string reason;                        // in one sentence; may be empty
};

struct TaskPrograms {
  std::string task;
  std::string base;                       // the task it was made from; empty for an original
  std::vector<AnsweredProgram> programs;  // in the order of runs, then epochs
};

/// A run as it is named beside others.
struct NamedRun {
  std::string name;
  std::filesystem::path folder;
};

/// The line of the program at which it fails, as the suite tells it: "line" in the detail, or the
/// last ", line N" of the message. None for one that is right, that fails at no single line, or
/// whose line the program does not have.
[[nodiscard]] std::optional<std::int64_t> failing_line(const run::Record& record,
                                                       const std::string& code);

/// The programs of these tasks and of all tasks made from them, in the order of ids. kUsage for one
/// that no run has.
[[nodiscard]] Result<std::vector<TaskPrograms>> programs_of(const std::vector<NamedRun>& runs,
                                                            const std::vector<std::string>& tasks);

/// [{"task", "base", "programs": [{"run", "epoch", "verdict", "program", "failing_line",
/// "reason"}]}].
[[nodiscard]] Json to_json(const std::vector<TaskPrograms>& tasks);

}  // namespace papert::analysis
