// Operators that change colours: of edges, of areas; areas that come and go.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <utility>

#include "datagen/turtle/operation.h"

namespace papert::datagen::detail {
namespace {

constexpr std::array<std::string_view, 8> kEdgeColours{"black",  "red",   "blue",   "green",
                                                       "purple", "brown", "orange", "magenta"};
constexpr std::array<std::string_view, 9> kFillColours{
    "yellow", "pink", "cyan", "orange", "tan", "light green", "gray", "red", "blue"};

std::string_view unquoted(const Expression& text) {
  return std::string_view(text.text).substr(1, text.text.size() - 2);
}

bool is_colour(const Expression& node) {
  return node.kind == Expression::Kind::kString && node.text.size() > 2 &&
         color_of(unquoted(node)).has_value();
}

/// Follows colours from the calls that use them back to where they are written.
class ColourFinder {
 public:
  explicit ColourFinder(Program& program) : program_(program) {}

  std::vector<ColourSite> find() {
    // Names are followed through assignments and helpers a few times over.
    for (int pass = 0; pass < 4; ++pass) {
      for_each_statement(program_, [&](Statement& each, int) { statement(each); });
    }
    return std::move(sites_);
  }

 private:
  void statement(Statement& each) {
    if (each.kind == Statement::Kind::kAssign) {
      assignment_of(each);
      return;
    }
    if (each.kind == Statement::Kind::kFor && each.targets.size() == 1) {
      const auto role = roles_.find(each.targets[0].text);
      if (role != roles_.end()) note(each.value[0], role->second);
    }
    if (each.kind != Statement::Kind::kCall) return;
    Expression& value = each.value[0];
    const std::string_view called = method_of(value);
    for (std::size_t i = 1; i < value.parts.size(); ++i) {
      if (called == "pencolor" || (called == "color" && i == 1) || (called == "dot" && i == 2)) {
        note(value.parts[i], PaintRole::kEdge);
      } else if (called == "fillcolor" || (called == "color" && i == 2)) {
        note(value.parts[i], PaintRole::kFill);
      } else if (const Statement* helper = helper_of(program_, each)) {
        if (i - 1 >= helper->parameters.size()) continue;
        const auto role = roles_.find(helper->parameters[i - 1]);
        if (role != roles_.end()) note(value.parts[i], role->second);
      }
    }
  }

  void assignment_of(Statement& each) {
    Expression& value = each.value[0];
    for (std::size_t i = 0; i < each.targets.size(); ++i) {
      const auto role = roles_.find(each.targets[i].text);
      if (role == roles_.end()) continue;
      const bool apart = each.targets.size() > 1 && value.kind == Expression::Kind::kTuple &&
                         i < value.parts.size();
      note(apart ? value.parts[i] : value, role->second);
    }
  }

  void note(Expression& expression, PaintRole role) {
    if (is_colour(expression)) {
      const bool known = std::any_of(sites_.begin(), sites_.end(), [&](const ColourSite& site) {
        return site.text == &expression;
      });
      if (!known) sites_.push_back({&expression, role});
      return;
    }
    if (expression.kind == Expression::Kind::kName) roles_.emplace(expression.text, role);
    if (expression.kind == Expression::Kind::kIndex) {
      note(expression.parts[0], role);
      return;
    }
    if (expression.kind == Expression::Kind::kCompare) return;
    for (Expression& part : expression.parts) note(part, role);
  }

  Program& program_;
  std::map<std::string, PaintRole, std::less<>> roles_;
  std::vector<ColourSite> sites_;
};

bool far_apart(std::string_view a, std::string_view b) {
  const auto one = color_of(a);
  const auto two = color_of(b);
  constexpr int kFar = 150;
  return one && two &&
         std::max({std::abs(one->r - two->r), std::abs(one->g - two->g),
                   std::abs(one->b - two->b)}) >= kFar;
}

bool recolour(Program& program, std::size_t place, std::string_view colour) {
  const std::vector<ColourSite> sites = colour_sites(program);
  if (place >= sites.size() || !far_apart(unquoted(*sites[place].text), colour)) return false;
  const bool used = std::any_of(sites.begin(), sites.end(), [&](const ColourSite& site) {
    return unquoted(*site.text) == colour;
  });
  if (used) return false;
  *sites[place].text = quoted(colour);
  return true;
}

/// Every site in the colour that was asked for.
std::vector<Attempt> wanted_recolouring(const Operation& operation, PaintRole role) {
  std::vector<Attempt> attempts;
  if (operation.settings.colours.empty()) return attempts;
  const std::string given = operation.settings.colours[0];
  Program copy = operation.parent.program;
  const std::vector<ColourSite> sites = colour_sites(copy);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (sites[i].role != role) continue;
    attempts.emplace_back([i, given](Program& program) { return recolour(program, i, given); });
  }
  return attempts;
}

void add_recolouring(const Operation& operation, PaintRole role,
                     std::span<const std::string_view> colours, std::vector<Attempt>& attempts) {
  Program copy = operation.parent.program;
  const std::vector<ColourSite> sites = colour_sites(copy);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (sites[i].role != role) continue;
    for (int tries = 0; tries < 3; ++tries) {
      const std::string_view colour = operation.random.choice(colours);
      attempts.emplace_back([i, colour](Program& program) { return recolour(program, i, colour); });
    }
  }
}

Statement colour_call(const std::string& turtle, std::string_view name, Expression colour) {
  std::vector<Expression> arguments;
  arguments.push_back(std::move(colour));
  return method(turtle, name, std::move(arguments));
}

bool fill_site(Program& program, const Site& site, std::string_view colour) {
  const std::string turtle = turtle_at(program, site.block);
  Statements body = cut(program, site);
  if (method_of(body.front()) == "begin_fill") return false;
  Statements filled;
  filled.push_back(colour_call(turtle, "fillcolor", quoted(colour)));
  filled.push_back(method(turtle, "begin_fill"));
  filled.insert(filled.end(), std::make_move_iterator(body.begin()),
                std::make_move_iterator(body.end()));
  filled.push_back(method(turtle, "end_fill"));
  paste(program, site, std::move(filled));
  return true;
}

/// Removes the fills of one block.
bool empty_block(Program& program, std::size_t place) {
  std::size_t found = 0;
  bool removed = false;
  const std::function<void(Statements&)> walk = [&](Statements& list) {
    const auto is_fill = [](const Statement& each) {
      return method_of(each) == "begin_fill" || method_of(each) == "end_fill";
    };
    const bool has = std::any_of(list.begin(), list.end(), is_fill);
    if (has && found++ == place) {
      std::erase_if(list, is_fill);
      removed = !list.empty();
    }
    for (Statement& each : list) {
      walk(each.body);
      walk(each.orelse);
    }
  };
  walk(program.statements);
  return removed;
}

/// Two fill colours by turns in the loop of that number.
bool alternate(Program& program, std::size_t place, std::string_view one, std::string_view two) {
  const std::string counter = free_name(program, "i");
  std::size_t found = 0;
  bool done = false;
  for_each_statement(program, [&](Statement& each, int) {
    if (done || range_count(each) == nullptr) return;
    const auto begin = std::find_if(each.body.begin(), each.body.end(), [](const Statement& inner) {
      return method_of(inner) == "begin_fill";
    });
    if (begin == each.body.end() || found++ != place) return;
    const std::string turtle = begin->value[0].parts[0].parts[0].text;
    const std::string old = each.targets[0].text;
    const bool used = std::any_of(each.body.begin(), each.body.end(),
                                  [&](const Statement& inner) { return mentions(inner, old); });
    if (!used) each.targets[0].text = counter;
    Expression even;
    even.kind = Expression::Kind::kCompare;
    even.text = "==";
    even.parts.push_back(binary("%", word(each.targets[0].text), number(2)));
    even.parts.push_back(number(0));
    Expression colour;
    colour.kind = Expression::Kind::kConditional;
    colour.parts.push_back(quoted(one));
    colour.parts.push_back(std::move(even));
    colour.parts.push_back(quoted(two));
    each.body.insert(begin, colour_call(turtle, "fillcolor", std::move(colour)));
    done = true;
  });
  return done;
}

}  // namespace

std::vector<ColourSite> colour_sites(Program& program) { return ColourFinder(program).find(); }

std::optional<Program> change_edge(const Operation& operation) {
  auto wanted = wanted_recolouring(operation, PaintRole::kEdge);
  if (auto changed = first_good(operation, std::move(wanted))) return changed;
  std::vector<Attempt> attempts;
  add_recolouring(operation, PaintRole::kEdge, kEdgeColours, attempts);
  if (attempts.empty()) {
    std::string_view colour = operation.random.choice(kEdgeColours);
    if (!operation.settings.colours.empty()) colour = operation.settings.colours[0];
    const std::size_t draw = operation.parent.draw;
    attempts.emplace_back([draw, colour](Program& program) {
      Statement& function = program.statements[draw];
      const bool described =
          !function.body.empty() && function.body[0].kind == Statement::Kind::kDocstring;
      function.body.insert(function.body.begin() + (described ? 1 : 0),
                           colour_call(function.parameters[0], "pencolor", quoted(colour)));
      return true;
    });
  }
  return first_good(operation, std::move(attempts), 12);
}

std::optional<Program> change_fill(const Operation& operation) {
  auto wanted = wanted_recolouring(operation, PaintRole::kFill);
  if (auto changed = first_good(operation, std::move(wanted))) return changed;
  std::vector<Attempt> attempts;
  add_recolouring(operation, PaintRole::kFill, kFillColours, attempts);
  std::string_view first = operation.random.choice(kFillColours);
  std::string_view second = operation.random.choice(kFillColours);
  if (first == second) second = first == "cyan" ? "yellow" : "cyan";
  if (!operation.settings.colours.empty()) first = operation.settings.colours[0];
  for (const Site& site : operation.parent.sites) {
    if (site.whole || site.filled) continue;
    attempts.emplace_back(
        [&site, first](Program& program) { return fill_site(program, site, first); });
  }
  for (std::size_t i = 0; i < 3; ++i) {
    attempts.emplace_back([i](Program& program) { return empty_block(program, i); });
    attempts.emplace_back(
        [i, first, second](Program& program) { return alternate(program, i, first, second); });
  }
  return first_good(operation, std::move(attempts), 12);
}

}  // namespace papert::datagen::detail
