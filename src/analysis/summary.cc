#include "analysis/summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

#include "score/passk.h"
#include "score/stats.h"
#include "score/wilson.h"

namespace papert::analysis {
namespace {

/// Counts and ratios are amounts: not shares, even where all of them happen to be 0 or 1.
bool is_amount(std::string_view metric) {
  return std::ranges::any_of(
      std::array{"count", "ratio", "programs", "_px"},
      [&](const char* word) { return metric.find(word) != std::string_view::npos; });
}

Json passk_json(const std::vector<PassFigures>& list) {
  Json json = Json::array();
  for (const PassFigures& entry : list) {
    json.push_back({{"k", entry.k},
                    {"pass@k", to_json(entry.at)},
                    {"pass^k", to_json(entry.all)},
                    {"excluded", entry.excluded}});
  }
  return json;
}

Json group_json(const Group& group, const std::vector<suite::MetricInfo>& metrics) {
  Json json{{"by", group.by}, {"value", group.value}, {"n", group.n}};
  json["metrics"] = Json::object();
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    json["metrics"][std::string(metrics[m].name)] = to_json(group.metrics[m]);
  }
  if (!group.passk.empty()) json["passk"] = passk_json(group.passk);
  return json;
}

/// Leaves out figures of one mode that no sample has.
void drop_unseen(Summary& summary) {
  for (std::size_t m = summary.metrics.size(); m-- > 0;) {
    if (!summary.metrics[m].sometimes || summary.overall().metrics[m].mean) continue;
    const auto place = static_cast<std::ptrdiff_t>(m);
    summary.metrics.erase(summary.metrics.begin() + place);
    for (Group& group : summary.groups) group.metrics.erase(group.metrics.begin() + place);
  }
}

}  // namespace

std::optional<std::size_t> Summary::metric(std::string_view name) const {
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const suite::MetricInfo& info) { return info.name == name; });
  if (found == metrics.end()) return std::nullopt;
  return static_cast<std::size_t>(found - metrics.begin());
}

SummaryBuilder::SummaryBuilder(std::span<const suite::MetricInfo> metrics,
                               std::span<const std::string_view> value_order)
    : value_order_(value_order.begin(), value_order.end()), samples_(metrics) {}

void SummaryBuilder::add(const run::Record& record) {
  for (const suite::Tag& tag : record.tags) {
    tagged_[tag.key][tag.value].push_back(static_cast<std::uint32_t>(samples_.size()));
  }
  samples_.add(record);
  if (const std::string* error = record.detail_text("error")) ++errors_[*error];
  if (const std::string* language = record.detail_text("language")) ++languages_[*language];
}

std::ptrdiff_t SummaryBuilder::place_of(const std::string& value) const {
  return std::find(value_order_.begin(), value_order_.end(), value) - value_order_.begin();
}

std::vector<SummaryBuilder::Part> SummaryBuilder::make_parts() const {
  std::vector<std::uint32_t> order(samples_.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto key = [&](std::uint32_t i) {
      return std::tie(samples_.base(i), samples_.id(i), samples_[i].epoch);
    };
    return key(a) < key(b);
  });
  std::vector<std::uint32_t> rank(samples_.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<std::uint32_t>(i);

  std::vector<Part> parts;
  parts.push_back({"", "", std::move(order)});
  for (const auto& [key, by_value] : tagged_) {
    std::vector<Part> of_key;
    for (const auto& [value, samples] : by_value) of_key.push_back({key, value, samples});
    std::sort(of_key.begin(), of_key.end(), [&](const Part& a, const Part& b) {
      return std::make_pair(place_of(a.value), a.value) <
             std::make_pair(place_of(b.value), b.value);
    });
    for (Part& part : of_key) {
      std::sort(part.samples.begin(), part.samples.end(),
                [&](std::uint32_t a, std::uint32_t b) { return rank[a] < rank[b]; });
      parts.push_back(std::move(part));
    }
  }
  return parts;
}

void SummaryBuilder::Column::open_cluster() {
  sums.push_back(0);
  counts.push_back(0);
}

void SummaryBuilder::Column::add(double value) {
  values.push_back(value);
  sums.back() += value;
  counts.back() += 1;
}

template <class Visit>
void SummaryBuilder::each_task(const Part& part, const Visit& visit) const {
  const std::span<const std::uint32_t> all = part.samples;
  const std::string* last_base = nullptr;
  for (std::size_t begin = 0; begin < all.size();) {
    const std::uint32_t task = samples_[all[begin]].task;
    std::size_t end = begin + 1;
    while (end < all.size() && samples_[all[end]].task == task) ++end;
    const std::string* const base = &samples_.base(all[begin]);
    visit(all.subspan(begin, end - begin), last_base == nullptr || *last_base != *base);
    last_base = base;
    begin = end;
  }
}

SummaryBuilder::Tally SummaryBuilder::tally(std::span<const std::uint32_t> samples) const {
  Tally tally;
  for (const std::uint32_t sample : samples) {
    if (samples_[sample].scored()) ++tally.scored;
    if (samples_[sample].right()) ++tally.right;
  }
  return tally;
}

std::vector<std::int64_t> SummaryBuilder::pass_ks(const Part& all) const {
  std::int64_t most = 0;
  each_task(all, [&](std::span<const std::uint32_t> samples, bool) {
    most = std::max(most, tally(samples).scored);
  });
  if (most < 2) return {};
  std::vector<std::int64_t> ks;
  for (std::int64_t power = 1; power <= most; power *= 10) {
    for (const std::int64_t k : {power, 3 * power, 5 * power}) {
      if (k <= most) ks.push_back(k);
    }
  }
  if (ks.back() != most) ks.push_back(most);
  return ks;
}

// The columns that need it are in one bootstrap, which shares its draws; leaving others out changes
// none of them.
std::vector<std::optional<score::Interval>> SummaryBuilder::intervals(
    std::span<const Column> columns, const SummaryOptions& options) {
  std::vector<std::optional<score::Interval>> found(columns.size());
  std::vector<std::size_t> drawn;
  std::vector<score::ClusterValues> clusters;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const score::ClusterValues values{columns[i].sums, columns[i].counts};
    if (options.interval == ProportionInterval::kWilson &&
        score::is_proportion(columns[i].values)) {
      found[i] = score::proportion_interval(values, options.level);
    } else {
      drawn.push_back(i);
      clusters.push_back(values);
    }
  }
  const auto bootstrap = score::bootstrap_mean(
      clusters, {.resamples = options.resamples, .seed = options.seed, .level = options.level});
  for (std::size_t i = 0; i < drawn.size(); ++i) found[drawn[i]] = bootstrap[i];
  return found;
}

Figure SummaryBuilder::figure_of(const Column& column,
                                 const std::optional<score::Interval>& interval) {
  Figure figure;
  figure.mean = score::mean(column.values);
  figure.error = score::clustered_standard_error(column.sums, column.counts);
  if (interval) figure.low = interval->low;
  if (interval) figure.high = interval->high;
  figure.n = static_cast<std::int64_t>(column.values.size());
  return figure;
}

// One column per metric, then two per k.
Group SummaryBuilder::group_of(const Part& part, std::span<const std::int64_t> ks,
                               const SummaryOptions& options) const {
  const std::vector<suite::MetricInfo>& infos = samples_.metrics();
  const std::size_t metrics = infos.size();
  std::vector<Column> columns(metrics + 2 * ks.size());
  std::size_t tasks = 0;
  each_task(part, [&](std::span<const std::uint32_t> samples, bool new_cluster) {
    ++tasks;
    if (new_cluster) std::ranges::for_each(columns, &Column::open_cluster);
    for (const std::uint32_t sample : samples) {
      for (std::size_t m = 0; m < metrics; ++m) {
        const double value = samples_.value(sample, m);
        if (!std::isnan(value)) columns[m].add(value);
      }
    }
    const auto [scored, right] = tally(samples);
    for (std::size_t i = 0; i < ks.size() && ks[i] <= scored; ++i) {
      columns[metrics + 2 * i].add(score::pass_at_k(scored, right, ks[i]));
      columns[metrics + 2 * i + 1].add(score::pass_all_k(scored, right, ks[i]));
    }
  });
  auto found = intervals(columns, options);
  SummaryOptions drawn = options;
  drawn.interval = ProportionInterval::kBootstrap;
  for (std::size_t m = 0; m < metrics; ++m) {
    if (is_amount(infos[m].name) && score::is_proportion(columns[m].values)) {
      found[m] = intervals(std::span(&columns[m], 1), drawn).front();
    }
  }
  Group group{part.by, part.value, static_cast<std::int64_t>(part.samples.size()), {}, {}};
  for (std::size_t m = 0; m < metrics; ++m) {
    group.metrics.push_back(figure_of(columns[m], found[m]));
  }
  for (std::size_t i = metrics; i < columns.size(); i += 2) {
    group.passk.push_back({ks[(i - metrics) / 2], figure_of(columns[i], found[i]),
                           figure_of(columns[i + 1], found[i + 1]),
                           tasks - columns[i].values.size()});
  }
  return group;
}

Summary SummaryBuilder::finish(const SummaryOptions& options) const {
  const std::vector<Part> parts = make_parts();
  Summary summary;
  summary.options = options;
  summary.options.labels = nullptr;
  summary.metrics = samples_.metrics();
  summary.samples = samples_.size();
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    ++summary.verdicts[static_cast<std::size_t>(samples_[i].verdict)];
    if (!samples_[i].scored()) ++summary.not_scored;
  }
  each_task(parts.front(), [&](std::span<const std::uint32_t>, bool) { ++summary.tasks; });
  summary.missing = missing_.size();
  summary.missing_ids = missing_;
  const std::vector<std::int64_t> ks = pass_ks(parts.front());
  for (const Part& part : parts) summary.groups.push_back(group_of(part, ks, options));
  drop_unseen(summary);
  summary.invariance =
      invariance_of(samples_, tagged_, [&](const auto& value) { return place_of(value); });
  summary.errors = errors_;
  summary.languages = languages_;
  return summary;
}

Json to_json(const Summary& summary) {
  Json json;
  json["tasks"] = summary.tasks;
  json["samples"] = summary.samples;
  json["not_scored"] = summary.not_scored;
  json["missing"] = summary.missing;
  json["missing_ids"] = summary.missing_ids;
  json["primary"] = summary.metrics.front().name;
  json["metrics"] = Json::array();
  for (const suite::MetricInfo& info : summary.metrics) {
    json["metrics"].push_back({{"name", info.name}, {"title", info.title}});
  }
  json["groups"] = Json::array();
  for (const Group& group : summary.groups) {
    json["groups"].push_back(group_json(group, summary.metrics));
  }
  if (!summary.invariance.empty()) json["invariance"] = to_json(summary.invariance);
  json["verdicts"] = Json::object();
  for (const suite::VerdictName& entry : suite::kVerdicts) {
    json["verdicts"][std::string(entry.name)] =
        summary.verdicts[static_cast<std::size_t>(entry.verdict)];
  }
  json["errors"] = summary.errors;
  if (!summary.languages.empty()) json["languages"] = summary.languages;
  const SummaryOptions& options = summary.options;
  json["interval"] = options.interval == ProportionInterval::kWilson ? "wilson" : "bootstrap";
  json["bootstrap"] = {
      {"resamples", options.resamples}, {"seed", options.seed}, {"level", options.level}};
  return json;
}

}  // namespace papert::analysis
