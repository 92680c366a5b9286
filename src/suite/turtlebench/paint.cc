#include "suite/turtlebench/paint.h"

#include <fmt/format.h>

#include <string_view>

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "data/turtlebench/picture.h"
#include "lang/turtle/host/jail_pool.h"
#include "raster/png.h"
#include "reply/reasoning.h"
#include "scene/canonical.h"
#include "scene/svg.h"
#include "scene/text_form.h"
#include "suite/turtlebench/extract.h"

namespace papert::suite::turtlebench {
namespace {

using data::turtlebench::kDevice;

constexpr std::size_t kMaxProgramBytes = 64U << 20;
constexpr suite::PaintSize kFitSize{640, 640};

/// In the frame of the view; of the size that was asked for.
std::string drawing_svg(const suite::PaintOptions& options, const scene::Scene& scene) {
  if (options.view == "canonical") {
    constexpr double kSide = scene::kCanonicalSize;
    return scene::to_svg(scene::canonicalise(scene).scene, scene::Bounds{0, 0, kSide, kSide},
                         scene::SvgSize{scene::kCanonicalSize, scene::kCanonicalSize});
  }
  if (options.view == "tk") {
    const auto x = [](double device) { return (device - kDevice.origin_x) / kDevice.scale; };
    const auto y = [](double device) { return (kDevice.origin_y - device) / kDevice.scale; };
    return scene::to_svg(scene, scene::Bounds{x(0), y(kDevice.height), x(kDevice.width), y(0)},
                         scene::SvgSize{kDevice.width, kDevice.height});
  }
  if (!options.size) return scene::to_svg(scene);
  return scene::to_svg(scene, {}, scene::SvgSize{options.size->width, options.size->height});
}

std::string drawing_bytes(const suite::PaintOptions& options,
                          const lang::turtle::Drawing& drawing) {
  if (options.format() == ".svg") return drawing_svg(options, drawing.scene);
  if (options.format() == ".scene") return scene::to_text(drawing.scene);
  if (options.format() == ".json") return dump_json_pretty(lang::turtle::to_json(drawing)) + "\n";
  if (options.view == "canonical") {
    return raster::encode_png(raster::paint_canonical(drawing.scene));
  }
  const suite::PaintSize size = options.size.value_or(kFitSize);
  const raster::TkView view =
      options.view == "tk" ? kDevice : raster::fit_view(drawing.scene, size.width, size.height);
  return raster::encode_png(raster::paint_tk(drawing.scene, view));
}

}  // namespace

Result<suite::Painted> paint_program(const suite::PaintOptions& options) {
  constexpr std::string_view kFormats[] = {".png",  ".svg",  ".json", ".scene",
                                           ".html", ".apng", ".gif"};
  const std::string where = options.file.string();
  std::string code = TRY(read_file(options.file, kMaxProgramBytes));
  if (options.file.extension() != ".py") {
    code = extract_program(reply::split_reasoning(code).answer, reply::Extraction::kLenient)
               .first()
               .code;
    if (code.empty()) return fail(ErrorCode::kBadData, "no code was found in this reply", where);
  }
  lang::turtle::JailPool jails({});
  const lang::turtle::Drawing drawing = TRY(jails.run(code));
  TRY(suite::check_format(options, kFormats));
  suite::Painted painted;
  painted.bytes = drawing_bytes(options, drawing);
  painted.extent = fmt::format("{} items", drawing.scene.items.size());
  const sandbox::Outcome& outcome = drawing.outcome;
  if (outcome.status != sandbox::Status::kOk) {
    painted.problem = {ErrorCode::kBadData,
                       fmt::format("{}: {}", sandbox::status_name(outcome.status), outcome.reason),
                       outcome.line > 0 ? fmt::format("{}:{}", where, outcome.line) : where};
  }
  return painted;
}

}  // namespace papert::suite::turtlebench
