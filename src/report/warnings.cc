// What a reader must know of a run before its figures.
#include <fmt/format.h>

#include "base/text.h"
#include "report/sheets.h"

namespace papert::report {
namespace {

/// "imported from a.csv (csv); not recorded: cost, time", of a run that another program recorded.
std::string imported_text(const Json& config) {
  const Json imported = config.value("imported", Json());
  if (!imported.is_object()) return "";
  const auto text_at = [&](const char* key) {
    const Json value = imported.value(key, Json());
    return value.is_string() ? value.get<std::string>() : std::string("?");
  };
  std::string text = fmt::format("imported from {} ({})", text_at("source"), text_at("format"));
  std::string unknown;
  for (const Json& each : imported.value("unknown", Json::array())) {
    if (each.is_string()) unknown += (unknown.empty() ? "" : ", ") + each.get<std::string>();
  }
  return unknown.empty() ? text : text + "; not recorded: " + unknown;
}

}  // namespace

std::string progress_text(const analysis::Progress& progress) {
  const std::int64_t percent =
      progress.planned > 0 ? progress.done * 100 / progress.planned : std::int64_t{100};
  return fmt::format("{} of {} samples ({} %)", format_count(progress.done),
                     format_count(progress.planned), percent);
}

std::vector<std::string> warnings_of(const analysis::RunSummary& summary, const Json& config) {
  std::vector<std::string> warnings;
  if (const auto progress = analysis::progress_of(summary, config);
      progress && !progress->complete()) {
    warnings.push_back("not complete, " + progress_text(*progress) +
                       " are done; the figures are over these");
  }
  if (const std::string imported = imported_text(config); !imported.empty()) {
    warnings.push_back(imported);
  }
  if (summary.people) warnings.push_back(to_text(summary.people->counts));
  if (!summary.damaged.empty()) {
    warnings.push_back(
        fmt::format("{} damaged lines of the log are left out", summary.damaged.size()));
  }
  const auto samples = static_cast<std::int64_t>(summary.figures.samples);
  if (summary.cached != 0) {
    warnings.push_back(fmt::format("{} of {} replies from the cache", format_count(summary.cached),
                                   format_count(samples)));
  }
  if (samples > 0 && static_cast<std::int64_t>(summary.figures.not_scored) == samples) {
    warnings.emplace_back("no sample could be scored");
  }
  for (const analysis::FailureCount& failure : summary.failures) {
    warnings.push_back(
        fmt::format("{} samples not scored: {}", format_count(failure.count), failure.message));
  }
  return warnings;
}

}  // namespace papert::report
