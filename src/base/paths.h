// Questions about paths that never throw: a folder that may not be searched, a name that is too
// long or a working folder that is gone is for whoever opens the file to report.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <unordered_set>

namespace papert {

/// Whether there is something of that name; also where that cannot be told, so that opening it says
/// why.
[[nodiscard]] inline bool may_exist(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::exists(path, unknown) || unknown;
}

/// False where it cannot be told.
[[nodiscard]] inline bool is_folder(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::is_directory(path, unknown);
}

/// The path as it is where the working folder is unknown.
[[nodiscard]] inline std::filesystem::path absolute_path(const std::filesystem::path& path) {
  std::error_code unknown;
  const std::filesystem::path absolute = std::filesystem::absolute(path, unknown);
  return unknown ? path : absolute;
}

/// Whether it names something below the folder that it is relative to.
[[nodiscard]] inline bool stays_below(const std::filesystem::path& path) {
  return !path.empty() && path.is_relative() &&
         std::none_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; });
}

/// The names of what is in a folder, which takes less time than to look for each; none where it
/// cannot be read.
[[nodiscard]] inline std::unordered_set<std::string> names_in(const std::filesystem::path& folder) {
  std::unordered_set<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    names.insert(entry->path().filename().string());
  }
  return names;
}

}  // namespace papert
