#include "datagen/turtle/operators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "datagen/turtle/operation.h"

namespace papert::datagen {
namespace {

constexpr std::array<std::string_view, 13> kChangeNames{
    "sides",   "rotate", "move", "scale",  "spiral", "edge_colour", "fill",
    "combine", "swap",   "drop", "mirror", "jitter", "simplify"};

constexpr std::array<detail::Operator, kChangeNames.size()> kOperators{
    detail::change_sides, detail::rotate,      detail::move,        detail::scale,
    detail::make_spiral,  detail::change_edge, detail::change_fill, detail::combine,
    detail::swap_shapes,  detail::drop,        detail::mirror,      detail::jitter,
    detail::simplify};

}  // namespace

std::span<const std::string_view> change_names() { return kChangeNames; }

std::optional<turtle::Program> apply_change(const Change& change, const turtle::Program& program,
                                            Random& random) {
  const auto name = std::find(kChangeNames.begin(), kChangeNames.end(), change.name);
  if (name == kChangeNames.end()) return std::nullopt;
  const auto parent = detail::study_parent(program);
  if (!parent) return std::nullopt;
  const detail::Operation operation{*parent, change.settings, random};
  return kOperators[static_cast<std::size_t>(name - kChangeNames.begin())](operation);
}

namespace detail {
namespace {

/// Where the drawing lies, if it is neither tiny nor a mere line.
std::optional<scene::Bounds> good_bounds(const Trace& trace) {
  constexpr double kSmallest = 42;
  constexpr double kThinnest = 14;
  const auto bounds = scene::painted_bounds(trace.scene);
  if (!bounds) return std::nullopt;
  const double longer = std::max(bounds->width(), bounds->height());
  const double shorter = std::min(bounds->width(), bounds->height());
  if (longer < kSmallest || shorter < kThinnest || longer > 2 * kHalfWindow) return std::nullopt;
  return bounds;
}

bool lies_within(const scene::Bounds& bounds) {
  return std::max({-bounds.x0, bounds.x1, -bounds.y0, bounds.y1}) <= kHalfWindow;
}

/// Only then can the start be moved.
bool draws_by_steps(const Trace& trace) {
  return std::none_of(trace.effects.begin(), trace.effects.end(),
                      [](const auto& each) { return each.second.absolute; });
}

bool is_good(const Parent& parent, Program& program) {
  if (line_count(program) > kMostLines || deepest_loops(program) > kDeepestLoops) return false;
  const Trace trace = trace_program(program);
  if (!trace.complete) return false;
  const auto bounds = good_bounds(trace);
  if (!bounds) return false;
  if (!lies_within(*bounds)) {
    if (!draws_by_steps(trace)) return false;
    const scene::Point middle = bounds->center();
    move_start(program, parent.draw + program.statements.size() - parent.program.statements.size(),
               {-std::round(middle.x / 10) * 10, -std::round(middle.y / 10) * 10});
    const Trace moved = trace_program(program);
    const auto again = moved.complete ? good_bounds(moved) : std::nullopt;
    if (!again || !lies_within(*again) || line_count(program) > kMostLines) return false;
  }
  return Look(trace.scene).is_unlike(parent.look);
}

std::size_t first_statement(const Statements& body) {
  std::size_t first = 0;
  while (first < body.size() && body[first].kind == Statement::Kind::kDocstring) ++first;
  return first;
}

}  // namespace

std::optional<Program> first_good(const Operation& operation, std::vector<Attempt> attempts,
                                  std::size_t most) {
  operation.random.shuffle(attempts);
  for (std::size_t i = 0; i < std::min(most, attempts.size()); ++i) {
    Program changed = operation.parent.program;
    if (attempts[i](changed) && is_good(operation.parent, changed)) return changed;
  }
  return std::nullopt;
}

void move_start(Program& program, std::size_t draw, const scene::Point& to) {
  Statement& function = program.statements[draw];
  const std::string& turtle = function.parameters[0];
  Statements start;
  start.push_back(method(turtle, "penup"));
  std::vector<Expression> place;
  place.push_back(number(to.x));
  place.push_back(number(to.y));
  start.push_back(method(turtle, "goto", std::move(place)));
  start.push_back(method(turtle, "pendown"));
  function.body.insert(
      function.body.begin() + static_cast<std::ptrdiff_t>(first_statement(function.body)),
      std::make_move_iterator(start.begin()), std::make_move_iterator(start.end()));
}

Program without_start(Program program) {
  for (Statement& each : program.statements) {
    if (each.kind != Statement::Kind::kDef || each.text != "draw") continue;
    const std::size_t first = first_statement(each.body);
    if (each.body.size() < first + 4 || method_of(each.body[first]) != "penup" ||
        method_of(each.body[first + 1]) != "goto" || method_of(each.body[first + 2]) != "pendown") {
      continue;
    }
    const Expression& place = each.body[first + 1].value[0];
    if (place.parts.size() != 3 || !literal(place.parts[1]) || !literal(place.parts[2])) continue;
    const auto at = each.body.begin() + static_cast<std::ptrdiff_t>(first);
    each.body.erase(at, at + 3);
  }
  return program;
}

std::string turtle_at(const Program& program, const BlockPath& path) {
  std::string name = "t";
  const Statements* block = &program.statements;
  for (const BlockPath::Step& step : path.steps) {
    const Statement& holder = (*block)[step.statement];
    const bool function = holder.kind == Statement::Kind::kDef && !holder.parameters.empty();
    if (function) name = holder.parameters[0];
    block = step.orelse ? &holder.orelse : &holder.body;
  }
  return name;
}

Statements cut(Program& program, const Site& site) {
  Statements& block = block_at(program, site.block);
  const auto begin = block.begin() + static_cast<std::ptrdiff_t>(site.begin);
  const auto end = block.begin() + static_cast<std::ptrdiff_t>(site.end);
  Statements statements(std::make_move_iterator(begin), std::make_move_iterator(end));
  block.erase(begin, end);
  return statements;
}

void paste(Program& program, const Site& site, Statements statements) {
  Statements& block = block_at(program, site.block);
  block.insert(block.begin() + static_cast<std::ptrdiff_t>(site.begin),
               std::make_move_iterator(statements.begin()),
               std::make_move_iterator(statements.end()));
}

void free_heading(Statements& statements) {
  for (Statement& each : statements) {
    if (method_of(each) == "setheading") each.value[0].parts[0].text = "left";
  }
}

bool is_last(const Program& program, const Site& site, std::size_t draw) {
  const bool in_draw = site.block.steps.size() == 1 && site.block.steps[0].statement == draw;
  return in_draw && site.end == block_at(program, site.block).size();
}

}  // namespace detail
}  // namespace papert::datagen
