// Counts that belong together: a polygon of five sides says 5 twice, in range(5) and in 360 / 5, or
// says it by a turn of 72 degrees. One without the other would not close.

#include <algorithm>
#include <cmath>

#include "datagen/turtle/operation.h"

namespace papert::datagen::detail {
namespace {

constexpr double kMostCopies = 1000;

bool has_number(const Expression& expression, double wanted) {
  if (literal(expression) == wanted) return true;
  return std::any_of(expression.parts.begin(), expression.parts.end(),
                     [&](const Expression& part) { return has_number(part, wanted); });
}

/// Visits the divisor of every share of a whole turn, 360 / n or 180 / n, in these statements.
void for_each_divisor(Statements& statements, const std::function<void(Expression&)>& visit) {
  for (Statement& each : statements) {
    for_each_expression(each, [&](Expression& part) {
      const bool share = part.kind == Expression::Kind::kBinary && part.text == "/" &&
                         (has_number(part.parts[0], 360) || has_number(part.parts[0], 180));
      if (share) visit(part.parts[1]);
    });
    for_each_divisor(each.body, visit);
    for_each_divisor(each.orelse, visit);
  }
}

class LinkFinder {
 public:
  explicit LinkFinder(Program& program) : program_(program) {}

  std::vector<CountLink> find() {
    for (Statement& each : program_.statements) {
      if (each.kind == Statement::Kind::kDef) function(each);
    }
    for (Statement& each : program_.statements) lone_divisors(each.body);
    return std::move(links_);
  }

 private:
  void function(Statement& definition) {
    const std::function<void(Statements&)> walk = [&](Statements& list) {
      for (Statement& each : list) {
        if (Expression* count = range_count(each)) loop(definition, each, *count);
        walk(each.body);
        walk(each.orelse);
      }
    };
    walk(definition.body);
  }

  void loop(Statement& definition, Statement& each, Expression& count) {
    if (count.kind == Expression::Kind::kName) {
      bool divides = false;
      for_each_divisor(each.body, [&](Expression& divisor) { divides |= divisor == count; });
      for_each_divisor(definition.body, [&](Expression& divisor) { divides |= divisor == count; });
      if (divides) named(definition, count.text);
      return;
    }
    const auto value = literal(count);
    if (!value || *value < 2 || *value > 60 || count.kind != Expression::Kind::kNumber) return;
    CountLink link;
    link.count = static_cast<int>(*value);
    link.counts.push_back(&count);
    for_each_divisor(each.body, [&](Expression& divisor) {
      if (literal(divisor) == *value && !is_taken(divisor)) link.counts.push_back(&divisor);
    });
    if (link.counts.size() > 1 || by_turns(each, link)) add(std::move(link));
  }

  /// The turns of a round, plain numbers all of them, make whole turns of the loop.
  static bool by_turns(Statement& each, CountLink& link) {
    for (Statement& inner : each.body) {
      const std::string_view called = method_of(inner);
      if (inner.kind != Statement::Kind::kCall || called == "setheading" || called == "goto" ||
          called == "home" || called.empty()) {
        return false;
      }
      if (called == "circle" && inner.value[0].parts.size() == 3) {
        const auto extent = literal(inner.value[0].parts[2]);
        const auto radius = literal(inner.value[0].parts[1]);
        if (!extent) return false;
        link.sum += radius && *radius < 0 ? -*extent : *extent;
      }
      if (!is_turn(called)) continue;
      const auto amount = literal(inner.value[0].parts[1]);
      if (!amount) return false;
      link.sum += called == "left" ? *amount : -*amount;
      link.turn = &inner.value[0].parts[1];
    }
    const double turns = link.sum * link.count / 360;
    return link.turn != nullptr && std::abs(turns) > 0.5 &&
           std::abs(turns - std::round(turns)) < 1e-6;
  }

  void named(Statement& definition, const std::string& name) {
    CountLink link;
    std::size_t writes = 0;
    for (Statement& each : definition.body) {
      const bool assigns = each.kind == Statement::Kind::kAssign && each.targets.size() == 1 &&
                           each.targets[0].text == name;
      if (!assigns) continue;
      ++writes;
      const auto value = literal(each.value[0]);
      if (value && *value < kMostCopies && each.value[0].kind == Expression::Kind::kNumber) {
        link.counts = {&each.value[0]};
        link.count = static_cast<int>(*value);
      }
    }
    if (writes == 1 && link.count > 1) add(std::move(link));
    const auto parameter =
        std::find(definition.parameters.begin(), definition.parameters.end(), name);
    if (parameter == definition.parameters.end()) return;
    const auto place = static_cast<std::size_t>(parameter - definition.parameters.begin());
    for_each_statement(program_, [&](Statement& each, int) { argument(each, definition, place); });
  }

  void argument(Statement& each, const Statement& definition, std::size_t place) {
    if (each.kind != Statement::Kind::kCall) return;
    Expression& value = each.value[0];
    const bool calls = value.parts[0].kind == Expression::Kind::kName &&
                       value.parts[0].text == definition.text && value.parts.size() > place + 1;
    if (!calls || value.parts[place + 1].kind != Expression::Kind::kNumber) return;
    const double count = literal(value.parts[place + 1]).value_or(0);
    if (count >= kMostCopies) return;
    CountLink link;
    link.counts = {&value.parts[place + 1]};
    link.count = static_cast<int>(count);
    if (link.count > 1) add(std::move(link));
  }

  void lone_divisors(Statements& list) {
    for_each_divisor(list, [&](Expression& divisor) {
      const auto value = literal(divisor);
      if (!value || divisor.kind != Expression::Kind::kNumber || is_taken(divisor)) return;
      if (*value < 3 || *value > 30 || *value != std::round(*value)) return;
      CountLink link;
      link.counts = {&divisor};
      link.count = static_cast<int>(*value);
      add(std::move(link));
    });
  }

  [[nodiscard]] bool is_taken(const Expression& node) const {
    return std::any_of(links_.begin(), links_.end(), [&](const CountLink& link) {
      return std::find(link.counts.begin(), link.counts.end(), &node) != link.counts.end();
    });
  }

  void add(CountLink link) {
    if (!is_taken(*link.counts[0])) links_.push_back(std::move(link));
  }

  Program& program_;
  std::vector<CountLink> links_;
};

/// The turn of a round whose turns are to make `turns` whole turns in `count` rounds.
void set_turn(CountLink& link, std::string_view called, int count) {
  const double turns = std::round(link.sum * link.count / 360);
  const double sign = called == "left" ? 1 : -1;
  const double amount = literal(*link.turn).value_or(0);
  const double rest = amount - sign * link.sum;
  const double share = sign * turns;  // of 360 / count
  Expression whole =
      std::abs(share) == 1
          ? binary("/", number(360), number(count))
          : binary("/", binary("*", number(360), number(std::abs(share))), number(count));
  if (std::abs(rest) < 1e-9 && share > 0) {
    *link.turn = std::move(whole);
  } else {
    *link.turn = binary(share > 0 ? "+" : "-", number(rest), std::move(whole));
  }
}

/// Which call the turn is an argument of.
std::string_view called_with(Program& program, const Expression* turn) {
  std::string_view called;
  for_each_statement(program, [&](Statement& each, int) {
    const bool here = is_turn(method_of(each)) && &each.value[0].parts[1] == turn;
    if (here) called = method_of(each);
  });
  return called;
}

bool set_count(Program& program, std::size_t place, int count) {
  std::vector<CountLink> links = count_links(program);
  if (place >= links.size() || links[place].count == count) return false;
  CountLink& link = links[place];
  if (link.turn != nullptr) {
    const double turns = std::abs(std::round(link.sum * link.count / 360));
    if (turns > 1 && (count <= 2 * turns || count % 2 == 0)) return false;
    set_turn(link, called_with(program, link.turn), count);
  }
  for (Expression* each : link.counts) each->text = std::to_string(count);
  return true;
}

}  // namespace

std::vector<CountLink> count_links(Program& program) { return LinkFinder(program).find(); }

std::optional<Program> change_sides(const Operation& operation) {
  Program copy = operation.parent.program;
  const std::vector<CountLink> links = count_links(copy);
  std::vector<Attempt> wanted;
  std::vector<Attempt> drawn;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const double given = operation.given(0).value_or(0);
    if (given >= 2 && given <= 60) {
      const int count = static_cast<int>(given);
      wanted.emplace_back([i, count](Program& program) { return set_count(program, i, count); });
    }
    for (int tries = 0; tries < 3; ++tries) {
      const auto count = static_cast<int>(operation.random.randint(3, links[i].count > 9 ? 16 : 9));
      drawn.emplace_back([i, count](Program& program) { return set_count(program, i, count); });
    }
  }
  if (auto changed = first_good(operation, std::move(wanted))) return changed;
  return first_good(operation, std::move(drawn), 12);
}

}  // namespace papert::datagen::detail
