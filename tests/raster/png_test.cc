// PNG files of every kind, written here by hand (stored deflate blocks, own checksums), so that the
// decoder is not tested against its own library; round trips; truncation, damage and lies.
#include "raster/png.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "raster/draw.h"

namespace papert::raster {
namespace {

// --- a tiny PNG writer

enum ColorType { kGrayType = 0, kRgbType = 2, kPaletteType = 3, kGrayAlphaType = 4, kRgbaType = 6 };

struct Header {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  int depth = 8;
  int type = kGrayType;
  int interlace = 0;
};

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
  return bytes;
}

std::uint32_t crc32_of(const std::string& bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

std::string chunk(const std::string& type, const std::string& data) {
  return big_endian(static_cast<std::uint32_t>(data.size())) + type + data +
         big_endian(crc32_of(type + data));
}

std::string stored_zlib(const std::string& data) {
  std::string out = "\x78\x01";
  std::size_t at = 0;
  do {
    const std::size_t size = std::min<std::size_t>(data.size() - at, 0xffff);
    out += static_cast<char>(at + size == data.size());
    for (const std::size_t v : {size, ~size}) {
      out += static_cast<char>(v & 0xff);
      out += static_cast<char>(v >> 8 & 0xff);
    }
    out += data.substr(at, size);
    at += size;
  } while (at < data.size());
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char c : data) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return out + big_endian(b << 16 | a);
}

constexpr std::string_view kSignature("\x89PNG\r\n\x1a\n", 8);

std::string header_chunk(const Header& h) {
  std::string data = big_endian(h.width) + big_endian(h.height);
  data += static_cast<char>(h.depth);
  data += static_cast<char>(h.type);
  data += std::string(2, '\0');
  data += static_cast<char>(h.interlace);
  return chunk("IHDR", data);
}

/// `scanlines` with their filter bytes; `extra` are chunks before the pixels.
std::string png_of(const Header& h, const std::string& scanlines, const std::string& extra = {}) {
  return std::string(kSignature) + header_chunk(h) + extra + chunk("IDAT", stored_zlib(scanlines)) +
         chunk("IEND", "");
}

std::string bytes_of(std::initializer_list<int> values) {
  std::string out;
  for (const int v : values) out += static_cast<char>(v);
  return out;
}

std::vector<int> samples_of(const Image& image) {
  return {image.data().begin(), image.data().end()};
}

Image decoded(const std::string& bytes) {
  auto image = decode_png(bytes);
  if (!image) {
    ADD_FAILURE() << image.error().to_string();
    return {};
  }
  return *image;
}

ErrorCode error_of(const std::string& bytes, const PngLimits& limits = {}) {
  const auto image = decode_png(bytes, limits);
  if (image) {
    ADD_FAILURE() << "decoded";
    return ErrorCode::kInternal;
  }
  return image.error().code;
}

std::string message_of(const std::string& bytes) {
  const auto image = decode_png(bytes);
  return image ? "decoded" : image.error().message;
}

Image noise(int width, int height, PixelFormat format, unsigned seed) {
  std::mt19937 random(seed);
  Image image(width, height, format);
  for (std::uint8_t& sample : image.data()) sample = static_cast<std::uint8_t>(random());
  return image;
}

Bitmap drawing() {
  Bitmap bitmap(100, 80);
  fill_ellipse(bitmap, {10, 10, 60, 60});
  stroke_rectangle(bitmap, {40, 30, 95, 75}, 5);
  return bitmap;
}

// --- kinds of files

TEST(PngDecode, Gray8) {
  const Image image = decoded(png_of({3, 2}, bytes_of({0, 1, 2, 3, 0, 254, 255, 0})));
  EXPECT_EQ(image.format(), PixelFormat::kGray);
  EXPECT_EQ(image.width(), 3);
  EXPECT_EQ(image.height(), 2);
  EXPECT_EQ(samples_of(image), (std::vector<int>{1, 2, 3, 254, 255, 0}));
}

TEST(PngDecode, GrayBelowEightBitsSpreadsOverTheRange) {
  EXPECT_EQ(samples_of(decoded(png_of({4, 1, 1}, bytes_of({0, 0xa0})))),
            (std::vector<int>{255, 0, 255, 0}));
  EXPECT_EQ(samples_of(decoded(png_of({4, 1, 2}, bytes_of({0, 0x1b})))),
            (std::vector<int>{0, 85, 170, 255}));
  EXPECT_EQ(samples_of(decoded(png_of({3, 1, 4}, bytes_of({0, 0x0f, 0x30})))),
            (std::vector<int>{0, 255, 51}));
}

TEST(PngDecode, SixteenBitsAreScaledNotCut) {
  // 0x00ff is nearer to 1 than to 0; 0xff00 is nearer to 254.
  EXPECT_EQ(
      samples_of(decoded(png_of({4, 1, 16}, bytes_of({0, 0, 0, 0xff, 0xff, 0, 0xff, 0xff, 0})))),
      (std::vector<int>{0, 255, 1, 254}));
  const Image rgb = decoded(png_of({1, 1, 16, kRgbType}, bytes_of({0, 1, 1, 2, 2, 3, 3})));
  EXPECT_EQ(rgb.format(), PixelFormat::kRgb);
  EXPECT_EQ(samples_of(rgb), (std::vector<int>{1, 2, 3}));
}

TEST(PngDecode, AlphaIsCompositedOverWhite) {
  const Image gray =
      decoded(png_of({4, 1, 8, kGrayAlphaType}, bytes_of({0, 0, 255, 0, 0, 0, 128, 100, 51})));
  EXPECT_EQ(gray.format(), PixelFormat::kGray);
  // 127 = 255 - 128; 255 - (255 - 100) * 51 / 255 = 224.
  EXPECT_EQ(samples_of(gray), (std::vector<int>{0, 255, 127, 224}));
  const Image rgb =
      decoded(png_of({2, 1, 8, kRgbaType}, bytes_of({0, 10, 20, 30, 255, 10, 20, 30, 0})));
  EXPECT_EQ(rgb.format(), PixelFormat::kRgb);
  EXPECT_EQ(samples_of(rgb), (std::vector<int>{10, 20, 30, 255, 255, 255}));
}

TEST(PngDecode, PaletteAtEveryDepth) {
  const std::string colors = chunk("PLTE", bytes_of({1, 2, 3, 40, 50, 60}));
  const std::vector<int> expected = {40, 50, 60, 1, 2, 3};
  EXPECT_EQ(samples_of(decoded(png_of({2, 1, 1, kPaletteType}, bytes_of({0, 0x80}), colors))),
            expected);
  EXPECT_EQ(samples_of(decoded(png_of({2, 1, 2, kPaletteType}, bytes_of({0, 0x40}), colors))),
            expected);
  EXPECT_EQ(samples_of(decoded(png_of({2, 1, 4, kPaletteType}, bytes_of({0, 0x10}), colors))),
            expected);
  EXPECT_EQ(samples_of(decoded(png_of({2, 1, 8, kPaletteType}, bytes_of({0, 1, 0}), colors))),
            expected);
}

TEST(PngDecode, PaletteOfGreysStaysRgb) {
  const std::string colors = chunk("PLTE", bytes_of({0, 0, 0, 255, 255, 255}));
  const Image image = decoded(png_of({1, 1, 8, kPaletteType}, bytes_of({0, 1}), colors));
  EXPECT_EQ(image.format(), PixelFormat::kRgb);
}

TEST(PngDecode, TransparentColoursBecomeWhite) {
  const std::string palette =
      chunk("PLTE", bytes_of({9, 9, 9, 40, 50, 60})) + chunk("tRNS", bytes_of({0}));
  EXPECT_EQ(samples_of(decoded(png_of({2, 1, 8, kPaletteType}, bytes_of({0, 0, 1}), palette))),
            (std::vector<int>{255, 255, 255, 40, 50, 60}));
  const Image gray = decoded(png_of({2, 1}, bytes_of({0, 7, 8}), chunk("tRNS", bytes_of({0, 7}))));
  EXPECT_EQ(gray.format(), PixelFormat::kGray);
  EXPECT_EQ(samples_of(gray), (std::vector<int>{255, 8}));
  EXPECT_EQ(samples_of(decoded(png_of({2, 1, 8, kRgbType}, bytes_of({0, 1, 2, 3, 1, 2, 4}),
                                      chunk("tRNS", bytes_of({0, 1, 0, 2, 0, 3}))))),
            (std::vector<int>{255, 255, 255, 1, 2, 4}));
}

TEST(PngDecode, GammaAndTextAreIgnored) {
  const std::string extra = chunk("gAMA", big_endian(10'000)) +
                            chunk("tEXt", std::string("Comment\0hello", 13)) +
                            chunk("prVt", std::string(1000, 'x'));
  EXPECT_EQ(samples_of(decoded(png_of({2, 1}, bytes_of({0, 7, 200}), extra))),
            (std::vector<int>{7, 200}));
}

TEST(PngDecode, BytesAfterTheEndAreIgnored) {
  EXPECT_EQ(samples_of(decoded(png_of({1, 1}, bytes_of({0, 7})) + "and more")),
            std::vector<int>{7});
}

TEST(PngDecode, EveryRowFilter) {
  // 1 sub, 2 up, 3 average, 4 Paeth; each row must come out as 10 20 40.
  const std::string lines = bytes_of({0, 10, 20, 40, 1, 10, 10, 20, 2, 0, 0, 0,  //
                                      3, 5,  5,  10, 4, 0,  0,  0});
  EXPECT_EQ(samples_of(decoded(png_of({3, 5}, lines))),
            (std::vector<int>{10, 20, 40, 10, 20, 40, 10, 20, 40, 10, 20, 40, 10, 20, 40}));
}

TEST(PngDecode, Interlaced) {
  struct Pass {
    int x0, y0, dx, dy;
  };
  constexpr Pass kPasses[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                              {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  for (int width = 1; width <= 9; ++width) {
    for (int height = 1; height <= 9; ++height) {
      const Image image = noise(width, height, PixelFormat::kGray, 4);
      std::string lines;
      for (const Pass& pass : kPasses) {
        for (int y = pass.y0; y < height && pass.x0 < width; y += pass.dy) {
          lines += '\0';
          for (int x = pass.x0; x < width; x += pass.dx)
            lines += static_cast<char>(image.row(y)[x]);
        }
      }
      const Header header{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 8,
                          kGrayType, 1};
      EXPECT_EQ(decoded(png_of(header, lines)), image) << width << " x " << height;
    }
  }
}

// --- what is not a picture

TEST(PngDecode, NotAPng) {
  for (const std::string& bytes : {std::string(), std::string("x"), std::string("GIF89a and so on"),
                                   std::string(1000, '\0')}) {
    EXPECT_EQ(error_of(bytes), ErrorCode::kBadData);
    EXPECT_THAT(message_of(bytes), testing::HasSubstr("not a PNG"));
  }
}

TEST(PngDecode, EveryTruncationIsAnError) {
  const std::string bytes = encode_png(drawing());
  ASSERT_GT(bytes.size(), 200U);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto image = decode_png(bytes.substr(0, size));
    ASSERT_FALSE(image) << size;
    ASSERT_EQ(image.error().code, ErrorCode::kBadData) << size;
    if (size > 0) {
      ASSERT_THAT(image.error().message, testing::HasSubstr("cut off")) << size;
    }
  }
}

TEST(PngDecode, EveryFlippedBitIsAnError) {
  const std::string bytes = encode_png(drawing(), {.compact = true});
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    std::string damaged = bytes;
    damaged[i / 8] = static_cast<char>(damaged[i / 8] ^ (1 << (i % 8)));
    const auto image = decode_png(damaged);
    ASSERT_FALSE(image) << "bit " << i;
    // A flipped bit of the size may also be a picture too large.
    const bool in_size = i / 8 >= 16 && i / 8 < 24;
    if (!in_size) {
      ASSERT_EQ(image.error().code, ErrorCode::kBadData) << "bit " << i;
    }
  }
}

TEST(PngDecode, ChecksumErrorsSayWhere) {
  std::string bytes = png_of({1, 1}, bytes_of({0, 7}));
  bytes[33 + 8 + 5] ^= 1;
  EXPECT_THAT(message_of(bytes), testing::HasSubstr("damaged"));
  EXPECT_THAT(message_of(bytes), testing::HasSubstr("IDAT"));
  std::string text = png_of({1, 1}, bytes_of({0, 7}), chunk("tEXt", std::string("a\0b", 3)));
  text[33 + 8] ^= 1;
  EXPECT_EQ(error_of(text), ErrorCode::kBadData);
}

TEST(PngDecode, MissingParts) {
  const std::string start = std::string(kSignature) + header_chunk({2, 2});
  const std::string pixels = chunk("IDAT", stored_zlib(bytes_of({0, 1, 2, 0, 3, 4})));
  const std::string end = chunk("IEND", "");
  EXPECT_EQ(samples_of(decoded(start + pixels + end)), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(error_of(start + end), ErrorCode::kBadData);
  EXPECT_EQ(error_of(start + pixels), ErrorCode::kBadData);
  EXPECT_EQ(error_of(std::string(kSignature) + pixels + end), ErrorCode::kBadData);
  EXPECT_EQ(error_of(start + start.substr(8) + pixels + end), ErrorCode::kBadData);
  const std::string few = chunk("IDAT", stored_zlib(bytes_of({0, 1, 2, 0, 3})));
  EXPECT_EQ(error_of(start + few + end), ErrorCode::kBadData);
  const std::string no_palette = std::string(kSignature) + header_chunk({2, 2, 8, kPaletteType});
  EXPECT_EQ(error_of(no_palette + pixels + end), ErrorCode::kBadData);
  EXPECT_EQ(error_of(png_of({1, 1}, bytes_of({7, 1}))), ErrorCode::kBadData) << "no such filter";
}

TEST(PngDecode, HeadersThatLie) {
  const std::string lines = bytes_of({0, 7});
  EXPECT_EQ(error_of(png_of({0, 1}, lines)), ErrorCode::kBadData);
  EXPECT_EQ(error_of(png_of({1, 0}, lines)), ErrorCode::kBadData);
  EXPECT_EQ(error_of(png_of({1, 2}, lines)), ErrorCode::kBadData);
  EXPECT_EQ(error_of(png_of({16'000, 4'000}, lines)), ErrorCode::kBadData);
  EXPECT_EQ(error_of(png_of({1, 1, 3}, lines)), ErrorCode::kBadData);
  EXPECT_EQ(error_of(png_of({1, 1, 200}, lines)), ErrorCode::kBadData);
  EXPECT_EQ(error_of(png_of({1, 1, 8, 1}, lines)), ErrorCode::kBadData);
  EXPECT_EQ(error_of(png_of({1, 1, 8, 255}, lines)), ErrorCode::kBadData);
  EXPECT_EQ(error_of(png_of({1, 1, 16, kPaletteType}, lines)), ErrorCode::kBadData);
  EXPECT_EQ(error_of(png_of({1, 1, 8, kGrayType, 2}, lines)), ErrorCode::kBadData);
}

TEST(PngDecode, LimitsHoldJustBelowAndJustAbove) {
  EXPECT_EQ(error_of(png_of({100'000, 100'000}, "")), ErrorCode::kLimit);
  EXPECT_EQ(error_of(png_of({0xffffffff, 0xffffffff}, "")), ErrorCode::kLimit);
  EXPECT_EQ(error_of(png_of({16'385, 1}, "")), ErrorCode::kLimit);
  EXPECT_EQ(error_of(png_of({16'384, 16'384}, "")), ErrorCode::kLimit);
  const std::string widest = encode_png(Image(16'384, 2));
  EXPECT_EQ(decoded(widest).width(), 16'384);

  const std::string bytes = encode_png(Image(20, 10));
  EXPECT_TRUE(decode_png(bytes, {.max_side = 20}));
  EXPECT_EQ(error_of(bytes, {.max_side = 19}), ErrorCode::kLimit);
  EXPECT_TRUE(decode_png(bytes, {.max_pixels = 200}));
  EXPECT_EQ(error_of(bytes, {.max_pixels = 199}), ErrorCode::kLimit);
  EXPECT_TRUE(decode_png(bytes, {.max_bytes = bytes.size()}));
  EXPECT_EQ(error_of(bytes, {.max_bytes = bytes.size() - 1}), ErrorCode::kLimit);
}

TEST(PngDecode, TheFlattestPictureIsNotTakenForALie) {
  // Nothing packs better than one colour at level 9; the size check must let it pass.
  const Image white(2'000, 2'000, PixelFormat::kRgb);
  const std::string bytes = encode_png(white, {.compression_level = 9});
  EXPECT_GT(white.data().size() / bytes.size(), 700U);
  EXPECT_EQ(decoded(bytes), white);
}

// --- writing

TEST(PngEncode, RoundTripsEveryFormatAndLevel) {
  for (const PixelFormat format : {PixelFormat::kGray, PixelFormat::kRgb}) {
    for (const int width : {1, 2, 7, 8, 9, 65}) {
      const Image image = noise(width, 11, format, 8);
      for (int level = -1; level <= 9; ++level) {
        EXPECT_EQ(decoded(encode_png(image, {.compression_level = level})), image);
      }
    }
  }
}

/// Bit depth and colour type, from the header.
std::pair<int, int> stored_as(const std::string& bytes) { return {bytes[24], bytes[25]}; }

TEST(PngEncode, DefaultIsEightBitsOfItsFormat) {
  EXPECT_EQ(stored_as(encode_png(Image(9, 9))), std::pair(8, int{kGrayType}));
  EXPECT_EQ(stored_as(encode_png(drawing())), std::pair(8, int{kGrayType}));
  EXPECT_EQ(stored_as(encode_png(Image(9, 9, PixelFormat::kRgb))), std::pair(8, int{kRgbType}));
}

TEST(PngEncode, BitmapIsItsImage) {
  const Bitmap bitmap = drawing();
  EXPECT_EQ(encode_png(bitmap), encode_png(to_image(bitmap)));
  const PngOptions compact{.compact = true};
  EXPECT_EQ(encode_png(bitmap, compact), encode_png(to_image(bitmap), compact));
}

TEST(PngEncode, SameBytesEveryTime) {
  const Image image = noise(50, 40, PixelFormat::kRgb, 6);
  for (const bool compact : {false, true}) {
    EXPECT_EQ(encode_png(image, {.compact = compact}), encode_png(image, {.compact = compact}));
  }
}

Image with_colors(const std::vector<Color>& colors, PixelFormat format) {
  Image image(37, 29, format);
  std::mt19937 random(1);
  const auto channels = static_cast<std::size_t>(image.channels());
  const auto data = image.data();
  for (std::size_t i = 0; i < data.size() / channels; ++i) {
    const Color color = colors[i < colors.size() ? i : random() % colors.size()];
    const std::array<std::uint8_t, 3> samples = {color.r, color.g, color.b};
    for (std::size_t c = 0; c < channels; ++c) data[i * channels + c] = samples[c];
  }
  return image;
}

std::vector<Color> greys(std::initializer_list<int> values) {
  std::vector<Color> colors;
  for (const int v : values) {
    const auto level = static_cast<std::uint8_t>(v);
    colors.push_back({level, level, level});
  }
  return colors;
}

std::vector<Color> many_colors(int count) {
  std::vector<Color> colors;
  for (int i = 0; i < count; ++i) {
    colors.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i / 256),
                      static_cast<std::uint8_t>(255 - i % 256)});
  }
  return colors;
}

TEST(PngEncode, CompactTakesTheFewestBits) {
  const auto layout = [](const std::vector<Color>& colors, PixelFormat format) {
    const Image image = with_colors(colors, format);
    const std::string bytes = encode_png(image, {.compact = true});
    Image back = decoded(bytes);
    // A grey picture may change between one sample and three equal ones.
    if (back.format() != format) {
      EXPECT_EQ(to_gray(back), to_gray(image));
    } else {
      EXPECT_EQ(back, image);
    }
    return stored_as(bytes);
  };
  constexpr auto kGray = PixelFormat::kGray;
  constexpr auto kRgb = PixelFormat::kRgb;
  EXPECT_EQ(layout(greys({0, 255}), kGray), std::pair(1, int{kGrayType}));
  EXPECT_EQ(layout(greys({255}), kGray), std::pair(1, int{kGrayType}));
  EXPECT_EQ(layout(greys({0, 255}), kRgb), std::pair(1, int{kGrayType}));
  EXPECT_EQ(layout(greys({0, 85, 170, 255}), kGray), std::pair(2, int{kGrayType}));
  EXPECT_EQ(layout(greys({0, 17, 34, 51, 255}), kGray), std::pair(4, int{kGrayType}));
  EXPECT_EQ(layout(greys({3, 200}), kGray), std::pair(1, int{kPaletteType}));
  EXPECT_EQ(layout(greys({3, 4, 5, 6, 200}), kGray), std::pair(4, int{kPaletteType}));
  EXPECT_EQ(layout(many_colors(2), kRgb), std::pair(1, int{kPaletteType}));
  EXPECT_EQ(layout(many_colors(3), kRgb), std::pair(2, int{kPaletteType}));
  EXPECT_EQ(layout(many_colors(4), kRgb), std::pair(2, int{kPaletteType}));
  EXPECT_EQ(layout(many_colors(5), kRgb), std::pair(4, int{kPaletteType}));
  EXPECT_EQ(layout(many_colors(16), kRgb), std::pair(4, int{kPaletteType}));
  EXPECT_EQ(layout(many_colors(17), kRgb), std::pair(8, int{kPaletteType}));
  EXPECT_EQ(layout(many_colors(256), kRgb), std::pair(8, int{kPaletteType}));
  EXPECT_EQ(layout(many_colors(257), kRgb), std::pair(8, int{kRgbType}));
  EXPECT_LT(encode_png(drawing(), {.compact = true}).size(), encode_png(drawing()).size());
}

TEST(PngEncode, EmptyPicturesHaveNoPng) {
  EXPECT_EQ(encode_png(Image()), "");
  EXPECT_EQ(encode_png(Image(0, 4)), "");
  EXPECT_EQ(encode_png(Bitmap(4, 0), {.compact = true}), "");
}

}  // namespace
}  // namespace papert::raster
