// A folder that one process writes to at a time, and that may have been left in the middle.
#pragma once

#include <filesystem>
#include <string>

#include "base/file_descriptor.h"
#include "base/result.h"

namespace papert {

/// Locks the folder for as long as the descriptor is open, at most until the process ends. kUsage
/// with the message `busy` where another process holds it. The lock is on the folder itself, as
/// files in it are replaced; file systems that lock no folders (NFS) get a file for it.
[[nodiscard]] Result<FileDescriptor> lock_folder(const std::filesystem::path& folder,
                                                 std::string busy);

/// The same, but waits until it is free.
[[nodiscard]] Result<FileDescriptor> wait_for_folder(const std::filesystem::path& folder);

/// Removes what write_file (file.h) was writing in or below the folder when its process was killed:
/// files ".NAME.tmp". Only under the lock.
void remove_unfinished(const std::filesystem::path& folder);

}  // namespace papert
