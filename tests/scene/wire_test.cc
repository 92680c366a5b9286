#include "scene/wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "scene/canonical.h"
#include "scene/sample_scenes.h"

namespace papert::scene {
namespace {

using ::testing::HasSubstr;

std::string bytes_of(const Scene& scene) {
  std::string bytes;
  encode(scene, bytes);
  return bytes;
}

/// Builds records that encode would not.
struct Bytes {
  std::string out = "PAPSCN01";

  Bytes& raw(std::string_view text) {
    out.append(text);
    return *this;
  }
  Bytes& u8(unsigned value) {
    out.push_back(static_cast<char>(value));
    return *this;
  }
  Bytes& u16(unsigned value) { return u8(value & 255).u8(value >> 8 & 255); }
  Bytes& u32(std::uint64_t value) {
    return u16(static_cast<unsigned>(value & 0xffff)).u16(static_cast<unsigned>(value >> 16));
  }
  Bytes& f64(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return u32(bits & 0xffffffff).u32(bits >> 32);
  }
  Bytes& header(std::uint64_t count) { return u32(count).u8(255).u8(255).u8(255).u8(0); }
  Bytes& head(unsigned kind) { return u8(kind).u8(1).u8(2).u8(3); }
};

Bytes record(std::uint64_t count) {
  Bytes bytes;
  bytes.header(count);
  return bytes;
}

void expect_error(const std::string& bytes, ErrorCode code, const std::string& message,
                  const WireLimits& limits = {}) {
  const auto result = decode(bytes, limits);
  ASSERT_FALSE(result) << message;
  EXPECT_EQ(result.error().code, code) << result.error().to_string();
  EXPECT_THAT(result.error().to_string(), HasSubstr(message));
}

TEST(Wire, LayoutIsTheDocumentedOne) {
  Scene scene;
  scene.background = {9, 8, 7};
  scene.items = {Stroke{{{1, 2}, {3, 4}}, 5, {1, 2, 3}}, Fill{{{1, 2}, {3, 4}, {5, 6}}, {1, 2, 3}},
                 Dot{{1, 2}, 7, {1, 2, 3}}, Stamp{{{1, 2}}, Color{1, 2, 3}, Color{4, 5, 6}, 2},
                 Text{{1, 2}, "abc", "right", "Arial", 8, "bold", {1, 2, 3}}};
  Bytes expected;
  expected.u32(5).u8(9).u8(8).u8(7).u8(0);
  expected.head(1).f64(5).u32(2).f64(1).f64(2).f64(3).f64(4);
  expected.head(2).u32(3).f64(1).f64(2).f64(3).f64(4).f64(5).f64(6);
  expected.head(3).f64(7).f64(1).f64(2);
  expected.head(4).u8(1).u8(1).u8(4).u8(5).u8(6).f64(2).u32(1).f64(1).f64(2);
  expected.head(5).f64(1).f64(2).f64(8).u8(2);
  expected.u16(5).raw("Arial").u16(4).raw("bold").u32(3).raw("abc");
  EXPECT_EQ(bytes_of(scene), expected.out);
  const auto back = decode(expected.out);
  ASSERT_TRUE(back) << back.error().to_string();
  EXPECT_EQ(*back, scene);
}

TEST(Wire, EncodeAppends) {
  std::string bytes = "before";
  encode({}, bytes);
  EXPECT_EQ(bytes, "before" + record(0).out);
}

TEST(Wire, RoundTripKeepsEveryBit) {
  const Scene scene = test::one_of_each();
  const auto back = decode(bytes_of(scene));
  ASSERT_TRUE(back) << back.error().to_string();
  EXPECT_EQ(*back, scene);
  EXPECT_TRUE(std::signbit(std::get<Stroke>(back->items[0]).points[2].y));

  test::RandomScenes random(7);
  for (int i = 0; i < 2000; ++i) {
    const Scene any = random.next();
    const std::string bytes = bytes_of(any);
    const auto again = decode(bytes);
    ASSERT_TRUE(again) << again.error().to_string();
    ASSERT_EQ(*again, any);
    ASSERT_EQ(bytes_of(*again), bytes);
  }
}

TEST(Wire, EveryTruncationIsAnError) {
  const std::string bytes = bytes_of(test::one_of_each());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const auto result = decode(std::string_view(bytes).substr(0, length));
    ASSERT_FALSE(result) << length;
    ASSERT_EQ(result.error().code, ErrorCode::kBadData) << length;
  }
  expect_error(bytes + '\0', ErrorCode::kBadData, "1 bytes after the last item");
}

TEST(Wire, EveryFlippedByteIsReadOrRefused) {
  const std::string bytes = bytes_of(test::one_of_each());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int flip : {1, 0x80, 0xff}) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ flip);
      const auto result = decode(damaged);
      if (result) {
        EXPECT_TRUE(decode(bytes_of(*result)));
      }
    }
  }
}

TEST(Wire, HeaderIsChecked) {
  expect_error("", ErrorCode::kBadData, "PAPSCN01");
  expect_error("PAPSCN02" + record(0).out.substr(8), ErrorCode::kBadData, "PAPSCN01");
  Bytes padded;
  padded.u32(0).u8(0).u8(0).u8(0).u8(1);
  expect_error(padded.out, ErrorCode::kBadData, "last byte of the header");
}

TEST(Wire, HostileCountsAllocateNothing) {
  expect_error(record(0xffffffff).out, ErrorCode::kLimit, "4294967295 items");
  expect_error(record(1'000'000).out, ErrorCode::kBadData, "cut off");
  expect_error(record(1).head(2).u32(0xffffffff).out, ErrorCode::kLimit, "4294967295 vertices");
  expect_error(record(1).head(2).u32(1'000'000).out, ErrorCode::kBadData, "cut off");
  expect_error(record(1).head(5).f64(0).f64(0).f64(8).u8(0).u16(0).u16(0).u32(0xffffffff).out,
               ErrorCode::kLimit, "4294967295 bytes of text");
  expect_error(record(1).head(5).f64(0).f64(0).f64(8).u8(0).u16(0xffff).out, ErrorCode::kBadData,
               "cut off");
}

TEST(Wire, KindsFlagsAndAlignments) {
  expect_error(record(1).head(0).f64(0).f64(0).out, ErrorCode::kBadData,
               "item 0: has the unknown kind 0");
  expect_error(record(1).head(6).f64(0).f64(0).out, ErrorCode::kBadData, "unknown kind 6");
  expect_error(record(1).head(4).u8(2).u8(0).u8(0).u8(0).u8(0).f64(1).u32(0).out,
               ErrorCode::kBadData, "flag");
  expect_error(record(1).head(5).f64(0).f64(0).f64(8).u8(3).u16(0).u16(0).u32(0).out,
               ErrorCode::kBadData, "unknown alignment 3");
}

TEST(Wire, FewestPoints) {
  expect_error(record(1).head(1).f64(1).u32(1).f64(0).f64(0).out, ErrorCode::kBadData,
               "has 1 points, at least 2");
  expect_error(record(1).head(2).u32(2).f64(0).f64(0).f64(1).f64(1).out, ErrorCode::kBadData,
               "has 2 points, at least 3");
  EXPECT_TRUE(decode(record(1).head(4).u8(0).u8(0).u8(0).u8(0).u8(0).f64(1).u32(0).out));
}

TEST(Wire, NumbersAreFiniteAndInRange) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double above = std::nextafter(1e9, kInfinity);
  for (const double value : {1e9, -1e9, 5e-324, -0.0}) {
    EXPECT_TRUE(decode(record(1).head(3).f64(value).f64(value).f64(value).out)) << value;
  }
  struct Case {
    double value;
    ErrorCode code;
    const char* message;
  };
  for (const Case& c : {Case{above, ErrorCode::kLimit, "out of range"},
                        Case{-above, ErrorCode::kLimit, "out of range"},
                        Case{kInfinity, ErrorCode::kBadData, "infinite"},
                        Case{-kInfinity, ErrorCode::kBadData, "infinite"},
                        Case{std::nan(""), ErrorCode::kBadData, "not a number"}}) {
    const double v = c.value;
    expect_error(record(1).head(3).f64(v).f64(0).f64(0).out, c.code, c.message);
    expect_error(record(1).head(3).f64(0).f64(v).f64(0).out, c.code, c.message);
    expect_error(record(1).head(3).f64(0).f64(0).f64(v).out, c.code, c.message);
    expect_error(record(1).head(1).f64(v).u32(2).f64(0).f64(0).f64(0).f64(0).out, c.code,
                 c.message);
    expect_error(record(1).head(1).f64(1).u32(2).f64(0).f64(0).f64(0).f64(v).out, c.code,
                 c.message);
    expect_error(record(1).head(5).f64(0).f64(0).f64(v).u8(0).u16(0).u16(0).u32(0).out, c.code,
                 c.message);
  }
}

TEST(Wire, LimitsJustBelowAndAbove) {
  Scene scene;
  scene.items = {Stroke{{{0, 0}, {1, 1}}, 1, {}}, Fill{{{0, 0}, {1, 1}, {2, 0}}, {}},
                 Text{{0, 0}, "abcd", "left", "abcd", 8, "abcd", {}}};
  const std::string bytes = bytes_of(scene);
  EXPECT_TRUE(decode(bytes, {.max_items = 3, .max_vertices = 5, .max_text_bytes = 4}));
  expect_error(bytes, ErrorCode::kLimit, "3 items, at most 2", {.max_items = 2});
  expect_error(bytes, ErrorCode::kLimit, "item 1: 5 vertices, at most 4", {.max_vertices = 4});
  expect_error(bytes, ErrorCode::kLimit, "item 2: 4 bytes of text, at most 3",
               {.max_text_bytes = 3});
  EXPECT_TRUE(decode(bytes, {.max_coordinate = 8}));
  expect_error(bytes, ErrorCode::kLimit, "out of range", {.max_coordinate = 7.5});
  const double rows = painting_rows(scene);
  EXPECT_TRUE(decode(bytes, {.max_painting_rows = rows}));
  expect_error(bytes, ErrorCode::kLimit, "too much to paint", {.max_painting_rows = rows - 1});
}

TEST(Wire, HeavyDrawingsWithinTheLimits) {
  Scene lines;
  for (int i = 0; i < 200'000; ++i) {
    const auto x = static_cast<double>(i % 800);
    lines.items.push_back(Stroke{{{x, -420}, {x, 420}}, 3, {}});
  }
  EXPECT_TRUE(decode(bytes_of(lines)));
  for (int i = 0; i < 200'000; ++i) lines.items.push_back(lines.items[0]);
  expect_error(
      bytes_of(lines), ErrorCode::kLimit,
      "too much to paint: its parts cross 341 million rows of pixels, at most 250 million");
  Scene walk;
  walk.items.push_back(Stroke{std::vector<Point>(1'000'000), 1, {}});
  for (int i = 0; i < 1'000'000; ++i) {
    std::get<Stroke>(walk.items[0]).points[static_cast<std::size_t>(i)] = {double(i % 700), 5};
  }
  EXPECT_TRUE(decode(bytes_of(walk)));
  std::get<Stroke>(walk.items[0]).points.push_back({0, 0});
  expect_error(bytes_of(walk), ErrorCode::kLimit, "1000001 vertices, at most 1000000");
}

TEST(Wire, StringsAreUtf8) {
  const auto with = [](std::string_view text) {
    return record(1)
        .head(5)
        .f64(0)
        .f64(0)
        .f64(8)
        .u8(0)
        .u16(0)
        .u16(0)
        .u32(text.size())
        .raw(text)
        .out;
  };
  EXPECT_TRUE(decode(with("\xf0\x9f\x90\xa2")));
  expect_error(with("\xff"), ErrorCode::kBadData, "not UTF-8");
  expect_error(with("\xed\xa0\x80"), ErrorCode::kBadData, "not UTF-8");
}

TEST(Wire, UnknownAlignmentIsWrittenAsLeft) {
  Scene scene;
  scene.items = {Text{{0, 0}, "x", "somewhere", "", 8, "", {}}};
  const auto back = decode(bytes_of(scene));
  ASSERT_TRUE(back);
  EXPECT_EQ(std::get<Text>(back->items[0]).align, "left");
}

}  // namespace
}  // namespace papert::scene
