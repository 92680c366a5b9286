#include "suite/invariance.h"

#include <algorithm>
#include <array>
#include <functional>

#include "score/agreement.h"
#include "score/stats.h"

namespace papert::suite {
namespace {

constexpr std::array<const char*, 2> kTags{"variant", "distance"};

/// Values that come in clusters: one cluster per original.
class Figure {
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
  [[nodiscard]] Json to_json() const {
    const auto number = [](std::optional<double> value) {
      return value ? Json(*value) : Json(nullptr);
    };
    return {{"mean", number(score::mean(values_))},
            {"stderr", number(score::clustered_standard_error(sums_, counts_))},
            {"n", values_.size()}};
  }

 private:
  std::vector<double> values_;
  std::vector<double> sums_;
  std::vector<double> counts_;
};

/// How often each answer was given, and how often one could not be read.
class Answers {
 public:
  void add(const std::optional<std::string>& answer) {
    ++given_;
    if (answer) ++counts_[*answer];
  }
  [[nodiscard]] double top_share() const {
    std::vector<std::int64_t> counts;
    for (const auto& [answer, count] : counts_) counts.push_back(count);
    return static_cast<double>(score::largest(counts)) / static_cast<double>(given_);
  }

 private:
  std::int64_t given_ = 0;
  std::map<std::string, std::int64_t> counts_;
};

}  // namespace

void InvarianceBuilder::add(const std::string& id, const std::string& base, std::int64_t epoch,
                            const Json& tags, Verdict verdict, const Json& detail) {
  const auto answer = detail.find("answer");
  if (!is_scored(verdict)) return;
  // A reply that was refused or cut off has no detail, but it is an answer that cannot be read.
  if (answer == detail.end() && was_read(verdict)) return;
  gives_answers_ |= answer != detail.end();
  Sample sample{base.empty() ? id : base, epoch, id, std::nullopt, verdict == Verdict::kRight};
  if (answer != detail.end() && answer->is_string()) sample.answer = answer->get<std::string>();
  if (base.empty()) {
    originals_.insert_or_assign(std::pair(id, epoch), std::move(sample));
    return;
  }
  for (const char* key : kTags) {
    const auto tag = tags.find(key);
    if (tag != tags.end() && tag->is_string()) {
      tagged_[key][tag->get<std::string>()].push_back(changed_.size());
    }
  }
  changed_.push_back(std::move(sample));
}

Json InvarianceBuilder::figures(std::vector<Sample> changed) const {
  std::sort(changed.begin(), changed.end());
  Figure accuracy;
  Figure consistency;
  Figure with_original;
  std::size_t groups = 0;
  for (std::size_t begin = 0; begin < changed.size();) {
    const Sample& first = changed[begin];
    if (begin == 0 || changed[begin - 1].base != first.base) {
      for (Figure* figure : {&accuracy, &consistency, &with_original}) figure->open_cluster();
    }
    ++groups;
    Answers answers;
    std::size_t end = begin;
    for (; end < changed.size() && changed[end].base == first.base &&
           changed[end].epoch == first.epoch;
         ++end) {
      accuracy.add(changed[end].right ? 1 : 0);
      answers.add(changed[end].answer);
    }
    consistency.add(answers.top_share());
    if (const auto original = originals_.find(std::pair(first.base, first.epoch));
        original != originals_.end()) {
      answers.add(original->second.answer);
      with_original.add(answers.top_share());
    }
    begin = end;
  }
  return {{"groups", groups},
          {"accuracy", accuracy.to_json()},
          {"consistency", consistency.to_json()},
          {"consistency_with_original", with_original.to_json()}};
}

Json InvarianceBuilder::finish(
    const std::function<std::ptrdiff_t(const std::string& value)>& place) const {
  if (changed_.empty() || !gives_answers_) return nullptr;
  Json list = Json::array();
  const auto add = [&](const std::string& by, const std::string& value, const Json& found) {
    Json entry{{"by", by}, {"value", value}};
    entry.update(found);
    list.push_back(std::move(entry));
  };
  add("", "", figures(changed_));
  for (const char* key : kTags) {
    const auto values = tagged_.find(key);
    if (values == tagged_.end()) continue;
    std::vector<std::string> names;
    for (const auto& [value, samples] : values->second) names.push_back(value);
    std::sort(names.begin(), names.end(), [&](const auto& a, const auto& b) {
      return std::pair(place(a), a) < std::pair(place(b), b);
    });
    for (const std::string& value : names) {
      std::vector<Sample> samples;
      for (const std::size_t i : values->second.at(value)) samples.push_back(changed_[i]);
      add(key, value, figures(std::move(samples)));
    }
  }
  return list;
}

}  // namespace papert::suite
