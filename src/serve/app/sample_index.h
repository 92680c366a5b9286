// The samples of one run without their texts, kept in step with a log that may still grow. Reading
// what is new costs what is new; what an earlier server read is in samples.idx (index_file.h),
// which is written where the folder can be, by one server at a time.
//
// Of several lines about one sample the same counts as everywhere (run/log.h): the first with a
// score, else the last.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/file_descriptor.h"
#include "base/result.h"
#include "run/record.h"
#include "serve/app/index_file.h"

namespace papert::serve::app {

/// What counts, summed up while it is read.
struct IndexTotals {
  std::array<std::int64_t, suite::kVerdicts.size()> verdicts{};
  std::int64_t samples = 0;
  std::int64_t scored = 0;
  std::int64_t damaged = 0;
  std::int64_t figures = 0;  // samples with a primary metric
  double sum = 0;            // of these
  double squares = 0;
};

/// Not thread-safe; whoever shares one locks it (run_store.h).
class SampleIndex {
 public:
  /// `metric`: the primary one.
  SampleIndex(std::filesystem::path folder, std::string metric);

  /// Takes in the complete lines that were added since; all of them where the log is another file.
  /// An absent log is an empty one.
  [[nodiscard]] Result<void> refresh();

  [[nodiscard]] const std::vector<IndexEntry>& entries() const { return entries_; }
  /// The places of those that count, in the order of the log.
  [[nodiscard]] const std::vector<std::uint32_t>& counted() const { return counted_; }
  [[nodiscard]] const std::vector<std::string>& tags() const { return tags_; }
  [[nodiscard]] const IndexTotals& totals() const { return totals_; }

  /// Raised whenever all is read anew; otherwise counted() only grows.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }
  /// Raised whenever something changes.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  /// Of the log, up to where it was read.
  [[nodiscard]] std::uint64_t log_bytes() const { return read_to_; }

  /// The sample that counts.
  [[nodiscard]] const IndexEntry* find(std::string_view id, std::int64_t epoch) const;
  [[nodiscard]] const IndexEntry* find_hash(std::uint64_t id_hash, std::int64_t epoch) const;
  /// The epochs of a task that are there, in order.
  [[nodiscard]] std::vector<const IndexEntry*> epochs(std::string_view id) const;

  /// The line of a sample, decoded as far as wanted.
  [[nodiscard]] Result<run::Record> read(const IndexEntry& entry, run::Part part) const;

  /// Whether the id holds this text, in lower case; reads the line where the index has not all of
  /// it.
  [[nodiscard]] bool id_contains(const IndexEntry& entry, const std::string& text) const;

 private:
  void clear();
  [[nodiscard]] Result<bool> reopen();
  void open_file_to_save();
  void load_file(std::uint64_t log_size);
  [[nodiscard]] bool still_fits(const IndexContents& contents) const;
  [[nodiscard]] Result<void> read_lines(std::uint64_t size, std::string& fresh);
  void take_line(std::string_view line, std::uint64_t offset, std::string& fresh);
  [[nodiscard]] IndexEntry entry_of(const run::Record& record, std::string& fresh);
  void set_tag(const std::string& tag, IndexEntry& entry, std::string& fresh);
  void add(const IndexEntry& entry);
  void count(const IndexEntry& entry, int sign);
  void save(const std::string& fresh);

  std::filesystem::path folder_;
  std::string metric_;
  FileDescriptor log_;
  std::uint64_t inode_ = 0;
  std::uint64_t read_to_ = 0;
  std::uint64_t version_ = 0;
  std::uint64_t generation_ = 0;
  run::RecordReader reader_{run::Part::kFigures};

  std::vector<IndexEntry> entries_;
  std::vector<std::uint32_t> counted_;
  std::vector<std::string> tags_;
  std::unordered_map<std::string, std::size_t> bits_;        // of tags
  std::unordered_map<std::uint64_t, std::uint32_t> places_;  // in counted_, by id and epoch
  std::int32_t last_epoch_ = 0;
  IndexTotals totals_;

  FileDescriptor file_;  // the index, where this server writes it
  bool may_save_ = true;
};

}  // namespace papert::serve::app
