#include "serve/app/index_file.h"

#include <cstring>

namespace papert::serve::app {
namespace {

constexpr std::string_view kMagic = "papertix";
constexpr std::uint32_t kVersion = 1;

template <class Number>
void put(std::string& bytes, Number number) {
  std::array<char, sizeof number> raw{};
  std::memcpy(raw.data(), &number, sizeof number);
  bytes.append(raw.data(), raw.size());
}

/// A line that can follow what is there in a log of that size.
bool fits(const IndexEntry& entry, const IndexContents& contents, std::uint64_t log_bytes) {
  if (entry.verdict >= suite::kVerdicts.size()) return false;
  if (entry.offset > log_bytes || entry.bytes >= log_bytes - entry.offset) return false;
  if (!contents.entries.empty() && entry.offset <= contents.entries.back().end()) return false;
  const std::size_t known = contents.tags.size();
  return known >= kIndexedTags || entry.tags >> known == 0;
}

}  // namespace

std::string_view IndexEntry::id_beginning() const {
  return {id.data(), std::min<std::size_t>(id_bytes, kIndexedIdBytes)};
}

IndexContents read_index(std::string_view bytes, std::uint64_t log_bytes, std::string_view metric) {
  IndexContents contents;
  const std::string header = index_header(metric);
  if (!bytes.starts_with(header)) return contents;
  contents.used_bytes = header.size();
  contents.entries.reserve(bytes.size() / kIndexRecordBytes);
  while (bytes.size() - contents.used_bytes >= kIndexRecordBytes) {
    const std::string_view record = bytes.substr(contents.used_bytes, kIndexRecordBytes);
    const auto kind = static_cast<IndexKind>(record[0]);
    if (kind == IndexKind::kTag) {
      const auto bit = static_cast<unsigned char>(record[1]);
      const auto length = static_cast<unsigned char>(record[3]);
      if (bit != contents.tags.size() || bit >= kIndexedTags || length > kIndexedTagBytes) break;
      contents.tags.emplace_back(record.substr(4, length));
    } else if (kind == IndexKind::kSample || kind == IndexKind::kDamaged) {
      IndexEntry entry;
      std::memcpy(&entry, record.data(), sizeof entry);
      if (!fits(entry, contents, log_bytes)) break;
      contents.entries.push_back(entry);
    } else {
      break;
    }
    contents.used_bytes += kIndexRecordBytes;
  }
  return contents;
}

std::string index_header(std::string_view metric) {
  std::string bytes(kMagic);
  put(bytes, kVersion);
  put(bytes, std::uint32_t{0});
  put(bytes, text_hash(metric));
  bytes.resize(kIndexRecordBytes);
  return bytes;
}

void append_entry(const IndexEntry& entry, std::string& bytes) { put(bytes, entry); }

void append_tag(std::size_t bit, std::string_view tag, std::string& bytes) {
  std::string record(kIndexRecordBytes, '\0');
  record[0] = static_cast<char>(IndexKind::kTag);
  record[1] = static_cast<char>(bit);
  record[3] = static_cast<char>(tag.size());
  record.replace(4, tag.size(), tag);
  bytes += record;
}

// FNV-1a, and a final mix so that ids that differ in their last letter lie far apart.
std::uint64_t text_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  hash ^= hash >> 32U;
  hash *= 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29U);
}

}  // namespace papert::serve::app
