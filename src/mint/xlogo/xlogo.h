// New tasks from a seed. A task is a program first: a random program of the wanted kind runs in an
// empty grid, and the world, the goal and the constraints are built around what it does, so a
// solution is known before there is a task. What is then proven is that the task is not easier than
// it looks; see mint.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lang/xlogo/task.h"

namespace papert::mint::xlogo {

enum class TaskType : std::uint8_t { kFind, kDraw, kMath, kLogic };
enum class ConstraintKind : std::uint8_t { kNone, kAtMost, kExactly, kStartBy, kHybrid };
enum class CodeConcept : std::uint8_t { kBasic, kLoops, kVariables, kLoopsAndVariables };
enum class LengthBand : std::uint8_t { kShort, kMiddle, kLong };
enum class GridBand : std::uint8_t { kUpTo3, k4, k5, k6, kFrom7 };

/// As type_name, constraint_kind and concept_name have them.
inline constexpr std::array<std::string_view, 4> kTaskTypeNames{"find", "draw", "math", "logic"};
inline constexpr std::array<std::string_view, 5> kConstraintKindNames{"none", "at most", "exactly",
                                                                      "start by", "hybrid"};
inline constexpr std::array<std::string_view, 4> kConceptNames{"basic actions", "loops",
                                                               "variables", "loops and variables"};

/// Both ends included. Lengths are blocks of the solution, sides the larger side of the grid.
struct Band {
  int low = 0;
  int high = 0;
  [[nodiscard]] constexpr bool contains(int value) const { return value >= low && value <= high; }
};
inline constexpr std::array<Band, 3> kLengths{{{1, 5}, {6, 10}, {11, 17}}};
inline constexpr std::array<Band, 5> kSides{{{1, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 8}}};

struct MintSpec {
  TaskType type = TaskType::kFind;
  ConstraintKind constraint = ConstraintKind::kNone;
  CodeConcept code = CodeConcept::kBasic;
  LengthBand length = LengthBand::kShort;
  GridBand grid = GridBand::kUpTo3;
  friend bool operator==(const MintSpec&, const MintSpec&) = default;
};

/// Whether tasks like that are made. Pens matter to pictures only; and in the smallest grids long
/// solutions with loops are too rare, but for pictures.
[[nodiscard]] bool possible(const MintSpec& spec);
/// The possible ones, in a fixed order.
[[nodiscard]] std::vector<MintSpec> all_specs();

/// A task of that kind, the same for the same seed; nothing if the spec is not possible, or,
/// rarely, if this seed leads to none.
[[nodiscard]] std::optional<lang::xlogo::Task> mint_task(std::int64_t seed, const MintSpec& spec);

/// The task of a seed, "mint-<seed>", its kind drawn in about the proportions of real tasks; with
/// larger seeds, kinds of which there are few become rarer (specs.cc).
/// Different seeds may give the same task up to turning and mirroring: see canonical_key.
[[nodiscard]] lang::xlogo::Task minted(std::int64_t seed);

}  // namespace papert::mint::xlogo
