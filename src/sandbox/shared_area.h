// The memory through which a program comes in and its record comes out.
#pragma once

#include <cstddef>
#include <span>

#include "base/file_descriptor.h"
#include "base/result.h"
#include "sandbox/protocol.h"

namespace papert::sandbox {

/// A mapping of the area; unmapped with the object.
class SharedArea {
 public:
  /// A new area with room for a record of `record_capacity` bytes, all zero, whose size is sealed:
  /// nobody can shrink it under a reader.
  static Result<SharedArea> create(std::size_t record_capacity);
  /// The area behind a descriptor that create() made in another process; takes the descriptor.
  static Result<SharedArea> open(FileDescriptor fd, std::size_t bytes);

  SharedArea() = default;  // of nothing
  SharedArea(SharedArea&& other) noexcept;
  SharedArea& operator=(SharedArea&& other) noexcept;
  SharedArea(const SharedArea&) = delete;
  SharedArea& operator=(const SharedArea&) = delete;
  ~SharedArea();

  [[nodiscard]] explicit operator bool() const { return start_ != nullptr; }
  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] std::size_t size() const { return bytes_; }
  [[nodiscard]] ChildReport& report() const;
  [[nodiscard]] std::span<char> printed() const;
  /// Room for a source of any length, and where one of `bytes` has to be.
  [[nodiscard]] std::span<char> source() const;
  [[nodiscard]] std::span<char> source_of(std::size_t bytes) const;
  [[nodiscard]] std::span<std::byte> record() const;
  /// Where a traced program's module takes its notes; nobody else touches it.
  [[nodiscard]] std::span<std::byte> trace() const;

  /// Everything zero again, so that no program sees what an earlier one left.
  void clear() const;

  /// An area of nothing again. Plain system calls.
  void close() noexcept;

  /// The descriptor is no longer needed once mapped.
  void close_fd() { fd_ = FileDescriptor(); }

 private:
  SharedArea(FileDescriptor fd, std::byte* start, std::size_t bytes)
      : fd_(std::move(fd)), start_(start), bytes_(bytes) {}

  FileDescriptor fd_;
  std::byte* start_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace papert::sandbox
