// write_file puts the bytes into a temporary file beside the target, syncs it, renames it over the
// target and syncs the folder: rename(2) within one folder is atomic, and without the first sync
// the new name could survive a power cut while the bytes do not. Cost: two syncs per file, unless
// the caller does without.

#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace papert {
namespace {

constexpr int kMaxTemporaryNames = 1000;

struct TemporaryFile {
  FileDescriptor fd;
  std::filesystem::path path;
};

// Created with O_EXCL under a numbered name: unlike mkstemp, this leaves the permissions to the
// umask, as for any new file.
Result<TemporaryFile> make_temporary_beside(const std::filesystem::path& target) {
  const std::string stem = target.filename().string().substr(0, 200);
  for (int i = 0; i < kMaxTemporaryNames; ++i) {
    const auto path = target.parent_path() / fmt::format(".{}.{}.{}.tmp", stem, ::getpid(), i);
    FileDescriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (fd) return TemporaryFile{std::move(fd), path};
    if (errno != EEXIST && errno != EINTR)
      return fail(system_error(errno, "write", target.string()));
  }
  return fail(system_error(EEXIST, "make a temporary file", target.string()));
}

Result<void> fill_and_rename(const TemporaryFile& temporary, const std::filesystem::path& target,
                             std::string_view bytes, Durability durability) {
  TRY(write_all(temporary.fd.get(), bytes, target.string()));
  if (durability == Durability::kSynced && ::fsync(temporary.fd.get()) != 0)
    return fail(system_error(errno, "sync", target.string()));
  if (::rename(temporary.path.c_str(), target.c_str()) != 0) {
    return fail(system_error(errno, "write", target.string()));
  }
  return {};
}

// Best effort: some file systems refuse to sync a folder, and the bytes themselves are safe.
void sync_folder(const std::filesystem::path& folder) {
  const FileDescriptor fd(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd) ::fsync(fd.get());
}

bool is_special(const std::filesystem::path& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

}  // namespace

Error system_error(int error_number, std::string_view action, const std::string& path) {
  const ErrorCode code = error_number == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo;
  return {code, fmt::format("cannot {}: {}", action, std::generic_category().message(error_number)),
          path};
}

Result<FileDescriptor> open_file(const std::filesystem::path& path, int flags, int mode) {
  for (;;) {
    FileDescriptor fd(::open(path.c_str(), flags | O_CLOEXEC, mode));
    if (fd) return fd;
    if (errno != EINTR) return fail(system_error(errno, "open", path.string()));
  }
}

Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes) {
  const FileDescriptor fd = TRY(open_file(path, O_RDONLY));
  constexpr std::size_t kChunk = std::size_t{64} << 10;
  std::string text;
  struct stat status{};
  const bool known = ::fstat(fd.get(), &status) == 0 && status.st_size > 0;
  const std::size_t expected = known ? static_cast<std::size_t>(status.st_size) : kChunk;
  text.reserve(std::min(max_bytes, expected) + 1);
  // One byte past the limit is asked for, so that a file of exactly max_bytes is told from more.
  for (;;) {
    const std::size_t size = text.size();
    const std::size_t room = text.capacity() > size ? text.capacity() - size : kChunk;
    const std::size_t wanted = std::min(room, max_bytes - size + 1);
    text.resize(size + wanted);
    const ssize_t got = ::read(fd.get(), text.data() + size, wanted);
    text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) return text;
    if (got < 0 && errno != EINTR) return fail(system_error(errno, "read", path.string()));
    if (text.size() > max_bytes) {
      return fail(ErrorCode::kLimit, fmt::format("the file has more than {} bytes", max_bytes),
                  path.string());
    }
  }
}

Result<void> write_all(int fd, std::string_view bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(system_error(errno, "write", name));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> write_file(const std::filesystem::path& path, std::string_view bytes,
                        Durability durability) {
  if (is_special(path)) {
    const FileDescriptor fd = TRY(open_file(path, O_WRONLY));
    return write_all(fd.get(), bytes, path.string());
  }
  const TemporaryFile temporary = TRY(make_temporary_beside(path));
  Result<void> written = fill_and_rename(temporary, path, bytes, durability);
  if (!written) {
    ::unlink(temporary.path.c_str());
  } else if (durability == Durability::kSynced) {
    sync_folder(path.parent_path());
  }
  return written;
}

Result<std::string> read_at(int fd, std::size_t offset, std::size_t size, const std::string& name) {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got =
        ::pread(fd, bytes.data() + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(system_error(errno, "read", name));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

Result<void> make_directories(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && std::filesystem::is_directory(path, error)) return {};
  return fail(system_error(error ? error.value() : ENOTDIR, "create the folder", path.string()));
}

}  // namespace papert
