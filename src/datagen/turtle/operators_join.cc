// Operators that take from another program: its whole drawing beside or inside, or one of its
// helpers. Where none is given, or it has nothing that fits, a figure of ours serves.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "datagen/turtle/operation.h"

namespace papert::datagen::detail {
namespace {

constexpr std::string_view kFigures = R"(def triangle(t, size):
    for _ in range(3):
        t.forward(size)
        t.left(120)

def square(t, size):
    for _ in range(4):
        t.forward(size)
        t.left(90)

def hexagon(t, size):
    for _ in range(6):
        t.forward(size / 2)
        t.left(60)

def disc(t, size):
    t.circle(size / 2)

def star(t, size):
    for _ in range(5):
        t.forward(size)
        t.right(144)

def diamond(t, size):
    for _ in range(2):
        t.forward(size * 0.7)
        t.left(60)
        t.forward(size * 0.7)
        t.left(120)

def leaf(t, size):
    for _ in range(2):
        t.circle(size * 0.7, 90)
        t.left(90)

def half_moon(t, size):
    t.circle(size / 2, 180)
    t.left(90)
    t.forward(size)
    t.left(90)

def cross(t, size):
    for _ in range(4):
        t.forward(size / 3)
        t.right(90)
        t.forward(size / 3)
        t.left(90)
        t.forward(size / 3)
        t.left(90)
)";

/// The figures of ours, parsed once.
const std::vector<Statement>& figures() {
  static const std::vector<Statement> parsed = [] {
    auto program = turtle::parse_program(kFigures);
    return program ? std::move(program->statements) : std::vector<Statement>{};
  }();
  return parsed;
}

void rename(Statements& statements, const std::string& from, const std::string& to) {
  for (Statement& each : statements) {
    if (each.kind == Statement::Kind::kDef && each.text == from) each.text = to;
    for_each_expression(each, [&](Expression& part) {
      if (part.kind == Expression::Kind::kName && part.text == from) part.text = to;
    });
    rename(each.body, from, to);
    rename(each.orelse, from, to);
  }
}

/// Gives every function and name at the top of `guest` a name that `host` does not use.
void avoid_names(const Program& host, Program& guest) {
  std::vector<std::string> names;
  for (const Statement& each : guest.statements) {
    if (each.kind == Statement::Kind::kDef) names.push_back(each.text);
    if (each.kind == Statement::Kind::kAssign) names.push_back(each.targets[0].text);
  }
  for (const std::string& name : names) {
    if (name == "draw") continue;
    std::string other = name;
    for (int i = 2; uses_name(host, other) || (other != name && uses_name(guest, other)); ++i) {
      other = name + "_" + std::to_string(i);
    }
    if (other != name) rename(guest.statements, name, other);
  }
}

/// A program that draws one figure of ours.
Program figure_program(Random& random) {
  const Statement& figure = random.choice(figures());
  Program program;
  program.statements.push_back(figure);
  Statement draw;
  draw.kind = Statement::Kind::kDef;
  draw.text = "draw";
  draw.parameters.emplace_back("t");
  Statement drawn;
  drawn.kind = Statement::Kind::kCall;
  std::vector<Expression> arguments;
  arguments.push_back(word("t"));
  const auto size = static_cast<double>(random.randint(5, 11)) * 10;
  arguments.push_back(number(size));
  drawn.value.push_back(call(word(figure.text), std::move(arguments)));
  draw.body.push_back(std::move(drawn));
  program.statements.push_back(std::move(draw));
  return program;
}

struct Guest {
  Program program;
  scene::Bounds bounds;
  bool absolute = false;
};

std::optional<Guest> guest_of(Program program) {
  const auto parent = study_parent(program);
  if (!parent) return std::nullopt;
  const auto bounds = scene::painted_bounds(parent->trace.scene);
  if (!bounds) return std::nullopt;
  Guest guest;
  guest.bounds = *bounds;
  guest.absolute = std::any_of(parent->trace.effects.begin(), parent->trace.effects.end(),
                               [](const auto& each) { return each.second.absolute; });
  guest.program = std::move(program);
  return guest;
}

bool add_guest(Program& host, std::size_t draw, const Guest& guest, const scene::Point& place) {
  Program joined = guest.program;
  avoid_names(host, joined);
  const std::string part = free_name(host, "part");
  rename(joined.statements, "draw", part);
  Statement& function = host.statements[draw];
  const std::string turtle = function.parameters[0];
  function.body.push_back(method(turtle, "penup"));
  std::vector<Expression> coordinates;
  coordinates.push_back(number(std::round(place.x)));
  coordinates.push_back(number(std::round(place.y)));
  function.body.push_back(method(turtle, "goto", std::move(coordinates)));
  std::vector<Expression> heading;
  heading.push_back(number(0));
  function.body.push_back(method(turtle, "setheading", std::move(heading)));
  function.body.push_back(method(turtle, "pendown"));
  Statement drawn;
  drawn.kind = Statement::Kind::kCall;
  std::vector<Expression> arguments;
  arguments.push_back(word(turtle));
  drawn.value.push_back(call(word(part), std::move(arguments)));
  function.body.push_back(std::move(drawn));
  Statements imports;
  Statements added;
  for (Statement& each : joined.statements) {
    const bool import = each.kind == Statement::Kind::kImport;
    const bool known = import && std::find(host.statements.begin(), host.statements.end(), each) !=
                                     host.statements.end();
    if (!known) (import ? imports : added).push_back(std::move(each));
  }
  host.statements.insert(host.statements.begin() + static_cast<std::ptrdiff_t>(draw),
                         std::make_move_iterator(added.begin()),
                         std::make_move_iterator(added.end()));
  host.statements.insert(host.statements.begin(), std::make_move_iterator(imports.begin()),
                         std::make_move_iterator(imports.end()));
  return true;
}

/// Helpers that take a turtle and one length.
std::vector<const Statement*> sized_helpers(const Program& program) {
  std::vector<const Statement*> found;
  for (const Statement& each : program.statements) {
    const bool fits =
        each.kind == Statement::Kind::kDef && each.parameters.size() == 2 && each.text != "draw";
    if (fits && length_arguments(program, each) == std::vector<std::size_t>{1}) {
      found.push_back(&each);
    }
  }
  return found;
}

/// Whether a function needs nothing but its parameters and the counters of its loops.
bool stands_alone(const Program& program, const Statement& helper) {
  return std::none_of(
      program.statements.begin(), program.statements.end(), [&](const Statement& each) {
        const bool import = each.kind == Statement::Kind::kImport;
        return import ||
               (each.kind == Statement::Kind::kDef && !each.text.empty() &&
                mentions(helper, each.text)) ||
               (each.kind == Statement::Kind::kAssign && mentions(helper, each.targets[0].text));
      });
}

bool swap_helper(Program& program, std::size_t place, const Statement& figure) {
  Statement& old = program.statements[place];
  const std::string from = old.text;
  Statement other = figure;
  std::string to = figure.text;
  for (int i = 2; to != from && uses_name(program, to); ++i) {
    to = figure.text + "_" + std::to_string(i);
  }
  other.text = to;
  old = std::move(other);
  if (to != from) rename(program.statements, from, to);
  return true;
}

/// A shape that is written out becomes the call of a figure.
bool swap_site(Program& program, const Site& site, std::size_t draw, const Statement& figure) {
  const Statements& block = block_at(std::as_const(program), site.block);
  const Statement* shape = nullptr;
  for (std::size_t i = site.begin; i < site.end; ++i) {
    const std::string_view called = method_of(block[i]);
    if (called != "begin_fill" && called != "end_fill") shape = &block[i];
  }
  if (shape == nullptr || helper_of(program, *shape) != nullptr) return false;
  std::optional<Expression> size;
  const bool circle = method_of(*shape) == "circle";
  if (circle) size = shape->value[0].parts[1];
  for (const Statement& each : shape->body) {
    const bool straight = method_of(each) == "forward" || method_of(each) == "circle";
    if (!size && straight) size = each.value[0].parts[1];
  }
  if (!size) return false;
  if (circle) size = binary("*", *std::move(size), number(2));
  for (const Expression& target : shape->targets) {
    if (mentions(*size, target.text)) return false;
  }
  Statement function = figure;
  function.text = free_name(program, figure.text);
  std::vector<Expression> arguments;
  arguments.push_back(word(turtle_at(program, site.block)));
  arguments.push_back(*std::move(size));
  Statement drawn;
  drawn.kind = Statement::Kind::kCall;
  drawn.value.push_back(call(word(function.text), std::move(arguments)));
  Statements& changed = block_at(program, site.block);
  changed[static_cast<std::size_t>(shape - block.data())] = std::move(drawn);
  const std::size_t holder = std::min(draw, site.block.steps[0].statement);
  program.statements.insert(program.statements.begin() + static_cast<std::ptrdiff_t>(holder),
                            std::move(function));
  return true;
}

}  // namespace

std::optional<Program> combine(const Operation& operation) {
  std::optional<Guest> guest;
  if (operation.settings.other != nullptr) {
    const bool fits =
        line_count(*operation.settings.other) + line_count(operation.parent.program) + 5 <=
        kMostLines;
    if (fits) guest = guest_of(*operation.settings.other);
  }
  if (!guest) guest = guest_of(figure_program(operation.random));
  const auto host = scene::painted_bounds(operation.parent.trace.scene);
  if (!guest || !host) return std::nullopt;
  const std::size_t draw = operation.parent.draw;
  const scene::Bounds& other = guest->bounds;
  const scene::Point middle{host->center().x - other.center().x,
                            host->center().y - other.center().y};
  constexpr double kGap = 20;
  std::vector<scene::Point> places{{host->x1 + kGap - other.x0, host->y0 - other.y0},
                                   {host->x0 - kGap - other.x1, host->y0 - other.y0},
                                   {middle.x, host->y1 - other.y0},
                                   {middle.x, host->y0 - kGap - other.y1},
                                   middle};
  if (guest->absolute) places = {{0, 0}};
  std::vector<Attempt> attempts;
  attempts.reserve(places.size());
  for (const scene::Point& place : places) {
    attempts.emplace_back([&guest, draw, place](Program& program) {
      return add_guest(program, draw, *guest, place);
    });
  }
  return first_good(operation, std::move(attempts));
}

std::optional<Program> swap_shapes(const Operation& operation) {
  std::vector<const Statement*> offered;
  offered.reserve(figures().size());
  for (const Statement& figure : figures()) offered.push_back(&figure);
  if (operation.settings.other != nullptr) {
    for (const Statement* helper : sized_helpers(*operation.settings.other)) {
      if (stands_alone(*operation.settings.other, *helper)) offered.push_back(helper);
    }
  }
  const Program& program = operation.parent.program;
  std::vector<Attempt> attempts;
  for (const Statement* helper : sized_helpers(program)) {
    const auto place = static_cast<std::size_t>(helper - program.statements.data());
    for (int tries = 0; tries < 3; ++tries) {
      const Statement* figure = operation.random.choice(offered);
      attempts.emplace_back(
          [place, figure](Program& changed) { return swap_helper(changed, place, *figure); });
    }
  }
  const std::size_t draw = operation.parent.draw;
  for (const Site& site : operation.parent.sites) {
    if (site.whole || site.block.steps.empty()) continue;
    for (int tries = 0; tries < 2; ++tries) {
      const Statement* figure = operation.random.choice(offered);
      attempts.emplace_back([&site, draw, figure](Program& changed) {
        return swap_site(changed, site, draw, *figure);
      });
    }
  }
  return first_good(operation, std::move(attempts), 12);
}

}  // namespace papert::datagen::detail
