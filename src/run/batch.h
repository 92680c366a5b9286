// Batch files: the requests of a run as a file to hand to a provider, and its results read back.
//
// A line of the requests, in the layout of OpenAI's batch interface:
//
//     {"custom_id": "<id>#<epoch>", "method": "POST", "url": "/v1/chat/completions", "body": {...}}
//
// and of the results, in any order, those that failed often in a file of their own:
//
//     {"custom_id": "<id>#<epoch>", "response": {"status_code": 200, "body": {...}}, "error": null}
//
// Both work on a run folder. Writing leaves out what the run has already, so writing again after
// reading asks for what failed or expired; reading appends the lines that the runner would have, so
// the run can be reported, compared and also continued by asking directly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "model/model.h"
#include "run/ledger.h"
#include "suite/suite.h"

namespace papert::run {

struct BatchWriteOptions {
  std::vector<std::size_t> tasks;  // indices
  std::int64_t epochs = 1;
  std::string prompt_template;
  std::string system;  // the system message; empty: none
  std::string url = "/v1/chat/completions";
  std::size_t max_requests = 50'000;                        // per file: what the provider takes
  std::size_t max_bytes = 200'000'000;                      // per file
  std::function<std::string(const model::Request&)> build;  // the body: JSON on one line
};

struct BatchFiles {
  std::vector<std::filesystem::path> files;
  std::size_t requests = 0;
  std::size_t done = 0;  // samples that the run has already
};

/// Writes requests for what the ledger lacks into `out`, replacing it, and where the limits ask for
/// more files out-2, out-3, ... beside it. No file where there is nothing to ask.
[[nodiscard]] Result<BatchFiles> write_batch(const suite::TaskSet& tasks, const Ledger& ledger,
                                             const std::filesystem::path& out,
                                             const BatchWriteOptions& options);

struct BatchReadOptions {
  std::int64_t epochs = 1;  // of the run
  std::string prompt_template;
  reply::Extraction extraction = reply::Extraction::kLenient;
  std::function<Result<model::Reply>(std::string_view body)> parse;  // of status 200
  std::size_t jobs = 1;
  CancelToken cancel;
  std::function<void(std::size_t added)> progress;  // one call at a time
};

struct BatchReport {
  std::size_t added = 0;
  std::size_t right = 0;        // of added
  std::size_t not_scored = 0;   // of added: requests that failed
  std::size_t done = 0;         // results for samples that the run had already
  std::vector<Error> problems;  // lines that could not be used; the others were
};

/// Appends the results to the run. A cancelled token ends it between two lines.
[[nodiscard]] Result<BatchReport> read_batch(const suite::TaskSet& tasks,
                                             const std::filesystem::path& folder,
                                             const std::filesystem::path& results,
                                             const BatchReadOptions& options);

/// "<id>#<epoch>". An id may hold a # itself: the last one counts.
[[nodiscard]] std::string batch_id(const std::string& id, std::int64_t epoch);
[[nodiscard]] Result<std::pair<std::string, std::int64_t>> parse_batch_id(std::string_view text);

}  // namespace papert::run
