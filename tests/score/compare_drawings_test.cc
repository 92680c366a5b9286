#include "score/compare_drawings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/random.h"
#include "raster/paint_scene.h"
#include "score/drawing_sheet.h"
#include "support/scenes.h"

namespace papert::score {
namespace {

using ::papert::test::kBlack;
using ::papert::test::kRed;
using ::papert::test::kWhite;
using ::papert::test::scene_of;
using scene::Color;
using scene::Dot;
using scene::Fill;
using scene::Item;
using scene::Point;
using scene::Scene;
using scene::Stroke;
using scene::Text;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Point> moved(std::vector<Point> points, double scale, double dx, double dy) {
  for (Point& point : points) point = {point.x * scale + dx, point.y * scale + dy};
  return points;
}

std::vector<Point> square() { return {{0, 0}, {100, 0}, {100, 100}, {0, 100}, {0, 0}}; }

/// A letter F: no rotation or mirroring maps it to itself.
Scene letter() {
  return scene_of({Stroke{{{0, 0}, {0, 100}}, 1, kBlack}, Stroke{{{0, 100}, {60, 100}}, 1, kBlack},
                   Stroke{{{0, 50}, {40, 50}}, 1, kBlack}});
}

TEST(CompareDrawings, ADrawingEqualsItself) {
  const DrawingComparison result = compare_drawings(letter(), letter());
  EXPECT_TRUE(result.success);
  EXPECT_EQ(result.difference, 0);
  EXPECT_EQ(result.differing, 0);
  EXPECT_GT(result.ink, 500);
  EXPECT_FALSE(result.explanation.translated);
  EXPECT_FALSE(result.explanation.rescaled);
  EXPECT_FALSE(result.explanation.pen_widths_differ);
  EXPECT_THAT(result.explanation.missing, IsEmpty());
  EXPECT_THAT(result.explanation.extra, IsEmpty());
  EXPECT_EQ(result.explanation.sentence, "Match: the drawings are the same.");
}

TEST(CompareDrawings, PlaceSizeAndPenAreOverlookedAndNamed) {
  const DrawingComparison result =
      compare_drawings(scene_of({Stroke{square(), 1, kBlack}}),
                       scene_of({Stroke{moved(square(), 2.5, -30, 7), 5, kBlack}}));
  EXPECT_EQ(result.difference, 0);
  EXPECT_TRUE(result.success);
  EXPECT_TRUE(result.explanation.translated);
  EXPECT_EQ(result.explanation.moved, (Point{45, 82}));
  EXPECT_TRUE(result.explanation.rescaled);
  EXPECT_EQ(result.explanation.size_ratio, 2.5);
  EXPECT_TRUE(result.explanation.pen_widths_differ);
  EXPECT_EQ(
      result.explanation.sentence,
      "Match: the drawings are the same; overlooked: size x 2.5, moved by (45, 82), another pen "
      "width.");
}

TEST(CompareDrawings, MissingAndExtraAreNamedBySegment) {
  const std::vector<Point> three_sides{{0, 0}, {100, 0}, {100, 100}, {0, 100}};
  const Scene reference = scene_of({Stroke{square(), 1, kBlack}});
  const DrawingComparison result =
      compare_drawings(reference, scene_of({Stroke{three_sides, 1, kBlack}}));
  EXPECT_FALSE(result.success);
  EXPECT_NEAR(result.difference, 0.25, 0.01);
  ASSERT_EQ(result.explanation.missing.size(), 1U);
  EXPECT_EQ(result.explanation.missing[0].item, 0U);
  EXPECT_NEAR(result.explanation.missing[0].share, 0.25, 0.02);
  EXPECT_THAT(result.explanation.missing[0].segments, ElementsAre(3U));
  EXPECT_THAT(result.explanation.extra, IsEmpty());
  EXPECT_THAT(result.explanation.sentence,
              HasSubstr("; missing: black line from (0, 100) to (0, 0)."));

  const DrawingComparison other = compare_drawings(
      reference, scene_of({Stroke{square(), 1, kBlack}, Stroke{{{0, 0}, {100, 100}}, 1, kBlack}}));
  EXPECT_FALSE(other.success);
  EXPECT_THAT(other.explanation.missing, IsEmpty());
  ASSERT_EQ(other.explanation.extra.size(), 1U);
  EXPECT_EQ(other.explanation.extra[0].item, 1U);
  EXPECT_THAT(other.explanation.sentence,
              HasSubstr("; extra: black line from (0, 0) to (100, 100)."));
}

TEST(CompareDrawings, ColoursCount) {
  const Scene reference =
      scene_of({Stroke{square(), 1, kBlack}, Fill{moved(square(), 0.5, 20, 20), kRed}});
  const Scene answer =
      scene_of({Stroke{square(), 1, kBlack}, Fill{moved(square(), 0.5, 20, 20), {0, 0, 255}}});
  const DrawingComparison result = compare_drawings(reference, answer);
  EXPECT_FALSE(result.success);
  EXPECT_THAT(result.explanation.missing, IsEmpty());
  EXPECT_THAT(result.explanation.extra, IsEmpty());
  ASSERT_EQ(result.explanation.colors.size(), 1U);
  const ColorMismatch& mismatch = result.explanation.colors[0];
  EXPECT_EQ(mismatch.reference_item, 1U);
  EXPECT_EQ(mismatch.answer_item, 1U);
  EXPECT_EQ(mismatch.expected, kRed);
  EXPECT_EQ(mismatch.actual, (Color{0, 0, 255}));
  EXPECT_EQ(mismatch.pixels, 150 * 150);
  EXPECT_EQ(result.differing, 150 * 150);
  EXPECT_THAT(result.explanation.sentence,
              HasSubstr("; colour: blue instead of red, blue area around (45, 45)."));
}

/// Dots in a square, far enough apart not to touch.
Scene dots(int side, Color color) {
  Scene scene;
  for (int i = 0; i < side * side; ++i) {
    scene.items.emplace_back(Dot{{10.0 * (i % side), 10.0 * (i / side)}, 6, color});
  }
  return scene;
}

TEST(CompareDrawings, PairsOfColoursAreFoundHoweverManyItemsThereAre) {
  for (const int side : {1, 4, 15}) {  // with a place for each pair, and too many for that
    const std::vector<ColorMismatch> pairs =
        compare_drawings(dots(side, kRed), dots(side, {0, 0, 255})).explanation.colors;
    ASSERT_EQ(pairs.size(), static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
    std::int64_t pixels = 0;
    for (const ColorMismatch& pair : pairs) {
      EXPECT_EQ(pair.reference_item, pair.answer_item);
      pixels += pair.pixels;
    }
    EXPECT_EQ(pixels, compare_drawings(dots(side, kRed), Scene{}).ink);
  }
}

TEST(CompareDrawings, LimitDependsOnTheReferencesFills) {
  const Scene lines = scene_of({Stroke{square(), 1, kBlack}});
  const Scene filled = scene_of({Fill{square(), kBlack}});
  const Scene dot = scene_of({Dot{{0, 0}, 10, kBlack}});
  EXPECT_EQ(compare_drawings(lines, filled).limit, 1 - 0.92);
  EXPECT_EQ(compare_drawings(filled, lines).limit, 1 - 0.95);
  EXPECT_EQ(compare_drawings(dot, dot).limit, 1 - 0.92);
  EXPECT_EQ(compare_drawings(filled, filled, {.filled_similarity = 0.5}).limit, 0.5);
  EXPECT_EQ(compare_drawings(lines, lines, {.line_similarity = 0.75}).limit, 0.25);
}

TEST(CompareDrawings, BelowTheLimitIsSuccessAtItIsNot) {
  const Scene reference = scene_of({Fill{square(), kBlack}});
  // A quarter of the square in another colour: 150 x 150 of 300 x 300 pixels.
  const Scene answer = scene_of({Fill{square(), kBlack}, Fill{moved(square(), 0.5, 0, 0), kRed}});
  const DrawingComparison at = compare_drawings(reference, answer, {.filled_similarity = 0.75});
  EXPECT_EQ(at.difference, 0.25);
  EXPECT_FALSE(at.success);
  EXPECT_TRUE(compare_drawings(reference, answer, {.filled_similarity = 0.74}).success);
}

TEST(CompareDrawings, BlankSheets) {
  const Scene white = scene_of({Stroke{square(), 1, kWhite}});
  Scene blue;
  blue.background = {0, 0, 255};
  for (const Scene& blank : {Scene{}, white, blue}) {
    const DrawingComparison both = compare_drawings({}, blank);
    EXPECT_TRUE(both.success);
    EXPECT_EQ(both.difference, 0);
    EXPECT_EQ(both.ink, 0);
    EXPECT_EQ(both.explanation.sentence, "Match: both drawings are blank.");
    const DrawingComparison nothing = compare_drawings(letter(), blank);
    EXPECT_FALSE(nothing.success);
    EXPECT_EQ(nothing.difference, 1);
    EXPECT_EQ(nothing.explanation.missing.size(), 3U);
    EXPECT_EQ(nothing.explanation.sentence, "No match: nothing was drawn.");
    const DrawingComparison something = compare_drawings(blank, letter());
    EXPECT_EQ(something.difference, 1);
    EXPECT_EQ(something.explanation.sentence,
              "No match: something was drawn, the reference is blank.");
  }
  EXPECT_TRUE(compare_drawings({}, blue).explanation.background_differs);
}

TEST(CompareDrawings, PointsLinesDotsAndTexts) {
  const Scene point = scene_of({Stroke{{{3, 4}, {3, 4}}, 9, kRed}});
  const Scene line = scene_of({Stroke{{{3, 4}, {5, 4}}, 9, kRed}});
  const Scene dot = scene_of({Dot{{1, 1}, 10, kRed}});
  const auto difference = [](const Scene& a, const Scene& b) {
    return compare_drawings(a, b).difference;
  };
  EXPECT_EQ(difference(point, scene_of({Dot{{8, 8}, 0, kRed}})), 0);
  EXPECT_EQ(difference(point, scene_of({Dot{{8, 8}, 0, kBlack}})), 1);
  EXPECT_EQ(difference(line, scene_of({Stroke{{{-300, 0}, {10, 0}}, 1, kRed}})), 0);
  EXPECT_EQ(difference(dot, scene_of({Dot{{-5, 7}, 33, kRed}})), 0);
  EXPECT_GT(difference(line, dot), 0.9);
  EXPECT_GT(difference(point, line), 0.9);
  EXPECT_EQ(compare_drawings(point, line).explanation.size_ratio, 1);
  const Scene text = scene_of({Text{{0, 0}, "abc", "left", "Arial", 8, "normal", kBlack}});
  const DrawingComparison other_words =
      compare_drawings(text, scene_of({Text{{9, 9}, "xyz", "left", "Times", 8, "normal", kBlack}}));
  EXPECT_TRUE(other_words.success);
  EXPECT_TRUE(other_words.explanation.texts_differ);
  EXPECT_THAT(other_words.explanation.sentence, HasSubstr("other words"));
}

TEST(CompareDrawings, RightAnglesAndMirroring) {
  for (const bool mirrored : {false, true}) {
    for (const double degrees : {0.0, 90.0, 180.0, 270.0}) {
      const Scene answer = scene::turned(letter(), {degrees, mirrored});
      const DrawingComparison result = compare_drawings(letter(), answer);
      if (!mirrored && degrees == 0) {
        EXPECT_TRUE(result.success);
        EXPECT_FALSE(result.explanation.turn);
        continue;
      }
      EXPECT_FALSE(result.success);
      ASSERT_TRUE(result.explanation.turn) << mirrored << ' ' << degrees;
      // Turning the answer by what was found gives the reference, so it is the inverse of the turn.
      const scene::Turn inverse{mirrored ? degrees : std::fmod(360 - degrees, 360), mirrored};
      EXPECT_EQ(*result.explanation.turn, inverse);
      EXPECT_FALSE(compare_drawings(letter(), answer, {.seek_turns = false}).explanation.turn);
    }
  }
  EXPECT_THAT(compare_drawings(letter(), scene::turned(letter(), {0, true})).explanation.sentence,
              HasSubstr("%); it would match if it were mirrored left to right."));
}

TEST(CompareDrawings, OtherAngles) {
  for (const double degrees : {10.0, 33.0, 45.0, 123.4, 200.0, 359.0}) {
    for (const bool mirrored : {false, true}) {
      const Scene answer = scene::turned(letter(), {degrees, mirrored});
      const auto turn = compare_drawings(letter(), answer).explanation.turn;
      ASSERT_TRUE(turn) << degrees;
      EXPECT_EQ(turn->mirrored, mirrored);
      const double expected = mirrored ? degrees : 360 - degrees;
      EXPECT_NEAR(std::remainder(turn->degrees - expected, 360), 0, 1e-6);
    }
  }
  std::vector<Point> hexagon;
  for (int i = 0; i <= 6; ++i) {
    const double angle = i * std::numbers::pi / 3;
    hexagon.push_back({50 * std::cos(angle), 50 * std::sin(angle)});
  }
  const Scene regular = scene_of({Stroke{hexagon, 1, kBlack}});
  EXPECT_TRUE(compare_drawings(regular, scene::turned(regular, {15, false})).explanation.turn);
  EXPECT_THAT(
      compare_drawings(letter(), scene::turned(letter(), {-33, false})).explanation.sentence,
      HasSubstr("%); it would match if it were turned 33 degrees counter-clockwise."));
  EXPECT_THAT(compare_drawings(letter(), scene::turned(letter(), {33, false})).explanation.sentence,
              HasSubstr("turned 33 degrees clockwise."));
  EXPECT_FALSE(compare_drawings(letter(), regular).explanation.turn);
}

TEST(CompareDrawings, HiddenItemsAreNotMissing) {
  const Scene reference = scene_of({Stroke{{{10, 10}, {20, 20}}, 1, kRed}, Fill{square(), kBlack}});
  const DrawingComparison result = compare_drawings(reference, scene_of({Fill{square(), kBlack}}));
  EXPECT_TRUE(result.success);
  EXPECT_THAT(result.explanation.missing, IsEmpty());
}

TEST(CompareDrawings, OrderShowsWhereItemsOverlap) {
  const Item below = Fill{square(), kBlack};
  const Item above = Fill{moved(square(), 1, 50, 50), kRed};
  const DrawingComparison result =
      compare_drawings(scene_of({below, above}), scene_of({above, below}));
  EXPECT_FALSE(result.success);
  ASSERT_FALSE(result.explanation.colors.empty());
}

TEST(CompareDrawings, LongListsAreCutInTheSentence) {
  std::vector<Item> items = letter().items;
  for (int i = 0; i < 8; ++i) {
    items.push_back(Stroke{{{10.0 + 6 * i, 5}, {10.0 + 6 * i, 40}}, 1, kBlack});
  }
  const DrawingComparison result = compare_drawings(letter(), scene_of(items));
  EXPECT_EQ(result.explanation.extra.size(), 8U);
  EXPECT_THAT(result.explanation.sentence,
              HasSubstr("extra: black line from (10, 5) to (10, 40), black line from (16, 5)"));
  EXPECT_THAT(result.explanation.sentence,
              HasSubstr("black line from (34, 5) to (34, 40) and 3 more."));
}

TEST(CompareDrawings, RoundingIsNotNamed) {
  // Sums that are off by a few last bits, and a real move in one direction only.
  const std::vector<Point> noisy{{1e-14, -5e-14}, {100, 3e-14}, {100, 100.00000000001}, {0, 100}};
  const std::vector<Point> plain{{0, 0}, {100, 0}, {100, 100}, {0, 100}};
  const auto sentence = [&](const std::vector<Point>& answer) {
    return compare_drawings(scene_of({Stroke{plain, 1, kBlack}}),
                            scene_of({Stroke{answer, 1, kBlack}}))
        .explanation.sentence;
  };
  EXPECT_EQ(sentence(noisy), "Match: the drawings are the same.");
  EXPECT_EQ(sentence(moved(noisy, 1, 12.34567, 0)),
            "Match: the drawings are the same; overlooked: moved by (12.35, 0).");
  EXPECT_EQ(sentence(moved(noisy, 1.0 / 3, 0, 0)),
            "Match: the drawings are the same; overlooked: size x 0.3333, moved by (-33.33, "
            "-33.33).");
}

TEST(CompareDrawings, PartsThatChangeTheBoundsAreNamedAsTheyStand) {
  const Scene reference = scene_of({Stroke{square(), 1, kBlack}});
  // A line that sticks out: fitted to the sheet, nothing would be where it was.
  const DrawingComparison longer = compare_drawings(
      reference, scene_of({Stroke{square(), 1, kBlack}, Stroke{{{0, 0}, {-70, -50}}, 1, kRed}}));
  EXPECT_FALSE(longer.success);
  EXPECT_GT(longer.difference, 0.8);
  EXPECT_TRUE(longer.explanation.as_they_stand);
  EXPECT_THAT(longer.explanation.missing, IsEmpty());
  EXPECT_THAT(
      longer.explanation.sentence,
      HasSubstr("%) once both are fitted to one size; extra: red line from (0, 0) to (-70, -50)."));
  // One side too high.
  const DrawingComparison higher = compare_drawings(
      reference, scene_of({Stroke{{{0, 0}, {100, 0}, {100, 110}, {0, 110}, {0, 0}}, 1, kBlack}}));
  EXPECT_TRUE(higher.explanation.as_they_stand);
  EXPECT_THAT(higher.explanation.sentence,
              HasSubstr("missing: black line from (100, 100) to (0, 100); extra: black line from "
                        "(100, 110) to (0, 110)."));
  // Far away it says nothing.
  const DrawingComparison far =
      compare_drawings(reference, scene_of({Stroke{moved(square(), 1, 5000, 0), 1, kRed}}));
  EXPECT_FALSE(far.explanation.as_they_stand);
  EXPECT_THAT(
      far.explanation.sentence,
      HasSubstr("colour: red instead of black, closed red line of 4 segments at (5000, 0)"));
}

TEST(CompareDrawings, EveryKindOfItemHasAName) {
  const Scene reference = scene_of({Stroke{square(), 1, kBlack}});
  const auto sentence = [&](const Item& item) {
    return compare_drawings(reference, scene_of({Stroke{square(), 1, kBlack}, item}))
        .explanation.sentence;
  };
  EXPECT_THAT(sentence(Fill{moved(square(), 0.4, 30, 30), {1, 2, 3}}),
              HasSubstr("extra: #010203 area around (50, 50)."));
  EXPECT_THAT(sentence(Dot{{50, 50}, 40, {255, 165, 0}}),
              HasSubstr("extra: orange dot at (50, 50)."));
  EXPECT_THAT(sentence(scene::Stamp{moved(square(), 0.4, 30, 30), kRed, std::nullopt, 1}),
              HasSubstr("extra: stamp around (50, 50)."));
  EXPECT_THAT(sentence(Text{{20, 40}, "abcdefg", "left", "", 12, "", {128, 0, 128}}),
              HasSubstr("extra: purple text at (20, 40); overlooked: other words."));
}

TEST(CompareDrawings, FiguresAloneAreTheSame) {
  const Scene answer = scene::turned(letter(), {90, false});
  const DrawingComparison whole = compare_drawings(letter(), answer);
  const DrawingComparison plain = compare_drawings(letter(), answer, {.explain = Explain::kNever});
  EXPECT_EQ(plain.difference, whole.difference);
  EXPECT_EQ(plain.ink, whole.ink);
  EXPECT_EQ(plain.explanation.sentence, "");
  const DrawingOptions failures{.explain = Explain::kFailures};
  EXPECT_EQ(compare_drawings(letter(), answer, failures).explanation.sentence,
            whole.explanation.sentence);
  EXPECT_EQ(compare_drawings(letter(), letter(), failures).explanation.sentence, "");
}

/// Some items anywhere, white ones and such beyond each other's edges among them.
Scene random_scene(Random& random) {
  constexpr std::array<scene::Color, 4> kColors{kBlack, kRed, {255, 255, 255}, {0, 0, 255}};
  const auto point = [&] {
    return scene::Point{random.uniform(-120, 120), random.uniform(-120, 120)};
  };
  Scene scene;
  const auto items = random.randint(1, 6);
  for (std::int64_t i = 0; i < items; ++i) {
    const scene::Color color = random.choice(kColors);
    std::vector<scene::Point> points;
    const auto count = random.randint(2, 8);
    for (std::int64_t k = 0; k < count; ++k) points.push_back(point());
    switch (random.randint(0, 2)) {
      case 0:
        scene.items.push_back(Stroke{points, 3, color});
        break;
      case 1:
        scene.items.push_back(Fill{points, color});
        break;
      default:
        scene.items.push_back(Dot{point(), random.uniform(0, 60), color});
    }
  }
  return scene;
}

TEST(CompareDrawings, CountsThePixelsOfThePictures) {
  Random random(11);
  for (int round = 0; round < 60; ++round) {
    const Scene a = random_scene(random);
    const Scene b = random_scene(random);
    const raster::Image left = raster::paint_canonical(a);
    const raster::Image right = raster::paint_canonical(b);
    const std::vector<std::uint32_t> colors = PaintedDrawing(a).colors();
    std::int64_t ink = 0;
    std::int64_t differing = 0;
    for (std::size_t i = 0; i < colors.size(); ++i) {
      const auto pixel = [i](const raster::Image& image) {
        const auto data = image.data();
        return static_cast<std::uint32_t>(data[3 * i] << 16 | data[3 * i + 1] << 8 |
                                          data[3 * i + 2]);
      };
      ASSERT_EQ(colors[i], pixel(left)) << i;
      ink += pixel(left) != 0xFFFFFF || pixel(right) != 0xFFFFFF ? 1 : 0;
      differing += pixel(left) != pixel(right) ? 1 : 0;
    }
    const DrawingComparison result = compare_drawings(a, b, {.explain = Explain::kNever});
    EXPECT_EQ(result.ink, ink);
    EXPECT_EQ(result.differing, differing);
  }
}

/// Whether the drawings agree much better as they stand, by all pixels of both.
bool agree_as_they_stand(const Scene& a, const Scene& b, double difference) {
  Scene both = a;
  both.items.insert(both.items.end(), b.items.begin(), b.items.end());
  const scene::Bounds frame = scene::painted_bounds(both).value_or(scene::Bounds{});
  const detail::Sheet left = detail::make_sheet(scene::canonicalise(a, frame));
  const detail::Sheet right = detail::make_sheet(scene::canonicalise(b, frame));
  return detail::difference(left, right).share() < 0.75 * difference;
}

TEST(CompareDrawings, AsTheyStandIsDecidedAsAllPixelsDo) {
  Random random(12);
  int better = 0;
  for (int round = 0; round < 300; ++round) {
    const Scene a = random_scene(random);
    Scene b = random_scene(random);
    const auto from_a = static_cast<std::ptrdiff_t>(random.randbelow(a.items.size() + 1));
    b.items.resize(1);
    b.items.insert(b.items.end(), a.items.begin(), a.items.begin() + from_a);
    const DrawingComparison result =
        compare_drawings(a, b, {.explain = Explain::kAlways, .seek_turns = false});
    const bool blank = PaintedDrawing(a).runs().empty() || PaintedDrawing(b).runs().empty();
    const bool expected =
        !blank && result.difference >= result.limit && agree_as_they_stand(a, b, result.difference);
    EXPECT_EQ(result.explanation.as_they_stand, expected) << round;
    better += expected ? 1 : 0;
  }
  EXPECT_GT(better, 30);
  EXPECT_LT(better, 270);
}

}  // namespace
}  // namespace papert::score
