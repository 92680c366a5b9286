#include "score/paint_order.h"

#include <algorithm>
#include <tuple>

#include "raster/color_plane.h"

namespace papert::score {
namespace {

constexpr double kAlike = 0.5;

raster::Bitmap pixels_of(const scene::ColorItem& item, const scene::ColorScene& scene) {
  raster::Bitmap pixels(scene.width, scene.height);
  raster::cover(item.form, pixels);
  return pixels;
}

/// Whether both have a pixel that `covered` has not.
bool meet_in_sight(const raster::Bitmap& a, const raster::Bitmap& b,
                   const raster::Bitmap& covered) {
  for (std::size_t i = 0; i < a.words().size(); ++i) {
    if ((a.words()[i] & b.words()[i] & ~covered.words()[i]) != 0) return true;
  }
  return false;
}

void join(raster::Bitmap& all, const raster::Bitmap& more) {
  for (std::size_t i = 0; i < all.words().size(); ++i) all.words()[i] |= more.words()[i];
}

struct Likeness {
  double iou = 0;
  std::size_t reference = 0;
  std::size_t answer = 0;
};

}  // namespace

PaintOrder::PaintOrder(const scene::ColorScene& reference) {
  for (const scene::ColorItem& item : reference.items) {
    layers_.push_back({pixels_of(item, reference), item.color});
  }
  raster::Bitmap covered(reference.width, reference.height);
  for (std::size_t upper = layers_.size(); upper-- > 0;) {
    for (std::size_t lower = 0; lower < upper; ++lower) {
      if (layers_[lower].color == layers_[upper].color) continue;
      if (meet_in_sight(layers_[lower].pixels, layers_[upper].pixels, covered)) {
        pairs_.emplace_back(lower, upper);
      }
    }
    join(covered, layers_[upper].pixels);
  }
  std::ranges::sort(pairs_);
}

std::vector<std::optional<std::size_t>> PaintOrder::partners(
    const scene::ColorScene& answer) const {
  std::vector<Likeness> alike;
  for (std::size_t j = 0; j < answer.items.size(); ++j) {
    const scene::ColorItem& item = answer.items[j];
    const bool wanted =
        std::ranges::any_of(layers_, [&](const Layer& layer) { return layer.color == item.color; });
    if (!wanted) continue;
    const raster::Bitmap pixels = pixels_of(item, answer);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      if (layers_[i].color != item.color) continue;
      const raster::Overlap overlap = raster::overlap(layers_[i].pixels, pixels);
      if (overlap.either == 0) continue;
      const double iou = static_cast<double>(overlap.both) / static_cast<double>(overlap.either);
      if (iou >= kAlike) alike.push_back({iou, i, j});
    }
  }
  std::ranges::sort(alike, [](const Likeness& a, const Likeness& b) {
    return std::tuple(-a.iou, a.reference, a.answer) < std::tuple(-b.iou, b.reference, b.answer);
  });
  std::vector<std::optional<std::size_t>> partner(layers_.size());
  std::vector<bool> taken(answer.items.size(), false);
  for (const Likeness& each : alike) {
    if (partner[each.reference] || taken[each.answer]) continue;
    partner[each.reference] = each.answer;
    taken[each.answer] = true;
  }
  return partner;
}

std::optional<double> PaintOrder::share(const scene::ColorScene& answer) const {
  if (pairs_.empty()) return std::nullopt;
  const std::vector<std::optional<std::size_t>> partner = partners(answer);
  const auto right = std::ranges::count_if(pairs_, [&](const auto& pair) {
    const auto& lower = partner[pair.first];
    const auto& upper = partner[pair.second];
    return lower && upper && *lower < *upper;
  });
  return static_cast<double>(right) / static_cast<double>(pairs_.size());
}

}  // namespace papert::score
