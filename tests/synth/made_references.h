// Reference tasks of our own making, one for each kind of goal, and naive helpers for the tests of
// synthesised tasks.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/xlogo/task.h"
#include "support/xlogo_tasks.h"

namespace papert::test {

inline lang::xlogo::Spec colored_shape(lang::xlogo::Color color, lang::xlogo::ItemName name) {
  return {{lang::xlogo::Literal{.color = color}}, {lang::xlogo::Literal{.name = name}}};
}

inline lang::xlogo::Task reference_of(std::string id, int x, int y, std::string_view code) {
  lang::xlogo::Task task = empty_task(3, 3, x, y);
  task.id = std::move(id);
  task.solution = dsl(code);
  return task;
}

inline void put(lang::xlogo::Task& task, int x, int y, lang::xlogo::ItemName name,
                lang::xlogo::Color color, int count = 1) {
  task.world.items.push_back({x, y, name, color, count});
}

/// Forbids a cell and fences it.
inline void close(lang::xlogo::Task& task, int x, int y) {
  task.world.tile(x, y).allowed = false;
  for (std::size_t d = 0; d < 4; ++d) {
    const int to_x = x + lang::xlogo::kStepX[d];
    const int to_y = y + lang::xlogo::kStepY[d];
    if (!task.world.inside(to_x, to_y)) continue;
    const auto set = [](std::uint8_t& walls, std::size_t at, bool wall) {
      const unsigned bit = 1U << at;
      walls = static_cast<std::uint8_t>(wall ? walls | bit : walls & ~bit);
    };
    const bool wall = task.world.tile(to_x, to_y).allowed;
    set(task.world.tile(x, y).walls, d, wall);
    set(task.world.tile(to_x, to_y).walls, d ^ 2U, wall);
  }
}

/// Between two cells; directions as in kStepX.
inline void add_wall(lang::xlogo::Task& task, int x, int y, std::size_t direction) {
  const int to_x = x + lang::xlogo::kStepX[direction];
  const int to_y = y + lang::xlogo::kStepY[direction];
  const auto add = [](std::uint8_t& walls, std::size_t at) {
    walls = static_cast<std::uint8_t>(walls | 1U << at);
  };
  add(task.world.tile(x, y).walls, direction);
  add(task.world.tile(to_x, to_y).walls, direction ^ 2U);
}

/// A strawberry where the program ends.
inline lang::xlogo::Task strawberry_reference(std::string id, std::string_view code, int x, int y,
                                              int to_x, int to_y) {
  lang::xlogo::Task task = reference_of(std::move(id), x, y, code);
  put(task, to_x, to_y, lang::xlogo::ItemName::kStrawberry, lang::xlogo::Color::kRed);
  task.goal = {find(lang::xlogo::ItemName::kStrawberry)};
  return task;
}

/// All bk bk, between two forbidden columns.
inline lang::xlogo::Task corridor_reference() {
  lang::xlogo::Task task = strawberry_reference("corridor", "bk bk", 1, 0, 1, 2);
  for (int y = 0; y < 3; ++y) {
    close(task, 0, y);
    close(task, 2, y);
  }
  task.constraints.resize(1);
  task.constraints.front().at_most[lang::xlogo::kCountAll] = 2;
  return task;
}

/// Eight circles, each of another colour, about the turtle.
inline lang::xlogo::Task circles_reference(std::string id, std::string_view code) {
  using lang::xlogo::Color;
  lang::xlogo::Task task = reference_of(std::move(id), 0, 2, code);
  const std::vector<Color> colors{Color::kRed,    Color::kBlack,  Color::kBlue,   Color::kGreen,
                                  Color::kYellow, Color::kOrange, Color::kPurple, Color::kPink};
  std::size_t next = 0;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x) {
      if (x == 0 && y == 2) continue;
      put(task, x, y, lang::xlogo::ItemName::kCircle, colors[next++]);
    }
  }
  return task;
}

/// Eight shapes in three colours.
inline lang::xlogo::Task shapes_reference(std::string id, std::string_view code) {
  using lang::xlogo::Color;
  using lang::xlogo::ItemName;
  lang::xlogo::Task task = reference_of(std::move(id), 0, 2, code);
  const std::vector<std::pair<ItemName, Color>> things{
      {ItemName::kTriangle, Color::kRed},    {ItemName::kCross, Color::kGreen},
      {ItemName::kCircle, Color::kBlue},     {ItemName::kRectangle, Color::kRed},
      {ItemName::kTriangle, Color::kGreen},  {ItemName::kCross, Color::kBlue},
      {ItemName::kRectangle, Color::kGreen}, {ItemName::kTriangle, Color::kBlue}};
  std::size_t next = 0;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x) {
      if (x == 0 && y == 2) continue;
      put(task, x, y, things[next].first, things[next].second);
      ++next;
    }
  }
  return task;
}

inline lang::xlogo::Task sum_reference() {
  lang::xlogo::Task task = reference_of("sum", 1, 2, "fd fd lt fd");
  for (int i = 0; i < 4; ++i) {
    put(task, i % 3, i / 3, lang::xlogo::ItemName::kStrawberry, lang::xlogo::Color::kRed, i + 1);
  }
  task.goal = {{.kind = lang::xlogo::ObjectiveKind::kSum,
                .specs = {{{lang::xlogo::Literal{.name = lang::xlogo::ItemName::kStrawberry}}}},
                .total = 3}};
  return task;
}

inline lang::xlogo::Task picture_reference(std::string id, std::string_view code) {
  lang::xlogo::Task task = reference_of(std::move(id), 0, 2, code);
  task.goal = {{.kind = lang::xlogo::ObjectiveKind::kDraw}};
  return task;
}

inline std::vector<lang::xlogo::Task> references() {
  using lang::xlogo::Color;
  using lang::xlogo::ItemName;
  using lang::xlogo::ObjectiveKind;
  std::vector<lang::xlogo::Task> tasks{strawberry_reference("step", "fd", 1, 1, 1, 0),
                                       strawberry_reference("turn", "rt fd", 1, 1, 2, 1),
                                       corridor_reference(), sum_reference()};
  tasks.push_back(strawberry_reference("start", "fd lt fd fd", 2, 2, 0, 1));
  tasks.back().constraints.resize(1);
  tasks.back().constraints.front().start_by = {lang::xlogo::BlockType::kForward};
  tasks.push_back(strawberry_reference("count", "rt fd lt fd", 0, 2, 1, 1));
  tasks.back().constraints.resize(1);
  tasks.back().constraints.front().exactly[static_cast<std::size_t>(
      lang::xlogo::BlockType::kLeft)] = 1;
  tasks.push_back(strawberry_reference("loop", "repeat 2 [ fd ] rt fd", 0, 2, 1, 0));
  tasks.push_back(circles_reference("circle", "fd rt fd fd"));
  tasks.back().goal = {
      {.kind = ObjectiveKind::kFind, .specs = {colored_shape(Color::kGreen, ItemName::kCircle)}}};
  tasks.push_back(circles_reference("circles", "fd rt fd fd"));
  tasks.back().goal = {{.kind = ObjectiveKind::kConcat,
                        .specs = {colored_shape(Color::kGreen, ItemName::kCircle),
                                  colored_shape(Color::kPink, ItemName::kCircle)}}};
  tasks.push_back(shapes_reference("without", "rt fd fd lt fd"));
  tasks.back().goal = {
      {.kind = ObjectiveKind::kFind, .specs = {colored_shape(Color::kBlue, ItemName::kTriangle)}},
      {.kind = ObjectiveKind::kForbid, .specs = {{{lang::xlogo::Literal{.color = Color::kRed}}}}}};
  tasks.push_back(shapes_reference("all", "fd bk rt fd fd lt fd"));
  tasks.back().goal = {{.kind = ObjectiveKind::kCollectAll,
                        .specs = {{{lang::xlogo::Literal{.color = Color::kBlue}}}}}};
  tasks.push_back(picture_reference("square", "repeat 4 [ fd rt ]"));
  tasks.push_back(picture_reference("pens", "setpc red fd rt setpc blue fd"));
  return tasks;
}

}  // namespace papert::test
