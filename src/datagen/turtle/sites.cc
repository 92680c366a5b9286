// The places of a program where something can be copied: a loop, a helper's call or a circle after
// which the turtle is as it was before, with the fill around it; and all that draw() does.

#include <algorithm>
#include <cmath>
#include <utility>

#include "datagen/turtle/tree.h"

namespace papert::datagen::detail {
namespace {

/// A copy would go on from where the last one ended: size = size * 0.8.
bool carries_over(const Statement& statement) {
  const auto inside = [](const Statements& list) {
    return std::any_of(list.begin(), list.end(), carries_over);
  };
  if (statement.kind == Statement::Kind::kAugmented) return true;
  if (statement.kind == Statement::Kind::kAssign) {
    for (const Expression& target : statement.targets) {
      if (mentions(statement.value[0], target.text)) return true;
    }
  }
  return inside(statement.body) || inside(statement.orelse);
}

class SiteFinder {
 public:
  SiteFinder(const Program& program, const Trace& trace) : program_(program), trace_(trace) {}

  void find(const Statements& list, const BlockPath& path, int loops) {
    bool filled = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Statement& each = list[i];
      const std::string_view method = method_of(each);
      if (method == "end_fill") filled = false;
      note(list, path, i, loops, filled);
      if (method == "begin_fill") filled = true;
      const bool loop = each.kind == Statement::Kind::kFor || each.kind == Statement::Kind::kWhile;
      const int inside = each.kind == Statement::Kind::kDef ? 0 : loops + (loop ? 1 : 0);
      BlockPath body = path;
      body.steps.push_back({i, false});
      find(each.body, body, inside);
      body.steps.back().orelse = true;
      find(each.orelse, body, inside);
    }
  }

  [[nodiscard]] std::vector<Site> take() { return std::move(sites_); }

 private:
  void note(const Statements& list, const BlockPath& path, std::size_t i, int loops, bool filled) {
    const Statement& each = list[i];
    const bool shape = each.kind == Statement::Kind::kFor || method_of(each) == "circle" ||
                       helper_of(program_, each) != nullptr;
    const auto effect = trace_.effects.find(&each);
    if (!shape || effect == trace_.effects.end() || carries_over(each)) return;
    const Effect& done = effect->second;
    if (!done.is_closed() || done.absolute || done.marks == 0 || !done.ink) return;
    Site site;
    site.block = path;
    site.begin = i;
    site.end = i + 1;
    site.loops = loops;
    site.closed = true;
    site.start = done.before;
    site.ink = *done.ink;
    const bool wrapped = i > 0 && i + 1 < list.size() && method_of(list[i - 1]) == "begin_fill" &&
                         method_of(list[i + 1]) == "end_fill";
    if (wrapped) {
      --site.begin;
      ++site.end;
    }
    site.filled = filled && !wrapped;
    sites_.push_back(std::move(site));
  }

  const Program& program_;
  const Trace& trace_;
  std::vector<Site> sites_;
};

/// All that draw() does, where more than one statement of it draws.
std::optional<Site> whole_site(const Program& program, std::size_t draw, const Trace& trace) {
  const Statements& body = program.statements[draw].body;
  Site site;
  site.block.steps.push_back({draw, false});
  while (site.begin < body.size() && body[site.begin].kind == Statement::Kind::kDocstring) {
    ++site.begin;
  }
  site.end = body.size();
  site.whole = true;
  std::optional<scene::Bounds> ink;
  std::size_t drawing = 0;
  Pose end;
  for (std::size_t i = site.begin; i < site.end; ++i) {
    const auto effect = trace.effects.find(&body[i]);
    if (effect == trace.effects.end()) return std::nullopt;
    const Effect& done = effect->second;
    if (i == site.begin) site.start = done.before;
    end = done.after;
    // A heading that is set at the very beginning is a turn.
    const bool first_heading =
        method_of(body[i]) == "setheading" && std::abs(done.before.heading) < 1e-9;
    site.absolute = site.absolute || (done.absolute && !first_heading);
    if (!done.ink) continue;
    ++drawing;
    ink = ink ? scene::Bounds{std::min(ink->x0, done.ink->x0), std::min(ink->y0, done.ink->y0),
                              std::max(ink->x1, done.ink->x1), std::max(ink->y1, done.ink->y1)}
              : *done.ink;
  }
  if (!ink || site.absolute) return std::nullopt;
  site.ink = *ink;
  site.closed = end.is_like(site.start);
  if (drawing == 1 && site.closed) return std::nullopt;
  return site;
}

}  // namespace

std::optional<Parent> study_parent(const Program& program) {
  const auto is_draw = [](const Statement& each) {
    return each.kind == Statement::Kind::kDef && each.text == "draw" && each.parameters.size() == 1;
  };
  const auto draw = std::find_if(program.statements.begin(), program.statements.end(), is_draw);
  if (draw == program.statements.end()) return std::nullopt;
  Trace trace = trace_program(program);
  if (!trace.complete || trace.scene.items.empty()) return std::nullopt;
  const auto place = static_cast<std::size_t>(draw - program.statements.begin());
  SiteFinder finder(program, trace);
  finder.find(program.statements, {}, 0);
  std::vector<Site> sites = finder.take();
  if (auto whole = whole_site(program, place, trace)) sites.push_back(*std::move(whole));
  Look look(trace.scene);
  return Parent{program, std::move(trace), std::move(look), draw->parameters[0],
                place,   std::move(sites)};
}

}  // namespace papert::datagen::detail
