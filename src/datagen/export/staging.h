// The folder of an export: there finished or not at all (base/staged_folder.h), with SHA256SUMS
// over all its files.
//
//     Staging staging = TRY(Staging::begin("sft"));   // .sft.partial
//     ... write below staging.folder() ...
//     TRY(staging.finish());                          // sft, with SHA256SUMS
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/file.h"
#include "base/result.h"
#include "base/staged_folder.h"

namespace papert::datagen {

class Staging {
 public:
  [[nodiscard]] static Result<Staging> begin(const std::filesystem::path& out);

  [[nodiscard]] const std::filesystem::path& folder() const { return staged_.path(); }

  /// Empties it, to begin again.
  [[nodiscard]] Result<void> clear() const { return staged_.clear(); }

  /// Writes SHA256SUMS over all files, syncs them and renames the folder.
  [[nodiscard]] Result<void> finish();

 private:
  explicit Staging(StagedFolder staged) : staged_(std::move(staged)) {}

  StagedFolder staged_;
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
