#include "base/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "base/file.h"

namespace papert {
namespace {

/// 0, or what flock says; a signal is no reason to give up.
int lock_by(const FileDescriptor& file, int how) {
  while (::flock(file.get(), how) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

/// The lock, or an empty descriptor where somebody else has it.
Result<FileDescriptor> try_lock(const std::filesystem::path& folder, int how) {
  FileDescriptor lock = TRY(open_file(folder, O_RDONLY | O_DIRECTORY));
  int error = lock_by(lock, how);
  if (error != 0 && error != EWOULDBLOCK) {
    lock = TRY(open_file(folder / ".lock", O_RDWR | O_CREAT));
    error = lock_by(lock, how);
  }
  if (error == 0) return lock;
  if (error == EWOULDBLOCK) return FileDescriptor();
  return fail(system_error(error, "lock the folder", folder.string()));
}

}  // namespace

Result<FileDescriptor> lock_folder(const std::filesystem::path& folder, std::string busy) {
  FileDescriptor lock = TRY(try_lock(folder, LOCK_EX | LOCK_NB));
  if (lock) return lock;
  return fail(ErrorCode::kUsage, std::move(busy), folder.string());
}

Result<FileDescriptor> wait_for_folder(const std::filesystem::path& folder) {
  return try_lock(folder, LOCK_EX);
}

void remove_unfinished(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::vector<std::filesystem::path> found;
  for (auto entry = std::filesystem::recursive_directory_iterator(folder, ignored);
       entry != std::filesystem::recursive_directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(".") && name.ends_with(".tmp")) found.push_back(entry->path());
  }
  for (const std::filesystem::path& file : found) std::filesystem::remove(file, ignored);
}

}  // namespace papert
