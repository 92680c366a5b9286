#include "lang/shapes/v2_parse.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace papert::lang::shapes::v2 {
namespace {

/// "ok", or the name of the error and its line.
std::string verdict(std::string_view text, const ParseLimits& limits = kLimits) {
  const auto result = v2::parse(text, limits);
  if (result) return "ok";
  return std::string(error_name(result.error().name)) + " " + std::to_string(result.error().line);
}

TEST(ParseV2, ReadsEveryKind) {
  const std::string canonical =
      "circle(cx=1, cy=-2, radius=3, stroke=0, color=\"red\")\n"
      "square(cx=4, cy=5, size=6, stroke=3, color=\"blue\", rotate=45)\n"
      "rectangle(x=1, y=2, width=30, height=4, stroke=2, color=\"black\")\n"
      "line(x1=1, y1=2, x2=3, y2=4, stroke=5, color=\"gray\")\n"
      "polygon(points=[(1, 2), (30, 4), (5, 60)], stroke=0, color=\"pink\")\n"
      "arc(cx=1, cy=2, radius=30, start=0, sweep=90, stroke=4, color=\"brown\")\n"
      "curve(x1=1, y1=2, x2=3, y2=4, x3=5, y3=6, stroke=7, color=\"green\")\n"
      "clear(x=1, y=2, width=3, height=4, rotate=5)";
  const auto program = parse(canonical);
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ(program->shapes.size(), kKinds.size());
  EXPECT_EQ(program->shapes[1].values[4], 45);
  EXPECT_EQ(program->shapes[4].points[1], (scene::PixelPoint{30, 4}));
  EXPECT_EQ(program->shapes[7].color, Color::kWhite);
  EXPECT_EQ(serialise(*program), canonical);
}

TEST(ParseV2, FollowsPythonsWays) {
  EXPECT_EQ(
      verdict("polygon(\n  points=[  # three of them\n    (1, 2), [0x10, 3],\n    (+4, -5,),\n"
              "  ],  # done\n  color='red', stroke=1_0)"),
      "ok");
  EXPECT_EQ(verdict("polygon(points=((1, 2), (3, 4), (5, 9)), color='red', stroke=0)"), "ok");
  EXPECT_EQ(verdict("circle(cx=1, cy=1, radius=(1), stroke=0, color='red'); # next"), "ok");
  EXPECT_EQ(verdict("# nothing"), "ok");
}

TEST(ParseV2, NamesTheFirstError) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {" \n", "empty_program 1"},
      {"circle(", "syntax_error 2"},
      {"\nx = 1", "top_level_only 2"},
      {"a.circle()", "invalid_function 1"},
      {"filled_circle(cx=1)", "unsupported_function 1"},
      {"circle(1)", "positional_arguments 1"},
      {"circle(**x)", "invalid_keyword_argument 1"},
      {"circle(cx=1,\ncx=1)", "duplicate_argument 2"},
      {"circle(cx=nan)", "non_literal_argument 1"},
      {"circle(cx=1e400)", "non_literal_argument 1"},
      {"circle(cx=1.0)", "non_literal_argument 1"},
      {"circle(color=red)", "non_literal_argument 1"},
      {"circle(color='red' + '')", "non_literal_argument 1"},
      {"circle(color='r' 'ed')", "non_literal_argument 1"},
      {"circle(color=b'red')", "non_literal_argument 1"},
      {"polygon(points=5)", "non_literal_argument 1"},
      {"polygon(points=[(1, 2)][0])", "non_literal_argument 1"},
      {"polygon(points=[(1, 2), (3, 4), (5, a)])", "non_literal_argument 1"},
      {"polygon(points=[(1, 2, 3)])", "non_literal_argument 1"},
      {"polygon(points=[(1, 2) for x in y])", "non_literal_argument 1"},
      {"circle(cx=1, cy=1, radius=1, stroke=0, color='red', rotate=3)", "unexpected_argument 1"},
      {"circle(cx=1, cy=1, radius=1, stroke=0, color='red', points=[(1, 1)])",
       "unexpected_argument 1"},
      {"clear(x=1, y=1, width=1, height=1, color='red')", "unexpected_argument 1"},
      {"circle(cx=1, cy=1, radius=1, stroke=0)", "missing_argument 1"},
      {"polygon(stroke=1, color='red')", "missing_argument 1"},
      {"circle(cx=1024, cy=1, radius=1, stroke=0, color='red')", "out_of_range 1"},
      {"circle(cx=99999999999999999999, cy=1, radius=1, stroke=0, color='x')", "out_of_range 1"},
      {"circle(cx=1, cy=1, radius=0, stroke=0, color='red')", "out_of_range 1"},
      {"square(cx=1, cy=1, size=9, stroke=0, color='red', rotate=360)", "out_of_range 1"},
      {"polygon(points=[(1, 2), (3, 4), (5, -513)], stroke=0, color='red')", "out_of_range 1"},
      {"arc(cx=1, cy=1, radius=9, start=0, sweep=0, stroke=1, color='red')", "out_of_range 1"},
      {"polygon(points=[], stroke=0, color='x')", "invalid_points 1"},
      {"polygon(points=[(1, 2), (3, 4)], stroke=0, color='x')", "invalid_points 1"},
      {"circle(cx=1, cy=1, radius=1, stroke=9, color='white')", "invalid_color 1"},
      {"circle(cx=1, cy=1, radius=1, stroke=9, color='Red')", "invalid_color 1"},
      {"circle(cx=1, cy=1, radius=1, stroke=9, color='red')", "invalid_stroke 1"},
      {"circle(cx=1, cy=1, radius=1, stroke=-1, color='red')", "invalid_stroke 1"},
      {"line(x1=1, y1=1, x2=5, y2=5, stroke=0, color='red')", "invalid_stroke 1"},
      {"line(x1=1, y1=1, x2=5, y2=5, stroke=65, color='red')", "invalid_stroke 1"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(verdict(text), expected) << text;
}

std::string repeated(std::string_view piece, std::size_t count) {
  std::string text;
  text.reserve(piece.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

TEST(ParseV2, HostileTextsGetTypedErrors) {
  const std::string call = "clear(x=1, y=1, width=1, height=1)\n";
  EXPECT_EQ(verdict(repeated(call, 1024)), "ok");
  EXPECT_EQ(verdict(repeated(call, 1025)), "program_too_large 1025");
  EXPECT_EQ(verdict(repeated(call, 100'000)), "program_too_large 1025");
  EXPECT_EQ(verdict(repeated(call, 1'000'000)), "program_too_large 1");
  EXPECT_EQ(verdict("polygon(points=" + repeated("[", 300) + ")"), "syntax_error 1");
  EXPECT_EQ(verdict("polygon(points=" + repeated("(", 150) + "1" + repeated(")", 150) + ")"),
            "non_literal_argument 1");
  const std::string many =
      "polygon(points=[" + repeated("(1, 2), ", 200'000) + "], stroke=0, color='red')";
  EXPECT_EQ(verdict(many), "invalid_points 1");
  EXPECT_EQ(
      verdict("circle(cx=" + repeated("9", 4000) + ", cy=1, radius=1, stroke=0, color='red')"),
      "out_of_range 1");
  EXPECT_EQ(verdict(std::string_view("circle(\0)", 9)), "syntax_error 1");
}

}  // namespace
}  // namespace papert::lang::shapes::v2
