// samples.idx, beside the log of a run: 64 bytes per line of samples.jsonl, so that a page about a
// hundred thousand samples need not read their texts. It only repeats what the log says and is made
// again whenever it does not fit.
//
//     header    "papertix", the version, the hash of the primary metric's name
//     record    a sample, a damaged line, or the name of a tag's bit, in the order of the log
//
// It is extended by appending: a record torn off at the end, or one that cannot be, ends the part
// that is used. Numbers are little-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "suite/verdict.h"

namespace papert::serve::app {

inline constexpr std::size_t kIndexRecordBytes = 64;
inline constexpr std::size_t kIndexedIdBytes = 20;
inline constexpr std::size_t kIndexedTags = 64;
inline constexpr std::size_t kIndexedTagBytes = 60;

enum class IndexKind : std::uint8_t { kSample = 1, kTag = 2, kDamaged = 3 };

/// A line of the log, as it lies in the file.
struct IndexEntry {
  IndexKind kind = IndexKind::kSample;
  std::uint8_t verdict = 0;   // a place in suite::kVerdicts
  std::uint8_t flags = 0;     // of those below
  std::uint8_t id_bytes = 0;  // 255: that many or more
  std::int32_t epoch = 0;
  std::uint64_t offset = 0;                // of the line's first byte
  std::uint32_t bytes = 0;                 // of the line, without its end
  std::array<char, kIndexedIdBytes> id{};  // the beginning of the id, filled with zeros
  std::uint64_t id_hash = 0;
  double primary = 0;      // the primary metric; NaN: none
  std::uint64_t tags = 0;  // a bit for each tag of the list

  static constexpr std::uint8_t kMoreTags = 1;  // some of its tags have no bit
  static constexpr std::uint8_t kPictured = 2;  // pictures of it are stored

  [[nodiscard]] suite::Verdict the_verdict() const { return suite::kVerdicts[verdict].verdict; }
  [[nodiscard]] bool scored() const { return suite::is_scored(the_verdict()); }
  /// Whether `id` is all of it.
  [[nodiscard]] bool has_whole_id() const { return id_bytes <= kIndexedIdBytes; }
  [[nodiscard]] std::string_view id_beginning() const;
  [[nodiscard]] std::uint64_t end() const { return offset + bytes; }
};
static_assert(sizeof(IndexEntry) == kIndexRecordBytes);

/// What an index says.
struct IndexContents {
  std::vector<IndexEntry> entries;  // samples and damaged lines, by offset
  std::vector<std::string> tags;    // "key=value", by bit
  std::size_t used_bytes = 0;       // of the file; what is behind it is not trusted
};

/// Any bytes, never a failure: what is not an index of a log of that size, with that metric, is an
/// empty one.
[[nodiscard]] IndexContents read_index(std::string_view bytes, std::uint64_t log_bytes,
                                       std::string_view metric);

[[nodiscard]] std::string index_header(std::string_view metric);
void append_entry(const IndexEntry& entry, std::string& bytes);
void append_tag(std::size_t bit, std::string_view tag, std::string& bytes);

/// 64 bits of a text, the same on every machine.
[[nodiscard]] std::uint64_t text_hash(std::string_view text);

}  // namespace papert::serve::app
