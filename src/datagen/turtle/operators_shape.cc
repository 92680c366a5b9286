// Operators that change what is drawn itself: spirals, one number, a part less, a loop less.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "datagen/turtle/operation.h"

namespace papert::datagen::detail {
namespace {

/// Every for-loop over range(count) of the program, in order.
std::vector<Statement*> counted_loops(Program& program) {
  std::vector<Statement*> loops;
  for_each_statement(program, [&](Statement& each, int) {
    if (range_count(each) != nullptr) loops.push_back(&each);
  });
  return loops;
}

/// Lengths of a round: of its own steps, and sizes it gives to helpers.
std::vector<Expression*> lengths_of_round(const Program& program, Statement& loop) {
  std::vector<Expression*> lengths;
  for (Statement& each : loop.body) {
    if (each.kind != Statement::Kind::kCall) continue;
    Expression& value = each.value[0];
    const std::string_view called = method_of(value);
    const bool own = called == "forward" || called == "circle";
    if (own && value.parts.size() > 1) lengths.push_back(&value.parts[1]);
    const Statement* helper = helper_of(program, each);
    if (helper == nullptr) continue;
    for (const std::size_t place : length_arguments(program, *helper)) {
      if (place + 1 < value.parts.size()) lengths.push_back(&value.parts[place + 1]);
    }
  }
  return lengths;
}

bool has_turn(const Statement& loop) {
  return std::any_of(loop.body.begin(), loop.body.end(), [](const Statement& each) {
    const bool arc = method_of(each) == "circle" && each.value[0].parts.size() == 3;
    return is_turn(method_of(each)) || arc;
  });
}

bool make_one_spiral(Program& program, std::size_t place) {
  const std::vector<Statement*> loops = counted_loops(program);
  if (place >= loops.size() || !has_turn(*loops[place])) return false;
  Statement& loop = *loops[place];
  const std::string old = loop.targets[0].text;
  const bool used = std::any_of(loop.body.begin(), loop.body.end(),
                                [&](const Statement& each) { return mentions(each, old); });
  const Program before = program;
  const std::vector<Expression*> lengths = lengths_of_round(before, loop);
  if (used || lengths.empty()) return false;
  const bool polygon = std::none_of(loop.body.begin(), loop.body.end(), [&](const Statement& each) {
    return helper_of(before, each) != nullptr || each.kind == Statement::Kind::kFor;
  });
  const std::string counter = free_name(program, "i");
  Expression* count = range_count(loop);
  const auto rounds = literal(*count);
  if (rounds && polygon) *count = number(std::clamp(*rounds * 4, 12.0, 36.0));
  if (rounds && !polygon) *count = number(std::max(*rounds, 8.0));
  if (!rounds && polygon) *count = binary("*", std::move(*count), number(3));
  loop.targets[0].text = counter;
  for (Expression* length : lengths) {
    Expression grown = binary("*", std::move(*length), binary("+", word(counter), number(1)));
    *length = binary("/", std::move(grown), *count);
  }
  return true;
}

enum class NumberKind { kAngle, kCount, kLength, kShare };

struct NumberSite {
  Expression* node = nullptr;
  NumberKind kind = NumberKind::kLength;
};

class NumberFinder {
 public:
  explicit NumberFinder(Program& program) : program_(program) {
    for (const CountLink& link : count_links(program)) {
      taken_.insert(taken_.end(), link.counts.begin(), link.counts.end());
      if (link.turn != nullptr) taken_.push_back(link.turn);
    }
  }

  std::vector<NumberSite> find() {
    for_each_statement(program_, [&](Statement& each, int) { statement(each); });
    return std::move(sites_);
  }

 private:
  void statement(Statement& each) {
    if (Expression* count = range_count(each)) note(*count, NumberKind::kCount);
    if (each.kind == Statement::Kind::kAssign) by_size(each.value[0]);
    if (each.kind != Statement::Kind::kCall) return;
    Expression& value = each.value[0];
    const std::string_view called = method_of(value);
    for (std::size_t i = 1; i < value.parts.size(); ++i) {
      if (is_turn(called) || called == "setheading" || (called == "circle" && i == 2)) {
        note(value.parts[i], NumberKind::kAngle);
      } else if (is_length(called) || called == "goto") {
        if (i == 1 || called == "goto") by_size(value.parts[i]);
      } else if (called.empty() || helper_of(program_, each) != nullptr) {
        by_size(value.parts[i]);
      }
    }
  }

  void by_size(Expression& expression) {
    for_each_part(expression, [&](Expression& part) {
      std::optional<double> value;
      if (part.kind == Expression::Kind::kNumber) value = literal(part);
      if (!value || *value <= 0) return;
      if (*value >= 13) {
        note(part, NumberKind::kLength);
      } else if (*value != std::round(*value) && *value < 2) {
        note(part, NumberKind::kShare);
      } else if (&part == &expression && *value == std::round(*value) && *value >= 2) {
        note(part, NumberKind::kCount);
      }
    });
  }

  void note(Expression& expression, NumberKind kind) {
    for_each_part(expression, [&](Expression& part) {
      std::optional<double> value;
      if (part.kind == Expression::Kind::kNumber) value = literal(part);
      const bool constant = &part != &expression && (value == 360.0 || value == 180.0);
      if (!value || *value <= 0 || constant) return;
      if (std::find(taken_.begin(), taken_.end(), &part) != taken_.end()) return;
      const bool known = std::any_of(sites_.begin(), sites_.end(),
                                     [&](const NumberSite& site) { return site.node == &part; });
      if (!known) sites_.push_back({&part, kind});
    });
  }

  Program& program_;
  std::vector<Expression*> taken_;
  std::vector<NumberSite> sites_;
};

constexpr std::array<double, 17> kAngles{10, 15, 18, 20,  24,  30,  36,  40, 45,
                                         60, 72, 90, 108, 120, 135, 144, 150};

/// A neighbour on the grid of its kind, further away for larger `reach`.
double neighbour(double value, NumberKind kind, bool up, int reach) {
  switch (kind) {
    case NumberKind::kAngle: {
      const auto above = std::upper_bound(kAngles.begin(), kAngles.end(), value);
      auto at = static_cast<std::ptrdiff_t>(above - kAngles.begin());
      const bool on_grid = at > 0 && kAngles[static_cast<std::size_t>(at - 1)] == value;
      at = up ? at + reach - 1 : at - reach - (on_grid ? 1 : 0);
      constexpr auto kLast = static_cast<std::ptrdiff_t>(kAngles.size()) - 1;
      return kAngles[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, kLast))];
    }
    case NumberKind::kCount:
      return std::clamp(value + (up ? reach : -reach), 2.0, 60.0);
    case NumberKind::kLength: {
      const double grid = std::round(value / 10) * 10;
      const double step = std::max(10.0, std::round(value / 40) * 10) * reach;
      return std::max(10.0, grid + (up ? step : -step));
    }
    case NumberKind::kShare:
      return std::clamp(value + (up ? 0.1 : -0.1) * reach, 0.1, 1.9);
  }
  return value;
}

bool jitter_one(Program& program, std::size_t place, bool up, int reach) {
  const std::vector<NumberSite> sites = NumberFinder(program).find();
  if (place >= sites.size()) return false;
  const NumberSite& site = sites[place];
  const double old = literal(*site.node).value_or(0);
  const double next = neighbour(old, site.kind, up, reach);
  if (std::abs(next - old) < 1e-9) return false;
  site.node->text = number_text(next);
  return true;
}

/// A statement that draws and its block; what is left must draw, too.
bool remove(Program& program, const BlockPath& path, std::size_t begin, std::size_t end) {
  Statements& block = block_at(program, path);
  block.erase(block.begin() + static_cast<std::ptrdiff_t>(begin),
              block.begin() + static_cast<std::ptrdiff_t>(end));
  return !block.empty();
}

void substitute(Statements& statements, const std::string& name, const Expression& value) {
  for (Statement& each : statements) {
    for_each_expression(each, [&](Expression& part) {
      if (part.kind == Expression::Kind::kName && part.text == name) part = value;
    });
    substitute(each.body, name, value);
    substitute(each.orelse, name, value);
  }
}

/// Where the statements of a block that draw lie, with the fills around them.
void find_parts(const Parent& parent, const Statements& list, const BlockPath& path,
                std::vector<Site>& parts) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto effect = parent.trace.effects.find(&list[i]);
    const bool draws = effect != parent.trace.effects.end() && effect->second.marks > 0 &&
                       list[i].kind != Statement::Kind::kIf && method_of(list[i]) != "end_fill";
    if (draws) {
      Site site;
      site.block = path;
      const bool wrapped = i > 0 && i + 1 < list.size() && method_of(list[i - 1]) == "begin_fill" &&
                           method_of(list[i + 1]) == "end_fill";
      site.begin = wrapped ? i - 1 : i;
      site.end = wrapped ? i + 2 : i + 1;
      parts.push_back(std::move(site));
    }
    BlockPath body = path;
    body.steps.push_back({i, false});
    find_parts(parent, list[i].body, body, parts);
    body.steps.back().orelse = true;
    find_parts(parent, list[i].orelse, body, parts);
  }
}

bool keep_one_round(Program& program, const Site& site) {
  Statements& block = block_at(program, site.block);
  Statement loop = block[site.begin];
  if (loop.kind != Statement::Kind::kFor || loop.targets.size() != 1) return false;
  const std::string name = loop.targets[0].text;
  Expression value = number(1);
  if (const Expression* count = range_count(loop)) {
    const auto rounds = literal(*count);
    if (rounds) value = number(std::floor(*rounds / 2));
  } else if (loop.value[0].kind == Expression::Kind::kTuple && !loop.value[0].parts.empty()) {
    value = loop.value[0].parts[0];
  } else {
    return false;
  }
  substitute(loop.body, name, value);
  block.erase(block.begin() + static_cast<std::ptrdiff_t>(site.begin));
  block.insert(block.begin() + static_cast<std::ptrdiff_t>(site.begin),
               std::make_move_iterator(loop.body.begin()),
               std::make_move_iterator(loop.body.end()));
  return true;
}

}  // namespace

std::optional<Program> make_spiral(const Operation& operation) {
  Program copy = operation.parent.program;
  std::vector<Attempt> attempts;
  const std::size_t loops = counted_loops(copy).size();
  attempts.reserve(loops);
  for (std::size_t i = 0; i < loops; ++i) {
    attempts.emplace_back([i](Program& program) { return make_one_spiral(program, i); });
  }
  return first_good(operation, std::move(attempts));
}

std::optional<Program> jitter(const Operation& operation) {
  Program copy = operation.parent.program;
  const std::size_t sites = NumberFinder(copy).find().size();
  std::vector<Attempt> attempts;
  attempts.reserve(3 * sites);
  for (std::size_t i = 0; i < sites; ++i) {
    for (const int reach : {1, 2, 3}) {
      const bool up = operation.random.randbelow(2) == 0;
      attempts.emplace_back(
          [i, up, reach](Program& program) { return jitter_one(program, i, up, reach); });
    }
  }
  return first_good(operation, std::move(attempts), 12);
}

std::optional<Program> drop(const Operation& operation) {
  std::vector<Site> parts;
  find_parts(operation.parent, operation.parent.program.statements, {}, parts);
  std::vector<Attempt> attempts;
  attempts.reserve(parts.size());
  for (const Site& site : parts) {
    attempts.emplace_back(
        [&site](Program& program) { return remove(program, site.block, site.begin, site.end); });
  }
  if (auto without_part = first_good(operation, std::move(attempts))) return without_part;
  attempts.clear();
  Program copy = operation.parent.program;
  const std::size_t loops = counted_loops(copy).size();
  attempts.reserve(loops);
  for (std::size_t i = 0; i < loops; ++i) {
    attempts.emplace_back([i](Program& program) {
      Expression* count = range_count(*counted_loops(program)[i]);
      *count = binary("-", std::move(*count), number(1));
      return true;
    });
  }
  return first_good(operation, std::move(attempts));
}

std::optional<Program> simplify(const Operation& operation) {
  std::vector<Site> parts;
  find_parts(operation.parent, operation.parent.program.statements, {}, parts);
  std::vector<Attempt> attempts;
  attempts.reserve(parts.size());
  for (Site& site : parts) {
    const Statements& block = block_at(operation.parent.program, site.block);
    if (site.end == site.begin + 3) {
      ++site.begin;
      --site.end;
    }
    if (block[site.begin].kind != Statement::Kind::kFor) continue;
    attempts.emplace_back([&site](Program& program) { return keep_one_round(program, site); });
  }
  return first_good(operation, std::move(attempts));
}

}  // namespace papert::datagen::detail
