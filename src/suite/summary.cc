#include "suite/summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

#include "score/passk.h"
#include "score/stats.h"
#include "score/wilson.h"

namespace papert::suite {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// Counts and ratios are amounts: not shares, even where all of them happen to be 0 or 1.
bool is_amount(std::string_view metric) {
  return std::ranges::any_of(std::array{"count", "ratio", "programs"}, [&](const char* word) {
    return metric.find(word) != std::string_view::npos;
  });
}

Json number_or_null(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

Json figure_json(std::span<const double> values, const score::ClusterValues& clusters,
                 const std::optional<score::Interval>& interval) {
  Json figure;
  figure["mean"] = number_or_null(score::mean(values));
  figure["stderr"] =
      number_or_null(score::clustered_standard_error(clusters.sums, clusters.counts));
  figure["low"] = interval ? Json(interval->low) : Json(nullptr);
  figure["high"] = interval ? Json(interval->high) : Json(nullptr);
  figure["n"] = values.size();
  return figure;
}

}  // namespace

SummaryBuilder::SummaryBuilder(std::span<const MetricInfo> metrics,
                               std::span<const std::string_view> value_order)
    : metrics_(metrics.begin(), metrics.end()),
      value_order_(value_order.begin(), value_order.end()) {}

void SummaryBuilder::add(const std::string& id, const std::string& base, std::int64_t epoch,
                         const Json& tags, Verdict verdict, const Json& metrics,
                         const Json& detail) {
  const auto tag = [&](const std::string& key, const Json& value) {
    if (value.is_string()) tagged_[key][value.get<std::string>()].push_back(rows_.size());
  };
  for (const auto& [key, value] : tags.items()) {
    tag(key, value);
    if (!value.is_array()) continue;
    for (const Json& each : value) tag(key, each);
  }
  rows_.push_back({id, base.empty() ? id : base, epoch, verdict, values_.size()});
  for (const MetricInfo& info : metrics_) {
    const auto found = metrics.find(info.name);
    const bool defined = is_scored(verdict) && found != metrics.end() && found->is_number();
    values_.push_back(defined ? found->get<double>() : kUndefined);
  }
  invariance_.add(id, base, epoch, tags, verdict, detail);
  if (const auto error = detail.find("error"); error != detail.end() && error->is_string()) {
    ++errors_[error->get<std::string>()];
  }
  if (const auto language = detail.find("language");
      language != detail.end() && language->is_string()) {
    ++languages_[language->get<std::string>()];
  }
}

std::ptrdiff_t SummaryBuilder::place_of(const std::string& value) const {
  return std::find(value_order_.begin(), value_order_.end(), value) - value_order_.begin();
}

std::vector<SummaryBuilder::Group> SummaryBuilder::make_groups() const {
  std::vector<std::size_t> order(rows_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto key = [](const Row& row) { return std::tie(row.base, row.id, row.epoch); };
    return key(rows_[a]) < key(rows_[b]);
  });
  std::vector<std::size_t> rank(rows_.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;

  std::vector<Group> groups;
  groups.push_back({"", "", std::move(order)});
  for (const auto& [key, by_value] : tagged_) {
    std::vector<Group> of_key;
    for (const auto& [value, rows] : by_value) of_key.push_back({key, value, rows});
    std::sort(of_key.begin(), of_key.end(), [&](const Group& a, const Group& b) {
      return std::make_pair(place_of(a.value), a.value) <
             std::make_pair(place_of(b.value), b.value);
    });
    for (Group& group : of_key) {
      std::sort(group.rows.begin(), group.rows.end(),
                [&](std::size_t a, std::size_t b) { return rank[a] < rank[b]; });
      groups.push_back(std::move(group));
    }
  }
  return groups;
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
void SummaryBuilder::each_task(const Group& group, const Visit& visit) const {
  const std::span<const std::size_t> rows = group.rows;
  const std::string* last_base = nullptr;
  for (std::size_t begin = 0; begin < rows.size();) {
    const Row& first = rows_[rows[begin]];
    std::size_t end = begin + 1;
    while (end < rows.size() && rows_[rows[end]].id == first.id) ++end;
    visit(rows.subspan(begin, end - begin), last_base == nullptr || *last_base != first.base);
    last_base = &first.base;
    begin = end;
  }
}

SummaryBuilder::Tally SummaryBuilder::tally(std::span<const std::size_t> rows) const {
  Tally tally;
  for (const std::size_t row : rows) {
    if (is_scored(rows_[row].verdict)) ++tally.scored;
    if (rows_[row].verdict == Verdict::kRight) ++tally.right;
  }
  return tally;
}

std::vector<std::int64_t> SummaryBuilder::pass_ks(const Group& all) const {
  std::int64_t most = 0;
  each_task(all, [&](std::span<const std::size_t> rows, bool) {
    most = std::max(most, tally(rows).scored);
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

// One column per metric, then two per k.
Json SummaryBuilder::group_json(const Group& group, std::span<const std::int64_t> ks,
                                const SummaryOptions& options) const {
  const std::size_t metrics = metrics_.size();
  std::vector<Column> columns(metrics + 2 * ks.size());
  std::size_t tasks = 0;
  each_task(group, [&](std::span<const std::size_t> rows, bool new_cluster) {
    ++tasks;
    if (new_cluster) std::ranges::for_each(columns, &Column::open_cluster);
    for (const std::size_t row : rows) {
      for (std::size_t m = 0; m < metrics; ++m) {
        const double value = values_[rows_[row].first_value + m];
        if (!std::isnan(value)) columns[m].add(value);
      }
    }
    const auto [scored, right] = tally(rows);
    for (std::size_t i = 0; i < ks.size() && ks[i] <= scored; ++i) {
      columns[metrics + 2 * i].add(score::pass_at_k(scored, right, ks[i]));
      columns[metrics + 2 * i + 1].add(score::pass_all_k(scored, right, ks[i]));
    }
  });
  auto found = intervals(columns, options);
  SummaryOptions drawn = options;
  drawn.interval = ProportionInterval::kBootstrap;
  for (std::size_t m = 0; m < metrics; ++m) {
    if (is_amount(metrics_[m].name) && score::is_proportion(columns[m].values)) {
      found[m] = intervals(std::span(&columns[m], 1), drawn).front();
    }
  }
  const auto figure = [&](std::size_t i) {
    return figure_json(columns[i].values, {columns[i].sums, columns[i].counts}, found[i]);
  };

  Json json;
  json["by"] = group.by;
  json["value"] = group.value;
  json["n"] = group.rows.size();
  json["metrics"] = Json::object();
  for (std::size_t m = 0; m < metrics; ++m) {
    json["metrics"][std::string(metrics_[m].name)] = figure(m);
  }
  for (std::size_t i = 0; i < ks.size(); ++i) {
    const std::size_t column = metrics + 2 * i;
    json["passk"].push_back({{"k", ks[i]},
                             {"pass@k", figure(column)},
                             {"pass^k", figure(column + 1)},
                             {"excluded", tasks - columns[column].values.size()}});
  }
  return json;
}

Json SummaryBuilder::finish(const SummaryOptions& options) {
  const std::vector<Group> groups = make_groups();
  std::array<std::size_t, kVerdicts.size()> verdicts{};
  std::size_t not_scored = 0;
  for (const Row& row : rows_) {
    ++verdicts[static_cast<std::size_t>(row.verdict)];
    if (!is_scored(row.verdict)) ++not_scored;
  }
  std::size_t tasks = 0;
  each_task(groups.front(), [&](std::span<const std::size_t>, bool) { ++tasks; });
  Json json;
  json["tasks"] = tasks;
  json["samples"] = rows_.size();
  json["not_scored"] = not_scored;
  json["missing"] = missing_.size();
  json["missing_ids"] = missing_;
  json["primary"] = metrics_.front().name;
  json["metrics"] = Json::array();
  for (const MetricInfo& info : metrics_) {
    json["metrics"].push_back({{"name", info.name}, {"title", info.title}});
  }
  json["groups"] = Json::array();
  const std::vector<std::int64_t> ks = pass_ks(groups.front());
  for (const Group& group : groups) json["groups"].push_back(group_json(group, ks, options));
  if (Json invariance = invariance_.finish([&](const auto& value) { return place_of(value); });
      !invariance.is_null()) {
    json["invariance"] = std::move(invariance);
  }
  json["verdicts"] = Json::object();
  for (const VerdictName& entry : kVerdicts) {
    json["verdicts"][std::string(entry.name)] = verdicts[static_cast<std::size_t>(entry.verdict)];
  }
  json["errors"] = errors_;
  if (!languages_.empty()) json["languages"] = languages_;
  json["interval"] = options.interval == ProportionInterval::kWilson ? "wilson" : "bootstrap";
  json["bootstrap"] = {
      {"resamples", options.resamples}, {"seed", options.seed}, {"level", options.level}};
  return json;
}

}  // namespace papert::suite
