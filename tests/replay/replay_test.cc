// Every language step by step: the right places, and the last step is the whole picture.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lang/cad/solid.h"
#include "raster/png.h"
#include "replay/graphics.h"
#include "replay/shapes.h"
#include "replay/steps.h"

namespace papert::replay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// What each step marks in the source.
std::vector<std::string> marked(const scene::Replay& replay) {
  std::vector<std::string> texts;
  std::vector<std::string> lines{""};
  for (const char c : replay.source) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  for (const scene::ReplayStep& step : replay.steps) {
    const auto line = static_cast<std::size_t>(step.line);
    texts.push_back(line == 0 ? "?"
                              : lines[line - 1].substr(static_cast<std::size_t>(step.column) - 1,
                                                       static_cast<std::size_t>(step.length)));
  }
  return texts;
}

/// Dark pixels of the picture at each step, from step 0 on.
std::vector<std::size_t> ink(const scene::Replay& replay) {
  std::vector<std::size_t> counts;
  for (std::size_t step = 0; step <= replay.steps.size(); ++step) {
    const scene::ReplayPicture* picture = scene::picture_at(replay, step);
    const auto image = raster::decode_png(picture == nullptr ? "" : picture->bytes);
    if (!image) return {};
    const raster::Image gray = raster::to_gray(*image);
    counts.push_back(static_cast<std::size_t>(std::count_if(
        gray.data().begin(), gray.data().end(), [](std::uint8_t sample) { return sample < 128; })));
  }
  return counts;
}

TEST(Replay, ShapesGoByStatements) {
  const auto steps = replay_shapes(
      "# two\nfilled_square(cx=20, cy=20, size=10); filled_square(\n  cx=60, "
      "cy=60, # here\n  size=4)\n");
  ASSERT_TRUE(steps.has_value()) << steps.error().to_string();
  EXPECT_THAT(marked(*steps),
              ElementsAre("filled_square(cx=20, cy=20, size=10)", "filled_square("));
  EXPECT_THAT(ink(*steps), ElementsAre(0, 100, 116));
  EXPECT_FALSE(steps->cut);
  EXPECT_FALSE(replay_shapes("filled_square(cx=1").has_value());
}

TEST(Replay, ManyShapesAreShownTogether) {
  std::string program;
  for (int i = 0; i < 500; ++i)
    program += "filled_square(cx=" + std::to_string(i) + ", cy=9, size=1)\n";
  const auto steps = replay_shapes(program);
  ASSERT_TRUE(steps.has_value());
  EXPECT_TRUE(steps->cut);
  EXPECT_EQ(steps->steps.size(), kMaxPictureSteps);
  EXPECT_EQ(ink(*steps).back(), 500U);
  EXPECT_EQ(steps->steps.back().line, 500);
}

TEST(Replay, SvgGoesByElements) {
  const auto steps = replay_graphics(
      "<svg viewBox=\"0 0 8 8\" xmlns=\"http://www.w3.org/2000/svg\"><!-- <rect/> -->"
      "<defs><path id='p' d='M0 0h2v2h-2z'/></defs><g>\n<rect width='4' height='4' a='>'/>"
      "<g><use href='#p' x='6' y='6'/></g></g></svg>");
  ASSERT_TRUE(steps.has_value()) << steps.error().to_string();
  EXPECT_THAT(marked(*steps),
              ElementsAre("<rect width='4' height='4' a='>'/>", "<use href='#p' x='6' y='6'/>"));
  const auto counts = ink(*steps);
  ASSERT_EQ(counts.size(), 3U);
  EXPECT_EQ(counts[0], 0U);
  EXPECT_EQ(counts[1], 256U * 256U);
  EXPECT_EQ(counts[2], 256U * 256U + 128U * 128U);
}

TEST(Replay, SketchesGoByPrimitives) {
  const auto steps = replay_graphics(
      "Line(dir=(1,0), pnt=(0,0), startParam=-0.02, endParam=0.02)\n"
      "Horizontal(1)\n"
      "Circle(center=(0,0), dir=(1,0), radius=0.01, clockwise=false)\n");
  ASSERT_TRUE(steps.has_value()) << steps.error().to_string();
  ASSERT_EQ(steps->steps.size(), 2U);
  EXPECT_EQ(steps->language, "cad");
  EXPECT_EQ(steps->steps[0].line, 1);
  EXPECT_EQ(steps->steps[1].line, 3);
  const auto counts = ink(*steps);
  EXPECT_EQ(counts[0], 0U);
  EXPECT_LT(counts[1], counts[2]);
}

TEST(Replay, SolidsGoByExtrusions) {
  if (!lang::cad::has_kernel()) GTEST_SKIP() << "no geometry kernel";
  const auto steps = replay_graphics(
      "SOL; Line:(223,128); Line:(223,223); Line:(128,223); Line:(128,128); "
      "Ext:(128,128,128,32,32,128,128,160,128,Newbody,One-sided); SOL; Circle:(176,176,20); "
      "Ext:(128,128,128,64,64,128,64,200,128,Join,One-sided); EOS");
  ASSERT_TRUE(steps.has_value()) << steps.error().to_string();
  EXPECT_THAT(marked(*steps),
              ElementsAre("Ext:(128,128,128,32,32,128,128,160,128,Newbody,One-sided)",
                          "Ext:(128,128,128,64,64,128,64,200,128,Join,One-sided)"));
}

TEST(Replay, WhatIsNoProgramSaysWhy) {
  const auto none = replay_graphics("hello");
  ASSERT_FALSE(none.has_value());
  EXPECT_THAT(none.error().message, HasSubstr("neither SVG nor a CAD program"));
}

}  // namespace
}  // namespace papert::replay
