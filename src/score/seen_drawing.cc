#include "score/seen_drawing.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "raster/paint_scene.h"
#include "scene/arcs.h"
#include "score/drawing_sheet.h"
#include "score/places.h"

namespace papert::score::detail {
namespace {

constexpr scene::Color kPaperWhite{255, 255, 255};
constexpr scene::Color kWhiteInk{254, 254, 254};  // on paper that is not white
constexpr int kUnseen = 8;                        // of 255: a colour this near to the paper's
constexpr double kThickLine = 2;                  // canonical pixels
constexpr double kErased = 2;  // canonical pixels that the bounds of what is seen may be smaller
constexpr int kMostFits = 4;

int distance(scene::Color a, scene::Color b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

/// Calls visit for every colour of an item, const or not.
template <class Item, class Visit>
void each_color(Item& item, const Visit& visit) {
  std::visit(
      [&visit](auto& each) {
        if constexpr (requires { each.outline; }) {
          if (each.fill) visit(*each.fill);
          if (each.outline) visit(*each.outline);
        } else {
          visit(each.color);
        }
      },
      item);
}

bool is_unseen(scene::Color color, scene::Color paper) { return distance(color, paper) <= kUnseen; }

/// The colour that ink on this paper has for a reader of white paper.
scene::Color seen_color(scene::Color color, scene::Color paper) {
  if (is_unseen(color, paper)) return kPaperWhite;
  return color == kPaperWhite ? kWhiteInk : color;
}

bool is_blank(const scene::Item& item) {
  return std::visit(
      [](const auto& each) {
        if constexpr (requires { each.color; }) return each.color == kPaperWhite;
        return false;
      },
      item);
}

scene::Scene without_blank(const scene::Scene& scene) {
  scene::Scene left{.background = scene.background};
  std::copy_if(scene.items.begin(), scene.items.end(), std::back_inserter(left.items),
               [](const scene::Item& item) { return !is_blank(item); });
  return left;
}

void scale_pens(const scene::Scene& seen, double scale, scene::Scene& fitted) {
  for (std::size_t i = 0; i < seen.items.size(); ++i) {
    const auto* stroke = std::get_if<scene::Stroke>(&seen.items[i]);
    if (stroke == nullptr) continue;
    std::get<scene::Stroke>(fitted.items[i]).width = std::max(stroke->width, 0.0) * scale;
  }
}

std::size_t points_of(const scene::Item& item) {
  return std::visit(
      [](const auto& each) -> std::size_t {
        if constexpr (requires { each.points; }) return each.points.size();
        return 1;
      },
      item);
}

bool has_more_points(const scene::Scene& scene, std::size_t points) {
  std::size_t count = 0;
  for (auto item = scene.items.begin(); item != scene.items.end() && count <= points; ++item) {
    count += points_of(*item);
  }
  return count > points;
}

/// The uppermost items of a drawing; of the lowest of them, if it is a line, the end.
scene::Scene uppermost(const scene::Scene& scene, std::size_t points) {
  scene::Scene top{.background = scene.background};
  for (auto item = scene.items.rbegin(); item != scene.items.rend() && points > 0; ++item) {
    const auto* stroke = std::get_if<scene::Stroke>(&*item);
    if (stroke == nullptr || stroke->points.size() <= points + 1) {
      top.items.push_back(*item);
      points -= std::min(points, std::max<std::size_t>(points_of(*item), 1));
      continue;
    }
    const auto kept = static_cast<std::ptrdiff_t>(points + 1);
    top.items.emplace_back(scene::Stroke{
        {stroke->points.end() - kept, stroke->points.end()}, stroke->width, stroke->color});
    points = 0;
  }
  std::reverse(top.items.begin(), top.items.end());
  return top;
}

SheetInk painted_ink(const scene::Scene& scene, const raster::TkView& view) {
  return SheetInk(raster::paint_taken(scene, view));
}

/// What has ink on the canonical sheet, in its coordinates. A pen of 1 makes a line two pixels wide
/// unless it lies just so.
std::optional<scene::Bounds> inked_bounds(const std::vector<ColorRun>& runs) {
  if (runs.empty()) return std::nullopt;
  constexpr int kSide = scene::kCanonicalSize;
  int left = kSide;
  int right = 0;
  for (const ColorRun& run : runs) {
    left = std::min(left, run.begin % kSide);
    right = std::max(right, (run.end - 1) % kSide + 1);
  }
  const int top = runs.front().begin / kSide;
  const int bottom = (runs.back().end - 1) / kSide + 1;
  const auto grown = [](int low, int high) {
    return high - low > 2 ? std::pair(low + 1.0, high - 1.0)
                          : std::pair((low + high) / 2.0, (low + high) / 2.0);
  };
  const auto [x0, x1] = grown(left, right);
  const auto [y0, y1] = grown(kSide - bottom, kSide - top);
  return scene::Bounds{x0, y0, x1, y1};
}

}  // namespace

FittedDrawing::FittedDrawing(const scene::Scene& seen, Pens pens, const Sheet* plain)
    : pens_(pens) {
  if (plain == nullptr || pens == Pens::kTrue) {
    fit(seen);
  } else {
    plain_ = plain;
  }
  colors_ = ink().colors();
}

const SheetInk& FittedDrawing::ink() const { return plain_ != nullptr ? plain_->inks : ink_; }

void FittedDrawing::fit(const scene::Scene& seen) {
  const bool true_pens = pens_ == Pens::kTrue;
  const bool has_blank = std::any_of(seen.items.begin(), seen.items.end(), is_blank);
  std::optional<scene::Bounds> frame = has_blank
                                           ? scene::painted_bounds(without_blank(seen), true_pens)
                                           : scene::painted_bounds(seen, true_pens);
  if (!frame) return;  // nothing is seen
  for (int i = 0; i < kMostFits; ++i) {
    const scene::Scene& drawn = i == 0 ? seen : fitted_;
    scene::Canonical canonical = scene::canonicalise(drawn, *frame);
    if (true_pens) scale_pens(drawn, canonical.scale, canonical.scene);
    fitted_ = std::move(canonical.scene);
    ink_ = painted_ink(fitted_, raster::canonical_view());
    if (!has_blank) return;
    frame = inked_bounds(ink_.runs());
    if (!frame) return;
    const double extent = std::max(frame->width(), frame->height());
    if (extent <= 0 || extent > scene::kCanonicalExtent - kErased) return;
  }
}

std::vector<ColorRun> FittedDrawing::fine_runs() const {
  scene::Scene thin = plain_ != nullptr ? plain_->canonical.scene : fitted_;
  for (scene::Item& item : thin.items) {
    auto* stroke = std::get_if<scene::Stroke>(&item);
    if (stroke != nullptr && pens_ == Pens::kOne) stroke->width = 0;
  }
  const raster::TkView view{.width = kFineSide,
                            .height = kFineSide,
                            .scale = kFineScale,
                            .origin_x = 0,
                            .origin_y = kFineSide};
  return painted_ink(thin, view).runs();
}

SeenDrawing::SeenDrawing(const scene::Scene& scene, bool with_texts, const Sheet& plain)
    : original_(scene), plain_(&plain) {
  const auto change = [this]() -> scene::Scene& {
    if (!changed_) changed_ = original_;
    return *changed_;
  };
  const auto is_text = [](const scene::Item& item) {
    return std::holds_alternative<scene::Text>(item);
  };
  if (!with_texts && std::any_of(scene.items.begin(), scene.items.end(), is_text)) {
    std::erase_if(change().items, is_text);
  }
  bool has_others = false;  // colours that are seen as another
  for (const scene::Item& item : this->scene().items) {
    each_color(item, [&](const scene::Color& color) {
      has_blank_ = has_blank_ || is_unseen(color, scene.background);
      has_others = has_others || seen_color(color, scene.background) != color;
    });
  }
  for (std::size_t i = 0; has_others && i < change().items.size(); ++i) {
    each_color(change().items[i],
               [&](scene::Color& color) { color = seen_color(color, scene.background); });
  }
  std::vector<scene::RoundedItem> rounded = scene::find_arcs(this->scene());
  if (!rounded.empty()) scene::round_items(std::move(rounded), change());
  if (changed_ || has_blank_) plain_ = nullptr;
}

const FittedDrawing& SeenDrawing::fitted(Pens pens) const {
  const std::size_t which = pens == Pens::kOne ? 0 : 1;
  std::call_once(fitted_once_[which], [&] { fitted_[which].emplace(scene(), pens, plain_); });
  return *fitted_[which];
}

const std::optional<scene::Bounds>& SeenDrawing::true_bounds() const {
  std::call_once(bounds_once_, [this] {
    true_bounds_ = scene::painted_bounds(scene(), true);
    for (const scene::Item& item : scene().items) {
      const auto* stroke = std::get_if<scene::Stroke>(&item);
      if (stroke != nullptr) thickest_ = std::max(thickest_, stroke->width);
    }
  });
  return true_bounds_;
}

std::optional<scene::Bounds> SeenDrawing::seen_bounds() const {
  return scene::painted_bounds(has_blank_ ? without_blank(scene()) : scene());
}

std::optional<SheetInk> SeenDrawing::uppermost_ink(std::size_t points) const {
  if (has_blank_ || !true_bounds() || !has_more_points(scene(), 2 * points)) return std::nullopt;
  const scene::Scene top = uppermost(scene(), points);
  scene::Canonical canonical = scene::canonicalise(top, *true_bounds());
  scale_pens(top, canonical.scale, canonical.scene);
  return painted_ink(canonical.scene, raster::canonical_view());
}

double SeenDrawing::shorter_side() const {
  const scene::Bounds bounds = true_bounds().value_or(scene::Bounds{});
  const double longer = std::max(bounds.width(), bounds.height());
  return longer > 0 ? scene::kCanonicalExtent * std::min(bounds.width(), bounds.height()) / longer
                    : 0;
}

bool SeenDrawing::has_thick_lines() const {
  const std::optional<scene::Bounds>& bounds = true_bounds();
  if (!bounds) return false;
  return thickest_ >=
         kThickLine * std::max(bounds->width(), bounds->height()) / scene::kCanonicalExtent;
}

}  // namespace papert::score::detail
