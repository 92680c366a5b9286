// What tells runs apart. A report of four runs of one model that differ in how they were asked must
// not show four equal names: the settings that differ are columns of its tables and part of every
// run's short name.
//
//     baseline/oracle form=text examples=none
//     baseline/oracle form=ascii examples=none
//
// A label of the form "step=3,rate=0.1" is settings of its own, step and rate. Runs that differ in
// them do not repeat each other.
//
// Runs that differ only in label or seed, or in nothing at all, repeat one configuration: their
// mean and the standard error over runs are a result of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/run_summary.h"
#include "base/json.h"
#include "base/result.h"
#include "suite/modes.h"
#include "suite/task.h"

namespace papert::analysis {

struct ReportedRun {
  std::filesystem::path folder;
  Json config;  // run.json as it is
  RunSummary summary;
  DistanceBands bands;                      // by which samples are tagged; mostly none
  std::optional<Summary> losses;            // where they are asked for
  std::shared_ptr<const RunLabels> labels;  // verdicts by people, where there are any
  std::map<std::string, std::vector<suite::Tag>> more_tags;  // of tasks, by id (constructs.h)
  std::string name;  // shown for the folder's while that is not in its place yet

  [[nodiscard]] std::string suite() const;
  [[nodiscard]] std::string model() const;
};

/// run.json as it is: a report shows keys that a later version may add.
[[nodiscard]] Result<Json> read_run_json(const std::filesystem::path& folder);

/// From the summary, else from "planned" of run.json and the number of samples; none where neither
/// says what was planned.
[[nodiscard]] std::optional<Progress> progress_of(const RunSummary& summary, const Json& config);

/// The number of samples planned by run.json, if it says.
[[nodiscard]] std::optional<std::int64_t> planned_by(const Json& config);

/// Whether it is known that samples are still to come.
[[nodiscard]] bool is_cut(const ReportedRun& run);

using RunList = std::vector<const ReportedRun*>;

/// One setting and its value in each run; "" where a run does not have it.
struct Setting {
  std::string key;
  std::vector<std::string> values;
};

/// What is set differently in these runs of one suite: the model, the label, modes, sampling,
/// prompt and so on, in this order. Runs that are equal in everything get a setting "run" that
/// numbers them.
[[nodiscard]] std::vector<Setting> differing_settings(const RunList& runs);

/// Whether runs that differ in this setting only repeat each other.
[[nodiscard]] bool is_repeat_key(const std::string& key);

/// The modes of a run as the suite calls them now: what was chosen by a former value has today's
/// name, and modes that came later have their default.
[[nodiscard]] suite::Modes full_modes(const std::string& suite, const suite::Modes& modes);

/// The value of one setting of a run: "model", "label", a mode, "temperature" and so on.
[[nodiscard]] std::optional<std::string> setting_of(const ReportedRun& run, const std::string& key);

/// All keys that setting_of knows for a run.
[[nodiscard]] std::vector<std::string> setting_keys(const ReportedRun& run);

/// A name for each run: its model and what else differs. Runs of several suites are named within
/// their suite.
[[nodiscard]] std::vector<std::string> short_names(std::span<const ReportedRun> runs);

/// Runs of one suite, in order: the suites as they first appear.
struct SuiteRuns {
  std::string suite;
  std::vector<std::size_t> places;  // into the list of all runs
  RunList runs;
};
[[nodiscard]] std::vector<SuiteRuns> by_suite(std::span<const ReportedRun> runs);

/// Places of runs that repeat one configuration, each list in order; lists of one run included.
[[nodiscard]] std::vector<std::vector<std::size_t>> configurations(const RunList& runs);

}  // namespace papert::analysis
