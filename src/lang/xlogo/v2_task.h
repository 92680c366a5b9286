// A task of the second dialect: world and goal as in the published one, constraints and solution of
// their own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "lang/xlogo/json_place.h"
#include "lang/xlogo/task.h"
#include "lang/xlogo/v2_program.h"

namespace papert::lang::xlogo::v2 {

/// By block type, then "def" and "all".
using CountLimits = std::array<std::optional<int>, 11>;

struct ConstraintSet {
  CountLimits exactly;
  CountLimits at_most;
  std::vector<BlockType> start_by;  // of run, at its top level

  [[nodiscard]] bool empty() const { return *this == ConstraintSet(); }
  friend bool operator==(const ConstraintSet&, const ConstraintSet&) = default;
};
using Constraints = std::vector<ConstraintSet>;  // all must hold

struct Task {
  xlogo::Task site;  // id, world, goal and description; the rest of it is empty
  Constraints constraints;
  Program solution;
};

/// {id, "dialect": "v2", world, goal, constraints, code} and optionally description.
[[nodiscard]] Result<Task> task_from_json(const Json& json, const std::string& where = {});
[[nodiscard]] Json to_json(const Task& task);

[[nodiscard]] Result<Constraints> read_rules(const Json& json, const Place& place);
[[nodiscard]] Result<Program> read_code(const Json& json, const Place& place);
[[nodiscard]] Json to_json(const Constraints& constraints);

/// Whether a program keeps to them. Writes the reason why not to `why`, unless that is nullptr.
[[nodiscard]] bool keeps(const Constraints& constraints, const Program& program,
                         std::string* why = nullptr);

/// The smallest limit on all blocks, if there is one.
[[nodiscard]] std::optional<int> block_limit(const Constraints& constraints);

/// "none", "at most", "exactly", "start by" or "hybrid".
[[nodiscard]] std::string_view constraint_kind(const Constraints& constraints);

/// Goal and constraints as one line of sentences.
[[nodiscard]] std::string task_sentence(const Task& task);

/// As transformed() and canonical_key() of the published dialect.
[[nodiscard]] Task transformed(const Task& task, int quarter_turns, bool mirrored);
[[nodiscard]] std::string canonical_key(const Task& task);

/// The task as the published dialect can state it, without its solution: what limits blocks that
/// only v2 has is kept by having none of them. Nothing where such blocks are asked for.
[[nodiscard]] std::optional<xlogo::Task> published(const Task& task);

}  // namespace papert::lang::xlogo::v2
