// Where a run keeps a picture, for those who show it.
#pragma once

#include <filesystem>
#include <string>

#include "run/folder.h"

namespace papert::report {

/// A name that came from a log may lead anywhere; a hash leads only to a picture.
[[nodiscard]] inline bool is_picture_hash(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// In a subfolder named by the hash's first two letters, or beside the others in older runs.
[[nodiscard]] inline std::filesystem::path picture_file(const std::filesystem::path& run,
                                                        const std::string& hash) {
  const std::filesystem::path images = run::images_path(run);
  std::filesystem::path file = images / hash.substr(0, 2) / (hash + ".png");
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? file : images / (hash + ".png");
}

}  // namespace papert::report
