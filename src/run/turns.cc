#include "run/turns.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace papert::run {
namespace {

constexpr std::array<suite::MetricInfo, kMostTurns> kTurnMetrics{{
    {.name = "success_turn1", .title = "success by turn 1"},
    {.name = "success_turn2", .title = "success by turn 2"},
    {.name = "success_turn3", .title = "success by turn 3"},
    {.name = "success_turn4", .title = "success by turn 4"},
    {.name = "success_turn5", .title = "success by turn 5"},
    {.name = "success_turn6", .title = "success by turn 6"},
    {.name = "success_turn7", .title = "success by turn 7"},
    {.name = "success_turn8", .title = "success by turn 8"},
    {.name = "success_turn9", .title = "success by turn 9"},
    {.name = "success_turn10", .title = "success by turn 10"},
    {.name = "success_turn11", .title = "success by turn 11"},
    {.name = "success_turn12", .title = "success by turn 12"},
    {.name = "success_turn13", .title = "success by turn 13"},
    {.name = "success_turn14", .title = "success by turn 14"},
    {.name = "success_turn15", .title = "success by turn 15"},
    {.name = "success_turn16", .title = "success by turn 16"},
}};

}  // namespace

std::span<const suite::MetricInfo> turn_metrics(std::int64_t turns) {
  if (turns <= 1) return {};
  return std::span(kTurnMetrics).first(static_cast<std::size_t>(std::min(turns, kMostTurns)));
}

std::vector<suite::MetricInfo> metrics_of(const suite::Suite& suite, std::int64_t turns) {
  std::vector<suite::MetricInfo> all(suite.metrics().begin(), suite.metrics().end());
  const auto more = turn_metrics(turns);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

void add_turn_metrics(std::int64_t turns, std::size_t used, suite::Score& score) {
  if (!suite::is_scored(score.verdict)) return;
  const auto metrics = turn_metrics(turns);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    score.metrics.push_back({metrics[i].name, score.right() && used <= i + 1 ? 1.0 : 0.0});
  }
}

std::string said(std::string_view reply) {
  return trim(reply).empty() ? "(no reply)" : std::string(reply);
}

}  // namespace papert::run
