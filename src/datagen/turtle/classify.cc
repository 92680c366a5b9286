#include "datagen/turtle/classify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "datagen/turtle/loop_kinds.h"
#include "datagen/turtle/strokes.h"
#include "datagen/turtle/tree.h"

namespace papert::datagen {
namespace {

using detail::LoopKind;
using turtle::Statement;

enum Category : std::size_t { kBasic, kRotation, kTranslation, kScaling, kSpiral, kComposite };
enum Difficulty : std::size_t { kEasy, kMedium, kHard };

constexpr double kAll = 0.7;    // of the ink: the drawing is this transformation
constexpr double kSome = 0.25;  // it has this transformation

/// A transformation, and how much of the ink it makes.
struct Found {
  Category category = kBasic;
  double share = 0;
  int depth = 0;
};

std::optional<Category> category_of(LoopKind kind) {
  switch (kind) {
    case LoopKind::kRotation:
      return kRotation;
    case LoopKind::kTranslation:
      return kTranslation;
    case LoopKind::kScaling:
      return kScaling;
    case LoopKind::kSpiral:
      return kSpiral;
    case LoopKind::kOutline:
      return kBasic;
    case LoopKind::kNone:
      break;
  }
  return std::nullopt;
}

/// Functions that call themselves, and the loops inside them.
struct Recursion {
  bool any = false;
  std::set<const Statement*> loops;
};

Recursion find_recursion(const turtle::Program& program) {
  Recursion recursion;
  for (const Statement& each : program.statements) {
    if (each.kind != Statement::Kind::kDef) continue;
    const bool recursive =
        std::any_of(each.body.begin(), each.body.end(),
                    [&](const Statement& in) { return detail::mentions(in, each.text); });
    if (!recursive) continue;
    recursion.any = true;
    const std::function<void(const std::vector<Statement>&)> walk =
        [&](const std::vector<Statement>& list) {
          for (const Statement& inner : list) {
            if (inner.kind == Statement::Kind::kFor) recursion.loops.insert(&inner);
            walk(inner.body);
            walk(inner.orelse);
          }
        };
    walk(each.body);
  }
  return recursion;
}

/// Transformations, and outlines as kBasic.
std::vector<Found> find_transformations(const Trace& trace, const Recursion& recursion) {
  double total = 0;
  std::map<const Statement*, Found> by_loop;
  std::vector<const Statement*> order;
  for (const scene::Item& item : trace.scene.items) {
    if (const auto* stroke = std::get_if<scene::Stroke>(&item)) {
      for (std::size_t i = 1; i < stroke->points.size(); ++i) {
        total += std::hypot(stroke->points[i].x - stroke->points[i - 1].x,
                            stroke->points[i].y - stroke->points[i - 1].y);
      }
    } else if (const auto* dot = std::get_if<scene::Dot>(&item)) {
      total += M_PI * dot->diameter;
    }
  }
  for (const LoopRun& run : trace.loops) {
    if (recursion.loops.contains(run.loop)) continue;
    const auto category = category_of(detail::kind_of(run));
    if (!category || total <= 0) continue;
    double ink = 0;
    for (const LoopRound& each : run.rounds) ink += each.length;
    const auto [place, added] = by_loop.try_emplace(run.loop, Found{*category, 0, run.depth});
    if (added) order.push_back(run.loop);
    place->second.share += ink / total;
  }
  std::vector<Found> found;
  for (const Statement* loop : order) {
    if (by_loop[loop].share >= kSome) found.push_back(by_loop[loop]);
  }
  return found;
}

/// Shapes of the drawing that are not alike, and colours it is painted with.
struct Variety {
  std::size_t shapes = 0;
  std::size_t paints = 0;
};

Variety variety_of(const scene::Scene& scene) {
  const detail::Strokes strokes = detail::strokes_of(scene);
  std::vector<const detail::Part*> kinds;
  constexpr double kVisible = 0.04;  // of all lines
  for (const detail::Part& part : strokes.parts) {
    if (part.length < kVisible * strokes.length) continue;
    // What lies around one middle is one thing.
    const bool known = std::any_of(kinds.begin(), kinds.end(), [&](const detail::Part* kind) {
      return kind->is_kind_of(part) ||
             std::hypot(kind->middle.x - part.middle.x, kind->middle.y - part.middle.y) < 4;
    });
    if (!known) kinds.push_back(&part);
  }
  return {kinds.size(), strokes.colors.size()};
}

Classification classify_drawing(const scene::Scene& scene) {
  const Variety variety = variety_of(scene);
  const bool composite = variety.shapes > 2 || (variety.shapes > 1 && variety.paints > 1);
  return {composite ? kComposite : kBasic, kEasy};
}

std::size_t category_by(const std::vector<Found>& found, bool recursive,
                        const scene::Scene& scene) {
  constexpr double kOutlined = 0.8;
  const Found* whole = nullptr;
  bool outline = false;
  bool some = false;
  for (const Found& each : found) {
    outline = outline || (each.category == kBasic && each.share >= kOutlined);
    some = some || each.category != kBasic;
    if (each.category == kBasic || each.share < kAll) continue;
    const bool better = whole == nullptr ||
                        (each.category == kSpiral && whole->category != kSpiral) ||
                        (whole->category != kSpiral && each.depth < whole->depth);
    if (better) whole = &each;
  }
  if (whole != nullptr) {
    // A part of each copy is itself made of copies.
    const bool mixed = std::any_of(found.begin(), found.end(), [&](const Found& each) {
      return (each.category == kRotation || each.category == kSpiral) &&
             each.category != whole->category && each.share < 0.9 * whole->share;
    });
    return mixed ? kComposite : whole->category;
  }
  const std::size_t by_shapes = classify_drawing(scene).category;
  if (recursive) return by_shapes == kComposite ? kComposite : kScaling;
  if (some) return kComposite;
  return outline ? kBasic : by_shapes;
}

}  // namespace

Classification classify(std::string_view code, const scene::Scene& scene) {
  const auto program = turtle::parse_program(code);
  if (!program) return classify_drawing(scene);
  const Trace trace = trace_program(*program);
  if (!trace.complete) return classify_drawing(scene);
  const Recursion recursion = find_recursion(*program);
  const std::vector<Found> found = find_transformations(trace, recursion);
  std::array<bool, kComposite> seen{};
  for (const Found& each : found) {
    if (each.category != kBasic) seen[each.category] = true;
  }
  const auto kinds = static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true)) +
                     (recursion.any ? 1 : 0);
  constexpr int kDeep = 3;
  constexpr std::size_t kMany = 60;
  const bool deep = trace.loop_depth >= kDeep && detail::strokes_of(scene).segments.size() > kMany;
  Classification result;
  result.category = category_by(found, recursion.any, scene);
  result.difficulty = kinds >= 3 || deep ? kHard : kinds == 0 ? kEasy : kMedium;
  return result;
}

}  // namespace papert::datagen
