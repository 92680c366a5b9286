// Runs that other programs recorded, read without trust into one form: what was replied to which
// task, and what the recorder said it was worth (docs/import.md lists the fields).
//
//     shapecodebench   a run folder of the published benchmark: run_config.json, summary.json,
//                      samples/<id>.json; or a folder of such folders
//     inspect          a log of the Inspect framework, .json or .eval; or a folder of logs
//     csv, jsonl       a row or line per reply; or a folder of such files. Rows that name several
//                      models are several runs
//
// Whoever reads decides nothing: replies are scored by import.h, and recorded values compared by
// analysis. A sample that cannot be used is a problem with its file and line; the others are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/model.h"

namespace papert::run {

enum class ForeignFormat { kShapeCodeBench, kInspect, kCsv, kJsonl };

/// "shapecodebench", "inspect", "csv" or "jsonl"; kUsage for others.
[[nodiscard]] Result<ForeignFormat> foreign_format(std::string_view name);
[[nodiscard]] std::string_view foreign_format_name(ForeignFormat format);

struct ForeignLimits {
  std::size_t runs = 10'000;
  std::size_t samples = 5'000'000;                   // of a run
  std::size_t file_bytes = std::size_t{1} << 30;     // of a file of many samples
  std::size_t sample_bytes = std::size_t{64} << 20;  // of a file of one
};

/// What the recorder said a reply was worth.
struct RecordedResult {
  std::vector<std::pair<std::string, double>> metrics;  // by its own names; true is 1
  std::optional<bool> success;
  std::optional<std::string> error;   // the name of a typed error; "": that there was none
  std::optional<std::string> answer;  // what it took for the answer

  [[nodiscard]] bool any() const { return !metrics.empty() || success || error || answer; }
};

struct ForeignSample {
  std::string id;
  std::optional<std::int64_t> epoch;  // none: the next of its task
  model::Reply reply;
  std::optional<double> latency_ms;
  std::string failure;  // why there was no reply; empty: there was one
  RecordedResult recorded;
  std::string where;  // file, or file:line
};

/// A mean that the recorder gave.
struct RecordedMean {
  std::string by;  // a tag; empty: over all samples
  std::string value;
  std::string metric;
  double mean = 0;
};

struct ForeignRun {
  ForeignFormat format = ForeignFormat::kJsonl;
  std::filesystem::path source;
  std::string sha256;                 // of the source's bytes
  std::string name;                   // by which its program knows it; may be empty
  std::string task;                   // what was run, in its program's words; may be empty
  std::string data;                   // the folder of its tasks, as its program has it
  std::string model;                  // may be empty
  std::string started;                // 2026-01-31T12:00:00Z; empty where it is not known
  std::string prompt;                 // as sent; empty where it is not known
  std::string system;                 // the system message
  model::Sampling sampling;           // what is known of it
  std::vector<std::string> selected;  // tasks that were to be asked; none: those with samples
  std::vector<ForeignSample> samples;
  std::vector<RecordedMean> means;
  std::vector<Error> problems;      // samples and files that could not be used
  std::vector<std::string> unused;  // columns or fields that mean nothing here

  /// What the recorder did not say: "sampling", "prompt", "usage", "cost", "latency", "time".
  [[nodiscard]] std::vector<std::string> unknown() const;
};

struct ForeignRuns {
  std::vector<ForeignRun> runs;
  std::vector<Error> problems;  // runs of a folder that could not be read; the others were
};

/// Every run at `path`, in the order of names. kBadData where there is none; kNotFound, kIo.
[[nodiscard]] Result<ForeignRuns> read_foreign(ForeignFormat format,
                                               const std::filesystem::path& path,
                                               const ForeignLimits& limits = {});

// The readers, one run or file each.
[[nodiscard]] Result<ForeignRun> read_shapecodebench(const std::filesystem::path& folder,
                                                     const ForeignLimits& limits);
[[nodiscard]] Result<ForeignRun> read_inspect(const std::filesystem::path& log,
                                              const ForeignLimits& limits);
[[nodiscard]] Result<std::vector<ForeignRun>> read_reply_table(ForeignFormat format,
                                                               const std::filesystem::path& file,
                                                               const ForeignLimits& limits);

/// A number, a truth value, or a text that is one of these ("0.5", "true"); nothing for others.
[[nodiscard]] std::optional<double> recorded_number(const Json& value);

/// Tokens by the names that providers and recorders use.
[[nodiscard]] model::Usage recorded_usage(const Json& json);

}  // namespace papert::run
