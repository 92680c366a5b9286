// --labels, as several verbs take it: verdicts by people, placed on the runs they are about.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "analysis/labels.h"
#include "base/result.h"
#include "command.h"
#include "run/config.h"

namespace papert::cli {

/// A run that labels may be about.
struct LabelTarget {
  std::filesystem::path folder;
  run::RunConfig config;
};

void add_labels(Command& app, std::vector<std::string>& files);

/// What the files say of each run; null where none was given, and of several for one without any.
/// Lines that cannot be used, and labels of other runs, are printed, and `bad` is set.
[[nodiscard]] Result<std::vector<std::shared_ptr<const analysis::RunLabels>>> read_people(
    const std::vector<std::string>& files, const std::vector<LabelTarget>& runs, bool& bad);

}  // namespace papert::cli
