#include "serve/app/sample_index.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/file.h"
#include "base/text.h"
#include "run/folder.h"

namespace papert::serve::app {
namespace {

constexpr std::size_t kLogReadBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxIndexBytes = std::size_t{1} << 30;
constexpr std::int32_t kEpochsTried = 1000;

std::filesystem::path index_path(const std::filesystem::path& folder) {
  return folder / "samples.idx";
}

std::uint64_t key_of(std::uint64_t id_hash, std::int64_t epoch) {
  std::uint64_t key = id_hash ^ (static_cast<std::uint64_t>(epoch) * 0x9e3779b97f4a7c15ULL);
  key ^= key >> 31U;
  return key * 0xd6e8feb86659fd93ULL;
}

/// The error of a sample is filtered like a tag; no tag has an empty key.
std::string error_tag(const std::string& error) { return "=" + error; }

}  // namespace

SampleIndex::SampleIndex(std::filesystem::path folder, std::string metric)
    : folder_(std::move(folder)), metric_(std::move(metric)) {}

void SampleIndex::clear() {
  entries_.clear();
  counted_.clear();
  tags_.clear();
  bits_.clear();
  places_.clear();
  totals_ = {};
  read_to_ = 0;
  last_epoch_ = 0;
  ++version_;
  ++generation_;
}

/// False where there is no log.
Result<bool> SampleIndex::reopen() {
  auto opened = open_file(run::samples_path(folder_), O_RDONLY);
  if (!opened && opened.error().code == ErrorCode::kNotFound) {
    if (log_.get() >= 0) clear();
    log_ = FileDescriptor();
    inode_ = 0;
    return false;
  }
  FileDescriptor log = TRY(std::move(opened));
  struct stat about{};
  if (::fstat(log.get(), &about) != 0) {
    return fail(system_error(errno, "read", run::samples_path(folder_).string()));
  }
  const auto size = static_cast<std::uint64_t>(about.st_size);
  if (about.st_ino != inode_ || size < read_to_) {
    clear();
    log_ = std::move(log);
    inode_ = about.st_ino;
    load_file(size);
  }
  return true;
}

Result<void> SampleIndex::refresh() {
  if (!TRY(reopen())) return {};
  struct stat about{};
  if (::fstat(log_.get(), &about) != 0) {
    return fail(system_error(errno, "read", run::samples_path(folder_).string()));
  }
  std::string fresh;
  const auto result = read_lines(static_cast<std::uint64_t>(about.st_size), fresh);
  if (!fresh.empty()) save(fresh);
  return result;
}

void SampleIndex::open_file_to_save() {
  if (!may_save_ || file_.get() >= 0) return;
  auto opened = open_file(index_path(folder_), O_RDWR | O_CREAT);
  if (!opened || ::flock(opened->get(), LOCK_EX | LOCK_NB) != 0) {
    may_save_ = false;  // not ours to write, or another server does
    return;
  }
  file_ = std::move(*opened);
}

/// Takes over what the index file says, as far as the log still is the one it is about.
void SampleIndex::load_file(std::uint64_t log_size) {
  const auto bytes = read_file(index_path(folder_), kMaxIndexBytes);
  IndexContents contents;
  if (bytes) contents = read_index(*bytes, log_size, metric_);
  if (!still_fits(contents)) contents = {};
  for (std::size_t bit = 0; bit < contents.tags.size(); ++bit) bits_[contents.tags[bit]] = bit;
  tags_ = std::move(contents.tags);
  entries_.reserve(contents.entries.size());
  places_.reserve(contents.entries.size());
  for (const IndexEntry& entry : contents.entries) add(entry);
  if (!entries_.empty()) read_to_ = entries_.back().end() + 1;
  open_file_to_save();
  if (file_.get() < 0) return;
  const std::string header = index_header(metric_);
  const bool kept = contents.used_bytes >= header.size();
  if (::ftruncate(file_.get(), static_cast<off_t>(kept ? contents.used_bytes : 0)) != 0 ||
      ::lseek(file_.get(), 0, SEEK_END) < 0 ||
      (!kept && !write_all(file_.get(), header, "samples.idx"))) {
    may_save_ = false;
    file_ = FileDescriptor();
  }
}

/// Lines that were set aside move those behind them: the last one is where it was, or all are read
/// again.
bool SampleIndex::still_fits(const IndexContents& contents) const {
  if (contents.entries.empty()) return true;
  const IndexEntry& last = contents.entries.back();
  const auto bytes = read_at(log_.get(), last.offset, last.bytes + std::size_t{1}, "samples.jsonl");
  if (!bytes || bytes->size() != last.bytes + std::size_t{1} || bytes->back() != '\n') return false;
  if (last.kind == IndexKind::kDamaged) return true;
  const std::string_view line(bytes->data(), last.bytes);
  const auto record = run::RecordReader(run::Part::kOutcome).read(line);
  return record && *record && text_hash((*record)->id) == last.id_hash &&
         (*record)->epoch == last.epoch;
}

Result<void> SampleIndex::read_lines(std::uint64_t size, std::string& fresh) {
  std::string pending;
  std::uint64_t begin = read_to_;  // of pending
  while (begin + pending.size() < size) {
    const std::uint64_t at = begin + pending.size();
    const std::size_t wanted = std::min<std::uint64_t>(size - at, kLogReadBytes);
    const std::string more = TRY(read_at(log_.get(), at, wanted, "samples.jsonl"));
    if (more.empty()) break;
    pending += more;
    std::size_t first = 0;
    for (std::size_t end = pending.find('\n'); end != std::string::npos;
         end = pending.find('\n', first)) {
      take_line(std::string_view(pending).substr(first, end - first), begin + first, fresh);
      first = end + 1;
    }
    pending.erase(0, first);
    begin += first;
    read_to_ = begin;
  }
  return {};
}

void SampleIndex::take_line(std::string_view line, std::uint64_t offset, std::string& fresh) {
  if (trim(line).empty()) return;
  const auto record = reader_.read(line);
  IndexEntry entry;
  if (record && *record && (*record)->epoch >= 0 &&
      (*record)->epoch <= std::numeric_limits<std::int32_t>::max()) {
    entry = entry_of(**record, fresh);
  } else {
    entry.kind = IndexKind::kDamaged;
  }
  entry.offset = offset;
  entry.bytes = static_cast<std::uint32_t>(line.size());
  append_entry(entry, fresh);
  add(entry);
  ++version_;
}

IndexEntry SampleIndex::entry_of(const run::Record& record, std::string& fresh) {
  IndexEntry entry;
  entry.verdict = static_cast<std::uint8_t>(record.verdict);
  entry.epoch = static_cast<std::int32_t>(record.epoch);
  entry.id_bytes = static_cast<std::uint8_t>(std::min<std::size_t>(record.id.size(), 255));
  std::memcpy(entry.id.data(), record.id.data(), std::min(record.id.size(), kIndexedIdBytes));
  entry.id_hash = text_hash(record.id);
  entry.primary = record.metric(metric_).value_or(std::numeric_limits<double>::quiet_NaN());
  for (const suite::Tag& tag : record.tags) {
    if (!tag.key.empty()) set_tag(tag.key + "=" + tag.value, entry, fresh);
  }
  if (const std::string* error = record.detail_text("error"); error != nullptr) {
    set_tag(error_tag(*error), entry, fresh);
  }
  if (!record.pictures.empty()) entry.flags |= IndexEntry::kPictured;
  return entry;
}

void SampleIndex::set_tag(const std::string& tag, IndexEntry& entry, std::string& fresh) {
  auto found = bits_.find(tag);
  if (found == bits_.end()) {
    if (tags_.size() >= kIndexedTags || tag.size() > kIndexedTagBytes) {
      entry.flags |= IndexEntry::kMoreTags;
      return;
    }
    found = bits_.emplace(tag, tags_.size()).first;
    append_tag(tags_.size(), tag, fresh);
    tags_.push_back(tag);
  }
  entry.tags |= std::uint64_t{1} << found->second;
}

void SampleIndex::add(const IndexEntry& entry) {
  entries_.push_back(entry);
  if (entry.kind == IndexKind::kDamaged) {
    ++totals_.damaged;
    return;
  }
  const auto place = static_cast<std::uint32_t>(entries_.size() - 1);
  const std::uint64_t key = key_of(entry.id_hash, entry.epoch);
  const auto [known, is_first] =
      places_.try_emplace(key, static_cast<std::uint32_t>(counted_.size()));
  last_epoch_ = std::max(last_epoch_, entry.epoch);
  if (is_first) {
    counted_.push_back(place);
    count(entry, 1);
    return;
  }
  const IndexEntry& earlier = entries_[counted_[known->second]];
  if (earlier.scored()) return;
  count(earlier, -1);
  count(entry, 1);
  counted_[known->second] = place;
}

void SampleIndex::count(const IndexEntry& entry, int sign) {
  totals_.verdicts[entry.verdict] += sign;
  totals_.samples += sign;
  if (entry.scored()) totals_.scored += sign;
  if (std::isnan(entry.primary)) return;
  totals_.figures += sign;
  totals_.sum += sign * entry.primary;
  totals_.squares += sign * entry.primary * entry.primary;
}

void SampleIndex::save(const std::string& fresh) {
  if (file_.get() < 0) return;
  if (write_all(file_.get(), fresh, "samples.idx")) return;
  // A full disk: what was written of it is cut off when it is next read.
  may_save_ = false;
  file_ = FileDescriptor();
}

const IndexEntry* SampleIndex::find(std::string_view id, std::int64_t epoch) const {
  return find_hash(text_hash(id), epoch);
}

const IndexEntry* SampleIndex::find_hash(std::uint64_t id_hash, std::int64_t epoch) const {
  const auto found = places_.find(key_of(id_hash, epoch));
  return found == places_.end() ? nullptr : &entries_[counted_[found->second]];
}

std::vector<const IndexEntry*> SampleIndex::epochs(std::string_view id) const {
  std::vector<const IndexEntry*> found;
  for (std::int32_t epoch = 0; epoch <= std::min(last_epoch_, kEpochsTried); ++epoch) {
    if (const IndexEntry* entry = find(id, epoch)) found.push_back(entry);
  }
  return found;
}

Result<run::Record> SampleIndex::read(const IndexEntry& entry, run::Part part) const {
  const std::string line = TRY(read_at(log_.get(), entry.offset, entry.bytes, "samples.jsonl"));
  run::RecordReader reader(part);
  auto record = reader.read(line);
  if (!record) return fail(ErrorCode::kBadData, "the line of the sample is damaged");
  return std::move(*record);
}

bool SampleIndex::id_contains(const IndexEntry& entry, const std::string& text) const {
  if (lower(entry.id_beginning()).find(text) != std::string::npos) return true;
  if (entry.has_whole_id()) return false;
  const auto record = read(entry, run::Part::kOutcome);
  return record && lower(record->id).find(text) != std::string::npos;
}

}  // namespace papert::serve::app
