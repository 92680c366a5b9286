// A foreign run becomes a run folder: its replies are read and judged like those of any other run
// (sample.h), so that reports, comparisons and scoring again work on it. What the recorder said of
// them is not taken over; analysis/recorded_check.h holds it against our own score.
//
// A request that failed teaches nothing about the model and is not scored, unless the recorder
// judged it: then an empty reply is judged in its place, as the recorder did, and the sample's
// detail says so ("recorded_failure").
//
// Importing goes on where it was interrupted, and a second time adds nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "run/config.h"
#include "run/foreign.h"
#include "run/ledger.h"
#include "suite/suite.h"

namespace papert::run {

/// A foreign sample and the task it is about.
struct PlacedSample {
  std::size_t task = 0;
  std::int64_t epoch = 0;
  const ForeignSample* sample = nullptr;
};

/// What of a foreign run can be used with these tasks.
struct PlacedRun {
  std::vector<PlacedSample> samples;
  std::vector<std::size_t> tasks;  // that were to be asked, in order
  std::int64_t epochs = 1;
  std::vector<Error> problems;       // samples of unknown tasks, and second ones of an epoch
  std::size_t unknown_selected = 0;  // tasks that were to be asked and are not here
};

/// Refers to the run.
[[nodiscard]] PlacedRun place_samples(const ForeignRun& run, const suite::TaskSet& tasks);

/// The member "imported" of run.json: {"format", "source", "sha256", "run", "unknown"}.
[[nodiscard]] Json imported_json(const ForeignRun& run);

struct ImportOptions {
  reply::Extraction extraction = reply::Extraction::kLenient;
  bool failures_apart = false;  // failed requests are never scored
  std::size_t jobs = 1;
  CancelToken cancel;
  std::function<void(std::size_t done, std::size_t total)> progress;  // one call at a time
};

struct ImportReport {
  std::size_t added = 0;
  std::size_t there = 0;            // the folder had them
  std::size_t failed_as_empty = 0;  // failed requests that count as empty replies, of all
  std::size_t failed = 0;           // and that are not scored
};

/// Appends to the folder what the ledger of it lacks.
[[nodiscard]] Result<ImportReport> import_samples(const suite::TaskSet& tasks,
                                                  const std::filesystem::path& folder,
                                                  const Ledger& ledger, const ForeignRun& run,
                                                  const PlacedRun& placed,
                                                  const ImportOptions& options);

}  // namespace papert::run
