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
constexpr scene::Color kWhite{255, 255, 255};

/// Set where `sheet` has ink within kReach pixels, both ways.
raster::Bitmap widened_ink(const Sheet& sheet) {
  raster::Bitmap wide(sheet.width, sheet.height);
  for (const Run& run : sheet.runs) {
    const std::int32_t y = run.begin / sheet.width;
    const std::int32_t row = y * sheet.width;
    wide.fill_span(y, run.begin - row - kReach, run.end - row - 1 + kReach);
  }
  raster::Bitmap widened(sheet.width, sheet.height);
  for (int y = 0; y < sheet.height; ++y) {
    const auto to = widened.row(y);
    const int last = std::min(y + kReach, sheet.height - 1);
    for (int near = std::max(y - kReach, 0); near <= last; ++near) {
      const auto from = wide.row(near);
      for (std::size_t i = 0; i < to.size(); ++i) to[i] |= from[i];
    }
  }
  return widened;
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
  Sheet sheet;
  sheet.canonical = std::move(canonical);
  paint_sheet(sheet);
  return sheet;
}

void paint_sheet(Sheet& sheet) {
  raster::OwnedPicture picture =
      raster::paint_owned(sheet.canonical.scene, raster::canonical_view());
  const auto is_white = [&picture](const Run& run) { return picture.piece(run).color == kWhite; };
  std::erase_if(picture.runs, is_white);
  sheet.width = picture.width;
  sheet.height = picture.height;
  sheet.pieces = std::move(picture.pieces);
  sheet.runs = std::move(picture.runs);
}

std::int64_t ink_count(const Sheet& sheet) {
  std::int64_t total = 0;
  for (const Run& run : sheet.runs) total += run.end - run.begin;
  return total;
}

void append_run(const ColorRun& run, int width, std::vector<ColorRun>& runs) {
  const bool goes_on = !runs.empty() && runs.back().end == run.begin &&
                       runs.back().color == run.color && run.begin % width != 0;
  if (goes_on) {
    runs.back().end = run.end;
  } else {
    runs.push_back(run);
  }
}

std::vector<ColorRun> color_runs(const Sheet& sheet) {
  std::vector<ColorRun> runs;
  runs.reserve(sheet.runs.size());
  for (const Run& run : sheet.runs) {
    append_run({run.begin, run.end, sheet.color(run)}, sheet.width, runs);
  }
  return runs;
}

raster::Bitmap ink_of(const Sheet& sheet) {
  raster::Bitmap ink(sheet.width, sheet.height);
  for (const Run& run : sheet.runs) {
    const std::int32_t y = run.begin / sheet.width;
    ink.fill_span(y, run.begin - y * sheet.width, run.end - 1 - y * sheet.width);
  }
  return ink;
}

PixelDifference difference(const Sheet& a, const Sheet& b) {
  std::int64_t both = 0;
  std::int64_t equal = 0;
  each_overlap(a, b, [&](const Run& left, const Run& right, std::int32_t pixels) {
    both += pixels;
    if (a.color(left) == b.color(right)) equal += pixels;
  });
  PixelDifference result;
  result.ink = ink_count(a) + ink_count(b) - both;
  result.differing = result.ink - equal;
  return result;
}

std::vector<ItemGap> find_gaps(const Sheet& sheet, const Sheet& other) {
  const raster::Bitmap near = widened_ink(other);
  std::vector<Count> pieces(sheet.pieces.size());
  for (const Run& run : sheet.runs) {
    Count& count = pieces[static_cast<std::size_t>(run.piece)];
    count.ink += run.end - run.begin;
    const std::int32_t y = run.begin / sheet.width;
    const std::int32_t row = y * sheet.width;
    count.apart += run.end - run.begin - near.count(y, run.begin - row, run.end - row - 1);
  }
  const std::vector<scene::Item>& items = sheet.canonical.scene.items;
  std::vector<Count> counts(items.size());
  std::vector<std::pair<std::size_t, std::size_t>> apart;  // item and part
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const raster::Piece& piece = sheet.pieces[i];
    counts[piece.item].ink += pieces[i].ink;
    counts[piece.item].apart += pieces[i].apart;
    if (pieces[i].notable()) apart.emplace_back(piece.item, piece.part);
  }
  std::sort(apart.begin(), apart.end());
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

std::vector<ColorMismatch> find_color_mismatches(const Sheet& reference, const Sheet& answer) {
  std::vector<std::int64_t> shared(reference.canonical.scene.items.size());
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
