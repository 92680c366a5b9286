#include "score/drawing_sheet.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <variant>

#include "raster/taken_runs.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define PAPERT_X86_TARGETS 1
#endif

namespace papert::score::detail {
namespace {

constexpr int kReach = 2;  // pixels that still count as the same place
constexpr scene::Color kWhite{255, 255, 255};

/// Calls visit(y, first, last) with the row and the columns of every run. Their order makes it
/// cheaper than a division for each.
template <class Visit>
void each_in_rows(const std::vector<ColorRun>& runs, std::int32_t width, const Visit& visit) {
  std::int32_t y = 0;
  std::int32_t row = 0;  // its first pixel
  for (const ColorRun& run : runs) {
    for (; row + width <= run.begin; row += width) ++y;
    visit(y, run.begin - row, run.end - row - 1);
  }
}

/// Set where `sheet` has ink within kReach pixels, both ways.
raster::Bitmap widened_ink(const Sheet& sheet) {
  raster::Bitmap wide(sheet.picture.width, sheet.picture.height);
  each_in_rows(sheet.inks, sheet.picture.width, [&](int y, int first, int last) {
    wide.fill_span(y, first - kReach, last + kReach);
  });
  raster::Bitmap widened(sheet.picture.width, sheet.picture.height);
  for (int y = 0; y < sheet.picture.height; ++y) {
    const auto to = widened.row(y);
    const int last = std::min(y + kReach, sheet.picture.height - 1);
    for (int near = std::max(y - kReach, 0); near <= last; ++near) {
      const auto from = wide.row(near);
      for (std::size_t i = 0; i < to.size(); ++i) to[i] |= from[i];
    }
  }
  return widened;
}

/// Calls test(run of a, run of b, pixels) for each stretch that both lists have, until it is true.
template <class Runs, class Test>
bool any_overlap(const Runs& a, const Runs& b, const Test& test) {
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() && right != b.end()) {
    const std::int32_t from = std::max(left->begin, right->begin);
    const std::int32_t to = std::min(left->end, right->end);
    if (from < to && test(*left, *right, to - from)) return true;
    const bool left_ends = left->end <= right->end;
    left += left_ends ? 1 : 0;
    right += left_ends ? 0 : 1;
  }
  return false;
}

template <class Runs, class Visit>
void each_overlap(const Runs& a, const Runs& b, const Visit& visit) {
  any_overlap(a, b, [&visit](const auto& left, const auto& right, int pixels) {
    visit(left, right, pixels);
    return false;
  });
}

/// The ink of every piece, and how much of it is not in `near`.
#ifdef PAPERT_X86_TARGETS
__attribute__((always_inline))
#endif
inline void
count_takings(const std::vector<raster::Taking>& takings, const std::uint64_t* near,
              Count* pieces) {
  for (const raster::Taking& taking : takings) {
    Count& count = pieces[taking.piece];
    count.ink += std::popcount(taking.bits);
    count.apart += std::popcount(taking.bits & ~near[taking.word]);
  }
}

#ifdef PAPERT_X86_TARGETS
__attribute__((target("popcnt"))) void count_with_popcnt(const std::vector<raster::Taking>& takings,
                                                         const std::uint64_t* near, Count* pieces) {
  count_takings(takings, near, pieces);
}
#endif

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
  sheet.inks = color_runs(picture);
  const auto is_white = [](const raster::Piece& piece) { return piece.color == kWhite; };
  if (std::none_of(picture.pieces.begin(), picture.pieces.end(), is_white)) return;
  std::erase_if(picture.takings, [&](const raster::Taking& taking) {
    return is_white(picture.pieces[static_cast<std::size_t>(taking.piece)]);
  });
}

std::vector<ColorRun> color_runs(raster::TakenPicture& picture) {
  std::vector<ColorRun> runs;
  const std::vector<raster::Piece>& pieces = picture.pieces;
  const auto other_color = [&pieces](const raster::Piece& piece) {
    return piece.color != pieces.front().color;
  };
  const std::uint32_t paper = packed(kWhite);
  if (std::any_of(pieces.begin(), pieces.end(), other_color)) {
    runs.reserve(picture.takings.size());
    raster::sort_by_place(picture.takings);
    raster::each_run(
        picture.takings, picture.width,
        [&pieces](const raster::Taking& taking) {
          return packed(pieces[static_cast<std::size_t>(taking.piece)].color);
        },
        [&runs, paper](std::int32_t begin, std::int32_t end, std::uint32_t color) {
          if (color != paper) runs.push_back({begin, end, color});
        });
  } else if (!pieces.empty() && pieces.front().color != kWhite) {
    // As most lines are: who took a pixel need not be looked up.
    raster::Bitmap ink(picture.width, picture.height);
    for (const raster::Taking& taking : picture.takings) ink.words()[taking.word] |= taking.bits;
    const std::uint32_t color = packed(pieces.front().color);
    for (int y = 0; y < picture.height; ++y) {
      const std::int32_t row = y * picture.width;
      raster::each_run(ink.row(y), [&runs, row, color](int begin, int end) {
        runs.push_back({row + begin, row + end, color});
      });
    }
  }
  return runs;
}

std::int64_t ink_count(const std::vector<ColorRun>& runs) {
  std::int64_t total = 0;
  for (const ColorRun& run : runs) total += run.end - run.begin;
  return total;
}

std::int64_t ink_count(const Sheet& sheet) { return ink_count(sheet.inks); }

raster::Bitmap ink_of(const Sheet& sheet) {
  raster::Bitmap ink(sheet.picture.width, sheet.picture.height);
  each_in_rows(sheet.inks, sheet.picture.width,
               [&ink](int y, int first, int last) { ink.fill_inside(y, first, last); });
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

PixelDifference difference(const Sheet& a, const Sheet& b) { return difference(a.inks, b.inks); }

bool share_pixels_of_two_colors(const Sheet& a, const Sheet& b) {
  return any_overlap(a.inks, b.inks, [](const ColorRun& left, const ColorRun& right, int) {
    return left.color != right.color;
  });
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

std::vector<ItemGap> find_gaps(const Sheet& sheet, const Sheet& other) {
  const std::vector<Count> pieces = count_pieces(sheet, widened_ink(other));
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
