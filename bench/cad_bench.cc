// How many CAD programs are read, built and painted a second, on one core: plates with holes, a
// slot and a flange of our own. The alternative is what a script around a CAD kernel does, a
// process for each program; this same program is that process when it is called with --one and a
// number.

#include <benchmark/benchmark.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lang/cad/cad.h"
#include "raster/paint_mesh.h"
#include "raster/png.h"
#include "raster/svg.h"

namespace papert::cad {
namespace {

constexpr std::array<const char*, 4> kPrograms{
    "SOL; Line:(223,128); Line:(223,190); Line:(128,190); Line:(128,128); SOL; Circle:(150,150,9); "
    "SOL; Circle:(200,150,9); Ext:(128,128,128,64,90,128,128,150,128,Newbody,One-sided); EOS",
    "SOL; Line:(208,128); Arc:(208,168,128,1); Line:(128,168); Arc:(128,128,128,1); "
    "SOL; Circle:(128,148,8); SOL; Circle:(208,148,8); "
    "Ext:(192,64,192,60,128,100,128,142,128,Newbody,One-sided); EOS",
    "SOL; Circle:(176,128,48); SOL; Circle:(176,128,14); "
    "Ext:(128,128,128,32,128,128,192,140,128,Newbody,One-sided); SOL; Circle:(176,128,48); "
    "SOL; Circle:(176,128,28); Ext:(128,128,128,80,128,128,96,200,128,Join,One-sided); "
    "SOL; Circle:(176,128,48); Ext:(128,128,128,52,128,128,16,140,128,Cut,One-sided); "
    "SOL; Circle:(176,128,48); Ext:(128,128,128,188,128,128,16,140,128,Cut,One-sided); EOS",
    "SOL; Line:(223,128); Line:(223,160); Line:(160,160); Line:(160,223); Line:(128,223); "
    "Line:(128,128); Ext:(192,64,192,64,128,64,128,180,128,Newbody,Symmetric); "
    "SOL; Circle:(176,128,48); Ext:(128,128,128,140,110,64,30,200,128,Cut,One-sided); EOS"};

constexpr const char* kSketch =
    "Line(1,0,0,0,-0.05,0.05) Line(0,1,0.05,0,0,0.04) Line(1,0,0,0.04,-0.05,0.05) "
    "Line(0,1,-0.05,0,0,0.04) Circle(0,0.02,1,0,0.01,false) Arc(0,0.02,1,0,0.015,false,0,3) "
    "Line(1,0,0,0.02,-0.06,0.06,isConstruction=true) Coincident(1.end, 2.start) Horizontal(1)";

enum class Until { kRecipe, kSolid, kPicture };

bool run(const char* text, Until until) {
  const auto recipe = lang::cad::read_recipe(text, lang::cad::Notation::kExtrude);
  if (!recipe) return false;
  if (until == Until::kRecipe) return true;
  const auto solid = lang::cad::build(*recipe);
  if (!solid || !solid->measures().valid) return false;
  if (until == Until::kSolid) return true;
  const auto mesh = lang::cad::to_mesh(*solid);
  if (!mesh) return false;
  const auto sheet = raster::paint_mesh_sheet(*mesh, 512, 512);
  return sheet && !raster::encode_png(*sheet).empty();
}

void programs(benchmark::State& state, Until until) {
  for (auto _ : state) {
    for (const char* text : kPrograms) {
      if (!run(text, until)) state.SkipWithError("a program failed");
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kPrograms.size()));
}

void cad_parse(benchmark::State& state) { programs(state, Until::kRecipe); }
void cad_build(benchmark::State& state) { programs(state, Until::kSolid); }
void cad_picture(benchmark::State& state) { programs(state, Until::kPicture); }

/// Processor time of the children that have ended.
double children_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void cad_picture_process(benchmark::State& state) {
  for (auto _ : state) {
    const double start = children_seconds();
    for (std::size_t i = 0; i < kPrograms.size(); ++i) {
      std::string number = std::to_string(i);
      std::string name = "cad_bench";
      std::string flag = "--one";
      std::array<char*, 4> arguments{name.data(), flag.data(), number.data(), nullptr};
      pid_t child = 0;
      int status = 1;
      if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments.data(), environ) != 0 ||
          waitpid(child, &status, 0) != child || status != 0) {
        state.SkipWithError("a process failed");
      }
    }
    state.SetIterationTime(children_seconds() - start);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kPrograms.size()));
}

void cad_sketch(benchmark::State& state) {
  for (auto _ : state) {
    const auto sketches = lang::cad::read_sketches(kSketch, lang::cad::Notation::kSketchText);
    const auto image = raster::render_svg(lang::cad::to_svg(*sketches), 512, 512);
    if (!image) state.SkipWithError("the sketch failed");
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(cad_parse);
BENCHMARK(cad_build)->Unit(benchmark::kMillisecond);
BENCHMARK(cad_picture)->Unit(benchmark::kMillisecond);
BENCHMARK(cad_picture_process)->Unit(benchmark::kMillisecond)->UseManualTime();
BENCHMARK(cad_sketch)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace papert::cad

int main(int argc, char** argv) {
  using papert::cad::kPrograms;
  if (argc == 3 && std::string_view(argv[1]) == "--one") {
    const auto number = static_cast<std::size_t>(std::atoi(argv[2]));
    return papert::cad::run(kPrograms.at(number), papert::cad::Until::kPicture) ? 0 : 1;
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
