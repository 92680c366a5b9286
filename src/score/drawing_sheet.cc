#include "score/drawing_sheet.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <variant>

#include "score/near_ink.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define PAPERT_X86_TARGETS 1
#endif

namespace papert::score::detail {
namespace {

constexpr scene::Color kWhite{255, 255, 255};

/// Calls visit(run of a, run of b, pixels) for each stretch that both lists have.
template <class Runs, class Visit>
void each_overlap(const Runs& a, const Runs& b, const Visit& visit) {
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) {
    const std::int32_t from = std::max(left->begin, right->begin);
    const std::int32_t to = std::min(left->end, right->end);
    if (from < to) visit(*left, *right, to - from);
    const bool left_ends = left->end <= right->end;
    left += left_ends ? 1 : 0;
    right += left_ends ? 0 : 1;
  }
}

/// The ink of every piece, and how much of it is not in `near`.
#ifdef PAPERT_X86_TARGETS
__attribute__((always_inline))
#endif
inline void
count_takings(const std::vector<raster::Taking>& takings, const std::uint64_t* near,
              Count* pieces) {
  for (auto next = takings.begin(); next != takings.end();) {
    const std::int32_t piece = next->piece;  // mostly of many takings in a row
    Count count;
    for (; next != takings.end() && next->piece == piece; ++next) {
      count.ink += std::popcount(next->bits);
      count.apart += std::popcount(next->bits & ~near[next->word]);
    }
    pieces[piece].ink += count.ink;
    pieces[piece].apart += count.apart;
  }
}

#ifdef PAPERT_X86_TARGETS
__attribute__((target("popcnt"))) void count_with_popcnt(const std::vector<raster::Taking>& takings,
                                                         const std::uint64_t* near, Count* pieces) {
  count_takings(takings, near, pieces);
}
#endif

#ifdef PAPERT_X86_TARGETS
__attribute__((always_inline))
#endif
inline std::int64_t
count_shared(std::span<const raster::Taking> takings, const std::uint64_t* other) {
  std::int64_t pixels = 0;
  for (const raster::Taking& taking : takings) {
    pixels += std::popcount(taking.bits & other[taking.word]);
  }
  return pixels;
}

#ifdef PAPERT_X86_TARGETS
__attribute__((target("popcnt"))) std::int64_t count_shared_with_popcnt(
    std::span<const raster::Taking> takings, const std::uint64_t* other) {
  return count_shared(takings, other);
}
#endif

PixelDifference plane_difference(const InkPlanes& a, const InkPlanes& b) {
  PixelDifference result{.ink = raster::overlap(a.ink(), b.ink()).either};
  result.differing = result.ink;
  for (const InkPlane& plane : a.all()) {
    const raster::Bitmap* const other = b.find(plane.color);
    if (other != nullptr) result.differing -= raster::overlap(plane.pixels, *other).both;
  }
  return result;
}

}  // namespace

Sheet make_sheet(scene::Canonical canonical) {
  Sheet sheet;
  sheet.canonical = std::move(canonical);
  paint_sheet(sheet);
  return sheet;
}

void paint_sheet(Sheet& sheet) {
  raster::TakenPicture& picture = sheet.picture;
  picture = raster::paint_taken(sheet.canonical.scene, raster::canonical_view());
  sheet.inks = SheetInk(picture);
  const auto is_white = [](const raster::Piece& piece) { return piece.color == kWhite; };
  if (std::none_of(picture.pieces.begin(), picture.pieces.end(), is_white)) return;
  std::erase_if(picture.takings, [&](const raster::Taking& taking) {
    return is_white(picture.pieces[static_cast<std::size_t>(taking.piece)]);
  });
}

std::int64_t ink_count(const std::vector<ColorRun>& runs) {
  std::int64_t total = 0;
  for (const ColorRun& run : runs) total += run.end - run.begin;
  return total;
}

std::int64_t ink_count(const Sheet& sheet) { return sheet.inks.count(); }

raster::Bitmap ink_of(const Sheet& sheet) {
  if (sheet.inks.planes() != nullptr) return sheet.inks.planes()->ink();
  const std::vector<ColorRun>& runs = *sheet.inks.kept_runs();
  raster::Bitmap ink(sheet.picture.width, sheet.picture.height);
  const auto words = ink.words();
  // Both lists have all of it; a run costs four times as much as a word that was taken.
  if (runs.size() > sheet.picture.takings.size() / 4) {
    for (const raster::Taking& taking : sheet.picture.takings) words[taking.word] |= taking.bits;
    return ink;
  }
  std::int32_t row = 0;  // its first pixel; runs come in order, which saves a division for each
  int y = 0;
  for (const ColorRun& run : runs) {
    for (; row + sheet.picture.width <= run.begin; row += sheet.picture.width) ++y;
    ink.fill_inside(y, run.begin - row, run.end - row - 1);
  }
  return ink;
}

PixelDifference difference(const std::vector<ColorRun>& a, const std::vector<ColorRun>& b) {
  std::int64_t both = 0;
  std::int64_t equal = 0;
  each_overlap(a, b, [&](const ColorRun& left, const ColorRun& right, int pixels) {
    both += pixels;
    equal += left.color == right.color ? pixels : 0;
  });
  PixelDifference result;
  result.ink = ink_count(a) + ink_count(b) - both;
  result.differing = result.ink - equal;
  return result;
}

PixelDifference difference(const SheetInk& a, const SheetInk& b) {
  if (a.planes() == nullptr && b.planes() == nullptr) {
    return difference(*a.kept_runs(), *b.kept_runs());
  }
  const PlanesOf left(a);
  const PlanesOf right(b);
  if (left.get() == nullptr || right.get() == nullptr) return difference(a.runs(), b.runs());
  return plane_difference(*left.get(), *right.get());
}

PixelDifference difference(const Sheet& a, const Sheet& b) { return difference(a.inks, b.inks); }

bool share_pixels_of_two_colors(const Sheet& a, const Sheet& b) {
  const PixelDifference pixels = difference(a, b);
  const std::int64_t both = ink_count(a) + ink_count(b) - pixels.ink;
  const std::int64_t equal = pixels.ink - pixels.differing;
  return both > equal;
}

/// Compiled twice, as the loops of raster/bitmap.cc are.
std::vector<Count> count_pieces(const Sheet& sheet, const raster::Bitmap& near) {
  std::vector<Count> pieces(sheet.picture.pieces.size());
#ifdef PAPERT_X86_TARGETS
  if (__builtin_cpu_supports("popcnt")) {
    count_with_popcnt(sheet.picture.takings, near.words().data(), pieces.data());
    return pieces;
  }
#endif
  count_takings(sheet.picture.takings, near.words().data(), pieces.data());
  return pieces;
}

std::int64_t shared_pixels(std::span<const raster::Taking> takings, const raster::Bitmap& other) {
#ifdef PAPERT_X86_TARGETS
  if (__builtin_cpu_supports("popcnt")) {
    return count_shared_with_popcnt(takings, other.words().data());
  }
#endif
  return count_shared(takings, other.words().data());
}

std::vector<ItemGap> find_gaps(const Sheet& sheet, const raster::Bitmap& other) {
  const std::vector<Count> pieces = count_pieces(sheet, widened(other));
  const std::vector<scene::Item>& items = sheet.canonical.scene.items;
  std::vector<Count> counts(items.size());
  std::vector<std::pair<std::size_t, std::size_t>> apart;  // item and part
  for (std::size_t i = pieces.size(); i-- > 0;) {  // the lowest first: mostly they are in order
    const raster::Piece& piece = sheet.picture.pieces[i];
    counts[piece.item].ink += pieces[i].ink;
    counts[piece.item].apart += pieces[i].apart;
    if (pieces[i].notable()) apart.emplace_back(piece.item, piece.part);
  }
  if (!std::is_sorted(apart.begin(), apart.end())) std::sort(apart.begin(), apart.end());
  std::vector<ItemGap> gaps;
  auto next = apart.begin();
  for (std::size_t item = 0; item < items.size(); ++item) {
    const Count& count = counts[item];
    std::vector<std::size_t> segments;
    for (; next != apart.end() && next->first == item; ++next) segments.push_back(next->second);
    if (!count.notable() && segments.empty()) continue;
    if (!std::holds_alternative<scene::Stroke>(items[item])) segments = {};
    gaps.push_back({.item = item,
                    .share = static_cast<double>(count.apart) / static_cast<double>(count.ink),
                    .segments = std::move(segments)});
  }
  return gaps;
}

}  // namespace papert::score::detail
