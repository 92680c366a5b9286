#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "base/sha256.h"
#include "base/version.h"

namespace papert {
namespace {

using testing::ElementsAre;

constexpr const char* kBad = "\xEF\xBF\xBD";

TEST(Text, Trims) {
  EXPECT_EQ(trim(" \t\r\n\v\fa b \n"), "a b");
  EXPECT_EQ(trim("  "), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim("\xC2\xA0x"), "\xC2\xA0x");
}

TEST(Text, Splits) {
  EXPECT_THAT(split("a,b,,c", ','), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_THAT(split(",", ','), ElementsAre("", ""));
}

TEST(Text, LowersAsciiOnly) { EXPECT_EQ(lower("AbZ@[\xC3\x84"), "abz@[\xC3\x84"); }

/// The value of a code point as UTF-8, surrogates included.
std::string encode(std::uint32_t c) {
  const auto byte = [](std::uint32_t b) { return static_cast<char>(b); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 63))};
  if (c < 0x10000) {
    return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 63)), byte(0x80 | (c & 63))};
  }
  return {byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 63)), byte(0x80 | (c >> 6 & 63)),
          byte(0x80 | (c & 63))};
}

TEST(Text, KnowsEveryCodePoint) {
  for (std::uint32_t c = 0; c < 0x200000; ++c) {
    const std::string text = encode(c);
    const bool valid = c < 0x110000 && (c < 0xD800 || c > 0xDFFF);
    ASSERT_EQ(is_valid_utf8(text), valid) << c;
    ASSERT_EQ(utf8_length(text), valid ? text.size() : 0) << c;
    if (valid) {
      ASSERT_EQ(sanitise_utf8(text), text) << c;
      ASSERT_EQ(utf8_length(text + "\x80"), text.size()) << c;
      if (c >= 0x80) {
        ASSERT_FALSE(is_valid_utf8(std::string_view(text).substr(1))) << c;
        ASSERT_FALSE(is_valid_utf8(std::string_view(text).substr(0, text.size() - 1))) << c;
      }
    }
  }
}

TEST(Text, ReplacesDamageAsPythonDoes) {
  const auto bad = [](int n) {
    std::string text;
    while (n-- > 0) text += kBad;
    return text;
  };
  EXPECT_EQ(sanitise_utf8("plain"), "plain");
  EXPECT_EQ(sanitise_utf8("\x80"), bad(1));
  EXPECT_EQ(sanitise_utf8("\xC0\xAF"), bad(2));             // overlong
  EXPECT_EQ(sanitise_utf8("\xE2\x82"), bad(1));             // cut off
  EXPECT_EQ(sanitise_utf8("\xE2\x82x"), bad(1) + "x");      // cut short
  EXPECT_EQ(sanitise_utf8("\xED\xA0\x80"), bad(3));         // a surrogate
  EXPECT_EQ(sanitise_utf8("\xF0\x9F\x98z"), bad(1) + "z");  // three of four bytes
  EXPECT_EQ(sanitise_utf8("\xF4\x90\x80\x80"), bad(4));     // above U+10FFFF
  EXPECT_EQ(sanitise_utf8("\xF0\x80\x80\x41"), bad(3) + "A");
  EXPECT_EQ(sanitise_utf8("a\xFFz\xC3\xA9"), std::string("a") + bad(1) + "z\xC3\xA9");
  EXPECT_EQ(sanitise_utf8("0123456789abcde\xFF"), std::string("0123456789abcde") + bad(1));
}

TEST(Text, CutsBetweenCodePoints) {
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z";  // 1 + 2 + 3 + 4 + 1 bytes
  const std::size_t want[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
  for (std::size_t n = 0; n < std::size(want); ++n) {
    EXPECT_EQ(cut_utf8(text, n).size(), want[n]) << n;
  }
  EXPECT_EQ(cut_utf8("", 0), "");
  EXPECT_EQ(cut_utf8(std::string(100, '\x80'), 50).size(), 50u);
}

TEST(Text, FormatsCounts) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1000), "1,000");
  EXPECT_EQ(format_count(12573), "12,573");
  EXPECT_EQ(format_count(-999), "-999");
  EXPECT_EQ(format_count(-1234567), "-1,234,567");
  EXPECT_EQ(format_count(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(Sha256, KnownDigests) {
  const std::string empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const std::string abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(sha256_hex(""), empty);
  EXPECT_EQ(sha256_hex("abc"), abc);
  EXPECT_EQ(sha256_hex(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  Sha256 hash;
  EXPECT_EQ(hash.hex(), empty);
  hash.update("a");
  hash.update("");
  hash.update("bc");
  EXPECT_EQ(hash.hex(), abc);
  EXPECT_EQ(hash.hex(), abc);
  const Sha256 moved = std::move(hash);
  EXPECT_EQ(moved.hex(), abc);
}

TEST(Version, IsThreeNumbers) { EXPECT_EQ(split(version(), '.').size(), 3u); }

TEST(TerminalText, WritesOutWhatSteersATerminal) {
  EXPECT_EQ(terminal_text("plain \t\xC3\xA9\n"), "plain \t\xC3\xA9\n");
  EXPECT_EQ(terminal_text("\033]0;title\a\033[2J\r"), "\\x1b]0;title\\x07\\x1b[2J\\x0d");
  EXPECT_EQ(terminal_text("\xC2\x9B"
                          "31m\x7F"),
            "\\x9b31m\\x7f");
  EXPECT_EQ(terminal_text("a\xE2\x80\xAE"
                          "b\xE2\x81\xA6"),
            "a\\u202eb\\u2066");
  EXPECT_EQ(terminal_text("\xE2\x80\xAF"), "\xE2\x80\xAF");
  EXPECT_EQ(terminal_text("\x9B"
                          "1m"),
            "\xEF\xBF\xBD"
            "1m");
  EXPECT_EQ(terminal_text("\033[1mbold\033[0m \033[8mhidden"), "\033[1mbold\033[0m \\x1b[8mhidden");
  EXPECT_EQ(terminal_text(std::string(1, '\0')), "\\x00");
}

}  // namespace
}  // namespace papert
