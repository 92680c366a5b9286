// Files: whole-file reading and atomic writing.
// Every error names the path and what the system said.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/file_descriptor.h"
#include "base/result.h"

namespace papert {

inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

/// open(2) with O_CLOEXEC; kNotFound if there is no such file, kIo otherwise.
Result<FileDescriptor> open_file(const std::filesystem::path& path, int flags, int mode = 0666);

/// All bytes of a file; kLimit if it has more than max_bytes.
Result<std::string> read_file(const std::filesystem::path& path,
                              std::size_t max_bytes = kMaxFileBytes);

/// kSynced survives a power cut; kUnsynced only the death of the process, for files that are many
/// and can be made again.
enum class Durability { kSynced, kUnsynced };

/// Replaces the file as a whole: a reader, or a crash at any moment, sees the old bytes or the new
/// ones. A path that exists and is not a regular file (a device, a pipe) is written to in place.
Result<void> write_file(const std::filesystem::path& path, std::string_view bytes,
                        Durability durability = Durability::kSynced);

/// Writes all bytes to an open descriptor, through interruptions and short writes.
Result<void> write_all(int fd, std::string_view bytes, const std::string& name);

/// Creates a folder and its parents; one that exists already is fine.
Result<void> make_directories(const std::filesystem::path& path);

/// Exactly `size` bytes at `offset` of an open file, fewer only at its end.
Result<std::string> read_at(int fd, std::size_t offset, std::size_t size, const std::string& name);

/// The error for a failed system call: "cannot <action>: <strerror>" at `path`.
Error system_error(int error_number, std::string_view action, const std::string& path);

}  // namespace papert
