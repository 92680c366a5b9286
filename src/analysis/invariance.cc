#include "analysis/invariance.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "score/agreement.h"
#include "score/stats.h"

namespace papert::analysis {
namespace {

constexpr std::array<const char*, 2> kTags{"variant", "distance"};

/// Values that come in clusters: one cluster per original.
class ClusteredMean {
 public:
  void open_cluster() {
    sums_.push_back(0);
    counts_.push_back(0);
  }
  void add(double value) {
    values_.push_back(value);
    sums_.back() += value;
    counts_.back() += 1;
  }
  [[nodiscard]] Figure figure() const {
    Figure figure;
    figure.mean = score::mean(values_);
    figure.error = score::clustered_standard_error(sums_, counts_);
    figure.n = static_cast<std::int64_t>(values_.size());
    return figure;
  }

 private:
  std::vector<double> values_;
  std::vector<double> sums_;
  std::vector<double> counts_;
};

/// How often each answer was given, and how often one could not be read.
class Answers {
 public:
  void add(const SampleTable::Entry& sample) {
    ++given_;
    if (sample.telling == SampleTable::Telling::kAnswer) ++counts_[sample.answer];
  }
  [[nodiscard]] double top_share() const {
    std::vector<std::int64_t> counts;
    counts.reserve(counts_.size());
    for (const auto& [answer, count] : counts_) counts.push_back(count);
    return static_cast<double>(score::largest(counts)) / static_cast<double>(given_);
  }

 private:
  std::int64_t given_ = 0;
  std::map<std::uint32_t, std::int64_t> counts_;
};

/// The samples that count, originals by (task, epoch).
struct Counted {
  std::map<std::pair<std::string, std::int64_t>, std::uint32_t> originals;
  std::vector<std::uint32_t> changed;
};

bool counts(const SampleTable::Entry& sample) {
  // A reply that was refused or cut off has no detail, but it is an answer that cannot be read.
  return sample.scored() &&
         (sample.telling != SampleTable::Telling::kNothing || !suite::was_read(sample.verdict));
}

Counted count(const SampleTable& samples) {
  Counted counted;
  for (std::uint32_t i = 0; i < samples.size(); ++i) {
    if (!counts(samples[i])) continue;
    if (samples.is_original(i)) {
      counted.originals.insert_or_assign(std::pair(samples.id(i), samples[i].epoch), i);
    } else {
      counted.changed.push_back(i);
    }
  }
  return counted;
}

Invariance figures(const SampleTable& samples, const Counted& counted,
                   std::vector<std::uint32_t> changed) {
  std::sort(changed.begin(), changed.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto key = [&](std::uint32_t i) {
      return std::tie(samples.base(i), samples[i].epoch, samples.id(i));
    };
    return key(a) < key(b);
  });
  ClusteredMean accuracy;
  ClusteredMean consistency;
  ClusteredMean with_original;
  Invariance result;
  for (std::size_t begin = 0; begin < changed.size();) {
    const std::string& base = samples.base(changed[begin]);
    const std::int64_t epoch = samples[changed[begin]].epoch;
    if (begin == 0 || samples.base(changed[begin - 1]) != base) {
      for (ClusteredMean* mean : {&accuracy, &consistency, &with_original}) mean->open_cluster();
    }
    ++result.groups;
    Answers answers;
    for (; begin < changed.size() && samples.base(changed[begin]) == base &&
           samples[changed[begin]].epoch == epoch;
         ++begin) {
      accuracy.add(samples[changed[begin]].right() ? 1 : 0);
      answers.add(samples[changed[begin]]);
    }
    consistency.add(answers.top_share());
    if (const auto original = counted.originals.find(std::pair(base, epoch));
        original != counted.originals.end()) {
      answers.add(samples[original->second]);
      with_original.add(answers.top_share());
    }
  }
  result.accuracy = accuracy.figure();
  result.consistency = consistency.figure();
  result.with_original = with_original.figure();
  return result;
}

Json figure_json(const Figure& figure) {
  return {{"mean", number_or_null(figure.mean)},
          {"stderr", number_or_null(figure.error)},
          {"n", figure.n.value_or(0)}};
}

}  // namespace

std::vector<Invariance> invariance_of(
    const SampleTable& samples, const Tagged& tagged,
    const std::function<std::ptrdiff_t(const std::string& value)>& place) {
  const Counted counted = count(samples);
  const auto tells = [&](std::uint32_t i) {
    return samples[i].telling != SampleTable::Telling::kNothing;
  };
  const bool answers = std::ranges::any_of(counted.changed, tells) ||
                       std::ranges::any_of(counted.originals, [&](const auto& original) {
                         return tells(original.second);
                       });
  std::vector<Invariance> list;
  if (counted.changed.empty() || !answers) return list;
  list.push_back(figures(samples, counted, counted.changed));
  const auto is_counted = [&](std::uint32_t i) {
    return counts(samples[i]) && !samples.is_original(i);
  };
  for (const char* key : kTags) {
    const auto values = tagged.find(key);
    if (values == tagged.end()) continue;
    std::vector<std::pair<std::ptrdiff_t, std::string>> names;
    for (const auto& [value, all] : values->second) {
      if (std::ranges::any_of(all, is_counted)) names.emplace_back(place(value), value);
    }
    std::sort(names.begin(), names.end());
    for (const auto& [where, value] : names) {
      std::vector<std::uint32_t> chosen;
      std::ranges::copy_if(values->second.at(value), std::back_inserter(chosen), is_counted);
      Invariance& entry = list.emplace_back(figures(samples, counted, std::move(chosen)));
      entry.by = key;
      entry.value = value;
    }
  }
  return list;
}

Json to_json(const std::vector<Invariance>& list) {
  Json json = Json::array();
  for (const Invariance& entry : list) {
    json.push_back({{"by", entry.by},
                    {"value", entry.value},
                    {"groups", entry.groups},
                    {"accuracy", figure_json(entry.accuracy)},
                    {"consistency", figure_json(entry.consistency)},
                    {"consistency_with_original", figure_json(entry.with_original)}});
  }
  return json;
}

}  // namespace papert::analysis
