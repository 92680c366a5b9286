#include "report/recorded_check.h"

#include <fmt/format.h>

#include "base/format.h"
#include "base/text.h"

namespace papert::report {
namespace {

std::int64_t as_count(std::size_t n) { return static_cast<std::int64_t>(n); }

Sheet runs_sheet(std::span<const ImportedRun> runs) {
  Sheet sheet;
  sheet.name = "imported";
  sheet.columns = {{"source", "source"},
                   {"model", "model"},
                   {"samples", "samples", Shown::kCount},
                   {"added", "added", Shown::kCount},
                   {"problems", "not usable", Shown::kCount},
                   {"compared", "recorded values", Shown::kCount},
                   {"differ", "differ", Shown::kCount}};
  for (const ImportedRun& run : runs) {
    sheet.rows.push_back({run.source, run.model, as_count(run.added + run.there),
                          as_count(run.added), as_count(run.problems),
                          as_count(run.check.values + run.check.means),
                          as_count(run.check.differences.size())});
  }
  return sheet;
}

void add_notes(const ImportedRun& run, Sheet& sheet) {
  const auto note = [&](const std::string& text) {
    sheet.notes.push_back(fmt::format("{} ({}): {}", run.source, run.model, text));
  };
  if (run.failed_as_empty > 0) {
    note(
        fmt::format("{} failed requests count as empty replies, as the recorder counts them "
                    "(--failed apart leaves them out)",
                    run.failed_as_empty));
  }
  if (run.failed > 0) note(fmt::format("{} failed requests are not scored", run.failed));
  if (!run.check.not_compared.empty()) {
    std::string names;
    for (const auto& [name, times] : run.check.not_compared) {
      names += (names.empty() ? "" : ", ") + name;
    }
    note("recorded, but no metric of the suite: " + names);
  }
  if (!run.unknown.empty()) {
    note(fmt::format("not recorded: {}", fmt::join(run.unknown, ", ")));
  }
  if (run.check.values + run.check.means == 0) note("nothing is recorded that can be compared");
}

Sheet differences_sheet(std::span<const ImportedRun> runs) {
  Sheet sheet;
  sheet.name = "differences";
  sheet.title = "recorded values that differ from ours";
  sheet.columns = {{"source", "source"}, {"model", "model"}, {"task", "task"},
                   {"epoch", "epoch"},   {"name", "metric"}, {"recorded", "recorded"},
                   {"ours", "ours"}};
  sheet.nested = 2;
  for (const ImportedRun& run : runs) {
    for (const analysis::RecordedDifference& each : run.check.differences) {
      sheet.rows.push_back({run.source, run.model, each.task,
                            each.epoch ? std::to_string(*each.epoch) : std::string("-"),
                            each.metric, one_line(each.recorded), one_line(each.ours)});
    }
  }
  return sheet;
}

}  // namespace

std::string one_line(const Json& value) {
  constexpr std::size_t kShownBytes = 60;
  std::string text = value.is_string() ? value.get<std::string>() : dump_json(value);
  if (text.empty()) return "(none)";
  for (char& c : text) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  return text.size() <= kShownBytes ? text : std::string(cut_utf8(text, kShownBytes)) + "...";
}

std::vector<Sheet> import_sheets(std::span<const ImportedRun> runs) {
  std::vector<Sheet> sheets{runs_sheet(runs)};
  for (const ImportedRun& run : runs) add_notes(run, sheets.front());
  Sheet differences = differences_sheet(runs);
  if (!differences.rows.empty()) sheets.push_back(std::move(differences));
  return sheets;
}

Json import_json(std::span<const ImportedRun> runs) {
  Json json{{"format", kFormat}, {"runs", Json::array()}};
  for (const ImportedRun& run : runs) {
    Json entry{{"source", run.source},
               {"run", run.folder},
               {"model", run.model},
               {"added", run.added},
               {"there", run.there},
               {"problems", run.problems},
               {"failed_as_empty", run.failed_as_empty},
               {"failed", run.failed},
               {"unknown", run.unknown}};
    entry.update(to_json(run.check));
    json["runs"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace papert::report
