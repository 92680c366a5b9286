// tasks x epochs -> samples.jsonl. Each sample is one appended line, written when it is done, so
// that whatever ends the process loses only samples in flight; running again asks only for what is
// missing. Tasks are answered by several threads; the order of lines means nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "model/model.h"
#include "run/answer_reader.h"
#include "run/ledger.h"
#include "suite/suite.h"

namespace papert::run {

/// How far a run is; samples that were there before are counted as done.
struct Progress {
  std::size_t total = 0;
  std::size_t done = 0;
  std::size_t right = 0;
  std::size_t not_scored = 0;
  std::size_t resumed = 0;  // of done: from an earlier run of the command
  std::size_t cached = 0;   // of done, without those: replies from the cache
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  double cost_usd = 0;
  std::map<std::string, std::size_t> reasons;  // why samples were not scored, and how many
  std::size_t without_pictures = 0;            // samples whose pictures could not be stored
  std::string picture_error;                   // why, the first time
  std::string gave_up;                         // why the run ended early: equal failures in a row
};

struct RunOptions {
  std::vector<std::size_t> tasks;  // indices, in the order they are asked; none: all, by id
  std::int64_t epochs = 1;
  std::size_t samples_in_all = 0;  // of all shards, where these tasks are one; 0: these are all
  std::string prompt_template;
  reply::Extraction extraction = reply::Extraction::kLenient;
  std::string system;                   // the system message; empty: none
  const AnswerReader* judge = nullptr;  // who reads what the rules cannot; may be none
  int answer_retries = 0;               // how often a task is asked again whose reply has no answer
  /// How often a model may try, each time told by the template what was not right; more than one
  /// leaves no use for answer_retries.
  std::int64_t turns = 1;
  std::string turn_prompt;
  std::size_t jobs = 1;
  /// After so many requests in a row that failed with the same words and an HTTP status of 4xx (or,
  /// if `failures_without_status`, with none, as those of programs) the run ends; 0: never.
  std::size_t max_equal_errors = 0;
  bool failures_without_status = false;
  CancelToken cancel;
  std::function<std::int64_t()> now;              // seconds of the wall clock; none: the system's
  std::function<void(const Progress&)> progress;  // first and after each sample, one at a time
};

/// Runs into `folder`, whose log the ledger is of. Returns with the progress made when all is done,
/// the token is cancelled or equal failures end it; an error if the model says that no further
/// request can succeed (a wrong key, a spent budget) or the log cannot be written.
[[nodiscard]] Result<Progress> run_tasks(const suite::TaskSet& tasks, model::Model& model,
                                         const std::filesystem::path& folder, const Ledger& ledger,
                                         const RunOptions& options);

/// The same with the ledger read from the folder.
[[nodiscard]] Result<Progress> run_tasks(const suite::TaskSet& tasks, model::Model& model,
                                         const std::filesystem::path& folder,
                                         const RunOptions& options);

}  // namespace papert::run
