// Blur and mean are both sums with weights, and the weights of a cell are a product of one for the
// row and one for the column. So each run of ink adds, for every column of cells, the difference of
// two entries of a table of sums.
#include "score/builtin_features.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "scene/canonical.h"

namespace papert::score {
namespace {

constexpr int kCellsInRow = 16;
constexpr int kFeatureCell = scene::kCanonicalSize / kCellsInRow;  // pixels
constexpr int kBlurReach = 8;  // pixels: the weights of a blurred pixel fall to 0 in a triangle

using PixelWeights = std::array<double, scene::kCanonicalSize>;
using PixelSums = std::array<double, scene::kCanonicalSize + 1>;

/// What a pixel adds to the mean of a cell, along one side of the sheet.
PixelWeights cell_weights(int cell) {
  PixelWeights weights{};
  const double whole = static_cast<double>(kBlurReach) * kBlurReach * kFeatureCell;
  for (int pixel = cell * kFeatureCell; pixel < (cell + 1) * kFeatureCell; ++pixel) {
    for (int shift = 1 - kBlurReach; shift < kBlurReach; ++shift) {
      const int from = pixel + shift;
      if (from < 0 || from >= scene::kCanonicalSize) continue;
      weights[static_cast<std::size_t>(from)] += (kBlurReach - std::abs(shift)) / whole;
    }
  }
  return weights;
}

struct CellTables {
  std::array<PixelWeights, kCellsInRow> rows;
  std::array<PixelSums, kCellsInRow> columns;  // of the weights of all pixels before
};

CellTables make_tables() {
  CellTables tables{};
  for (int cell = 0; cell < kCellsInRow; ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    tables.rows[i] = cell_weights(cell);
    double sum = 0;
    for (std::size_t x = 0; x < tables.rows[i].size(); ++x) {
      sum += tables.rows[i][x];
      tables.columns[i][x + 1] = sum;
    }
  }
  return tables;
}

struct ColorParts {
  double darkness = 0;
  double chroma = 0;
};

ColorParts parts_of(std::uint32_t color) {
  const double red = static_cast<double>(color >> 16U & 0xFFU) / 255;
  const double green = static_cast<double>(color >> 8U & 0xFFU) / 255;
  const double blue = static_cast<double>(color & 0xFFU) / 255;
  const double darkness = 1 - (0.299 * red + 0.587 * green + 0.114 * blue);
  return {darkness, std::max({red, green, blue}) - std::min({red, green, blue})};
}

/// PixelSums of one row of the sheet for each column of cells.
struct RowSums {
  std::array<double, kCellsInRow> darkness{};
  std::array<double, kCellsInRow> chroma{};
};

void add_run(const CellTables& tables, const ColorRun& run, int row_begin, RowSums& sums) {
  const ColorParts parts = parts_of(run.color);
  const auto begin = static_cast<std::size_t>(run.begin - row_begin);
  const auto end = static_cast<std::size_t>(run.end - row_begin);
  for (std::size_t i = 0; i < kCellsInRow; ++i) {
    const double weight = tables.columns[i][end] - tables.columns[i][begin];
    sums.darkness[i] += weight * parts.darkness;
    sums.chroma[i] += weight * parts.chroma;
  }
}

}  // namespace

Features builtin_features(const PaintedDrawing& drawing) {
  static const CellTables cell_tables = make_tables();
  std::array<double, kBuiltinFeatures> means{};
  const std::vector<ColorRun> runs = drawing.runs();
  for (std::size_t next = 0; next < runs.size();) {
    const int row = runs[next].begin / scene::kCanonicalSize;
    const int row_begin = row * scene::kCanonicalSize;
    RowSums sums;
    for (; next < runs.size() && runs[next].begin < row_begin + scene::kCanonicalSize; ++next) {
      add_run(cell_tables, runs[next], row_begin, sums);
    }
    for (std::size_t j = 0; j < kCellsInRow; ++j) {
      const double weight = cell_tables.rows[j][static_cast<std::size_t>(row)];
      if (weight == 0) continue;
      for (std::size_t i = 0; i < kCellsInRow; ++i) {
        means[j * kCellsInRow + i] += weight * sums.darkness[i];
        means[kBuiltinFeatures / 2 + j * kCellsInRow + i] += weight * sums.chroma[i];
      }
    }
  }
  return {means.begin(), means.end()};
}

}  // namespace papert::score
