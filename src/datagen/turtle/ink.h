// Drawings as ink on the canonical sheet: what is left of them where hundreds of thousands are
// compared by the published pixel rule (score/compare_drawings.h).
//
// Comparing all pairs would take days, so a pair is compared only if it can be equal. The filter is
// sound: it never drops a pair that the rule calls equal. Let A and B be the inked pixels of two
// sheets and d the pixels that differ; the rule wants d < l |A u B|.
//
//   * pixels of only one of them differ: |A u B| - |A| <= d, so |B| <= |A u B| < |A| / (1 - l).
//     Sorted by ink, a drawing is compared only with those behind it up to that much ink.
//   * in every cell of 8 x 8 the inks differ by at most the pixels of that cell which differ, so
//   the
//     sum of these differences is at most d, and that is below l |A| / (1 - l).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/file_descriptor.h"
#include "base/result.h"
#include "score/compare_drawings.h"

namespace papert::datagen {

struct InkFacts {
  static constexpr int kCells = 8;  // in a row of the sheet

  std::uint32_t ink = 0;  // pixels
  bool fills = false;
  std::uint16_t shorter_side = 0;  // of the drawing on the sheet, in pixels
  std::array<std::uint16_t, std::size_t{kCells} * kCells> cells{};  // ink in each
  std::size_t offset = 0;                                           // of its runs
  std::uint32_t runs = 0;
};

/// All but where its runs are.
[[nodiscard]] InkFacts ink_facts(const score::PaintedDrawing& drawing);

/// What the difference of two drawings must be below, whichever of them is the reference: 0.08, but
/// 0.05 where both have fills.
[[nodiscard]] double difference_limit(const InkFacts& a, const InkFacts& b);

/// False only if no rule with that limit calls them equal.
[[nodiscard]] bool may_be_equal(const InkFacts& a, const InkFacts& b);

/// Sum of the differences between the inks of cells.
[[nodiscard]] std::int64_t cell_distance(const InkFacts& a, const InkFacts& b);

/// The runs of drawings, in a file without a name that ends with the process. Any thread.
class InkSheets {
 public:
  [[nodiscard]] static Result<InkSheets> create(const std::filesystem::path& folder);

  [[nodiscard]] Result<InkFacts> add(const score::PaintedDrawing& drawing);
  [[nodiscard]] Result<bool> equal(const InkFacts& a, const InkFacts& b) const;

  /// The same for a drawing that was not added.
  [[nodiscard]] Result<bool> equal(const InkFacts& a, const score::PaintedDrawing& drawing,
                                   const InkFacts& facts) const;

 private:
  InkSheets(FileDescriptor file, std::string name)
      : file_(std::move(file)), name_(std::move(name)), mutex_(std::make_unique<std::mutex>()) {}
  [[nodiscard]] Result<std::vector<score::ColorRun>> runs_of(const InkFacts& facts) const;

  FileDescriptor file_;
  std::string name_;
  std::unique_ptr<std::mutex> mutex_;
  std::size_t end_ = 0;
};

struct EqualPairs {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // in no particular order
  std::size_t compared = 0;
};

/// The pairs of `drawings` that are equal, but for those of which both lie before `first_new`.
/// Without the filter all are compared: for tests of it.
[[nodiscard]] Result<EqualPairs> equal_pairs(const InkSheets& sheets,
                                             std::span<const InkFacts> drawings,
                                             std::size_t first_new, std::size_t jobs,
                                             bool filter = true);

}  // namespace papert::datagen
