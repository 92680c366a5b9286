// A task as a whole, read and written.

#include <fmt/format.h>

#include <utility>

#include "lang/xlogo/task_parts.h"

namespace papert::lang::xlogo {
namespace {

Json line_json(const Line& line) {
  return Json{{"x1", line.x1},
              {"y1", line.y1},
              {"x2", line.x2},
              {"y2", line.y2},
              {"color", kColors[static_cast<std::size_t>(line.color)].hex}};
}

Json tile_json(int x, int y, const Tile& tile) {
  Json walls = Json::object();
  for (std::size_t d = 0; d < kWallNames.size(); ++d) {
    if (tile.wall(static_cast<Direction>(d))) walls[std::string(kWallNames[d])] = true;
  }
  Json json{{"x", x}, {"y", y}, {"allowed", tile.allowed}, {"walls", std::move(walls)}};
  if (!tile.exists) json["exist"] = false;
  return json;
}

Json spec_json(const Spec& spec) {
  Json clauses = Json::array();
  for (const Clause& clause : spec) {
    Json literals = Json::array();
    for (const Literal& literal : clause) {
      Json entry = Json::object();
      if (literal.name) entry["name"] = item_name(*literal.name);
      if (literal.color) entry["color"] = color_name(*literal.color);
      entry["neg"] = literal.negated ? 1 : 0;
      literals.push_back(std::move(entry));
    }
    clauses.push_back(std::move(literals));
  }
  return clauses;
}

/// The picture as the one spec of a draw objective: a clause for every line.
Json picture_json(const World& world) {
  Json clauses = Json::array();
  for (const Line& line : world.lines) {
    Json clause = Json::array();
    clause.push_back(line_json(line));
    clauses.push_back(std::move(clause));
  }
  return clauses;
}

Json counts_json(const BlockCounts& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (!counts[i]) continue;
    json[i == kCountAll ? "all" : std::string(kBlockNames[i])] = *counts[i];
  }
  return json;
}

Json set_json(const ConstraintSet& set) {
  Json json = Json::object();
  if (set.exactly != BlockCounts()) json["exactly"] = counts_json(set.exactly);
  if (set.at_most != BlockCounts()) json["at_most"] = counts_json(set.at_most);
  if (set.start_by.empty()) return json;
  Json start = Json::array();
  for (const BlockType type : set.start_by) start.push_back(block_name(type));
  json["start_by"] = std::move(start);
  return json;
}

}  // namespace

Result<void> expect_dialect(const Json& json, std::string_view dialect, const Place& place) {
  const Json* const found = TRY(find_member(json, "dialect", place));
  std::string own = "v1";
  if (found != nullptr) own = TRY(read_string(*found, place.key("dialect")));
  if (own == dialect) return {};
  return place.key("dialect").fail(
      fmt::format("a task of dialect {}; here only those of dialect {} can be used",
                  shown(std::string_view(own)), dialect));
}

Result<Task> read_site(const Json& json, const Place& place) {
  Task task;
  const Json* const id = TRY(need_member(json, "id", place));
  task.id = TRY(read_string(*id, place.key("id")));
  if (task.id.empty()) return place.key("id").fail("the id is empty");
  const Json* const world = TRY(need_member(json, "world", place));
  task.world = TRY(read_world(*world, place.key("world")));
  const Json* const goal = TRY(need_member(json, "goal", place));
  task.goal = TRY(read_goal(*goal, place.key("goal")));
  const Json* const description = TRY(find_member(json, "description", place));
  if (description != nullptr && !description->is_null()) {
    task.description = TRY(read_string(*description, place.key("description")));
  }
  return task;
}

Result<Task> task_from_json(const Json& json, const std::string& where) {
  const Place place(where);
  TRY(expect_dialect(json, "v1", place));
  Task task = TRY(read_site(json, place));
  const Json* const constraints = TRY(need_member(json, "constraints", place));
  task.constraints = TRY(read_constraints(*constraints, place.key("constraints")));
  const Json* const code = TRY(need_member(json, "code", place));
  task.solution = TRY(read_program(*code, place.key("code")));
  return task;
}
Json to_json(const World& world) {
  Json json;
  json["turtle"] = {
      {"x", world.turtle_x}, {"y", world.turtle_y}, {"direction", static_cast<int>(world.heading)}};
  Json& tiles = json["tiles"] = Json::array();
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      const Tile& tile = world.tile(x, y);
      if (tile.present) tiles.push_back(tile_json(x, y, tile));
    }
  }
  Json& items = json["items"] = Json::array();
  for (const Item& item : world.items) {
    items.push_back(Json{{"x", item.x},
                         {"y", item.y},
                         {"name", item_name(item.name)},
                         {"color", color_name(item.color)},
                         {"count", item.count}});
  }
  Json& lines = json["lines"] = Json::array();
  for (const Line& line : world.lines) lines.push_back(line_json(line));
  return json;
}

Json to_json(const Goal& goal, const World& world) {
  Json json = Json::array();
  for (const Objective& objective : goal) {
    Json specs = Json::array();
    for (const Spec& spec : objective.specs) specs.push_back(spec_json(spec));
    if (objective.kind == ObjectiveKind::kDraw) {
      specs = Json::array();
      specs.push_back(picture_json(world));
    }
    Json entry = Json::object();
    entry["name"] = kObjectiveNames[static_cast<std::size_t>(objective.kind)];
    entry["specs"] = std::move(specs);
    if (objective.kind == ObjectiveKind::kSum) entry["total_cnt"] = objective.total;
    json.push_back(std::move(entry));
  }
  return json;
}

Json to_json(const Constraints& constraints) {
  Json json = Json::array();
  for (const ConstraintSet& set : constraints) json.push_back(set_json(set));
  return json;
}

Json to_json(const Task& task) {
  Json json = Json::object();
  json["id"] = task.id;
  json["world"] = to_json(task.world);
  if (!task.description.empty()) json["description"] = task.description;
  json["goal"] = to_json(task.goal, task.world);
  json["constraints"] = to_json(task.constraints);
  json["code"] = to_json(task.solution);
  return json;
}

}  // namespace papert::lang::xlogo
