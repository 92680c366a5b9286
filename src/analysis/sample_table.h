// The samples of a run as figures are made from them: a few dozen bytes each, however long their
// texts are, so that two runs of 200,000 samples fit beside each other. Texts that repeat (ids,
// rules, answers) are stored once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "run/record.h"
#include "suite/task.h"

namespace papert::analysis {

/// Texts by number, each stored once.
class TextPool {
 public:
  [[nodiscard]] std::uint32_t put(const std::string& text);
  [[nodiscard]] const std::string& operator[](std::uint32_t number) const {
    return *texts_[number];
  }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

  TextPool() = default;
  TextPool(const TextPool& other);
  TextPool& operator=(const TextPool&) = delete;
  TextPool(TextPool&&) = default;
  TextPool& operator=(TextPool&&) = default;

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> texts_;  // keys of the map, which stay where they are
};

class SampleTable {
 public:
  /// Whether a sample tells its answer ("answer" in the detail), and whether it can be read.
  enum class Telling : std::uint8_t { kNothing, kUnreadable, kAnswer };

  struct Entry {
    std::int64_t epoch = 0;
    std::int64_t line = 0;  // in the log
    std::uint32_t task = 0;
    std::uint32_t rule = 0;
    std::uint32_t answer = 0;
    suite::Verdict verdict = suite::Verdict::kInternalError;
    Telling telling = Telling::kNothing;

    [[nodiscard]] bool scored() const { return suite::is_scored(verdict); }
    [[nodiscard]] bool right() const { return verdict == suite::Verdict::kRight; }
  };

  explicit SampleTable(std::span<const suite::MetricInfo> metrics)
      : metrics_(metrics.begin(), metrics.end()) {}

  void add(const run::Record& record);

  /// The same sample, scored in another way.
  void rescore(std::size_t sample, const std::string& rule, const suite::Score& score);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const Entry& operator[](std::size_t sample) const { return entries_[sample]; }
  [[nodiscard]] const std::vector<suite::MetricInfo>& metrics() const { return metrics_; }

  /// NaN where the metric is not defined for the sample.
  [[nodiscard]] double value(std::size_t sample, std::size_t metric) const {
    return values_[sample * metrics_.size() + metric];
  }

  [[nodiscard]] const std::string& id(std::size_t sample) const {
    return ids_[entries_[sample].task];
  }
  /// The task it was made from; itself for an original.
  [[nodiscard]] const std::string& base(std::size_t sample) const {
    return ids_[bases_[entries_[sample].task]];
  }
  [[nodiscard]] bool is_original(std::size_t sample) const {
    return bases_[entries_[sample].task] == entries_[sample].task;
  }
  [[nodiscard]] const std::string& rule(std::size_t sample) const {
    return texts_[entries_[sample].rule];
  }
  [[nodiscard]] const std::string& answer(std::size_t sample) const {
    return texts_[entries_[sample].answer];
  }

 private:
  std::vector<suite::MetricInfo> metrics_;
  std::vector<Entry> entries_;
  std::vector<double> values_;  // one per metric for each sample
  TextPool ids_;
  std::vector<std::uint32_t> bases_;  // by id; itself for an original, and for one without samples
  TextPool texts_;
};

}  // namespace papert::analysis
