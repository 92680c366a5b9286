// Reads a world. The tiles come first: they give the size, and everything else must lie on it. A
// line may cross several tiles in a file ("from (0,1) to (2,1)"); a world has it as pieces between
// neighbours, of which the last on an edge counts.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "lang/xlogo/json_place.h"
#include "lang/xlogo/task.h"
#include "lang/xlogo/task_parts.h"

namespace papert::lang::xlogo {
namespace {

constexpr int kMaxItemCount = 1000;

Result<std::uint8_t> read_walls(const Json& tile, const Place& place) {
  const Json* const walls = TRY(find_member(tile, "walls", place));
  unsigned bits = 0;
  if (walls == nullptr) return std::uint8_t{0};
  for (std::size_t d = 0; d < kWallNames.size(); ++d) {
    const Json* const wall = TRY(find_member(*walls, kWallNames[d], place.key("walls")));
    if (wall == nullptr) continue;
    const bool is_wall = TRY(read_bool(*wall, place.key("walls").key(kWallNames[d])));
    bits |= unsigned{is_wall} << d;
  }
  return static_cast<std::uint8_t>(bits);
}

Result<Tile> read_tile(const Json& json, const Place& place) {
  Tile tile{.present = true};
  const Json* const allowed = TRY(need_member(json, "allowed", place));
  tile.allowed = TRY(read_bool(*allowed, place.key("allowed")));
  const Json* const exist = TRY(find_member(json, "exist", place));
  if (exist != nullptr) tile.exists = TRY(read_bool(*exist, place.key("exist")));
  tile.walls = TRY(read_walls(json, place));
  return tile;
}

Result<void> read_tiles(const Json& json, const Place& place, World& world) {
  const Json* const tiles =
      TRY(read_array(json, static_cast<std::size_t>(kMaxSide) * kMaxSide, place));
  if (tiles->empty()) return place.fail("a world needs at least one tile");
  for (std::size_t i = 0; i < tiles->size(); ++i) {
    const Place at = place.item(i);
    const int x = TRY(int_member((*tiles)[i], "x", 0, kMaxSide - 1, at));
    const int y = TRY(int_member((*tiles)[i], "y", 0, kMaxSide - 1, at));
    world.width = std::max(world.width, x + 1);
    world.height = std::max(world.height, y + 1);
  }
  world.tiles.resize(static_cast<std::size_t>(world.width * world.height));
  for (std::size_t i = 0; i < tiles->size(); ++i) {
    const Json& entry = (*tiles)[i];
    Tile& tile = world.tile(entry["x"].get<int>(), entry["y"].get<int>());
    if (tile.present) {
      return place.item(i).fail(fmt::format("the tile ({},{}) is listed twice",
                                            entry["x"].get<int>(), entry["y"].get<int>()));
    }
    tile = TRY(read_tile(entry, place.item(i)));
  }
  return {};
}

Result<Item> read_item(const Json& json, const World& world, const Place& place) {
  Item item;
  item.x = TRY(int_member(json, "x", 0, world.width - 1, place));
  item.y = TRY(int_member(json, "y", 0, world.height - 1, place));
  const Json* const name = TRY(need_member(json, "name", place));
  const std::string text = TRY(read_string(*name, place.key("name")));
  const auto known = item_from_name(text);
  if (!known) {
    return place.key("name").expected(
        "strawberry, lemon, triangle, rectangle, cross, circle or a capital letter", *name);
  }
  item.name = *known;
  const Json* const color = TRY(need_member(json, "color", place));
  item.color = TRY(read_color(*color, place.key("color")));
  const Json* const count = TRY(find_member(json, "count", place));
  if (count != nullptr) item.count = TRY(read_int(*count, 1, kMaxItemCount, place.key("count")));
  return item;
}

Result<void> read_items(const Json* json, const Place& place, World& world) {
  if (json == nullptr) return {};
  const Json* const items = TRY(read_array(*json, kMaxItems, place));
  for (std::size_t i = 0; i < items->size(); ++i) {
    world.items.push_back(TRY(read_item((*items)[i], world, place.item(i))));
  }
  return {};
}

bool same_edge(const Line& a, const Line& b) {
  return std::minmax(std::pair(a.x1, a.y1), std::pair(a.x2, a.y2)) ==
         std::minmax(std::pair(b.x1, b.y1), std::pair(b.x2, b.y2));
}

/// The pieces of a straight line, each replacing what lay on its edge.
void add_line(const Line& line, World& world) {
  const int dx = (line.x2 > line.x1) - (line.x2 < line.x1);
  const int dy = (line.y2 > line.y1) - (line.y2 < line.y1);
  for (int x = line.x1, y = line.y1; x != line.x2 || y != line.y2; x += dx, y += dy) {
    const Line piece{x, y, x + dx, y + dy, line.color};
    const auto old = std::find_if(world.lines.begin(), world.lines.end(),
                                  [&](const Line& other) { return same_edge(other, piece); });
    if (old == world.lines.end()) {
      world.lines.push_back(piece);
    } else {
      *old = piece;
    }
  }
}

Result<void> read_lines(const Json* json, const Place& place, World& world) {
  if (json == nullptr) return {};
  const Json* const lines = TRY(read_array(*json, kMaxLines, place));
  for (std::size_t i = 0; i < lines->size(); ++i) {
    add_line(TRY(read_line((*lines)[i], world.width, world.height, place.item(i))), world);
  }
  return {};
}

Result<void> read_turtle(const Json& json, const Place& place, World& world) {
  world.turtle_x = TRY(int_member(json, "x", 0, world.width - 1, place));
  world.turtle_y = TRY(int_member(json, "y", 0, world.height - 1, place));
  world.heading = static_cast<Direction>(TRY(int_member(json, "direction", 0, 3, place)));
  return {};
}

}  // namespace

Result<Line> read_line(const Json& json, int width, int height, const Place& place) {
  Line line;
  line.x1 = TRY(int_member(json, "x1", 0, width - 1, place));
  line.y1 = TRY(int_member(json, "y1", 0, height - 1, place));
  line.x2 = TRY(int_member(json, "x2", 0, width - 1, place));
  line.y2 = TRY(int_member(json, "y2", 0, height - 1, place));
  if ((line.x1 == line.x2) == (line.y1 == line.y2)) {
    return place.fail(
        fmt::format("a line goes along a row or a column, not from ({},{}) to ({},{})", line.x1,
                    line.y1, line.x2, line.y2));
  }
  const Json* const color = TRY(need_member(json, "color", place));
  const std::string hex = TRY(read_string(*color, place.key("color")));
  const auto known = color_from_hex(hex);
  if (!known || static_cast<std::size_t>(*known) >= kPenColors) {
    return place.key("color").expected(
        "a pen colour (#D60000, #000000, #0D47A1, #009624, #FFD600 or #FFFFFF)", *color);
  }
  line.color = *known;
  return line;
}

Result<World> read_world(const Json& json, const Place& place) {
  World world;
  const Json* const tiles = TRY(need_member(json, "tiles", place));
  TRY(read_tiles(*tiles, place.key("tiles"), world));
  const Json* const turtle = TRY(need_member(json, "turtle", place));
  TRY(read_turtle(*turtle, place.key("turtle"), world));
  TRY(read_items(TRY(find_member(json, "items", place)), place.key("items"), world));
  TRY(read_lines(TRY(find_member(json, "lines", place)), place.key("lines"), world));
  return world;
}

Result<World> world_from_json(const Json& json, const std::string& where) {
  return read_world(json, Place(where));
}

}  // namespace papert::lang::xlogo
