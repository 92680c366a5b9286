// Questions about paths that never throw: a folder that may not be searched, a name that is too
// long or a working folder that is gone is for whoever opens the file to report.
#pragma once

#include <filesystem>
#include <system_error>

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

}  // namespace papert
