#include "run/merge.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/jsonl.h"
#include "run/folder.h"
#include "run/log.h"
#include "run/pictures.h"

namespace papert::run {
namespace {

/// How much is written at once.
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

/// What two parts of one run must have in common, each with its name.
Result<void> check_fits(const RunConfig& first, const RunConfig& other, const std::string& where) {
  const auto differ = [&](const std::string& what, const std::string& a, const std::string& b) {
    return fail(ErrorCode::kUsage, fmt::format("is of another run: {} '{}', not '{}'", what, b, a),
                where);
  };
  if (first.suite != other.suite) return differ("suite", first.suite, other.suite);
  if (first.data_hash != other.data_hash) {
    return differ("data with the hash", first.data_hash, other.data_hash);
  }
  if (first.id() != other.id()) return differ("id", first.id(), other.id());
  if (first.shard.count != other.shard.count) {
    return differ("number of shards", std::to_string(first.shard.count),
                  std::to_string(other.shard.count));
  }
  if (first.epochs != other.epochs) {
    return differ("epochs", std::to_string(first.epochs), std::to_string(other.epochs));
  }
  if (first.limit != other.limit) return differ("limit", first.limit, other.limit);
  if (first.data.to_json() != other.data.to_json() && first.data.folder.empty()) {
    return differ("tasks", dump_json(first.data.to_json()), dump_json(other.data.to_json()));
  }
  return {};
}

/// A number of a file that somebody may have edited; all shards' together are a number, too.
std::int64_t planned_of(const RunConfig& config) {
  constexpr std::int64_t kMost = 1'000'000'000'000;
  return std::clamp<std::int64_t>(config.planned, 0, kMost);
}

Json canonical_line(Json line) {
  line.erase("latency_ms");
  line.erase("time");
  return line;
}

/// A hard link where that is possible: what is named by its hash never changes.
Result<void> link_or_copy(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::create_hard_link(from, to, error);
  if (!error || error == std::errc::file_exists) return {};
  error.clear();
  std::filesystem::copy_file(from, to, std::filesystem::copy_options::skip_existing, error);
  if (error) return fail(system_error(error.value(), "copy", from.string()));
  return {};
}

/// Calls use(path, hash) for every stored picture of a run.
Result<void> each_picture(
    const std::filesystem::path& folder,
    const std::function<Result<void>(const std::filesystem::path&, const std::string&)>& use) {
  std::error_code error;
  std::filesystem::recursive_directory_iterator entry(images_path(folder), error);
  for (; !error && entry != std::filesystem::recursive_directory_iterator();
       entry.increment(error)) {
    const std::string hash = entry->path().stem().string();
    const bool picture = entry->path().extension() == ".png" && is_picture_hash(hash) &&
                         std::filesystem::is_regular_file(entry->symlink_status());
    if (picture) TRY(use(entry->path(), hash));
  }
  return {};
}

}  // namespace

std::size_t MergeParts::Part::planned() const {
  return static_cast<std::size_t>(planned_of(config));
}

Result<MergeParts> MergeParts::open(const std::vector<std::filesystem::path>& folders,
                                    const MergeOptions& options) {
  MergeParts merge;
  for (const std::filesystem::path& folder : folders) TRY(merge.add_part(folder, options));
  if (merge.parts_.empty()) return fail(ErrorCode::kUsage, "there is nothing to join");
  for (std::uint32_t i = 0; i < merge.parts_.size(); ++i) {
    if (options.cancel.cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
    TRY(merge.read_part(i));
    if (options.progress) options.progress("read", i + 1, merge.parts_.size());
  }
  merge.pass_over_unfinished_copies();
  std::sort(merge.entries_.begin(), merge.entries_.end(), [&](const Entry& a, const Entry& b) {
    const int order = merge.id_of(a).compare(merge.id_of(b));
    if (order != 0) return order < 0;
    return a.epoch != b.epoch ? a.epoch < b.epoch : a.part < b.part;
  });
  TRY(merge.drop_repeated());
  merge.find_missing();
  merge.join_configs();
  merge.choose_pictures();
  return merge;
}

Result<void> MergeParts::add_part(const std::filesystem::path& folder,
                                  const MergeOptions& options) {
  RunConfig config = TRY(read_config(folder));
  const std::string made_by = TRY(recorded_version(folder));
  if (parts_.empty()) {
    version_ = made_by;
  } else {
    TRY(check_fits(parts_.front().config, config, folder.string()));
    if (version_ != made_by && !options.allow_versions) {
      return fail(ErrorCode::kUsage,
                  fmt::format("was made by Papert {}, and the first part by {}; --allow-versions "
                              "joins them all the same",
                              made_by, version_),
                  folder.string());
    }
  }
  // Taken for a moment: whoever still writes to a part holds it.
  TRY(lock_folder(folder, "this part is still running"));
  parts_.push_back({folder, std::move(config)});
  return {};
}

Result<void> MergeParts::read_part(std::uint32_t number) {
  Part& part = parts_[number];
  Result<void> foreign;
  LogReport report =
      TRY(read_log(samples_path(part.folder), run::Part::kFigures, [&](const Record& record) {
        if (!part.config.shard.owns(record.id) && foreign) {
          foreign = fail(ErrorCode::kBadData,
                         fmt::format("task '{}' does not belong to shard {}", record.id,
                                     part.config.shard.text()),
                         part.folder.string());
        }
        ++part.samples;
        Entry entry;
        entry.id_at = ids_.size();
        entry.id_bytes = static_cast<std::uint32_t>(record.id.size());
        entry.part = number;
        entry.epoch = record.epoch;
        entry.offset = record.offset;
        entry.bytes = record.bytes;
        entry.strip = record.shown && !record.right();
        ids_ += record.id;
        entries_.push_back(entry);
      }));
  part.damaged = std::move(report.damaged);
  return foreign;
}

// A shard that was started again elsewhere leaves a copy that ends in the middle, perhaps with
// other answers: where another one is complete, that is the shard.
void MergeParts::pass_over_unfinished_copies() {
  std::map<std::int64_t, std::string> done;
  for (const Part& part : parts_) {
    if (part.done()) done.emplace(part.config.shard.index, part.folder.string());
  }
  for (Part& part : parts_) {
    const auto whole = done.find(part.config.shard.index);
    part.passed_over = whole != done.end() && !part.done();
    if (!part.passed_over) {
      std::ranges::move(part.damaged, std::back_inserter(damaged_));
      continue;
    }
    passed_over_.push_back(
        fmt::format("shard {} is not done in {} ({} of {} samples): {} is, and is taken instead",
                    part.config.shard.text(), part.folder.string(), part.samples, part.planned(),
                    whole->second));
  }
  std::erase_if(entries_, [&](const Entry& entry) { return parts_[entry.part].passed_over; });
}

// Parts that were copied, or run twice, may have a sample in common as long as it is the same.
Result<void> MergeParts::drop_repeated() {
  std::vector<FileDescriptor> logs;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    const bool again = kept > 0 && id_of(entries_[kept - 1]) == id_of(entry) &&
                       entries_[kept - 1].epoch == entry.epoch;
    if (!again) {
      entries_[kept++] = entry;
      continue;
    }
    if (logs.empty()) logs = TRY(open_logs());
    Entry first = entries_[kept - 1];
    first.strip = false;
    Entry second = entry;
    second.strip = false;
    const Json a = TRY(parse_json(TRY(line_of(first, logs)), parts_[first.part].folder.string()));
    const Json b = TRY(parse_json(TRY(line_of(second, logs)), parts_[second.part].folder.string()));
    if (canonical_line(a) == canonical_line(b)) continue;
    return fail(ErrorCode::kBadData,
                fmt::format("has another answer for task '{}', epoch {}, than {}", id_of(entry),
                            entry.epoch, parts_[first.part].folder.string()),
                parts_[second.part].folder.string());
  }
  entries_.resize(kept);
  return {};
}

void MergeParts::find_missing() {
  std::set<std::int64_t> there;
  for (const Part& part : parts_) {
    there.insert(part.config.shard.index);
    if (part.passed_over || part.done()) continue;
    missing_.push_back(fmt::format("shard {} is not done: {} of {} samples ({})",
                                   part.config.shard.text(), part.samples, part.planned(),
                                   part.folder.string()));
  }
  const std::int64_t count = parts_.front().config.shard.count;
  for (std::int64_t i = 0; i < count; ++i) {
    if (!there.contains(i)) missing_.push_back(fmt::format("shard {}/{} is not here", i, count));
  }
}

void MergeParts::join_configs() {
  // At least one part is not passed over: the one that is done instead.
  config_ = std::ranges::find(parts_, false, &Part::passed_over)->config;
  std::set<std::int64_t> counted;
  std::int64_t planned = 0;
  for (const Part& part : parts_) {
    const RunConfig& config = part.config;
    if (part.passed_over) continue;
    if (counted.insert(config.shard.index).second) planned += planned_of(config);
    if (config.started < config_.started) config_.started = config.started;
    if (config.ended > config_.ended) config_.ended = config.ended;
  }
  if (!missing_.empty()) config_.ended.clear();
  config_.planned = config_.samples > 0 ? config_.samples : planned;
  config_.shard = {};
  config_.samples = 0;
}

void MergeParts::choose_pictures() {
  const auto samples = static_cast<std::size_t>(config_.planned);
  SmallestLots smallest(kPicturedFailures);
  const auto lot = [&](const Entry& entry) { return sample_lot(id_of(entry), entry.epoch); };
  for (const Entry& entry : entries_) {
    if (entry.strip && !is_pictured_by_lot(lot(entry), samples)) smallest.add(lot(entry));
  }
  for (Entry& entry : entries_) {
    entry.strip =
        entry.strip && !is_pictured_by_lot(lot(entry), samples) && !smallest.has(lot(entry));
  }
}

std::vector<std::string> MergeParts::ids() const {
  std::vector<std::string> ids;
  for (const Entry& entry : entries_) {
    if (ids.empty() || ids.back() != id_of(entry)) ids.emplace_back(id_of(entry));
  }
  return ids;
}

Result<std::vector<FileDescriptor>> MergeParts::open_logs() const {
  std::vector<FileDescriptor> logs;
  for (const Part& part : parts_) {
    // A shard without tasks has no log.
    const bool empty = part.samples == 0;
    logs.push_back(empty ? FileDescriptor() : TRY(open_file(samples_path(part.folder), O_RDONLY)));
  }
  return logs;
}

Result<std::string> MergeParts::line_of(const Entry& entry,
                                        const std::vector<FileDescriptor>& logs) const {
  const std::string name = samples_path(parts_[entry.part].folder).string();
  std::string line = TRY(read_at(logs[entry.part].get(), entry.offset, entry.bytes, name));
  if (line.size() == entry.bytes) return line;
  return fail(ErrorCode::kBadData, "the log became shorter while it was read", name);
}

Result<void> MergeParts::write_log(const std::filesystem::path& folder, const MergeOptions& options,
                                   std::vector<std::string>& stripped) const {
  const std::vector<FileDescriptor> logs = TRY(open_logs());
  JsonlWriter writer = TRY(JsonlWriter::open_append(samples_path(folder)));
  std::string block;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::string line = TRY(line_of(entries_[i], logs));
    if (entries_[i].strip) {
      Json json = TRY(parse_json(line, parts_[entries_[i].part].folder.string()));
      for (std::string& name : pictures_named(json)) stripped.push_back(std::move(name));
      line = dump_json(without_pictures(std::move(json)));
    }
    block += line + "\n";
    if (block.size() < kBlockBytes && i + 1 < entries_.size()) continue;
    TRY(writer.write_lines(block));
    block.clear();
    if (options.progress) options.progress("written", i + 1, entries_.size());
    if (options.cancel.cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
  }
  return writer.sync();
}

Result<void> MergeParts::link_pictures(const std::filesystem::path& folder,
                                       const std::vector<std::string>& stripped) const {
  const auto unnamed = TRY(unnamed_pictures(
      samples_path(folder), std::unordered_set<std::string>(stripped.begin(), stripped.end())));
  std::set<std::string> made;
  for (const Part& part : parts_) {
    if (part.passed_over) continue;
    TRY(each_picture(
        part.folder,
        [&](const std::filesystem::path& path, const std::string& hash) -> Result<void> {
          if (unnamed.contains(hash)) return {};
          const std::filesystem::path to = picture_path(folder, hash);
          if (made.insert(hash.substr(0, 2)).second) {
            TRY(make_directories(to.parent_path()));
          }
          return link_or_copy(path, to);
        }));
  }
  return {};
}

Result<void> MergeParts::write(const std::filesystem::path& folder,
                               const MergeOptions& options) const {
  std::vector<std::string> stripped;
  TRY(write_log(folder, options, stripped));
  TRY(link_pictures(folder, stripped));
  return write_config(folder, config_);
}

Result<void> MergeParts::canonical(
    const std::function<Result<void>(std::string_view lines)>& take) const {
  const std::vector<FileDescriptor> logs = TRY(open_logs());
  std::string block;
  for (const Entry& entry : entries_) {
    Json json = TRY(parse_json(TRY(line_of(entry, logs)), parts_[entry.part].folder.string()));
    if (entry.strip) json = without_pictures(std::move(json));
    block += dump_json(canonical_line(std::move(json))) + "\n";
    if (block.size() < kBlockBytes) continue;
    TRY(take(block));
    block.clear();
  }
  return block.empty() ? Result<void>() : take(block);
}

}  // namespace papert::run
