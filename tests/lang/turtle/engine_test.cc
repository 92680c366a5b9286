// The engine without Python: rounding, colours, the undo ring, lines and their order, limits.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "lang/turtle/module/record.h"
#include "lang/turtle/module/turtle.h"
#include "scene/wire.h"

namespace papert::lang::turtle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double rounded_by_text(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.10f", value);
  return std::strtod(text, nullptr);
}

TEST(Geometry, RoundsToTenPlacesLikeADecimalString) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> angle(-180, 180);
  for (int i = 0; i < 200'000; ++i) {
    const double value = angle(random);
    ASSERT_EQ(round_to_10_places(value), rounded_by_text(value)) << value;
  }
  for (int i = -40'000; i < 40'000; ++i) {  // at and beside ties
    const double tie = (2 * i + 1) * 0.5e-10;
    for (const double value : {tie, std::nextafter(tie, 1.0), std::nextafter(tie, -1.0), i * 0.25,
                               i / 1024.0 / 1024.0}) {
      if (std::abs(value) > 180) continue;
      ASSERT_EQ(round_to_10_places(value), rounded_by_text(value)) << value;
    }
  }
  EXPECT_TRUE(std::signbit(round_to_10_places(-1e-12)));
  EXPECT_TRUE(std::isnan(round_to_10_places(std::nan(""))));
}

TEST(Geometry, ModuloHasTheSignOfTheDivisor) {
  EXPECT_EQ(python_mod(-90, 360), 270);
  EXPECT_EQ(python_mod(725, 360), 5);
  EXPECT_EQ(python_mod(90, -360), -270);
  EXPECT_FALSE(std::signbit(python_mod(-0.0, 360)));
  EXPECT_TRUE(std::signbit(python_mod(0.0, -360)));
}

TEST(Geometry, AnInfiniteTurnIsAFault) {
  Turn turn;
  EXPECT_EQ(turn_by(kInfinity, turn), Fault::kDomain);
  EXPECT_EQ(turn_by(1e300, turn), Fault::kNone);
}

TEST(Color, NamesAreTks) {
  EXPECT_EQ(parse_tk_color("red"), (Rgb{255, 0, 0}));
  EXPECT_EQ(parse_tk_color("Light Goldenrod Yellow"), (Rgb{250, 250, 210}));
  EXPECT_EQ(parse_tk_color("GREEN"), (Rgb{0, 128, 0}));
  EXPECT_EQ(parse_tk_color("grey51"), (Rgb{130, 130, 130}));
  EXPECT_EQ(parse_tk_color("crimson"), (Rgb{220, 20, 60}));
  EXPECT_EQ(parse_tk_color("#f0a"), (Rgb{255, 0, 170}));
  EXPECT_EQ(parse_tk_color("#123456"), (Rgb{0x12, 0x34, 0x56}));
  EXPECT_EQ(parse_tk_color("#123456789abc"), (Rgb{0x12, 0x56, 0x9a}));
  for (const char* bad :
       {"", "#", "#12", "#12345", "#12345g", "notacolor", " red", "red ", "#1234567890123456"}) {
    EXPECT_EQ(parse_tk_color(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(parse_tk_color(std::string(100, 'a')), std::nullopt);
}

TEST(Color, TheTableIsSortedAndComplete) {
  const auto names = tk_color_names();
  EXPECT_GE(names.size(), 753U);
  for (std::size_t i = 1; i < names.size(); ++i) EXPECT_LT(names[i - 1].name, names[i].name);
}

TEST(Color, IdsKeepTheText) {
  ColorTable colors;
  EXPECT_EQ(colors.text(*colors.find("Red")), "Red");
  EXPECT_EQ(colors.text(*colors.find("#00ff7f")), "#00ff7f");
  EXPECT_EQ(*colors.find("#00ff7f"), ColorTable::from_rgb({0, 255, 127}));
  EXPECT_EQ(colors.text(*colors.find("#00FF7F")), "#00FF7F");
  EXPECT_EQ(colors.rgb(*colors.find("#00FF7F")), (Rgb{0, 255, 127}));
  EXPECT_EQ(colors.find("nothing"), std::nullopt);
  EXPECT_EQ(colors.rgb(*colors.find("")), std::nullopt);
}

TEST(UndoRing, KeepsTheLastEntries) {
  UndoRing ring(3);
  for (ItemId i = 1; i <= 5; ++i) EXPECT_EQ(ring.push(TextEntry{i}), Fault::kNone);
  EXPECT_EQ(ring.count(), 3);
  for (const ItemId expected : {5, 4, 3}) {
    const auto entry = ring.pop();
    EXPECT_EQ(std::get<TextEntry>(entry->what).item, expected);
  }
  EXPECT_EQ(ring.count(), 0);
  EXPECT_TRUE(std::holds_alternative<EmptyEntry>(ring.pop()->what));
}

TEST(UndoRing, AnOpenGroupTakesEverythingAndNothingElseCanBeAppendedTo) {
  UndoRing ring(4);
  EXPECT_EQ(ring.push(TextEntry{1}), Fault::kNone);
  EXPECT_EQ(ring.push(GroupEntry{}), Fault::kNone);
  ring.grouping = true;
  EXPECT_EQ(ring.push(TextEntry{2}), Fault::kNone);
  EXPECT_EQ(ring.push(TextEntry{3}), Fault::kNone);
  EXPECT_EQ(ring.count(), 2);
  EXPECT_EQ(std::get<GroupEntry>(ring.pop()->what).entries.size(), 2U);
  EXPECT_EQ(ring.push(TextEntry{4}), Fault::kNotAppendable);
}

TEST(UndoRing, SizesOfNoUse) {
  UndoRing ring(0);
  EXPECT_EQ(ring.push(TextEntry{1}), Fault::kNone);
  EXPECT_EQ(ring.pop(), std::nullopt);
  EXPECT_EQ(ring.count(), 0);
  UndoRing one(1);
  EXPECT_EQ(one.push(StampRef{7, -1}), Fault::kNone);
  one.remove({8, -1});
  EXPECT_EQ(one.count(), 1);
  one.remove({7, -1});
  EXPECT_EQ(one.count(), 0);
}

class Drawing : public ::testing::Test {
 protected:
  explicit Drawing(const DrawingLimits& limits = {})
      : world(std::make_shared<World>(limits)),
        screen(std::make_shared<ScreenState>()),
        turtle(world, screen) {
    world->view = screen;
    EXPECT_EQ(turtle.open_drawing(1000), Fault::kNone);
  }

  SerialiseStatus status(const RecordLimits& limits = {}, std::size_t room = 1 << 20) {
    bytes.resize(room);
    return write_record(*world, std::as_writable_bytes(std::span(bytes)), used, limits);
  }

  scene::Scene drawn() {
    EXPECT_EQ(status(), SerialiseStatus::kOk);
    const auto scene = scene::decode(std::string_view(bytes).substr(0, used));
    EXPECT_TRUE(scene.has_value()) << scene.error().to_string();
    return *scene;
  }

  void set_pen_size(double size) {
    Pen pen = turtle.pen;
    pen.size = {size};
    EXPECT_EQ(turtle.change_pen(kPenSize, pen), Fault::kNone);
  }

  std::shared_ptr<World> world;
  std::shared_ptr<ScreenState> screen;
  Turtle turtle;
  std::string bytes;
  std::size_t used = 0;
};

TEST_F(Drawing, NothingIsAnEmptyWhiteScene) { EXPECT_EQ(drawn(), scene::Scene{}); }

TEST_F(Drawing, ALineSplitsAfterFortyTwoPoints) {
  for (int i = 0; i < 50; ++i) EXPECT_EQ(turtle.forward(1), Fault::kNone);
  const auto scene = drawn();
  ASSERT_EQ(scene.items.size(), 2U);
  EXPECT_EQ(std::get<scene::Stroke>(scene.items[0]).points.size(), 43U);
  const auto& rest = std::get<scene::Stroke>(scene.items[1]).points;
  EXPECT_EQ(rest.size(), 9U);
  EXPECT_EQ(rest.front(), (scene::Point{42, 0}));
  EXPECT_EQ(rest.back(), (scene::Point{50, 0}));
}

TEST_F(Drawing, AFillLiesBelowTheLinesDrawnMeanwhile) {
  EXPECT_EQ(turtle.forward(10), Fault::kNone);
  EXPECT_EQ(turtle.begin_fill(), Fault::kNone);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(turtle.forward(10), Fault::kNone);
    EXPECT_EQ(turtle.rotate({120, NumKind::kInt}), Fault::kNone);
  }
  EXPECT_EQ(turtle.end_fill(), Fault::kNone);
  const auto scene = drawn();
  ASSERT_EQ(scene.items.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<scene::Stroke>(scene.items[0]));
  EXPECT_TRUE(std::holds_alternative<scene::Fill>(scene.items[1]));
  EXPECT_TRUE(std::holds_alternative<scene::Stroke>(scene.items[2]));
}

TEST_F(Drawing, TwoVerticesAreNoFill) {
  EXPECT_EQ(turtle.begin_fill(), Fault::kNone);
  EXPECT_EQ(turtle.forward(10), Fault::kNone);
  EXPECT_EQ(turtle.end_fill(), Fault::kNone);
  EXPECT_EQ(drawn().items.size(), 1U);
}

TEST_F(Drawing, ALineWithoutLengthIsADot) {
  EXPECT_EQ(turtle.dot({12, NumKind::kInt}, ColorTable::from_rgb({1, 2, 3})), Fault::kNone);
  const auto scene = drawn();
  ASSERT_EQ(scene.items.size(), 1U);
  EXPECT_EQ(std::get<scene::Dot>(scene.items[0]), (scene::Dot{{0, 0}, 12, {1, 2, 3}}));
}

TEST_F(Drawing, UndoTakesBackACircleStepByStep) {
  EXPECT_EQ(turtle.forward(7.25), Fault::kNone);
  EXPECT_EQ(turtle.circle({.radius = {{100, NumKind::kInt}}}), Fault::kNone);
  EXPECT_EQ(turtle.circle({.radius = {{100, NumKind::kInt}}}), Fault::kNone);
  EXPECT_EQ(turtle.undo_ring->count(), 3);
  EXPECT_EQ(turtle.undo(), Fault::kNone);
  EXPECT_EQ(turtle.undo(), Fault::kNone);
  EXPECT_EQ(turtle.position.vec(), (Vec2{7.25, 0}));
  const auto scene = drawn();
  ASSERT_EQ(scene.items.size(), 1U);
  EXPECT_EQ(std::get<scene::Stroke>(scene.items[0]).points.size(), 2U);
}

TEST_F(Drawing, NotFiniteIsReported) {
  screen->tracing = 0;
  EXPECT_EQ(turtle.forward(kInfinity), Fault::kNone);
  EXPECT_EQ(status(), SerialiseStatus::kNotFinite);
}

TEST_F(Drawing, AnimationFailsOnWhatIsNotFinite) {
  EXPECT_EQ(turtle.forward(kInfinity), Fault::kDomain);  // 0 * infinity is not a number
  EXPECT_EQ(turtle.go({{kInfinity}, {0}}), Fault::kOverflow);
  EXPECT_EQ(turtle.go({{1e200}, {0}}), Fault::kOverflow);
  EXPECT_EQ(turtle.position.vec(), (Vec2{0, 0}));
}

TEST_F(Drawing, CoordinatesOutOfReachAreReported) {
  EXPECT_EQ(turtle.forward(1e9), Fault::kNone);
  EXPECT_EQ(status(), SerialiseStatus::kOk);
  EXPECT_EQ(turtle.forward(1), Fault::kNone);
  EXPECT_EQ(status(), SerialiseStatus::kTooFar);
}

TEST_F(Drawing, RecordLimitsAreExact) {
  EXPECT_EQ(turtle.forward(1), Fault::kNone);
  set_pen_size(2);
  EXPECT_EQ(turtle.forward(1), Fault::kNone);
  EXPECT_EQ(status({.max_items = 2, .max_vertices = 4}), SerialiseStatus::kOk);
  const std::size_t exact = used;
  EXPECT_EQ(status({.max_items = 1}), SerialiseStatus::kRecordLimit);
  EXPECT_EQ(status({.max_vertices = 3}), SerialiseStatus::kRecordLimit);
  EXPECT_EQ(status({}, exact), SerialiseStatus::kOk);
  EXPECT_EQ(status({}, exact - 1), SerialiseStatus::kNoRoom);
  EXPECT_EQ(status({}, 0), SerialiseStatus::kNoRoom);
}

TEST_F(Drawing, WithoutColourNothingIsPainted) {
  Pen pen = turtle.pen;
  pen.color = ColorTable::kNone;
  EXPECT_EQ(turtle.change_pen(kPenColor, pen), Fault::kNone);
  EXPECT_EQ(turtle.forward(10), Fault::kNone);
  EXPECT_TRUE(drawn().items.empty());
}

TEST_F(Drawing, WorldCoordinatesAreSeenThroughTheScreen) {
  screen->x_scale = 10;
  screen->y_scale = 2;
  screen->center = {100, 0};
  EXPECT_EQ(turtle.go({{3}, {4}}), Fault::kNone);
  EXPECT_EQ(std::get<scene::Stroke>(drawn().items[0]).points,
            (std::vector<scene::Point>{{-100, 0}, {-70, 8}}));
}

TEST_F(Drawing, TeleportDrawsNothingAndRestartsTheFill) {
  EXPECT_EQ(turtle.begin_fill(), Fault::kNone);
  EXPECT_EQ(turtle.forward(5), Fault::kNone);
  EXPECT_EQ(turtle.teleport({{50}, {60}}, false), Fault::kNone);
  EXPECT_TRUE(turtle.filling);
  EXPECT_TRUE(turtle.is_down());
  EXPECT_EQ(turtle.forward(5), Fault::kNone);
  const auto scene = drawn();
  ASSERT_EQ(scene.items.size(), 2U);
  EXPECT_EQ(std::get<scene::Stroke>(scene.items[1]).points,
            (std::vector<scene::Point>{{50, 60}, {55, 60}}));
}

class SmallDrawing : public Drawing {
 protected:
  SmallDrawing() : Drawing({.max_items = 3, .max_vertices = 50}) {}
};

TEST_F(SmallDrawing, ItemsAreLimited) {
  EXPECT_EQ(turtle.begin_fill(), Fault::kNone);  // the second item
  EXPECT_EQ(turtle.end_fill(), Fault::kNone);
  EXPECT_EQ(turtle.begin_fill(), Fault::kNone);  // the third
  EXPECT_EQ(turtle.end_fill(), Fault::kNone);
  EXPECT_EQ(turtle.begin_fill(), Fault::kLimit);
  EXPECT_EQ(status(), SerialiseStatus::kRecordLimit);
}

TEST_F(SmallDrawing, AnEndlessCircleEndsAtTheVertexLimit) {
  const CircleArgs endless{
      .radius = {{10, NumKind::kInt}}, .extent = {}, .steps = Arg{{1e12, NumKind::kInt}}};
  EXPECT_EQ(turtle.circle(endless), Fault::kLimit);
  EXPECT_EQ(status(), SerialiseStatus::kRecordLimit);
}

TEST_F(SmallDrawing, AFillPathIsLimited) {
  Pen up = turtle.pen;
  up.down = {0, NumKind::kBool};
  EXPECT_EQ(turtle.change_pen(kDown, up), Fault::kNone);
  EXPECT_EQ(turtle.begin_fill(), Fault::kNone);
  for (int i = 0; i < 49; ++i) ASSERT_EQ(turtle.forward(1), Fault::kNone);
  EXPECT_EQ(turtle.forward(1), Fault::kLimit);
}

}  // namespace
}  // namespace papert::lang::turtle
