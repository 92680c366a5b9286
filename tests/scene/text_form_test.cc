#include "scene/text_form.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scene/sample_scenes.h"

namespace papert::scene {
namespace {

TEST(TextForm, IsReadable) {
  EXPECT_EQ(to_text(test::one_of_each()),
            "background #010203\n"
            "stroke width=2.5 #040506 0,0 100,0 0.1,-0\n"
            "fill #ff0000 0,0 10,0 10,10\n"
            "dot 10 #00ff00 5,-5\n"
            "stamp fill=#090807 outline=none width=1 0,0 5,-9 0,-7\n"
            "stamp fill=none outline=#010101 width=0.5\n"
            "text \"h\xc3\xa9 \\\"q\\\"\\\\\\n\\t\\x01\" align=center font=\"Arial\" size=12 "
            "style=\"bold\" #070707 3,4\n");
  EXPECT_EQ(to_text({}), "");
}

TEST(TextForm, NumbersAreTheShortestThatReadBack) {
  const auto text = [](double value) {
    std::string out;
    append_number(out, value);
    return out;
  };
  EXPECT_EQ(text(100), "100");
  EXPECT_EQ(text(0.1), "0.1");
  EXPECT_EQ(text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(text(-0.0), "-0");
  EXPECT_EQ(text(1e22), "1e+22");
  EXPECT_EQ(text(-2.2250738585072014e-308), "-2.2250738585072014e-308");
}

TEST(TextForm, RoundTripsExactly) {
  test::RandomScenes random(11);
  for (int i = 0; i < 2000; ++i) {
    const Scene scene = i == 0 ? test::one_of_each() : random.next();
    const std::string text = to_text(scene);
    const auto back = from_text(text);
    ASSERT_TRUE(back) << back.error().to_string() << '\n' << text;
    ASSERT_EQ(*back, scene) << text;
    ASSERT_EQ(to_text(*back), text);
  }
}

TEST(TextForm, CommentsBlankLinesAndSpacesMeanNothing) {
  const auto scene = from_text("# a title\n\n#\n  dot   10\t#00FF00  5,5  \r\n\ndot 1 #000000 0,0");
  ASSERT_TRUE(scene) << scene.error().to_string();
  Scene expected;
  expected.items = {Dot{{5, 5}, 10, {0, 255, 0}}, Dot{{0, 0}, 1, {}}};
  EXPECT_EQ(*scene, expected);
  EXPECT_EQ(*from_text(""), Scene{});
}

TEST(TextForm, ErrorsNameTheLine) {
  struct Case {
    const char* text;
    const char* error;
  };
  const Case cases[] = {
      {"dot 1 #000000 0,0\n\nline 3",
       "line 3: expected background, stroke, fill, dot, stamp or "
       "text, but found 'line'"},
      {"stroke #000000 0,0 1,1", "line 1: expected width=, but found '#000000 0,0 1,1'"},
      {"stroke width=x #000000 0,0 1,1",
       "line 1: expected a number, but found 'x #000000 0,0 1,1'"},
      {"stroke width=1 #000000 0,0", "line 1: has 1 points, at least 2 are needed"},
      {"fill #000000 0,0 1,1", "line 1: has 2 points, at least 3 are needed"},
      {"fill #0000 0,0 1,1 2,2",
       "line 1: expected a colour such as #ff0000, but found '#0000 0,0 1,1 2,2'"},
      {"fill #00000g 0,0", "line 1: expected a colour such as #ff0000, but found '#00000g 0,0'"},
      {"dot 1 #000000 0", "line 1: expected ',' between x and y, but the line ends"},
      {"dot 1 #000000 0,0 1,1", "line 1: expected the end of the line, but found '1,1'"},
      {"dot 1 #000000 nan,0", "line 1: the number 'nan' is not finite or out of range"},
      {"dot 1 #000000 0,-inf", "line 1: the number '-inf' is not finite or out of range"},
      {"dot 1e999 #000000 0,0", "line 1: the number '1e999' is not finite or out of range"},
      {"dot 1000000001 #000000 0,0",
       "line 1: the number '1000000001' is not finite or out of range"},
      {"dot 1 #000000 0,0\nbackground #000000",
       "line 2: the background comes once and before every item"},
      {"background #ffffff\nbackground #ffffff",
       "line 2: the background comes once and before every item"},
      {"stamp fill=red outline=none width=1",
       "line 1: expected a colour such as #ff0000, but found 'red outline=none wid'"},
      {"text \"abc", "line 1: expected \", but the line ends"},
      {"text \"\\q\"", "line 1: expected one of \\\" \\\\ \\n \\r \\t \\x1f, but found 'q\"'"},
      {"text \"\\xff\" align=left", "line 1: a string is not UTF-8"},
      {"text \"a\" align=top font=\"\"", "line 1: the alignment is left, center or right"},
  };
  for (const Case& c : cases) {
    const auto result = from_text(c.text);
    ASSERT_FALSE(result) << c.text;
    EXPECT_EQ(result.error().to_string(), c.error);
  }
}

TEST(TextForm, LimitsJustBelowAndAbove) {
  const std::string text =
      "stroke width=1 #000000 0,0 1,1\nfill #000000 0,0 1,1 2,2\n"
      "text \"abcd\" align=left font=\"\" size=8 style=\"\" #000000 0,0\n";
  EXPECT_TRUE(from_text(text, {.max_items = 3, .max_vertices = 5, .max_text_bytes = 4}));
  for (const WireLimits& limits :
       {WireLimits{.max_items = 2}, WireLimits{.max_vertices = 4}, WireLimits{.max_text_bytes = 3},
        WireLimits{.max_coordinate = 7}, WireLimits{.max_painting_rows = 9}}) {
    const auto result = from_text(text, limits);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::kLimit) << result.error().to_string();
  }
}

}  // namespace
}  // namespace papert::scene
