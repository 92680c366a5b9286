#include "base/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "base/file.h"

namespace papert {

Result<FileDescriptor> lock_folder(const std::filesystem::path& folder, std::string busy) {
  FileDescriptor lock = TRY(open_file(folder, O_RDONLY | O_DIRECTORY));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno != EWOULDBLOCK) {
    lock = TRY(open_file(folder / ".lock", O_RDWR | O_CREAT));
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) return lock;
    if (errno != EWOULDBLOCK) return fail(system_error(errno, "lock the folder", folder.string()));
  }
  return fail(ErrorCode::kUsage, std::move(busy), folder.string());
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
