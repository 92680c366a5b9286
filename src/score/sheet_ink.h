// The ink of a sheet: a bitmap for each colour, or runs. Private to this folder.
//
// Nearly all drawings have few colours, and then comparing two of them is a matter of words.
// Drawings with little ink take less memory as runs, and bitmaps are made of them when two are
// compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "raster/bitmap.h"
#include "raster/paint_scene.h"
#include "score/compare_drawings.h"

namespace papert::score::detail {

struct InkPlane {
  std::uint32_t color = 0;  // 0xRRGGBB
  raster::Bitmap pixels;
};

/// A bitmap for each colour. They share no pixel, and none is empty; white is not ink.
class InkPlanes {
 public:
  /// Nothing if there are too many colours.
  [[nodiscard]] static std::optional<InkPlanes> of(const raster::TakenPicture& picture);
  /// The same for a canonical sheet's runs.
  [[nodiscard]] static std::optional<InkPlanes> of(std::span<const ColorRun> runs);

  [[nodiscard]] const std::vector<InkPlane>& all() const { return planes_; }
  /// Null if there is none.
  [[nodiscard]] const raster::Bitmap* find(std::uint32_t color) const;

  /// Where any of them is set.
  [[nodiscard]] raster::Bitmap ink() const;
  [[nodiscard]] std::int64_t count() const;
  /// From the upper left to the lower right, as long as can be.
  [[nodiscard]] std::vector<ColorRun> runs() const;
  /// In the order in which they come.
  [[nodiscard]] std::vector<std::uint32_t> colors() const;
  /// How much memory they take.
  [[nodiscard]] std::size_t bytes() const;

 private:
  InkPlanes(int width, int height) : width_(width), height_(height) {}
  void add_row(int y, std::vector<ColorRun>& runs) const;

  int width_;
  int height_;
  std::vector<InkPlane> planes_;
};

class SheetInk {
 public:
  SheetInk() = default;
  explicit SheetInk(const raster::TakenPicture& picture);
  explicit SheetInk(std::vector<ColorRun> runs) : runs_(std::move(runs)) {}

  [[nodiscard]] bool empty() const { return !planes_ && runs_.empty(); }
  /// How many pixels.
  [[nodiscard]] std::int64_t count() const;
  /// From the upper left to the lower right.
  [[nodiscard]] std::vector<ColorRun> runs() const { return planes_ ? planes_->runs() : runs_; }
  /// Each once, in the order in which they come.
  [[nodiscard]] std::vector<std::uint32_t> colors() const;

  /// Null if it is kept as runs().
  [[nodiscard]] const InkPlanes* planes() const { return planes_ ? &*planes_ : nullptr; }
  /// Null if it is kept as planes().
  [[nodiscard]] const std::vector<ColorRun>* kept_runs() const {
    return planes_ ? nullptr : &runs_;
  }

 private:
  std::optional<InkPlanes> planes_;
  std::vector<ColorRun> runs_;
};

/// The planes of some ink of a canonical sheet, which must outlive this; made if it has none.
class PlanesOf {
 public:
  explicit PlanesOf(const SheetInk& ink) : planes_(ink.planes()) {
    if (planes_ != nullptr) return;
    made_ = InkPlanes::of(*ink.kept_runs());
    planes_ = made_ ? &*made_ : nullptr;
  }
  PlanesOf(const PlanesOf&) = delete;
  PlanesOf& operator=(const PlanesOf&) = delete;

  /// Null if there are too many colours.
  [[nodiscard]] const InkPlanes* get() const { return planes_; }

 private:
  std::optional<InkPlanes> made_;
  const InkPlanes* planes_;
};

}  // namespace papert::score::detail
