#include "score/drawing_index.h"

#include <cmath>

#include "base/sha256.h"
#include "raster/paint_scene.h"
#include "score/drawing_sheet.h"
#include "score/faithful.h"

namespace papert::score {
namespace {

constexpr int kIndexSide = scene::kCanonicalSize;
constexpr int kCell = 40;             // pixels; a cell of the histogram is a square of them
constexpr double kInkStep = 0.12;     // of the ink, between neighbouring steps
constexpr double kSideStep = 10;      // pixels
constexpr double kMostUnlike = 0.35;  // of the ink: sum of differences between the histograms

/// Ink in each square.
std::vector<std::int64_t> histogram_of(const std::vector<ColorRun>& runs) {
  constexpr int kCells = kIndexSide / kCell;
  std::vector<std::int64_t> cells(static_cast<std::size_t>(kCells) * kCells);
  for (const ColorRun& run : runs) {
    const int y = run.begin / kIndexSide;
    const int end = run.end - y * kIndexSide;
    for (int x = run.begin - y * kIndexSide; x < end;) {
      const int next = std::min((x / kCell + 1) * kCell, end);
      cells[static_cast<std::size_t>(y / kCell * kCells + x / kCell)] += next - x;
      x = next;
    }
  }
  return cells;
}

std::int64_t total(const std::vector<std::int64_t>& cells) {
  std::int64_t sum = 0;
  for (const std::int64_t cell : cells) sum += cell;
  return sum;
}

bool may_be_alike(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  std::int64_t unlike = 0;
  for (std::size_t i = 0; i < a.size(); ++i) unlike += std::abs(a[i] - b[i]);
  return static_cast<double>(unlike) <=
         kMostUnlike * static_cast<double>(std::max(total(a), total(b)));
}

}  // namespace

bool pass_for_each_other(const PaintedDrawing& a, const PaintedDrawing& b) {
  const DrawingOptions quick{.explain = Explain::kNever};
  return compare_drawings(a, b, quick).success || compare_drawings(b, a, quick).success ||
         compare_faithfully(a, b).success || compare_faithfully(b, a).success;
}

double ink_difference(const std::vector<ColorRun>& a, const std::vector<ColorRun>& b) {
  return detail::difference(a, b).share();
}

std::string drawing_key(const scene::Scene& scene) {
  const raster::Image sheet = raster::paint_canonical(scene);
  const auto samples = sheet.data();
  return sha256_hex({reinterpret_cast<const char*>(samples.data()), samples.size()});
}

std::pair<DrawingIndex::Key, std::vector<std::int64_t>> DrawingIndex::place_of(
    const PaintedDrawing& drawing) {
  std::vector<std::int64_t> histogram = histogram_of(drawing.runs());
  const auto bounds = scene::painted_bounds(drawing.scene()).value_or(scene::Bounds{});
  const double longer = std::max(bounds.width(), bounds.height());
  const double shorter = std::min(bounds.width(), bounds.height());
  const auto ink = static_cast<double>(total(histogram));
  const Key key{
      static_cast<int>(std::floor(std::log(ink + 1) / std::log1p(kInkStep))),
      static_cast<int>(longer > 0 ? scene::kCanonicalExtent * shorter / longer / kSideStep : 0)};
  return {key, std::move(histogram)};
}

std::optional<std::string> DrawingIndex::alike(const PaintedDrawing& drawing) const {
  const auto [key, histogram] = place_of(drawing);
  for (int ink_step = key.first - 1; ink_step <= key.first + 1; ++ink_step) {
    for (int side_step = key.second - 1; side_step <= key.second + 1; ++side_step) {
      const auto near = entries_.find({ink_step, side_step});
      if (near == entries_.end()) continue;
      for (const Entry& entry : near->second) {
        if (may_be_alike(entry.histogram, histogram) &&
            pass_for_each_other(entry.drawing, drawing)) {
          return entry.name;
        }
      }
    }
  }
  return std::nullopt;
}

void DrawingIndex::keep(const PaintedDrawing& drawing, std::string name) {
  auto [key, histogram] = place_of(drawing);
  entries_[key].push_back({drawing, std::move(histogram), std::move(name)});
}

bool DrawingIndex::add(const PaintedDrawing& drawing) {
  if (alike(drawing)) return false;
  keep(drawing, "");
  return true;
}

}  // namespace papert::score
