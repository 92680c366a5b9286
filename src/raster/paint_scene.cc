#include "raster/paint_scene.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <variant>

#include "raster/canonical_ink.h"
#include "raster/taken_runs.h"
#include "raster/tk_canvas.h"
#include "raster/tk_shapes.h"
#include "scene/canonical.h"
#include "scene/frame_fitter.h"

namespace papert::raster {
namespace {

using detail::DevicePoint;

/// Paints items from the uppermost down. Within an item too: the last segment first, and an outline
/// before the fill below it.
class Painter {
 public:
  Painter(detail::TkCanvas& canvas, const TkView& view, std::size_t segments)
      : canvas_(canvas), view_(view) {
    if (segments >= kFewestRemembered) {
      painted_.resize(std::bit_ceil(std::min(segments, kMostRemembered)));
    }
  }

  void paint(std::size_t index, const scene::Item& item) {
    piece_.item = index;
    std::visit(*this, item);
  }

  void operator()(const scene::Stroke& stroke) {
    piece_.color = stroke.color;
    for (std::size_t i = stroke.points.size(); i-- > 1 && !canvas_.full();) {
      start_part(i - 1);
      segment(stroke.points[i - 1], stroke.points[i], stroke.width);
    }
  }

  void operator()(const scene::Fill& fill) {
    piece_.color = fill.color;
    start_part(0);
    polygon(fill.points);
  }

  void operator()(const scene::Dot& dot) {
    piece_.color = dot.color;
    start_part(0);
    segment(dot.center, dot.center, dot.diameter);
  }

  void operator()(const scene::Stamp& stamp) {
    const std::size_t count = stamp.points.size();
    if (stamp.outline) {
      piece_.color = *stamp.outline;
      start_part(0);
      for (std::size_t i = 0; i < count && !canvas_.full(); ++i) {
        segment(stamp.points[i], stamp.points[i + 1 == count ? 0 : i + 1], stamp.outline_width);
      }
    }
    if (stamp.fill) {
      piece_.color = *stamp.fill;
      start_part(0);
      polygon(stamp.points);
    }
  }

  void operator()(const scene::Text& text) {
    piece_.color = text.color;
    std::size_t part = 0;
    for (const scene::Bounds& block : scene::text_blocks(text)) {
      if (canvas_.full()) return;
      start_part(part++);
      fill_box(canvas_, device({block.x0, block.y1}), device({block.x1, block.y0}));
    }
  }

 private:
  [[nodiscard]] DevicePoint device(const scene::Point& point) const {
    return {view_.origin_x + view_.scale * point.x, view_.origin_y - view_.scale * point.y};
  }

  void start_part(std::size_t part) {
    piece_.part = part;
    canvas_.begin(piece_);
  }

  void segment(const scene::Point& from, const scene::Point& to, double width) {
    const detail::Capsule capsule{device(from), device(to), std::max(width * view_.scale, 1.0) / 2};
    if (!painted_.empty() && is_repeated(capsule)) return;
    fill_capsule(canvas_, capsule);
  }

  /// Long programs walk the same lines again and again. What was painted before has no free pixel
  /// left, so the line can be left out; the last one of every hash is remembered. A drawing whose
  /// lines are new for long does not look any more.
  bool is_repeated(const detail::Capsule& capsule) {
    constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
    std::uint64_t hash = 0;
    for (const double part : {capsule.a.x, capsule.a.y, capsule.b.x, capsule.b.y}) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(part)) * kMix;
      hash ^= hash >> 32U;
    }
    detail::Capsule& known = painted_[hash & (painted_.size() - 1)];
    if (known == capsule) {
      new_lines_ = 0;
      return true;
    }
    known = capsule;
    if (++new_lines_ > 2 * painted_.size()) painted_.clear();
    return false;
  }

  void polygon(const std::vector<scene::Point>& points) {
    device_points_.clear();
    for (const scene::Point& point : points) device_points_.push_back(device(point));
    filler_.fill(canvas_, device_points_);
  }

  static constexpr std::size_t kFewestRemembered = 1024;
  static constexpr std::size_t kMostRemembered = 8192;

  detail::TkCanvas& canvas_;
  const TkView& view_;
  std::vector<detail::Capsule> painted_;
  std::size_t new_lines_ = 0;  // since one was painted before
  Piece piece_;
  detail::PolygonFiller filler_;
  std::vector<DevicePoint> device_points_;
};

/// `fitted` gives an item as it is to be painted.
template <class Fitted>
void paint_items(const scene::Scene& scene, const TkView& view, detail::TkCanvas& canvas,
                 const Fitted& fitted) {
  std::size_t segments = 0;
  for (const scene::Item& item : scene.items) {
    const auto* stroke = std::get_if<scene::Stroke>(&item);
    segments += stroke == nullptr ? 1 : stroke->points.size();
  }
  Painter painter(canvas, view, segments);
  for (std::size_t i = scene.items.size(); i-- > 0 && !canvas.full();) {
    painter.paint(i, fitted(scene.items[i]));
  }
}

}  // namespace

TkView canonical_view() {
  return {.width = scene::kCanonicalSize,
          .height = scene::kCanonicalSize,
          .scale = 1,
          .origin_x = 0,
          .origin_y = scene::kCanonicalSize};
}

TkView fit_view(const scene::Scene& scene, int width, int height) {
  // The quarter keeps the outermost lines off the edges between pixels, where the last bits of
  // their coordinates would decide how wide they are.
  const double margin = std::max(std::min(width, height) / 20.0, 1.0) + 0.25;
  const scene::Bounds bounds = scene::painted_bounds(scene, true).value_or(scene::Bounds{});
  double scale =
      std::min((width - 2 * margin) / bounds.width(), (height - 2 * margin) / bounds.height());
  if (!std::isfinite(scale) || scale <= 0) scale = 1;
  const scene::Point center = bounds.center();
  return {.width = width,
          .height = height,
          .scale = scale,
          .origin_x = width / 2.0 - scale * center.x,
          .origin_y = height / 2.0 + scale * center.y};
}

TakenPicture paint_taken(const scene::Scene& scene, const TkView& view) {
  detail::TkCanvas canvas(view.width, view.height, detail::Keep::kPieces);
  paint_items(scene, view, canvas, std::identity());
  return canvas.take_pieces();
}

OwnedPicture paint_owned(const scene::Scene& scene, const TkView& view) {
  TakenPicture taken = paint_taken(scene, view);
  OwnedPicture picture{.width = view.width, .height = view.height, .background = scene.background};
  picture.runs.reserve(taken.takings.size());
  sort_by_place(taken.takings);
  each_run(
      taken.takings, view.width, [](const Taking& taking) { return taking.piece; },
      [&picture](std::int32_t begin, std::int32_t end, std::int32_t piece) {
        picture.runs.push_back({begin, end, piece});
      });
  picture.pieces = std::move(taken.pieces);
  return picture;
}

Bitmap paint_ink(const scene::Scene& scene, const TkView& view) {
  detail::TkCanvas canvas(view.width, view.height, detail::Keep::kInk);
  paint_items(scene, view, canvas, std::identity());
  return canvas.take_ink();
}

Bitmap paint_canonical_ink(const scene::Scene& scene, const scene::Bounds& frame,
                           std::int64_t enough) {
  const TkView view = canonical_view();
  detail::TkCanvas canvas(view.width, view.height, detail::Keep::kInk);
  canvas.stop_at(enough);
  scene::FrameFitter fitter(frame);
  paint_items(scene, view, canvas, [&fitter](const scene::Item& item) -> const scene::Item& {
    return fitter.fit(item);
  });
  return canvas.take_ink();
}

Image to_image(const OwnedPicture& picture) {
  Image image(picture.width, picture.height, PixelFormat::kRgb);
  std::uint8_t* const samples = image.data().data();
  const auto paint = [samples](std::int64_t begin, std::int64_t end, scene::Color color) {
    for (std::uint8_t* at = samples + begin * 3; at != samples + end * 3; at += 3) {
      at[0] = color.r;
      at[1] = color.g;
      at[2] = color.b;
    }
  };
  if (picture.background != scene::Color{255, 255, 255}) {
    paint(0, std::int64_t{picture.width} * picture.height, picture.background);
  }
  for (const Run& run : picture.runs) paint(run.begin, run.end, picture.piece(run).color);
  return image;
}

Image paint_tk(const scene::Scene& scene, const TkView& view) {
  return to_image(paint_owned(scene, view));
}

Image paint_canonical(const scene::Scene& scene) {
  return to_image(paint_owned(scene::canonicalise(scene).scene, canonical_view()));
}

}  // namespace papert::raster
