// An anonymous file in memory (memfd), mapped by host and zygote and inherited by every child. A
// pipe would make the child block on a slow reader and would cost a copy; here the child writes
// and dies, and the host reads what is left.
//
// Clearing writes zeros over the beginning and gives the pages behind it back to the system (a hole
// in the file) if there are any: a small drawing then costs one memset and one look. How long the
// beginning is follows the last record, because new pages cost more than zeros in old ones. Nothing
// rests on the child's word for that length: what is not overwritten is given back, so a hostile
// child that filled the whole area leaves nothing behind.

#include "sandbox/shared_area.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

namespace papert::sandbox {
namespace {

constexpr std::size_t kLeastKept = 96U << 10U;
constexpr std::size_t kMostKept = 4U << 20U;
constexpr std::size_t kMappedTogether = 64U << 10U;  // what one fault maps begins at a multiple

/// `bytes` of address space that begin at such a multiple; null if there are none.
std::byte* reserve(std::size_t bytes) {
  const std::size_t more = bytes + kMappedTogether;
  void* start =
      ::mmap(nullptr, more, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) return nullptr;
  auto* begin = static_cast<std::byte*>(start);
  const std::size_t skipped =
      (kMappedTogether - reinterpret_cast<std::uintptr_t>(start) % kMappedTogether) %
      kMappedTogether;
  if (skipped > 0) ::munmap(begin, skipped);
  ::munmap(begin + skipped + bytes, kMappedTogether - skipped);
  return begin + skipped;
}

}  // namespace

Result<SharedArea> SharedArea::create(std::size_t record_capacity) {
  const std::size_t capacity = (std::max(record_capacity, kLeastKept) + 4095) / 4096 * 4096;
  const std::size_t bytes = kRecordOffset + capacity + kTailBytes;
  FileDescriptor fd(::memfd_create("papert-record", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd || ::ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0 ||
      ::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    return fail(ErrorCode::kIo, std::string("cannot make shared memory: ") + std::strerror(errno));
  }
  return open(std::move(fd), bytes);
}

Result<SharedArea> SharedArea::open(FileDescriptor fd, std::size_t bytes) {
  void* start = reserve(bytes);
  if (start == nullptr || ::mmap(start, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                                 fd.get(), 0) == MAP_FAILED) {
    return fail(ErrorCode::kIo, std::string("cannot map shared memory: ") + std::strerror(errno));
  }
  return SharedArea(std::move(fd), static_cast<std::byte*>(start), bytes);
}

SharedArea::SharedArea(SharedArea&& other) noexcept
    : fd_(std::move(other.fd_)),
      start_(std::exchange(other.start_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

SharedArea& SharedArea::operator=(SharedArea&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(start_, other.start_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

SharedArea::~SharedArea() { close(); }

void SharedArea::close() noexcept {
  if (start_ != nullptr) ::munmap(start_, bytes_);
  start_ = nullptr;
  bytes_ = 0;
  fd_.reset();
}

ChildReport& SharedArea::report() const { return *reinterpret_cast<ChildReport*>(start_); }

std::span<char> SharedArea::printed() const {
  return {reinterpret_cast<char*>(start_ + bytes_ - kTailBytes + kTraceBytes), kPrintedBytes};
}

std::span<char> SharedArea::source() const {
  return {reinterpret_cast<char*>(start_ + bytes_ - kMaxSourceBytes), kMaxSourceBytes};
}

std::span<char> SharedArea::source_of(std::size_t bytes) const {
  if (bytes > kShortSourceBytes) return source().first(std::min(bytes, kMaxSourceBytes));
  return {reinterpret_cast<char*>(start_ + kShortSourceOffset), bytes};
}

std::span<std::byte> SharedArea::record() const {
  return {start_ + kRecordOffset, bytes_ - kRecordOffset - kTailBytes};
}

std::span<std::byte> SharedArea::trace() const {
  return {start_ + bytes_ - kTailBytes, kTraceBytes};
}

void SharedArea::clear() const {
  const std::uint64_t claimed = std::min<std::uint64_t>(report().record_used, kMostKept);
  const std::size_t most = std::min(kMostKept, bytes_ - kTailBytes);
  const std::size_t kept = std::clamp((kRecordOffset + claimed + 4095) / 4096 * 4096,
                                      std::uint64_t{kLeastKept}, std::uint64_t{most});
  std::memset(start_, 0, kept);
  if (::lseek(fd_.get(), static_cast<off_t>(kept), SEEK_DATA) < 0 && errno == ENXIO) return;
  if (::fallocate(fd_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(kept),
                  static_cast<off_t>(bytes_ - kept)) != 0) {
    std::memset(start_ + kept, 0, bytes_ - kept);
  }
}

}  // namespace papert::sandbox
