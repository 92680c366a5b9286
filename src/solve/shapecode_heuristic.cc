// Components are found on runs (maximal horizontal stretches of set pixels) rather than on pixels:
//
//     row 0   .###..##.      runs 0 and 1
//     row 1   ....##...      run 2 touches both (a corner is enough): all three are one component
//
// Runs are read from the packed rows with bit scans, joined with the runs of the row above by
// union-find, and then added up per component. Each set is represented by its first run, and the
// first run of a component holds its first pixel, so components come out in row-major order without
// sorting. A picture of a few shapes has some thousand runs against 262,144 pixels.
//
// What is eroded is counted per run by popcount on the eroded picture. Everything is hand-written:
// the thresholds and roundings of the published baseline are part of its definition.

#include "solve/shapecode_heuristic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <vector>

namespace papert::solve {
namespace {

constexpr int kMinArea = 9;
constexpr int kMinSide = 2;
constexpr double kSquareFill = 0.9;   // of the bounding box
constexpr double kFilledCore = 0.55;  // of the component, left after one erosion

using Row = std::span<const std::uint64_t>;

struct Run {
  int y = 0;
  int begin = 0;  // both included
  int end = 0;
};

struct Component {
  int x0 = 0;
  int y0 = 0;
  int x1 = 0;
  int y1 = 0;
  std::int64_t area = 0;
  std::int64_t core = 0;  // pixels that survive the erosion
};

/// The first bit at or after x that is set (or clear, with `flip` all ones); the row's end if none.
int next_bit(Row row, int x, std::uint64_t flip) {
  const int end = static_cast<int>(row.size()) * 64;
  if (x >= end) return end;
  auto i = static_cast<std::size_t>(x) / 64;
  std::uint64_t word = (row[i] ^ flip) & (~std::uint64_t{0} << (x % 64));
  while (word == 0) {
    if (++i == row.size()) return end;
    word = row[i] ^ flip;
  }
  return static_cast<int>(i) * 64 + std::countr_zero(word);
}

void append_runs(Row row, int y, std::vector<Run>& runs) {
  const int end = static_cast<int>(row.size()) * 64;
  for (int x = next_bit(row, 0, 0); x < end;) {
    const int stop = next_bit(row, x, ~std::uint64_t{0});
    runs.push_back({y, x, stop - 1});
    x = next_bit(row, stop, 0);
  }
}

int count_bits(Row row, int begin, int end) {
  const auto first = static_cast<std::size_t>(begin) / 64;
  const auto last = static_cast<std::size_t>(end) / 64;
  const std::uint64_t head = ~std::uint64_t{0} << (begin % 64);
  const std::uint64_t tail = ~std::uint64_t{0} >> (63 - end % 64);
  if (first == last) return std::popcount(row[first] & head & tail);
  int count = std::popcount(row[first] & head) + std::popcount(row[last] & tail);
  for (std::size_t i = first + 1; i < last; ++i) count += std::popcount(row[i]);
  return count;
}

/// Sets of runs, each represented by its first.
class Sets {
 public:
  void add() { parent_.push_back(static_cast<std::uint32_t>(parent_.size())); }

  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) {
      parent_[i] = parent_[parent_[i]];
      i = parent_[i];
    }
    return i;
  }

  void join(std::size_t a, std::size_t b) {
    const std::uint32_t x = find(static_cast<std::uint32_t>(a));
    const std::uint32_t y = find(static_cast<std::uint32_t>(b));
    parent_[std::max(x, y)] = std::min(x, y);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

/// Joins the runs [middle, end) of one row with the runs [begin, middle) of the row above: both
/// lists ascend, so one sweep meets every pair that touches.
void join_rows(const std::vector<Run>& runs, std::size_t begin, std::size_t middle, Sets& sets) {
  std::size_t above = begin;
  std::size_t below = middle;
  while (above < middle && below < runs.size()) {
    const bool touch =
        runs[above].begin <= runs[below].end + 1 && runs[below].begin <= runs[above].end + 1;
    if (touch) sets.join(above, below);
    if (runs[above].end < runs[below].end) {
      ++above;
    } else {
      ++below;
    }
  }
}

struct LabelledRuns {
  std::vector<Run> runs;
  Sets sets;
};

LabelledRuns label(const raster::Bitmap& picture) {
  LabelledRuns result;
  std::size_t above = 0;
  for (int y = 0; y < picture.height(); ++y) {
    const std::size_t first = result.runs.size();
    append_runs(picture.row(y), y, result.runs);
    for (std::size_t i = first; i < result.runs.size(); ++i) result.sets.add();
    join_rows(result.runs, above, first, result.sets);
    above = first;
  }
  return result;
}

std::vector<Component> components(const raster::Bitmap& picture) {
  LabelledRuns labelled = label(picture);
  const raster::Bitmap eroded = raster::erode3x3(picture);
  std::vector<Component> result;
  std::vector<std::uint32_t> component_of(labelled.runs.size());  // by representative
  for (std::uint32_t i = 0; i < labelled.runs.size(); ++i) {
    const Run& run = labelled.runs[i];
    const std::uint32_t root = labelled.sets.find(i);
    if (root == i) {
      component_of[i] = static_cast<std::uint32_t>(result.size());
      result.push_back({run.begin, run.y, run.end, run.y, 0, 0});
    }
    Component& component = result[component_of[root]];
    component.x0 = std::min(component.x0, run.begin);
    component.x1 = std::max(component.x1, run.end);
    component.y1 = run.y;
    component.area += run.end - run.begin + 1;
    component.core += count_bits(eroded.row(run.y), run.begin, run.end);
  }
  return result;
}

int clamp(double value, int low, int high) {
  return static_cast<int>(std::clamp(value, static_cast<double>(low), static_cast<double>(high)));
}

lang::shapes::Shape guess(const Component& component) {
  const int width = component.x1 - component.x0 + 1;
  const int height = component.y1 - component.y0 + 1;
  const int side = std::max(width, height);
  const auto area = static_cast<double>(component.area);
  const bool square = area / (static_cast<double>(width) * height) >= kSquareFill;
  const bool filled = static_cast<double>(component.core) / area >= kFilledCore;

  lang::shapes::Shape shape;
  if (square) {
    shape.kind = filled ? lang::shapes::Kind::kFilledSquare : lang::shapes::Kind::kSquare;
  } else {
    shape.kind = filled ? lang::shapes::Kind::kFilledCircle : lang::shapes::Kind::kCircle;
  }
  shape.cx = std::clamp((component.x0 + component.x1) / 2, 0, lang::shapes::kCanvasSize - 1);
  shape.cy = std::clamp((component.y0 + component.y1) / 2, 0, lang::shapes::kCanvasSize - 1);
  shape.extent = std::clamp(square ? side : std::max(1, side / 2), lang::shapes::kMinExtent,
                            lang::shapes::kMaxExtent);
  if (!filled) {
    const double perimeter = square ? 4.0 * shape.extent : 2.0 * std::numbers::pi * shape.extent;
    // nearbyint rounds halves to even, as Python's round does.
    shape.stroke = clamp(std::nearbyint(area / perimeter), lang::shapes::kMinStroke,
                         lang::shapes::max_stroke(shape.kind, shape.extent));
  }
  return shape;
}

}  // namespace

lang::shapes::Program heuristic(const raster::Bitmap& foreground) {
  lang::shapes::Program program;
  for (const Component& component : components(foreground)) {
    const int width = component.x1 - component.x0 + 1;
    const int height = component.y1 - component.y0 + 1;
    if (component.area < kMinArea || width < kMinSide || height < kMinSide) continue;
    program.shapes.push_back(guess(component));
  }
  return program;
}

}  // namespace papert::solve
