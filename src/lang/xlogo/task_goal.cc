#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lang/xlogo/task_parts.h"

namespace papert::lang::xlogo {
namespace {

constexpr int kMaxTotal = 1'000'000;
constexpr int kMaxBlockCount = 1'000'000;
constexpr std::size_t kMaxObjectives = 64;
constexpr std::size_t kMaxConstraintSets = 64;
constexpr std::size_t kMaxStart = 1000;

Result<bool> read_negation(const Json& json, const Place& place) {
  const Json* const neg = TRY(find_member(json, "neg", place));
  if (neg == nullptr) return false;
  if (neg->is_boolean()) return neg->get<bool>();
  return TRY(read_int(*neg, 0, 1, place.key("neg"))) == 1;
}

Result<Literal> read_literal(const Json& json, const Place& place) {
  Literal literal;
  const Json* const name = TRY(find_member(json, "name", place));
  const Json* const color = TRY(find_member(json, "color", place));
  if ((name == nullptr) == (color == nullptr)) {
    return place.expected("either a name or a color", json);
  }
  if (name != nullptr) {
    const std::string text = TRY(read_string(*name, place.key("name")));
    literal.name = item_from_name(text);
    if (!literal.name) return place.key("name").expected("the name of an item", *name);
  } else {
    literal.color = TRY(read_color(*color, place.key("color")));
  }
  literal.negated = TRY(read_negation(json, place));
  return literal;
}

/// Counts the literals of a whole goal down to nothing.
class GoalReader {
 public:
  Result<Goal> read(const Json& json, const Place& place) {
    const Json* const list = TRY(read_array(json, kMaxObjectives, place));
    Goal goal;
    for (std::size_t i = 0; i < list->size(); ++i) {
      goal.push_back(TRY(read_objective((*list)[i], place.item(i))));
    }
    return goal;
  }

 private:
  Result<Objective> read_objective(const Json& json, const Place& place) {
    const Json* const name = TRY(need_member(json, "name", place));
    const std::string text = TRY(read_string(*name, place.key("name")));
    const auto* const known = std::find(kObjectiveNames.begin(), kObjectiveNames.end(), text);
    if (known == kObjectiveNames.end()) {
      return place.key("name").expected("draw, find, findonly, collectall, sum, concat or forbid",
                                        *name);
    }
    Objective objective{.kind = static_cast<ObjectiveKind>(known - kObjectiveNames.begin())};
    const Json* const specs = TRY(need_member(json, "specs", place));
    if (objective.kind == ObjectiveKind::kDraw) {
      TRY(check_picture(*specs, place.key("specs")));
      return objective;
    }
    objective.specs = TRY(read_specs(*specs, objective.kind, place.key("specs")));
    if (objective.kind == ObjectiveKind::kSum) {
      objective.total = TRY(int_member(json, "total_cnt", 0, kMaxTotal, place));
    }
    return objective;
  }

  Result<std::vector<Spec>> read_specs(const Json& json, ObjectiveKind kind, const Place& place) {
    const Json* const list = TRY(read_array(json, kMaxLiterals, place));
    const bool several = kind == ObjectiveKind::kConcat;
    if (several ? list->size() < 2 : list->size() != 1) {
      return place.fail(fmt::format("{} needs {}, found {}",
                                    kObjectiveNames[static_cast<std::size_t>(kind)],
                                    several ? "two specs or more" : "one spec", list->size()));
    }
    std::vector<Spec> specs;
    specs.reserve(list->size());
    for (std::size_t i = 0; i < list->size(); ++i) {
      specs.push_back(TRY(read_spec((*list)[i], place.item(i))));
    }
    return specs;
  }

  Result<Spec> read_spec(const Json& json, const Place& place) {
    const Json* const list = TRY(read_array(json, kMaxLiterals, place));
    if (list->empty()) return place.fail("a spec needs at least one clause");
    Spec spec;
    for (std::size_t i = 0; i < list->size(); ++i) {
      spec.push_back(TRY(read_clause((*list)[i], place.item(i))));
    }
    return spec;
  }

  Result<Clause> read_clause(const Json& json, const Place& place) {
    const Json* const list = TRY(read_array(json, kMaxLiterals, place));
    if (list->empty()) return place.fail("a clause needs at least one literal");
    Clause clause;
    for (std::size_t i = 0; i < list->size(); ++i) {
      TRY(spend(place));
      clause.push_back(TRY(read_literal((*list)[i], place.item(i))));
    }
    return clause;
  }

  /// The lines of a draw goal repeat those of the world; they only have to be lines.
  Result<void> check_picture(const Json& json, const Place& place) {
    const Json* const specs = TRY(read_array(json, kMaxLiterals, place));
    for (std::size_t i = 0; i < specs->size(); ++i) {
      const Place at = place.item(i);
      const Json* const clauses = TRY(read_array((*specs)[i], kMaxLiterals, at));
      for (std::size_t k = 0; k < clauses->size(); ++k) {
        TRY(check_lines((*clauses)[k], at.item(k)));
      }
    }
    return {};
  }

  Result<void> check_lines(const Json& json, const Place& place) {
    const Json* const lines = TRY(read_array(json, kMaxLiterals, place));
    for (std::size_t i = 0; i < lines->size(); ++i) {
      TRY(spend(place));
      static_cast<void>(TRY(read_line((*lines)[i], kMaxSide, kMaxSide, place.item(i))));
    }
    return {};
  }

  Result<void> spend(const Place& place) {
    if (left_ == 0) {
      return place.fail(fmt::format("a goal of more than {} literals", kMaxLiterals),
                        ErrorCode::kLimit);
    }
    --left_;
    return {};
  }

  std::size_t left_ = kMaxLiterals;
};

Result<BlockCounts> read_counts(const Json& set, std::string_view key, const Place& place) {
  BlockCounts counts;
  const Json* const object = TRY(find_member(set, key, place));
  if (object == nullptr) return counts;
  const Place at = place.key(key);
  if (!object->is_object()) return at.expected("an object", *object);
  for (const auto& [name, value] : object->items()) {
    const auto type = block_from_name(name);
    if (!type && name != "all") {
      return at.fail(fmt::format("expected fd, bk, lt, rt, repeat, setpc or all, found \"{}\"",
                                 shown(std::string_view(name))));
    }
    const std::size_t slot = type ? static_cast<std::size_t>(*type) : kCountAll;
    counts[slot] = TRY(read_int(value, 0, kMaxBlockCount, at.key(name)));
  }
  return counts;
}

Result<ConstraintSet> read_constraint_set(const Json& json, const Place& place) {
  ConstraintSet set;
  set.exactly = TRY(read_counts(json, "exactly", place));
  set.at_most = TRY(read_counts(json, "at_most", place));
  const Json* const start = TRY(find_member(json, "start_by", place));
  if (start == nullptr) return set;
  const Place at = place.key("start_by");
  const Json* const list = TRY(read_array(*start, kMaxStart, at));
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string name = TRY(read_string((*list)[i], at.item(i)));
    const auto type = block_from_name(name);
    if (!type) return at.item(i).expected("fd, bk, lt, rt, repeat or setpc", (*list)[i]);
    set.start_by.push_back(*type);
  }
  return set;
}

}  // namespace

Result<Goal> read_goal(const Json& json, const Place& place) {
  return GoalReader().read(json, place);
}

Result<Constraints> read_constraints(const Json& json, const Place& place) {
  Constraints constraints;
  if (json.is_object()) {
    constraints.push_back(TRY(read_constraint_set(json, place)));
    return constraints;
  }
  const Json* const list = TRY(read_array(json, kMaxConstraintSets, place));
  for (std::size_t i = 0; i < list->size(); ++i) {
    constraints.push_back(TRY(read_constraint_set((*list)[i], place.item(i))));
  }
  return constraints;
}

Result<Goal> goal_from_json(const Json& json, const std::string& where) {
  return read_goal(json, Place(where));
}

Result<Constraints> constraints_from_json(const Json& json, const std::string& where) {
  return read_constraints(json, Place(where));
}

}  // namespace papert::lang::xlogo
