#include "mint/xlogo/image.h"

#include <algorithm>
#include <cmath>

#include "raster/svg.h"

namespace papert::mint::xlogo {
namespace {

/// Which of `frames` states frame i of `shown` shows.
std::size_t chosen(std::size_t i, std::size_t shown, std::size_t frames) {
  return shown == frames ? i : i * (frames - 1) / (shown - 1);
}

}  // namespace

Result<raster::Image> task_image(const lang::xlogo::Task& task,
                                 const lang::xlogo::PictureOptions& options, int size) {
  const lang::xlogo::PictureExtent page = lang::xlogo::extent_of(task.world);
  const double scale = size / std::max(page.width, page.height);
  const auto pixels = [&](double units) {
    return std::max(1, static_cast<int>(std::lround(units * scale)));
  };
  return raster::render_svg(lang::xlogo::task_svg(task, options), pixels(page.width),
                            pixels(page.height));
}

Result<std::vector<raster::Image>> animation_frames(const lang::xlogo::Task& task,
                                                    const lang::xlogo::Trace& path, int size) {
  const std::size_t frames = path.steps.size() + 1 + (path.crash ? 1 : 0);
  const std::size_t shown = std::min(frames, kMaxAnimation);
  std::vector<raster::Image> images;
  lang::xlogo::Trace part{path.start, {}, std::nullopt};
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t upto = std::min(chosen(i, shown, frames), path.steps.size());
    part.steps.assign(path.steps.begin(), path.steps.begin() + static_cast<std::ptrdiff_t>(upto));
    if (i + 1 == shown) part.crash = path.crash;
    lang::xlogo::PictureOptions options{
        .path = &part,
        .style = task.draws() ? lang::xlogo::PathStyle::kPen : lang::xlogo::PathStyle::kArrows,
        .turtle = upto == 0 ? path.start : path.steps[upto - 1].after};
    images.push_back(TRY(task_image(task, options, size)));
  }
  return images;
}

}  // namespace papert::mint::xlogo
