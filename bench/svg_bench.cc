// SVG programs painted a second: read, measured and painted by us beside the renderer alone on the
// same text, and beside one process of rsvg-convert per file; and programs moved a second. The
// programs are written here, in the manner of icons: a few dozen paths, groups, circles, one
// gradient. svg_heaviest paints hostile programs just inside the limits (RenderLimits), whose
// estimate of the time has to be from above.

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/random.h"
#include "lang/svg/motion.h"
#include "lang/svg/render_check.h"
#include "lang/svg/tree_distance.h"
#include "raster/svg.h"
#include "support/heavy_svg.h"

namespace papert::svg {
namespace {

constexpr int kSide = 512;

std::string point(Random& random, double middle, double spread) {
  return std::to_string(middle + random.uniform(-spread, spread)) + "," +
         std::to_string(middle + random.uniform(-spread, spread));
}

std::string blob(Random& random) {
  const double middle = random.uniform(100, 400);
  std::string text = "M" + point(random, middle, 60);
  for (int i = 0; i < 12; ++i) {
    text += "C" + point(random, middle, 90) + " " + point(random, middle, 90) + " " +
            point(random, middle, 90);
  }
  return text + "z";
}

std::string color(Random& random) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text = "#";
  for (int i = 0; i < 6; ++i) text += kDigits[random.randbelow(kDigits.size())];
  return text;
}

const std::vector<std::string>& programs() {
  static const std::vector<std::string> made = [] {
    std::vector<std::string> all;
    for (int seed = 0; seed < 20; ++seed) {
      Random random(seed);
      std::string text =
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 512 512\">\n<linearGradient "
          "id=\"a\"><stop stop-color=\"" +
          color(random) + "\"/><stop offset=\"1\" stop-color=\"" + color(random) +
          "\"/></linearGradient>\n<circle cx=\"256\" cy=\"256\" r=\"240\" style=\"fill:" +
          color(random) +
          ";\"/>\n<rect x=\"100\" y=\"80\" width=\"200\" height=\"90\" rx=\"12\" "
          "fill=\"url(#a)\"/>\n<g transform=\"rotate(12 256 256)\">\n";
      for (int i = 0; i < 12; ++i) {
        text += "<path d=\"" + blob(random) + "\" style=\"fill:" + color(random) + ";\"/>\n";
      }
      all.push_back(text + "</g>\n</svg>\n");
    }
    return all;
  }();
  return made;
}

std::vector<lang::svg::Document> documents() {
  std::vector<lang::svg::Document> all;
  for (const std::string& text : programs()) all.push_back(*lang::svg::parse(text));
  return all;
}

/// Calls work(i) for one program after the other.
template <class Work>
void over_programs(benchmark::State& state, Work work) {
  std::size_t i = 0;
  for (auto _ : state) {
    work(i);
    i = (i + 1) % programs().size();
  }
  state.SetItemsProcessed(state.iterations());
}

void svg_render(benchmark::State& state) {
  over_programs(state, [&](std::size_t i) {
    const auto document = lang::svg::parse(programs()[i]);
    if (!document || !lang::svg::check_render(*document)) return state.SkipWithError("refused");
    benchmark::DoNotOptimize(raster::render_svg(lang::svg::to_text(*document), kSide, kSide));
  });
}
BENCHMARK(svg_render);

void svg_librsvg(benchmark::State& state) {
  over_programs(state, [&](std::size_t i) {
    benchmark::DoNotOptimize(raster::render_svg(programs()[i], kSide, kSide));
  });
}
BENCHMARK(svg_librsvg);

bool convert(const std::string& from, const std::string& to) {
  const std::string side = std::to_string(kSide);
  const char* arguments[] = {"rsvg-convert", "-w",       side.c_str(), "-h",   side.c_str(),
                             "-o",           to.c_str(), from.c_str(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, arguments[0], nullptr, nullptr, const_cast<char* const*>(arguments),
                   environ) != 0) {
    return false;
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && status == 0;
}

void svg_rsvg_convert(benchmark::State& state) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("papert_svg_bench_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  for (std::size_t i = 0; i < programs().size(); ++i) {
    if (!write_file(folder / std::to_string(i), programs()[i])) state.SkipWithError("no file");
  }
  over_programs(state, [&](std::size_t i) {
    if (!convert(folder / std::to_string(i), folder / "out.png")) {
      state.SkipWithError("rsvg-convert is missing: apt-get install librsvg2-bin");
    }
  });
  std::filesystem::remove_all(folder);
}
BENCHMARK(svg_rsvg_convert)->UseRealTime();

void svg_move(benchmark::State& state) {
  const std::vector<lang::svg::Document> all = documents();
  Random random(1);
  over_programs(state, [&](std::size_t i) {
    const lang::svg::Motion motion =
        lang::svg::draw_motion(lang::svg::MotionKind::kRigid, {0, 0, 512, 512}, random);
    const auto moved = lang::svg::move(all[i], motion);
    if (!moved) return state.SkipWithError("refused");
    benchmark::DoNotOptimize(lang::svg::to_text(*moved));
  });
}
BENCHMARK(svg_move);

void svg_distance(benchmark::State& state) {
  const std::vector<lang::svg::Document> all = documents();
  std::vector<lang::svg::Document> moved;
  for (const lang::svg::Document& document : all)
    moved.push_back(*lang::svg::move(document, {.dx = 3}));
  over_programs(state, [&](std::size_t i) {
    benchmark::DoNotOptimize(lang::svg::tree_distance(all[i], moved[i]));
  });
}
BENCHMARK(svg_distance);

void svg_heaviest(benchmark::State& state) {
  const test::HeavySvg kind = test::heavy_svgs().at(static_cast<std::size_t>(state.range(0)));
  const std::string text = test::svg_program(kind.inside(test::heaviest(kind).passes));
  for (auto _ : state) benchmark::DoNotOptimize(raster::render_svg(text, kSide, kSide));
  state.SetLabel(kind.name);
}
BENCHMARK(svg_heaviest)->DenseRange(0, 8)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace papert::svg

BENCHMARK_MAIN();
