// A folder that is there finished or not at all. It is filled beside its place, under a name that
// begins with a dot, and renamed when everything is on the disk:
//
//     Staging staging = TRY(Staging::begin("sft"));   // .sft.partial
//     ... write below staging.folder() ...
//     TRY(staging.finish());                          // sft, with SHA256SUMS
//
// A process that is killed leaves the folder with the dot, which the next one for the same place
// empties and takes over; one that gives up removes it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/digest.h"
#include "base/file.h"
#include "base/result.h"

namespace papert::datagen {

class Staging {
 public:
  /// kUsage if there is something at `out` (an empty folder is fine), or if another process is
  /// filling it.
  [[nodiscard]] static Result<Staging> begin(const std::filesystem::path& out);
  ~Staging();
  Staging(Staging&&) = default;
  Staging& operator=(Staging&&) = delete;

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  /// Empties it, to begin again.
  [[nodiscard]] Result<void> clear() const;

  /// Writes SHA256SUMS over all files, syncs them and renames the folder.
  [[nodiscard]] Result<void> finish();

 private:
  Staging(std::filesystem::path out, std::filesystem::path folder, FileDescriptor lock)
      : out_(std::move(out)), folder_(std::move(folder)), lock_(std::move(lock)) {}

  std::filesystem::path out_;
  std::filesystem::path folder_;
  FileDescriptor lock_;
};

/// Every file below a folder but SHA256SUMS, as relative paths, sorted. Of pictures that are named
/// by their hash, which may be a million, only the hashes are kept.
struct FolderFiles {
  using Hash = Digest;
  std::vector<std::string> others;
  std::map<std::string, std::vector<Hash>> pictures;  // by folder, which ends with a slash

  [[nodiscard]] std::size_t picture_count() const;
};

[[nodiscard]] Result<FolderFiles> list_files(const std::filesystem::path& folder);

/// "3f09....png" of a hash.
[[nodiscard]] std::string picture_name(const FolderFiles::Hash& hash);

/// SHA-256 of a file of any size.
[[nodiscard]] Result<std::string> hash_of_file(const std::filesystem::path& path);

}  // namespace papert::datagen
