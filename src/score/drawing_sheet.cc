#include "score/drawing_sheet.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>
#include <variant>

#include "raster/taken_runs.h"
#include "score/near_ink.h"
#include "score/palette.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define PAPERT_X86_TARGETS 1
#endif

namespace papert::score::detail {
namespace {

constexpr scene::Color kWhite{255, 255, 255};

/// The ink of a picture as a bitmap for each colour, as long as they are few, which nearly all
/// drawings have: who took a pixel need not be found again by its place.
class InkPlanes {
 public:
  explicit InkPlanes(const raster::TakenPicture& picture)
      : width_(picture.width), height_(picture.height) {
    std::vector<std::uint64_t*> of_piece;  // the words of its plane; none for white ink
    of_piece.reserve(picture.pieces.size());
    Palette palette;
    std::vector<std::size_t> numbers;
    numbers.reserve(picture.pieces.size());
    for (const raster::Piece& piece : picture.pieces) {
      numbers.push_back(palette.number(packed(piece.color)));
      if (palette.colors().size() > kMostColors) return;
    }
    colors_ = palette.colors();
    planes_.reserve(colors_.size());
    for (const std::uint32_t color : colors_) {
      const bool seen = color != packed(kWhite);
      planes_.emplace_back(seen ? width_ : 0, seen ? height_ : 0);
    }
    for (const std::size_t number : numbers) {
      of_piece.push_back(planes_[number].width() > 0 ? planes_[number].words().data() : nullptr);
    }
    for (const raster::Taking& taking : picture.takings) {
      std::uint64_t* const words = of_piece[static_cast<std::size_t>(taking.piece)];
      if (words != nullptr) words[taking.word] |= taking.bits;
    }
    few_ = true;
  }

  [[nodiscard]] bool too_many() const { return !few_; }

  /// From the upper left to the lower right, as long as can be.
  [[nodiscard]] std::vector<ColorRun> runs() const {
    std::vector<ColorRun> runs;
    std::vector<std::pair<const raster::Bitmap*, std::uint32_t>> seen;
    for (std::size_t i = 0; i < planes_.size(); ++i) {
      if (planes_[i].width() > 0) seen.emplace_back(&planes_[i], colors_[i]);
    }
    for (int y = 0; y < height_; ++y) {
      const std::int32_t row = y * width_;
      if (seen.size() == 1) {
        raster::each_run(seen[0].first->row(y), [&, color = seen[0].second](int begin, int end) {
          runs.push_back({row + begin, row + end, color});
        });
      } else if (seen.size() > 1) {
        add_row(seen, y, runs);
      }
    }
    return runs;
  }

 private:
  static constexpr std::size_t kMostColors = 16;

  /// The runs of one row of several planes, which share no pixel.
  void add_row(const std::vector<std::pair<const raster::Bitmap*, std::uint32_t>>& seen, int y,
               std::vector<ColorRun>& runs) const {
    const std::int32_t row = y * width_;
    const std::size_t words = seen[0].first->row(y).size();
    std::uint32_t color = 0;  // of a run that may go on
    std::int32_t begin = -1;  // of that run
    for (std::size_t word = 0; word < words; ++word) {
      std::array<std::uint64_t, kMostColors> bits{};
      std::uint64_t turns = 0;  // a bit where some ink begins or has ended
      for (std::size_t i = 0; i < seen.size(); ++i) {
        bits[i] = seen[i].first->row(y)[word];
        const std::uint64_t before = begin >= 0 && seen[i].second == color ? 1 : 0;
        turns |= bits[i] ^ (bits[i] << 1 | before);
      }
      for (; turns != 0; turns &= turns - 1) {
        const int bit = std::countr_zero(turns);
        const std::int32_t at = row + static_cast<std::int32_t>(word) * 64 + bit;
        if (begin >= 0) runs.push_back({begin, at, color});
        std::size_t next = 0;
        while (next < seen.size() && (bits[next] >> bit & 1U) == 0) ++next;
        begin = next < seen.size() ? at : -1;
        if (next < seen.size()) color = seen[next].second;
      }
    }
    if (begin >= 0) runs.push_back({begin, row + width_, color});
  }

  int width_;
  int height_;
  bool few_ = false;
  std::vector<std::uint32_t> colors_;
  std::vector<raster::Bitmap> planes_;  // empty for white, which is not ink
};

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

std::vector<ColorRun> color_runs(const raster::TakenPicture& picture) {
  const InkPlanes planes(picture);
  if (!planes.too_many()) return planes.runs();
  std::vector<ColorRun> runs;
  const std::vector<raster::Piece>& pieces = picture.pieces;
  const std::uint32_t paper = packed(kWhite);
  std::vector<raster::Taking> takings = picture.takings;
  runs.reserve(takings.size());
  raster::sort_by_place(takings);
  raster::each_run(
      takings, picture.width,
      [&pieces](const raster::Taking& taking) {
        return packed(pieces[static_cast<std::size_t>(taking.piece)].color);
      },
      [&runs, paper](std::int32_t begin, std::int32_t end, std::uint32_t color) {
        if (color != paper) runs.push_back({begin, end, color});
      });
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
  const auto words = ink.words();
  // Both lists have all of it; a run costs four times as much as a word that was taken.
  if (sheet.inks.size() > sheet.picture.takings.size() / 4) {
    for (const raster::Taking& taking : sheet.picture.takings) words[taking.word] |= taking.bits;
    return ink;
  }
  std::int32_t row = 0;  // its first pixel; runs come in order, which saves a division for each
  int y = 0;
  for (const ColorRun& run : sheet.inks) {
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
