// What bounds the turtle's solver on pictures that are not drawings: counted work, and being
// stopped.

#include "solve/turtle/work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

#include "base/random.h"
#include "raster/paint_scene.h"
#include "raster/png.h"
#include "solve/solver.h"
#include "solve/turtle/program.h"
#include "solve/turtle/reader.h"
#include "solve/turtle_solver.h"

namespace papert::solve {
namespace {

/// Lines from anywhere to anywhere, which no program describes shortly.
raster::Image tangle(int lines) {
  Random random(11);
  const auto place = [&] { return static_cast<double>(random.randint(-250, 250)); };
  scene::Scene scene;
  for (int i = 0; i < lines; ++i) {
    scene.items.emplace_back(
        scene::Stroke{.points = {{place(), place()}, {place(), place()}}, .width = 2});
  }
  return raster::paint_tk(scene, raster::fit_view(scene, 512, 512));
}

TEST(Work, IsSpentAndRefilledByAnEighth) {
  turtle::Work work(800);
  work.spend(799);
  EXPECT_FALSE(work.spent());
  work.spend(1);
  EXPECT_TRUE(work.spent());
  work.refill();
  EXPECT_FALSE(work.spent());
  work.spend(100);
  EXPECT_TRUE(work.spent());
}

TEST(Work, OfWhatIsStoppedNothingIsLeft) {
  const CancelToken cancel;
  turtle::Work work(800, cancel);
  EXPECT_FALSE(work.spent());
  cancel.cancel();
  EXPECT_TRUE(work.spent());
  work.refill();
  EXPECT_TRUE(work.spent());
}

TEST(Work, WithoutABudgetNothingEndsEarly) {
  turtle::spend(nullptr, 1'000'000);
  EXPECT_FALSE(turtle::is_spent(nullptr));
}

TEST(TurtleSolverWork, ATangleIsReadWithWhateverThereIs) {
  const raster::Image picture = tangle(60);
  for (const std::int64_t steps : {std::int64_t{1}, std::int64_t{100'000'000}}) {
    turtle::Work work(steps);
    const auto reading = turtle::read_drawing(picture, {.work = &work});
    ASSERT_TRUE(reading.has_value()) << steps;
    const std::string program = turtle::write_program(reading->drawing, {.work = &work});
    EXPECT_THAT(program, testing::HasSubstr("def draw(t):\n")) << steps;
    turtle::Work again(steps);
    const auto same = turtle::read_drawing(picture, {.work = &again});
    ASSERT_TRUE(same.has_value());
    EXPECT_EQ(turtle::write_program(same->drawing, {.work = &again}), program) << steps;
  }
}

TEST(TurtleSolverWork, WhatIsStoppedGivesNoReply) {
  const std::array<std::string, 1> files{raster::encode_png(tangle(60))};
  const CancelToken cancel;
  cancel.cancel();
  const auto solution = solve_turtle({.images = files, .cancel = cancel});
  // The solver itself may leave what it has; it must not go on as if nobody had stopped it.
  ASSERT_TRUE(solution.has_value());
  const auto whole = solve_turtle({.images = files});
  ASSERT_TRUE(whole.has_value());
  EXPECT_NE(solution->reply, whole->reply);
}

}  // namespace
}  // namespace papert::solve
