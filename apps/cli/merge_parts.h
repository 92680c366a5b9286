// What 'papert merge' joins that is not a run: folders of tasks, and files of score lines.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"

namespace papert::cli {

struct MergeRequest {
  std::vector<std::filesystem::path> parts;
  std::filesystem::path out;
  bool partial = false;
  bool allow_versions = false;
  std::string display;
  std::size_t jobs = 1;
};

/// Prints what keeps the whole from being whole. True if that ends the work.
[[nodiscard]] bool stops_for(const std::vector<std::string>& missing, bool partial);

/// Each gives the exit code.
[[nodiscard]] Result<int> merge_tasks(const MergeRequest& request);
[[nodiscard]] Result<int> merge_scores(MergeRequest request);

}  // namespace papert::cli
