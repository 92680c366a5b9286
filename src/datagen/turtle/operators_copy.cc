// Operators that copy: turned, moved, in other sizes, mirrored.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "datagen/turtle/operation.h"

namespace papert::datagen::detail {
namespace {

void append(Statements& to, Statements from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

Statement step(const std::string& turtle, std::string_view name, Expression amount) {
  std::vector<Expression> arguments;
  arguments.push_back(std::move(amount));
  return method(turtle, name, std::move(arguments));
}

/// Steps without a line.
Statements hop(const std::string& turtle, Statements steps, bool pen) {
  Statements hopped;
  if (pen) hopped.push_back(method(turtle, "penup"));
  append(hopped, std::move(steps));
  if (pen) hopped.push_back(method(turtle, "pendown"));
  return hopped;
}

Statements one_step(const std::string& turtle, std::string_view name, double length) {
  Statements steps;
  steps.push_back(step(turtle, name, number(length)));
  return steps;
}

/// Back to the origin, looking that way.
Statements from_home(const std::string& turtle, Expression x, Expression y, Expression heading) {
  Statements steps;
  std::vector<Expression> place;
  place.push_back(std::move(x));
  place.push_back(std::move(y));
  steps.push_back(method(turtle, "goto", std::move(place)));
  steps.push_back(step(turtle, "setheading", std::move(heading)));
  return hop(turtle, std::move(steps), true);
}

bool rotate_site(Program& program, const Site& site, double copies) {
  const std::string turtle = turtle_at(program, site.block);
  const std::string counter = free_name(program, "i");
  Statements body = cut(program, site);
  if (site.whole) free_heading(body);
  Statements loop;
  if (site.closed) {
    body.push_back(step(turtle, "left", binary("/", number(360), number(copies))));
    loop.push_back(repeat("_", number(copies), std::move(body)));
  } else {
    Expression heading = binary("/", binary("*", word(counter), number(360)), number(copies));
    Statements placed = from_home(turtle, number(0), number(0), std::move(heading));
    append(placed, std::move(body));
    loop.push_back(repeat(counter, number(copies), std::move(placed)));
  }
  paste(program, site, std::move(loop));
  return true;
}

/// How far apart copies stand.
double spacing(const Site& site, double gap) {
  const double size = std::max(site.ink.width(), site.ink.height());
  return std::max(10.0, std::ceil((size + gap) / 10) * 10);
}

struct Rows {
  double columns = 3;
  double rows = 1;
  double apart = 100;
};

bool move_whole(Program& program, const Site& site, const Rows& rows) {
  const std::string turtle = turtle_at(program, site.block);
  const std::string column = free_name(program, rows.rows > 1 ? "column" : "i");
  const std::string row = free_name(program, "row");
  Statements body = cut(program, site);
  Expression y = rows.rows > 1 ? binary("*", word(row), number(rows.apart)) : number(0);
  Statements placed =
      from_home(turtle, binary("*", word(column), number(rows.apart)), std::move(y), number(0));
  append(placed, std::move(body));
  Statements loop;
  loop.push_back(repeat(column, number(rows.columns), std::move(placed)));
  if (rows.rows > 1) {
    Statement outer = repeat(row, number(rows.rows), std::move(loop));
    loop.clear();
    loop.push_back(std::move(outer));
  }
  paste(program, site, std::move(loop));
  return true;
}

bool move_closed(Program& program, const Site& site, const Rows& rows, bool last) {
  const std::string turtle = turtle_at(program, site.block);
  const bool pen = site.start.pen;
  Statements body = cut(program, site);
  if (site.whole) free_heading(body);
  append(body, hop(turtle, one_step(turtle, "forward", rows.apart), pen));
  Statements result;
  result.push_back(repeat("_", number(rows.columns), std::move(body)));
  const double width = rows.columns * rows.apart;
  if (rows.rows > 1) {
    Statements up = one_step(turtle, "back", width);
    up.push_back(step(turtle, "left", number(90)));
    up.push_back(step(turtle, "forward", number(rows.apart)));
    up.push_back(step(turtle, "right", number(90)));
    append(result, hop(turtle, std::move(up), pen));
    Statement outer = repeat("_", number(rows.rows), std::move(result));
    result.clear();
    result.push_back(std::move(outer));
  }
  if (!last && rows.rows > 1) {
    Statements down;
    down.push_back(step(turtle, "right", number(90)));
    down.push_back(step(turtle, "forward", number(rows.rows * rows.apart)));
    down.push_back(step(turtle, "left", number(90)));
    append(result, hop(turtle, std::move(down), pen));
  } else if (!last) {
    append(result, hop(turtle, one_step(turtle, "back", width), pen));
  }
  paste(program, site, std::move(result));
  return true;
}

/// Multiplies what `factor` makes of each length.
bool multiply_lengths(const Program& program, Statements& statements,
                      const std::function<Expression(Expression)>& multiply) {
  bool any = false;
  for (Statement& each : statements) {
    if (each.kind == Statement::Kind::kCall) {
      Expression& value = each.value[0];
      std::vector<std::size_t> places;
      if (is_length(method_of(value))) places = {0};
      if (const Statement* helper = helper_of(program, each)) {
        places = length_arguments(program, *helper);
      }
      for (const std::size_t place : places) {
        if (place + 1 >= value.parts.size()) continue;
        value.parts[place + 1] = multiply(std::move(value.parts[place + 1]));
        any = true;
      }
    }
    any |= multiply_lengths(program, each.body, multiply);
    any |= multiply_lengths(program, each.orelse, multiply);
  }
  return any;
}

Statement over(const std::string& name, const std::vector<double>& values, Statements body) {
  Statement loop;
  loop.kind = Statement::Kind::kFor;
  loop.targets.push_back(word(name));
  Expression tuple;
  tuple.kind = Expression::Kind::kTuple;
  tuple.parts.reserve(values.size());
  for (const double value : values) tuple.parts.push_back(number(value));
  loop.value.push_back(std::move(tuple));
  loop.body = std::move(body);
  return loop;
}

bool scale_site(Program& program, const Site& site, const std::vector<double>& sizes) {
  const std::string turtle = turtle_at(program, site.block);
  const std::string name = free_name(program, "scale");
  const Program before = program;
  Statements body = cut(program, site);
  const auto multiply = [&](Expression length) {
    return binary("*", std::move(length), word(name));
  };
  if (!multiply_lengths(before, body, multiply)) return false;
  if (!site.closed) {
    Statements placed = from_home(turtle, number(0), number(0), number(0));
    append(placed, std::move(body));
    body = std::move(placed);
  }
  Statements loop;
  loop.push_back(over(name, sizes, std::move(body)));
  paste(program, site, std::move(loop));
  return true;
}

/// The site, and its mirror image on the other side of the turtle's way.
bool add_mirror_image(Program& program, const Site& site) {
  const std::string name = free_name(program, "side");
  const std::function<bool(Statements&)> flip = [&](Statements& statements) {
    for (Statement& each : statements) {
      if (helper_of(program, each) != nullptr) return false;
      const std::string_view called = method_of(each);
      if (is_turn(called) || called == "circle") {
        Expression& amount = each.value[0].parts[1];
        amount = binary("*", word(name), std::move(amount));
      }
      if (!flip(each.body) || !flip(each.orelse)) return false;
    }
    return true;
  };
  Statements body = cut(program, site);
  if (!flip(body)) return false;
  Statements loop;
  loop.push_back(over(name, {1, -1}, std::move(body)));
  paste(program, site, std::move(loop));
  return true;
}

}  // namespace

std::optional<Program> rotate(const Operation& operation) {
  constexpr std::array<double, 9> kCopies{2, 3, 4, 5, 6, 8, 9, 10, 12};
  const double drawn = operation.random.choice(kCopies);
  const double copies = operation.given(0).value_or(drawn);
  const auto attempts_for = [&](double count) {
    std::vector<Attempt> attempts;
    attempts.reserve(operation.parent.sites.size());
    for (const Site& site : operation.parent.sites) {
      attempts.emplace_back(
          [&site, count](Program& program) { return rotate_site(program, site, count); });
    }
    return attempts;
  };
  if (auto rotated = first_good(operation, attempts_for(copies))) return rotated;
  return first_good(operation, attempts_for(copies == 3 ? 5 : 3));
}

std::optional<Program> move(const Operation& operation) {
  constexpr std::array<double, 4> kColumns{2, 3, 4, 5};
  constexpr std::array<double, 4> kGaps{10, 20, 30, -20};
  const double drawn = operation.random.choice(kColumns);
  const double columns = operation.given(0).value_or(drawn);
  const bool grid = operation.random.randbelow(3) == 0;
  const double rows = operation.given(1).value_or(grid ? 2 : 1);
  const double gap = operation.random.choice(kGaps);
  const auto attempts_for = [&](double wide, double high) {
    std::vector<Attempt> attempts;
    attempts.reserve(operation.parent.sites.size());
    for (const Site& site : operation.parent.sites) {
      const bool last = is_last(operation.parent.program, site, operation.parent.draw);
      const Rows copies{wide, high, spacing(site, gap)};
      attempts.emplace_back([&site, copies, last](Program& program) {
        return site.closed ? move_closed(program, site, copies, last)
                           : move_whole(program, site, copies);
      });
    }
    return attempts;
  };
  if (auto moved = first_good(operation, attempts_for(columns, rows))) return moved;
  return first_good(operation, attempts_for(2, 1));
}

std::optional<Program> scale(const Operation& operation) {
  const std::vector<std::vector<double>> choices{
      {1, 0.5}, {1, 0.75, 0.5}, {1, 0.7, 0.4}, {1, 0.6}, {1, 0.8, 0.6, 0.4}, {1, 0.75, 0.5, 0.25}};
  std::vector<double> sizes = operation.random.choice(choices);
  if (operation.settings.numbers.size() > 1) sizes = operation.settings.numbers;
  std::vector<Attempt> attempts;
  attempts.reserve(operation.parent.sites.size());
  for (const Site& site : operation.parent.sites) {
    if (!site.closed && !site.whole) continue;
    attempts.emplace_back(
        [&site, sizes](Program& program) { return scale_site(program, site, sizes); });
  }
  return first_good(operation, std::move(attempts));
}

std::optional<Program> mirrored(Program program) {
  bool possible = true;
  const auto negate = [](Expression& amount) {
    Expression minus;
    minus.kind = Expression::Kind::kUnary;
    minus.text = "-";
    const bool negative = amount.kind == Expression::Kind::kUnary && amount.text == "-";
    if (negative) {
      Expression inside = std::move(amount.parts[0]);
      amount = std::move(inside);
      return;
    }
    minus.parts.push_back(std::move(amount));
    amount = std::move(minus);
  };
  for_each_statement(program, [&](Statement& each, int) {
    const std::string_view called = method_of(each);
    if (called.empty()) return;
    Expression& value = each.value[0];
    if (is_turn(called)) {
      value.parts[0].text = called == "left" ? "right" : "left";
    } else if (called == "goto") {
      if (value.parts.size() == 3) negate(value.parts[2]);
      possible = possible && value.parts.size() == 3;
    } else if (called == "circle" || called == "setheading" || called == "sety") {
      if (value.parts.size() > 1) negate(value.parts[1]);
    }
  });
  if (!possible) return std::nullopt;
  return program;
}

std::optional<Program> mirror(const Operation& operation) {
  std::vector<Attempt> attempts;
  attempts.emplace_back([](Program& program) {
    auto other = mirrored(program);
    if (!other) return false;
    program = *std::move(other);
    return true;
  });
  for (const Site& site : operation.parent.sites) {
    if (!site.closed || site.whole) continue;
    attempts.emplace_back([&site](Program& program) { return add_mirror_image(program, site); });
  }
  return first_good(operation, std::move(attempts));
}

}  // namespace papert::datagen::detail
