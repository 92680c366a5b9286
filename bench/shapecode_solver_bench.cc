// How long solver/shapecode takes for a picture, from the PNG to the reply, one core, beside
// baseline/heuristic on the same pictures; and how good the answers are: the share that is exact,
// and the share that uses no more shapes than the reference.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mint/shapes/generate.h"
#include "raster/raster.h"
#include "solve/shapecode_heuristic.h"
#include "solve/shapecode_solver.h"

namespace papert {
namespace {

constexpr std::int64_t kFirstSeed = 700'000;
constexpr std::int64_t kPictures = 60;

struct Scene {
  lang::shapes::Program reference;
  raster::Bitmap picture;
  std::string png;
};

mint::shapes::Tier chosen_tier(const benchmark::State& state) {
  return mint::shapes::kTiers[static_cast<std::size_t>(state.range(0))];
}

std::vector<Scene> scenes_of(mint::shapes::Tier tier) {
  std::vector<Scene> scenes;
  scenes.reserve(kPictures);
  for (std::int64_t seed = kFirstSeed; seed < kFirstSeed + kPictures; ++seed) {
    Scene scene;
    scene.reference = *mint::shapes::generate(tier, seed);
    scene.picture = raster::render(lang::shapes::to_scene(scene.reference));
    scene.png = raster::encode_png(scene.picture);
    scenes.push_back(std::move(scene));
  }
  return scenes;
}

void solve_pictures(benchmark::State& state) {
  const std::vector<Scene> scenes = scenes_of(chosen_tier(state));
  benchmark::DoNotOptimize(solve::find_shapes(scenes.front().picture));  // tables are made once
  std::size_t next = 0;
  for (auto _ : state) {
    const std::vector<std::string> images = {scenes[next++ % scenes.size()].png};
    benchmark::DoNotOptimize(solve::solve_shapecode({.images = images}));
  }
  double exact = 0;
  double few = 0;
  for (const Scene& scene : scenes) {
    const lang::shapes::Program program = solve::find_shapes(scene.picture).program;
    exact += raster::render(lang::shapes::to_scene(program)) == scene.picture ? 1 : 0;
    few += program.shapes.size() <= scene.reference.shapes.size() ? 1 : 0;
  }
  state.SetItemsProcessed(state.iterations());
  state.SetLabel(std::string(mint::shapes::tier_name(chosen_tier(state))));
  state.counters["exact"] = exact / kPictures;
  state.counters["no_more_shapes"] = few / kPictures;
}

void guess_pictures(benchmark::State& state) {
  const std::vector<Scene> scenes = scenes_of(chosen_tier(state));
  std::size_t next = 0;
  for (auto _ : state) {
    const auto image = raster::decode_png(scenes[next++ % scenes.size()].png);
    benchmark::DoNotOptimize(
        lang::shapes::serialise(solve::heuristic(raster::pixels_equal(*image, 0))));
  }
  state.SetItemsProcessed(state.iterations());
  state.SetLabel(std::string(mint::shapes::tier_name(chosen_tier(state))));
}

BENCHMARK(solve_pictures)->DenseRange(0, 2)->Iterations(kPictures)->Unit(benchmark::kMillisecond);
BENCHMARK(guess_pictures)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace papert

BENCHMARK_MAIN();
