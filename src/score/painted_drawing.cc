// What a drawing is compared by, each made when it is first asked for: the canonical sheet, and the
// drawing as the faithful rule sees it.

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>

#include "score/compare_drawings.h"
#include "score/drawing_sheet.h"
#include "score/seen_drawing.h"

namespace papert::score {

using detail::Sheet;

namespace {

Contents contents_of(const scene::Scene& scene) {
  Contents found;
  for (const scene::Item& item : scene.items) {
    found.texts = found.texts || std::holds_alternative<scene::Text>(item);
    found.fills = found.fills || std::holds_alternative<scene::Fill>(item);
    const auto* stroke = std::get_if<scene::Stroke>(&item);
    // Mostly they are all the same, and sorting many of them is not needed.
    const bool fresh =
        stroke != nullptr && (found.pens.empty() || found.pens.back() != stroke->width);
    if (fresh) found.pens.push_back(stroke->width);
  }
  std::sort(found.pens.begin(), found.pens.end());
  found.pens.erase(std::unique(found.pens.begin(), found.pens.end()), found.pens.end());
  return found;
}

}  // namespace

struct PaintedDrawing::Parts {
  scene::Scene scene;
  scene::Bounds bounds;
  mutable std::once_flag contents_once;
  mutable Contents contents;
  mutable std::once_flag painted_once;
  mutable Sheet sheet;
  mutable std::array<std::once_flag, 2> seen_once;
  mutable std::array<std::optional<detail::SeenDrawing>, 2> seen;  // without texts, with them
};

PaintedDrawing::PaintedDrawing(scene::Scene scene) {
  auto parts = std::make_shared<Parts>();
  parts->bounds = scene::painted_bounds(scene).value_or(scene::Bounds{});
  parts->sheet.canonical = scene::canonicalise(scene, parts->bounds);
  parts->scene = std::move(scene);
  parts_ = std::move(parts);
}

const scene::Scene& PaintedDrawing::scene() const { return parts_->scene; }

const Contents& PaintedDrawing::contents() const {
  std::call_once(parts_->contents_once, [this] { parts_->contents = contents_of(parts_->scene); });
  return parts_->contents;
}

scene::Scene PaintedDrawing::take_scene() && {
  const std::shared_ptr<Parts> parts = std::move(parts_);
  if (parts.use_count() == 1) return std::move(parts->scene);
  return parts->scene;
}

const scene::Bounds& PaintedDrawing::bounds() const { return parts_->bounds; }

const scene::Canonical& PaintedDrawing::canonical() const { return parts_->sheet.canonical; }

const Sheet& PaintedDrawing::sheet() const {
  std::call_once(parts_->painted_once, [this] { detail::paint_sheet(parts_->sheet); });
  return parts_->sheet;
}

std::vector<std::uint32_t> PaintedDrawing::colors() const {
  constexpr std::uint32_t kWhite = 0xFFFFFF;
  const Sheet& sheet = this->sheet();
  std::vector<std::uint32_t> colors(static_cast<std::size_t>(sheet.picture.width) *
                                        static_cast<std::size_t>(sheet.picture.height),
                                    kWhite);
  for (const ColorRun& run : sheet.inks.runs()) {
    std::fill(colors.begin() + run.begin, colors.begin() + run.end, run.color);
  }
  return colors;
}

std::vector<ColorRun> PaintedDrawing::runs() const { return sheet().inks.runs(); }

const detail::SeenDrawing& PaintedDrawing::seen(bool with_texts) const {
  const std::size_t which = with_texts ? 1 : 0;
  std::call_once(parts_->seen_once[which],
                 [&] { parts_->seen[which].emplace(parts_->scene, with_texts, sheet()); });
  return *parts_->seen[which];
}

}  // namespace papert::score
