// tasks x epochs -> samples.jsonl. Each sample is one appended line, written when it is done, so
// that whatever ends the process loses only samples in flight; running again asks only for what is
// missing. Tasks are answered by several threads; the order of lines means nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "base/cancel.h"
#include "base/result.h"
#include "run/judge.h"
#include "run/respondent.h"
#include "suite/suite.h"

namespace papert::run {

/// How far a run is; samples that were there before are counted as done.
struct Progress {
  std::size_t total = 0;
  std::size_t done = 0;
  std::size_t right = 0;
  std::size_t not_scored = 0;
  std::size_t resumed = 0;  // of done: from an earlier run of the command
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  double cost_usd = 0;
};

struct RunOptions {
  std::size_t first = 0;  // tasks first .. last-1 are asked
  std::size_t last = 0;
  std::int64_t epochs = 1;
  std::string prompt_template;
  suite::Extraction extraction = suite::Extraction::kLenient;
  const Judge* judge = nullptr;  // who reads what the rules cannot; may be none
  int answer_retries = 0;        // how often a task is asked again whose reply has no answer
  std::size_t jobs = 1;
  CancelToken cancel;
  std::function<void(const Progress&)> progress;  // after each sample, one call at a time
};

/// Runs into `folder`. Returns with the progress made when all is done or the token is cancelled;
/// an error if the model says that no further request can succeed (a wrong key, a spent budget).
[[nodiscard]] Result<Progress> run_tasks(const suite::TaskSet& tasks, Respondent& respondent,
                                         const std::filesystem::path& folder,
                                         const RunOptions& options);

}  // namespace papert::run
