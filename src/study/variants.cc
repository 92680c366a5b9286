#include "study/variants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "base/random.h"
#include "scene/canonical.h"
#include "study/edits.h"
#include "study/flat_program.h"
#include "study/textures.h"

namespace papert::study {
namespace {

constexpr std::size_t kMaxTries = 24;  // edits of one kind

using scene::Point;
using scene::Scene;

/// The same drawing elsewhere and in another size, pens and dots included.
Scene placed(Scene scene, double factor, Point offset) {
  const auto place = [&](Point& point) {
    point = {point.x * factor + offset.x, point.y * factor + offset.y};
  };
  for (scene::Item& item : scene.items) {
    if (auto* stroke = std::get_if<scene::Stroke>(&item)) {
      std::for_each(stroke->points.begin(), stroke->points.end(), place);
      stroke->width *= factor;
    } else if (auto* fill = std::get_if<scene::Fill>(&item)) {
      std::for_each(fill->points.begin(), fill->points.end(), place);
    } else if (auto* dot = std::get_if<scene::Dot>(&item)) {
      place(dot->center);
      dot->diameter *= factor;
    }
  }
  return scene;
}

Scene with_pen(Scene scene, double width) {
  for (scene::Item& item : scene.items) {
    if (auto* stroke = std::get_if<scene::Stroke>(&item)) stroke->width += width;
  }
  return scene;
}

/// Every line from its other end; closed ones and areas from another of their corners.
Scene with_other_starts(Scene scene, Random& random) {
  for (scene::Item& item : scene.items) {
    if (auto* stroke = std::get_if<scene::Stroke>(&item)) {
      std::vector<Point>& points = stroke->points;
      if (points.size() > 3 && points.front() == points.back()) {
        points.pop_back();
        std::rotate(points.begin(),
                    points.begin() + static_cast<std::ptrdiff_t>(random.randbelow(points.size())),
                    points.end());
        points.push_back(points.front());
      }
      std::reverse(points.begin(), points.end());
    } else if (auto* fill = std::get_if<scene::Fill>(&item)) {
      std::vector<Point>& points = fill->points;
      std::rotate(points.begin(),
                  points.begin() + static_cast<std::ptrdiff_t>(random.randbelow(points.size())),
                  points.end());
      std::reverse(points.begin(), points.end());
    }
  }
  return scene;
}

/// Whether two items may change places without a change in the picture.
bool may_swap(const scene::Item& a, const scene::Item& b) {
  const auto* stroke_a = std::get_if<scene::Stroke>(&a);
  const auto* stroke_b = std::get_if<scene::Stroke>(&b);
  if (stroke_a != nullptr && stroke_b != nullptr && stroke_a->color == stroke_b->color) return true;
  const auto box_a = scene::painted_bounds({.items = {a}}, true);
  const auto box_b = scene::painted_bounds({.items = {b}}, true);
  return box_a && box_b &&
         (box_a->x1 < box_b->x0 || box_b->x1 < box_a->x0 || box_a->y1 < box_b->y0 ||
          box_b->y1 < box_a->y0);
}

/// Lines in halves, and items in another order as far as the picture allows.
Scene in_other_order(const Scene& scene, Random& random) {
  Scene other{scene.background, {}};
  for (const scene::Item& item : scene.items) {
    const auto* stroke = std::get_if<scene::Stroke>(&item);
    if (stroke == nullptr || stroke->points.size() < 3) {
      other.items.push_back(item);
      continue;
    }
    const auto middle = stroke->points.begin() +
                        random.randint(1, static_cast<std::int64_t>(stroke->points.size()) - 2);
    other.items.emplace_back(
        scene::Stroke{{middle, stroke->points.end()}, stroke->width, stroke->color});
    other.items.emplace_back(
        scene::Stroke{{stroke->points.begin(), middle + 1}, stroke->width, stroke->color});
  }
  const std::size_t rounds = std::min<std::size_t>(other.items.size(), 20);
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i + 1 < other.items.size(); ++i) {
      if (random.random() < 0.5 && may_swap(other.items[i], other.items[i + 1])) {
        std::swap(other.items[i], other.items[i + 1]);
      }
    }
  }
  return other;
}

/// Without one segment of one line; those drawings from which a visible one is taken come first.
std::vector<Scene> without_a_side(const Scene& scene) {
  struct Side {
    std::size_t item;
    std::size_t segment;
    double length;
  };
  std::vector<Side> sides;
  for (std::size_t i = 0; i < scene.items.size(); ++i) {
    const auto* stroke = std::get_if<scene::Stroke>(&scene.items[i]);
    if (stroke == nullptr) continue;
    for (std::size_t k = 0; k + 1 < stroke->points.size(); ++k) {
      sides.push_back({i, k,
                       std::hypot(stroke->points[k + 1].x - stroke->points[k].x,
                                  stroke->points[k + 1].y - stroke->points[k].y)});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(b.length, a.item, a.segment) < std::tie(a.length, b.item, b.segment);
  });
  sides.resize(std::min(sides.size(), kMaxTries));
  std::vector<Scene> drawings;
  for (const Side& side : sides) {
    Scene left = scene;
    const auto stroke = std::get<scene::Stroke>(scene.items[side.item]);
    const auto cut = stroke.points.begin() + static_cast<std::ptrdiff_t>(side.segment) + 1;
    const auto place =
        left.items.erase(left.items.begin() + static_cast<std::ptrdiff_t>(side.item));
    const scene::Stroke after{{cut, stroke.points.end()}, stroke.width, stroke.color};
    const scene::Stroke before{{stroke.points.begin(), cut}, stroke.width, stroke.color};
    auto next = place;
    if (after.points.size() > 1) next = left.items.insert(next, after);
    if (before.points.size() > 1) left.items.insert(next, before);
    drawings.push_back(std::move(left));
  }
  return drawings;
}

/// The scenes in which `change` was done to one item; large items first, because that is seen.
template <class Change>
std::vector<Scene> with_item_changed(const Scene& scene, Change change) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < scene.items.size(); ++i) {
    const auto bounds = scene::painted_bounds({.items = {scene.items[i]}});
    if (bounds) order.emplace_back(-std::max(bounds->width(), bounds->height()), i);
  }
  std::sort(order.begin(), order.end());
  order.resize(std::min(order.size(), kMaxTries));
  std::vector<Scene> changed;
  for (const auto& [size, index] : order) {
    changed.push_back(scene);
    change(changed.back(), index);
  }
  return changed;
}

/// One item turned by five degrees or made a tenth larger, about its first point.
void distort(Scene& scene, std::size_t index, double factor, double degrees) {
  Scene part{.items = {scene.items[index]}};
  const Point pivot = std::visit(
      [](const auto& item) -> Point {
        if constexpr (requires { item.points; }) return item.points.front();
        return {};
      },
      part.items.front());
  part = placed(std::move(part), 1, {-pivot.x, -pivot.y});
  part = placed(scene::turned(std::move(part), {.degrees = degrees}), factor, pivot);
  scene.items[index] = std::move(part.items.front());
}

/// The first segment of a line a tenth longer; the rest is pushed along.
void stretch(Scene& scene, std::size_t index) {
  auto* stroke = std::get_if<scene::Stroke>(&scene.items[index]);
  if (stroke == nullptr) return;
  std::vector<Point>& points = stroke->points;
  const Point push{(points[1].x - points[0].x) / 10, (points[1].y - points[0].y) / 10};
  for (std::size_t i = 1; i < points.size(); ++i) {
    points[i] = {points[i].x + push.x, points[i].y + push.y};
  }
}

/// The item a second time, beside itself.
void repeat(Scene& scene, std::size_t index) {
  const Scene part{.items = {scene.items[index]}};
  const double width = scene::painted_bounds(part).value_or(scene::Bounds{}).width();
  scene.items.push_back(placed(part, 1, {width * 0.6 + 10, 0}).items.front());
}

std::vector<std::string> flat_programs(const std::vector<Scene>& scenes) {
  std::vector<std::string> codes;
  codes.reserve(scenes.size());
  for (const Scene& scene : scenes) codes.push_back(flat_program(scene));
  return codes;
}

/// `same` unless it changes what is kept.
Result<void> add_same(lang::turtle::JailPool& jails, std::string_view kind, std::string code,
                      std::vector<Variant>& variants, bool same = true) {
  lang::turtle::Drawing drawing = TRY(jails.run(code));
  variants.push_back({kind, same, std::move(code), std::move(drawing.scene), {}});
  return {};
}

/// In another size about its centre, dots included, with the pens it has.
Scene grown(const Scene& scene, double factor) {
  const Point center = scene::painted_bounds(scene).value_or(scene::Bounds{}).center();
  Scene larger = placed(scene, factor, {center.x * (1 - factor), center.y * (1 - factor)});
  for (std::size_t i = 0; i < scene.items.size(); ++i) {
    const auto* stroke = std::get_if<scene::Stroke>(&scene.items[i]);
    if (stroke != nullptr) std::get<scene::Stroke>(larger.items[i]).width = stroke->width;
  }
  return larger;
}

/// The first of the texts that runs and draws something visibly different. False if none does.
Result<bool> add_different(lang::turtle::JailPool& jails, std::string_view kind,
                           std::vector<std::string> codes, const Scene& original,
                           std::vector<Variant>& variants) {
  codes.resize(std::min(codes.size(), kMaxTries));
  for (std::string& code : codes) {
    lang::turtle::Drawing drawing = TRY(jails.run(code));
    if (drawing.outcome.status != sandbox::Status::kOk) continue;
    if (!visibly_different(original, drawing.scene)) continue;
    variants.push_back({kind, false, std::move(code), std::move(drawing.scene), {}});
    return true;
  }
  return false;
}

/// Circles by forwards, as two halves, and the whole in other sizes. Python draws a circle as a
/// polygon with a number of corners that depends on the radius, so the same drawing comes out with
/// other corners.
Result<void> add_circles(lang::turtle::JailPool& jails, std::string_view code, const Scene& scene,
                         const score::Keep& keep, std::vector<Variant>& variants) {
  // Other corners move the bounds by little; a length that the text hides moves them by more.
  constexpr double kSlack = 0.03;
  const auto before = scene::painted_bounds(scene);
  if (!before || code.find("t.circle(") == std::string_view::npos) return {};
  const std::string forwards = with_circles_by_forwards(code);
  if (!forwards.empty()) TRY(add_same(jails, "circles by forwards", forwards, variants));
  const std::string halves = with_semicircles(code);
  if (!halves.empty()) TRY(add_same(jails, "semicircles", halves, variants));
  if (keep.place && !keep.size) return {};
  for (const double factor : {0.5, 1.5, 2.0}) {
    std::string scaled = with_lengths_scaled(code, factor);
    lang::turtle::Drawing drawing = TRY(jails.run(scaled));
    const auto after = scene::painted_bounds(drawing.scene);
    const double slack = kSlack * factor * std::max(before->width(), before->height());
    if (!after || std::abs(after->width() - factor * before->width()) > slack ||
        std::abs(after->height() - factor * before->height()) > slack) {
      continue;
    }
    variants.push_back(
        {"scaled circles", !keep.size, std::move(scaled), std::move(drawing.scene), {}});
  }
  return {};
}

/// The first of the drawings that differs in its pixels, drawn by a program.
Result<void> add_texture(lang::turtle::JailPool& jails, std::string_view kind,
                         const std::vector<Scene>& scenes, const Scene& original,
                         std::vector<Variant>& variants) {
  for (const Scene& scene : scenes) {
    if (!differ_in_pixels(original, scene)) continue;
    std::string code = flat_program(scene);
    lang::turtle::Drawing drawing = TRY(jails.run(code));
    variants.push_back({kind, false, std::move(code), std::move(drawing.scene), {}});
    return {};
  }
  return {};
}

Result<void> add_textures(lang::turtle::JailPool& jails, const Scene& scene,
                          std::vector<Variant>& variants) {
  TRY(add_texture(jails, "texture for fill", with_hatching(scene), scene, variants));
  TRY(add_texture(jails, "dashes for line", with_dashes(scene), scene, variants));
  TRY(add_texture(jails, "double outline", with_double_outline(scene), scene, variants));
  TRY(add_texture(jails, "white ink", with_white_ink(scene), scene, variants));
  for (auto& [whole, less] : rosettes(scene)) {
    if (!visibly_different(whole, less)) continue;
    std::string code = flat_program(less);
    lang::turtle::Drawing drawing = TRY(jails.run(code));
    variants.push_back(
        {"one of 24 missing", false, std::move(code), std::move(drawing.scene), std::move(whole)});
    break;
  }
  return {};
}

/// What is the same drawing to a person, but for what is kept.
Result<void> add_all_same(lang::turtle::JailPool& jails, std::string_view code, const Scene& scene,
                          const score::Keep& keep, Random& random, std::vector<Variant>& variants) {
  const Point offset{random.uniform(-150, 150), random.uniform(-150, 150)};
  const double factor = random.choice(std::array{0.5, 0.7, 1.3, 1.7});
  const Scene scaled = keep.any() ? grown(scene, factor) : placed(scene, factor, {});
  const Scene other_pen = with_pen(scene, 3);
  TRY(add_same(jails, "moved", flat_program(placed(scene, 1, offset)), variants, !keep.place));
  TRY(add_same(jails, "scaled", flat_program(scaled), variants, !keep.size));
  TRY(add_same(jails, "other pen", flat_program(other_pen), variants,
               !keep.width || other_pen == scene));
  TRY(add_same(jails, "other start", flat_program(with_other_starts(scene, random)), variants));
  TRY(add_same(jails, "other order", flat_program(in_other_order(scene, random)), variants));
  TRY(add_same(jails, "unrolled", flat_program(scene, Steps::kHeadings), variants));
  return add_circles(jails, code, scene, keep, variants);
}

}  // namespace

Result<std::vector<Variant>> make_variants(lang::turtle::JailPool& jails, std::string_view code,
                                           const Scene& scene, std::int64_t seed,
                                           const score::Keep& keep) {
  Random random(seed);
  std::vector<Variant> variants;
  TRY(add_all_same(jails, code, scene, keep, random, variants));
  const auto shuffled = [&](std::vector<std::string> codes) {
    random.shuffle(codes);
    return codes;
  };
  const auto add = [&](std::string_view kind, std::vector<std::string> codes,
                       const auto& change) -> Result<void> {
    if (TRY(add_different(jails, kind, std::move(codes), scene, variants))) return {};
    TRY(add_different(jails, kind, flat_programs(with_item_changed(scene, change)), scene,
                      variants));
    return {};
  };
  const auto turn = [](Scene& each, std::size_t index) { distort(each, index, 1, 5); };
  const auto grow = [](Scene& each, std::size_t index) { distort(each, index, 1.1, 0); };
  const auto drop = [](Scene& each, std::size_t index) {
    each.items.erase(each.items.begin() + static_cast<std::ptrdiff_t>(index));
  };
  TRY(add("side missing", flat_programs(without_a_side(scene)), drop));
  TRY(add("one more copy", with_one_more(code), repeat));
  TRY(add("5 degrees off", shuffled(with_turn_off(code)), turn));
  TRY(add_different(jails, "wrong colour", shuffled(with_wrong_color(code)), scene, variants));
  TRY(add_different(jails, "wrong fill", shuffled(with_wrong_fill(code)), scene, variants));
  const std::size_t before = variants.size();
  TRY(add("size off", shuffled(with_size_off(code)), grow));
  if (variants.size() == before) TRY(add("size off", {}, stretch));
  TRY(add_textures(jails, scene, variants));
  return variants;
}

}  // namespace papert::study
