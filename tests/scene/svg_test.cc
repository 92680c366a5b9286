#include "scene/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scene/sample_scenes.h"

namespace papert::scene {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Svg, WholeDocument) {
  Scene scene;
  scene.background = {255, 255, 224};
  scene.items = {Fill{{{0, 0}, {100, 0}, {100, 50.5}}, {255, 0, 0}},
                 Stroke{{{0, 0}, {100, 0}}, 0, {}}, Dot{{50, -20}, 10, {0, 0, 255}}};
  EXPECT_EQ(to_svg(scene),
            R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -55.5 110 85.5">
<rect x="-5" y="-55.5" width="110" height="85.5" fill="#ffffe0"/>
<polygon fill="#ff0000" fill-rule="evenodd" points="0,0 100,0 100,-50.5"/>
<polyline fill="none" stroke="#000000" stroke-width="1" stroke-linecap="round" stroke-linejoin="round" vector-effect="non-scaling-stroke" points="0,0 100,0"/>
<circle fill="#0000ff" cx="50" cy="20" r="5"/>
</svg>
)");
}

TEST(Svg, EmptyDrawingAndPointHaveAView) {
  EXPECT_THAT(to_svg({}), HasSubstr(R"(viewBox="-50 -50 100 100")"));
  Scene point;
  point.items = {Dot{{3, 4}, 0, {}}};
  EXPECT_THAT(to_svg(point), HasSubstr(R"(viewBox="2 -5 2 2")"));
}

TEST(Svg, AViewAndASizeOfOnesOwn) {
  EXPECT_THAT(to_svg({}, Bounds{0, 0, 320, 160}, SvgSize{640, 320}),
              HasSubstr(R"(<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320" )"
                        R"(viewBox="0 -160 320 160">)"));
}

TEST(Svg, APenWithoutAWidthIsSeen) {
  Scene scene;
  scene.items = {Stroke{{{0, 0}, {9, 0}}, 0, {0, 0, 0}}};
  EXPECT_THAT(to_svg(scene), HasSubstr(R"(stroke-width="1")"));
  EXPECT_THAT(to_svg(scene), HasSubstr(R"(vector-effect="non-scaling-stroke")"));
}

TEST(Svg, StampsAndText) {
  Scene scene;
  scene.items = {
      Stamp{{{0, 0}, {1, 0}, {0, 1}}, std::nullopt, Color{1, 2, 3}, 2},
      Stamp{{{0, 0}, {1, 0}, {0, 1}}, Color{1, 2, 3}, std::nullopt, 2},
      Text{{0, 0}, "<a&\"b\">\n\x01\xef\xbf\xbf", "right", "A\"B", 10, "bold italic", {}}};
  const std::string svg = to_svg(scene);
  EXPECT_THAT(svg, HasSubstr(R"(<polygon fill="none" fill-rule="evenodd" stroke="#010203" )"
                             R"(stroke-width="2" stroke-linecap="round" stroke-linejoin="round" )"
                             R"(points="0,0 1,0 0,-1"/>)"));
  EXPECT_THAT(svg, HasSubstr(R"(<polygon fill="#010203" fill-rule="evenodd" points=)"));
  EXPECT_THAT(svg, HasSubstr(R"(font-family="A&quot;B" font-weight="bold" font-style="italic" )"
                             R"(text-anchor="end" xml:space="preserve">)"));
  EXPECT_THAT(svg, HasSubstr("<tspan x=\"0\" y=\"-15\">&lt;a&amp;&quot;b&quot;&gt;</tspan>"
                             "<tspan x=\"0\" y=\"-3\">\xef\xbf\xbd\xef\xbf\xbd</tspan>"));
}

TEST(Svg, HoldsNoControlCharacters) {
  test::RandomScenes random(5);
  for (int i = 0; i < 300; ++i) {
    for (const char c : to_svg(random.next())) {
      ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t');
    }
  }
}

}  // namespace
}  // namespace papert::scene
