// What was changed from one program to another.
//
// First the trees are laid on each other. Where they have one shape and differ in numbers or
// colours alone, these say what was changed. Else the smallest stretch of statements that differs
// is sought, and looked at for what an operator leaves behind: a loop around what was there, a turn
// by 360 / k at its end, a hop with the pen up, a factor at every length. Programs that have less
// in common are compared by facts: counts, copies, fills, colours, parts.

#include <algorithm>
#include <utility>

#include "datagen/turtle/change_facts.h"
#include "datagen/turtle/operation.h"

namespace papert::datagen {
namespace detail {
namespace {

/// Leaves that differ in trees of one shape.
struct LeafPair {
  const Expression* a = nullptr;
  const Expression* b = nullptr;
};

bool pair_up(const Expression& a, const Expression& b, std::vector<LeafPair>& pairs) {
  if (a.kind != b.kind || a.parts.size() != b.parts.size() || a.names != b.names) return false;
  const bool value = a.kind == Expression::Kind::kNumber || a.kind == Expression::Kind::kString;
  if (a.text != b.text && !value) return false;
  if (a.text != b.text) pairs.push_back({&a, &b});
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    if (!pair_up(a.parts[i], b.parts[i], pairs)) return false;
  }
  return true;
}

bool pair_up(const Statements& a, const Statements& b, std::vector<LeafPair>& pairs) {
  if (a.size() != b.size()) return false;
  const auto lists = [&](const std::vector<Expression>& one, const std::vector<Expression>& two) {
    if (one.size() != two.size()) return false;
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (!pair_up(one[i], two[i], pairs)) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool docstrings = a[i].kind == Statement::Kind::kDocstring;
    if (a[i].kind != b[i].kind || (a[i].text != b[i].text && !docstrings) ||
        a[i].parameters != b[i].parameters) {
      return false;
    }
    if (!lists(a[i].targets, b[i].targets) || !lists(a[i].value, b[i].value) ||
        !lists(a[i].defaults, b[i].defaults) || !pair_up(a[i].body, b[i].body, pairs) ||
        !pair_up(a[i].orelse, b[i].orelse, pairs)) {
      return false;
    }
  }
  return true;
}

Change named(std::string_view name, std::vector<double> numbers = {},
             std::vector<std::string> colours = {}) {
  return {name, {std::move(numbers), std::move(colours), nullptr}};
}

std::string unquote(const std::string& text) {
  return text.size() < 2 ? text : text.substr(1, text.size() - 2);
}

/// Trees of one shape.
std::optional<Change> by_leaves(const Program& a, const Program& b) {
  std::vector<LeafPair> pairs;
  if (!pair_up(a.statements, b.statements, pairs) || pairs.empty()) return std::nullopt;
  const bool strings = std::all_of(pairs.begin(), pairs.end(), [](const LeafPair& pair) {
    return pair.a->kind == Expression::Kind::kString;
  });
  Program before = a;
  if (strings) {
    // Sites are found in a copy; the pairs of a tree with itself lead there.
    Program after = b;
    for (const ColourSite& site : colour_sites(after)) {
      std::vector<LeafPair> changed;
      const std::string old = std::exchange(site.text->text, "");
      if (pair_up(b.statements, after.statements, changed) && changed.size() == 1 &&
          changed[0].a == pairs[0].b) {
        return named(site.role == PaintRole::kEdge ? "edge_colour" : "fill", {}, {unquote(old)});
      }
      site.text->text = old;
    }
    return std::nullopt;
  }
  for (const CountLink& link : count_links(before)) {
    std::vector<LeafPair> changed;
    const std::string old = std::exchange(link.counts[0]->text, "0");
    const bool same = pair_up(a.statements, before.statements, changed);
    link.counts[0]->text = old;
    for (const LeafPair& pair : pairs) {
      const bool here = same && !changed.empty() && changed[0].a == pair.a;
      if (here) return named("sides", {literal(*pair.b).value_or(0)});
    }
  }
  if (pairs.size() == 1) return named("jitter");
  return std::nullopt;
}

const Statement* draw_of(const Program& program) {
  for (const Statement& each : program.statements) {
    if (each.kind == Statement::Kind::kDef && each.text == "draw") return &each;
  }
  return nullptr;
}

/// The smallest stretch that differs.
struct Difference {
  std::span<const Statement> a;
  std::span<const Statement> b;
};

bool same_head(const Statement& a, const Statement& b) {
  return a.kind == b.kind && a.text == b.text && a.parameters == b.parameters &&
         a.defaults == b.defaults && a.targets == b.targets && a.value == b.value;
}

bool wraps(const Statement& outer, const Statement& inner) {
  return std::find(outer.body.begin(), outer.body.end(), inner) != outer.body.end();
}

Difference localise(std::span<const Statement> a, std::span<const Statement> b) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a = a.subspan(1);
    b = b.subspan(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a = a.first(a.size() - 1);
    b = b.first(b.size() - 1);
  }
  const bool inside = a.size() == 1 && b.size() == 1 && same_head(a[0], b[0]) &&
                      !wraps(b[0], a[0]) && !wraps(a[0], b[0]);
  if (!inside) return {a, b};
  if (a[0].orelse == b[0].orelse) return localise(a[0].body, b[0].body);
  if (a[0].body == b[0].body) return localise(a[0].orelse, b[0].orelse);
  return {a, b};
}

/// A shape that was written out is now the call of a new helper.
std::optional<Change> by_new_helper(const Program& a, const Program& b) {
  for (std::size_t i = 0; i < b.statements.size(); ++i) {
    const Statement& added = b.statements[i];
    if (added.kind != Statement::Kind::kDef || uses_name(a, added.text)) continue;
    Program rest = b;
    rest.statements.erase(rest.statements.begin() + static_cast<std::ptrdiff_t>(i));
    const Difference difference = localise(a.statements, rest.statements);
    const bool swapped = difference.a.size() == 1 && difference.b.size() == 1 &&
                         difference.b[0].kind == Statement::Kind::kCall &&
                         mentions(difference.b[0], added.text);
    if (swapped) return named("swap");
  }
  return std::nullopt;
}

std::optional<Change> by_functions(const Program& a, const Program& b) {
  const Statement* one = draw_of(a);
  const Statement* two = draw_of(b);
  if (one == nullptr || two == nullptr) return std::nullopt;
  const bool longer = two->body.size() > one->body.size() &&
                      std::equal(one->body.begin(), one->body.end(), two->body.begin());
  if (longer && b.statements.size() > a.statements.size()) return named("combine");
  if (b.statements.size() == a.statements.size() + 1) return by_new_helper(a, b);
  if (b.statements.size() != a.statements.size()) return std::nullopt;
  for (std::size_t i = 0; i < a.statements.size(); ++i) {
    const Statement& old = a.statements[i];
    const Statement& now = b.statements[i];
    if (old.kind == Statement::Kind::kDef && now.kind == Statement::Kind::kDef &&
        old.text != now.text) {
      return named("swap");
    }
  }
  return std::nullopt;
}

std::optional<Change> by_loop(const Statement& a, const Statement& b) {
  const Expression* one = range_count(a);
  const Expression* two = range_count(b);
  if (one == nullptr || two == nullptr) return std::nullopt;
  const bool fewer = two->kind == Expression::Kind::kBinary && two->text == "-" &&
                     two->parts[0] == *one && literal(two->parts[1]) == 1.0;
  if (fewer) return named("drop");
  if (a.body.size() == b.body.size()) {
    const std::string& counter = b.targets[0].text;
    for (std::size_t i = 0; i < a.body.size(); ++i) {
      const bool grows = mentions(b.body[i], counter) && !mentions(a.body[i], counter);
      if (grows && (is_length(method_of(b.body[i])) || method_of(b.body[i]).empty())) {
        return named("spiral");
      }
    }
  }
  const auto count = literal(*two);
  if (*one != *two && count && a.body.size() == b.body.size()) return named("sides", {*count});
  return std::nullopt;
}

/// A loop that is new in `b`, around what was there.
std::optional<Change> by_wrap(std::span<const Statement> a, std::span<const Statement> b) {
  if (a.empty() || b.empty() || b[0].kind != Statement::Kind::kFor) return std::nullopt;
  const Statement& loop = b[0];
  if (loop.value[0].kind == Expression::Kind::kTuple && loop.targets.size() == 1) {
    return factor_change(loop);
  }
  return copies_of(loop);
}

std::size_t count_calls(std::span<const Statement> statements, std::string_view called) {
  std::size_t count = 0;
  for (const Statement& each : statements) {
    count += method_of(each) == called ? 1 : 0;
    count += count_calls(each.body, called) + count_calls(each.orelse, called);
  }
  return count;
}

std::optional<Change> by_stretch(const Difference& difference) {
  const auto [a, b] = difference;
  if (a.size() == 1 && b.size() == 1 && !wraps(b[0], a[0])) {
    if (auto change = by_loop(a[0], b[0])) return change;
  }
  const auto more = [&](std::string_view called) {
    return count_calls(b, called) != count_calls(a, called);
  };
  // A shape that was dropped takes its fill along.
  const bool same_lines = !more("forward") && !more("circle") && !more("goto");
  if (more("begin_fill") && more("end_fill") && same_lines && !b.empty()) return named("fill");
  if (more("fillcolor")) return named("fill");
  if (a.empty() && b.size() == 1 && method_of(b[0]) == "pencolor") {
    return named("edge_colour", {}, {unquote(b[0].value[0].parts[1].text)});
  }
  if (auto change = by_wrap(a, b)) return change;
  const bool one_loop = a.size() == 1 && a[0].kind == Statement::Kind::kFor;
  if (one_loop && b.size() == a[0].body.size()) return named("simplify");
  if (b.size() < a.size() || one_loop) {
    return named(!a.empty() && a[0].kind == Statement::Kind::kFor && !b.empty() ? "simplify"
                                                                                : "drop");
  }
  return std::nullopt;
}

}  // namespace
}  // namespace detail

std::vector<Change> describe_change(const turtle::Program& a, const turtle::Program& b) {
  using namespace detail;
  if (a == b) return {};
  Program after = without_start(a) == a ? without_start(b) : b;
  if (auto change = by_leaves(a, after)) return {*std::move(change)};
  const auto reflected = mirrored(a);
  if (reflected && *reflected == after) return {{"mirror", {}}};
  if (auto change = by_functions(a, after)) return {*std::move(change)};
  const Difference difference = localise(a.statements, after.statements);
  const bool near = difference.a.size() < 2 || difference.b.size() < 2 ||
                    (difference.a.size() <= 3 && difference.b.size() <= 5);
  const bool functions =
      std::any_of(difference.a.begin(), difference.a.end(),
                  [](const Statement& each) { return each.kind == Statement::Kind::kDef; });
  if (near && !functions) {
    if (auto change = by_stretch(difference)) return {*std::move(change)};
  }
  return changes_by_facts(a, after);
}

}  // namespace papert::datagen
