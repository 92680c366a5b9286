#include "score/faithful.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <variant>

#include "score/drawing_sheet.h"
#include "score/kept.h"
#include "score/places.h"
#include "score/seen_drawing.h"
#include "score/stray.h"
#include "score/thick_lines.h"

namespace papert::score {
namespace {

using detail::FittedDrawing;
using detail::InkRows;
using detail::Pens;
using detail::SeenDrawing;
using detail::SheetInk;

constexpr double kSamePlace = 0.75;  // of the font size, between equal characters

int color_distance(std::uint32_t a, std::uint32_t b) {
  int most = 0;
  for (const int shift : {0, 8, 16}) {
    most = std::max(
        most, std::abs(static_cast<int>(a >> shift & 255U) - static_cast<int>(b >> shift & 255U)));
  }
  return most;
}

/// The answer's colours, each as the reference has it.
class ColorMap {
 public:
  ColorMap(const std::vector<std::uint32_t>& known, const std::vector<std::uint32_t>& given) {
    for (const std::uint32_t color : given) {
      const auto nearest = std::min_element(known.begin(), known.end(), [color](auto a, auto b) {
        return color_distance(a, color) < color_distance(b, color);
      });
      const bool same =
          nearest != known.end() && color_distance(*nearest, color) <= detail::kSameColor;
      if (same && *nearest != color) changes_.emplace_back(color, *nearest);
    }
  }

  /// Nothing where no colour changes.
  [[nodiscard]] std::optional<SheetInk> changed(const SheetInk& ink) const {
    if (changes_.empty()) return std::nullopt;
    return SheetInk(changed(ink.runs()));
  }

  [[nodiscard]] std::vector<ColorRun> changed(std::vector<ColorRun> runs) const {
    for (ColorRun& run : runs) {
      for (const auto& [from, to] : changes_) {
        if (run.color != from) continue;
        run.color = to;
        break;
      }
    }
    return runs;
  }

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> changes_;
};

/// Steps 1 and 2 with one kind of pens.
FaithfulComparison compare_ink(const FittedDrawing& reference, const FittedDrawing& answer) {
  const ColorMap colors(reference.colors(), answer.colors());
  const SheetInk& wanted = reference.ink();
  const std::optional<SheetInk> changed = colors.changed(answer.ink());
  const SheetInk& given = changed ? *changed : answer.ink();
  const detail::Stray stray = detail::find_stray(wanted, given);
  FaithfulComparison result{
      .ink = stray.ink, .stray = stray.pixels, .largest_patch = stray.largest_patch};
  const bool one_blank = wanted.empty() != given.empty();
  if (one_blank || stray.largest_patch > kLargestPatch || result.difference() >= kStrayLimit) {
    return result;
  }
  const detail::PlaceCount places =
      detail::compare_places(InkRows(reference.fine_runs(), detail::kFineSide),
                             InkRows(colors.changed(answer.fine_runs()), detail::kFineSide));
  result.places = places.inked;
  result.unlike_places = places.unlike;
  result.success = places.unlike <= kMostUnlikePlaces;
  return result;
}

struct Glyph {
  std::string_view character;
  scene::Point place;
  double size = 0;
};

std::vector<Glyph> glyphs(const scene::Scene& canonical) {
  std::vector<Glyph> all;
  for (const scene::Item& item : canonical.items) {
    const auto* text = std::get_if<scene::Text>(&item);
    if (text == nullptr) continue;
    const std::vector<std::string_view> characters = scene::text_characters(*text);
    const std::vector<scene::Bounds> blocks = scene::text_blocks(*text);
    for (std::size_t i = 0; i < std::min(characters.size(), blocks.size()); ++i) {
      all.push_back({characters[i], blocks[i].center(), std::abs(text->font_size)});
    }
  }
  return all;
}

/// Every character of one has an equal one in the other, about where it is.
bool has_all(const std::vector<Glyph>& one, const std::vector<Glyph>& other) {
  return std::all_of(one.begin(), one.end(), [&other](const Glyph& glyph) {
    return std::any_of(other.begin(), other.end(), [&glyph](const Glyph& each) {
      return each.character == glyph.character &&
             std::hypot(each.place.x - glyph.place.x, each.place.y - glyph.place.y) <=
                 kSamePlace * glyph.size;
    });
  });
}

bool texts_differ(const PaintedDrawing& reference, const PaintedDrawing& answer) {
  const std::vector<Glyph> wanted = glyphs(reference.canonical().scene);
  const std::vector<Glyph> given = glyphs(answer.canonical().scene);
  return !has_all(wanted, given) || !has_all(given, wanted);
}

/// Item by item, but for place, size, pens and background. Equal pixels of the canonical sheets
/// would not do: lines two pixels apart fill them.
bool draw_the_same(const PaintedDrawing& reference, const PaintedDrawing& answer) {
  return reference.scene().background == answer.scene().background &&
         reference.canonical().scene.items == answer.canonical().scene.items;
}

std::int64_t ink_of(const SeenDrawing& drawing) { return drawing.fitted(Pens::kOne).ink().count(); }

/// Whether one may have thick lines where the other has areas: then it has less ink with one pen
/// for all lines, and the same proportions with the true ones.
bool may_be_drawn_thickly(const SeenDrawing& wanted, const SeenDrawing& given) {
  if (!wanted.has_thick_lines() && !given.has_thick_lines()) return false;
  return detail::inks_of_thick_lines(ink_of(wanted), ink_of(given)) &&
         detail::sides_of_thick_lines(wanted.shorter_side(), given.shorter_side());
}

/// Whether a few of the answer's uppermost lines show that step 1 fails with true pens: no ink of
/// theirs is covered, so a patch of it that is stray is one of the whole drawing, too. Long
/// drawings that are nothing like the reference are not painted a second time for it.
bool is_plainly_astray(const SeenDrawing& wanted, const SeenDrawing& given) {
  constexpr std::size_t kPoints[] = {8, 64, 256, 2048};
  const FittedDrawing& reference = wanted.fitted(Pens::kTrue);
  for (const std::size_t points : kPoints) {
    const std::optional<SheetInk> ink = given.uppermost_ink(points);
    if (!ink) return false;
    const std::optional<SheetInk> changed =
        ColorMap(reference.colors(), ink->colors()).changed(*ink);
    const SheetInk& part = changed ? *changed : *ink;
    if (detail::largest_stray_patch(part, reference.ink()) > kLargestPatch) return true;
  }
  return false;
}

std::string verdict(const FaithfulComparison& result) {
  if (result.not_kept.any()) return "No match: " + result.not_kept.sentence;
  if (result.success) return "Match: the drawings are the same";
  if (result.texts_differ) return "No match: other words are written";
  if (result.unlike_places > kMostUnlikePlaces) {
    return fmt::format(
        "No match: {} of {} places look different (a gap, dashes, hatching or a double line)",
        result.unlike_places, result.places);
  }
  return fmt::format("No match: {:.1f} % of the ink lies apart", result.difference() * 100);
}

/// Without what the comparison left out.
PaintedDrawing compared_part(const PaintedDrawing& drawing, bool with_texts) {
  if (with_texts || !drawing.contents().texts) return drawing;
  scene::Scene scene = drawing.scene();
  std::erase_if(scene.items,
                [](const scene::Item& item) { return std::holds_alternative<scene::Text>(item); });
  return PaintedDrawing(std::move(scene));
}

/// The drawing itself, free of place, size and pens.
FaithfulComparison compare_drawn(const PaintedDrawing& reference, const PaintedDrawing& answer) {
  const bool with_texts = reference.contents().texts;
  const bool other_words = with_texts && texts_differ(reference, answer);
  if (!other_words && draw_the_same(reference, answer)) return {.success = true};
  const SeenDrawing& wanted = reference.seen(with_texts);
  const SeenDrawing& given = answer.seen(with_texts);
  FaithfulComparison result = compare_ink(wanted.fitted(Pens::kOne), given.fitted(Pens::kOne));
  if (!result.success && may_be_drawn_thickly(wanted, given) && !is_plainly_astray(wanted, given)) {
    const FaithfulComparison thick =
        compare_ink(wanted.fitted(Pens::kTrue), given.fitted(Pens::kTrue));
    if (thick.success) result = thick;
  }
  result.texts_differ = other_words;
  result.success = result.success && !other_words;
  return result;
}

}  // namespace

double FaithfulComparison::difference() const {
  if (texts_differ) return 1;
  const auto share = [](std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
  };
  return std::max(share(stray, ink), share(unlike_places, places));
}

bool has_texts(const scene::Scene& scene) {
  return std::any_of(scene.items.begin(), scene.items.end(), [](const scene::Item& item) {
    return std::holds_alternative<scene::Text>(item);
  });
}

FaithfulComparison compare_faithfully(const PaintedDrawing& reference, const PaintedDrawing& answer,
                                      const Keep& keep) {
  FaithfulComparison result = compare_drawn(reference, answer);
  result.keep = keep;
  if (!result.success || !keep.any()) return result;
  result.not_kept = find_not_kept(reference, answer, keep);
  result.success = !result.not_kept.any();
  return result;
}

FaithfulRuns faithful_runs(const PaintedDrawing& reference, const PaintedDrawing& answer) {
  const bool with_texts = reference.contents().texts;
  const SeenDrawing& wanted = reference.seen(with_texts);
  const SeenDrawing& given = answer.seen(with_texts);
  const auto same = [&](Pens pens) {
    return compare_ink(wanted.fitted(pens), given.fitted(pens)).success;
  };
  const bool thick = may_be_drawn_thickly(wanted, given) && !same(Pens::kOne) && same(Pens::kTrue);
  const Pens pens = thick ? Pens::kTrue : Pens::kOne;
  return {wanted.fitted(pens).ink().runs(), given.fitted(pens).ink().runs()};
}

DrawingExplanation explain_faithfully(const PaintedDrawing& reference, const PaintedDrawing& answer,
                                      const FaithfulComparison& comparison, bool seek_turns,
                                      const DrawingComparison* figures) {
  const bool with_texts = reference.contents().texts;
  const bool alike = comparison.success || comparison.not_kept.any();
  const DrawingOptions options{.explain = Explain::kAlways,
                               .seek_turns = seek_turns && !alike,
                               .verdict = verdict(comparison),
                               .keep = comparison.keep};
  const bool leaves_texts_out = !with_texts && answer.contents().texts;
  if (!leaves_texts_out && figures != nullptr) {
    return explain_difference(reference, answer, *figures, options);
  }
  DrawingExplanation explanation =
      compare_drawings(reference, compared_part(answer, with_texts), options).explanation;
  if (leaves_texts_out) {
    explanation.texts_differ = true;
    explanation.sentence += " The text was not compared.";
  }
  return explanation;
}

}  // namespace papert::score
