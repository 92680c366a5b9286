// The faithful rule on drawings made for one point each, and its two steps beside their wording.

#include "score/faithful.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "base/random.h"
#include "score/drawing_sheet.h"
#include "score/places.h"
#include "score/seen_drawing.h"
#include "score/stray.h"
#include "support/scenes.h"

namespace papert::score {
namespace {

using scene::Dot;
using scene::Fill;
using scene::Point;
using scene::Scene;
using scene::Stroke;
using test::kBlue;
using test::kRed;
using test::kWhite;
using test::moved;
using test::squares;

FaithfulComparison compare(const Scene& reference, const Scene& answer) {
  return compare_faithfully(PaintedDrawing(reference), PaintedDrawing(answer));
}

/// Both ways round.
bool same(const Scene& a, const Scene& b) {
  const bool there = compare(a, b).success;
  EXPECT_EQ(compare(b, a).success, there);
  return there;
}

std::vector<Point> box(double x0, double y0, double x1, double y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}};
}

Scene drawing(std::vector<scene::Item> items) { return {.items = std::move(items)}; }

std::vector<Point> circle(int corners, double radius) {
  std::vector<Point> points;
  for (int i = 0; i <= corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    points.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return points;
}

/// A filled frame of 300, so that one unit is a pixel, and what stands in it.
Scene framed(std::vector<scene::Item> items) {
  items.insert(items.begin(), Stroke{box(0, 0, 300, 300), 1, {}});
  return drawing(std::move(items));
}

TEST(Faithful, PlaceAndSizeDoNotCount) {
  EXPECT_TRUE(same(squares(5), squares(5)));
  EXPECT_TRUE(same(squares(5), moved(squares(5), 1.7, -33.3)));
}

TEST(Faithful, OneMissingSideOfManyIsSeenWhereThePixelRuleOverlooksIt) {
  EXPECT_TRUE(compare_drawings(squares(10), squares(10, true)).success);
  EXPECT_FALSE(same(squares(10), squares(10, true)));
}

TEST(Faithful, ColoursCountUnlessTheEyeCannotTellThem) {
  EXPECT_FALSE(same(squares(10), squares(10, false, kRed)));
  EXPECT_FALSE(same(squares(10, false, kBlue), squares(10, false, kRed)));
  EXPECT_TRUE(same(squares(10, false, {0, 0, 128}), squares(10, false, {0, 0, 139})));
}

TEST(Faithful, BlankDrawings) {
  EXPECT_TRUE(same({}, {}));
  EXPECT_FALSE(same(squares(2), {}));
  EXPECT_EQ(compare({}, {}).difference(), 0);
}

TEST(Faithful, ShiftsWithinTwoPixelsAreForgivenAndLargerOnesAreNot) {
  const auto line = [](double y) { return framed({Stroke{{{50, y}, {250, y}}, 1, {}}}); };
  EXPECT_TRUE(same(line(150.5), line(152.5)));
  EXPECT_FALSE(same(line(150.5), line(154.5)));
}

TEST(Faithful, CirclesOfAnyNumberOfCornersAreTheSameAndPolygonsAreNot) {
  const Scene round = drawing({Stroke{circle(360, 100), 1, {}}});
  for (const int corners : {13, 17, 23, 36}) {
    EXPECT_TRUE(same(round, drawing({Stroke{circle(corners, 30), 1, {}}}))) << corners;
  }
  for (const int corners : {6, 8, 12}) {
    EXPECT_FALSE(same(round, drawing({Stroke{circle(corners, 30), 1, {}}}))) << corners;
  }
  EXPECT_TRUE(same(drawing({Dot{{0, 0}, 50, kRed}}), drawing({Fill{circle(20, 90), kRed}})));
}

TEST(Faithful, HatchingDotsAndRingsAreNotAnArea) {
  const Scene area = drawing({Fill{box(0, 0, 300, 300), {}}});
  for (const int gap : {2, 3, 4, 5, 6}) {
    Scene hatched = drawing({});
    Scene dotted = drawing({});
    for (int y = 0; y <= 300; y += gap) {
      hatched.items.push_back(Stroke{{{0, 1.0 * y}, {300, 1.0 * y}}, 1, {}});
      for (int x = 0; x <= 300; x += gap) dotted.items.push_back(Dot{{1.0 * x, 1.0 * y}, 1, {}});
    }
    EXPECT_FALSE(same(area, hatched)) << gap;
    EXPECT_FALSE(same(area, dotted)) << gap;
    Scene rings = drawing({});
    for (int r = gap; r <= 150; r += gap) rings.items.push_back(Stroke{circle(60, r), 1, {}});
    EXPECT_FALSE(same(drawing({Dot{{0, 0}, 300, {}}}), rings)) << gap;
  }
}

TEST(Faithful, StripesAcrossAreNotStripesAlong) {
  Scene along = framed({});
  Scene across = framed({});
  for (double k = 4; k < 300; k += 4) {
    along.items.push_back(Stroke{{{0, k}, {300, k}}, 1, {}});
    across.items.push_back(Stroke{{{k, 0}, {k, 300}}, 1, {}});
  }
  EXPECT_FALSE(same(along, across));
}

TEST(Faithful, LinesOfOneUnitBesideEachOtherAreAnArea) {
  Scene lines = drawing({});
  for (int y = 0; y <= 100; ++y) {
    lines.items.push_back(Stroke{{{0, 1.0 * y}, {100, 1.0 * y}}, 1, {}});
  }
  EXPECT_TRUE(same(drawing({Fill{box(0, 0, 100, 100), {}}}), lines));
}

TEST(Faithful, DashesAreNotALine) {
  for (const auto& [dash, gap] : {std::pair(4, 4), {4, 6}, {3, 3}}) {
    Scene dashed = framed({});
    for (double x = 20; x < 280; x += dash + gap) {
      dashed.items.push_back(Stroke{{{x, 150}, {x + dash, 150}}, 1, {}});
    }
    EXPECT_FALSE(same(framed({Stroke{{{20, 150}, {280, 150}}, 1, {}}}), dashed)) << dash << gap;
  }
}

TEST(Faithful, TwoLinesAreNotOne) {
  const Scene single = drawing({Stroke{box(0, 0, 300, 300), 1, {}}});
  for (const double gap : {2.0, 3.0, 4.0}) {
    const Scene twice = drawing(
        {Stroke{box(0, 0, 300, 300), 1, {}}, Stroke{box(gap, gap, 300 - gap, 300 - gap), 1, {}}});
    EXPECT_FALSE(same(single, twice)) << gap;
  }
}

TEST(Faithful, ErasedInkIsGone) {
  const Stroke frame{box(0, 0, 100, 100), 1, {}};
  const Stroke side{{{0, 0}, {100, 0}}, 1, kWhite};
  EXPECT_FALSE(same(drawing({frame}), drawing({frame, side})));
  const Fill area{box(0, 0, 100, 100), {}};
  EXPECT_FALSE(same(drawing({area}), drawing({area, Stroke{{{50, 5}, {50, 95}}, 1, kWhite}})));
  // What is erased does not stretch the bounds, and white ink beside the drawing is not seen.
  const Stroke long_side{{{0, 0}, {300, 0}}, 1, {}};
  const Stroke rest{{{100, 0}, {300, 0}}, 1, kWhite};
  EXPECT_TRUE(same(drawing({frame}), drawing({long_side, rest, frame})));
  EXPECT_TRUE(same(drawing({frame}), drawing({Stroke{box(-200, -9, 500, 700), 1, kWhite}, frame})));
}

TEST(Faithful, WhiteInkOnDarkPaperIsInk) {
  const auto on_black = [](const Stroke& stroke) {
    return Scene{.background = {}, .items = {stroke}};
  };
  const Stroke square{box(0, 0, 100, 100), 1, kWhite};
  const Stroke round{circle(40, 50), 1, kWhite};
  EXPECT_TRUE(same(on_black(square), on_black(square)));
  EXPECT_FALSE(same(on_black(square), on_black(round)));
}

TEST(Faithful, ThickLinesMayStandForAreas) {
  Scene bars = drawing({});
  for (double y = 5; y < 100; y += 10) {
    bars.items.push_back(Stroke{{{0, y}, {100, y}}, 11, kRed});
  }
  // Round caps reach beyond: trim them as a person would, with the paper's colour.
  EXPECT_TRUE(same(bars, bars));
  Scene wide =
      drawing({Stroke{{{0, 0}, {300, 0}}, 60, kRed}, Stroke{{{0, 60}, {300, 60}}, 60, kRed},
               Stroke{{{0, 30}, {300, 30}}, 60, kRed}});
  const Scene filled =
      drawing({Fill{box(0, -30, 300, 90), kRed}, Dot{{0, 0}, 60, kRed}, Dot{{300, 0}, 60, kRed},
               Dot{{0, 60}, 60, kRed}, Dot{{300, 60}, 60, kRed}, Dot{{0, 30}, 60, kRed},
               Dot{{300, 30}, 60, kRed}});
  EXPECT_TRUE(same(filled, wide));
}

TEST(Faithful, TextsCountWhereTheReferenceHasThem) {
  const scene::Text title{{0, 150}, "House", "left", "Arial", 20, "normal", {}};
  scene::Text other = title;
  other.text = "Horse";
  const Stroke frame{box(0, 0, 100, 100), 1, {}};
  EXPECT_TRUE(compare(drawing({frame}), drawing({frame, title})).success);
  EXPECT_FALSE(compare(drawing({frame, title}), drawing({frame})).success);
  EXPECT_TRUE(same(drawing({frame, title}), drawing({frame, title})));
  EXPECT_FALSE(same(drawing({frame, title}), drawing({frame, other})));
}

TEST(Faithful, TheExplanationBeginsWithItsOwnVerdict) {
  const PaintedDrawing whole(squares(10));
  const PaintedDrawing broken(squares(10, true));
  const FaithfulComparison result = compare_faithfully(whole, broken);
  const std::string sentence = explain_faithfully(whole, broken, result, false).sentence;
  EXPECT_EQ(
      sentence,
      "No match: 1.7 % of the ink lies apart; missing: black line from (270, 20) to (270, 0).");
  const DrawingComparison figures = compare_drawings(whole, broken, {.explain = Explain::kNever});
  EXPECT_EQ(explain_faithfully(whole, broken, result, false, &figures).sentence, sentence);
}

TEST(Faithful, AnExplanationWithoutTheTextsTakesNoFiguresOfThem) {
  const Stroke frame{box(0, 0, 100, 100), 1, {}};
  const Stroke half{{{0, 0}, {100, 0}, {100, 100}}, 1, {}};
  const scene::Text title{{0, 150}, "House", "left", "Arial", 20, "normal", {}};
  const PaintedDrawing reference(drawing({frame}));
  const PaintedDrawing answer(drawing({half, title}));
  const FaithfulComparison result = compare_faithfully(reference, answer);
  const DrawingComparison figures =
      compare_drawings(reference, answer, {.explain = Explain::kNever});
  EXPECT_EQ(explain_faithfully(reference, answer, result, false, &figures).sentence,
            explain_faithfully(reference, answer, result, false).sentence);
}

constexpr int kSide = scene::kCanonicalSize;

std::size_t at(int x, int y, int side) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(side) + static_cast<std::size_t>(x);
}

/// The first step as it is worded, pixel by pixel.
detail::Stray stray_plainly(const PaintedDrawing& a, const PaintedDrawing& b) {
  const std::array sheets{a.colors(), b.colors()};
  std::vector<bool> stray(sheets[0].size());
  const auto is_near = [&](const std::vector<std::uint32_t>& sheet, int x, int y,
                           std::uint32_t color) {
    constexpr int kRadius = detail::kStrayRadius;
    for (int ny = std::max(y - kRadius, 0); ny <= std::min(y + kRadius, kSide - 1); ++ny) {
      for (int nx = std::max(x - kRadius, 0); nx <= std::min(x + kRadius, kSide - 1); ++nx) {
        if (sheet[at(nx, ny, kSide)] == color) return true;
      }
    }
    return false;
  };
  detail::Stray result;
  constexpr std::uint32_t kBlank = 0xFFFFFF;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const std::uint32_t one = sheets[0][at(x, y, kSide)];
      const std::uint32_t other = sheets[1][at(x, y, kSide)];
      result.ink += one != kBlank || other != kBlank ? 1 : 0;
      stray[at(x, y, kSide)] = (one != kBlank && !is_near(sheets[1], x, y, one)) ||
                               (other != kBlank && !is_near(sheets[0], x, y, other));
      result.pixels += stray[at(x, y, kSide)] ? 1 : 0;
    }
  }
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      std::vector<std::pair<int, int>> open{{x, y}};
      std::int64_t size = 0;
      while (!open.empty()) {
        const auto [cx, cy] = open.back();
        open.pop_back();
        if (cx < 0 || cy < 0 || cx >= kSide || cy >= kSide || !stray[at(cx, cy, kSide)]) continue;
        stray[at(cx, cy, kSide)] = false;
        ++size;
        for (int i = 0; i < 9; ++i) open.emplace_back(cx + i % 3 - 1, cy + i / 3 - 1);
      }
      result.largest_patch = std::max(result.largest_patch, size);
    }
  }
  return result;
}

/// Two drawings that are alike but for a few things.
std::array<Scene, 2> random_pair(int seed) {
  const std::array colors{scene::Color{}, kRed, kBlue, kWhite};
  Random random(seed);
  std::array<Scene, 2> scenes;
  const std::int64_t items = random.randint(1, 12);
  for (std::int64_t i = 0; i < items; ++i) {
    const scene::Color color = random.choice(colors);
    const std::int64_t kind = random.randint(0, 2);
    std::vector<Point> points;
    for (int k = 0; k < 3; ++k) {
      const double x = random.uniform(0, 300);
      const double y = random.uniform(0, 300);
      points.push_back({x, y});
    }
    for (Scene& scene : scenes) {
      if (random.random() < 0.15) continue;
      const scene::Color shown = random.random() < 0.1 ? random.choice(colors) : color;
      std::vector<Point> placed = points;
      for (Point& each : placed) each.x += random.uniform(-3, 3);
      if (kind == 0) scene.items.push_back(Stroke{placed, 1, shown});
      if (kind == 1) scene.items.push_back(Fill{placed, shown});
      if (kind == 2) scene.items.push_back(Dot{placed[0], 25, shown});
    }
  }
  return scenes;
}

void expect_figures_of_the_wording(const Scene& one, const Scene& other, int seed) {
  const PaintedDrawing a(one);
  const PaintedDrawing b(other);
  const detail::Stray plain = stray_plainly(a, b);
  const detail::SheetInk runs(a.runs());
  for (const detail::Stray& given :
       {detail::find_stray(detail::InkRows(a.runs(), kSide), detail::InkRows(b.runs(), kSide)),
        detail::find_stray(a.sheet().inks, b.sheet().inks),
        detail::find_stray(runs, b.sheet().inks)}) {
    EXPECT_EQ(given.ink, plain.ink) << seed;
    EXPECT_EQ(given.pixels, plain.pixels) << seed;
    EXPECT_EQ(given.largest_patch, plain.largest_patch) << seed;
  }
}

TEST(Stray, GivesTheFiguresOfItsWording) {
  for (int seed = 0; seed < 150; ++seed) {
    const auto [one, other] = random_pair(seed);
    expect_figures_of_the_wording(one, other, seed);
  }
}

TEST(Stray, GivesTheSameFiguresForManyColors) {
  for (int seed = 0; seed < 20; ++seed) {
    auto scenes = random_pair(seed);
    Random random(seed);
    for (int i = 0; i < 40; ++i) {
      const double x = random.uniform(0, 300);
      const double y = random.uniform(0, 300);
      const auto shade = static_cast<std::uint8_t>(6 * i);
      for (Scene& scene : scenes) {
        const double shift = random.uniform(-4, 4);
        scene.items.push_back(Dot{{x + shift, y}, 9, {shade, 90, shade}});
      }
    }
    expect_figures_of_the_wording(scenes[0], scenes[1], seed);
  }
}

/// The uppermost lines show no pixel that the whole drawing with true pens does not show, and no
/// larger patch of stray ink.
TEST(Faithful, UppermostLinesAreSeenAsInTheWholeDrawing) {
  int tried = 0;
  int astray = 0;
  for (int seed = 0; seed < 300; ++seed) {
    const auto [one, other] = random_pair(seed);
    Scene answer = other;
    if (seed % 3 != 0)
      answer.items.insert(answer.items.begin(), one.items.begin(), one.items.end());
    for (scene::Item& item : answer.items) {
      if (auto* stroke = std::get_if<Stroke>(&item)) stroke->width = 1 + seed % 9;
    }
    const PaintedDrawing a(one);
    const PaintedDrawing b(answer);
    const detail::SheetInk& wanted = a.seen(false).fitted(detail::Pens::kTrue).ink();
    const detail::SheetInk& whole = b.seen(false).fitted(detail::Pens::kTrue).ink();
    for (const std::size_t points : {1, 2, 5, 9}) {
      const auto part = b.seen(false).uppermost_ink(points);
      if (!part) continue;
      ++tried;
      std::vector<std::uint32_t> colors(static_cast<std::size_t>(kSide) * kSide, 0xFFFFFF);
      for (const ColorRun& run : whole.runs()) {
        std::fill(colors.begin() + run.begin, colors.begin() + run.end, run.color);
      }
      for (const ColorRun& run : part->runs()) {
        for (int at = run.begin; at < run.end; ++at) {
          ASSERT_EQ(colors[static_cast<std::size_t>(at)], run.color) << seed << ": " << at;
        }
      }
      const std::int64_t patch = detail::largest_stray_patch(*part, wanted);
      astray += patch > kLargestPatch ? 1 : 0;
      EXPECT_LE(patch, detail::find_stray(wanted, whole).largest_patch);
    }
  }
  EXPECT_GT(tried, 150);
  EXPECT_GT(astray, 50);
}

using Colors = std::vector<std::uint32_t>;

/// A canonical sheet three times as large, at the place of its upper left quarter.
std::vector<ColorRun> enlarged(const std::vector<ColorRun>& runs) {
  std::vector<ColorRun> large;
  for (int repeat = 0; repeat < detail::kFineSide; ++repeat) {
    for (const ColorRun& run : runs) {
      const int y = run.begin / kSide;
      if (y != repeat / detail::kFineScale) continue;
      const int row = repeat * detail::kFineSide;
      large.push_back(
          {row + (run.begin - y * kSide) * 3, row + (run.end - y * kSide) * 3, run.color});
    }
  }
  return large;
}

/// One window laid at one place, pixel by pixel.
bool fits_plainly(const Colors& one, const Colors& other, std::array<int, 4> place) {
  const auto [x0, y0, dx, dy] = place;
  constexpr int kFine = detail::kFineSide;
  const auto color = [](const Colors& sheet, int x, int y) {
    const bool inside = x >= 0 && y >= 0 && x < kFine && y < kFine;
    return inside ? sheet[at(x, y, kFine)] : 0xFFFFFFU;
  };
  const auto beside = [&](const Colors& sheet, int x, int y, std::uint32_t wanted) {
    for (int i = 0; i < 9; ++i) {
      if (color(sheet, x + i % 3 - 1, y + i / 3 - 1) == wanted) return true;
    }
    return false;
  };
  std::map<std::uint32_t, std::array<std::int64_t, 3>> counts;  // in one, in the other, apart
  for (int y = y0; y < y0 + 30; ++y) {
    for (int x = x0; x < x0 + 30; ++x) {
      const std::uint32_t here = color(one, x, y);
      const std::uint32_t there = color(other, x + dx, y + dy);
      ++counts[here][0];
      ++counts[there][1];
      counts[here][2] += beside(other, x + dx, y + dy, here) ? 0 : 1;
      counts[there][2] += beside(one, x, y, there) ? 0 : 1;
    }
  }
  return std::all_of(counts.begin(), counts.end(), [](const auto& each) {
    const auto& [in_one, in_other, apart] = each.second;
    return apart <= 16 || apart <= static_cast<std::int64_t>(
                                       0.2 * static_cast<double>(std::max(in_one, in_other)));
  });
}

bool finds_place_plainly(const Colors& one, const Colors& other, int x, int y) {
  for (int dy = -6; dy <= 6; ++dy) {
    for (int dx = -6; dx <= 6; ++dx) {
      if (fits_plainly(one, other, {x, y, dx, dy})) return true;
    }
  }
  return false;
}

Colors colors_of(const std::vector<ColorRun>& runs) {
  Colors colors(static_cast<std::size_t>(detail::kFineSide) * detail::kFineSide, 0xFFFFFF);
  for (const ColorRun& run : runs) {
    std::fill(colors.begin() + run.begin, colors.begin() + run.end, run.color);
  }
  return colors;
}

TEST(Places, GivesTheFiguresOfItsWording) {
  std::int64_t unlike = 0;
  for (int seed = 0; seed < 2; ++seed) {
    // Few items, so that few windows are looked at.
    std::array<Scene, 2> pair = random_pair(100 + seed);
    for (Scene& scene : pair) scene.items.resize(std::min<std::size_t>(scene.items.size(), 2));
    const std::vector<ColorRun> one = enlarged(PaintedDrawing(pair[0]).runs());
    const std::vector<ColorRun> other = enlarged(PaintedDrawing(pair[1]).runs());
    const Colors a = colors_of(one);
    const Colors b = colors_of(other);
    detail::PlaceCount plain;
    for (int y = 0; y + 30 <= detail::kFineSide; y += 15) {
      for (int x = 0; x + 30 <= detail::kFineSide && plain.unlike < detail::kEnoughUnlike;
           x += 15) {
        bool inked = false;
        bool differs = false;
        for (int i = 0; i < 900; ++i) {
          const std::size_t place = at(x + i % 30, y + i / 30, detail::kFineSide);
          inked = inked || a[place] != 0xFFFFFF || b[place] != 0xFFFFFF;
          differs = differs || a[place] != b[place];
        }
        plain.inked += inked ? 1 : 0;
        const bool alike =
            !differs || (finds_place_plainly(a, b, x, y) && finds_place_plainly(b, a, x, y));
        plain.unlike += inked && !alike ? 1 : 0;
      }
    }
    const detail::PlaceCount given = detail::compare_places(
        detail::InkRows(one, detail::kFineSide), detail::InkRows(other, detail::kFineSide));
    EXPECT_EQ(given.inked, plain.inked) << seed;
    EXPECT_EQ(given.unlike, plain.unlike) << seed;
    unlike += given.unlike;
  }
  EXPECT_GT(unlike, 0);
}

}  // namespace
}  // namespace papert::score
