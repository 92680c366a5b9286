#include "raster/film.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "raster/paint_scene.h"
#include "raster/png.h"

namespace papert::raster {
namespace {

constexpr std::size_t kMaxFilmPixels = std::size_t{48} << 20;  // of all frames together
constexpr double kTurtleSize = 1.0 / 260;                      // of the longer side, a unit
constexpr std::array<scene::Point, 4> kTurtleShape{{{0, 0}, {-9, 5}, {-7, 0}, {-9, -5}}};

/// Its shape where it is, pointing where it goes; hollow while the pen is up.
scene::Stamp stamp_of(const scene::TurtleState& turtle, double unit) {
  const double angle = turtle.heading * std::numbers::pi / 180;
  scene::Stamp stamp;
  for (const scene::Point& corner : kTurtleShape) {
    stamp.points.push_back(
        {turtle.position.x + unit * (corner.x * std::cos(angle) - corner.y * std::sin(angle)),
         turtle.position.y + unit * (corner.x * std::sin(angle) + corner.y * std::cos(angle))});
  }
  const scene::Color white{255, 255, 255};
  stamp.fill = turtle.pen.down ? turtle.pen.color.value_or(white) : white;
  stamp.outline = scene::Color{0x1f, 0x6f, 0xd6};
  stamp.outline_width = unit;
  return stamp;
}

TkView view_of(const scene::Bounds& bounds, int side) {
  TkView view;
  view.scale = side / std::max({bounds.width(), bounds.height(), 1e-9});
  const auto pixels = [&](double units) {
    return std::clamp(static_cast<int>(std::lround(units * view.scale)), 1, side);
  };
  view.width = pixels(bounds.width());
  view.height = pixels(bounds.height());
  view.origin_x = -bounds.x0 * view.scale;
  view.origin_y = bounds.y1 * view.scale;
  return view;
}

Image drawing_image(const scene::Replay& replay, std::size_t step, const scene::Bounds& bounds,
                    const FilmOptions& options) {
  scene::Scene scene = scene::scene_at(replay, step);
  if (options.turtles) {
    const double unit = kTurtleSize * std::max(bounds.width(), bounds.height());
    for (const scene::TurtleState& turtle : scene::turtles_at(replay, step)) {
      if (turtle.pen.shown) scene.items.emplace_back(stamp_of(turtle, unit));
    }
  }
  return paint_tk(scene, view_of(bounds, options.side));
}

Image in_colour(const Image& image) {
  if (image.format() == PixelFormat::kRgb) return image;
  Image out(image.width(), image.height(), PixelFormat::kRgb);
  for (std::size_t i = 0; i < image.data().size(); ++i) {
    std::fill_n(out.data().begin() + static_cast<std::ptrdiff_t>(3 * i), 3, image.data()[i]);
  }
  return out;
}

Result<Image> image_at(const scene::Replay& replay, std::size_t step, const scene::Bounds& bounds,
                       const FilmOptions& options) {
  if (const scene::ReplayPicture* picture = scene::picture_at(replay, step)) {
    return in_colour(TRY(decode_png(picture->bytes)));
  }
  return drawing_image(replay, step, bounds, options);
}

Result<void> check_side(const FilmOptions& options) {
  if (options.side >= 1 && options.side <= kMaxFilmSide) return {};
  return fail(ErrorCode::kUsage, "a film of " + std::to_string(options.side) +
                                     " pixels is not made: 1 to " + std::to_string(kMaxFilmSide));
}

}  // namespace

Result<Image> step_image(const scene::Replay& replay, std::size_t step,
                         const FilmOptions& options) {
  TRY(check_side(options));
  return image_at(replay, step, scene::replay_view(replay), options);
}

Result<std::vector<Image>> film_frames(const scene::Replay& replay, const FilmOptions& options) {
  TRY(check_side(options));
  const scene::Bounds bounds = scene::replay_view(replay);
  const std::size_t steps = replay.steps.size();
  Image first = TRY(image_at(replay, 0, bounds, options));
  const std::size_t pixels = std::max<std::size_t>(first.data().size() / 3, 1);
  const std::size_t most = std::clamp<std::size_t>(kMaxFilmPixels / pixels, 2,
                                                   std::max<std::size_t>(options.max_frames, 2));
  const std::size_t shown = std::min(steps, most - 1);
  std::vector<Image> frames;
  frames.push_back(std::move(first));
  for (std::size_t i = 1; i <= shown; ++i) {
    frames.push_back(TRY(image_at(replay, i * steps / shown, bounds, options)));
  }
  return frames;
}

}  // namespace papert::raster
