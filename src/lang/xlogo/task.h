// A task of the grid world: a world, a goal on it, constraints on the code, and a program that
// solves it. Readers name the offending key ("world.tiles[3].walls.top"), and what they accept
// they write back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "lang/xlogo/program.h"
#include "lang/xlogo/vocabulary.h"

namespace papert::lang::xlogo {

inline constexpr int kMaxSide = 32;  // of a grid; real tasks have at most 8
inline constexpr std::size_t kMaxItems = 4096;
inline constexpr std::size_t kMaxLines = 4096;
inline constexpr std::size_t kMaxLiterals = 4096;  // of a goal

struct Tile {
  bool present = false;  // listed in the task; an absent tile is not allowed
  bool allowed = false;
  bool exists = true;
  std::uint8_t walls = 0;  // bit d: a wall towards Direction d

  [[nodiscard]] bool wall(Direction d) const { return (walls >> static_cast<int>(d) & 1) != 0; }
  friend bool operator==(const Tile&, const Tile&) = default;
};

struct Item {
  int x = 0;
  int y = 0;
  ItemName name = ItemName::kStrawberry;
  Color color = Color::kRed;
  int count = 1;
  friend bool operator==(const Item&, const Item&) = default;
};

/// Between the centres of two neighbouring tiles.
struct Line {
  int x1 = 0;
  int y1 = 0;
  int x2 = 0;
  int y2 = 0;
  Color color = Color::kBlack;
  friend bool operator==(const Line&, const Line&) = default;
};

struct World {
  int width = 0;
  int height = 0;
  std::vector<Tile> tiles;  // row by row
  std::vector<Item> items;  // of two on a tile the last counts
  std::vector<Line> lines;
  int turtle_x = 0;
  int turtle_y = 0;
  Direction heading = Direction::kNorth;

  [[nodiscard]] bool inside(int x, int y) const {
    return x >= 0 && y >= 0 && x < width && y < height;
  }
  [[nodiscard]] std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  [[nodiscard]] Tile& tile(int x, int y) { return tiles[index(x, y)]; }
  [[nodiscard]] const Tile& tile(int x, int y) const { return tiles[index(x, y)]; }
  /// The item that counts on a tile, or nullptr.
  [[nodiscard]] const Item* item_at(int x, int y) const;
  friend bool operator==(const World&, const World&) = default;
};

/// "is a strawberry", "is not red": exactly one of name and color is set.
struct Literal {
  std::optional<ItemName> name;
  std::optional<Color> color;
  bool negated = false;

  [[nodiscard]] bool matches(const Item& item) const {
    return ((name && *name == item.name) || (color && *color == item.color)) != negated;
  }
  friend bool operator==(const Literal&, const Literal&) = default;
};
using Clause = std::vector<Literal>;  // any of them
using Spec = std::vector<Clause>;     // all of them
[[nodiscard]] bool matches(const Spec& spec, const Item& item);

enum class ObjectiveKind : std::uint8_t {
  kDraw,
  kFind,
  kFindOnly,
  kCollectAll,
  kSum,
  kConcat,
  kForbid
};
inline constexpr std::array<std::string_view, 7> kObjectiveNames{
    "draw", "find", "findonly", "collectall", "sum", "concat", "forbid"};

struct Objective {
  ObjectiveKind kind = ObjectiveKind::kFind;
  std::vector<Spec> specs;  // kDraw: none, the world's lines are the picture; kConcat: two or more
  int total = 0;            // kSum
  friend bool operator==(const Objective&, const Objective&) = default;
};
using Goal = std::vector<Objective>;

/// What a program's blocks are counted by: a BlockType, or all of them.
inline constexpr std::size_t kCountAll = 6;
using BlockCounts = std::array<std::optional<int>, 7>;  // by BlockType, then kCountAll

struct ConstraintSet {
  BlockCounts exactly;
  BlockCounts at_most;
  std::vector<BlockType> start_by;

  [[nodiscard]] bool empty() const;
  friend bool operator==(const ConstraintSet&, const ConstraintSet&) = default;
};
using Constraints = std::vector<ConstraintSet>;  // none, one, or (rarely) several: all must hold

struct Task {
  std::string id;
  World world;
  Goal goal;
  Constraints constraints;
  Program solution;
  std::string description;  // as the data has it; may be empty

  [[nodiscard]] bool draws() const;  // has a draw objective, which makes all others ignored
};

/// {id, world, goal, constraints, code} and optionally description. `where` (the file and line)
/// begins the place of an error.
[[nodiscard]] Result<Task> task_from_json(const Json& json, const std::string& where = {});
[[nodiscard]] Result<World> world_from_json(const Json& json, const std::string& where = {});
[[nodiscard]] Result<Goal> goal_from_json(const Json& json, const std::string& where = {});
/// A list of objects, or (as some files have it) one object.
[[nodiscard]] Result<Constraints> constraints_from_json(const Json& json,
                                                        const std::string& where = {});

[[nodiscard]] Json to_json(const World& world);
[[nodiscard]] Json to_json(const Goal& goal, const World& world);
[[nodiscard]] Json to_json(const Constraints& constraints);
[[nodiscard]] Json to_json(const Task& task);

/// "find", "draw", "math" or "logic".
[[nodiscard]] std::string_view type_name(const Task& task);
/// "none", "at most", "exactly", "start by" or "hybrid".
[[nodiscard]] std::string_view constraint_kind(const Constraints& constraints);

}  // namespace papert::lang::xlogo
