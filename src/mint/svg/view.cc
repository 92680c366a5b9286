// Outlines are filled row by row at the middle of each pixel, which takes some ten microseconds a
// part: scenes are drawn by chance and thrown away until one is clear, so this is what minting
// spends its time on. The picture of what is kept is drawn by the real renderer (check.h).
#include "mint/svg/view.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace papert::mint::svg {
namespace {

using scene::Point;

constexpr int kSide = static_cast<int>(kSheet) * kViewScale;

/// 0 for the sheet, else the part's number from 1.
using Labels = std::vector<std::uint8_t>;

/// Calls span(y, begin, end) for the pixels of each row, which may lie beside the sheet.
template <class Span>
void fill_polygon(const std::vector<Point>& corners, Span span) {
  double low = corners.front().y;
  double high = low;
  for (const Point p : corners) {
    low = std::min(low, p.y);
    high = std::max(high, p.y);
  }
  const int last = static_cast<int>(std::ceil(high * kViewScale));
  std::vector<double> crossings;
  for (int y = static_cast<int>(std::floor(low * kViewScale)); y <= last; ++y) {
    const double at = (y + 0.5) / kViewScale;
    crossings.clear();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Point a = corners[i];
      const Point b = corners[(i + 1) % corners.size()];
      if ((a.y <= at) == (b.y <= at)) continue;
      crossings.push_back(a.x + (at - a.y) * (b.x - a.x) / (b.y - a.y));
    }
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
      span(y, static_cast<int>(std::ceil(crossings[i] * kViewScale - 0.5)),
           static_cast<int>(std::ceil(crossings[i + 1] * kViewScale - 0.5)));
    }
  }
}

void paint(Labels& labels, const std::vector<Point>& outline, std::uint8_t label) {
  fill_polygon(outline, [&](int y, int begin, int end) {
    if (y < 0 || y >= kSide) return;
    begin = std::clamp(begin, 0, kSide);
    end = std::clamp(end, begin, kSide);
    const auto row = labels.begin() + std::ptrdiff_t{y} * kSide;
    std::fill(row + begin, row + end, label);
  });
}

/// How many pieces each label falls into.
std::vector<std::size_t> count_pieces(Labels labels, std::size_t parts) {
  std::vector<std::size_t> pieces(parts + 1, 0);
  std::vector<std::size_t> open;
  for (std::size_t start = 0; start < labels.size(); ++start) {
    const std::uint8_t label = labels[start];
    if (label == 0) continue;
    ++pieces[label];
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

/// The next pixel that is not the sheet's, eight at a time.
std::size_t next_label(const Labels& labels, std::size_t i) {
  for (std::uint64_t eight = 0; i + sizeof(eight) <= labels.size(); i += sizeof(eight)) {
    std::memcpy(&eight, labels.data() + i, sizeof(eight));
    if (eight != 0) break;
  }
  while (i < labels.size() && labels[i] == 0) ++i;
  return i;
}

void add_pixels(const Labels& labels, std::vector<PartView>& views) {
  for (std::size_t i = next_label(labels, 0); i < labels.size(); i = next_label(labels, i + 1)) {
    PartView& view = views[std::size_t{labels[i]} - 1];
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

std::vector<PartView> view_parts(const std::vector<Part>& parts) {
  std::vector<PartView> views(parts.size());
  Labels labels(std::size_t{kSide} * kSide, 0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].role == Role::kUnused) continue;
    const std::vector<Point> outline = polygon_of(parts[i]);
    paint(labels, outline, static_cast<std::uint8_t>(parts[i].role == Role::kEraser ? 0 : i + 1));
    fill_polygon(outline, [&](int, int begin, int end) {
      views[i].area += static_cast<std::size_t>(std::max(0, end - begin));
    });
  }
  add_pixels(labels, views);
  // What is whole is in one piece.
  for (PartView& view : views) view.pieces = view.hidden() ? 0 : 1;
  const bool cut = std::any_of(views.begin(), views.end(), [](const PartView& view) {
    return !view.hidden() && !view.whole();
  });
  if (!cut) return views;
  const auto pieces = count_pieces(std::move(labels), parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) views[i].pieces = pieces[i + 1];
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

bool hues_meet(const std::vector<Part>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (parts[i].hue == parts[j].hue && meet(parts[i], parts[j])) return true;
    }
  }
  return false;
}

}  // namespace papert::mint::svg
