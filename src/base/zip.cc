#include "base/zip.h"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace papert {
namespace {

constexpr std::uint32_t kLocalMark = 0x04034b50;
constexpr std::uint32_t kEntryMark = 0x02014b50;
constexpr std::uint32_t kEndMark = 0x06054b50;
constexpr std::uint32_t kEnd64Mark = 0x06064b50;
constexpr std::uint32_t kLocator64Mark = 0x07064b50;
constexpr std::size_t kLocalBytes = 30;
constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kLocator64Bytes = 20;
constexpr std::size_t kLongestComment = 65535;
constexpr std::uint32_t kIn64 = 0xFFFFFFFF;  // the value stands in the ZIP64 field
constexpr std::uint16_t kEncrypted = 1;
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint16_t kZstd = 93;
constexpr std::size_t kPiece = std::size_t{64} << 10;  // unpacked at a time

/// Little-endian numbers; 0 where the bytes end before.
template <class Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number value = 0;
  if (at > bytes.size() || bytes.size() - at < sizeof(Number)) return value;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[at + i]);
    value = static_cast<Number>(value | (static_cast<Number>(byte) << (8 * i)));
  }
  return value;
}

bool has_mark(std::string_view bytes, std::size_t at, std::uint32_t mark, std::size_t size) {
  return at <= bytes.size() && bytes.size() - at >= size &&
         number_at<std::uint32_t>(bytes, at) == mark;
}

/// The last place where an archive can end: a comment may follow.
std::optional<std::size_t> find_end(std::string_view bytes) {
  if (bytes.size() < kEndBytes) return std::nullopt;
  const std::size_t last = bytes.size() - kEndBytes;
  const std::size_t first = last - std::min(last, kLongestComment);
  for (std::size_t at = last + 1; at-- > first;) {
    if (has_mark(bytes, at, kEndMark, kEndBytes)) return at;
  }
  return std::nullopt;
}

/// Where the directory is and how many members it has.
struct Directory {
  std::uint64_t members = 0;
  std::uint64_t offset = 0;
};

Directory directory_at(std::string_view bytes, std::size_t end) {
  const Directory plain{number_at<std::uint16_t>(bytes, end + 10),
                        number_at<std::uint32_t>(bytes, end + 16)};
  if (end < kLocator64Bytes) return plain;
  const std::size_t locator = end - kLocator64Bytes;
  if (!has_mark(bytes, locator, kLocator64Mark, kLocator64Bytes)) return plain;
  const auto end64 = number_at<std::uint64_t>(bytes, locator + 8);
  if (!has_mark(bytes, end64, kEnd64Mark, kEnd64Bytes)) return plain;
  return {number_at<std::uint64_t>(bytes, end64 + 32), number_at<std::uint64_t>(bytes, end64 + 48)};
}

/// Lengths and places that do not fit 32 bits follow in an extra field, in this order.
void read_extra64(std::string_view extra, ZipMember& member) {
  while (extra.size() >= 4) {
    const auto kind = number_at<std::uint16_t>(extra, 0);
    const std::size_t size = number_at<std::uint16_t>(extra, 2);
    extra.remove_prefix(4);
    if (size > extra.size()) return;
    if (kind == 1) {
      std::size_t at = 0;
      for (std::size_t* value : {&member.bytes, &member.packed_bytes, &member.offset}) {
        if (*value != kIn64 || at + 8 > size) continue;
        *value = number_at<std::uint64_t>(extra, at);
        at += 8;
      }
      return;
    }
    extra.remove_prefix(size);
  }
}

struct Entry {
  ZipMember member;
  std::size_t bytes = 0;  // of the entry itself
};

/// An entry of the directory whose mark is there; nothing where it is cut off.
std::optional<Entry> entry_at(std::string_view bytes, std::size_t at) {
  const std::size_t name = number_at<std::uint16_t>(bytes, at + 28);
  const std::size_t extra = number_at<std::uint16_t>(bytes, at + 30);
  const std::size_t comment = number_at<std::uint16_t>(bytes, at + 32);
  const std::string_view rest = bytes.substr(at + kEntryBytes);
  if (rest.size() < name + extra) return std::nullopt;
  ZipMember member;
  member.name = rest.substr(0, name);
  member.flags = number_at<std::uint16_t>(bytes, at + 8);
  member.method = number_at<std::uint16_t>(bytes, at + 10);
  member.checksum = number_at<std::uint32_t>(bytes, at + 16);
  member.packed_bytes = number_at<std::uint32_t>(bytes, at + 20);
  member.bytes = number_at<std::uint32_t>(bytes, at + 24);
  member.offset = number_at<std::uint32_t>(bytes, at + 42);
  read_extra64(rest.substr(name, extra), member);
  return Entry{std::move(member), kEntryBytes + name + extra + comment};
}

/// Grows piece by piece: a length that the archive claims is not memory that it gets.
template <class Fill>
bool unpack(std::size_t bytes, std::string& out, const Fill& fill) {
  while (out.size() < bytes) {
    const std::size_t before = out.size();
    out.resize(std::min(bytes, before + kPiece));
    const std::optional<std::size_t> made = fill(out.data() + before, out.size() - before);
    if (!made || *made == 0) return false;
    out.resize(before + *made);
  }
  return true;
}

bool inflate_to(std::string_view packed, std::size_t bytes, std::string& out) {
  z_stream stream{};
  if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
  const std::unique_ptr<z_stream, int (*)(z_stream*)> close(&stream, ::inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  std::size_t waiting = packed.size();
  return unpack(bytes, out, [&](char* to, std::size_t room) -> std::optional<std::size_t> {
    stream.next_out = reinterpret_cast<Bytef*>(to);
    stream.avail_out = static_cast<uInt>(room);
    while (stream.avail_out == room) {
      const auto next = static_cast<uInt>(std::min(waiting, std::size_t{1} << 30));
      stream.avail_in = next;
      const int state = ::inflate(&stream, Z_NO_FLUSH);
      waiting -= next - stream.avail_in;
      if (state == Z_STREAM_END) break;
      if (state != Z_OK || (waiting == 0 && stream.avail_out == room)) return std::nullopt;
    }
    return room - stream.avail_out;
  });
}

bool unzstd_to(std::string_view packed, std::size_t bytes, std::string& out) {
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(),
                                                                             ZSTD_freeDStream);
  if (!stream) return false;
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  return unpack(bytes, out, [&](char* to, std::size_t room) -> std::optional<std::size_t> {
    ZSTD_outBuffer piece{to, room, 0};
    while (piece.pos == 0) {
      const std::size_t before = in.pos;
      const std::size_t state = ZSTD_decompressStream(stream.get(), &piece, &in);
      if (ZSTD_isError(state) != 0) return std::nullopt;
      if (piece.pos == 0 && in.pos == before) return std::nullopt;
    }
    return piece.pos;
  });
}

/// Whether the bytes are whole; nothing for a method that is not known.
std::optional<bool> unpacked(const ZipMember& member, std::string_view packed, std::string& text) {
  switch (member.method) {
    case kStored:
      text = packed;
      return text.size() == member.bytes;
    case kDeflated:
      return inflate_to(packed, member.bytes, text);
    case kZstd:
      return unzstd_to(packed, member.bytes, text);
    default:
      return std::nullopt;
  }
}

}  // namespace

Result<ZipArchive> ZipArchive::open(std::string_view bytes, std::string where,
                                    const ZipLimits& limits) {
  ZipArchive archive(bytes, std::move(where), limits);
  TRY(archive.read_directory());
  return archive;
}

Result<void> ZipArchive::read_directory() {
  const auto end = find_end(bytes_);
  if (!end) return fail(ErrorCode::kBadData, "it is not a zip archive, or it is cut off", where_);
  const Directory directory = directory_at(bytes_, *end);
  if (directory.members > limits_.members) {
    return fail(ErrorCode::kLimit,
                fmt::format("the archive has {} members; at most {} are read", directory.members,
                            limits_.members),
                where_);
  }
  std::size_t at = directory.offset;
  for (std::uint64_t i = 0; i < directory.members; ++i) {
    if (!has_mark(bytes_, at, kEntryMark, kEntryBytes)) {
      return fail(ErrorCode::kBadData,
                  fmt::format("the directory of the archive is damaged at member {}", i + 1),
                  where_);
    }
    auto entry = entry_at(bytes_, at);
    if (!entry) {
      return fail(ErrorCode::kBadData, "the directory of the archive is cut off", where_);
    }
    at += entry->bytes;
    members_.push_back(std::move(entry->member));
  }
  return {};
}

Result<std::string> ZipArchive::read(const ZipMember& member) const {
  const std::string where = where_ + ":" + member.name;
  const auto refuse = [&](ErrorCode code, std::string why) {
    return fail(code, std::move(why), where);
  };
  if ((member.flags & kEncrypted) != 0) return refuse(ErrorCode::kBadData, "it is encrypted");
  if (member.bytes > limits_.member_bytes) {
    return refuse(ErrorCode::kLimit, fmt::format("it has {} bytes; at most {} are read",
                                                 member.bytes, limits_.member_bytes));
  }
  if (!has_mark(bytes_, member.offset, kLocalMark, kLocalBytes)) {
    return refuse(ErrorCode::kBadData, "its header is not where the directory says");
  }
  const std::size_t names = std::size_t{number_at<std::uint16_t>(bytes_, member.offset + 26)} +
                            number_at<std::uint16_t>(bytes_, member.offset + 28);
  const std::string_view rest = bytes_.substr(member.offset + kLocalBytes);
  if (rest.size() < names || rest.size() - names < member.packed_bytes) {
    return refuse(ErrorCode::kBadData, "it is cut off");
  }
  const std::string_view packed = rest.substr(names, member.packed_bytes);
  std::string text;
  const auto whole = unpacked(member, packed, text);
  if (!whole) {
    return refuse(ErrorCode::kBadData,
                  fmt::format("it is packed in a way that is not read (method {}; 0, 8 and 93 are)",
                              member.method));
  }
  const auto* const first = reinterpret_cast<const Bytef*>(text.data());
  if (!*whole || ::crc32_z(0, first, text.size()) != member.checksum) {
    return refuse(ErrorCode::kBadData, "its bytes are damaged");
  }
  return text;
}

}  // namespace papert
