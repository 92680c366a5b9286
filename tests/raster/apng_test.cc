// Animated PNG files, taken apart again by hand: the order of the chunks, sequence numbers, sizes,
// delays and checksums, and the pictures put together as a reader does.
#include "raster/apng.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "raster/png.h"

namespace papert::raster {
namespace {

struct Chunk {
  std::string name;
  std::string data;
};

std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t size = 4) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}

std::uint32_t crc_of(std::string_view bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

std::string as_bytes(std::uint32_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xff);
  return out;
}

/// All chunks; every checksum is verified on the way.
std::vector<Chunk> chunks_of(const std::string& file) {
  EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
  std::vector<Chunk> chunks;
  std::size_t at = 8;
  while (at + 12 <= file.size()) {
    const std::size_t size = number(file, at);
    if (size > file.size() - at - 12) break;
    chunks.push_back({file.substr(at + 4, 4), file.substr(at + 8, size)});
    EXPECT_EQ(crc_of(std::string_view(file).substr(at + 4, size + 4)), number(file, at + 8 + size))
        << chunks.back().name;
    at += size + 12;
  }
  EXPECT_EQ(at, file.size());
  return chunks;
}

std::string plain_chunk(const std::string& name, const std::string& data) {
  return as_bytes(static_cast<std::uint32_t>(data.size())) + name + data +
         as_bytes(crc_of(name + data));
}

struct Frame {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t delay_ms = 0;
  Image image;  // the stored part
};

/// The frames of a file, each made a PNG of its own and decoded.
std::vector<Frame> frames_of(const std::string& file) {
  const std::vector<Chunk> chunks = chunks_of(file);
  std::vector<Frame> frames;
  std::uint32_t sequence = 0;
  std::string header;
  std::string data;
  const auto close = [&] {
    if (data.empty()) return;
    const auto image = decode_png("\x89PNG\r\n\x1a\n" + plain_chunk("IHDR", header) +
                                  plain_chunk("IDAT", data) + plain_chunk("IEND", ""));
    EXPECT_TRUE(image) << (image ? "" : image.error().message);
    if (image) frames.back().image = *image;
    data.clear();
  };
  for (const Chunk& chunk : chunks) {
    if (chunk.name == "IHDR") header = chunk.data;
    if (chunk.name == "fcTL") {
      close();
      EXPECT_EQ(chunk.data.size(), 26U);
      EXPECT_EQ(number(chunk.data, 0), sequence++);
      header.replace(0, 8, chunk.data.substr(4, 8));
      EXPECT_EQ(number(chunk.data, 22, 2), 1000U);
      frames.push_back(
          {number(chunk.data, 12), number(chunk.data, 16), number(chunk.data, 20, 2), {}});
      EXPECT_EQ(chunk.data.substr(24), std::string(2, '\0'));
    }
    if (chunk.name == "IDAT") data += chunk.data;
    if (chunk.name == "fdAT") {
      EXPECT_EQ(number(chunk.data, 0), sequence++);
      data += chunk.data.substr(4);
    }
  }
  close();
  return frames;
}

/// A white picture with one black pixel.
Image dot(int x, int y, PixelFormat format = PixelFormat::kRgb) {
  Image image(20, 10, format);
  for (int c = 0; c < image.channels(); ++c) image.row(y)[x * image.channels() + c] = 0;
  return image;
}

void paste(Image& onto, const Frame& frame) {
  const int channels = onto.channels();
  for (int y = 0; y < frame.image.height(); ++y) {
    for (int i = 0; i < frame.image.width() * channels; ++i) {
      onto.row(static_cast<int>(frame.y) + y)[static_cast<int>(frame.x) * channels + i] =
          frame.image.row(y)[i];
    }
  }
}

TEST(Apng, ChunksInOrder) {
  const std::vector<Image> frames{dot(0, 0), dot(5, 5), dot(19, 9)};
  const auto file = encode_apng(frames);
  ASSERT_TRUE(file);
  const std::vector<Chunk> chunks = chunks_of(*file);
  std::vector<std::string> names;
  for (const Chunk& chunk : chunks) names.push_back(chunk.name);
  EXPECT_EQ(names, (std::vector<std::string>{"IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL",
                                             "fdAT", "IEND"}));
  EXPECT_EQ(number(chunks[1].data, 0), 3U);  // frames
  EXPECT_EQ(number(chunks[1].data, 4), 0U);  // for ever
}

TEST(Apng, FramesComeBackExactly) {
  for (const PixelFormat format : {PixelFormat::kRgb, PixelFormat::kGray}) {
    const std::vector<Image> frames{dot(0, 0, format), dot(5, 5, format), dot(5, 5, format),
                                    dot(19, 9, format), dot(0, 9, format)};
    const auto file = encode_apng(frames, {.delay_ms = 40, .last_delay_ms = 65'535});
    ASSERT_TRUE(file);
    const std::vector<Frame> stored = frames_of(*file);
    ASSERT_EQ(stored.size(), frames.size());
    Image shown = stored[0].image;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      paste(shown, stored[i]);
      EXPECT_EQ(shown, frames[i]) << i;
      EXPECT_EQ(stored[i].delay_ms, i + 1 == frames.size() ? 65'535U : 40U);
    }
  }
}

TEST(Apng, OnlyWhatChangesIsStored) {
  const auto file = encode_apng(std::vector<Image>{dot(3, 2), dot(7, 4), dot(7, 4)});
  ASSERT_TRUE(file);
  const std::vector<Frame> stored = frames_of(*file);
  ASSERT_EQ(stored.size(), 3U);
  EXPECT_EQ(stored[0].image.width(), 20);
  EXPECT_EQ(stored[1].x, 3U);
  EXPECT_EQ(stored[1].y, 2U);
  EXPECT_EQ(stored[1].image.width(), 5);
  EXPECT_EQ(stored[1].image.height(), 3);
  EXPECT_EQ(stored[2].image.width(), 1);
  EXPECT_EQ(stored[2].image.height(), 1);
}

TEST(Apng, OldReadersSeeTheFirstFrame) {
  const auto file = encode_apng(std::vector<Image>{dot(3, 2), dot(7, 4)});
  ASSERT_TRUE(file);
  const auto image = decode_png(*file);
  ASSERT_TRUE(image);
  EXPECT_EQ(*image, dot(3, 2));
}

TEST(Apng, AFrameAlone) {
  const auto file = encode_apng(std::vector<Image>{dot(3, 2)}, {.delay_ms = 0, .last_delay_ms = 0});
  ASSERT_TRUE(file);
  EXPECT_EQ(frames_of(*file).size(), 1U);
}

TEST(Apng, RefusesWhatCannotBePlayed) {
  const std::vector<std::vector<Image>> wrong{{},
                                              {Image()},
                                              {dot(0, 0), Image(20, 11, PixelFormat::kRgb)},
                                              {dot(0, 0), Image(21, 10, PixelFormat::kRgb)},
                                              {dot(0, 0), dot(0, 0, PixelFormat::kGray)}};
  for (const auto& frames : wrong) {
    const auto file = encode_apng(frames);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, ErrorCode::kUsage);
  }
  const std::vector<Image> one{dot(0, 0)};
  EXPECT_FALSE(encode_apng(one, {.delay_ms = -1}));
  EXPECT_FALSE(encode_apng(one, {.delay_ms = kMaxFrameDelayMs + 1}));
  EXPECT_FALSE(encode_apng(one, {.delay_ms = 1, .last_delay_ms = kMaxFrameDelayMs + 1}));
}

}  // namespace
}  // namespace papert::raster
