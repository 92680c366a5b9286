// A folder for files that live as long as the object does.
#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace papert {

/// Where the machine keeps temporary files: $TMPDIR, or /tmp.
[[nodiscard]] Result<std::filesystem::path> temporary_files();

class ScratchFolder {
 public:
  /// In temporary_files(); only this user can look into it. `purpose` is part
  /// of its name.
  [[nodiscard]] static Result<ScratchFolder> make(std::string_view purpose);

  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  /// Removes it with all that is in it.
  ~ScratchFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace papert
