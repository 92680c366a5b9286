// What people are shown to label: samples of runs, or tasks of a folder, with their pictures and
// texts. Names of models are not among them, and the key of a question only where it is what is
// inspected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/label_kinds.h"
#include "analysis/label_sample.h"
#include "base/result.h"
#include "suite/suite.h"
#include "suite/task.h"

namespace papert::analysis {

struct LabelPicture {
  std::string title;
  std::string png;
};

struct LabelItem {
  std::string id;
  std::optional<std::int64_t> epoch;  // none for a task
  std::string run;                    // the id of its run; empty for a task
  std::string batch;                  // empty: none
  std::vector<LabelPicture> pictures;
  std::string prompt;
  std::string reply;
  std::string code;
  std::string question;
  std::vector<std::string> options;  // of a question, A first
  std::string key;                   // the option given as right, where it is inspected
  std::vector<std::string> suggested;
};

/// Tasks that are open already.
struct LabelTasks {
  const suite::Suite* suite = nullptr;  // null: there are none
  suite::Modes modes;
  const suite::TaskSet* tasks = nullptr;
};

struct LabelRequest {
  std::string kind;                  // by its full name: "verdict/xlogo"
  std::vector<std::string> sources;  // runs, or one data folder or file
  LabelTasks tasks;                  // instead of a folder
  std::string log_dir;               // where runs are looked for by name
  SampleSize sample;
  std::int64_t seed = 0;
  std::string by;  // a tag; empty: the sample is drawn from all alike
  BatchPlan batches;
  std::size_t most = 0;  // items; more are refused (kLimit); 0: any number
};

struct LabelItems {
  std::vector<LabelItem> items;  // in the order of their lots
  std::size_t found = 0;         // before the sample was drawn
  std::vector<std::string> notes;
  std::vector<Error> problems;  // lines and tasks that could not be used
};

/// kUsage for sources that the kind cannot use, for a tag that nothing has, and where there are too
/// few items for the batches.
[[nodiscard]] Result<LabelItems> label_items(const LabelRequest& request);

/// The places of the tasks that label_items would draw of these, in the order of their lots, so
/// that the first batch comes first.
[[nodiscard]] Result<std::vector<std::size_t>> drawn_tasks(const suite::TaskSet& tasks,
                                                           const LabelRequest& request);

}  // namespace papert::analysis
