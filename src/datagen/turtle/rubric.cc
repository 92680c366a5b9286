#include "datagen/turtle/rubric.h"

#include <algorithm>
#include <cmath>

#include "datagen/turtle/label.h"
#include "datagen/turtle/strokes.h"
#include "datagen/turtle/symmetry.h"
#include "lang/python/quality.h"
#include "raster/bitmap.h"
#include "raster/canonical_ink.h"

namespace papert::datagen {
namespace {

using detail::Strokes;
using scene::Point;

constexpr int kSheet = scene::kCanonicalSize;
constexpr int kNear = 2;  // pixels

double clamped(double x) { return std::clamp(x, 0.0, 1.0); }

/// 1 up to `full`, 0 from `none` on; either may be the larger.
double falling(double x, double full, double none) { return clamped((none - x) / (none - full)); }

double geometry(const Strokes& strokes) {
  return 10 * clamped((detail::find_symmetry(strokes).share - 0.5) / 0.45);
}

double visual(const scene::Scene& scene, const Strokes& strokes) {
  const auto bounds = scene::painted_bounds(scene);
  if (!bounds) return 0;
  const raster::Bitmap ink = raster::paint_canonical_ink(scene, *bounds);
  std::int64_t pixels = 0;
  for (int y = 0; y < kSheet; ++y) {
    for (int x = 0; x < kSheet; ++x) pixels += ink.get(x, y) ? 1 : 0;
  }
  const double share = static_cast<double>(pixels) / (kSheet * kSheet);
  const double fit = std::min(falling(share, 0.01, 0.003), falling(share, 0.5, 0.8));
  const double few = falling(static_cast<double>(strokes.segments.size()), 300, 3000);
  constexpr int kCell = 8;
  constexpr int kCells = kSheet / kCell;
  std::vector<double> cells(static_cast<std::size_t>(kCells) * kCells);
  for (const detail::Segment& each : strokes.segments) {
    const int steps = std::max(1, static_cast<int>(each.length()));
    for (int i = 0; i < steps; ++i) {
      const Point point = each.at((i + 0.5) / steps);
      const int cell =
          static_cast<int>(point.y / kCell) * kCells + static_cast<int>(point.x / kCell);
      if (cell >= 0 && cell < kCells * kCells) cells[static_cast<std::size_t>(cell)] += 1;
    }
  }
  const auto used = std::count_if(cells.begin(), cells.end(), [](double c) { return c > 0; });
  const auto full =
      std::count_if(cells.begin(), cells.end(), [](double c) { return c > 0.6 * kCell * kCell; });
  const double crowded = used == 0 ? 0 : static_cast<double>(full) / static_cast<double>(used);
  return 10 * std::min({fit, few, 1 - crowded});
}

/// How many values there are if those within 3 % are one.
std::size_t classes(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::size_t count = 0;
  double first = -1;
  for (const double value : values) {
    if (first >= 0 && value <= first * 1.03 + 0.1) continue;
    ++count;
    first = value;
  }
  return count;
}

double structure(const Strokes& strokes) {
  std::vector<double> lengths;
  lengths.reserve(strokes.segments.size());
  for (const detail::Segment& each : strokes.segments) lengths.push_back(each.length());
  double repeated = 0;
  double all = 0;
  for (std::size_t i = 0; i < strokes.parts.size(); ++i) {
    const detail::Part& part = strokes.parts[i];
    bool equal = false;
    for (std::size_t j = 0; j < strokes.parts.size() && !equal; ++j) {
      equal = i != j && part.is_like(strokes.parts[j]);
    }
    all += part.length;
    repeated += equal ? part.length : 0;
  }
  const double alike = all == 0 ? 0 : repeated / all;
  const double few = clamped(1 - (static_cast<double>(classes(lengths)) - 1) / 12);
  return 10 * std::max(alike, few);
}

double alignment(const Strokes& strokes) {
  if (strokes.segments.empty()) return 0;
  std::size_t alone = 0;
  for (const detail::LooseEnd& end : strokes.ends) {
    const bool meets = std::any_of(
        strokes.segments.begin(), strokes.segments.end(), [&](const detail::Segment& each) {
          return each.id != end.segment && each.distance(end.place) <= kNear;
        });
    alone += meets ? 0 : 1;
  }
  const double ends = 2 * static_cast<double>(strokes.segments.size());
  const double meeting = 1 - static_cast<double>(alone) / ends;
  constexpr double kFewDirections = 8;
  const double directions = std::max<double>(1, static_cast<double>(strokes.directions()));
  return 10 * (0.6 * meeting + 0.4 * std::min(1.0, kFewDirections / directions));
}

double education(const Strokes& strokes, const DrawingOrigin& origin) {
  constexpr std::uint64_t kMostSteps = 20'000;
  constexpr std::size_t kManySegments = 8;
  if (origin.blocked || origin.steps > kMostSteps) return 0;
  const auto lines = static_cast<double>(code_lines(origin.code));
  double score = std::min(falling(lines, 4, 2), falling(lines, 30, 80));
  if (const auto outline = lang::python::read_outline(origin.code)) {
    const lang::python::CodeQuality quality = lang::python::describe_code(*outline, "draw");
    if (quality.loop_depth > 3) score *= 0.5;
    if (strokes.segments.size() > kManySegments && quality.loops == 0) score *= 0.5;
  }
  return 10 * score;
}

double luminance(const scene::Color& color) {
  const auto part = [](std::uint8_t value) {
    const double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(color.r) + 0.7152 * part(color.g) + 0.0722 * part(color.b);
}

double colours(const Strokes& strokes) {
  const std::size_t count = strokes.colors.size();
  double score = 10;
  if (count == 5) score = 8;
  if (count == 6) score = 6;
  if (count == 7 || count == 8) score = 4;
  if (count > 8 || count == 0) score = 1;
  constexpr double kFaint = 1.5;  // contrast with white, as web pages reckon it
  const bool faint = std::any_of(
      strokes.colors.begin(), strokes.colors.end(),
      [](const scene::Color& color) { return 1.05 / (luminance(color) + 0.05) < kFaint; });
  return std::max(0.0, score - (faint ? 3 : 0));
}

}  // namespace

RubricScores score_by_rule(const scene::Scene& scene, const DrawingOrigin& origin) {
  const Strokes strokes = detail::strokes_of(scene);
  RubricScores scores;
  scores.geometry = geometry(strokes);
  scores.visual = visual(scene, strokes);
  scores.structure = structure(strokes);
  scores.alignment = alignment(strokes);
  scores.education = education(strokes, origin);
  scores.color = colours(strokes);
  return scores;
}

}  // namespace papert::datagen
