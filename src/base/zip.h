// Zip archives, read without trust. The directory at the end of the file says what there is; a
// member is unpacked when it is asked for, and checked against its length and checksum.
//
//     const ZipArchive archive = TRY(ZipArchive::open(bytes, "log.eval"));
//     for (const ZipMember& member : archive.members()) ... TRY(archive.read(member)) ...
//
// Members may be stored, deflated or packed by zstd; archives may be larger than 4 GB (ZIP64).
// Encrypted members and archives in several files are refused by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace papert {

struct ZipLimits {
  std::size_t members = 1'000'000;
  std::size_t member_bytes = std::size_t{256} << 20;  // unpacked
};

struct ZipMember {
  std::string name;
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  std::uint32_t checksum = 0;
  std::size_t packed_bytes = 0;
  std::size_t bytes = 0;
  std::size_t offset = 0;  // of its header
};

class ZipArchive {
 public:
  /// Refers to the bytes. kBadData or kLimit, at `where`, if they are not an archive.
  [[nodiscard]] static Result<ZipArchive> open(std::string_view bytes, std::string where,
                                               const ZipLimits& limits = {});

  /// In the order of the directory.
  [[nodiscard]] const std::vector<ZipMember>& members() const { return members_; }

  [[nodiscard]] Result<std::string> read(const ZipMember& member) const;

 private:
  ZipArchive(std::string_view bytes, std::string where, const ZipLimits& limits)
      : bytes_(bytes), where_(std::move(where)), limits_(limits) {}

  [[nodiscard]] Result<void> read_directory();

  std::string_view bytes_;
  std::string where_;
  ZipLimits limits_;
  std::vector<ZipMember> members_;
};

}  // namespace papert
