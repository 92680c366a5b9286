#include "suite/turtlebench/complexity.h"

#include <fmt/format.h>

#include "suite/verdict.h"

namespace papert::turtlebench {

std::string level_pair(int input, int output) { return fmt::format("{} x {}", input, output); }

void EverSolved::add(const Json& sample) {
  const auto tags = sample.find("tags");
  const auto id = get_string(sample, "id");
  const auto name = get_string(sample, "verdict");
  if (tags == sample.end() || !id || !name) return;
  const auto levels = get_string(*tags, "input x output");
  const auto verdict = suite::verdict_from_name(*name);
  if (!levels || !verdict || !suite::is_scored(*verdict)) return;
  Task& task = tasks_[*id];
  task.levels = *levels;
  task.solved |= *verdict == suite::Verdict::kRight;
}

EverSolved::Cell EverSolved::cell(int input, int output) const {
  Cell cell;
  for (const auto& [id, task] : tasks_) {
    if (task.levels != level_pair(input, output)) continue;
    ++cell.tasks;
    cell.solved += task.solved ? 1 : 0;
  }
  return cell;
}

std::string EverSolved::table() const {
  std::string text = "input \\ output";
  for (int output = 1; output <= kLevels; ++output) {
    text += fmt::format("{:>18}", fmt::format("level {}", output));
  }
  text += "\n";
  for (int input = 1; input <= kLevels; ++input) {
    text += fmt::format("level {:<8}", input);
    for (int output = 1; output <= kLevels; ++output) {
      const Cell each = cell(input, output);
      const std::string share = each.tasks == 0
                                    ? "-"
                                    : fmt::format("{}/{}  {:5.1f} %", each.solved, each.tasks,
                                                  100.0 * static_cast<double>(each.solved) /
                                                      static_cast<double>(each.tasks));
      text += fmt::format("{:>18}", share);
    }
    text += "\n";
  }
  return text;
}

}  // namespace papert::turtlebench
