// How fast the hot paths of shapecode are, one core: mint, render, score, heuristic and PNG.
// bench/run sets these rates beside shapecode_reference.py, which does the same work with Pillow
// and NumPy.

#include <benchmark/benchmark.h>
#include <png.h>

#include <numeric>
#include <string>
#include <vector>

#include "mint/shapes/generate.h"
#include "raster/raster.h"
#include "solve/shapecode_heuristic.h"
#include "suite/shapecode/extract.h"
#include "suite/shapecode/tasks.h"

namespace papert {
namespace {

constexpr std::int64_t kScenes = 200;

mint::shapes::Tier tier_of(const benchmark::State& state) {
  return mint::shapes::kTiers[static_cast<std::size_t>(state.range(0))];
}

void count_items(benchmark::State& state, std::int64_t items_each = 1) {
  state.SetItemsProcessed(state.iterations() * items_each);
  state.SetLabel(std::string(mint::shapes::tier_name(tier_of(state))));
}

void mint_and_render(benchmark::State& state) {
  const mint::shapes::Tier tier = tier_of(state);
  raster::Bitmap canvas(lang::shapes::kCanvasSize, lang::shapes::kCanvasSize);
  scene::PixelScene scene;
  std::vector<std::int64_t> seeds(kScenes);
  std::iota(seeds.begin(), seeds.end(), 0);
  for (auto _ : state) {
    for (const auto& program : mint::shapes::generate_all(tier, seeds)) {
      lang::shapes::to_scene(*program, scene);
      canvas.clear();
      raster::paint(scene, canvas);
      benchmark::DoNotOptimize(canvas.words().data());
    }
  }
  count_items(state, kScenes);
}

// A reply is the reference with its first number off by one, so that it is neither empty nor exact.
std::string reply_to(const lang::shapes::Program& reference) {
  lang::shapes::Program answer = reference;
  answer.shapes.front().cx = (answer.shapes.front().cx + 1) % lang::shapes::kCanvasSize;
  return "```python\n" + lang::shapes::serialise(answer) + "\n```\n";
}

void score_replies(benchmark::State& state) {
  std::vector<suite::shapecode::Target> targets;
  std::vector<std::string> replies;
  for (std::int64_t seed = 0; seed < kScenes; ++seed) {
    const auto program = mint::shapes::generate(tier_of(state), seed);
    targets.push_back(suite::shapecode::make_target(*program));
    replies.push_back(reply_to(*program));
  }
  suite::shapecode::Scorer scorer;
  std::size_t next = 0;
  for (auto _ : state) {
    const std::size_t i = next++ % replies.size();
    const auto found = suite::shapecode::extract_program(replies[i]);
    benchmark::DoNotOptimize(scorer.score(found.text, targets[i]));
  }
  count_items(state);
}

void heuristic(benchmark::State& state) {
  std::vector<raster::Bitmap> pictures;
  for (std::int64_t seed = 0; seed < kScenes; ++seed) {
    pictures.push_back(
        raster::render(lang::shapes::to_scene(*mint::shapes::generate(tier_of(state), seed))));
  }
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(solve::heuristic(pictures[next++ % pictures.size()]));
  }
  count_items(state);
}

std::vector<raster::Image> scenes_as_images(mint::shapes::Tier tier) {
  std::vector<raster::Image> images;
  for (std::int64_t seed = 0; seed < 50; ++seed) {
    images.push_back(raster::to_image(
        raster::render(lang::shapes::to_scene(*mint::shapes::generate(tier, seed)))));
  }
  return images;
}

template <class Encode>
void encode_all(benchmark::State& state, Encode encode) {
  const std::vector<raster::Image> images = scenes_as_images(tier_of(state));
  std::size_t next = 0;
  std::size_t bytes = 0;
  for (auto _ : state) bytes += encode(images[next++ % images.size()]).size();
  state.counters["bytes"] = static_cast<double>(bytes) /
                            static_cast<double>(std::max<std::int64_t>(state.iterations(), 1));
  count_items(state);
}

void png_papert(benchmark::State& state) {
  encode_all(state, [](const raster::Image& image) { return raster::encode_png(image); });
}

// libpng as its manual shows it: its own defaults for filter, level and strategy.
std::string libpng_defaults(const raster::Image& image) {
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &bytes,
      [](png_structp p, png_bytep data, std::size_t size) {
        static_cast<std::string*>(png_get_io_ptr(p))->append(reinterpret_cast<char*>(data), size);
      },
      nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(image.width()),
               static_cast<png_uint_32>(image.height()), 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (int y = 0; y < image.height(); ++y) png_write_row(png, image.row(y));
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

void png_libpng(benchmark::State& state) { encode_all(state, libpng_defaults); }

BENCHMARK(mint_and_render)->DenseRange(0, 2);
BENCHMARK(score_replies)->DenseRange(0, 2);
BENCHMARK(heuristic)->DenseRange(0, 2);
BENCHMARK(png_papert)->DenseRange(0, 2);
BENCHMARK(png_libpng)->DenseRange(0, 2);

}  // namespace
}  // namespace papert

BENCHMARK_MAIN();
