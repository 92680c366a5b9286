// Every word-parallel operation against a loop over single pixels.
#include "raster/bitmap.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace papert::raster {
namespace {

constexpr int kWidths[] = {1, 2, 63, 64, 65, 127, 128, 129, 200};

Bitmap noise(int width, int height, unsigned seed, unsigned out_of_four = 2) {
  std::mt19937 random(seed);
  Bitmap bitmap(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (random() % 4 < out_of_four) bitmap.set(x, y);
    }
  }
  return bitmap;
}

bool tail_is_clear(const Bitmap& bitmap) {
  if (bitmap.width() % 64 == 0) return true;
  for (int y = 0; y < bitmap.height(); ++y) {
    if (bitmap.row(y).back() >> (bitmap.width() % 64) != 0) return false;
  }
  return true;
}

TEST(Bitmap, OverlapOfRowsAddsUp) {
  const Bitmap a = noise(129, 20, 1);
  const Bitmap b = noise(129, 20, 2, 1);
  const Overlap whole = overlap(a, b);
  for (int y = 0; y <= 20; ++y) {
    const Overlap above = overlap(a, b, {0, y});
    const Overlap below = overlap(a, b, {y, 20});
    EXPECT_EQ(above.both + below.both, whole.both);
    EXPECT_EQ(above.either + below.either, whole.either);
    EXPECT_EQ(above.exactly_one + below.exactly_one, whole.exactly_one);
  }
}

TEST(Bitmap, StartsClearWithWholeWords) {
  for (const int width : kWidths) {
    const Bitmap bitmap(width, 3);
    EXPECT_EQ(bitmap.words_per_row(), (width + 63) / 64);
    EXPECT_EQ(bitmap.words().size(), static_cast<std::size_t>(3 * bitmap.words_per_row()));
    EXPECT_EQ(bitmap.count(), 0);
  }
  EXPECT_EQ(Bitmap().count(), 0);
  EXPECT_EQ(Bitmap(0, 7).count(), 0);
  EXPECT_EQ(Bitmap(7, 0).count(), 0);
}

TEST(Bitmap, SetAndGetAreClipped) {
  Bitmap bitmap(65, 2);
  for (const int x :
       {-1, 65, 64 * 2, -64, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
    bitmap.set(x, 0);
    bitmap.set(0, x == 65 ? 2 : x);
    EXPECT_FALSE(bitmap.get(x, 0));
  }
  EXPECT_EQ(bitmap.count(), 0);
  bitmap.set(64, 1);
  EXPECT_TRUE(bitmap.get(64, 1));
  EXPECT_FALSE(bitmap.get(63, 1));
  EXPECT_EQ(bitmap.count(), 1);
  bitmap.clear();
  EXPECT_EQ(bitmap, Bitmap(65, 2));
}

TEST(Bitmap, FillSpanEqualsSettingEveryPixel) {
  for (const int width : kWidths) {
    for (int x0 = -2; x0 <= width + 1; ++x0) {
      for (int x1 = -2; x1 <= width + 1; x1 += width > 130 ? 7 : 1) {
        Bitmap fast(width, 1);
        Bitmap slow(width, 1);
        fast.fill_span(0, x0, x1);
        for (int x = x0; x <= x1; ++x) slow.set(x, 0);
        ASSERT_EQ(fast, slow) << width << ": " << x0 << ".." << x1;
      }
    }
  }
}

TEST(Bitmap, CountsPartOfARow) {
  Bitmap bitmap(200, 2);
  for (int x = 0; x < 200; x += 3) bitmap.set(x, 1);
  for (const auto& [x0, x1] :
       {std::pair{0, 0}, {0, 199}, {5, 63}, {63, 64}, {64, 127}, {100, 198}}) {
    std::int64_t expected = 0;
    for (int x = x0; x <= x1; ++x) expected += bitmap.get(x, 1) ? 1 : 0;
    EXPECT_EQ(bitmap.count(1, x0, x1), expected) << x0 << ".." << x1;
    EXPECT_EQ(bitmap.count(0, x0, x1), 0);
  }
}

TEST(Bitmap, FillSpanStaysOnItsRowAndKeepsWhatWasThere) {
  Bitmap bitmap(130, 3);
  bitmap.set(0, 1);
  bitmap.fill_span(1, 60, 70);
  EXPECT_EQ(bitmap.count(), 12);
  bitmap.fill_span(-1, 0, 129);
  bitmap.fill_span(3, 0, 129);
  EXPECT_EQ(bitmap.count(), 12);
  EXPECT_TRUE(bitmap.get(0, 1));
}

TEST(Bitmap, FillSpanTakesAnyCoordinate) {
  constexpr auto kLow = std::numeric_limits<std::int64_t>::min();
  constexpr auto kHigh = std::numeric_limits<std::int64_t>::max();
  Bitmap bitmap(100, 2);
  bitmap.fill_span(kLow, kLow, kHigh);
  bitmap.fill_span(kHigh, kLow, kHigh);
  bitmap.fill_span(std::int64_t{1} << 32, 0, 99);  // row 0 if it were cut to 32 bits
  bitmap.fill_span(0, kHigh, kLow);
  bitmap.fill_span(0, 100, kHigh);
  bitmap.fill_span(0, kLow, -1);
  EXPECT_EQ(bitmap.count(), 0);
  bitmap.fill_span(1, kLow, kHigh);
  EXPECT_EQ(bitmap.count(), 100);
  EXPECT_TRUE(tail_is_clear(bitmap));
}

TEST(Bitmap, OverlapCountsPixels) {
  for (const int width : kWidths) {
    for (const int height : {1, 5, 67}) {
      const Bitmap a = noise(width, height, 1U + static_cast<unsigned>(width));
      const Bitmap b = noise(width, height, 2U + static_cast<unsigned>(height), 3);
      Overlap expected;
      std::int64_t in_a = 0;
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          in_a += a.get(x, y);
          expected.both += a.get(x, y) && b.get(x, y);
          expected.either += a.get(x, y) || b.get(x, y);
          expected.exactly_one += a.get(x, y) != b.get(x, y);
        }
      }
      EXPECT_EQ(overlap(a, b), expected) << width << " x " << height;
      EXPECT_EQ(overlap(b, a), expected) << width << " x " << height;
      EXPECT_EQ(a.count(), in_a);
    }
  }
  EXPECT_EQ(overlap(Bitmap(0, 0), Bitmap(0, 0)), Overlap());
}

TEST(Bitmap, OverlapOfFullPicturesDoesNotOverflow) {
  Bitmap full(4096, 4096);
  for (int y = 0; y < 4096; ++y) full.fill_span(y, 0, 4095);
  constexpr std::int64_t kAll = std::int64_t{4096} * 4096;
  EXPECT_EQ(overlap(full, full), (Overlap{.both = kAll, .either = kAll, .exactly_one = 0}));
  EXPECT_EQ(overlap(full, Bitmap(4096, 4096)),
            (Overlap{.both = 0, .either = kAll, .exactly_one = kAll}));
}

TEST(Bitmap, ErosionLooksAtNineNeighbours) {
  for (const int width : kWidths) {
    for (const int height : {1, 2, 3, 20}) {
      Bitmap source(width, height);
      for (int y = 0; y < height; ++y) source.fill_span(y, 0, width - 1);
      const Bitmap holes = noise(width, height, 9U + static_cast<unsigned>(width), 1);
      std::vector<Bitmap> sources = {source, noise(width, height, 5, 3)};
      for (int y = 0; y < height; ++y) {
        for (std::size_t i = 0; i < source.row(y).size(); ++i) {
          source.row(y)[i] &= ~(holes.row(y)[i] & (holes.row(y)[i] >> 3) & (holes.row(y)[i] >> 7));
        }
      }
      sources.push_back(source);
      for (const Bitmap& in : sources) {
        Bitmap expected(width, height);
        for (int y = 0; y < height; ++y) {
          for (int x = 0; x < width; ++x) {
            bool all = true;
            for (int dy = -1; dy <= 1; ++dy) {
              for (int dx = -1; dx <= 1; ++dx) all = all && in.get(x + dx, y + dy);
            }
            if (all) expected.set(x, y);
          }
        }
        ASSERT_EQ(erode3x3(in), expected) << width << " x " << height;
      }
    }
  }
}

TEST(Bitmap, PixelsEqualComparesEverySample) {
  std::mt19937 random(3);
  for (const int width : kWidths) {
    Image gray(width, 7);
    for (std::uint8_t& sample : gray.data()) {
      constexpr std::uint8_t kValues[] = {0, 1, 127, 128, 129, 254, 255};
      sample = kValues[random() % 7];
    }
    for (int value = 0; value < 256; ++value) {
      const Bitmap found = pixels_equal(gray, static_cast<std::uint8_t>(value));
      EXPECT_TRUE(tail_is_clear(found));
      for (int y = 0; y < 7; ++y) {
        for (int x = 0; x < width; ++x) {
          ASSERT_EQ(found.get(x, y), gray.row(y)[x] == value) << value << " at " << x << ',' << y;
        }
      }
    }
  }
}

TEST(Bitmap, ToImageIsBlackOnWhiteAndBack) {
  for (const int width : kWidths) {
    Bitmap bitmap = noise(width, 9, 77);
    bitmap.fill_span(3, 0, width - 1);
    const Image image = to_image(bitmap);
    for (int y = 0; y < 9; ++y) {
      for (int x = 0; x < width; ++x) ASSERT_EQ(image.row(y)[x], bitmap.get(x, y) ? 0 : 255);
    }
    EXPECT_EQ(pixels_equal(image, 0), bitmap);
  }
}

}  // namespace
}  // namespace papert::raster
