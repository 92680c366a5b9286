// Task pictures: what is in them, checked on the SVG text and on pixels of flat areas;
// that they have no text and the same bytes each time; paths, crashes and animations.
#include "mint/xlogo/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/jsonl.h"
#include "lang/xlogo/picture_shapes.h"
#include "raster/apng.h"
#include "support/published_data.h"

namespace papert::mint::xlogo {
namespace {

using lang::xlogo::burst_svg;
using lang::xlogo::PathStyle;
using lang::xlogo::PictureOptions;
using lang::xlogo::task_svg;
using testing::HasSubstr;
using testing::Not;

lang::xlogo::Task open_task(int width, int height) {
  lang::xlogo::Task task;
  task.world.width = width;
  task.world.height = height;
  task.world.tiles.assign(static_cast<std::size_t>(width * height),
                          {.present = true, .allowed = true});
  return task;
}

lang::xlogo::Program program_of(std::string_view text) {
  const auto program = lang::xlogo::parse_dsl(text);
  EXPECT_TRUE(program) << program.error().message;
  return program.value_or(lang::xlogo::Program());
}

/// The colour in the middle of a cell, at 400 pixels.
raster::Color middle_of(const lang::xlogo::Task& task, const raster::Image& image, int x, int y) {
  const double label = 14;
  const double margin = label * 1.8 + 6;
  const double side = std::max(task.world.width, task.world.height);
  const double scale = kPictureSize / (margin + 100 * side + label * .7 + 6);
  const auto at = [&](int cell) { return static_cast<int>((margin + 100 * cell + 50) * scale); };
  const std::uint8_t* p = image.row(at(y)) + std::ptrdiff_t{3} * at(x);
  return {p[0], p[1], p[2]};
}

TEST(XlogoPicture, ShowsCellsItemsAndLines) {
  lang::xlogo::Task task = open_task(3, 3);
  task.world.tile(0, 0).allowed = false;
  task.world.items = {
      {.x = 1,
       .y = 0,
       .name = lang::xlogo::ItemName::kCircle,
       .color = lang::xlogo::Color::kPurple},
      {.x = 2,
       .y = 0,
       .name = lang::xlogo::ItemName::kRectangle,
       .color = lang::xlogo::Color::kBlue},
      {.x = 0,
       .y = 1,
       .name = lang::xlogo::ItemName::kTriangle,
       .color = lang::xlogo::Color::kGreen},
      {.x = 1, .y = 1, .name = lang::xlogo::ItemName::kCross, .color = lang::xlogo::Color::kRed}};
  task.world.lines = {{.x1 = 2, .y1 = 1, .x2 = 2, .y2 = 2, .color = lang::xlogo::Color::kYellow},
                      {.x1 = 1, .y1 = 2, .x2 = 0, .y2 = 2, .color = lang::xlogo::Color::kWhite}};
  task.world.turtle_x = 1;
  task.world.turtle_y = 2;
  const auto image = task_image(task);
  ASSERT_TRUE(image) << image.error().to_string();
  EXPECT_EQ(image->width(), kPictureSize);
  EXPECT_EQ(image->height(), kPictureSize);
  EXPECT_EQ(middle_of(task, *image, 1, 0), (raster::Color{0x6A, 0x1B, 0x9A}));
  EXPECT_EQ(middle_of(task, *image, 2, 0), (raster::Color{0x0D, 0x47, 0xA1}));
  EXPECT_EQ(middle_of(task, *image, 0, 1), (raster::Color{0x00, 0x96, 0x24}));
  EXPECT_EQ(middle_of(task, *image, 1, 1), (raster::Color{0xD6, 0x00, 0x00}));
  EXPECT_EQ(middle_of(task, *image, 2, 1), (raster::Color{0xFF, 0xD6, 0x00}));
  EXPECT_EQ(middle_of(task, *image, 0, 2), (raster::Color{0xFF, 0xFF, 0xFF}));
  EXPECT_EQ(middle_of(task, *image, 0, 0), (raster::Color{0x9A, 0xA7, 0xAE}));
}

TEST(XlogoPicture, EveryItemOfEveryColourCanBeSeen) {
  for (std::size_t name = 0; name < lang::xlogo::kItemNames; ++name) {
    for (std::size_t color = 0; color < lang::xlogo::kColors.size(); ++color) {
      lang::xlogo::Task task = open_task(2, 1);
      const auto empty = task_image(task, {}, 100);
      task.world.items = {{.x = 1,
                           .y = 0,
                           .name = static_cast<lang::xlogo::ItemName>(name),
                           .color = static_cast<lang::xlogo::Color>(color)}};
      const auto image = task_image(task, {}, 100);
      ASSERT_TRUE(image) << image.error().to_string();
      EXPECT_NE(*image, *empty) << name << " " << color;
    }
  }
}

TEST(XlogoPicture, TheLastItemOnACellIsShown) {
  lang::xlogo::Task task = open_task(2, 1);
  task.world.items = {
      {.x = 1, .y = 0, .name = lang::xlogo::ItemName::kLemon, .color = lang::xlogo::Color::kYellow},
      {.x = 1, .y = 0, .name = lang::xlogo::ItemName::kCircle, .color = lang::xlogo::Color::kRed}};
  lang::xlogo::Task last = task;
  last.world.items.erase(last.world.items.begin());
  EXPECT_EQ(task_svg(task), task_svg(last));
}

TEST(XlogoPicture, NoTextElements) {
  lang::xlogo::Task task = open_task(12, 3);
  task.world.items = {{.x = 1,
                       .y = 0,
                       .name = static_cast<lang::xlogo::ItemName>(
                           static_cast<int>(lang::xlogo::ItemName::kLetterA) + 25),
                       .color = lang::xlogo::Color::kBlack,
                       .count = 12}};
  const std::string svg = task_svg(task);
  EXPECT_THAT(svg, Not(HasSubstr("<text")));
  EXPECT_EQ(svg, task_svg(task));
}

TEST(XlogoPicture, WallsOfOneAndTwoWaysDiffer) {
  lang::xlogo::Task both = open_task(2, 1);
  both.world.tile(0, 0).walls = 1U << 1;
  lang::xlogo::Task one = both;
  both.world.tile(1, 0).walls = 1U << 3;
  EXPECT_THAT(task_svg(both), HasSubstr("M100 0L100 100"));
  EXPECT_THAT(task_svg(one), HasSubstr("M91 12L91 88"));
  EXPECT_THAT(task_svg(one), Not(HasSubstr("M100 0L100 100")));
}

TEST(XlogoPicture, MissingAndForbiddenCellsDiffer) {
  lang::xlogo::Task task = open_task(2, 1);
  const std::string open = task_svg(task);
  task.world.tile(1, 0) = {};
  const std::string absent = task_svg(task);
  task.world.tile(1, 0) = {.present = true, .allowed = false};
  EXPECT_EQ(task_svg(task), absent);
  task.world.tile(1, 0) = {.present = true, .allowed = true, .exists = false};
  EXPECT_NE(task_svg(task), absent);
  EXPECT_NE(task_svg(task), open);
}

TEST(XlogoPicture, TheTurtleMakesRoomForAnItem) {
  lang::xlogo::Task task = open_task(1, 1);
  const std::string alone = task_svg(task);
  EXPECT_THAT(alone, HasSubstr("translate(50 50) rotate(0) scale(0.86)"));
  task.world.items = {{.x = 0,
                       .y = 0,
                       .name = lang::xlogo::ItemName::kLemon,
                       .color = lang::xlogo::Color::kYellow}};
  EXPECT_THAT(task_svg(task), HasSubstr("translate(30 68) rotate(0) scale(0.66)"));
  PictureOptions moved;
  moved.turtle = lang::xlogo::State{.heading = lang::xlogo::Direction::kWest};
  EXPECT_THAT(task_svg(task, moved), HasSubstr("rotate(270)"));
}

TEST(XlogoPicture, TheLongerSideHasTheSize) {
  const auto wide = task_image(open_task(8, 2), {}, 300);
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->width(), 300);
  EXPECT_LT(wide->height(), 120);
  const auto largest = task_image(open_task(lang::xlogo::kMaxSide, lang::xlogo::kMaxSide));
  ASSERT_TRUE(largest);
  EXPECT_EQ(largest->width(), kPictureSize);
  EXPECT_FALSE(task_image(open_task(2, 2), {}, 1'000'000));
}

TEST(XlogoPicture, PathsAndCrashes) {
  const lang::xlogo::Task task = open_task(3, 1);
  const lang::xlogo::Trace good = lang::xlogo::trace(task.world, program_of("rt fd fd bk"));
  const lang::xlogo::Trace bad = lang::xlogo::trace(task.world, program_of("rt fd fd fd"));
  ASSERT_TRUE(bad.crash);
  PictureOptions options;
  options.path = &good;
  const std::string walked = task_svg(task, options);
  EXPECT_THAT(walked, HasSubstr("stroke-dasharray"));
  EXPECT_THAT(walked, Not(HasSubstr(std::string(burst_svg()))));
  options.path = &bad;
  EXPECT_THAT(task_svg(task, options), HasSubstr(std::string(burst_svg())));
  EXPECT_TRUE(task_image(task, options));
}

TEST(XlogoPicture, LongRunsStaySmall) {
  const lang::xlogo::Task task = open_task(2, 1);
  const lang::xlogo::Trace path =
      lang::xlogo::trace(task.world, program_of("rt repeat 12 [repeat 12 [repeat 12 [fd bk]]]"));
  ASSERT_EQ(path.steps.size(), 3457U);
  PictureOptions options;
  options.path = &path;
  EXPECT_LT(task_svg(task, options).size(), 20'000U);
}

TEST(XlogoAnimation, AFrameForEachCommand) {
  lang::xlogo::Task task = open_task(2, 2);
  const lang::xlogo::Trace path = lang::xlogo::trace(task.world, program_of("rt fd rt fd fd"));
  ASSERT_TRUE(path.crash);
  const auto frames = animation_frames(task, path, 60);
  ASSERT_TRUE(frames);
  ASSERT_EQ(frames->size(), 6U);  // the start, four commands, the crash
  for (std::size_t i = 1; i < frames->size(); ++i) EXPECT_NE((*frames)[i], (*frames)[i - 1]) << i;
  EXPECT_TRUE(raster::encode_apng(*frames));
}

TEST(XlogoAnimation, DrawingsGrow) {
  lang::xlogo::Task task = open_task(2, 1);
  task.goal = {{.kind = lang::xlogo::ObjectiveKind::kDraw}};
  const lang::xlogo::Trace path = lang::xlogo::trace(task.world, program_of("rt setpc red fd"));
  const auto frames = animation_frames(task, path, 100);
  ASSERT_TRUE(frames);
  ASSERT_EQ(frames->size(), 4U);
  EXPECT_EQ((*frames)[1], (*frames)[2]);  // a pen colour alone shows nothing
  PictureOptions options;
  options.path = &path;
  options.style = PathStyle::kPen;
  EXPECT_THAT(task_svg(task, options), HasSubstr("stroke='#D60000'"));
}

TEST(XlogoAnimation, ManyCommandsAreThinnedOut) {
  const lang::xlogo::Task task = open_task(2, 1);
  const auto count = [&](std::string_view text) {
    const lang::xlogo::Trace path = lang::xlogo::trace(task.world, program_of(text));
    const auto frames = animation_frames(task, path, 24);
    return frames ? frames->size() : 0;
  };
  EXPECT_EQ(count("rt repeat 9 [repeat 11 [fd bk]]"), 200U);  // 199 commands and the start
  EXPECT_EQ(count("rt rt rt rt rt repeat 9 [repeat 11 [fd bk]]"), 200U);
  EXPECT_EQ(count("repeat 12 [repeat 12 [repeat 12 [rt]]]"), 200U);
  EXPECT_EQ(count(""), 1U);
}

TEST(XlogoPicture, EveryPublishedTask) {
  PAPERT_NEED_PUBLISHED(path, "xlogo/tasks.jsonl");
  auto reader = LineReader::open(path);
  ASSERT_TRUE(reader);
  for (papert::Line line; *reader->next(line);) {
    const auto task = lang::xlogo::task_from_json(*parse_json(line.text));
    ASSERT_TRUE(task) << task.error().to_string();
    const lang::xlogo::Trace solution = lang::xlogo::trace(task->world, task->solution);
    EXPECT_FALSE(solution.crash);
    PictureOptions options;
    options.path = &solution;
    EXPECT_TRUE(task_image(*task, options));
  }
}

}  // namespace
}  // namespace papert::mint::xlogo
