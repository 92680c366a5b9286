// A folder that is there finished or not at all: filled beside its place under a name that begins
// with a dot, and renamed when it is done.
//
//     StagedFolder staged = TRY(StagedFolder::begin("merged"));   // .merged.partial
//     ... write below staged.path() ...
//     TRY(staged.finish());                                       // merged
//
// A process that is killed leaves the folder with the dot, which the next one for the same place
// empties and takes over; one that gives up removes it.
#pragma once

#include <filesystem>
#include <utility>

#include "base/file_descriptor.h"
#include "base/result.h"

namespace papert {

class StagedFolder {
 public:
  /// kUsage if there is something at `out` (an empty folder is fine), or if another process is
  /// filling it.
  [[nodiscard]] static Result<StagedFolder> begin(const std::filesystem::path& out);

  StagedFolder(StagedFolder&& other) noexcept
      : out_(std::move(other.out_)),
        path_(std::exchange(other.path_, {})),
        lock_(std::move(other.lock_)) {}
  StagedFolder& operator=(StagedFolder&&) = delete;
  StagedFolder(const StagedFolder&) = delete;
  StagedFolder& operator=(const StagedFolder&) = delete;
  /// Removes it unless it was finished.
  ~StagedFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Its own descriptor, for the file system it lies on.
  [[nodiscard]] int descriptor() const { return lock_.get(); }

  /// Empties it, to begin again.
  [[nodiscard]] Result<void> clear() const;

  /// Puts it in its place; what was written must be on the disk.
  [[nodiscard]] Result<void> finish();

 private:
  StagedFolder(std::filesystem::path out, std::filesystem::path path, FileDescriptor lock)
      : out_(std::move(out)), path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path out_;
  std::filesystem::path path_;
  FileDescriptor lock_;
};

}  // namespace papert
