#include "raster/paint_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>

#include "raster/canonical_ink.h"
#include "scene/canonical.h"
#include "support/scenes.h"

namespace papert::raster {
namespace {

using ::papert::test::kBlack;
using ::papert::test::kBlue;
using ::papert::test::kRed;
using ::papert::test::kWhite;
using ::papert::test::scene_of;
using scene::Color;
using scene::Dot;
using scene::Fill;
using scene::Item;
using scene::Point;
using scene::Scene;
using scene::Stamp;
using scene::Stroke;
using scene::Text;

/// The device of published pictures.
constexpr TkView kDevice{
    .width = 863, .height = 836, .scale = 1.001, .origin_x = 435.004, .origin_y = 423.004};

/// Turtle units are pixels, (0, 0) the lower left corner of the picture.
TkView plain_view(int width, int height) {
  return {.width = width, .height = height, .scale = 1, .origin_x = 0, .origin_y = double(height)};
}

Color pixel(const Image& image, int x, int y) {
  const std::uint8_t* p = image.row(y) + std::ptrdiff_t{3} * x;
  return {p[0], p[1], p[2]};
}

/// '#' black, 'r' red, 'b' blue, '.' white, '?' anything else.
std::string picture(const Image& image) {
  std::string text;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const Color c = pixel(image, x, y);
      text.push_back(c == kBlack   ? '#'
                     : c == kRed   ? 'r'
                     : c == kBlue  ? 'b'
                     : c == kWhite ? '.'
                                   : '?');
    }
    text.push_back('\n');
  }
  return text;
}

std::string painted(std::vector<Item> items, int width, int height) {
  return picture(paint_tk(scene_of(std::move(items)), plain_view(width, height)));
}

/// Columns and rows of the first and last pixel that is not white.
std::vector<int> ink_box(const Image& image) {
  std::vector<int> box{image.width(), image.height(), -1, -1};
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (pixel(image, x, y) == kWhite) continue;
      box = {std::min(box[0], x), std::min(box[1], y), std::max(box[2], x), std::max(box[3], y)};
    }
  }
  return box;
}

TEST(PaintTk, TouchedPixelsAndNoOthers) {
  // A pen of width 2 along y = 2 covers rows 1 and 2 exactly, and its round ends one pixel more.
  EXPECT_EQ(painted({Stroke{{{2, 2}, {5, 2}}, 2, kBlack}}, 7, 4),
            ".......\n"
            ".#####.\n"
            ".#####.\n"
            ".......\n");
  // A hair higher it touches the row above.
  EXPECT_EQ(painted({Stroke{{{2, 2.01}, {5, 2.01}}, 2, kBlack}}, 7, 4),
            ".#####.\n"
            ".#####.\n"
            ".#####.\n"
            ".......\n");
  EXPECT_EQ(painted({Stroke{{{2.5, 0.5}, {2.5, 3.5}}, 1, kBlack}}, 5, 4),
            "..#..\n"
            "..#..\n"
            "..#..\n"
            "..#..\n");
  EXPECT_EQ(painted({Stroke{{{0.5, 0.5}, {3.5, 3.5}}, 1, kBlack}}, 4, 4),
            "..##\n"
            ".###\n"
            "###.\n"
            "##..\n");
}

TEST(PaintTk, DotsAreDiscs) {
  EXPECT_EQ(painted({Dot{{3, 3}, 6, kBlack}}, 6, 6),
            "######\n"
            "######\n"
            "######\n"
            "######\n"
            "######\n"
            "######\n");
  EXPECT_EQ(painted({Dot{{4, 4}, 7.9, kBlack}}, 8, 8),
            ".######.\n"
            "########\n"
            "########\n"
            "########\n"
            "########\n"
            "########\n"
            "########\n"
            ".######.\n");
}

TEST(PaintTk, NarrowerThanAPixelIsOnePixel) {
  for (const double width : {1.0, 0.2, 0.0, -3.0}) {
    EXPECT_EQ(painted({Stroke{{{1.5, 0.5}, {2.5, 0.5}}, width, kBlack}}, 4, 1), ".##.\n") << width;
    EXPECT_EQ(painted({Dot{{1.5, 0.5}, width, kBlack}}, 4, 1), ".#..\n") << width;
  }
}

TEST(PaintTk, FillsAreEvenOdd) {
  // A square inside a square, walked in one go.
  EXPECT_EQ(
      painted(
          {Fill{{{1, 1}, {6, 1}, {6, 6}, {1, 6}, {1, 1}, {3, 3}, {3, 4}, {4, 4}, {4, 3}, {3, 3}},
                kBlack}},
          7, 7),
      ".......\n"
      ".#####.\n"
      ".#####.\n"
      ".##.##.\n"
      ".#####.\n"
      ".#####.\n"
      ".......\n");
  // Any touched pixel: the hypotenuse paints the pixels it passes through.
  EXPECT_EQ(painted({Fill{{{0, 0}, {4, 0}, {0, 2}}, kBlack}}, 5, 3),
            ".....\n"
            "##...\n"
            "####.\n");
  // A square pixel for pixel, and one that reaches a little over.
  EXPECT_EQ(painted({Fill{{{1, 1}, {2, 1}, {2, 2}, {1, 2}}, kBlack}}, 3, 3), "...\n.#.\n...\n");
  EXPECT_EQ(painted({Fill{{{0.9, 1}, {2, 1}, {2, 2}, {0.9, 2}}, kBlack}}, 3, 3), "...\n##.\n...\n");
  // No area, and on the edge between pixels.
  EXPECT_EQ(painted({Fill{{{1, 0}, {1, 2}, {1, 1}}, kBlack}}, 2, 2), "..\n..\n");
}

TEST(PaintTk, LaterItemsLieOnTop) {
  const Item line = Stroke{{{0.5, 0.5}, {3.5, 0.5}}, 1, kBlack};
  const Item square = Fill{{{1, 0}, {3, 0}, {3, 1}, {1, 1}}, kRed};
  EXPECT_EQ(painted({line, square}, 4, 1), "#rr#\n");
  EXPECT_EQ(painted({square, line}, 4, 1), "####\n");
}

TEST(PaintTk, StampsHaveTheirOutlineOnTop) {
  const std::vector<Point> square{{1.5, 1.5}, {4.5, 1.5}, {4.5, 4.5}, {1.5, 4.5}};
  EXPECT_EQ(painted({Stamp{square, kRed, kBlack, 1}}, 6, 6),
            "......\n"
            ".####.\n"
            ".#rr#.\n"
            ".#rr#.\n"
            ".####.\n"
            "......\n");
  EXPECT_EQ(painted({Stamp{square, kRed, std::nullopt, 1}}, 6, 6),
            "......\n"
            ".rrrr.\n"
            ".rrrr.\n"
            ".rrrr.\n"
            ".rrrr.\n"
            "......\n");
  EXPECT_EQ(painted({Stamp{square, std::nullopt, std::nullopt, 1}}, 2, 1), "..\n");
  EXPECT_EQ(painted({Stamp{{}, kRed, kBlack, 1}}, 2, 1), "..\n");
}

TEST(PaintTk, TextIsBlocks) {
  EXPECT_EQ(painted({Text{{0, 0}, "a b", "left", "Arial", 10, "normal", kBlack}}, 20, 12),
            "....................\n"
            "....................\n"
            "######......######..\n"
            "######......######..\n"
            "######......######..\n"
            "######......######..\n"
            "######......######..\n"
            "######......######..\n"
            "######......######..\n"
            "....................\n"
            "....................\n"
            "....................\n");
}

TEST(PaintTk, BackgroundAndPublishedDevice) {
  Scene scene = scene_of({Stroke{{{0, 0}, {100, 0}}, 5, kBlack}});
  scene.background = kBlue;
  const Image image = paint_tk(scene, kDevice);
  EXPECT_EQ(image.width(), 863);
  EXPECT_EQ(image.height(), 836);
  EXPECT_EQ(image.format(), PixelFormat::kRgb);
  EXPECT_EQ(pixel(image, 0, 0), kBlue);
  scene.background = kWhite;
  // From 435.004 - 2.5025 to 535.104 + 2.5025, and 423.004 -+ 2.5025.
  EXPECT_EQ(ink_box(paint_tk(scene, kDevice)), (std::vector<int>{432, 420, 537, 425}));
}

TEST(PaintTk, OwnersNameTheVisiblePieces) {
  const OwnedPicture picture = paint_owned(
      scene_of({Dot{{2, 0.5}, 1, kRed}, Stroke{{{0.5, 0.5}, {1.5, 0.5}, {3.5, 0.5}}, 1, kBlack},
                Dot{{0.5, 0.5}, 1, kBlue}}),
      plain_view(5, 1));
  EXPECT_EQ(picture.runs, (std::vector<raster::Run>{{0, 1, 0}, {1, 4, 1}}));
  EXPECT_EQ(picture.pieces, (std::vector<Piece>{{2, 0, kBlue}, {1, 1, kBlack}}));
}

TEST(PaintTk, RunsReachAcrossWordsButNotAcrossRows) {
  const Fill area{{{0, 0}, {200, 0}, {200, 2}, {0, 2}}, kRed};
  const OwnedPicture full = paint_owned(scene_of({area}), plain_view(200, 2));
  EXPECT_EQ(full.runs, (std::vector<raster::Run>{{0, 200, 0}, {200, 400, 0}}));
  const OwnedPicture parted =
      paint_owned(scene_of({area, Dot{{100.5, 0.5}, 1, kBlue}}), plain_view(200, 2));
  EXPECT_EQ(parted.runs,
            (std::vector<raster::Run>{{0, 200, 1}, {200, 300, 1}, {300, 301, 0}, {301, 400, 1}}));
  EXPECT_EQ(paint_owned(scene_of({area}), plain_view(0, 0)).runs, std::vector<raster::Run>{});
}

TEST(PaintTk, InkIsWhatIsSeenInAnotherColourThanWhite) {
  const Scene scene =
      scene_of({Fill{{{0, 0}, {150, 0}, {150, 3}, {0, 3}}, kRed},
                Stroke{{{10.5, 1.5}, {99.5, 1.5}}, 1, kWhite}, Dot{{20.5, 1.5}, 1, kBlack}});
  const TkView view = plain_view(200, 3);
  const Bitmap ink = paint_ink(scene, view);
  const Image image = paint_tk(scene, view);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 200; ++x) {
      ASSERT_EQ(ink.get(x, y), pixel(image, x, y) != kWhite) << x << ", " << y;
    }
  }
}

TEST(PaintTk, InkInAFrameIsThatOfTheCanonicalDrawing) {
  const Scene scene =
      scene_of({Fill{{{0, 0}, {150, 0}, {150, 30}, {0, 30}}, kRed},
                Stroke{{{10.5, 1.5}, {99.5, 25}}, 7, kWhite}, Dot{{20.5, 90}, 11, kBlack}});
  for (const scene::Bounds& frame : {scene::Bounds{0, 0, 150, 96}, {-50, -90, 700, 100}}) {
    const Bitmap ink = paint_canonical_ink(scene, frame);
    EXPECT_EQ(ink, paint_ink(scene::canonicalise(scene, frame).scene, canonical_view()));
    EXPECT_GT(ink.count(), 0);
    EXPECT_EQ(paint_canonical_ink(scene, frame, ink.count() + 1), ink);
    const Bitmap some = paint_canonical_ink(scene, frame, 1);
    EXPECT_GE(some.count(), 1);
    EXPECT_LT(some.count(), ink.count());
    EXPECT_EQ(raster::overlap(some, ink).both, some.count());
  }
}

double distance_to_segment(Point p, Point a, Point b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double square = dx * dx + dy * dy;
  double t = square == 0 ? 0 : ((p.x - a.x) * dx + (p.y - a.y) * dy) / square;
  t = std::clamp(t, 0.0, 1.0);
  return std::hypot(a.x + t * dx - p.x, a.y + t * dy - p.y);
}

/// The share of the segment inside the unit square at (x, y), by clipping; negative outside.
double share_inside(Point a, Point b, int x, int y) {
  double from = 0;
  double to = 1;
  const double starts[] = {a.x - x, a.y - y};
  const double steps[] = {b.x - a.x, b.y - a.y};
  for (int axis = 0; axis < 2; ++axis) {
    if (steps[axis] == 0) {
      if (starts[axis] <= 0 || starts[axis] >= 1) return -1;
      continue;
    }
    const double enter = (0 - starts[axis]) / steps[axis];
    const double leave = (1 - starts[axis]) / steps[axis];
    from = std::max(from, std::min(enter, leave));
    to = std::min(to, std::max(enter, leave));
  }
  return to - from;
}

double distance_to_square(Point a, Point b, int x, int y) {
  if (share_inside(a, b, x, y) > 0) return 0;
  double nearest = 1e300;
  for (const int corner : {0, 1, 2, 3}) {
    const Point p{double(x + corner % 2), double(y + corner / 2)};
    nearest = std::min(nearest, distance_to_segment(p, a, b));
  }
  for (const Point& end : {a, b}) {
    nearest = std::min(nearest, std::hypot(end.x - std::clamp(end.x, double(x), x + 1.0),
                                           end.y - std::clamp(end.y, double(y), y + 1.0)));
  }
  return nearest;
}

TEST(PaintTk, StrokesEqualTheDistanceOracle) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> place(-8, 28);
  std::uniform_real_distribution<double> widths(1, 12);
  constexpr int kSize = 20;
  int compared = 0;
  for (int round = 0; round < 3000; ++round) {
    Point a{place(random), place(random)};
    Point b{place(random), place(random)};
    double width = widths(random);
    if (round % 3 == 0) {  // lattice points: straight, diagonal and exactly touching lines
      a = {std::round(a.x * 2) / 2, std::round(a.y * 2) / 2};
      b = {round % 2 == 0 ? a.x : std::round(b.x), round % 4 == 1 ? a.y : std::round(b.y)};
      width = std::round(width);
    } else if (round % 3 == 1) {  // level or upright but for rounding
      constexpr double kHairs[] = {1e-15, -1e-14, 1e-13, 1e-11, 5e-324};
      const double hair = kHairs[round % 5];
      if (round % 2 == 0) a.y = round % 5 == 4 ? 0 : a.y;
      b = round % 2 == 0 ? Point{b.x, a.y + hair} : Point{a.x + hair, b.y};
    }
    const Image image =
        paint_tk(scene_of({Stroke{{a, b}, width, kBlack}}), plain_view(kSize, kSize));
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        const double distance = distance_to_square(a, b, x, y) - width / 2;
        if (std::abs(distance) < 1e-9) continue;
        ++compared;
        ASSERT_EQ(pixel(image, x, kSize - 1 - y) == kBlack, distance < 0)
            << a.x << ',' << a.y << ' ' << b.x << ',' << b.y << " width " << width << " at " << x
            << ',' << y;
      }
    }
  }
  EXPECT_GT(compared, 1'000'000);
}

bool is_inside(const std::vector<Point>& polygon, double x, double y) {
  bool inside = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point& a = polygon[i];
    const Point& b = polygon[(i + 1) % polygon.size()];
    if ((a.y <= y) == (b.y <= y)) continue;
    if (a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) > x) inside = !inside;
  }
  return inside;
}

TEST(PaintTk, FillsEqualTheCrossingOracle) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> place(-10, 80);
  constexpr int kSize = 70;  // more than one word of 64 pixels
  for (int round = 0; round < 400; ++round) {
    std::vector<Point> polygon(3 + random() % 6);
    for (Point& point : polygon) {
      point = {place(random), place(random)};
      if (round % 2 == 0) point = {std::round(point.x) + 0.25, std::round(point.y) + 0.25};
    }
    const Image image = paint_tk(scene_of({Fill{polygon, kBlack}}), plain_view(kSize, kSize));
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        double share = is_inside(polygon, x + 0.5, y + 0.5) ? 1 : -1;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
          share =
              std::max(share, share_inside(polygon[i], polygon[(i + 1) % polygon.size()], x, y));
        }
        if (std::abs(share) < 1e-9) continue;  // an edge through a corner of the pixel
        ASSERT_EQ(pixel(image, x, kSize - 1 - y) == kBlack, share > 0)
            << "round " << round << " at " << x << ',' << y;
      }
    }
  }
}

// Unclipped, these lines would take days.
TEST(PaintTk, HostileSizesAreClipped) {
  std::vector<Item> items;
  for (int i = 0; i < 100'000; ++i) {
    items.push_back(Stroke{{{-1e9, 1e9}, {1e9, -1e9 + i}}, 1e9, kRed});
  }
  items.push_back(Fill{{{-1e9, -1e9}, {1e9, -1e9}, {0, 1e9}}, kBlue});
  items.push_back(Dot{{1e9, 1e9}, 1e9, kBlack});
  const Image image = paint_tk(scene_of(std::move(items)), kDevice);
  EXPECT_EQ(pixel(image, 400, 400), kBlue);
}

TEST(PaintTk, LongSpansOnAWideCanvas) {
  // More than 64 words of 64 pixels; what lies on top leaves gaps of every kind in the line below.
  constexpr int kWidth = 8200;
  std::mt19937 random(3);
  std::vector<Item> items;
  items.emplace_back(Stroke{{{-10, 0.5}, {9000, 0.5}}, 1, kBlack});
  std::vector<Color> expected(kWidth, kBlack);
  for (int i = 0; i < 60; ++i) {
    const int from = static_cast<int>(random() % kWidth);
    const int to = std::min(kWidth, from + 1 + static_cast<int>(random() % (i % 2 == 0 ? 9 : 700)));
    items.push_back(Fill{{{double(from), 0}, {double(to), 0}, {double(to), 1}, {double(from), 1}},
                         i % 3 == 0 ? kRed : kBlue});
    std::fill(expected.begin() + from, expected.begin() + to, i % 3 == 0 ? kRed : kBlue);
  }
  const Image image = paint_tk(scene_of(std::move(items)), plain_view(kWidth, 1));
  for (int x = 0; x < kWidth; ++x) {
    ASSERT_EQ(pixel(image, x, 0), expected[static_cast<std::size_t>(x)]) << x;
  }
}

TEST(PaintTk, HiddenPartsLeaveNoTrace) {
  // The corners stay free, so nothing ends the painting early.
  std::vector<Item> items;
  for (int i = 0; i < 20'000; ++i) {
    items.push_back(Dot{{0, 0}, 800.0 + i % 7, kRed});
    items.push_back(Stroke{{{-100.0 + i % 9, -415}, {100, 415}}, 200, kBlue});
    items.push_back(Fill{{{-300, -300}, {300, -300}, {0, 300.0 + i % 5}}, kBlack});
  }
  const Scene scene = scene_of(std::move(items));
  EXPECT_LT(scene::painting_rows(scene), 130e6);
  const Image image = paint_tk(scene, kDevice);
  EXPECT_EQ(pixel(image, 0, 0), kWhite);
  EXPECT_EQ(pixel(image, 431, 418), kBlack);
}

TEST(PaintCanonical, FillsTheMiddleOfTheSheet) {
  const Image image =
      paint_canonical(scene_of({Stroke{{{0, 0}, {50, 0}, {50, 25}, {0, 25}, {0, 0}}, 9, kBlack}}));
  EXPECT_EQ(image.width(), 320);
  EXPECT_EQ(image.height(), 320);
  // 300 x 150 around (160, 160), and half a pixel of the pen.
  EXPECT_EQ(ink_box(image), (std::vector<int>{9, 84, 310, 235}));
  EXPECT_EQ(pixel(image, 160, 84), kBlack);
  EXPECT_EQ(pixel(image, 160, 85), kBlack);
  EXPECT_EQ(pixel(image, 160, 86), kWhite);
}

TEST(PaintCanonical, DegenerateDrawings) {
  EXPECT_EQ(paint_canonical({}), Image(320, 320, PixelFormat::kRgb));
  Scene blue;
  blue.background = kBlue;
  EXPECT_EQ(paint_canonical(blue), Image(320, 320, PixelFormat::kRgb));
  const Image point = paint_canonical(scene_of({Stroke{{{70, 80}, {70, 80}}, 30, kRed}}));
  EXPECT_EQ(ink_box(point), (std::vector<int>{159, 159, 160, 160}));
  EXPECT_EQ(paint_canonical(scene_of({Dot{{-5, 3}, 0, kRed}})), point);
  const Image line = paint_canonical(scene_of({Stroke{{{70, 80}, {71, 80}}, 30, kRed}}));
  EXPECT_EQ(ink_box(line), (std::vector<int>{9, 159, 310, 160}));
}

TEST(PaintCanonical, DotsAndTextsThatSetTheBounds) {
  EXPECT_EQ(ink_box(paint_canonical(scene_of({Dot{{7, 8}, 5, kRed}}))),
            (std::vector<int>{10, 10, 309, 309}));
  const Text text{{0, 0}, "abcde", "left", "", 10, "", kBlack};
  // The box is 300 x 120; the blocks lie 5 in from its sides, 30 above its foot and 20 below its
  // top.
  EXPECT_EQ(ink_box(paint_canonical(scene_of({text}))), (std::vector<int>{15, 120, 304, 189}));
}

TEST(PaintCanonical, PlaceSizeAndPenDoNotShow) {
  const std::vector<Point> path{{0, 0}, {30, 0}, {30, 10}, {7, 23}};
  std::vector<Point> other;
  for (const Point& p : path) other.push_back({p.x * 0.3 - 77.7, p.y * 0.3 + 12.3});
  EXPECT_EQ(paint_canonical(scene_of({Stroke{path, 1, kRed}, Dot{{3, 3}, 2, kBlack}})),
            paint_canonical(scene_of(
                {Stroke{other, 8, kRed}, Dot{{3 * 0.3 - 77.7, 3 * 0.3 + 12.3}, 0.6, kBlack}})));
}

TEST(FitView, ShowsTheWholeDrawing) {
  const Scene scene = scene_of({Stroke{{{-1000, 5}, {3000, 700}}, 40, kBlack}});
  const Image image = paint_tk(scene, fit_view(scene, 400, 300));
  const std::vector<int> box = ink_box(image);
  EXPECT_NEAR(box[0], 15, 1);
  EXPECT_NEAR(box[2], 384, 1);
  EXPECT_GE(box[1], 15);
  EXPECT_LE(box[3], 284);
  EXPECT_EQ(fit_view({}, 40, 30).scale, 1);
  EXPECT_EQ(fit_view(scene_of({Dot{{9, 9}, 0, kBlack}}), 40, 30).origin_x, 11);
  const TkView tiny = fit_view(scene, 1, 1);
  EXPECT_EQ(tiny.scale, 1);
}

/// Strokes that mostly lie on others, some of them repeated: what is hidden, or was painted before,
/// is left out, and nobody must see that. Here every stroke is painted alone, the last on top.
TEST(PaintTk, HiddenAndRepeatedLinesLeaveNoTrace) {
  std::mt19937 random(11);
  std::uniform_int_distribution<int> place(-200, 3000);
  std::uniform_int_distribution<int> step(-400, 400);
  scene::Scene all;
  for (int i = 0; i < 2500; ++i) {
    const double x = place(random) / 10.0;
    const double y = place(random) / 10.0;
    const double dx = step(random) / (i % 3 == 0 ? 100.0 : 4.0);
    const double dy = step(random) / (i % 5 == 0 ? 100.0 : 4.0);
    const auto shade = static_cast<std::uint8_t>(i % 251);
    scene::Stroke stroke{.points = {{x, y}, {x + dx, y + dy}}, .width = 1, .color = {shade, 0, 9}};
    if (i % 4 == 3) stroke.points = std::get<scene::Stroke>(all.items[all.items.size() / 2]).points;
    all.items.emplace_back(stroke);
  }
  Image expected = paint_tk({}, canonical_view());
  for (const scene::Item& item : all.items) {
    const OwnedPicture alone = paint_owned({.items = {item}}, canonical_view());
    const scene::Color color = std::get<scene::Stroke>(item).color;
    for (const raster::Run& run : alone.runs) {
      for (int i = run.begin; i < run.end; ++i) {
        std::uint8_t* pixel = expected.data().data() + 3 * static_cast<std::ptrdiff_t>(i);
        pixel[0] = color.r;
        pixel[1] = color.g;
        pixel[2] = color.b;
      }
    }
  }
  EXPECT_EQ(paint_tk(all, canonical_view()), expected);
}

}  // namespace
}  // namespace papert::raster
