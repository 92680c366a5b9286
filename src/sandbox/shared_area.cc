// An anonymous file in memory (memfd), mapped by host and zygote and inherited by every child. A
// pipe would make the child block on a slow reader and would cost a copy; here the child writes
// and dies, and the host reads what is left.
//
// Clearing gives the pages above the often-used beginning back to the system (a hole in the file)
// and writes zeros over the rest: a small drawing then costs one memset and one system call, and
// a hostile child that filled the whole area leaves nothing behind.

#include "sandbox/shared_area.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace papert::sandbox {
namespace {

constexpr std::size_t kKeptRecordBytes = 64U << 10U;

}  // namespace

Result<SharedArea> SharedArea::create(std::size_t record_capacity) {
  const std::size_t bytes = kRecordOffset + std::max(record_capacity, kKeptRecordBytes);
  UniqueFd fd(::memfd_create("papert-record", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd.valid() || ::ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0 ||
      ::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    return fail(ErrorCode::kIo, std::string("cannot make shared memory: ") + std::strerror(errno));
  }
  return open(std::move(fd), bytes);
}

Result<SharedArea> SharedArea::open(UniqueFd fd, std::size_t bytes) {
  void* start = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
  if (start == MAP_FAILED) {
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

SharedArea::~SharedArea() {
  if (start_ != nullptr) ::munmap(start_, bytes_);
}

ChildReport& SharedArea::report() const { return *reinterpret_cast<ChildReport*>(start_); }

std::span<char> SharedArea::printed() const {
  return {reinterpret_cast<char*>(start_ + kPrintedOffset), kPrintedBytes};
}

std::span<char> SharedArea::source() const {
  return {reinterpret_cast<char*>(start_ + kSourceOffset), kMaxSourceBytes};
}

std::span<std::byte> SharedArea::record() const {
  return {start_ + kRecordOffset, bytes_ - kRecordOffset};
}

void SharedArea::clear() const {
  const std::size_t kept_source = 16U << 10U;
  std::memset(start_, 0, kReportBytes);
  const auto punch = [this](std::size_t offset, std::size_t length) {
    if (::fallocate(fd_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                    static_cast<off_t>(offset), static_cast<off_t>(length)) != 0) {
      std::memset(start_ + offset, 0, length);
    }
  };
  std::memset(start_ + kPrintedOffset, 0, kPrintedBytes + kept_source);
  punch(kSourceOffset + kept_source, kMaxSourceBytes - kept_source);
  std::memset(start_ + kRecordOffset, 0, kKeptRecordBytes);
  punch(kRecordOffset + kKeptRecordBytes, bytes_ - kRecordOffset - kKeptRecordBytes);
}

}  // namespace papert::sandbox
