#include "score/drawing_sheet.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <variant>

namespace papert::score::detail {
namespace {

constexpr int kReach = 2;            // pixels that still count as the same place
constexpr double kNotable = 0.25;    // the share from which a difference is worth a word
constexpr std::int64_t kSpecks = 3;  // fewer pixels are never worth one

/// 1 where `sheet` has ink within kReach pixels, both ways.
std::vector<std::uint8_t> widened_ink(const Sheet& sheet) {
  const int width = sheet.picture.width;
  const int height = sheet.picture.height;
  const auto at = [width](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  };
  std::vector<std::uint8_t> wide(sheet.picture.owner.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (!sheet.has_ink(at(x, y))) continue;
      const int last = std::min(x + kReach, width - 1);
      for (int near = std::max(x - kReach, 0); near <= last; ++near) wide[at(near, y)] = 1;
    }
  }
  std::vector<std::uint8_t> widened(wide.size());
  for (int y = 0; y < height; ++y) {
    const int last = std::min(y + kReach, height - 1);
    for (int near = std::max(y - kReach, 0); near <= last; ++near) {
      for (int x = 0; x < width; ++x) widened[at(x, y)] |= wide[at(x, near)];
    }
  }
  return widened;
}

int packed(scene::Color color) { return color.r << 16 | color.g << 8 | color.b; }

struct Count {
  std::int64_t ink = 0;
  std::int64_t apart = 0;

  [[nodiscard]] bool notable() const {
    return apart >= kSpecks && static_cast<double>(apart) >= kNotable * static_cast<double>(ink);
  }
};

}  // namespace

Sheet make_sheet(scene::Canonical canonical) {
  Sheet sheet;
  sheet.canonical = std::move(canonical);
  sheet.picture = raster::paint_owned(sheet.canonical.scene, raster::canonical_view());
  return sheet;
}

PixelDifference difference(const Sheet& a, const Sheet& b) {
  PixelDifference result;
  for (std::size_t i = 0; i < a.picture.owner.size(); ++i) {
    if (!a.has_ink(i) && !b.has_ink(i)) continue;
    ++result.ink;
    if (a.picture.color_at(i) != b.picture.color_at(i)) ++result.differing;
  }
  return result;
}

std::vector<ItemGap> find_gaps(const Sheet& sheet, const Sheet& other) {
  const std::vector<std::uint8_t> near = widened_ink(other);
  std::vector<Count> pieces(sheet.picture.pieces.size());
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (!sheet.has_ink(i)) continue;
    Count& count = pieces[static_cast<std::size_t>(sheet.picture.owner[i])];
    ++count.ink;
    if (near[i] == 0) ++count.apart;
  }
  std::map<std::size_t, Count> items;
  std::map<std::size_t, std::vector<std::size_t>> parts;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const raster::Piece& piece = sheet.picture.pieces[i];
    items[piece.item].ink += pieces[i].ink;
    items[piece.item].apart += pieces[i].apart;
    if (pieces[i].notable()) parts[piece.item].push_back(piece.part);
  }
  std::vector<ItemGap> gaps;
  for (const auto& [item, count] : items) {
    std::vector<std::size_t> segments = std::move(parts[item]);
    if (!count.notable() && segments.empty()) continue;
    std::sort(segments.begin(), segments.end());
    if (!std::holds_alternative<scene::Stroke>(sheet.canonical.scene.items[item])) segments = {};
    gaps.push_back({.item = item,
                    .share = static_cast<double>(count.apart) / static_cast<double>(count.ink),
                    .segments = std::move(segments)});
  }
  return gaps;
}

std::vector<ColorMismatch> find_color_mismatches(const Sheet& reference, const Sheet& answer) {
  std::map<std::size_t, std::int64_t> shared;  // by item of the reference
  std::map<std::tuple<std::size_t, std::size_t, int, int>, ColorMismatch> found;
  for (std::size_t i = 0; i < reference.picture.owner.size(); ++i) {
    if (!reference.has_ink(i) || !answer.has_ink(i)) continue;
    const raster::Piece& left = reference.picture.piece_at(i);
    const raster::Piece& right = answer.picture.piece_at(i);
    ++shared[left.item];
    if (left.color == right.color) continue;
    ColorMismatch& mismatch =
        found[{left.item, right.item, packed(left.color), packed(right.color)}];
    mismatch = {left.item, right.item, left.color, right.color, mismatch.pixels + 1};
  }
  std::vector<ColorMismatch> mismatches;
  for (const auto& [key, mismatch] : found) {
    const Count count{shared[mismatch.reference_item], mismatch.pixels};
    if (count.notable()) mismatches.push_back(mismatch);
  }
  const auto rank = [](const ColorMismatch& m) {
    return std::tuple(-m.pixels, m.reference_item, m.answer_item, packed(m.expected),
                      packed(m.actual));
  };
  std::sort(mismatches.begin(), mismatches.end(),
            [&rank](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return mismatches;
}

}  // namespace papert::score::detail
