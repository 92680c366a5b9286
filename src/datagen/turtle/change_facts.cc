#include "datagen/turtle/change_facts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "datagen/turtle/operation.h"

namespace papert::datagen::detail {
namespace {

/// Whether a factor of that name stands on the left or on the right of what it multiplies.
struct FactorUse {
  bool left = false;
  bool right = false;
};

void find_factor(const Statements& statements, const std::string& name, FactorUse& use) {
  for (const Statement& each : statements) {
    for_each_expression(each, [&](const Expression& part) {
      if (part.kind != Expression::Kind::kBinary || part.text != "*") return;
      const auto is_name = [&](const Expression& side) {
        return side.kind == Expression::Kind::kName && side.text == name;
      };
      use.left |= is_name(part.parts[0]);
      use.right |= is_name(part.parts[1]);
    });
    find_factor(each.body, name, use);
    find_factor(each.orelse, name, use);
  }
}

double count_of(const Statement& loop) {
  const Expression* count = range_count(loop);
  return count == nullptr ? 0 : literal(*count).value_or(0);
}

/// penup, goto, setheading, pendown in front.
bool is_placed(const Statements& body) {
  return body.size() > 4 && method_of(body[0]) == "penup" && method_of(body[1]) == "goto" &&
         method_of(body[2]) == "setheading" && method_of(body[3]) == "pendown";
}

bool hops(const Statements& body) {
  for (std::size_t i = body.size(); i-- > 1;) {
    const std::string_view called = method_of(body[i]);
    if (called == "pendown" || called == "right" || called == "left") continue;
    const bool step = called == "forward" || called == "back";
    const std::string_view before = method_of(body[i - 1]);
    return step && (before == "penup" || before == "left" || before == "right" ||
                    before == "end_fill" || before == "dot" || before.empty());
  }
  return false;
}

bool is_share_of_turn(const Statement& statement) {
  if (!is_turn(method_of(statement))) return false;
  const Expression& amount = statement.value[0].parts[1];
  return amount.kind == Expression::Kind::kBinary && amount.text == "/";
}

}  // namespace

std::optional<Change> factor_change(const Statement& loop) {
  FactorUse use;
  find_factor(loop.body, loop.targets[0].text, use);
  if (use.right) {
    ChangeSettings settings;
    for (const Expression& each : loop.value[0].parts) {
      settings.numbers.push_back(literal(each).value_or(1));
    }
    return Change{"scale", std::move(settings)};
  }
  if (use.left) return Change{"mirror", {}};
  return std::nullopt;
}

std::optional<Change> copies_of(const Statement& loop) {
  if (range_count(loop) == nullptr || loop.body.empty()) return std::nullopt;
  const double count = count_of(loop);
  if (is_placed(loop.body)) {
    const bool level = literal(loop.body[2].value[0].parts[1]) == 0.0;
    if (!level) return Change{"rotate", {{count}, {}, nullptr}};
    return Change{"move", {{count, 1}, {}, nullptr}};
  }
  const Statement& first = loop.body.front();
  const bool inner = range_count(first) != nullptr && !first.body.empty();
  if (inner && (is_placed(first.body) || (hops(first.body) && hops(loop.body)))) {
    return Change{"move", {{count_of(first), count}, {}, nullptr}};
  }
  if (is_share_of_turn(loop.body.back())) return Change{"rotate", {{count}, {}, nullptr}};
  if (hops(loop.body)) return Change{"move", {{count, 1}, {}, nullptr}};
  return std::nullopt;
}

namespace {

struct ProgramShape {
  double count = 0;  // of its first linked count
  std::optional<Change> copies;
  std::size_t fills = 0;
  std::size_t parts = 0;  // statements that draw or call a helper
  std::size_t loops = 0;
  std::set<std::string> edges;
  std::set<std::string> areas;
};

ProgramShape shape_of(const Program& program) {
  ProgramShape shape;
  Program copy = program;
  const auto links = count_links(copy);
  if (!links.empty()) shape.count = links[0].count;
  for (const ColourSite& site : colour_sites(copy)) {
    const std::string name = site.text->text.substr(1, site.text->text.size() - 2);
    (site.role == PaintRole::kEdge ? shape.edges : shape.areas).insert(name);
  }
  for_each_statement(program, [&](const Statement& each, int) {
    shape.fills += method_of(each) == "begin_fill" ? 1 : 0;
    shape.loops += each.kind == Statement::Kind::kFor ? 1 : 0;
    const bool draws = is_length(method_of(each)) || helper_of(program, each) != nullptr;
    shape.parts += draws ? 1 : 0;
    if (!shape.copies) {
      if (each.kind == Statement::Kind::kFor && each.value[0].kind == Expression::Kind::kTuple &&
          each.targets.size() == 1) {
        shape.copies = factor_change(each);
      } else if (each.body.size() > 1 && !is_length(method_of(each.body[0]))) {
        shape.copies = copies_of(each);
      }
    }
  });
  return shape;
}

std::vector<std::string> first_new(const std::set<std::string>& before,
                                   const std::set<std::string>& after) {
  for (const std::string& each : after) {
    if (!before.contains(each)) return {each};
  }
  return {};
}

}  // namespace

std::vector<Change> changes_by_facts(const Program& a, const Program& b) {
  const ProgramShape before = shape_of(a);
  const ProgramShape after = shape_of(b);
  std::vector<Change> changes;
  if (after.copies && (!before.copies || before.copies->name != after.copies->name)) {
    changes.push_back(*after.copies);
  }
  if (after.count != before.count && after.count > 2) {
    changes.push_back({"sides", {{after.count}, {}, nullptr}});
  }
  if (after.fills != before.fills || after.areas != before.areas) {
    changes.push_back({"fill", {{}, first_new(before.areas, after.areas), nullptr}});
  }
  if (after.edges != before.edges && !after.edges.empty()) {
    changes.push_back({"edge_colour", {{}, first_new(before.edges, after.edges), nullptr}});
  }
  if (after.parts > before.parts) changes.push_back({"combine", {}});
  if (after.parts < before.parts) changes.push_back({"drop", {}});
  if (after.loops < before.loops) changes.push_back({"simplify", {}});
  return changes;
}

}  // namespace papert::datagen::detail
