// What sheets say by words of pixels is what a loop over single pixels says.
#include "score/drawing_sheet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "raster/canonical_ink.h"
#include "support/scenes.h"

namespace papert::score::detail {
namespace {

using ::papert::test::kBlack;
using ::papert::test::kBlue;
using ::papert::test::kRed;
using ::papert::test::kWhite;

constexpr int kSide = scene::kCanonicalSize;
constexpr int kNear = 2;

/// Who is seen at a pixel.
struct Owner {
  bool ink = false;
  std::size_t item = 0;
  std::size_t part = 0;
  scene::Color color;
};

using Owners = std::vector<Owner>;

void put(const scene::Item& item, const Owner& owner, Owners& owners) {
  for (const raster::Run& run :
       raster::paint_owned({.items = {item}}, raster::canonical_view()).runs) {
    std::fill(owners.begin() + run.begin, owners.begin() + run.end, owner);
  }
}

/// Every segment painted alone, later ones over those before.
Owners slow_owners(const scene::Scene& canonical) {
  Owners owners(std::size_t{kSide} * kSide);
  for (std::size_t i = 0; i < canonical.items.size(); ++i) {
    const scene::Item& item = canonical.items[i];
    if (const auto* dot = std::get_if<scene::Dot>(&item)) {
      put(item, {dot->color != kWhite, i, 0, dot->color}, owners);
      continue;
    }
    const auto& stroke = std::get<scene::Stroke>(item);
    for (std::size_t part = 0; part + 1 < stroke.points.size(); ++part) {
      put(scene::Stroke{{stroke.points[part], stroke.points[part + 1]}, stroke.width, stroke.color},
          {stroke.color != kWhite, i, part, stroke.color}, owners);
    }
  }
  return owners;
}

bool is_near_ink(const Owners& owners, int x, int y) {
  for (int v = std::max(y - kNear, 0); v <= std::min(y + kNear, kSide - 1); ++v) {
    for (int u = std::max(x - kNear, 0); u <= std::min(x + kNear, kSide - 1); ++u) {
      if (owners[static_cast<std::size_t>(v * kSide + u)].ink) return true;
    }
  }
  return false;
}

struct Counts {
  int ink = 0;
  int apart = 0;
  [[nodiscard]] bool notable() const { return apart >= 3 && 4 * apart >= ink; }
};

std::vector<ItemGap> slow_gaps(const scene::Scene& scene, const Owners& owners,
                               const Owners& others) {
  std::vector<Counts> items(scene.items.size());
  std::map<std::pair<std::size_t, std::size_t>, Counts> parts;
  for (int i = 0; i < kSide * kSide; ++i) {
    const Owner& owner = owners[static_cast<std::size_t>(i)];
    if (!owner.ink) continue;
    const int apart = is_near_ink(others, i % kSide, i / kSide) ? 0 : 1;
    for (Counts* counts : {&items[owner.item], &parts[{owner.item, owner.part}]}) {
      ++counts->ink;
      counts->apart += apart;
    }
  }
  std::vector<ItemGap> gaps;
  for (std::size_t i = 0; i < items.size(); ++i) {
    ItemGap gap{.item = i};
    bool any = items[i].notable();
    for (const auto& [key, counts] : parts) {
      if (key.first != i || !counts.notable()) continue;
      any = true;
      if (std::holds_alternative<scene::Stroke>(scene.items[i])) gap.segments.push_back(key.second);
    }
    if (!any) continue;
    gap.share = static_cast<double>(items[i].apart) / items[i].ink;
    gaps.push_back(gap);
  }
  return gaps;
}

/// Lines that cross and hide each other, and dots, in the given colours.
scene::Scene random_scene(std::mt19937& random, const std::vector<scene::Color>& colors) {
  std::uniform_int_distribution<int> place(0, 3000);
  scene::Scene scene;
  for (int i = 0; i < 12; ++i) {
    const scene::Color color = colors[random() % colors.size()];
    const auto point = [&] {
      const double x = place(random) / 10.0;
      const double y = place(random) / 10.0;
      return scene::Point{x, y};
    };
    if (i % 4 == 3) {
      const scene::Point center = point();
      scene.items.emplace_back(scene::Dot{center, 2.0 + place(random) / 60.0, color});
      continue;
    }
    scene::Stroke stroke{.width = 1, .color = color};
    for (int j = 0; j < 12; ++j) stroke.points.push_back(point());
    scene.items.emplace_back(stroke);
  }
  return scene;
}

bool operator==(const ColorRun& a, const ColorRun& b) {
  return a.begin == b.begin && a.end == b.end && a.color == b.color;
}

void expect_inks(const Sheet& sheet, const Owners& owners) {
  std::vector<ColorRun> runs;
  for (int i = 0; i < kSide * kSide; ++i) {
    const Owner& owner = owners[static_cast<std::size_t>(i)];
    if (!owner.ink) continue;
    const auto color =
        static_cast<std::uint32_t>(owner.color.r << 16 | owner.color.g << 8 | owner.color.b);
    if (i % kSide != 0 && !runs.empty() && runs.back().end == i && runs.back().color == color) {
      ++runs.back().end;
    } else {
      runs.push_back({i, i + 1, color});
    }
  }
  const std::vector<ColorRun> found = sheet.inks.runs();
  ASSERT_EQ(found.size(), runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) ASSERT_TRUE(found[i] == runs[i]) << i;
  EXPECT_EQ(sheet.inks.empty(), runs.empty());
  EXPECT_EQ(sheet.inks.count(), std::ranges::count(owners, true, &Owner::ink));
  EXPECT_EQ(sheet.inks.colors(), SheetInk(runs).colors());
}

void expect_difference(const Sheet& a, const Sheet& b, const Owners& ours, const Owners& theirs) {
  PixelDifference slow;
  bool two_colors = false;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const bool both = ours[i].ink && theirs[i].ink;
    const bool differ = both && ours[i].color != theirs[i].color;
    slow.ink += ours[i].ink || theirs[i].ink ? 1 : 0;
    slow.differing += differ || ours[i].ink != theirs[i].ink ? 1 : 0;
    two_colors = two_colors || differ;
  }
  const PixelDifference by_runs = difference(SheetInk(a.inks.runs()), SheetInk(b.inks.runs()));
  const PixelDifference mixed = difference(a.inks, SheetInk(b.inks.runs()));
  for (const PixelDifference& found : {difference(a, b), by_runs, mixed}) {
    EXPECT_EQ(found.ink, slow.ink);
    EXPECT_EQ(found.differing, slow.differing);
  }
  EXPECT_EQ(share_pixels_of_two_colors(a, b), two_colors);
}

void expect_gaps(const std::vector<ItemGap>& found, const std::vector<ItemGap>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].item, expected[i].item);
    EXPECT_EQ(found[i].share, expected[i].share);
    EXPECT_EQ(found[i].segments, expected[i].segments);
  }
}

/// Pixels by reference item, answer item and their colours, and how many must be named.
void expect_mismatches(const std::vector<ColorMismatch>& found, const Owners& wanted,
                       const Owners& given) {
  std::map<std::size_t, int> shared;
  std::map<std::pair<std::size_t, std::size_t>, int> pairs;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i].ink || !given[i].ink) continue;
    ++shared[wanted[i].item];
    if (wanted[i].color != given[i].color) ++pairs[{wanted[i].item, given[i].item}];
  }
  std::erase_if(pairs, [&shared](const auto& pair) {
    return !Counts{shared[pair.first.first], pair.second}.notable();
  });
  ASSERT_EQ(found.size(), pairs.size());
  for (const ColorMismatch& mismatch : found) {
    EXPECT_EQ(mismatch.pixels, (pairs[{mismatch.reference_item, mismatch.answer_item}]));
  }
}

TEST(DrawingSheet, SaysWhatALoopOverPixelsSays) {
  std::mt19937 random(5);
  const std::vector<std::vector<scene::Color>> palettes{
      {kBlack}, {kRed}, {kRed, kBlack, kBlue}, {kBlack, kWhite}, {kWhite}};
  int gaps = 0;
  int mismatches = 0;
  int planes = 0;
  for (std::size_t round = 0; round < 2 * palettes.size(); ++round) {
    const scene::Scene a = random_scene(random, palettes[round % palettes.size()]);
    const scene::Scene b = random_scene(random, palettes[round / 2]);
    const Sheet wanted = make_sheet(scene::canonicalise(a));
    const Sheet given = make_sheet(scene::canonicalise(b));
    const Owners wanted_owners = slow_owners(wanted.canonical.scene);
    const Owners given_owners = slow_owners(given.canonical.scene);
    expect_inks(wanted, wanted_owners);
    expect_inks(given, given_owners);
    expect_difference(wanted, given, wanted_owners, given_owners);
    planes += wanted.inks.planes() != nullptr ? 1 : 0;
    const auto missing = find_gaps(wanted, ink_of(given));
    expect_gaps(missing, slow_gaps(wanted.canonical.scene, wanted_owners, given_owners));
    expect_gaps(find_gaps(given, ink_of(wanted)),
                slow_gaps(given.canonical.scene, given_owners, wanted_owners));
    const auto colors = find_color_mismatches(wanted, given);
    expect_mismatches(colors, wanted_owners, given_owners);
    gaps += static_cast<int>(missing.size());
    mismatches += static_cast<int>(colors.size());
  }
  EXPECT_GT(planes, 5);
  EXPECT_GT(gaps, 20);
  EXPECT_GT(mismatches, 5);
}

}  // namespace
}  // namespace papert::score::detail
