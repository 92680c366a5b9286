// Archives in the ustar form of tar, which every reader of tar knows: files only, written one after
// the other. They have no owner, no time and mode 0644, so the same files give the same bytes.
//
//     TarWriter tar = TRY(TarWriter::open("shard.tar"));
//     TRY(tar.add("000001.png", picture));
//     TRY(tar.finish());
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/file_descriptor.h"
#include "base/result.h"

namespace papert {

inline constexpr std::size_t kMaxTarFileBytes = (std::size_t{1} << 33) - 1;  // 11 octal digits

class TarWriter {
 public:
  /// Replaces the file.
  [[nodiscard]] static Result<TarWriter> open(const std::filesystem::path& path);

  /// kUsage for a name that ustar cannot hold: more than 100 bytes, where it cannot be divided at a
  /// slash into at most 155 and at most 100; empty, absolute, with an empty or ".." part, or with a
  /// zero byte. kLimit past kMaxTarFileBytes.
  [[nodiscard]] Result<void> add(std::string_view name, std::string_view bytes);

  /// Writes the end of the archive.
  [[nodiscard]] Result<void> finish();

  /// Of the archive so far.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  TarWriter(FileDescriptor file, std::string name)
      : file_(std::move(file)), name_(std::move(name)) {}
  [[nodiscard]] Result<void> append(std::string_view bytes);

  FileDescriptor file_;
  std::string name_;
  std::size_t bytes_ = 0;
};

}  // namespace papert
