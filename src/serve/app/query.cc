#include "serve/app/query.h"

#include <array>
#include <limits>

#include "base/numbers.h"
#include "base/text.h"

namespace papert::serve::app {
namespace {

std::string_view query_of(const http::Request& request) {
  const std::string_view target = request.target;
  const std::size_t mark = target.find('?');
  return mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
}

/// A + in a query stands for a space.
std::optional<std::string> decode_value(std::string_view raw) {
  std::string text(raw);
  for (char& c : text) {
    if (c == '+') c = ' ';
  }
  return http::percent_decode(text);
}

Result<void> read_filters(const http::Request& request, SampleQuery& query) {
  const std::string verdicts = TRY(query_text(request, "verdict"));
  if (!verdicts.empty()) {
    for (const std::string_view name : split(verdicts, ',')) {
      const auto verdict = suite::verdict_from_name(name);
      if (!verdict) {
        return fail(ErrorCode::kUsage, "'" + std::string(name) + "' is not a verdict", "verdict");
      }
      query.verdicts.push_back(*verdict);
    }
  }
  for (const std::string& tag : TRY(query_values(request, "tag"))) {
    const std::size_t colon = tag.find(':');
    if (colon == std::string::npos || colon == 0) {
      return fail(ErrorCode::kUsage, "a tag is KEY:VALUE", "tag");
    }
    query.tags.push_back(tag.substr(0, colon) + "=" + tag.substr(colon + 1));
  }
  for (const std::string& error : TRY(query_values(request, "error"))) {
    query.tags.push_back("=" + error);
  }
  query.text = lower(TRY(query_text(request, "q")));
  return {};
}

Result<void> read_order(const http::Request& request, SampleQuery& query) {
  constexpr std::string_view kMetric = "metric:";
  const std::string sort = TRY(query_text(request, "sort"));
  if (sort == "lot") {
    query.order = SampleOrder::kLot;
  } else if (sort.starts_with(kMetric)) {
    query.order = SampleOrder::kMetric;
    query.metric = sort.substr(kMetric.size());
  } else if (!sort.empty() && sort != "id") {
    return fail(ErrorCode::kUsage, "samples are sorted by id, lot or metric:NAME", "sort");
  }
  query.reverse = TRY(query_number(request, "reverse", 0, 1, 0)) == 1;
  return {};
}

Result<RunsOrder> runs_order(const http::Request& request) {
  using Named = std::pair<std::string_view, RunsOrder>;
  constexpr std::array<Named, 6> kOrders{{{"", RunsOrder::kNewest},
                                          {"name", RunsOrder::kName},
                                          {"started", RunsOrder::kStarted},
                                          {"suite", RunsOrder::kSuite},
                                          {"model", RunsOrder::kModel},
                                          {"figure", RunsOrder::kFigure}}};
  const std::string sort = TRY(query_text(request, "sort"));
  for (const auto& [name, order] : kOrders) {
    if (name == sort) return order;
  }
  return fail(ErrorCode::kUsage, "runs are sorted by name, started, suite, model or figure",
              "sort");
}

}  // namespace

std::string SampleQuery::key() const {
  std::string key = std::to_string(static_cast<int>(order)) + (reverse ? "r" : "f") + metric;
  for (const suite::Verdict verdict : verdicts) {
    key += "\nv";
    key += suite::verdict_name(verdict);
  }
  for (const std::string& tag : tags) key += "\nt" + tag;
  return key + "\nq" + text;
}

Result<std::vector<std::string>> query_values(const http::Request& request, std::string_view key) {
  std::vector<std::string> values;
  for (const std::string_view pair : split(query_of(request), '&')) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || pair.substr(0, equals) != key) continue;
    const auto value = decode_value(pair.substr(equals + 1));
    if (!value || value->size() > kMaxTextBytes || !is_valid_utf8(*value)) {
      return fail(ErrorCode::kUsage, "the value is damaged or too long", std::string(key));
    }
    if (values.size() == kMaxFilters) {
      return fail(ErrorCode::kUsage, "there are too many values", std::string(key));
    }
    values.push_back(*value);
  }
  return values;
}

Result<std::string> query_text(const http::Request& request, std::string_view key) {
  std::vector<std::string> values = TRY(query_values(request, key));
  if (values.size() > 1) return fail(ErrorCode::kUsage, "it is given twice", std::string(key));
  return values.empty() ? std::string() : std::move(values.front());
}

Result<std::int64_t> query_number(const http::Request& request, std::string_view key,
                                  std::int64_t low, std::int64_t high, std::int64_t usual) {
  const std::string text = TRY(query_text(request, key));
  if (text.empty()) return usual;
  const auto number = parse_number<std::int64_t>(text);
  if (!number || *number < low || *number > high) {
    return fail(
        ErrorCode::kUsage,
        "it is not a whole number from " + std::to_string(low) + " to " + std::to_string(high),
        std::string(key));
  }
  return *number;
}

Result<SampleQuery> read_sample_query(const http::Request& request) {
  SampleQuery query;
  TRY(read_filters(request, query));
  TRY(read_order(request, query));
  const auto most = static_cast<std::int64_t>(kMaxRows);
  query.after = TRY(query_text(request, "after"));
  query.from = static_cast<std::size_t>(
      TRY(query_number(request, "from", 0, std::numeric_limits<std::int32_t>::max(), 0)));
  query.limit = static_cast<std::size_t>(TRY(query_number(request, "limit", 0, most, 50)));
  return query;
}

Result<RunsQuery> read_runs_query(const http::Request& request) {
  RunsQuery query;
  query.suite = TRY(query_text(request, "suite"));
  query.model = lower(TRY(query_text(request, "model")));
  query.text = lower(TRY(query_text(request, "q")));
  query.order = TRY(runs_order(request));
  query.reverse = TRY(query_number(request, "reverse", 0, 1, 0)) == 1;
  query.after = TRY(query_text(request, "after"));
  const auto most = static_cast<std::int64_t>(kMaxRows);
  query.limit = static_cast<std::size_t>(TRY(query_number(request, "limit", 1, most, most)));
  return query;
}

std::optional<std::vector<std::string>> path_parts(std::string_view path) {
  if (!path.starts_with('/')) return std::nullopt;
  std::vector<std::string> parts;
  for (const std::string_view raw : split(path.substr(1), '/')) {
    auto part = http::percent_decode(raw);
    if (!part || part->empty() || part->size() > kMaxTextBytes) return std::nullopt;
    parts.push_back(std::move(*part));
  }
  return parts;
}

std::optional<std::int64_t> read_epoch(std::string_view text) {
  const auto number = parse_number<std::int64_t>(text);
  if (!number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max()) {
    return std::nullopt;
  }
  return *number;
}

}  // namespace papert::serve::app
