#include "synth/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "base/sha256.h"
#include "synth/keys.h"

namespace papert::synth {
namespace {

constexpr std::size_t kUsualSide = 1000;

enum class Side : std::uint8_t { kTrain, kValidation, kEvaluation };

/// Tasks that go to one side together, by their positions.
struct Group {
  std::string order;
  std::vector<std::size_t> members;
};

std::vector<Group> groups_of(std::span<const SynthTask* const> tasks, const SplitOptions& options,
                             const std::vector<std::string>& solutions) {
  std::map<std::string, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    members[options.group ? solutions[i] : tasks[i]->keys.task].push_back(i);
  }
  std::vector<Group> groups;
  groups.reserve(members.size());
  for (auto& [key, positions] : members) {
    groups.push_back({sha256_hex(fmt::format("{} {}", options.seed, key)), std::move(positions)});
  }
  std::sort(groups.begin(), groups.end(),
            [](const Group& a, const Group& b) { return a.order < b.order; });
  return groups;
}

/// Gives a side to the first groups that fit and have none yet.
void take_side(const std::vector<Group>& groups, Side side, std::size_t wanted,
               std::vector<Side>& sides) {
  std::size_t taken = 0;
  for (const Group& group : groups) {
    if (sides[group.members.front()] != Side::kTrain) continue;
    if (taken + group.members.size() > wanted) continue;
    for (const std::size_t member : group.members) sides[member] = side;
    taken += group.members.size();
    if (taken == wanted) return;
  }
}

}  // namespace

Split split_of(std::span<const SynthTask* const> tasks, const SplitOptions& options) {
  const std::size_t usual = std::min(kUsualSide, tasks.size() / 10);
  std::vector<std::string> solutions;
  solutions.reserve(tasks.size());
  for (const SynthTask* task : tasks) solutions.push_back(solution_key(task->built.task.solution));
  const std::vector<Group> groups = groups_of(tasks, options, solutions);
  std::vector<Side> sides(tasks.size(), Side::kTrain);
  const std::size_t evaluation = options.evaluation.value_or(usual);
  const std::size_t validation = options.validation.value_or(usual);
  take_side(groups, Side::kEvaluation, evaluation, sides);
  take_side(groups, Side::kValidation, validation, sides);
  Split split;
  std::unordered_set<std::string> trained;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (sides[i] == Side::kTrain) trained.insert(solutions[i]);
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const std::string& id = tasks[i]->built.task.id;
    if (sides[i] == Side::kTrain) split.train.push_back(id);
    if (sides[i] == Side::kValidation) split.validation.push_back(id);
    if (sides[i] != Side::kEvaluation) continue;
    split.evaluation.push_back(id);
    split.overlap += trained.contains(solutions[i]) ? 1 : 0;
  }
  split.validation_short = validation - split.validation.size();
  split.evaluation_short = evaluation - split.evaluation.size();
  return split;
}

Json to_json(const Split& split) {
  return {{"train", split.train.size()},
          {"validation", split.validation.size()},
          {"evaluation", split.evaluation.size()},
          {"evaluation_solutions_in_train", split.overlap},
          {"validation_short", split.validation_short},
          {"evaluation_short", split.evaluation_short}};
}

}  // namespace papert::synth
