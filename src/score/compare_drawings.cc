#include "score/compare_drawings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "scene/text_form.h"
#include "score/drawing_sheet.h"

namespace papert::score {
namespace {

using detail::Sheet;

constexpr double kRounding = 1e-6;    // of the drawing's size: below, a difference is rounding
constexpr std::size_t kMaxNamed = 5;  // items named in the sentence

bool uses_fills(const scene::Scene& scene) {
  return std::any_of(scene.items.begin(), scene.items.end(), [](const scene::Item& item) {
    return std::holds_alternative<scene::Fill>(item);
  });
}

/// The values `read` takes from the items of one kind, sorted; each once if `once`.
template <class Kind, class Read>
auto collected(const scene::Scene& scene, bool once, Read read) {
  std::vector<decltype(read(std::declval<const Kind&>()))> values;
  for (const scene::Item& item : scene.items) {
    if (const Kind* kind = std::get_if<Kind>(&item)) values.push_back(read(*kind));
  }
  std::sort(values.begin(), values.end());
  if (once) values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<double> pen_widths(const scene::Scene& scene) {
  return collected<scene::Stroke>(scene, true, [](const scene::Stroke& s) { return s.width; });
}

std::vector<std::string_view> texts(const scene::Scene& scene) {
  return collected<scene::Text>(scene, false,
                                [](const scene::Text& t) { return std::string_view(t.text); });
}

/// The longer side of what is painted.
double extent(const scene::Scene& scene) {
  const auto bounds = scene::painted_bounds(scene);
  return bounds ? std::max(bounds->width(), bounds->height()) : 0;
}

void note_invariances(const scene::Scene& reference, const scene::Scene& answer,
                      const Sheet& wanted, const Sheet& given, DrawingExplanation& out) {
  const double wanted_extent = extent(reference);
  const double given_extent = extent(answer);
  if (!reference.items.empty() && !answer.items.empty()) {
    out.moved = {given.canonical.center.x - wanted.canonical.center.x,
                 given.canonical.center.y - wanted.canonical.center.y};
    const double size = std::max({wanted_extent, given_extent, 1.0});
    out.translated = std::hypot(out.moved.x, out.moved.y) > kRounding * size;
  }
  if (wanted_extent > 0 && given_extent > 0) out.size_ratio = given_extent / wanted_extent;
  out.rescaled = std::abs(out.size_ratio - 1) > kRounding;
  out.pen_widths_differ = pen_widths(reference) != pen_widths(answer);
  out.background_differs = reference.background != answer.background;
  out.texts_differ = texts(reference) != texts(answer);
}

std::string_view kind_name(const scene::Item& item) {
  constexpr std::string_view kNames[] = {"stroke", "fill", "dot", "stamp", "text"};
  return kNames[item.index()];
}

std::string color_text(scene::Color color) {
  std::string text;
  scene::append_color(text, color);
  return text;
}

/// "stroke 0 (segments 1, 2), fill 3 and 2 more".
std::string listed(const std::vector<ItemGap>& gaps, const scene::Scene& scene) {
  std::string text;
  for (std::size_t i = 0; i < std::min(gaps.size(), kMaxNamed); ++i) {
    const scene::Item& item = scene.items[gaps[i].item];
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", kind_name(item), gaps[i].item);
    const auto& segments = gaps[i].segments;
    const auto* stroke = std::get_if<scene::Stroke>(&item);
    if (stroke == nullptr || segments.empty() || segments.size() + 1 >= stroke->points.size()) {
      continue;
    }
    const auto end = segments.begin() + std::ssize(segments);
    const auto cut = segments.size() <= kMaxNamed ? end : segments.begin() + kMaxNamed;
    text += fmt::format(" (segment{} {}{})", segments.size() == 1 ? "" : "s",
                        fmt::join(segments.begin(), cut, ", "), cut == end ? "" : ", ...");
  }
  if (gaps.size() > kMaxNamed) text += fmt::format(" and {} more", gaps.size() - kMaxNamed);
  return text;
}

std::string turn_text(const scene::Turn& turn) {
  std::string text = turn.mirrored ? "mirrored left to right" : "";
  if (turn.degrees != 0) {
    text += fmt::format("{}turned {:.4g} degrees counter-clockwise", text.empty() ? "" : " and ",
                        turn.degrees);
  }
  return text;
}

std::string overlooked(const DrawingExplanation& explanation) {
  std::vector<std::string> parts;
  if (explanation.rescaled) parts.push_back(fmt::format("size x {:.4g}", explanation.size_ratio));
  if (explanation.translated) {
    parts.push_back(
        fmt::format("moved by ({:.4g}, {:.4g})", explanation.moved.x, explanation.moved.y));
  }
  if (explanation.pen_widths_differ) parts.emplace_back("another pen width");
  if (explanation.background_differs) parts.emplace_back("another background");
  if (explanation.texts_differ) parts.emplace_back("other words");
  return parts.empty() ? "" : fmt::format("; overlooked: {}", fmt::join(parts, ", "));
}

std::string sentence(const scene::Scene& reference, const scene::Scene& answer,
                     const DrawingComparison& result, bool reference_blank, bool answer_blank) {
  const DrawingExplanation& explanation = result.explanation;
  if (reference_blank && answer_blank) return "Match: both drawings are blank.";
  if (answer_blank) return "No match: the answer is blank.";
  if (reference_blank) return "No match: the reference is blank, the answer is not.";
  std::string text = fmt::format("{}: {:.1f} % of the ink differs (limit {:.1f} %)",
                                 result.success ? "Match" : "No match", result.difference * 100,
                                 result.limit * 100);
  if (!explanation.missing.empty()) text += "; missing: " + listed(explanation.missing, reference);
  if (!explanation.extra.empty()) text += "; extra: " + listed(explanation.extra, answer);
  if (!explanation.colors.empty()) {
    const ColorMismatch& first = explanation.colors.front();
    text += fmt::format("; colour: {} {} is {} instead of {}",
                        kind_name(answer.items[first.answer_item]), first.answer_item,
                        color_text(first.actual), color_text(first.expected));
    if (explanation.colors.size() > 1) {
      text += fmt::format(" and {} more", explanation.colors.size() - 1);
    }
  }
  if (explanation.turn) {
    text += "; it would match if it were " + turn_text(*explanation.turn);
  }
  return text + overlooked(explanation) + ".";
}

bool is_blank(const Sheet& sheet) {
  for (std::size_t i = 0; i < sheet.picture.owner.size(); ++i) {
    if (sheet.has_ink(i)) return false;
  }
  return true;
}

}  // namespace

DrawingComparison compare_drawings(const scene::Scene& reference, const scene::Scene& answer,
                                   const DrawingOptions& options) {
  const Sheet wanted = detail::make_sheet(reference);
  const Sheet given = detail::make_sheet(answer);
  const detail::PixelDifference pixels = detail::difference(wanted, given);
  DrawingComparison result;
  result.differing = pixels.differing;
  result.ink = pixels.ink;
  result.difference = pixels.share();
  result.limit = 1 - (uses_fills(reference) ? options.filled_similarity : options.line_similarity);
  result.success = result.difference < result.limit;
  if (!options.explain) return result;
  const bool reference_blank = is_blank(wanted);
  const bool answer_blank = is_blank(given);
  DrawingExplanation& explanation = result.explanation;
  note_invariances(reference, answer, wanted, given, explanation);
  explanation.missing = detail::find_gaps(wanted, given);
  explanation.extra = detail::find_gaps(given, wanted);
  explanation.colors = detail::find_color_mismatches(wanted, given);
  if (!result.success && options.seek_turns && !reference_blank && !answer_blank) {
    explanation.turn = detail::find_turn(reference, wanted, answer, result.limit);
  }
  explanation.sentence = sentence(reference, answer, result, reference_blank, answer_blank);
  return result;
}

}  // namespace papert::score
