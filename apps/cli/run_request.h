// What a run is asked for with, as several verbs take it: which tasks, which model, how.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cli.h"
#include "model/model.h"
#include "run/config.h"
#include "suite/suite.h"

namespace papert::cli {

/// Tasks first .. last-1, in the order of their ids.
struct Range {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// "N": the first N; "A-B": tasks A to B, counted from 1, both included; empty: all.
[[nodiscard]] Result<Range> parse_limit(const std::string& text, std::size_t size);

/// The time now, as it begins the names of run folders.
[[nodiscard]] std::string time_stamp();

struct RunRequest {
  std::string suite;
  std::string model;
  DataOptions data;
  ModeOptions mode;
  model::Sampling sampling;
  bool own_temperature = false;  // the model's own, whatever the suite's custom is
  std::string extra_body;        // JSON
  std::string limit;
  std::int64_t epochs = 1;
  std::string prompt;  // a file
  std::string log_dir;
  std::string judge;  // a model
  std::int64_t answer_retries = 0;
  std::string interval = "wilson";

  void add_to(CLI::App& app, const std::string& models, Reader reader);
  /// What needs requests while replies are read.
  void add_reading_to(CLI::App& app);
};

/// A run whose tasks are there; nothing was asked or written yet.
struct OpenedRun {
  std::unique_ptr<suite::Suite> suite;
  run::RunConfig config;
  std::unique_ptr<suite::TaskSet> tasks;
  Range range;
  suite::SummaryOptions summary;  // how its table is made
  bool bad_data = false;          // some tasks could not be used; they were listed
};

[[nodiscard]] Result<OpenedRun> open_run(const RunRequest& request);

/// Writes summary.json and report.html and prints the table, or everything as one JSON object.
[[nodiscard]] Result<void> conclude(const OpenedRun& opened, const std::filesystem::path& folder,
                                    bool json);

}  // namespace papert::cli
