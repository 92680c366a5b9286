#include "synth_summary.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "base/text.h"
#include "cli.h"
#include "report/table.h"

namespace papert::cli {
namespace {

std::string percent(double share) { return fmt::format("{:.1f}", 100 * share); }

std::string points(double difference) {
  const double rounded = std::round(1000 * difference) / 10;
  return rounded == 0 ? "0.0" : fmt::format("{:+.1f}", rounded);
}

void print_statistics(const synth::Statistics& statistics) {
  const report::TableOptions style{.color = is_rich_terminal(STDOUT_FILENO)};
  report::TextTable table({"", "", "ours", "%", "published", "%", "difference"});
  for (const synth::ShareTable& part : statistics.tables) {
    bool first = true;
    for (const synth::Share& row : part.rows) {
      if (row.count == 0 && row.published_count == 0) continue;
      table.add_row({first ? part.name : "", row.name, format_count(row.count), percent(row.share),
                     format_count(row.published_count), percent(row.published_share),
                     points(row.difference())});
      first = false;
    }
  }
  print(table.to_string(style));
  report::TextTable rubrics({"quality", "ours", "published"});
  for (const synth::Rubric& rubric : statistics.rubrics) {
    rubrics.add_row({rubric.name, rubric.mean ? fmt::format("{:.3f}", *rubric.mean) : "-",
                     fmt::format("{:.2f}", rubric.published)});
  }
  print("\n" + rubrics.to_string(style));
}

/// Units with fewer tasks than asked for, by name.
void print_short_units(const std::vector<synth::UnitResult>& units, std::size_t wanted) {
  std::string text;
  std::size_t count = 0;
  for (const synth::UnitResult& unit : units) {
    if (unit.tasks.size() >= wanted) continue;
    text += fmt::format("{}{} {} {}", count == 0 ? "" : ", ", unit.reference,
                        synth::name_of(unit.difficulty), unit.tasks.size());
    ++count;
  }
  if (count == 0) return;
  print(fmt::format("{} of {} units have no more than so many tasks: {}\n", count, units.size(),
                    text));
}

std::string with_commas(std::uint64_t n) { return format_count(static_cast<std::int64_t>(n)); }

/// What units could have had and have not; nothing where that is nothing.
void print_left_out(const synth::FolderSummary& summary) {
  const synth::LeftOut& left = summary.left_out;
  std::string text;
  const auto add = [&](std::uint64_t count, const std::string& why) {
    if (count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", with_commas(count), why);
  };
  add(left.held_back, "held back since their programs had enough");
  add(left.elsewhere, "that another unit has");
  add(left.excluded, "that were to be excluded");
  add(left.duplicates, "that were there already");
  if (!text.empty()) print("left out: " + text + "\n");
  const auto tasks = static_cast<std::uint64_t>(summary.statistics.tasks);
  if (tasks < summary.pool) {
    print(fmt::format("kept as divided like the published set: {} of {} tasks\n",
                      with_commas(tasks), with_commas(summary.pool)));
  }
}

void print_short_side(const char* side, std::size_t short_by) {
  if (short_by == 0) return;
  print(fmt::format("{} has {} less than asked for: there are no more, or no group that fits\n",
                    side, counted(static_cast<std::int64_t>(short_by), "task")));
}

}  // namespace

void print_synthesis(const std::string& folder, const synth::FolderSummary& summary,
                     const std::vector<synth::UnitResult>& units, std::size_t wanted) {
  const synth::Statistics& statistics = summary.statistics;
  print_statistics(statistics);
  print("\n");
  print_short_units(units, wanted);
  print_left_out(summary);
  std::string levels;
  for (std::size_t i = 0; i < statistics.levels.size(); ++i) {
    levels +=
        fmt::format("{}level {}: {}", i == 0 ? "" : ", ", i, format_count(statistics.levels[i]));
  }
  print(levels + "\n");
  if (statistics.loose > 0) {
    print(fmt::format("{} have a constraint that does not bind\n",
                      counted(statistics.loose, "task")));
  }
  if (statistics.not_minimal > 0) {
    print(fmt::format("{} have a shorter solution\n", counted(statistics.not_minimal, "task")));
  }
  for (const std::string& sentence : summary.impossible) {
    print("not reached with these tasks: " + sentence + "\n");
  }
  const synth::Split& split = summary.split;
  print(
      fmt::format("train {}, validation {}, evaluation {}; {} of evaluation have a solution that "
                  "occurs in train\n",
                  with_commas(split.train.size()), with_commas(split.validation.size()),
                  with_commas(split.evaluation.size()), with_commas(split.overlap)));
  print_short_side("validation", split.validation_short);
  print_short_side("evaluation", split.evaluation_short);
  print(fmt::format("{}: {} written\n", folder, counted(statistics.tasks, "task")));
}

}  // namespace papert::cli
