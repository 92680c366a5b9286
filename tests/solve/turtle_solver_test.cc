// The turtle's solver on drawings of our own: what it reads, what it writes, and what it says to
// pictures that are none.

#include "solve/turtle_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "data/turtlebench/picture.h"
#include "raster/ink.h"
#include "raster/paint_scene.h"
#include "raster/png.h"
#include "score/box_iou.h"
#include "score/faithful.h"
#include "solve/turtle/abridge.h"
#include "solve/turtle/listing.h"
#include "solve/turtle/program.h"
#include "solve/turtle/reader.h"
#include "solve/turtle/steps.h"
#include "support/published_data.h"

namespace papert::solve {
namespace {

using scene::Color;
using scene::Point;

constexpr Color kRed{255, 0, 0};
constexpr Color kBlue{0, 0, 255};
constexpr Color kYellow{255, 255, 0};

/// Corners of a walk of equal steps that turns by equal angles.
std::vector<Point> walk(int steps, double length, double turn) {
  std::vector<Point> points{{0, 0}};
  for (int i = 0; i < steps; ++i) {
    const double heading = i * turn * std::numbers::pi / 180;
    points.push_back({points.back().x + length * std::cos(heading),
                      points.back().y + length * std::sin(heading)});
  }
  return points;
}

raster::Image painted(const scene::Scene& scene) {
  return raster::paint_tk(scene, raster::fit_view(scene, 512, 512));
}

turtle::Drawing read(const scene::Scene& scene) {
  auto reading = turtle::read_drawing(painted(scene), {});
  EXPECT_TRUE(reading.has_value());
  return reading ? reading->drawing : turtle::Drawing{};
}

bool same(const scene::Scene& scene, const turtle::Drawing& drawing) {
  return score::compare_faithfully(score::PaintedDrawing(scene),
                                   score::PaintedDrawing(turtle::to_scene(drawing)))
      .success;
}

Result<Solution> solve_picture(const raster::Image& picture, bool with_stages = false) {
  const std::array<std::string, 1> files{raster::encode_png(picture)};
  return solve_turtle({.images = files, .with_stages = with_stages});
}

TEST(TurtleSolver, ReadsASquareAsOnePathOfFourCorners) {
  const scene::Scene scene{.items = {scene::Stroke{walk(4, 100, 90), 2, kRed}}};
  const turtle::Drawing drawing = read(scene);
  ASSERT_EQ(drawing.paths.size(), 1U);
  EXPECT_TRUE(drawing.paths[0].closed);
  EXPECT_EQ(drawing.paths[0].points.size(), 4U);
  EXPECT_EQ(drawing.paths[0].color, kRed);
  EXPECT_TRUE(same(scene, drawing));
  const auto solution = solve_picture(painted(scene));
  ASSERT_TRUE(solution.has_value());
  EXPECT_NE(solution->reply.find("for _ in range(4):\n        t.forward("), std::string::npos)
      << solution->reply;
}

TEST(TurtleSolver, WritesTheShortestLoops) {
  const std::vector<std::string> square{"a", "b", "a", "b", "a", "b"};
  EXPECT_EQ(turtle::with_loops(square),
            (std::vector<std::string>{"for _ in range(3):", "    a", "    b"}));
  const std::vector<std::string> nested{"a", "a", "a", "b", "a", "a", "a", "b"};
  EXPECT_EQ(turtle::with_loops(nested),
            (std::vector<std::string>{"for _ in range(2):", "    for _ in range(3):", "        a",
                                      "    b"}));
  const std::vector<std::string> plain{"a", "a", "b"};
  EXPECT_EQ(turtle::with_loops(plain), plain);
}

TEST(TurtleSolver, ReadsAStarThatCrossesItself) {
  const scene::Scene scene{.items = {scene::Stroke{walk(5, 200, 144), 2, kBlue}}};
  EXPECT_TRUE(same(scene, read(scene)));
}

TEST(TurtleSolver, ReadsACircleAsARing) {
  const scene::Scene scene{.items = {scene::Stroke{walk(27, 20, 360.0 / 27), 2, kBlue}}};
  const turtle::Drawing drawing = read(scene);
  ASSERT_EQ(drawing.paths.size(), 1U);
  EXPECT_TRUE(drawing.paths[0].ring.has_value());
  EXPECT_TRUE(same(scene, drawing));
}

TEST(TurtleSolver, ReadsTwoColoursWithFills) {
  const std::vector<Point> square = walk(4, 100, 90);
  std::vector<Point> triangle = walk(3, 100, 120);
  for (Point& each : triangle) each.x += 160;
  const scene::Scene scene{.items = {scene::Fill{square, kYellow}, scene::Stroke{square, 2, kRed},
                                     scene::Fill{triangle, kRed},
                                     scene::Stroke{triangle, 2, kBlue}}};
  const turtle::Drawing drawing = read(scene);
  std::vector<Color> fills;
  for (const turtle::Path& path : drawing.paths) {
    if (path.fill) fills.push_back(*path.fill);
  }
  EXPECT_EQ(fills, (std::vector<Color>{kYellow, kRed}));
  EXPECT_TRUE(same(scene, drawing));
}

/// Sharp corners, and neighbours in other colours on both sides of a line.
TEST(TurtleSolver, FillsReachIntoTheCornersBetweenLines) {
  constexpr Color kBlack{0, 0, 0};
  scene::Scene scene;
  for (int i = 0; i < 9; ++i) {
    const auto corner = [](int n) {
      const double angle = n * std::numbers::pi / 9;
      return Point{(100 + 8 * n) * std::cos(angle), (100 + 8 * n) * std::sin(angle)};
    };
    const std::vector<Point> part{{0, 0}, corner(i), corner(i + 1), {0, 0}};
    scene.items.emplace_back(scene::Fill{part, i % 2 == 0 ? kYellow : kRed});
    scene.items.emplace_back(scene::Stroke{part, 2, kBlack});
  }
  EXPECT_TRUE(same(scene, read(scene)));
}

TEST(TurtleSolver, ReadsOverlappingDiscsAsDots) {
  scene::Scene scene;
  for (int i = 0; i < 8; ++i) {
    scene.items.emplace_back(scene::Dot{{i * 17.0, i % 2 * 6.0}, 20, kBlue});
  }
  scene.items.emplace_back(scene::Stroke{{{-20, -60}, {140, -60}}, 2, kRed});
  const turtle::Drawing drawing = read(scene);
  int dots = 0;
  for (const turtle::Path& path : drawing.paths) dots += path.dot ? 1 : 0;
  EXPECT_EQ(dots, 8);
  EXPECT_TRUE(same(scene, drawing));
}

/// Thinning by one way wipes out diagonals whose width it halves to two pixels.
TEST(TurtleSolver, ReadsEveryPieceOfASpiralAndWritesOneLoop) {
  std::vector<Point> points{{0, 0}};
  for (int i = 0; i < 14; ++i) {
    const double heading = i * std::numbers::pi / 4;
    const double length = 10 + 5.0 * i;
    points.push_back({points.back().x + length * std::cos(heading),
                      points.back().y + length * std::sin(heading)});
  }
  for (const double pen : {1.0, 2.0, 3.0}) {
    const scene::Scene scene{.items = {scene::Stroke{points, pen, kRed}}};
    EXPECT_TRUE(same(scene, read(scene))) << pen;
    const auto solution = solve_picture(painted(scene));
    ASSERT_TRUE(solution.has_value());
    EXPECT_NE(solution->reply.find("for i in range(14):\n        t.forward("), std::string::npos)
        << solution->reply;
  }
}

TEST(TurtleSolver, WritesASingleShapeFromWhereTheTurtleIs) {
  const scene::Scene scene{
      .items = {scene::Fill{walk(6, 100, 60), kYellow}, scene::Stroke{walk(6, 100, 60), 2, kRed}}};
  const auto solution = solve_picture(painted(scene));
  ASSERT_TRUE(solution.has_value());
  for (const char* needless : {"goto", "teleport", "pensize", "penup"}) {
    EXPECT_EQ(solution->reply.find(needless), std::string::npos) << solution->reply;
  }
  EXPECT_NE(solution->reply.find("t.color(\"#ff0000\", \"#ffff00\")"), std::string::npos)
      << solution->reply;
}

/// A closed path of equal sides that begins with this heading, in pixels.
turtle::Path closed_path(int sides, double side, double heading, const Point& at) {
  turtle::Path path{.points = {at}, .closed = true, .color = kRed};
  for (int i = 0; i + 1 < sides; ++i) {
    const double angle = (heading + i * 360.0 / sides) * std::numbers::pi / 180;
    const Point& from = path.points.back();
    path.points.push_back({from.x + side * std::cos(angle), from.y - side * std::sin(angle)});
  }
  path.turns.assign(path.points.size(), 0);
  return path;
}

/// The loop over headings leaves the turtle with the last of them.
TEST(TurtleSolver, SetsTheHeadingAgainAfterShapesOfSeveralHeadings) {
  turtle::Drawing drawing{.width = 512, .height = 512};
  for (const double heading : {0.0, 60.0, 90.0}) {
    drawing.paths.push_back(closed_path(6, 20, heading, {100, 100 + 2 * heading}));
  }
  drawing.paths.push_back(closed_path(6, 30, 0, {300, 300}));
  const std::string program = turtle::write_program(drawing, {});
  const std::size_t loop = program.find("for x, y, heading in ");
  ASSERT_NE(loop, std::string::npos) << program;
  EXPECT_NE(program.find("\n    t.setheading(0)\n", loop), std::string::npos) << program;
}

/// Copies turned around a corner that all share are one loop, in whatever order they were read.
TEST(TurtleSolver, WritesTurnedCopiesAsTurns) {
  turtle::Drawing drawing{.width = 512, .height = 512};
  for (const double heading : {80.0, 0.0, 40.0, 120.0}) {
    turtle::Path path = closed_path(5, 60, heading, {250, 250});
    std::rotate(path.points.begin(), path.points.begin() + 2, path.points.end());
    drawing.paths.push_back(std::move(path));
  }
  const std::string program = turtle::write_program(drawing, {});
  EXPECT_NE(program.find("    for _ in range(4):\n        for _ in range(5):\n"), std::string::npos)
      << program;
  EXPECT_NE(program.find("        t.left(40)\n"), std::string::npos) << program;
}

TEST(TurtleSolver, WritesPlacesThatGrowEvenlyByWhatTheyGrow) {
  const std::vector<std::string> body{"t.teleport(x, y)", "t.dot(size)"};
  EXPECT_EQ(
      turtle::loop_over({"x", "y", "size"},
                        {"(0, 5, 10)", "(20, 5, 12)", "(40, 5, 14)", "(60.2, 5, 16)"}, body, 0.5),
      (std::vector<std::string>{"for i in range(4):", "    t.teleport(20 * i, 5)",
                                "    t.dot(10 + 2 * i)"}));
  EXPECT_EQ(
      turtle::loop_over({"x", "y"}, {"(0, 5)", "(20, 5)", "(40, 5)", "(70, 5)"}, {"t.dot(x)"}, 0.5)
          .front(),
      "for x, y in [(0, 5), (20, 5), (40, 5), (70, 5)]:");
}

TEST(TurtleSolver, WritesStretchesThatDifferInNumbersOnce) {
  const std::vector<std::string> row{"t.teleport(0, 0)",  "t.setheading(90)",
                                     "t.circle(40, 180)", "t.teleport(10, -20)",
                                     "t.setheading(90)",  "t.circle(30, 180)"};
  EXPECT_EQ(turtle::abridged(row, "t").lines,
            (std::vector<std::string>{
                "for x, y, radius in [(0, 0, 40), (10, -20, 30)]:", "    t.teleport(x, y)",
                "    t.setheading(90)", "    t.circle(radius, 180)"}));

  std::vector<std::string> apart;
  for (const char* side : {"10", "20", "30"}) {
    for (const std::string& line :
         {std::string("for _ in range(4):"), "    t.forward(" + std::string(side) + ")",
          std::string("    t.left(90)")}) {
      apart.push_back(line);
    }
    apart.push_back("t.pencolor(\"#0000" + std::string(side) + "\")");
  }
  const turtle::Abridged shorter = turtle::abridged(apart, "t");
  EXPECT_EQ(shorter.helpers,
            (std::vector<std::string>{"def shape(t, length):", "    for _ in range(4):",
                                      "        t.forward(length)", "        t.left(90)", ""}));
  EXPECT_EQ(shorter.lines, (std::vector<std::string>{"shape(t, 10)", "t.pencolor(\"#000010\")",
                                                     "shape(t, 20)", "t.pencolor(\"#000020\")",
                                                     "shape(t, 30)", "t.pencolor(\"#000030\")"}));
}

/// A function of two lines that is called twice is no shorter, and what a loop's body reads from
/// its list stays there.
TEST(TurtleSolver, LeavesLinesThatCannotBecomeFewer) {
  const std::vector<std::string> lines{"t.forward(10)",    "t.left(90)", "t.penup()",
                                       "t.forward(20)",    "t.left(90)", "for x, y in [(1, 2)]:",
                                       "    t.goto(x, y)", "t.home()",   "for x, y in [(3, 4)]:",
                                       "    t.goto(x, y)"};
  const turtle::Abridged shorter = turtle::abridged(lines, "t");
  EXPECT_TRUE(shorter.helpers.empty());
  EXPECT_EQ(shorter.lines, lines);
}

TEST(TurtleSolver, ReadsDashesOneByOne) {
  scene::Scene scene;
  for (int i = 0; i < 5; ++i) {
    scene.items.emplace_back(scene::Stroke{{{i * 40.0, 0}, {i * 40.0 + 20, 10}}, 2, kBlue});
  }
  const turtle::Drawing drawing = read(scene);
  EXPECT_EQ(drawing.paths.size(), 5U);
  EXPECT_TRUE(same(scene, drawing));
}

int dots_in(const turtle::Drawing& drawing) {
  int dots = 0;
  for (const turtle::Path& path : drawing.paths) dots += path.dot ? 1 : 0;
  return dots;
}

/// What the outlines hide of them may be anything, so discs would fit that hide the outlines.
TEST(TurtleSolver, ReadsAreasWithOutlinesAsNoDots) {
  scene::Scene balls;
  double low = 0;
  for (const double radius : {60.0, 42.0, 29.4}) {
    std::vector<Point> ball = walk(20, 2 * radius * std::sin(std::numbers::pi / 20), 18);
    for (Point& each : ball) each.y += low;
    low += 2 * radius;
    balls.items.emplace_back(scene::Fill{ball, kYellow});
    balls.items.emplace_back(scene::Stroke{std::move(ball), 3, kBlue});
  }
  const turtle::Drawing drawing = read(balls);
  EXPECT_EQ(dots_in(drawing), 0);
  const auto solution = solve_picture(painted(balls));
  ASSERT_TRUE(solution.has_value());
  EXPECT_EQ(solution->reply.find("t.dot("), std::string::npos) << solution->reply;
  EXPECT_NE(solution->reply.find("t.begin_fill()"), std::string::npos) << solution->reply;
}

/// Each dot is seen but for the line that begins in its middle. The last line ends on the first dot
/// and cuts it in two with the first line, so it is read as an area, which draws the same.
TEST(TurtleSolver, ReadsDotsBelowLines) {
  scene::Scene scene;
  const std::vector<Point> corners = walk(5, 150, 72);
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    scene.items.emplace_back(scene::Dot{corners[i], 44, kBlue});
    scene.items.emplace_back(scene::Stroke{{corners[i], corners[i + 1]}, 5, kRed});
  }
  const turtle::Drawing drawing = read(scene);
  EXPECT_EQ(dots_in(drawing), 4);
  EXPECT_TRUE(same(scene, drawing));
}

/// Each field is filled and then drawn around, so later fields hide one half of the lines of others
/// and draw it again.
TEST(TurtleSolver, DrawsFieldsWithTheLinesAroundThem) {
  constexpr Color kBlack{0, 0, 0};
  scene::Scene scene;
  for (int i = 0; i < 20; ++i) {
    std::vector<Point> field = walk(4, 36, 90);
    for (Point& each : field) each = {each.x + 36 * (i % 4), each.y + 36 * (i / 4)};
    scene.items.emplace_back(scene::Fill{field, (i % 4 + i / 4) % 2 == 0 ? kYellow : kRed});
    scene.items.emplace_back(scene::Stroke{std::move(field), 1, kBlack});
  }
  const turtle::Drawing drawing = read(scene);
  EXPECT_TRUE(same(scene, drawing));
  EXPECT_TRUE(std::all_of(drawing.paths.begin(), drawing.paths.end(), [](const auto& path) {
    return path.fill.has_value() && path.points.size() == 4;
  })) << "a field of other corners, or a line of its own";
}

/// Diagonals meet in so many places that one of them is lost until what it leaves unpainted is
/// read.
TEST(TurtleSolver, ReadsEveryDiagonal) {
  constexpr int kSides = 7;
  std::vector<Point> corners;
  for (int i = 0; i <= kSides; ++i) {
    const double angle = std::numbers::pi * (0.5 + 2.0 * i / kSides);
    corners.push_back({140 * std::cos(angle), 140 * std::sin(angle)});
  }
  scene::Scene scene;
  for (std::size_t i = 0; i < kSides; ++i) {
    for (std::size_t k = i + 2; k < kSides; ++k) {
      scene.items.emplace_back(scene::Stroke{{corners[i], corners[k]}, 1, kRed});
    }
  }
  scene.items.emplace_back(scene::Stroke{corners, 3, kBlue});
  EXPECT_TRUE(same(scene, read(scene)));
}

/// The cone's lines meet those of the ball, which is half of a circle that a turtle walks in steps.
TEST(TurtleSolver, ReadsAnArcInOnePieceWhereOtherLinesMeetIt) {
  std::vector<Point> ball{{65, 0}};
  for (int i = 1; i <= 9; ++i) {
    const double angle = i * std::numbers::pi / 9;
    ball.push_back({32.5 + 32.5 * std::cos(angle), 32.5 * std::sin(angle)});
  }
  const std::vector<Point> cone{{0, 0}, {65, 0}, {32.5, -56.3}, {0, 0}};
  const scene::Scene scene{.items = {scene::Fill{cone, kYellow}, scene::Stroke{cone, 2, kBlue},
                                     scene::Fill{ball, kRed}, scene::Stroke{ball, 2, kBlue}}};
  const raster::TkView view = raster::fit_view(scene, 512, 512);
  const auto reading = turtle::read_drawing(raster::paint_tk(scene, view), {.unit = view.scale});
  ASSERT_TRUE(reading.has_value());
  const std::vector<turtle::Path>& paths = reading->drawing.paths;
  EXPECT_TRUE(std::any_of(paths.begin(), paths.end(), [](const turtle::Path& path) {
    return std::any_of(path.turns.begin(), path.turns.end(),
                       [](double turn) { return std::abs(turn) > 170; });
  }));
}

/// By the even-odd rule: the five tips have the colour, the middle has not.
TEST(TurtleSolver, ReadsAFilledStarThatCrossesItselfAsOneShape) {
  const std::vector<Point> star = walk(5, 200, 144);
  const scene::Scene scene{.items = {scene::Fill{star, kYellow}, scene::Stroke{star, 2, kBlue}}};
  const turtle::Drawing drawing = read(scene);
  ASSERT_EQ(drawing.paths.size(), 1U);
  EXPECT_EQ(drawing.paths[0].fill, kYellow);
  EXPECT_EQ(drawing.paths[0].points.size(), 5U);
  EXPECT_TRUE(same(scene, drawing));
}

/// Equal shapes that were traced either way round share a loop.
TEST(TurtleSolver, WritesEqualShapesAlike) {
  turtle::Drawing drawing{.width = 512, .height = 512};
  drawing.paths.push_back(closed_path(6, 40.2, 0, {100, 100}));
  drawing.paths.push_back(closed_path(6, 40.4, 0, {300, 100}));
  turtle::Path reversed = closed_path(6, 40.3, 0, {100, 300});
  std::reverse(reversed.points.begin() + 1, reversed.points.end());
  drawing.paths.push_back(reversed);
  const std::string program = turtle::write_program(drawing, {});
  std::size_t loops = 0;
  for (std::size_t at = program.find("t.forward("); at != std::string::npos;
       at = program.find("t.forward(", at + 1)) {
    ++loops;
  }
  EXPECT_EQ(loops, 1U) << program;
}

/// Where all copies meet their lines run into each other.
TEST(TurtleSolver, ReadsTurnedCopies) {
  scene::Scene scene;
  for (int i = 0; i < 16; ++i) {
    std::vector<Point> square = walk(4, 100, 90);
    const double turn = i * std::numbers::pi / 8;
    for (Point& each : square) {
      each = {each.x * std::cos(turn) - each.y * std::sin(turn),
              each.x * std::sin(turn) + each.y * std::cos(turn)};
    }
    scene.items.emplace_back(scene::Stroke{square, 1, kBlue});
  }
  EXPECT_TRUE(same(scene, read(scene)));
}

/// The inner pieces cross each other too densely to be traced.
TEST(TurtleSolver, ReadsAStarThatWindsOutwards) {
  std::vector<Point> points{{0, 0}};
  for (int i = 0; i < 28; ++i) {
    const double heading = i * 160 * std::numbers::pi / 180;
    const double length = 20 + 8.0 * i;
    points.push_back({points.back().x + length * std::cos(heading),
                      points.back().y + length * std::sin(heading)});
  }
  const scene::Scene scene{.items = {scene::Stroke{points, 2, kRed}}};
  EXPECT_TRUE(same(scene, read(scene)));
}

/// To a tolerance of a pixel they look like arcs.
TEST(TurtleSolver, ReadsSmallStepsAsCorners) {
  std::vector<Point> points{{0, 0}};
  for (int i = 0; i < 24; ++i) {
    const double heading = (i % 2 == 0 ? 60 : -60) * std::numbers::pi / 180;
    points.push_back(
        {points.back().x + 9 * std::cos(heading), points.back().y + 9 * std::sin(heading)});
  }
  const scene::Scene scene{.items = {scene::Stroke{points, 1, kRed}}};
  const turtle::Drawing drawing = read(scene);
  for (const turtle::Path& path : drawing.paths) {
    EXPECT_TRUE(
        std::all_of(path.turns.begin(), path.turns.end(), [](double turn) { return turn == 0; }));
  }
  EXPECT_TRUE(same(scene, drawing));
}

TEST(TurtleSolver, ShowsItsStages) {
  const scene::Scene scene{.items = {scene::Stroke{walk(4, 100, 90), 2, kRed}}};
  const auto solution = solve_picture(painted(scene), true);
  ASSERT_TRUE(solution.has_value());
  std::vector<std::string> names;
  for (const Stage& stage : solution->stages) names.push_back(stage.name);
  EXPECT_EQ(names, (std::vector<std::string>{"picture", "skeleton", "lines", "areas", "drawing",
                                             "difference"}));
  EXPECT_TRUE(solution->reply.starts_with("```python\ndef draw(t):\n"));
}

TEST(TurtleSolver, RefusesPicturesWithoutADrawing) {
  for (const std::uint8_t value : {std::uint8_t{0}, std::uint8_t{255}}) {
    for (const int side : {1, 300}) {
      const auto solution =
          solve_picture(raster::Image(side, side, raster::PixelFormat::kRgb, value));
      ASSERT_FALSE(solution.has_value());
      EXPECT_EQ(solution.error().message, "there is nothing to draw: the picture has one colour");
    }
  }
  EXPECT_FALSE(solve_turtle({}).has_value());
}

TEST(TurtleSolver, RefusesAPictureThatIsTooLarge) {
  const auto solution = solve_picture(raster::Image(5000, 4000));
  ASSERT_FALSE(solution.has_value());
  EXPECT_EQ(solution.error().message, "the picture has 20000000 pixels, at most 4000000 are read");
}

TEST(TurtleSolver, RefusesNoise) {
  raster::Image picture(512, 512);
  Random random(7);
  for (std::uint8_t& sample : picture.data()) {
    sample = static_cast<std::uint8_t>(random.randint(0, 1) * 255);
  }
  const auto solution = solve_picture(picture);
  ASSERT_FALSE(solution.has_value());
  EXPECT_NE(solution.error().message.find("is not a drawing"), std::string::npos);
}

/// Where a place of the turtle falls.
Point on_device(const Point& at) {
  constexpr raster::TkView kView = data::turtlebench::kDevice;
  return {kView.origin_x + kView.scale * at.x, kView.origin_y - kView.scale * at.y};
}

/// A circle as a turtle draws it from a place with a heading, in its steps and degrees.
turtle::Path circle_from(const Point& at, double heading, double radius) {
  static constexpr raster::TkView kView = data::turtlebench::kDevice;
  const double angle = (heading - 90) * std::numbers::pi / 180;
  const Point center{at.x - radius * std::cos(angle), at.y - radius * std::sin(angle)};
  return {.points = {on_device(at)},
          .turns = {360},
          .ring = turtle::Ring{.center = on_device(center), .radius = kView.scale * radius},
          .closed = true,
          .pen = data::turtlebench::kPenSize * kView.scale};
}

/// A line of the turtle with a turn in each piece, as circle(radius, turn) or straight, likewise.
turtle::Path line_through(const std::vector<Point>& places, const std::vector<double>& turns) {
  constexpr raster::TkView kView = data::turtlebench::kDevice;
  turtle::Path path{.turns = turns, .pen = data::turtlebench::kPenSize * kView.scale};
  for (const Point& each : places) path.points.push_back(on_device(each));
  return path;
}

raster::Image on_published_device(std::vector<turtle::Path> paths) {
  constexpr raster::TkView kView = data::turtlebench::kDevice;
  turtle::Drawing drawing{.width = kView.width, .height = kView.height, .unit = kView.scale};
  drawing.paths = std::move(paths);
  return raster::paint_tk(turtle::to_scene(drawing),
                          {.width = kView.width, .height = kView.height});
}

/// Pixels of a picture on the published device that what is read from it paints otherwise.
int misread_pixels(const raster::Image& picture) {
  constexpr raster::TkView kView = data::turtlebench::kDevice;
  const auto reading =
      turtle::read_drawing(picture, {.black_only = true,
                                     .pen = data::turtlebench::kPenSize * kView.scale,
                                     .unit = kView.scale,
                                     .home = Point{kView.origin_x, kView.origin_y}});
  EXPECT_TRUE(reading.has_value());
  if (!reading) return -1;
  const raster::Image painted = raster::paint_tk(turtle::to_scene(reading->drawing),
                                                 {.width = kView.width, .height = kView.height});
  int differ = 0;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      differ += picture.row(y)[3 * x] != painted.row(y)[3 * x] ? 1 : 0;
    }
  }
  return differ;
}

/// Thinning makes a cross of the point in which they meet.
TEST(TurtleSolver, ReadsTangentCirclesToThePixel) {
  const raster::Image beside =
      on_published_device({circle_from({0, 0}, 0, 90), circle_from({0, 0}, 180, 90)});
  EXPECT_EQ(misread_pixels(beside), 0);
  const raster::Image within =
      on_published_device({circle_from({0, 0}, 270, 60), circle_from({0, 0}, 90, 60),
                           circle_from({-120, 0}, 270, 120)});
  EXPECT_EQ(misread_pixels(within), 0);
  const std::array<std::string, 1> files{raster::encode_png(beside)};
  const auto solution = solve_turtle({.images = files});
  ASSERT_TRUE(solution.has_value());
  EXPECT_NE(solution->reply.find("t.goto(0, 0)"), std::string::npos) << solution->reply;
  EXPECT_NE(solution->reply.find("t.circle(90)"), std::string::npos) << solution->reply;
}

/// A half circle has other corners than half of a circle.
TEST(TurtleSolver, ReadsHalfCirclesToThePixel) {
  const raster::Image basin = on_published_device({line_through({{0, 0}, {220, 0}}, {0}),
                                                   line_through({{0, 0}, {220, 0}}, {-180}),
                                                   line_through({{50, 0}, {170, 0}}, {-180})});
  EXPECT_EQ(misread_pixels(basin), 0);
  const raster::Image bitten = on_published_device({line_through(
      {{0, 0}, {60, 0}, {120, 0}, {180, 0}, {180, 180}, {0, 180}, {0, 0}}, {0, -180, 0, 0, 0, 0})});
  EXPECT_EQ(misread_pixels(bitten), 0);
}

TEST(TurtleSolver, ReadsDotsOfTheColourOfTheLines) {
  turtle::Path dot = line_through({{40, 60}, {40, 60}}, {0});
  dot.pen = 30 * data::turtlebench::kDevice.scale;
  const raster::Image picture = on_published_device({circle_from({0, 0}, 0, 110), dot});
  EXPECT_EQ(misread_pixels(picture), 0);
  const std::array<std::string, 1> files{raster::encode_png(picture)};
  const auto solution = solve_turtle({.images = files});
  ASSERT_TRUE(solution.has_value());
  EXPECT_NE(solution->reply.find("t.goto(40, 60)\nt.dot(30, "), std::string::npos)
      << solution->reply;
}

/// Painted by the reading itself, not by the program: no jail is needed.
TEST(TurtleSolver, ReadsPublishedPictures) {
  PAPERT_NEED_PUBLISHED(data, "turtlebench");
  constexpr raster::TkView kView = data::turtlebench::kDevice;
  const raster::TkView pixels{.width = kView.width, .height = kView.height};
  for (const char* name : {"1_1.jpg", "9_1.jpg", "29_1.jpg", "45_1.jpg", "105_1.jpg"}) {
    const auto picture = data::turtlebench::read_picture(data / "source" / name);
    ASSERT_TRUE(picture.has_value()) << name;
    const auto reading = turtle::read_drawing(
        *picture, {.black_only = true, .pen = 5 * kView.scale, .unit = kView.scale});
    ASSERT_TRUE(reading.has_value()) << name;
    EXPECT_GT(score::box_iou(raster::ink_of_picture(*picture),
                             raster::paint_ink(turtle::to_scene(reading->drawing), pixels)),
              0.95)
        << name;
  }
}

}  // namespace
}  // namespace papert::solve
