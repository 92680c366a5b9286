#include "lang/xlogo/task.h"

#include <algorithm>

namespace papert::lang::xlogo {

const Item* World::item_at(int x, int y) const {
  const auto found = std::find_if(items.rbegin(), items.rend(),
                                  [&](const Item& item) { return item.x == x && item.y == y; });
  return found == items.rend() ? nullptr : &*found;
}

bool matches(const Spec& spec, const Item& item) {
  return std::all_of(spec.begin(), spec.end(), [&](const Clause& clause) {
    return std::any_of(clause.begin(), clause.end(),
                       [&](const Literal& literal) { return literal.matches(item); });
  });
}

bool Task::draws() const {
  return std::any_of(goal.begin(), goal.end(), [](const Objective& objective) {
    return objective.kind == ObjectiveKind::kDraw;
  });
}

bool ConstraintSet::empty() const { return *this == ConstraintSet(); }

std::string_view type_name(const Task& task) {
  if (task.draws()) return "draw";
  const auto sums = [](const Objective& o) { return o.kind == ObjectiveKind::kSum; };
  if (std::any_of(task.goal.begin(), task.goal.end(), sums)) return "math";
  const bool finds = task.goal.size() == 1 && task.goal.front().kind == ObjectiveKind::kFind;
  return finds ? "find" : "logic";
}

std::string_view constraint_kind(const Constraints& constraints) {
  std::string_view kind = "none";
  const auto part = [&](bool present, std::string_view name) {
    if (present) kind = kind == "none" ? name : "hybrid";
  };
  for (const ConstraintSet& set : constraints) {
    part(set.at_most != BlockCounts(), "at most");
    part(set.exactly != BlockCounts(), "exactly");
    part(!set.start_by.empty(), "start by");
  }
  return kind;
}

}  // namespace papert::lang::xlogo
