// A drawing as the faithful rule sees it. Private to this folder.
//
// Before it is fitted to the canonical sheet:
//   circles      become round (scene/arcs.h)
//   the paper    is whatever colour the background has; ink of its colour is blank and erases, and
//                white ink on dark paper is ink
//   the bounds   are those of what is seen: erased ink and ink on paper of its colour do not count
//   texts        are left out where they do not count
#pragma once

#include <array>
#include <mutex>
#include <optional>
#include <vector>

#include "score/compare_drawings.h"
#include "score/sheet_ink.h"

namespace papert::score::detail {

struct Sheet;

/// One pen for all lines, or the pens with which they were drawn.
enum class Pens { kOne, kTrue };

/// A drawing on the canonical sheet.
class FittedDrawing {
 public:
  /// `plain` is the canonical sheet of the same scene, if it may be taken as it is; it must then
  /// outlive this.
  FittedDrawing(const scene::Scene& seen, Pens pens, const Sheet* plain);
  FittedDrawing(const FittedDrawing&) = delete;
  FittedDrawing& operator=(const FittedDrawing&) = delete;

  [[nodiscard]] const SheetInk& ink() const;

  /// Of the ink, in the order in which they come.
  [[nodiscard]] const std::vector<std::uint32_t>& colors() const { return colors_; }

  /// On a sheet of kFineSide with a thin pen. Painted at every call: kept for thousands of tasks
  /// they would fill the memory, and few answers come so far.
  [[nodiscard]] std::vector<ColorRun> fine_runs() const;

 private:
  void fit(const scene::Scene& seen);

  Pens pens_;
  const Sheet* plain_ = nullptr;  // has the drawing, if it is taken as it is
  scene::Scene fitted_;           // otherwise
  SheetInk ink_;                  // likewise
  std::vector<std::uint32_t> colors_;
};

class SeenDrawing {
 public:
  /// Both must outlive this: what need not be changed is not copied.
  SeenDrawing(const scene::Scene& scene, bool with_texts, const Sheet& plain);

  /// Made at the first call, by one thread.
  [[nodiscard]] const FittedDrawing& fitted(Pens pens) const;

  /// Some of the ink of fitted(Pens::kTrue), and the same pixels in the same colours: that of the
  /// uppermost items and lines with about as many points as these, which nothing can cover.
  /// Nothing where that would not be much cheaper, or where the fit depends on what is erased.
  [[nodiscard]] std::optional<SheetInk> uppermost_ink(std::size_t points) const;

  /// A line is so thick that it is seen as an area.
  [[nodiscard]] bool has_thick_lines() const;

  /// The shorter side of what is painted with true pens, if the longer is that of the canonical
  /// sheet.
  [[nodiscard]] double shorter_side() const;

  /// Of the lines and areas without their pens; what has the paper's colour does not count.
  [[nodiscard]] std::optional<scene::Bounds> seen_bounds() const;

  /// Its background does not count.
  [[nodiscard]] const scene::Scene& scene() const { return changed_ ? *changed_ : original_; }

 private:
  [[nodiscard]] const std::optional<scene::Bounds>& true_bounds() const;

  const scene::Scene& original_;
  std::optional<scene::Scene> changed_;
  const Sheet* plain_;      // nothing was changed: its canonical sheet
  bool has_blank_ = false;  // some items erase
  mutable std::once_flag bounds_once_;
  mutable std::optional<scene::Bounds> true_bounds_;  // with the pens
  mutable double thickest_ = -1;  // pen of the lines, if there are any; found with the bounds
  mutable std::array<std::once_flag, 2> fitted_once_;
  mutable std::array<std::optional<FittedDrawing>, 2> fitted_;
};

}  // namespace papert::score::detail
