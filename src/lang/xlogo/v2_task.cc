#include "lang/xlogo/v2_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "lang/xlogo/sentences.h"
#include "lang/xlogo/task_parts.h"
#include "lang/xlogo/transform.h"

namespace papert::lang::xlogo::v2 {
namespace {

constexpr int kMostCounted = 1'000'000;
constexpr std::size_t kMostSets = 64;
constexpr std::size_t kMostStart = 1000;

constexpr std::array<std::string_view, 11> kCallNames{
    "move_forward", "move_backward", "turn_left",          "turn_right", "for loop", "setpc",
    "if",           "while loop",    "call of a function", "function",   "command"};

bool is_python_call(std::size_t slot) {
  return slot < 6 && slot != static_cast<std::size_t>(BlockType::kRepeat);
}

std::string plural(std::size_t slot) {
  if (slot == static_cast<std::size_t>(BlockType::kCall)) return "calls of functions";
  return std::string(kCallNames[slot]) + "s";
}

Result<CountLimits> read_limits(const Json& json, std::string_view key, const Place& place) {
  CountLimits counts;
  const Json* const object = TRY(find_member(json, key, place));
  if (object == nullptr) return counts;
  const Place at = place.key(key);
  if (!object->is_object()) return at.expected("an object", *object);
  for (const auto& [name, value] : object->items()) {
    const auto found = std::find(kCountNames.begin(), kCountNames.end(), name);
    if (found == kCountNames.end()) {
      return at.fail(fmt::format("expected {}, found \"{}\"", fmt::join(kCountNames, ", "),
                                 shown(std::string_view(name))));
    }
    counts[static_cast<std::size_t>(found - kCountNames.begin())] =
        TRY(read_int(value, 0, kMostCounted, at.key(name)));
  }
  return counts;
}

Result<ConstraintSet> read_set(const Json& json, const Place& place) {
  ConstraintSet set;
  set.exactly = TRY(read_limits(json, "exactly", place));
  set.at_most = TRY(read_limits(json, "at_most", place));
  const Json* const start = TRY(find_member(json, "start_by", place));
  if (start == nullptr) return set;
  const Place at = place.key("start_by");
  const Json* const list = TRY(read_array(*start, kMostStart, at));
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string name = TRY(read_string((*list)[i], at.item(i)));
    const auto type = block_from_name(name);
    if (!type) return at.item(i).expected("the type of a block", (*list)[i]);
    set.start_by.push_back(*type);
  }
  return set;
}

Json limits_json(const CountLimits& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i]) json[std::string(kCountNames[i])] = *counts[i];
  }
  return json;
}

std::string limit_reason(std::size_t slot, std::size_t used, int limit, bool exact) {
  const std::string rule =
      exact ? fmt::format("exactly {} required", limit) : fmt::format("at most {} allowed", limit);
  if (slot == kCountAll) {
    return fmt::format("uses {} command{}, {}", used, used == 1 ? "" : "s", rule);
  }
  return fmt::format("uses {} {} time{}, {}", kCountNames[slot], used, used == 1 ? "" : "s", rule);
}

std::vector<BlockType> beginning(const Program& program, std::size_t count) {
  std::vector<BlockType> types;
  for (std::size_t at = 0; at < program.run.size() && types.size() < count;) {
    const Block& block = program.run[at];
    types.push_back(block.type);
    at += std::size_t{1} + block.body + block.otherwise;
  }
  return types;
}

std::string type_list(const std::vector<BlockType>& types) {
  std::vector<std::string_view> names;
  names.reserve(types.size());
  for (const BlockType type : types) names.push_back(block_name(type));
  return fmt::format("{}", fmt::join(names, ", "));
}

bool keeps_set(const ConstraintSet& set, const Program& program, const Counts& counts,
               std::string& why) {
  for (std::size_t slot = 0; slot < counts.size(); ++slot) {
    const auto most = set.at_most[slot];
    if (most && counts[slot] > static_cast<std::size_t>(*most)) {
      why = limit_reason(slot, counts[slot], *most, false);
      return false;
    }
    const auto exactly = set.exactly[slot];
    if (exactly && counts[slot] != static_cast<std::size_t>(*exactly)) {
      why = limit_reason(slot, counts[slot], *exactly, true);
      return false;
    }
  }
  const std::vector<BlockType> found = beginning(program, set.start_by.size());
  if (found == set.start_by) return true;
  why = fmt::format("must start with {}; {}", type_list(set.start_by),
                    found.empty() ? "it is empty" : "starts with " + type_list(found));
  return false;
}

std::string limit_sentence(std::size_t slot, std::string_view limit, int count) {
  if (is_python_call(slot)) {
    if (count == 0) return fmt::format("Do not use {}.", kCallNames[slot]);
    return fmt::format("Use {} {} {}.", kCallNames[slot], limit,
                       count == 1   ? "once"
                       : count == 2 ? "twice"
                                    : fmt::format("{} times", count));
  }
  if (count == 0) return fmt::format("Do not use any {}.", plural(slot));
  return fmt::format("Use {} {} {}.", limit, count,
                     count == 1 ? std::string(kCallNames[slot]) : plural(slot));
}

void append_limits(std::string& text, const CountLimits& counts, std::string_view limit) {
  for (std::size_t slot = 0; slot < counts.size(); ++slot) {
    if (counts[slot]) text += " " + limit_sentence(slot, limit, *counts[slot]);
  }
}

void swap_sides(ConstraintSet& set) {
  constexpr auto kLeft = static_cast<std::size_t>(BlockType::kLeft);
  constexpr auto kRight = static_cast<std::size_t>(BlockType::kRight);
  std::swap(set.exactly[kLeft], set.exactly[kRight]);
  std::swap(set.at_most[kLeft], set.at_most[kRight]);
  for (BlockType& type : set.start_by) {
    if (type == BlockType::kLeft) {
      type = BlockType::kRight;
    } else if (type == BlockType::kRight) {
      type = BlockType::kLeft;
    }
  }
}

/// What a picture leaves out of the key, but sensors see.
std::string items_key(const World& world) {
  std::string text;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      if (const Item* const item = world.item_at(x, y)) {
        text += fmt::format(";{},{} {} {}", x, y, static_cast<int>(item->name),
                            static_cast<int>(item->color));
      }
    }
  }
  return text;
}

std::string one_key(const Task& task) {
  std::string text = "v2 " + variant_key(task.site);
  if (task.site.draws()) text += items_key(task.site.world);
  for (const ConstraintSet& set : task.constraints) {
    if (set.empty()) continue;
    text += ";c";
    for (const CountLimits& counts : {set.exactly, set.at_most}) {
      for (const auto& count : counts) text += count ? fmt::format(",{}", *count) : ",";
    }
    text += "/" + type_list(set.start_by);
  }
  return text;
}

}  // namespace

Result<Constraints> read_rules(const Json& json, const Place& place) {
  Constraints constraints;
  if (json.is_object()) {
    constraints.push_back(TRY(read_set(json, place)));
    return constraints;
  }
  const Json* const list = TRY(read_array(json, kMostSets, place));
  for (std::size_t i = 0; i < list->size(); ++i) {
    constraints.push_back(TRY(read_set((*list)[i], place.item(i))));
  }
  return constraints;
}

Json to_json(const Constraints& constraints) {
  Json json = Json::array();
  for (const ConstraintSet& set : constraints) {
    Json entry = Json::object();
    if (set.exactly != CountLimits()) entry["exactly"] = limits_json(set.exactly);
    if (set.at_most != CountLimits()) entry["at_most"] = limits_json(set.at_most);
    if (!set.start_by.empty()) {
      Json& start = entry["start_by"] = Json::array();
      for (const BlockType type : set.start_by) start.push_back(block_name(type));
    }
    json.push_back(std::move(entry));
  }
  return json;
}

Result<Task> task_from_json(const Json& json, const std::string& where) {
  const Place place(where);
  TRY(expect_dialect(json, "v2", place));
  Task task;
  task.site = TRY(read_site(json, place));
  const Json* const constraints = TRY(need_member(json, "constraints", place));
  task.constraints = TRY(read_rules(*constraints, place.key("constraints")));
  const Json* const code = TRY(need_member(json, "code", place));
  task.solution = TRY(read_code(*code, place.key("code")));
  return task;
}

Json to_json(const Task& task) {
  Json json = xlogo::to_json(task.site);
  json["dialect"] = "v2";
  json["constraints"] = to_json(task.constraints);
  json["code"] = to_json(task.solution);
  return json;
}

bool keeps(const Constraints& constraints, const Program& program, std::string* why) {
  const Counts counts = facts(program).count;
  std::string reason;
  for (const ConstraintSet& set : constraints) {
    if (keeps_set(set, program, counts, reason)) continue;
    if (why != nullptr) *why = std::move(reason);
    return false;
  }
  return true;
}

std::optional<int> block_limit(const Constraints& constraints) {
  std::optional<int> limit;
  for (const ConstraintSet& set : constraints) {
    for (const auto& most : {set.at_most[kCountAll], set.exactly[kCountAll]}) {
      if (most) limit = std::min(*most, limit.value_or(*most));
    }
  }
  return limit;
}

std::string_view constraint_kind(const Constraints& constraints) {
  std::size_t parts = 0;
  std::string_view kind = "none";
  const auto part = [&](bool present, std::string_view name) {
    if (!present) return;
    kind = name;
    ++parts;
  };
  for (const ConstraintSet& set : constraints) {
    part(set.at_most != CountLimits(), "at most");
    part(set.exactly != CountLimits(), "exactly");
    part(!set.start_by.empty(), "start by");
  }
  return parts > 1 ? "hybrid" : kind;
}

std::string task_sentence(const Task& task) {
  std::string text = goal_sentence(task.site.goal, task.site.world);
  for (const ConstraintSet& set : task.constraints) {
    append_limits(text, set.exactly, "exactly");
    append_limits(text, set.at_most, "at most");
    if (set.start_by.empty()) continue;
    std::vector<std::string> calls;
    for (const BlockType type : set.start_by) {
      const auto slot = static_cast<std::size_t>(type);
      calls.push_back((is_python_call(slot) || type == BlockType::kIf ? "" : "a ") +
                      std::string(kCallNames[slot]));
    }
    text += fmt::format(" Start run() with {}.", fmt::join(calls, ", "));
  }
  return text;
}

Task transformed(const Task& task, int quarter_turns, bool mirror) {
  Task result = task;
  result.site.world = xlogo::transformed(task.site.world, quarter_turns, mirror);
  if (!mirror) return result;
  for (ConstraintSet& set : result.constraints) swap_sides(set);
  result.solution = mirrored(task.solution);
  return result;
}

std::string canonical_key(const Task& task) {
  std::string smallest;
  for (const bool mirror : {false, true}) {
    for (int turns = 0; turns < 4; ++turns) {
      std::string key = one_key(transformed(task, turns, mirror));
      if (smallest.empty() || key < smallest) smallest = std::move(key);
    }
  }
  return smallest;
}

std::optional<xlogo::Task> published(const Task& task) {
  xlogo::Task result = task.site;
  for (const ConstraintSet& set : task.constraints) {
    xlogo::ConstraintSet plain;
    for (std::size_t slot = 0; slot < kCountNames.size(); ++slot) {
      const bool known = slot < xlogo::kCountAll || slot == kCountAll;
      if (!known && set.exactly[slot].value_or(0) > 0) return std::nullopt;
      if (!known) continue;
      const std::size_t to = slot == kCountAll ? xlogo::kCountAll : slot;
      plain.exactly[to] = set.exactly[slot];
      plain.at_most[to] = set.at_most[slot];
    }
    for (const BlockType type : set.start_by) {
      if (type > BlockType::kSetPen) return std::nullopt;
      plain.start_by.push_back(static_cast<xlogo::BlockType>(type));
    }
    result.constraints.push_back(std::move(plain));
  }
  return result;
}

}  // namespace papert::lang::xlogo::v2
