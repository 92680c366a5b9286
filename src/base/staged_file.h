// A file that is there finished or not at all, for what is written piece by piece: filled beside
// its place under a name that begins with a dot, and renamed when it is done. What fits into memory
// is written by write_file (file.h).
//
//     StagedFile staged = TRY(StagedFile::begin("scores.jsonl"));   // .scores.jsonl.partial
//     ... write to staged.path() ...
//     TRY(staged.finish());                                         // scores.jsonl
//
// A process that is killed leaves the file with the dot, which the next one for the same place
// empties; one that gives up removes it. What was there before stays until then.
#pragma once

#include <filesystem>
#include <utility>

#include "base/result.h"

namespace papert {

class StagedFile {
 public:
  /// An empty file to write to. A path that exists and is not a regular file (a device, a pipe) is
  /// written to in place, and so is "-", standard output.
  [[nodiscard]] static Result<StagedFile> begin(const std::filesystem::path& out);

  StagedFile(StagedFile&& other) noexcept
      : out_(std::move(other.out_)), path_(std::exchange(other.path_, {})) {}
  StagedFile& operator=(StagedFile&&) = delete;
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;
  /// Removes it unless it was finished.
  ~StagedFile();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Puts it in its place; what was written must be on the disk.
  [[nodiscard]] Result<void> finish();

 private:
  StagedFile(std::filesystem::path out, std::filesystem::path path)
      : out_(std::move(out)), path_(std::move(path)) {}

  [[nodiscard]] bool in_place() const { return path_ == out_; }

  std::filesystem::path out_;
  std::filesystem::path path_;
};

}  // namespace papert
