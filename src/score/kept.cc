// Pens are compared as colours are: every line gets a colour for its pen, both are painted on the
// canonical sheet, and a pixel disagrees if the other has lines near it but none of its colour.

#include "score/kept.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "score/drawing_sheet.h"
#include "score/faithful.h"
#include "score/seen_drawing.h"
#include "score/stray.h"

namespace papert::score {
namespace {

using detail::SeenDrawing;
using detail::Sheet;

constexpr std::uint32_t kWhitePixel = 0xFFFFFF;
constexpr double kWidthUnit = 1.0 / 256;                    // of the numbers that stand for pens
constexpr std::int64_t kMostOtherPens = 2 * kLargestPatch;  // pixels, of both sheets together

double longer_side(const scene::Bounds& bounds) {
  return std::max(bounds.width(), bounds.height());
}

scene::Color color_of(double width) {
  const double units = std::clamp(width / kWidthUnit, 0.0, kWhitePixel - 1.0);
  const auto number = static_cast<std::uint32_t>(std::lround(units));
  const auto byte = [number](unsigned shift) {
    return static_cast<std::uint8_t>(number >> shift & 255U);
  };
  return {byte(16), byte(8), byte(0)};
}

double width_of(scene::Color color) {
  return kWidthUnit * static_cast<double>(color.r << 16 | color.g << 8 | color.b);
}

/// The pens of the lines that are seen, from thin to thick, each once.
std::vector<double> pens_of(const scene::Scene& seen) {
  std::vector<double> pens;
  for (const scene::Item& item : seen.items) {
    const auto* stroke = std::get_if<scene::Stroke>(&item);
    if (stroke != nullptr && stroke->color != scene::Color{255, 255, 255}) {
      pens.push_back(stroke->width);
    }
  }
  std::sort(pens.begin(), pens.end());
  pens.erase(std::unique(pens.begin(), pens.end()), pens.end());
  return pens;
}

/// The pen as the reference has it, if it has about the same.
double nearest(double width, const std::vector<double>& known) {
  const auto best = std::min_element(known.begin(), known.end(), [width](double a, double b) {
    return std::abs(a - width) < std::abs(b - width);
  });
  const bool same = best != known.end() && std::abs(*best - width) < kKeptWidthSteps;
  return same ? *best : width;
}

/// The lines that are seen, coloured by their pens, the thickest uppermost.
Sheet lines_by_pen(const SeenDrawing& seen, const std::vector<double>& known) {
  std::vector<scene::Stroke> lines;
  for (const scene::Item& item : seen.scene().items) {
    const auto* stroke = std::get_if<scene::Stroke>(&item);
    if (stroke == nullptr || stroke->color == scene::Color{255, 255, 255}) continue;
    lines.push_back(*stroke);
    lines.back().width = nearest(stroke->width, known);
    lines.back().color = color_of(lines.back().width);
  }
  std::stable_sort(lines.begin(), lines.end(), [](const scene::Stroke& a, const scene::Stroke& b) {
    return a.width < b.width;
  });
  scene::Scene scene;
  scene.items.assign(std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
  return detail::make_sheet(
      scene::canonicalise(scene, seen.seen_bounds().value_or(scene::Bounds{})));
}

std::int64_t stray_pixels(const Sheet& one, const Sheet& other) {
  return detail::find_stray(one.inks, other.inks).pixels;
}

Sheet in_one_color(Sheet sheet) {
  const int width = sheet.picture.width;
  std::vector<ColorRun> joined;
  for (const ColorRun& run : sheet.inks.runs()) {
    if (!joined.empty() && joined.back().end == run.begin && run.begin % width != 0) {
      joined.back().end = run.end;
    } else {
      joined.push_back({run.begin, run.end, 0});
    }
  }
  sheet.inks = detail::SheetInk(std::move(joined));
  return sheet;
}

std::string other_pen(double expected, double actual) {
  return fmt::format("pen width {:.4g} instead of {:.4g}", actual, expected);
}

/// In words; empty if the pens agree.
std::string compare_pens(const SeenDrawing& wanted, const SeenDrawing& given) {
  const std::vector<double> known = pens_of(wanted.scene());
  const std::vector<double> drawn = pens_of(given.scene());
  if (known.empty() || drawn.empty()) return {};
  if (known.size() == 1 && drawn.size() == 1) {
    const bool same = std::abs(known.front() - drawn.front()) < kKeptWidthSteps;
    return same ? "" : other_pen(known.front(), drawn.front());
  }
  const Sheet reference = lines_by_pen(wanted, known);
  const Sheet answer = lines_by_pen(given, known);
  const std::int64_t elsewhere = stray_pixels(in_one_color(reference), in_one_color(answer));
  if (stray_pixels(reference, answer) - elsewhere <= kMostOtherPens) return {};
  const std::vector<ColorMismatch> pairs = detail::find_color_mismatches(reference, answer);
  if (pairs.empty()) return "other pen widths";
  return other_pen(width_of(pairs.front().expected), width_of(pairs.front().actual)) +
         " in some lines";
}

/// How far the answer is from the reference's place: by their centres, or by the corner that lies
/// nearest to the other's, because what is larger from one corner on is not elsewhere.
scene::Point displacement(const scene::Bounds& wanted, const scene::Bounds& given) {
  scene::Point least{given.center().x - wanted.center().x, given.center().y - wanted.center().y};
  for (const double dx : {given.x0 - wanted.x0, given.x1 - wanted.x1}) {
    for (const double dy : {given.y0 - wanted.y0, given.y1 - wanted.y1}) {
      if (std::hypot(dx, dy) < std::hypot(least.x, least.y)) least = {dx, dy};
    }
  }
  return least;
}

/// "50 steps too far to the right and 20 steps too far up".
std::string displacement_text(double dx, double dy) {
  constexpr double kMinor = 0.05;  // of the whole: the other direction says it all
  const double whole = std::hypot(dx, dy);
  std::string text;
  if (std::abs(dx) > kMinor * whole) {
    text = fmt::format("{:.4g} steps too far to the {}", std::abs(dx), dx > 0 ? "right" : "left");
  }
  if (std::abs(dy) > kMinor * whole) {
    text += fmt::format("{}{:.4g} steps too far {}", text.empty() ? "" : " and ", std::abs(dy),
                        dy > 0 ? "up" : "down");
  }
  return text;
}

}  // namespace

Result<Keep> parse_keep(std::string_view text) {
  Keep keep;
  if (text == "none") return keep;
  for (const std::string_view each : split(text, ',')) {
    if (each == "place") {
      keep.place = true;
    } else if (each == "size") {
      keep.size = true;
    } else if (each == "width") {
      keep.width = true;
    } else {
      return fail(ErrorCode::kUsage,
                  fmt::format("'{}' cannot be kept; there are: place, size, width, or several of "
                              "them with commas between",
                              each),
                  "--keep");
    }
  }
  return keep;
}

NotKept find_not_kept(const PaintedDrawing& reference, const PaintedDrawing& answer,
                      const Keep& keep) {
  NotKept found;
  const bool with_texts = reference.contents().texts;
  const SeenDrawing& wanted = reference.seen(with_texts);
  const SeenDrawing& given = answer.seen(with_texts);
  const std::optional<scene::Bounds> a = wanted.seen_bounds();
  const std::optional<scene::Bounds> b = given.seen_bounds();
  if (!a || !b) return found;
  const double extent = longer_side(*a);
  std::vector<std::string> parts;
  const double ratio = extent > 0 && longer_side(*b) > 0 ? longer_side(*b) / extent : 1;
  if (keep.size && std::abs(ratio - 1) > kKeptSize) {
    found.factors.size = true;
    parts.push_back(fmt::format("{:.2f} times as large", ratio));
  }
  const scene::Point away = displacement(*a, *b);
  if (keep.place && std::hypot(away.x, away.y) > std::max(kKeptPlace * extent, kKeptPlaceSteps)) {
    found.factors.place = true;
    parts.push_back(displacement_text(away.x, away.y));
  }
  if (!parts.empty()) found.sentence = fmt::format("the drawing is {}", fmt::join(parts, ", "));
  const std::string pens = keep.width ? compare_pens(wanted, given) : "";
  if (pens.empty()) return found;
  found.factors.width = true;
  found.sentence += (found.sentence.empty() ? "" : "; ") + pens;
  return found;
}

}  // namespace papert::score
