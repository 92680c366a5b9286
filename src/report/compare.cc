#include "report/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/text.h"
#include "run/config.h"

namespace papert::report {
namespace {

using analysis::Comparison;
using analysis::Difference;

constexpr std::array<const char*, 2> kNames{"A", "B"};

std::string count(std::size_t value) { return format_count(static_cast<std::int64_t>(value)); }

std::string plain(std::optional<double> value) {
  return value ? fmt::format("{:.4f}", *value) : "-";
}

std::string with_sign(std::optional<double> value) {
  return value ? fmt::format("{:+.4f}", *value) : "-";
}

std::string interval(const Difference& difference) {
  const analysis::Figure& figure = difference.figure;
  if (!figure.low || !figure.high) return "-";
  return fmt::format("[{:+.4f}, {:+.4f}]", *figure.low, *figure.high);
}

std::string interval_title(const Comparison& comparison) {
  return fmt::format("{:g} % interval", 100 * comparison.level);
}

std::string heading(const Comparison& comparison) {
  std::string text;
  for (std::size_t side = 0; side < 2; ++side) {
    const analysis::ComparedRun& run = comparison.runs[side];
    text += fmt::format("{}: {}  {}\n", kNames[side], run.model, run.folder);
    if (run.not_scored != 0) {
      text += fmt::format("   {} of {} samples taught nothing about the model\n",
                          count(run.not_scored), count(run.samples));
    }
  }
  text += fmt::format("{}: {} tasks in both", comparison.suite, count(comparison.tasks_in_both));
  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t only = comparison.tasks_only_in[side];
    if (only != 0) text += fmt::format(", {} only in {} (left out)", count(only), kNames[side]);
  }
  const std::vector<std::string>& differs = comparison.differs;
  text += differs.empty() ? "; same settings\n"
                          : fmt::format("; the runs differ in {}\n", fmt::join(differs, ", "));
  if (std::find(differs.begin(), differs.end(), "data_hash") != differs.end()) {
    text += "The data differ: tasks with the same id are taken to be the same.\n";
  }
  return text;
}

std::string differences(const Comparison& comparison, const TableOptions& options) {
  TextTable table({"metric", "A", "B", "B - A", "± stderr", interval_title(comparison), "n"});
  for (std::size_t m = 0; m < comparison.metrics.size(); ++m) {
    const Difference& each = comparison.differences[m];
    table.add_row({std::string(comparison.metrics[m].title), plain(each.a), plain(each.b),
                   with_sign(each.figure.mean), plain(each.figure.error), interval(each),
                   format_count(each.figure.n.value_or(0))});
  }
  return table.to_string(options);
}

std::string mcnemar(const Comparison& comparison) {
  const analysis::McNemar& test = comparison.mcnemar;
  std::string text = fmt::format("right in both {}, only in A {}, only in B {}, in neither {}\n",
                                 format_count(test.both), format_count(test.only_a),
                                 format_count(test.only_b), format_count(test.neither));
  text += fmt::format("McNemar's exact test: p = {:.4g}\n", test.p);
  if (!test.independent) {
    text +=
        "Some pairs are epochs of one task or made from one task, which the test takes to be\n"
        "independent: trust the interval above rather than p.\n";
  }
  return text;
}

std::string quoted(const std::string& rule) {
  return rule.empty() ? "nothing found" : "found by \"" + rule + "\"";
}

std::string moves(const analysis::PolicyResult& policy) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t side = 0; side < 2; ++side) {
    const analysis::Moves& run = policy.sides[side];
    text += fmt::format("{} under {}: {} verdicts move\n", kNames[side],
                        run::reading_name(policy.policy), count(run.moved));
    std::size_t shown = 0;
    for (const analysis::Move& move : run.moves) {
      if (shown++ == kShown) {
        text += fmt::format("  and {} other kinds\n", run.moves.size() - kShown);
        break;
      }
      text += fmt::format("  {} samples: {} ({}) -> {} ({}), e.g. {}\n", count(move.count),
                          suite::verdict_name(move.from), quoted(move.from_rule),
                          suite::verdict_name(move.to), quoted(move.to_rule), move.examples[0]);
    }
  }
  return text;
}

std::string policies(const Comparison& comparison, const TableOptions& options) {
  if (comparison.policies.empty()) return "";
  const Difference& recorded = comparison.differences.front();
  TextTable table({"extraction", "A", "points", "B", "points", "B - A", "± stderr",
                   interval_title(comparison)});
  const auto points = [](std::optional<double> now, std::optional<double> before) -> std::string {
    return now && before ? fmt::format("{:+.2f}", 100 * (*now - *before)) : "-";
  };
  table.add_row({"as recorded", plain(recorded.a), "-", plain(recorded.b), "-",
                 with_sign(recorded.figure.mean), plain(recorded.figure.error),
                 interval(recorded)});
  std::string text;
  for (const analysis::PolicyResult& policy : comparison.policies) {
    const Difference& each = policy.difference;
    table.add_row({std::string(run::reading_name(policy.policy)), plain(each.a),
                   points(each.a, recorded.a), plain(each.b), points(each.b, recorded.b),
                   with_sign(each.figure.mean), plain(each.figure.error), interval(each)});
    text += moves(policy);
  }
  return fmt::format("\n{}, scored again from the recorded replies\n{}{}",
                     comparison.metrics.front().name, table.to_string(options), text);
}

/// The same text with control characters as spaces: a reply is a stranger's, and terminals obey
/// some of them (those of one byte, and U+0080 to U+009F, which UTF-8 begins with C2).
std::string printable(std::string_view text) {
  std::string shown(text);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto c = static_cast<unsigned char>(shown[i]);
    if (c < 0x20 || c == 0x7F) shown[i] = ' ';
    if (c == 0xC2 && i + 1 < shown.size() && static_cast<unsigned char>(shown[i + 1]) < 0xA0) {
      shown[i] = shown[i + 1] = ' ';
    }
  }
  return shown;
}

/// The first line that says something, cut to fit a terminal.
std::string first_line(const std::optional<std::string>& text) {
  constexpr std::size_t kWidth = 90;
  if (!text) return "-";
  const std::string_view trimmed = trim(*text);
  if (trimmed.empty()) return "(empty)";
  const std::string_view line = cut_utf8(trim(trimmed.substr(0, trimmed.find('\n'))), kWidth);
  return printable(line) + (line.size() < trimmed.size() ? " ..." : "");
}

std::string flips(const Comparison& comparison) {
  std::string text;
  for (std::size_t side = 0; side < 2; ++side) {
    const std::int64_t total = side == 0 ? comparison.mcnemar.only_a : comparison.mcnemar.only_b;
    if (total == 0) continue;
    const std::vector<analysis::Flip>& list = comparison.flips[side];
    text += fmt::format("\nright only in {}: {}", kNames[side], format_count(total));
    text += list.size() < static_cast<std::size_t>(total)
                ? fmt::format(", the first {}\n", list.size())
                : std::string("\n");
    for (const analysis::Flip& flip : list) {
      text += fmt::format("  {}, epoch {}\n", flip.id, flip.epoch);
      for (std::size_t s = 0; s < 2; ++s) {
        if (!flip.sides[s]) continue;
        text +=
            fmt::format("    {} {}: {}\n", kNames[s], suite::verdict_name(flip.sides[s]->verdict),
                        first_line(flip.sides[s]->reply));
      }
    }
  }
  return text;
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const TableOptions& options) {
  return heading(comparison) + "\n" + differences(comparison, options) + "\n" +
         mcnemar(comparison) + policies(comparison, options) + flips(comparison);
}

}  // namespace papert::report
