// What a page asks for, read from an address without trust: names are checked against lists later,
// and no text from here is ever part of a path.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "http/message.h"
#include "suite/verdict.h"

namespace papert::serve::app {

inline constexpr std::size_t kMaxRows = 200;  // of one answer
inline constexpr std::size_t kMaxFilters = 64;
inline constexpr std::size_t kMaxTextBytes = 1024;  // of one value

enum class SampleOrder : std::uint8_t { kId, kMetric, kLot };

struct SampleQuery {
  std::vector<suite::Verdict> verdicts;  // any of them; none: all
  std::vector<std::string> tags;         // "key=value", all of them; "=name" is an error's
  std::string text;                      // part of the id, in lower case
  SampleOrder order = SampleOrder::kId;
  std::string metric;  // of kMetric
  bool reverse = false;
  std::size_t from = 0;    // the place of the first row
  std::string after;       // or behind this sample: "EPOCH:ID"
  std::size_t limit = 50;  // rows

  [[nodiscard]] bool is_filtered() const {
    return !verdicts.empty() || !tags.empty() || !text.empty();
  }

  /// Equal for queries that give the same samples in the same order.
  [[nodiscard]] std::string key() const;
};

/// verdict=wrong,invalid & tag=tier:hard & error=NAME & q=part & sort=id|lot|metric:NAME &
/// reverse=1 & from=N | after=EPOCH:ID & limit=N. kUsage, at the key, for what is none of it.
[[nodiscard]] Result<SampleQuery> read_sample_query(const http::Request& request);

/// kNewest is the order of their names, which begin with the time, from the last.
enum class RunsOrder : std::uint8_t { kNewest, kName, kStarted, kSuite, kModel, kFigure };

struct RunsQuery {
  std::string suite;
  std::string model;  // part of it, in lower case
  std::string text;   // part of the name, model or label, in lower case
  RunsOrder order = RunsOrder::kNewest;
  bool reverse = false;
  std::string after;  // the name of a run
  std::size_t limit = kMaxRows;
};
/// suite=NAME & model=part & q=part & sort=name|started|suite|model|figure & reverse=1 & after=NAME
/// & limit=N. kUsage, at the key, for what is none of it.
[[nodiscard]] Result<RunsQuery> read_runs_query(const http::Request& request);

/// All values of a key in the query, decoded. kUsage for damaged ones and for too many.
[[nodiscard]] Result<std::vector<std::string>> query_values(const http::Request& request,
                                                            std::string_view key);
/// One value, "" where there is none; kUsage for a damaged or long one.
[[nodiscard]] Result<std::string> query_text(const http::Request& request, std::string_view key);
/// A whole number from `low` to `high`, or `usual` where there is none.
[[nodiscard]] Result<std::int64_t> query_number(const http::Request& request, std::string_view key,
                                                std::int64_t low, std::int64_t high,
                                                std::int64_t usual);

/// "/a/b%20c" -> {"a", "b c"}; nothing for a path with an empty or damaged part.
[[nodiscard]] std::optional<std::vector<std::string>> path_parts(std::string_view path);

/// A task's epoch from a path: 0 or more, nothing else.
[[nodiscard]] std::optional<std::int64_t> read_epoch(std::string_view text);

}  // namespace papert::serve::app
