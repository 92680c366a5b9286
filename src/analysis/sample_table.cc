#include "analysis/sample_table.h"

#include <algorithm>
#include <limits>

namespace papert::analysis {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TextPool::TextPool(const TextPool& other) {
  for (const std::string* text : other.texts_) (void)put(*text);
}

std::uint32_t TextPool::put(const std::string& text) {
  const auto [found, fresh] = numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
  if (fresh) texts_.push_back(&found->first);
  return found->second;
}

void SampleTable::add(const run::Record& record) {
  Entry entry;
  entry.epoch = record.epoch;
  entry.line = record.line;
  entry.task = ids_.put(record.id);
  const std::uint32_t base = record.base.empty() ? entry.task : ids_.put(record.base);
  while (bases_.size() < ids_.size()) {
    bases_.push_back(static_cast<std::uint32_t>(bases_.size()));
  }
  bases_[entry.task] = base;
  entry.rule = texts_.put(record.rule);
  entry.verdict = record.verdict;
  if (const auto told = record.detail.find("answer"); told != record.detail.end()) {
    const std::string* const answer = record.detail_text("answer");
    entry.telling = answer == nullptr ? Telling::kUnreadable : Telling::kAnswer;
    if (answer != nullptr) entry.answer = texts_.put(*answer);
  }
  entries_.push_back(entry);
  for (const suite::MetricInfo& info : metrics_) {
    values_.push_back(record.metric(info.name).value_or(kUndefined));
  }
}

void SampleTable::rescore(std::size_t sample, const std::string& rule, const suite::Score& score) {
  Entry& entry = entries_[sample];
  entry.verdict = score.verdict;
  entry.rule = texts_.put(rule);
  for (std::size_t m = 0; m < metrics_.size(); ++m) {
    const auto found =
        std::find_if(score.metrics.begin(), score.metrics.end(),
                     [&](const suite::Metric& metric) { return metric.name == metrics_[m].name; });
    const bool defined = entry.scored() && found != score.metrics.end() && found->value;
    values_[sample * metrics_.size() + m] = defined ? *found->value : kUndefined;
  }
}

}  // namespace papert::analysis
