// Films of replays, and GIF files read back by a decoder of the test's own.

#include "raster/film.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "raster/apng.h"
#include "raster/gif.h"
#include "raster/png.h"

namespace papert::raster {
namespace {

/// Reads what encode_gif writes, frame by frame laid over each other.
class GifReader {
 public:
  explicit GifReader(std::string_view bytes) : bytes_(bytes) {}

  std::vector<Image> frames() {
    EXPECT_EQ(take(6), "GIF89a");
    const int width = u16();
    const int height = u16();
    take(3);
    table_ = take(768);
    Image canvas(width, height, PixelFormat::kRgb);
    std::vector<Image> frames;
    for (;;) {
      const int kind = u8();
      if (kind == ';') break;
      if (kind == 0x21) {
        u8();
        while (const int size = u8()) take(static_cast<std::size_t>(size));
        continue;
      }
      EXPECT_EQ(kind, ',');
      if (kind != ',') break;
      frame(canvas);
      frames.push_back(canvas);
    }
    EXPECT_EQ(at_, bytes_.size());
    return frames;
  }

 private:
  std::string_view take(std::size_t size) {
    const std::string_view part = bytes_.substr(std::min(at_, bytes_.size()), size);
    at_ += size;
    return part;
  }
  int u8() { return static_cast<unsigned char>(take(1).empty() ? ';' : bytes_[at_ - 1]); }
  int u16() {
    const int low = u8();
    return low | u8() << 8;
  }

  void frame(Image& canvas) {
    const int left = u16();
    const int top = u16();
    const int width = u16();
    const int height = u16();
    u8();
    const std::string numbers = unpack();
    ASSERT_EQ(numbers.size(), static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int i = 0; i < width * height; ++i) {
      const auto number = static_cast<unsigned char>(numbers[static_cast<std::size_t>(i)]);
      std::uint8_t* pixel = canvas.row(top + i / width) + 3 * (left + i % width);
      for (std::size_t c = 0; c < 3; ++c) {
        pixel[c] = static_cast<std::uint8_t>(table_[3 * number + c]);
      }
    }
  }

  std::string unpack() {
    const int start = u8();
    std::string packed;
    while (const int size = u8()) packed += take(static_cast<std::size_t>(size));
    const std::uint32_t clear = 1U << start;
    std::vector<std::string> rows;
    std::string out;
    std::string before;
    int bits = start + 1;
    std::uint64_t held = 0;
    int count = 0;
    std::size_t next = 0;
    for (;;) {
      while (count < bits && next < packed.size()) {
        held |= std::uint64_t{static_cast<unsigned char>(packed[next++])} << count;
        count += 8;
      }
      if (count < bits) return out;
      const auto code = static_cast<std::uint32_t>(held & ((1U << bits) - 1));
      held >>= bits;
      count -= bits;
      if (code == clear) {
        rows.clear();
        for (std::uint32_t i = 0; i < clear; ++i) rows.emplace_back(1, static_cast<char>(i));
        rows.resize(clear + 2);
        bits = start + 1;
        before.clear();
        continue;
      }
      if (code == clear + 1) return out;
      std::string row;
      if (code < rows.size()) {
        row = rows[code];
      } else {
        row = before + before.substr(0, 1);
      }
      out += row;
      if (!before.empty() && rows.size() < 4096) rows.push_back(before + row.substr(0, 1));
      if (rows.size() == (1U << bits) && bits < 12) ++bits;
      before = row;
    }
  }

  std::string_view bytes_;
  std::string_view table_;
  std::size_t at_ = 0;
};

Image noise(int width, int height, unsigned seed, unsigned colours) {
  Image image(width, height, PixelFormat::kRgb);
  std::mt19937 random(seed);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto n = static_cast<unsigned>(random() % colours);
      std::uint8_t* pixel = image.row(y) + 3 * x;
      pixel[0] = static_cast<std::uint8_t>(n * 7);
      pixel[1] = static_cast<std::uint8_t>(n);
      pixel[2] = static_cast<std::uint8_t>(n >> 3U);
    }
  }
  return image;
}

TEST(Gif, FewColoursComeBackExactly) {
  for (const unsigned colours : {1U, 2U, 17U, 256U}) {
    std::vector<Image> frames;
    for (unsigned i = 0; i < 3; ++i) frames.push_back(noise(161, 113, i, colours));
    frames.push_back(frames.back());
    const auto file = encode_gif(frames);
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(GifReader(*file).frames(), frames) << colours;
  }
}

TEST(Gif, ManyColoursComeNear) {
  Image image(200, 200, PixelFormat::kRgb);
  for (int y = 0; y < 200; ++y) {
    for (int x = 0; x < 200; ++x) {
      image.row(y)[3 * x] = static_cast<std::uint8_t>(x);
      image.row(y)[3 * x + 1] = static_cast<std::uint8_t>(y);
    }
  }
  const auto file = encode_gif(std::vector<Image>{image});
  ASSERT_TRUE(file.has_value());
  const auto back = GifReader(*file).frames();
  ASSERT_EQ(back.size(), 1U);
  for (std::size_t i = 0; i < image.data().size(); ++i) {
    EXPECT_LE(std::abs(image.data()[i] - back[0].data()[i]), 26);
  }
}

TEST(Gif, RefusesWhatIsNoFilm) {
  EXPECT_FALSE(encode_gif({}));
  EXPECT_FALSE(encode_gif(std::vector<Image>{Image(3, 3)}));
  EXPECT_FALSE(encode_gif(
      std::vector<Image>{Image(3, 3, PixelFormat::kRgb), Image(3, 4, PixelFormat::kRgb)}));
}

/// A square, a side a step.
scene::Replay square(std::size_t steps) {
  scene::Replay replay;
  replay.pens.emplace_back();
  scene::Stroke stroke{{{0, 0}}, 1, {255, 0, 0}};
  std::vector<std::uint32_t> grows{1};
  const scene::Point corners[] = {{0, 0}, {90, 0}, {90, 90}, {0, 90}};
  for (std::size_t i = 1; i <= steps; ++i) {
    scene::ReplayStep step;
    step.position = corners[i % 4];
    step.pen = 0;
    replay.steps.push_back(step);
    stroke.points.push_back(corners[i % 4]);
    grows.push_back(static_cast<std::uint32_t>(i));
  }
  scene::ReplayItem& item = replay.items.emplace_back();
  item.what = stroke;
  item.grows = grows;
  return replay;
}

std::size_t red(const Image& image) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < image.data().size(); i += 3) {
    count += image.data()[i] == 255 && image.data()[i + 1] == 0 ? 1U : 0U;
  }
  return count;
}

TEST(Film, GrowsFromAnEmptySheetToTheWholeDrawing) {
  const auto frames = film_frames(square(4), {.side = 100, .turtles = false});
  ASSERT_TRUE(frames.has_value());
  ASSERT_EQ(frames->size(), 5U);
  EXPECT_EQ(red((*frames)[0]), 0U);
  for (std::size_t i = 1; i < frames->size(); ++i) {
    EXPECT_GT(red((*frames)[i]), red((*frames)[i - 1]));
    EXPECT_EQ((*frames)[i], *step_image(square(4), i, {.side = 100, .turtles = false}));
  }
  EXPECT_TRUE(encode_apng(*frames).has_value());
}

TEST(Film, HasBounds) {
  const auto frames = film_frames(square(5000), {.side = 60});
  ASSERT_TRUE(frames.has_value());
  EXPECT_EQ(frames->size(), 200U);
  const auto large = film_frames(square(5000), {.side = kMaxFilmSide});
  ASSERT_TRUE(large.has_value());
  EXPECT_LE(large->size(), 20U);
  EXPECT_FALSE(film_frames(square(3), {.side = kMaxFilmSide + 1}));
  EXPECT_FALSE(film_frames(square(3), {.side = 0}));
}

TEST(Film, ShowsTheTurtleUnlessHidden) {
  scene::Replay replay = square(3);
  const Image with = *step_image(replay, 3, {.side = 200});
  EXPECT_NE(with, *step_image(replay, 3, {.side = 200, .turtles = false}));
  replay.pens[0].shown = false;
  EXPECT_EQ(*step_image(replay, 3, {.side = 200}),
            *step_image(replay, 3, {.side = 200, .turtles = false}));
}

}  // namespace
}  // namespace papert::raster
