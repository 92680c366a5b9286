// Layers from below: cells, forbidden cells, lines, items, walls, the way, the turtle, labels. The
// turtle shares a cell with an item by both becoming smaller and moving to opposite corners, so
// that neither hides the other. A wall that blocks only one way lies inside the cell that it keeps
// the turtle in; one that blocks both ways lies on the border.
#include "lang/xlogo/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "lang/xlogo/picture_path.h"
#include "lang/xlogo/picture_shapes.h"

namespace papert::lang::xlogo {
namespace {

constexpr std::array<Direction, 4> kDirections{Direction::kNorth, Direction::kEast,
                                               Direction::kSouth, Direction::kWest};
constexpr std::string_view kHatch =
    "M0 25L25 0M0 50L50 0M0 75L75 0M0 100L100 0M25 100L100 25M50 100L100 50M75 100L100 75";

struct Page {
  double label = 0;   // height of a coordinate
  double margin = 0;  // left and above, for the coordinates
  double edge = 0;    // right and below
  double width = 0;
  double height = 0;
};

/// Coordinates grow with the grid, so that they can be read in a picture of any size.
Page page_of(const World& world) {
  Page page;
  const int side = std::max(world.width, world.height);
  page.label = std::clamp(9.0 + 1.4 * side, 14.0, 45.0);
  page.margin = page.label * (side > 10 ? 2.4 : 1.8) + 6;
  page.edge = page.label * .7 + 6;
  page.width = page.margin + kCell * world.width + page.edge;
  page.height = page.margin + kCell * world.height + page.edge;
  return page;
}

bool forbidden(const Tile& tile) { return !tile.present || !tile.allowed; }

std::string cells_svg(const World& world) {
  std::string out;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      const Tile& tile = world.tile(x, y);
      const bool closed = forbidden(tile) || !tile.exists;
      out += fmt::format(
          "<path d='M{} {}h100v100h-100Z' fill='{}' stroke='#B0BEC5' stroke-width='2'/>", 100 * x,
          100 * y, closed ? "#DDE1E4" : "#FFFFFF");
      if (!closed) continue;
      const bool missing = !forbidden(tile);
      out += fmt::format(
          "<path transform='translate({} {})' d='{}' fill='none' stroke='#9AA7AE' "
          "stroke-width='{}' stroke-linecap='{}'/>",
          100 * x, 100 * y, missing ? kHatch : "M26 26 74 74M74 26 26 74", missing ? 3 : 8,
          missing ? "butt" : "round");
    }
  }
  return out;
}

/// A wall on one side of a cell, where `inset` is its distance from the border.
std::string wall_svg(int x, int y, Direction d, double inset) {
  const auto i = static_cast<std::size_t>(d);
  const double reach = kCell / 2 - inset;
  const double half = inset > 0 ? kCell / 2 - 12 : kCell / 2;
  const double cx = middle(x) + reach * kStepX[i];
  const double cy = middle(y) + reach * kStepY[i];
  const double dx = half * std::abs(kStepY[i]);
  const double dy = half * std::abs(kStepX[i]);
  return fmt::format("M{:g} {:g}L{:g} {:g}", cx - dx, cy - dy, cx + dx, cy + dy);
}

std::string walls_svg(const World& world) {
  std::string path;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      for (const Direction d : kDirections) {
        if (!world.tile(x, y).wall(d)) continue;
        const auto i = static_cast<std::size_t>(d);
        const int nx = x + kStepX[i];
        const int ny = y + kStepY[i];
        const bool one_way = world.inside(nx, ny) && !world.tile(nx, ny).wall(turned(d, 2));
        path += wall_svg(x, y, d, one_way ? 9 : 0);
      }
    }
  }
  if (path.empty()) return {};
  return fmt::format(
      "<path d='{}' fill='none' stroke='#4E342E' stroke-width='12' stroke-linecap='round'/>", path);
}

std::string count_svg(int count) {
  if (count == 1) return {};
  const std::string text = fmt::format("x{}", count);
  constexpr double kHeight = 17;
  const double width = label_width(text.size(), kHeight) + 14;
  return fmt::format(
             "<rect x='{:g}' y='15' width='{:g}' height='28' rx='9' fill='#FFFFFF' "
             "stroke='#546E7A' stroke-width='2'/>",
             41 - width, width) +
         label_svg(
             {.text = text, .x = 41 - width / 2, .y = 29, .height = kHeight, .color = "#263238"});
}

std::string items_svg(const World& world, const State& turtle) {
  std::string out;
  for (int y = 0; y < world.height; ++y) {
    for (int x = 0; x < world.width; ++x) {
      const Item* item = world.item_at(x, y);
      if (item == nullptr) continue;
      const bool shared = x == turtle.x && y == turtle.y;
      const std::string_view count_place = item->count == 1 ? "" : "translate(-5 -4)";
      out += fmt::format(
          "<g transform='translate({:g} {:g}) scale({})'><g transform='{}'>{}</g>{}</g>",
          middle(x) + (shared ? 22 : 0), middle(y) - (shared ? 22 : 0), shared ? .62 : 1.0,
          count_place, item_svg(item->name, item->color), count_svg(item->count));
    }
  }
  return out;
}

std::string turtle_at(const World& world, const State& turtle) {
  if (!world.inside(turtle.x, turtle.y)) return {};
  const bool shared = world.item_at(turtle.x, turtle.y) != nullptr;
  return fmt::format("<g transform='translate({:g} {:g}) rotate({}) scale({})'>{}</g>",
                     middle(turtle.x) - (shared ? 20 : 0), middle(turtle.y) + (shared ? 18 : 0),
                     90 * static_cast<int>(turtle.heading), shared ? .66 : .86, turtle_svg());
}

std::string coordinates_svg(const World& world, const Page& page) {
  std::string out;
  const auto append = [&](int number, double x, double y) {
    out += label_svg(
        {.text = std::to_string(number), .x = x, .y = y, .height = page.label, .color = "#90A4AE"});
  };
  const double beside = -page.margin / 2;
  for (int x = 0; x < world.width; ++x) append(x, middle(x), beside);
  for (int y = 0; y < world.height; ++y) append(y, beside, middle(y));
  return out;
}

State start_of(const World& world) {
  return {world.turtle_x, world.turtle_y, world.heading, std::nullopt};
}

std::string lines_svg(const World& world, const PictureOptions& options) {
  const Edges target = line_edges(world);
  if (options.path == nullptr || options.style == PathStyle::kArrows) return edges_svg(target);
  return "<g opacity='.25'>" + edges_svg(target) + "</g>" + edges_svg(drawn_edges(*options.path));
}

}  // namespace

std::string task_svg(const Task& task, const PictureOptions& options) {
  const World& world = task.world;
  const Page page = page_of(world);
  const State turtle = options.turtle.value_or(start_of(world));
  std::string out = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0:g} {1:g}' width='{0:g}' "
      "height='{1:g}'><path d='M0 0H{0:g}V{1:g}H0Z' fill='#FFFFFF'/>"
      "<g transform='translate({2:g} {2:g})'>",
      page.width, page.height, page.margin);
  out += coordinates_svg(world, page);
  out += cells_svg(world);
  out += fmt::format("<path d='M0 0H{0}V{1}H0Z' fill='none' stroke='#78909C' stroke-width='3'/>",
                     100 * world.width, 100 * world.height);
  out += lines_svg(world, options);
  out += walls_svg(world);
  out += items_svg(world, turtle);
  const bool arrows = options.path != nullptr && options.style == PathStyle::kArrows;
  out += turtle_at(world, turtle);
  if (arrows) out += arrows_svg(*options.path);
  if (options.path != nullptr) out += crash_svg(*options.path);
  return out + "</g></svg>\n";
}

PictureExtent extent_of(const World& world) {
  const Page page = page_of(world);
  return {page.width, page.height};
}

}  // namespace papert::lang::xlogo
