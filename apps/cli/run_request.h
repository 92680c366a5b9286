// What a run is asked for with, as several verbs take it: which tasks, which model, how.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/run_summary.h"
#include "analysis/runs.h"
#include "cli.h"
#include "model/model.h"
#include "run/config.h"
#include "run/folder.h"
#include "suite/suite.h"

namespace papert::cli {

/// The time now, as it begins the names of run folders, and as files have it.
[[nodiscard]] std::string time_stamp();
[[nodiscard]] std::string iso_time();

struct RunRequest {
  std::string suite;
  std::string model;
  DataOptions data;
  ModeOptions mode;
  model::Sampling sampling;
  bool own_temperature = false;  // the model's own, whatever the suite's custom is
  std::string extra_body;        // JSON
  std::string limit;
  std::string order = "seed";
  Shard shard;
  std::int64_t epochs = 1;
  std::string label;
  std::string prompt;  // a file
  std::string system;  // a file
  std::string log_dir;
  std::string judge;  // a model
  std::int64_t answer_retries = 0;
  std::int64_t turns = 1;
  std::string turn_prompt;  // a file
  std::string interval = "wilson";

  void add_to(Command& app, const std::string& models, Reader reader);
  /// The part of the tasks that is asked for.
  void add_shard_to(Command& app);
  /// What needs requests while replies are read.
  void add_reading_to(Command& app);
};

/// A run whose tasks are there; nothing was asked or written yet.
struct OpenedRun {
  std::unique_ptr<suite::Suite> suite;
  run::RunConfig config;
  std::shared_ptr<suite::TaskSet> tasks;
  std::vector<std::size_t> chosen;   // indices of tasks, in the order they are asked
  analysis::SummaryOptions summary;  // how its table is made
  bool bad_data = false;             // some tasks could not be used; they were listed
};

[[nodiscard]] Result<OpenedRun> open_run(const RunRequest& request);

/// A part without tasks, of a run that has fewer than shards: a folder that says so, for whoever
/// joins the parts.
[[nodiscard]] Result<void> record_empty_shard(const OpenedRun& opened, const std::string& log_dir);

/// Writes run.json, summary.json and report.html.
[[nodiscard]] Result<analysis::ReportedRun> write_results(const OpenedRun& opened,
                                                          run::RunFolder& folder);

/// Writes run.json, summary.json and report.html and prints the table, or everything as one JSON
/// object. Returns the summary.
[[nodiscard]] Result<analysis::RunSummary> conclude(const OpenedRun& opened, run::RunFolder& folder,
                                                    bool json);

}  // namespace papert::cli
