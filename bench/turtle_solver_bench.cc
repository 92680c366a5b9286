// How long solver/turtle takes for a picture: a plain outline, a drawing with areas, and a dense
// rosette, painted as turtleai shows them.

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "raster/paint_scene.h"
#include "raster/png.h"
#include "solve/turtle_solver.h"

namespace papert {
namespace {

std::vector<scene::Point> polygon(int sides, double length, double heading, scene::Point at) {
  std::vector<scene::Point> points{at};
  for (int i = 0; i < sides; ++i) {
    const double angle = (heading + i * 360.0 / sides) * std::numbers::pi / 180;
    at = {at.x + length * std::cos(angle), at.y + length * std::sin(angle)};
    points.push_back(at);
  }
  return points;
}

std::string file_of(const scene::Scene& scene) {
  return raster::encode_png(raster::paint_tk(scene, raster::fit_view(scene, 512, 512)));
}

scene::Scene outline() {
  return {.items = {scene::Stroke{polygon(5, 100, 0, {0, 0}), 2, {255, 0, 0}}}};
}

scene::Scene areas() {
  scene::Scene scene;
  for (int i = 0; i < 9; ++i) {
    const auto points = polygon(6, 30, 0, {i % 3 * 80.0, i / 3 * 80.0});
    scene.items.emplace_back(scene::Fill{points, {255, 255, 0}});
    scene.items.emplace_back(scene::Stroke{points, 2, {0, 0, 255}});
  }
  return scene;
}

scene::Scene rosette() {
  scene::Scene scene;
  for (int i = 0; i < 24; ++i) {
    scene.items.emplace_back(scene::Stroke{polygon(3, 120, i * 15.0, {0, 0}), 1, {255, 0, 255}});
  }
  return scene;
}

void solve(benchmark::State& state, const scene::Scene& scene) {
  const std::array<std::string, 1> files{file_of(scene)};
  for (auto _ : state) benchmark::DoNotOptimize(solve::solve_turtle({.images = files}));
}

void BM_Outline(benchmark::State& state) { solve(state, outline()); }
void BM_Areas(benchmark::State& state) { solve(state, areas()); }
void BM_Rosette(benchmark::State& state) { solve(state, rosette()); }
BENCHMARK(BM_Outline)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Areas)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Rosette)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace papert

BENCHMARK_MAIN();
