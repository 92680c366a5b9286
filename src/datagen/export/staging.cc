#include "datagen/export/staging.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>

#include "base/sha256.h"

namespace papert::datagen {
namespace {

constexpr const char* kSums = "SHA256SUMS";
constexpr std::size_t kPiece = std::size_t{1} << 20;

/// The hash of a file that is named "<sha256>.png".
std::optional<FolderFiles::Hash> read_picture_name(std::string_view name) {
  constexpr std::string_view kEnd = ".png";
  if (!name.ends_with(kEnd)) return std::nullopt;
  return digest_from_hex(name.substr(0, name.size() - kEnd.size()));
}

Error cannot_list(const std::filesystem::path& folder, const std::error_code& error) {
  return system_error(error.value(), "list the folder", folder.string());
}

/// SHA256SUMS, in pieces: the names of a million pictures need not be in memory.
Result<void> write_sums(const std::filesystem::path& folder) {
  const FolderFiles files = TRY(list_files(folder));
  const std::filesystem::path path = folder / kSums;
  const FileDescriptor file = TRY(open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
  std::string text;
  for (const std::string& name : files.others) {
    const std::string hash = TRY(hash_of_file(folder / name));
    text.append(hash).append("  ").append(name).append("\n");
  }
  for (const auto& [place, hashes] : files.pictures) {
    for (const FolderFiles::Hash& hash : hashes) {
      const std::string name = picture_name(hash);
      text.append(name, 0, 2 * hash.size()).append("  ").append(place).append(name).append("\n");
      if (text.size() < kPiece) continue;
      TRY(write_all(file.get(), text, path.string()));
      text.clear();
    }
  }
  return write_all(file.get(), text, path.string());
}

/// File by file where they are few, else all that the file system has not written yet.
Result<void> sync_files(const std::filesystem::path& folder, int folder_fd) {
  constexpr std::size_t kFew = 100;
  FolderFiles files = TRY(list_files(folder));
  if (files.picture_count() > kFew) {
    if (::syncfs(folder_fd) == 0) return {};
    return fail(system_error(errno, "write to the disk", folder.string()));
  }
  files.others.emplace_back(kSums);
  for (const auto& [place, hashes] : files.pictures) {
    for (const FolderFiles::Hash& hash : hashes) files.others.push_back(place + picture_name(hash));
  }
  for (const std::string& name : files.others) {
    const FileDescriptor file = TRY(open_file(folder / name, O_RDONLY));
    if (::fsync(file.get()) != 0) {
      return fail(system_error(errno, "write to the disk", (folder / name).string()));
    }
  }
  return {};
}

}  // namespace

std::size_t FolderFiles::picture_count() const {
  std::size_t count = 0;
  for (const auto& [place, hashes] : pictures) count += hashes.size();
  return count;
}

std::string picture_name(const FolderFiles::Hash& hash) { return to_hex(hash) + ".png"; }

Result<FolderFiles> list_files(const std::filesystem::path& folder) {
  FolderFiles files;
  std::error_code error;
  std::filesystem::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::recursive_directory_iterator();
       entry.increment(error)) {
    if (entry->is_directory()) continue;
    const std::filesystem::path relative = entry->path().lexically_relative(folder);
    if (relative == kSums) continue;
    const std::string parent = relative.parent_path().generic_string();
    if (const auto hash = read_picture_name(relative.filename().string())) {
      files.pictures[parent.empty() ? "" : parent + "/"].push_back(*hash);
    } else {
      files.others.push_back(relative.generic_string());
    }
  }
  if (error) return fail(cannot_list(folder, error));
  std::ranges::sort(files.others);
  for (auto& [place, hashes] : files.pictures) std::ranges::sort(hashes);
  return files;
}

Result<std::string> hash_of_file(const std::filesystem::path& path) {
  const FileDescriptor file = TRY(open_file(path, O_RDONLY));
  Sha256 hash;
  for (std::size_t offset = 0;;) {
    const std::string piece = TRY(read_at(file.get(), offset, kPiece, path.string()));
    hash.update(piece);
    if (piece.size() < kPiece) return hash.hex();
    offset += piece.size();
  }
}

Result<Staging> Staging::begin(const std::filesystem::path& out) {
  StagedFolder staged = TRY(StagedFolder::begin(out));
  return Staging(std::move(staged));
}

Result<void> Staging::finish() {
  TRY(write_sums(folder()));
  TRY(sync_files(folder(), staged_.descriptor()));
  return staged_.finish();
}

}  // namespace papert::datagen
