// Conformance with Pillow's pixels, agreement of the two kinds of canvas, and hostile coordinates.
#include "raster/draw.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "base/sha256.h"

namespace papert::raster {
namespace {

using scene::Box;

constexpr Color kInk{0, 0, 0};

struct Case {
  std::string kind;
  int width = 0;
  int height = 0;
  int stroke = 0;
  std::vector<Point> points;
  std::string hash;
};

Case parse(const std::string& text) {
  Case c;
  std::istringstream fields(text);
  std::string coordinates;
  fields >> c.kind >> c.width >> c.height >> c.stroke;
  fields.ignore(1, '\t');
  std::getline(fields, coordinates, '\t');
  fields >> c.hash;
  std::istringstream numbers(coordinates);
  double x = 0;
  double y = 0;
  while (numbers >> x >> y) c.points.push_back(truncated(x, y));
  return c;
}

Box box_of(const Case& c) { return {c.points[0].x, c.points[0].y, c.points[1].x, c.points[1].y}; }

/// `color` is nothing for a Bitmap and the colour for an Image.
template <class Canvas, class... MaybeColor>
void draw(Canvas& canvas, const Case& c, MaybeColor... color) {
  if (c.kind == "rectangle" && c.stroke == 0) {
    fill_rectangle(canvas, box_of(c), color...);
  } else if (c.kind == "rectangle") {
    stroke_rectangle(canvas, box_of(c), c.stroke, color...);
  } else if (c.kind == "ellipse" && c.stroke == 0) {
    fill_ellipse(canvas, box_of(c), color...);
  } else if (c.kind == "ellipse") {
    stroke_ellipse(canvas, box_of(c), c.stroke, color...);
  } else if (c.kind == "line") {
    line(canvas, c.points[0], c.points[1], c.stroke, color...);
  } else if (c.kind == "polygon" && c.stroke == 0) {
    fill_polygon(canvas, c.points, color...);
  } else {
    stroke_polygon(canvas, c.points, color...);
  }
}

std::string hash_of(const Image& image) {
  const auto data = image.data();
  return sha256_hex({reinterpret_cast<const char*>(data.data()), data.size()}).substr(0, 16);
}

std::string sketch(const Bitmap& bitmap) {
  std::string text = "\n";
  for (int y = 0; y < bitmap.height(); ++y) {
    for (int x = 0; x < bitmap.width(); ++x) text += bitmap.get(x, y) ? '#' : '.';
    text += '\n';
  }
  return text;
}

Bitmap from_sketch(const std::vector<std::string>& rows) {
  Bitmap bitmap(static_cast<int>(rows[0].size()), static_cast<int>(rows.size()));
  for (int y = 0; y < bitmap.height(); ++y) {
    for (int x = 0; x < bitmap.width(); ++x) {
      if (rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '#') bitmap.set(x, y);
    }
  }
  return bitmap;
}

TEST(Draw, EveryPixelIsPillows) {
  std::ifstream file(PAPERT_TEST_CASES "/raster/pillow.tsv");
  int cases = 0;
  int wrong = 0;
  for (std::string text; std::getline(file, text);) {
    if (text.empty() || text[0] == '#') continue;
    ++cases;
    const Case c = parse(text);
    ASSERT_GE(c.points.size(), 2U) << text;
    Bitmap bitmap(c.width, c.height);
    draw(bitmap, c);
    if (hash_of(to_image(bitmap)) != c.hash && ++wrong <= 5) {
      ADD_FAILURE() << text << (c.width <= 100 ? sketch(bitmap) : "");
    }
    Image gray(c.width, c.height);
    draw(gray, c, kInk);
    ASSERT_EQ(gray, to_image(bitmap)) << text;
    Image rgb(c.width, c.height, PixelFormat::kRgb);
    draw(rgb, c, kInk);
    ASSERT_EQ(to_gray(rgb), gray) << text;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(cases, 5000) << "the goldens were not found";
}

TEST(Draw, ColoursGoIntoTheirSamples) {
  Image rgb(3, 1, PixelFormat::kRgb);
  fill_rectangle(rgb, {1, 0, 1, 0}, {10, 20, 30});
  const std::vector<std::uint8_t> expected = {255, 255, 255, 10, 20, 30, 255, 255, 255};
  EXPECT_TRUE(std::equal(rgb.data().begin(), rgb.data().end(), expected.begin(), expected.end()));
  Image gray(2, 1);
  fill_rectangle(gray, {0, 0, 0, 0}, {10, 20, 30});
  EXPECT_EQ(gray.row(0)[0], 10);
  EXPECT_EQ(gray.row(0)[1], 255);
}

TEST(Draw, SquareOfOnePixelWithStrokePaintsTwo) {
  Bitmap bitmap(5, 5);
  stroke_rectangle(bitmap, {2, 2, 2, 2}, 1);
  EXPECT_EQ(bitmap, from_sketch({".....", ".....", "..#..", "..#..", "....."})) << sketch(bitmap);
}

TEST(Draw, RingAsWideAsItsRadiusLeavesTheCentre) {
  Bitmap bitmap(9, 9);
  stroke_ellipse(bitmap, {1, 1, 7, 7}, 3);
  EXPECT_FALSE(bitmap.get(4, 4));
  stroke_ellipse(bitmap, {1, 1, 7, 7}, 4);
  EXPECT_TRUE(bitmap.get(4, 4));
}

TEST(Draw, StrokesBelowOneDrawNothing) {
  Bitmap bitmap(20, 20);
  for (const int width : {0, -1, std::numeric_limits<int>::min()}) {
    stroke_rectangle(bitmap, {3, 3, 9, 9}, width);
    stroke_ellipse(bitmap, {3, 3, 9, 9}, width);
  }
  EXPECT_EQ(bitmap.count(), 0);
}

TEST(Draw, PolygonsOfLessThanTwoPointsDrawNothing) {
  Bitmap bitmap(20, 20);
  const std::vector<Point> one = {{3, 3}};
  fill_polygon(bitmap, {});
  fill_polygon(bitmap, one);
  stroke_polygon(bitmap, {});
  stroke_polygon(bitmap, one);
  EXPECT_EQ(bitmap.count(), 0);
}

TEST(Draw, TruncatedGoesTowardsZeroAndStaysInRange) {
  EXPECT_EQ(truncated(1.99, -1.99), (Point{1, -1}));
  EXPECT_EQ(truncated(-0.5, 0.5), (Point{0, 0}));
  EXPECT_EQ(truncated(1e300, -1e300),
            (Point{std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}));
  EXPECT_EQ(truncated(std::numeric_limits<double>::quiet_NaN(), 0), (Point{0, 0}));
}

/// The rule as it is stated, every error term from scratch in 128 bits.
Bitmap slow_disc(int width, int height, const Box& box) {
  __extension__ using Wide = __int128;
  const std::int64_t a = box.x1 - box.x0;
  const std::int64_t b = box.y1 - box.y0;
  const auto distance = [a, b](std::int64_t x, std::int64_t y) {
    const Wide error = Wide{a} * a * y * y + Wide{b} * b * x * x - Wide{a} * a * b * b;
    return error < 0 ? -error : error;
  };
  Bitmap bitmap(width, height);
  std::int64_t x = a;
  std::int64_t y = b % 2;
  std::int64_t row = -1;
  while (true) {
    if (y != row) {
      for (const std::int64_t side : {y, -y}) {
        bitmap.fill_span(box.y0 + (side + b) / 2, box.x0 + (a - x) / 2, box.x0 + (a + x) / 2);
      }
      row = y;
    }
    if (x == a % 2 && y == b) return bitmap;
    std::int64_t next_x = x;
    std::int64_t next_y = y + 2;
    if (x > 1) {
      if (distance(x - 2, y + 2) < distance(next_x, next_y)) next_x = x - 2;
      if (distance(x - 2, y) < distance(next_x, next_y)) {
        next_x = x - 2;
        next_y = y;
      }
    }
    x = next_x;
    y = next_y;
  }
}

TEST(Draw, HugeEllipsesKeepTheirErrorTermsExact) {
  std::mt19937 random(11);
  const auto between = [&random](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  std::vector<Box> boxes = {{-100'000, -100'000, 100'000, 100'000},
                            {-200'000, -199'900, 100, 100},
                            {-200'000, 10, 200'000, 60},
                            {10, -200'000, 61, 200'000},
                            {-399'900, -399'900, 100, 100}};
  for (int i = 0; i < 20; ++i) {
    boxes.push_back(
        {between(-100'000, 64), between(-100'000, 64), between(65, 100'000), between(65, 100'000)});
  }
  for (const Box& box : boxes) {
    Bitmap bitmap(200, 200);
    fill_ellipse(bitmap, box);
    ASSERT_EQ(bitmap, slow_disc(200, 200, box))
        << box.x0 << ' ' << box.y0 << ' ' << box.x1 << ' ' << box.y1;
  }
}

TEST(Draw, EllipsesBeyondTheLimitDrawNothing) {
  Bitmap bitmap(50, 50);
  constexpr int kSide = kMaxEllipseDiameter;
  fill_ellipse(bitmap, {20 - kSide / 2, 20, 21 + kSide / 2, 21});
  stroke_ellipse(bitmap, {20, 20 - kSide / 2, 21, 21 + kSide / 2}, 5);
  EXPECT_EQ(bitmap.count(), 0);
  fill_ellipse(bitmap, {20 - kSide / 2, 20, 20 + kSide / 2, 21});
  EXPECT_EQ(bitmap.count(), 100);
}

TEST(Draw, AnyIntCoordinateIsSafe) {
  constexpr int kLow = std::numeric_limits<int>::min();
  constexpr int kHigh = std::numeric_limits<int>::max();
  const int values[] = {kLow, kLow + 1, -1, 0, 5, kHigh - 1, kHigh};
  Bitmap bitmap(40, 30);
  for (const int a : values) {
    for (const int b : values) {
      for (const int stroke : {1, 2, 7, kHigh}) {
        const Box box{a, b, b, a};
        fill_rectangle(bitmap, box);
        stroke_rectangle(bitmap, box, stroke);
        fill_ellipse(bitmap, box);
        stroke_ellipse(bitmap, box, stroke);
        line(bitmap, {a, b}, {b, a}, stroke);
        line(bitmap, {a, a}, {b, 3}, stroke);
        const std::vector<Point> points = {{a, b}, {b, a}, {3, a}, {b, 7}};
        fill_polygon(bitmap, points);
        stroke_polygon(bitmap, points);
      }
    }
  }
  Bitmap empty(0, 0);
  fill_rectangle(empty, {0, 0, 5, 5});
  fill_ellipse(empty, {0, 0, 5, 5});
  line(empty, {0, 0}, {5, 5}, 3);
  EXPECT_EQ(empty.count(), 0);
}

TEST(Draw, LongLinesEnterWhereAWalkWould) {
  // The same line on a canvas large enough to hold it, compared inside the small one's window.
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    const auto coordinate = [&random] { return static_cast<int>(random() % 2000); };
    const Point from{coordinate(), coordinate()};
    const Point to{coordinate(), coordinate()};
    Bitmap whole(2000, 2000);
    line(whole, from, to);
    constexpr int kAt = 900;
    Bitmap window(150, 150);
    line(window, {from.x - kAt, from.y - kAt}, {to.x - kAt, to.y - kAt});
    for (int y = 0; y < 150; ++y) {
      for (int x = 0; x < 150; ++x) ASSERT_EQ(window.get(x, y), whole.get(x + kAt, y + kAt));
    }
  }
}

}  // namespace
}  // namespace papert::raster
