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
  const auto width = static_cast<std::ptrdiff_t>(sheet.width);
  std::vector<std::uint8_t> wide(sheet.pixels());
  for (const Run& run : sheet.runs) {
    const std::ptrdiff_t row = run.begin / width * width;
    const std::ptrdiff_t from = std::max<std::ptrdiff_t>(run.begin - kReach, row);
    const std::ptrdiff_t to = std::min<std::ptrdiff_t>(run.end + kReach, row + width);
    std::fill(wide.begin() + from, wide.begin() + to, std::uint8_t{1});
  }
  std::vector<std::uint8_t> widened(wide.size());
  for (int y = 0; y < sheet.height; ++y) {
    const int last = std::min(y + kReach, sheet.height - 1);
    for (int near = std::max(y - kReach, 0); near <= last; ++near) {
      std::uint8_t* to = widened.data() + y * width;
      const std::uint8_t* from = wide.data() + near * width;
      for (std::ptrdiff_t x = 0; x < width; ++x) to[x] |= from[x];
    }
  }
  return widened;
}

/// Most of a sheet is nobody's, so it is passed over in strides.
constexpr std::int32_t kStride = 16;

bool nobody_owns(const std::int32_t* owner) {
  static_assert(raster::OwnedPicture::kNobody == -1);
  std::int32_t all = -1;
  for (std::int32_t i = 0; i < kStride; ++i) all &= owner[i];
  return all == -1;
}

int packed(scene::Color color) { return color.r << 16 | color.g << 8 | color.b; }

/// Calls visit(run of a, run of b, pixels) for each stretch that both have inked.
template <class Visit>
void each_overlap(const Sheet& a, const Sheet& b, const Visit& visit) {
  auto left = a.runs.begin();
  auto right = b.runs.begin();
  while (left != a.runs.end() && right != b.runs.end()) {
    const std::int32_t from = std::max(left->begin, right->begin);
    const std::int32_t to = std::min(left->end, right->end);
    if (from < to) visit(*left, *right, to - from);
    left->end <= right->end ? ++left : ++right;
  }
}

struct Count {
  std::int64_t ink = 0;
  std::int64_t apart = 0;

  [[nodiscard]] bool notable() const {
    return apart >= kSpecks && static_cast<double>(apart) >= kNotable * static_cast<double>(ink);
  }
};

}  // namespace

Sheet make_sheet(scene::Canonical canonical) {
  constexpr scene::Color kWhite{255, 255, 255};
  Sheet sheet;
  sheet.canonical = std::move(canonical);
  raster::OwnedPicture picture =
      raster::paint_owned(sheet.canonical.scene, raster::canonical_view());
  sheet.width = picture.width;
  sheet.height = picture.height;
  sheet.pieces = std::move(picture.pieces);
  const std::int32_t* const owner = picture.owner.data();
  for (std::int32_t y = 0; y < sheet.height; ++y) {
    const std::int32_t row_end = (y + 1) * sheet.width;
    for (std::int32_t x = y * sheet.width; x < row_end;) {
      if (x + kStride <= row_end && nobody_owns(owner + x)) {
        x += kStride;
        continue;
      }
      const std::int32_t piece = owner[x];
      const std::int32_t begin = x;
      while (x < row_end && owner[x] == piece) ++x;
      if (piece == raster::OwnedPicture::kNobody) continue;
      if (sheet.pieces[static_cast<std::size_t>(piece)].color == kWhite) continue;
      sheet.runs.push_back({begin, x, piece});
    }
  }
  sheet.runs.shrink_to_fit();
  return sheet;
}

PixelDifference difference(const Sheet& a, const Sheet& b) {
  const auto ink = [](const Sheet& sheet) {
    std::int64_t total = 0;
    for (const Run& run : sheet.runs) total += run.end - run.begin;
    return total;
  };
  std::int64_t both = 0;
  std::int64_t equal = 0;
  each_overlap(a, b, [&](const Run& left, const Run& right, std::int32_t pixels) {
    both += pixels;
    if (a.color(left) == b.color(right)) equal += pixels;
  });
  PixelDifference result;
  result.ink = ink(a) + ink(b) - both;
  result.differing = result.ink - equal;
  return result;
}

std::vector<ItemGap> find_gaps(const Sheet& sheet, const Sheet& other) {
  const std::vector<std::uint8_t> near = widened_ink(other);
  std::vector<Count> pieces(sheet.pieces.size());
  for (const Run& run : sheet.runs) {
    Count& count = pieces[static_cast<std::size_t>(run.piece)];
    count.ink += run.end - run.begin;
    count.apart += std::count(near.begin() + run.begin, near.begin() + run.end, 0);
  }
  std::map<std::size_t, Count> items;
  std::map<std::size_t, std::vector<std::size_t>> parts;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const raster::Piece& piece = sheet.pieces[i];
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
  each_overlap(reference, answer, [&](const Run& wanted, const Run& given, std::int32_t pixels) {
    const raster::Piece& left = reference.piece(wanted);
    const raster::Piece& right = answer.piece(given);
    shared[left.item] += pixels;
    if (left.color == right.color) return;
    ColorMismatch& mismatch =
        found[{left.item, right.item, packed(left.color), packed(right.color)}];
    mismatch = {left.item, right.item, left.color, right.color, mismatch.pixels + pixels};
  });
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
