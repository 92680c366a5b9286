#include "analysis/frozen_gap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/run_summary.h"
#include "run/folder.h"
#include "suite/registry.h"

namespace papert::analysis {
namespace {

/// The mean over runs, with how far its interval reaches down and up.
struct SideMean {
  double mean = 0;
  std::optional<double> down;
  std::optional<double> up;
};

std::optional<SideMean> mean_of_side(std::span<const Figure> figures) {
  if (figures.empty()) return std::nullopt;
  SideMean side;
  double down = 0;
  double up = 0;
  bool known = true;
  for (const Figure& figure : figures) {
    if (!figure.mean) return std::nullopt;
    side.mean += *figure.mean;
    known = known && figure.low && figure.high;
    if (!known) continue;
    down += (*figure.mean - *figure.low) * (*figure.mean - *figure.low);
    up += (*figure.high - *figure.mean) * (*figure.high - *figure.mean);
  }
  const auto runs = static_cast<double>(figures.size());
  side.mean /= runs;
  if (known) {
    side.down = std::sqrt(down) / runs;
    side.up = std::sqrt(up) / runs;
  }
  return side;
}

std::string data_words(const run::DataSource& data) {
  if (!data.folder.empty()) return data.folder;
  return fmt::format("seeds {} to {}", data.seed, data.seed + data.count - 1);
}

Result<GapRun> read_gap_run(const std::filesystem::path& folder, const run::RunConfig& config,
                            const suite::Suite& suite) {
  const RunSummary summary = TRY(summarise_run(folder, config, suite, {}));
  GapRun run;
  run.folder = folder.string();
  run.data = data_words(config.data);
  run.data_hash = config.data_hash;
  run.frozen = is_frozen(config);
  if (!summary.figures.groups.empty() && !summary.figures.overall().metrics.empty()) {
    run.figure = summary.figures.overall().metrics.front();
  }
  return run;
}

std::vector<Figure> figures_of(const FrozenGap& gap, bool frozen) {
  std::vector<Figure> figures;
  for (const GapRun& run : gap.runs) {
    if (run.frozen == frozen && run.figure.mean) figures.push_back(run.figure);
  }
  return figures;
}

}  // namespace

std::string twin_key(const run::RunConfig& config, std::string_view name) {
  Json modes = Json::array();
  for (const auto& [key, value] : config.modes) modes.push_back({key, value});
  return fmt::format("{}\n{}\n{}", config.suite, name, dump_json(modes));
}

Figure gap_between(std::span<const Figure> frozen, std::span<const Figure> fresh) {
  Figure gap;
  const auto first = mean_of_side(frozen);
  const auto second = mean_of_side(fresh);
  if (!first || !second) return gap;
  gap.mean = first->mean - second->mean;
  if (first->down && second->down) {
    gap.low = *gap.mean - std::hypot(*first->down, *second->up);
    gap.high = *gap.mean + std::hypot(*first->up, *second->down);
  }
  return gap;
}

Result<std::vector<FrozenGap>> frozen_gaps(const std::vector<std::filesystem::path>& runs) {
  std::vector<FrozenGap> gaps;
  std::map<std::string, std::size_t> places;
  for (const std::filesystem::path& folder : runs) {
    const run::RunConfig config = TRY(run::read_config(folder));
    const auto suite = TRY(suite::find_suite(config.suite));
    const std::string name = run::short_name(config, *suite);
    GapRun run = TRY(read_gap_run(folder, config, *suite));
    const auto [place, is_new] = places.emplace(twin_key(config, name), gaps.size());
    if (is_new) {
      FrozenGap& gap = gaps.emplace_back();
      gap.suite = config.suite;
      gap.model = name;
      if (!suite->metrics().empty()) gap.metric = suite->metrics().front().title;
    }
    gaps[place->second].runs.push_back(std::move(run));
  }
  for (FrozenGap& gap : gaps) {
    std::stable_partition(gap.runs.begin(), gap.runs.end(),
                          [](const GapRun& run) { return run.frozen; });
    gap.gap = gap_between(figures_of(gap, true), figures_of(gap, false));
  }
  return gaps;
}

Json to_json(const FrozenGap& gap) {
  Json json{{"suite", gap.suite}, {"model", gap.model}, {"metric", gap.metric}};
  json["runs"] = Json::array();
  for (const GapRun& run : gap.runs) {
    json["runs"].push_back({{"run", run.folder},
                            {"data", run.data},
                            {"data_hash", run.data_hash},
                            {"frozen", run.frozen},
                            {"figure", to_json(run.figure)}});
  }
  json["gap"] = {{"mean", number_or_null(gap.gap.mean)},
                 {"low", number_or_null(gap.gap.low)},
                 {"high", number_or_null(gap.gap.high)}};
  return json;
}

}  // namespace papert::analysis
