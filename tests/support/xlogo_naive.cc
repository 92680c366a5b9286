#include "support/xlogo_naive.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace papert::test {
namespace {

using namespace lang::xlogo;

using Spot = std::pair<int, int>;
using Edge = std::set<Spot>;

struct Walk {
  const lang::xlogo::World& world;
  Spot at;
  int heading = 0;
  std::string pen = "null";
  int calls = 0;
  std::string crash;
  std::vector<Spot> visits;
  std::map<Edge, std::string> drawing;
};

std::string spot_text(const std::string& kind, Spot spot) {
  return kind + " (" + std::to_string(spot.first) + "," + std::to_string(spot.second) + ")";
}

void move(Walk& walk, int direction) {
  const lang::xlogo::World& world = walk.world;
  const Spot from = walk.at;
  Spot to = from;
  if (direction == 0) --to.second;
  if (direction == 1) ++to.first;
  if (direction == 2) ++to.second;
  if (direction == 3) --to.first;
  const lang::xlogo::Tile& left = world.tile(from.first, from.second);
  if (left.walls & (1 << direction)) {
    walk.crash = spot_text("WALL", from);
  } else if (to.first < 0 || to.second < 0 || to.first >= world.width ||
             to.second >= world.height) {
    walk.crash = spot_text("OUT_OF_WORLD", to);
  } else if (const lang::xlogo::Tile& tile = world.tile(to.first, to.second);
             !tile.present || !tile.allowed) {
    walk.crash = spot_text("FORBIDDEN_AREA", to);
  } else if (!tile.exists) {
    walk.crash = spot_text("GRID_NOT_EXIST", to);
  } else {
    walk.at = to;
    walk.visits.push_back(to);
    walk.drawing[Edge{from, to}] = walk.pen == "null" ? "black" : walk.pen;
  }
}

void run(Walk& walk, const std::vector<lang::xlogo::Block>& blocks, std::size_t begin,
         std::size_t end) {
  for (std::size_t i = begin; i < end && walk.crash.empty(); ++i) {
    const lang::xlogo::Block& block = blocks[i];
    if (block.type == lang::xlogo::BlockType::kRepeat) {
      for (int k = 0; k < block.times; ++k) run(walk, blocks, i + 1, i + 1 + block.body);
      i += block.body;
      continue;
    }
    if (++walk.calls > 100000) {
      walk.crash = "EXCEED_MAX_CALLS";
      return;
    }
    if (block.type == lang::xlogo::BlockType::kForward) move(walk, walk.heading);
    if (block.type == lang::xlogo::BlockType::kBack) move(walk, (walk.heading + 2) % 4);
    if (block.type == lang::xlogo::BlockType::kLeft) walk.heading = (walk.heading + 3) % 4;
    if (block.type == lang::xlogo::BlockType::kRight) walk.heading = (walk.heading + 1) % 4;
    if (block.type == lang::xlogo::BlockType::kSetPen) {
      walk.pen = block.pen ? std::string(lang::xlogo::color_name(*block.pen)) : "null";
    }
  }
}

bool fits(const lang::xlogo::Spec& spec, const lang::xlogo::Item& item) {
  for (const lang::xlogo::Clause& clause : spec) {
    bool any = false;
    for (const lang::xlogo::Literal& literal : clause) {
      const bool is = literal.name ? *literal.name == item.name : *literal.color == item.color;
      if (is != literal.negated) any = true;
    }
    if (!any) return false;
  }
  return true;
}

std::map<Spot, lang::xlogo::Item> items_of(const lang::xlogo::World& world) {
  std::map<Spot, lang::xlogo::Item> items;
  for (const lang::xlogo::Item& item : world.items)
    items.insert_or_assign(Spot{item.x, item.y}, item);
  return items;
}

bool concat_holds(const std::vector<lang::xlogo::Spec>& specs, const Walk& walk,
                  const std::map<Spot, lang::xlogo::Item>& items) {
  int before = -1;
  for (const lang::xlogo::Spec& spec : specs) {
    std::vector<int> matching;
    for (std::size_t i = 0; i < walk.visits.size(); ++i) {
      const auto item = items.find(walk.visits[i]);
      if (item != items.end() && fits(spec, item->second)) matching.push_back(static_cast<int>(i));
    }
    if (matching.size() != 1 || matching[0] <= before) return false;
    before = matching[0];
  }
  return true;
}

bool objective_holds(const lang::xlogo::Objective& objective, const Walk& walk) {
  const auto items = items_of(walk.world);
  if (objective.kind == lang::xlogo::ObjectiveKind::kConcat)
    return concat_holds(objective.specs, walk, items);
  const std::set<Spot> visited(walk.visits.begin(), walk.visits.end());
  int found = 0, failed = 0, left = 0, total = 0;
  for (const auto& [spot, item] : items) {
    const bool match = fits(objective.specs[0], item);
    if (!visited.contains(spot)) {
      if (match) ++left;
    } else if (match) {
      ++found;
      total += item.count;
    } else {
      ++failed;
    }
  }
  switch (objective.kind) {
    case lang::xlogo::ObjectiveKind::kFind:
      return found > 0;
    case lang::xlogo::ObjectiveKind::kForbid:
      return found == 0;
    case lang::xlogo::ObjectiveKind::kFindOnly:
      return found > 0 && failed == 0;
    case lang::xlogo::ObjectiveKind::kCollectAll:
      return found > 0 && left == 0;
    default:
      return total == objective.total;
  }
}

bool known_to_reference(const lang::xlogo::Item& item) {
  static const std::map<std::string, std::set<std::string>> colors{
      {"strawberry", {"red"}},
      {"lemon", {"yellow"}},
      {"triangle", {"red", "green", "blue"}},
      {"rectangle", {"red", "green", "blue"}},
      {"cross", {"red", "green", "blue"}},
      {"circle", {"red", "black", "blue", "green", "yellow", "white", "orange", "purple", "pink"}}};
  const std::string name(lang::xlogo::item_name(item.name));
  const auto entry = colors.find(name);
  const std::set<std::string> allowed =
      entry == colors.end() ? std::set<std::string>{"black"} : entry->second;
  const int most = name == "strawberry" ? 4 : 1;
  return allowed.contains(std::string(lang::xlogo::color_name(item.color))) && item.count <= most;
}

bool goal_holds(const lang::xlogo::Task& task, const Walk& walk, bool strict) {
  for (const lang::xlogo::Objective& objective : task.goal) {
    if (objective.kind != lang::xlogo::ObjectiveKind::kDraw) continue;
    std::map<Edge, std::string> picture;
    for (const lang::xlogo::Line& line : task.world.lines) {
      picture[Edge{{line.x1, line.y1}, {line.x2, line.y2}}] =
          std::string(lang::xlogo::color_name(line.color));
    }
    return picture == walk.drawing;
  }
  if (task.goal.empty()) return true;
  for (const lang::xlogo::Item& item : task.world.items) {
    if (strict && !known_to_reference(item)) return false;
  }
  bool forbids = true;
  bool last = true;
  for (const lang::xlogo::Objective& objective : task.goal) {
    const bool holds = objective_holds(objective, walk);
    if (objective.kind == lang::xlogo::ObjectiveKind::kForbid) {
      forbids = forbids && holds;
    } else {
      last = holds;
    }
  }
  return forbids && last;
}

bool goal_raises(const lang::xlogo::Task& task) {
  bool negated = false;
  bool two_clauses = false;
  for (const lang::xlogo::Objective& objective : task.goal) {
    if (objective.kind == lang::xlogo::ObjectiveKind::kDraw) return false;
    for (const lang::xlogo::Spec& spec : objective.specs) {
      if (objective.kind == lang::xlogo::ObjectiveKind::kFindOnly && spec.size() > 1)
        two_clauses = true;
      for (const lang::xlogo::Clause& clause : spec) {
        for (const lang::xlogo::Literal& literal : clause) negated = negated || literal.negated;
      }
    }
  }
  return negated || two_clauses;
}

std::vector<std::string> top_level(const lang::xlogo::Program& program) {
  std::vector<std::string> types;
  for (std::size_t i = 0; i < program.blocks.size(); i += 1 + program.blocks[i].body) {
    types.emplace_back(lang::xlogo::block_name(program.blocks[i].type));
  }
  return types;
}

/// Nothing where the reference raises.
std::optional<bool> set_holds(const lang::xlogo::ConstraintSet& set,
                              const lang::xlogo::Program& program, bool strict) {
  std::map<std::string, int> counts;
  for (const lang::xlogo::Block& block : program.blocks) {
    ++counts[std::string(lang::xlogo::block_name(block.type))];
    ++counts["all"];
  }
  bool holds = true;
  for (std::size_t i = 0; i < 7; ++i) {
    const std::string name = i < 6 ? std::string(lang::xlogo::kBlockNames[i]) : "all";
    const int used = counts[name];
    if (set.at_most[i] && used > *set.at_most[i]) holds = false;
    const bool skipped = strict && used == 0 && name != "all";
    if (set.exactly[i] && used != *set.exactly[i] && !skipped) holds = false;
  }
  std::vector<std::string> wanted;
  for (const lang::xlogo::BlockType type : set.start_by)
    wanted.emplace_back(lang::xlogo::block_name(type));
  std::vector<std::string> types = top_level(program);
  if (types.size() > wanted.size()) types.resize(wanted.size());
  const std::vector<std::string> beginning(
      wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(types.size()));
  if (strict && types == beginning && types.size() < wanted.size()) return std::nullopt;
  return holds && types == wanted;
}

}  // namespace

NaiveVerdict naive_judge(const lang::xlogo::Task& task, const lang::xlogo::Program& program,
                         bool strict) {
  const Spot start{task.world.turtle_x, task.world.turtle_y};
  Walk walk{.world = task.world,
            .at = start,
            .heading = static_cast<int>(task.world.heading),
            .visits = {start}};
  run(walk, program.blocks, 0, program.blocks.size());
  NaiveVerdict verdict{.crash = walk.crash, .calls = walk.calls};
  if (!verdict.crash.empty()) return verdict;
  std::optional<bool> constraints = true;
  if (!strict || task.constraints.size() == 1) {
    for (const lang::xlogo::ConstraintSet& set : task.constraints) {
      const auto holds = set_holds(set, program, strict);
      if (!holds) {
        constraints.reset();
        break;
      }
      if (!*holds) constraints = false;
    }
  }
  if (!constraints || (strict && goal_raises(task))) {
    verdict.raises = true;
    return verdict;
  }
  verdict.constraints = constraints;
  verdict.goal = goal_holds(task, walk, strict);
  return verdict;
}

}  // namespace papert::test
