#include "score/compare_drawings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "raster/canonical_ink.h"
#include "scene/text_form.h"
#include "score/drawing_sheet.h"
#include "score/kept.h"

namespace papert::score {
namespace {

using detail::Sheet;

constexpr double kRounding = 1e-6;    // of the drawing's size: below, a difference is rounding
constexpr double kMuchBetter = 0.75;  // of the difference on canonical sheets
constexpr std::size_t kMaxNamed = 5;  // of missing and of extra parts in the sentence

/// What is written, sorted.
std::vector<std::string_view> texts(const PaintedDrawing& drawing) {
  std::vector<std::string_view> texts;
  if (!drawing.contents().texts) return texts;
  for (const scene::Item& item : drawing.scene().items) {
    if (const auto* text = std::get_if<scene::Text>(&item)) texts.push_back(text->text);
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// The longer side of what is painted.
double extent(const PaintedDrawing& drawing) {
  return std::max(drawing.bounds().width(), drawing.bounds().height());
}

/// 0 for what is rounding in a drawing of that size.
double without_noise(double value, double size) {
  return std::abs(value) > kRounding * size ? value : 0;
}

void note_invariances(const PaintedDrawing& reference_drawing, const PaintedDrawing& answer_drawing,
                      DrawingExplanation& out) {
  const scene::Scene& reference = reference_drawing.scene();
  const scene::Scene& answer = answer_drawing.scene();
  const scene::Point& wanted_center = reference_drawing.canonical().center;
  const scene::Point& given_center = answer_drawing.canonical().center;
  const double wanted_extent = extent(reference_drawing);
  const double given_extent = extent(answer_drawing);
  if (!reference.items.empty() && !answer.items.empty()) {
    out.moved = {given_center.x - wanted_center.x, given_center.y - wanted_center.y};
    const double size = std::max({wanted_extent, given_extent, 1.0});
    for (double* value : {&out.moved.x, &out.moved.y}) *value = without_noise(*value, size);
    out.translated = out.moved != scene::Point{};
  }
  if (wanted_extent > 0 && given_extent > 0) out.size_ratio = given_extent / wanted_extent;
  out.rescaled = std::abs(out.size_ratio - 1) > kRounding;
  out.pen_widths_differ = reference_drawing.contents().pens != answer_drawing.contents().pens;
  out.background_differs = reference.background != answer.background;
  out.texts_differ = texts(reference_drawing) != texts(answer_drawing);
}

/// The plain names, else "#rrggbb".
std::string color_text(scene::Color color) {
  constexpr std::pair<scene::Color, std::string_view> kNames[] = {
      {{0, 0, 0}, "black"},      {{255, 255, 255}, "white"}, {{255, 0, 0}, "red"},
      {{0, 128, 0}, "green"},    {{0, 0, 255}, "blue"},      {{255, 255, 0}, "yellow"},
      {{255, 165, 0}, "orange"}, {{128, 0, 128}, "purple"},  {{165, 42, 42}, "brown"},
      {{255, 192, 203}, "pink"}, {{128, 128, 128}, "gray"},  {{210, 180, 140}, "tan"},
      {{255, 215, 0}, "gold"},   {{0, 255, 255}, "cyan"},    {{255, 0, 255}, "magenta"},
      {{0, 255, 0}, "lime"},     {{0, 0, 128}, "navy"},      {{135, 206, 235}, "skyblue"}};
  for (const auto& [known, name] : kNames) {
    if (known == color) return std::string(name);
  }
  std::string text;
  scene::append_color(text, color);
  return text;
}

/// The parts of one drawing in words: "red line from (0, 0) to (80, 0)".
class Namer {
 public:
  explicit Namer(const PaintedDrawing& drawing) : scene_(drawing.scene()), size_(extent(drawing)) {}

  /// Stretches of neighbouring segments are one line. Names are added while there are fewer than
  /// kMaxNamed; the number of parts is given back.
  std::size_t add_parts(const ItemGap& gap, std::vector<std::string>& names) const {
    const auto* stroke = std::get_if<scene::Stroke>(&scene_.items[gap.item]);
    if (stroke == nullptr || gap.segments.empty()) {
      if (names.size() < kMaxNamed) names.push_back(item(gap.item));
      return 1;
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < gap.segments.size(); ++count) {
      std::size_t end = i + 1;
      while (end < gap.segments.size() && gap.segments[end] == gap.segments[end - 1] + 1) ++end;
      if (names.size() < kMaxNamed) {
        names.push_back(line(*stroke, gap.segments[i], gap.segments[end - 1] + 1));
      }
      i = end;
    }
    return count;
  }

  [[nodiscard]] std::string item(std::size_t index) const {
    const scene::Item& item = scene_.items[index];
    if (const auto* stroke = std::get_if<scene::Stroke>(&item)) {
      return line(*stroke, 0, stroke->points.size() - 1);
    }
    if (const auto* fill = std::get_if<scene::Fill>(&item)) {
      return color_text(fill->color) + " area around " + center(item);
    }
    if (const auto* dot = std::get_if<scene::Dot>(&item)) {
      return color_text(dot->color) + " dot at " + place(dot->center);
    }
    if (const auto* text = std::get_if<scene::Text>(&item)) {
      return color_text(text->color) + " text at " + place(text->position);
    }
    return "stamp around " + center(item);
  }

 private:
  [[nodiscard]] std::string place(const scene::Point& point) const {
    return fmt::format("({:.4g}, {:.4g})", without_noise(point.x, size_),
                       without_noise(point.y, size_));
  }

  [[nodiscard]] std::string center(const scene::Item& item) const {
    scene::Scene alone;
    alone.items.push_back(item);
    return place(scene::painted_bounds(alone).value_or(scene::Bounds{}).center());
  }

  [[nodiscard]] std::string line(const scene::Stroke& stroke, std::size_t first,
                                 std::size_t last) const {
    const std::string from = place(stroke.points[first]);
    const std::string to = place(stroke.points[last]);
    const std::string color = color_text(stroke.color);
    if (last - first == 1) return fmt::format("{} line from {} to {}", color, from, to);
    if (from == to)
      return fmt::format("closed {} line of {} segments at {}", color, last - first, to);
    return fmt::format("{} line of {} segments from {} to {}", color, last - first, from, to);
  }

  const scene::Scene& scene_;
  double size_;
};

/// "red dot at (0, 0), blue line from (1, 2) to (3, 4) and 2 more".
std::string listed(const std::vector<ItemGap>& gaps, const Namer& namer) {
  std::vector<std::string> names;
  std::size_t count = 0;
  for (const ItemGap& gap : gaps) count += namer.add_parts(gap, names);
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (count > names.size()) text += fmt::format(" and {} more", count - names.size());
  return text;
}

std::string turn_text(const scene::Turn& turn) {
  std::string text = turn.mirrored ? "mirrored left to right" : "";
  if (turn.degrees != 0) {
    const bool clockwise = turn.degrees > 180;
    text += fmt::format("{}turned {:.4g} degrees {}", text.empty() ? "" : " and ",
                        clockwise ? 360 - turn.degrees : turn.degrees,
                        clockwise ? "clockwise" : "counter-clockwise");
  }
  return text;
}

/// Where a turn helps or the drawings agree as they stand, the bounds say nothing about size and
/// place. What is kept is not overlooked.
std::string overlooked(const DrawingExplanation& explanation, const Keep& keep) {
  const bool bounds_fit = !explanation.turn && !explanation.as_they_stand;
  std::vector<std::string> parts;
  if (explanation.rescaled && bounds_fit && !keep.size) {
    parts.push_back(fmt::format("size x {:.4g}", explanation.size_ratio));
  }
  if (explanation.translated && bounds_fit && !keep.place) {
    parts.push_back(
        fmt::format("moved by ({:.4g}, {:.4g})", explanation.moved.x, explanation.moved.y));
  }
  if (explanation.pen_widths_differ && !keep.width) parts.emplace_back("another pen width");
  if (explanation.background_differs) parts.emplace_back("another background");
  if (explanation.texts_differ) parts.emplace_back("other words");
  return parts.empty() ? "" : fmt::format("; overlooked: {}", fmt::join(parts, ", "));
}

std::string verdict(const DrawingComparison& result) {
  if (result.not_kept.any()) return "No match: " + result.not_kept.sentence;
  if (result.differing == 0) return "Match: the drawings are the same";
  return fmt::format("{}: {:.1f} % of the ink differs (limit {:.1f} %){}",
                     result.success ? "Match" : "No match", result.difference * 100,
                     result.limit * 100,
                     result.explanation.as_they_stand ? " once both are fitted to one size" : "");
}

std::string sentence(const PaintedDrawing& reference, const PaintedDrawing& answer,
                     const DrawingComparison& result, const DrawingOptions& options) {
  const DrawingExplanation& explanation = result.explanation;
  std::string text = options.verdict.empty() ? verdict(result) : options.verdict;
  if (explanation.turn) {
    return text + "; it would match if it were " + turn_text(*explanation.turn) +
           overlooked(explanation, options.keep) + ".";
  }
  const Namer wanted(reference);
  const Namer given(answer);
  if (!explanation.missing.empty()) text += "; missing: " + listed(explanation.missing, wanted);
  if (!explanation.extra.empty()) text += "; extra: " + listed(explanation.extra, given);
  if (!explanation.colors.empty()) {
    const ColorMismatch& first = explanation.colors.front();
    text += fmt::format("; colour: {} instead of {}, {}", color_text(first.actual),
                        color_text(first.expected), given.item(first.answer_item));
    if (explanation.colors.size() > 1) {
      text += fmt::format(" and {} more", explanation.colors.size() - 1);
    }
  }
  return text + overlooked(explanation, options.keep) + ".";
}

void note_differences(const Sheet& wanted, const Sheet& given, DrawingExplanation& out) {
  const raster::Bitmap wanted_ink = detail::ink_of(wanted);
  const raster::Bitmap given_ink = detail::ink_of(given);
  out.missing = detail::find_gaps(wanted, given_ink);
  out.extra = detail::find_gaps(given, wanted_ink);
  out.colors = detail::find_color_mismatches(wanted, wanted_ink, given, given_ink);
}

/// A drawing fitted to a frame. One whose own bounds are the frame has its canonical sheet already,
/// which is the case for one of two drawings if it reaches as far as the other on all sides.
class Framed {
 public:
  Framed(const PaintedDrawing& drawing, const scene::Bounds& frame)
      : drawing_(drawing), frame_(frame) {
    if (drawing.bounds() == frame) sheet_ = &drawing.sheet();
  }

  /// About how much ink would have to be painted; 0 if the sheet is there.
  [[nodiscard]] double painting() const {
    if (sheet_ != nullptr) return 0;
    const double scale = longer(drawing_.bounds()) / longer(frame_);
    return static_cast<double>(detail::ink_count(drawing_.sheet())) * scale * scale;
  }

  /// Where so much is found, the rest may be missing.
  [[nodiscard]] raster::Bitmap ink(
      std::int64_t enough = std::numeric_limits<std::int64_t>::max()) const {
    return sheet_ != nullptr ? detail::ink_of(*sheet_)
                             : raster::paint_canonical_ink(drawing_.scene(), frame_, enough);
  }

  /// How many of these pixels are where the drawing may have ink, or more.
  [[nodiscard]] std::int64_t count_within(const raster::Bitmap& pixels) const {
    const double scale = scene::kCanonicalExtent / longer(frame_);
    const bool can_tell = sheet_ == nullptr && scale > 0 && std::isfinite(scale);
    if (!can_tell || drawing_.contents().texts) return pixels.count();
    constexpr double kMargin = 2;  // of pens and rounding
    const scene::Bounds& own = drawing_.bounds();
    const auto place = [&](double value, double middle) {
      const double at = scene::kCanonicalSize / 2.0 + (value - middle) * scale;
      return std::clamp(at, kMargin, scene::kCanonicalSize - 1 - kMargin);
    };
    const scene::Point middle = frame_.center();
    const int left = static_cast<int>(place(own.x0, middle.x) - kMargin);
    const int right = static_cast<int>(place(own.x1, middle.x) + kMargin);
    const int bottom = static_cast<int>(place(own.y0, middle.y) - kMargin);
    const int top = static_cast<int>(place(own.y1, middle.y) + kMargin);
    std::int64_t count = 0;
    for (int y = scene::kCanonicalSize - 1 - top; y < scene::kCanonicalSize - bottom; ++y) {
      count += pixels.count(y, left, right);
    }
    return count;
  }

  [[nodiscard]] const Sheet& sheet() {
    if (sheet_ == nullptr) {
      painted_ = detail::make_sheet(scene::canonicalise(drawing_.scene(), frame_));
      sheet_ = &painted_;
    }
    return *sheet_;
  }

 private:
  static double longer(const scene::Bounds& bounds) {
    return std::max(bounds.width(), bounds.height());
  }

  const PaintedDrawing& drawing_;
  const scene::Bounds& frame_;
  const Sheet* sheet_ = nullptr;
  Sheet painted_;
};

/// Whether at least `limit` of the ink must differ, because no more of it can agree than lies in
/// both. The drawing that has less of it is painted first; of the other mostly a part will do.
bool ink_differs(const Framed& a, const Framed& b, double limit) {
  const bool a_first = a.painting() <= b.painting();
  const Framed& first = a_first ? a : b;
  const Framed& other = a_first ? b : a;
  const raster::Bitmap ink = first.ink();
  const auto agreeing = static_cast<double>(other.count_within(ink));
  const auto enough = static_cast<std::int64_t>(agreeing / (1 - limit)) + 2;
  if (ink.count() >= enough) return true;
  const raster::Bitmap other_ink = other.ink(enough);
  if (other_ink.count() >= enough) return true;
  const raster::Overlap found = raster::overlap(ink, other_ink);
  return detail::PixelDifference{.differing = found.exactly_one, .ink = found.either}.share() >=
         limit;
}

/// True, with the differences noted, if the drawings agree much better without being fitted.
bool note_as_they_stand(const PaintedDrawing& reference, const PaintedDrawing& answer,
                        double difference, DrawingExplanation& out) {
  const scene::Bounds& a = reference.bounds();
  const scene::Bounds& b = answer.bounds();
  const scene::Bounds frame{std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1),
                            std::max(a.y1, b.y1)};
  Framed fitted_reference(reference, frame);
  Framed fitted_answer(answer, frame);
  const double limit = kMuchBetter * difference;
  if (ink_differs(fitted_reference, fitted_answer, limit)) return false;
  const Sheet& wanted = fitted_reference.sheet();
  const Sheet& given = fitted_answer.sheet();
  if (detail::difference(wanted, given).share() >= limit) return false;
  note_differences(wanted, given, out);
  return true;
}

void explain(const PaintedDrawing& reference, const PaintedDrawing& answer,
             const DrawingOptions& options, DrawingComparison& result) {
  const Sheet& wanted = reference.sheet();
  const Sheet& given = answer.sheet();
  DrawingExplanation& explanation = result.explanation;
  note_invariances(reference, answer, explanation);
  const bool reference_blank = wanted.inks.empty();
  const bool answer_blank = given.inks.empty();
  if (reference_blank || answer_blank) {
    note_differences(wanted, given, explanation);
    explanation.sentence = reference_blank && answer_blank ? "Match: both drawings are blank."
                           : answer_blank
                               ? "No match: nothing was drawn."
                               : "No match: something was drawn, the reference is blank.";
    return;
  }
  if (result.difference >= result.limit) {
    if (options.seek_turns) {
      explanation.turn = detail::find_turn(reference.scene(), wanted, answer.scene(), result.limit);
    }
    explanation.as_they_stand =
        !explanation.turn && note_as_they_stand(reference, answer, result.difference, explanation);
  }
  if (!explanation.as_they_stand) note_differences(wanted, given, explanation);
  explanation.sentence = sentence(reference, answer, result, options);
}

/// Equal drawings have equal pixels.
detail::PixelDifference pixel_difference(const PaintedDrawing& reference,
                                         const PaintedDrawing& answer) {
  if (reference.canonical().scene.items == answer.canonical().scene.items) {
    return {.differing = 0, .ink = detail::ink_count(reference.sheet())};
  }
  return detail::difference(reference.sheet(), answer.sheet());
}

}  // namespace

DrawingComparison compare_drawings(const PaintedDrawing& reference, const PaintedDrawing& answer,
                                   const DrawingOptions& options) {
  const detail::PixelDifference pixels = pixel_difference(reference, answer);
  DrawingComparison result;
  result.differing = pixels.differing;
  result.ink = pixels.ink;
  result.difference = pixels.share();
  result.limit =
      1 - (reference.contents().fills ? options.filled_similarity : options.line_similarity);
  const bool alike = result.difference < result.limit;
  if (alike && options.keep.any()) {
    result.not_kept = find_not_kept(reference, answer, options.keep);
  }
  result.success = alike && !result.not_kept.any();
  const bool wanted = options.explain == Explain::kAlways ||
                      (options.explain == Explain::kFailures && !result.success);
  if (wanted) explain(reference, answer, options, result);
  return result;
}

DrawingExplanation explain_difference(const PaintedDrawing& reference, const PaintedDrawing& answer,
                                      DrawingComparison comparison, const DrawingOptions& options) {
  explain(reference, answer, options, comparison);
  return std::move(comparison.explanation);
}

DrawingComparison compare_drawings(const scene::Scene& reference, const scene::Scene& answer,
                                   const DrawingOptions& options) {
  return compare_drawings(PaintedDrawing(reference), PaintedDrawing(answer), options);
}

}  // namespace papert::score
