// Each part is drawn twice without smoothing: alone, which gives the pixels it has, and among the
// others in a colour of its own, which gives those that are left. A scene of n parts costs n + 1
// small pictures, about a millisecond each.
#include "suite/sgp/scene_view.h"

#include <algorithm>

#include "raster/svg.h"

namespace papert::sgp {
namespace {

constexpr int kSide = static_cast<int>(kSheet) * kViewScale;

/// 0 for the sheet, else the part's number from 1.
using Labels = std::vector<int>;

Result<Labels> draw_labels(const std::vector<Part>& parts) {
  const raster::Image image = TRY(raster::render_svg(write_index_picture(parts), kSide, kSide));
  Labels labels;
  labels.reserve(image.data().size() / 3);
  const auto data = image.data();
  for (std::size_t i = 0; i + 2 < data.size(); i += 3)
    labels.push_back(data[i] == 0 ? data[i + 2] : 0);
  return labels;
}

/// How many pieces each label falls into.
std::vector<std::size_t> count_pieces(Labels labels, std::size_t parts) {
  std::vector<std::size_t> pieces(parts + 1, 0);
  std::vector<std::size_t> open;
  for (std::size_t start = 0; start < labels.size(); ++start) {
    const int label = labels[start];
    if (label == 0) continue;
    ++pieces[static_cast<std::size_t>(label)];
    open.assign(1, start);
    labels[start] = 0;
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      const std::size_t x = at % kSide;
      const auto visit = [&](bool inside, std::size_t next) {
        if (!inside || labels[next] != label) return;
        labels[next] = 0;
        open.push_back(next);
      };
      visit(x > 0, at - 1);
      visit(x + 1 < kSide, at + 1);
      visit(at >= kSide, at - kSide);
      visit(at + kSide < labels.size(), at + kSide);
    }
  }
  return pieces;
}

void add_pixels(const Labels& labels, std::vector<PartView>& views) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == 0) continue;
    PartView& view = views[static_cast<std::size_t>(labels[i]) - 1];
    const int x = static_cast<int>(i % kSide);
    const int y = static_cast<int>(i / kSide);
    if (view.visible++ == 0) {
      view.left = view.right = x;
      view.top = view.bottom = y;
    }
    view.left = std::min(view.left, x);
    view.right = std::max(view.right, x);
    view.top = std::min(view.top, y);
    view.bottom = std::max(view.bottom, y);
  }
}

/// The boxes around both, with a little air, overlap.
bool meet(const Part& a, const Part& b) {
  constexpr double kAir = 4;
  const double reach = std::max(a.rx, a.ry) + std::max(b.rx, b.ry) + kAir;
  return std::abs(a.center.x - b.center.x) < reach && std::abs(a.center.y - b.center.y) < reach;
}

}  // namespace

Result<std::vector<PartView>> view_parts(const std::vector<Part>& parts) {
  std::vector<PartView> views(parts.size());
  const Labels labels = TRY(draw_labels(parts));
  add_pixels(labels, views);
  const auto pieces = count_pieces(labels, parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    views[i].pieces = pieces[i + 1];
    const Labels alone = TRY(draw_labels({parts[i]}));
    views[i].area = static_cast<std::size_t>(std::count(alone.begin(), alone.end(), 1));
  }
  return views;
}

bool is_clear(const std::vector<Part>& parts, const std::vector<PartView>& views, double least) {
  constexpr int kMargin = 3;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartView& view = views[i];
    if (view.hidden()) continue;
    if (static_cast<double>(view.visible) < least * static_cast<double>(view.area)) return false;
    if (view.pieces != 1) return false;
    if (std::min(view.left, view.top) < kMargin) return false;
    if (std::max(view.right, view.bottom) >= kSide - kMargin) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (views[j].hidden() || parts[i].hue != parts[j].hue) continue;
      if (meet(parts[i], parts[j])) return false;
    }
  }
  return true;
}

}  // namespace papert::sgp
