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
//     the sum of these differences is at most d, and that is below l |A| / (1 - l).
//   * colours are divided into 16 groups. Pixels of A whose colour B does not have in the same
//     place are among the d, and so are those of B. Where a group has more pixels in A than in B,
//     that many of A at least have no equal in B. So the sum of what groups have more in A is at
//     most d, and the other way round; the larger sum is half of all differences and of | |A| -
//     |B| |. Most drawings of one shape differ in their colours alone.
//
// All that is held of a drawing is where it is, and its ink: 8 bytes. The rest lies in files
// without a name that end with the process; a search reads it in the order of ink.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_descriptor.h"
#include "base/result.h"
#include "score/compare_drawings.h"

namespace papert::datagen {

struct InkFacts {
  static constexpr int kCells = 8;  // in a row of the sheet
  static constexpr std::size_t kColors = 16;

  std::uint32_t ink = 0;  // pixels
  bool fills = false;
  std::uint16_t shorter_side = 0;  // of the drawing on the sheet, in pixels
  std::array<std::uint16_t, std::size_t{kCells} * kCells> cells{};  // ink in each
  std::array<std::uint32_t, kColors> colors{};                      // ink of each group of colours
  std::size_t offset = 0;                                           // of its runs
  std::uint32_t runs = 0;
};

/// What is held of a drawing that was added to sheets.
struct InkMark {
  static constexpr std::uint64_t kNowhere = (std::uint64_t{1} << 47U) - 1;

  std::uint64_t offset : 47 = kNowhere;  // of its facts
  std::uint64_t ink : 17 = 0;            // a sheet has 102,400 pixels

  [[nodiscard]] bool there() const { return offset != kNowhere; }
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

/// A file for reading and writing that has no name and ends with the process.
[[nodiscard]] Result<FileDescriptor> unnamed_file(const std::filesystem::path& folder);

class InkOrder;

/// The facts and runs of drawings, in a file. Any thread.
class InkSheets {
 public:
  [[nodiscard]] static Result<InkSheets> create(const std::filesystem::path& folder);

  [[nodiscard]] Result<InkMark> add(const score::PaintedDrawing& drawing);
  /// Without its runs, for those who do not call equal().
  [[nodiscard]] Result<InkMark> add_facts(const score::PaintedDrawing& drawing);
  [[nodiscard]] Result<InkFacts> facts(const InkMark& mark) const;
  [[nodiscard]] Result<InkOrder> by_ink(std::span<const InkMark> drawings) const;
  [[nodiscard]] Result<bool> equal(const InkFacts& a, const InkFacts& b) const;

  /// The same for a drawing that was not added.
  [[nodiscard]] Result<bool> equal(const InkFacts& a, const score::PaintedDrawing& drawing,
                                   const InkFacts& facts) const;

 private:
  InkSheets(FileDescriptor file, std::filesystem::path folder)
      : file_(std::move(file)),
        folder_(std::move(folder)),
        name_(folder_.string()),
        mutex_(std::make_unique<std::mutex>()) {}
  [[nodiscard]] Result<InkMark> append(InkFacts facts, std::string_view runs);
  [[nodiscard]] Result<std::vector<score::ColorRun>> runs_of(const InkFacts& facts) const;

  FileDescriptor file_;
  std::filesystem::path folder_;
  std::string name_;  // for messages
  std::unique_ptr<std::mutex> mutex_;
  std::size_t end_ = 0;
};

/// Drawings in the order of their ink, their facts in a file in that order. Any thread.
class InkOrder {
 public:
  /// A drawing, which of those that were given it is, and its place in the order.
  struct Drawing {
    const InkFacts& facts;
    std::uint32_t index = 0;
    std::size_t place = 0;
  };

  [[nodiscard]] std::size_t size() const { return order_.size(); }
  /// Which of those that were given each is.
  [[nodiscard]] const std::vector<std::uint32_t>& drawings() const { return order_; }

  /// Calls visit(Drawing one, Drawing other) -> Result<void> for each drawing from `begin` to `end`
  /// of the order with each behind it that has no more ink than most_ink(ink of the first).
  template <class MostInk, class Visit>
  [[nodiscard]] Result<void> for_each_behind(std::size_t begin, std::size_t end, MostInk most_ink,
                                             Visit visit) const {
    if (begin == end) return {};
    const std::vector<InkFacts> ones = TRY(read(begin, end));
    const double most = most_ink(ones.back().ink);
    for (std::size_t from = begin; from < size(); from += kBlock) {
      const std::vector<InkFacts> block = TRY(read(from, std::min(from + kBlock, size())));
      if (block.front().ink > most) break;
      for (std::size_t i = 0; i < ones.size(); ++i) {
        const double limit = most_ink(ones[i].ink);
        const std::size_t behind = std::max(begin + i + 1, from);
        for (std::size_t j = behind - from; j < block.size() && block[j].ink <= limit; ++j) {
          TRY(visit(Drawing{ones[i], order_[begin + i], begin + i},
                    Drawing{block[j], order_[from + j], from + j}));
        }
      }
    }
    return {};
  }

 private:
  friend class InkSheets;
  static constexpr std::size_t kBlock = 2048;  // drawings that are read together

  explicit InkOrder(FileDescriptor file) : file_(std::move(file)) {}
  [[nodiscard]] Result<std::vector<InkFacts>> read(std::size_t begin, std::size_t end) const;

  FileDescriptor file_;
  std::vector<std::uint32_t> order_;
};

/// Takes the place of two drawings that are equal, the smaller first.
using VisitEqual = std::function<void(std::uint32_t, std::uint32_t)>;

/// Visits the pairs of `drawings` that are equal, in no particular order and one at a time, but for
/// those of which both lie before `first_new`. How many were compared. Without the filter all are:
/// for tests of it.
[[nodiscard]] Result<std::size_t> equal_pairs(const InkSheets& sheets,
                                              std::span<const InkMark> drawings,
                                              std::size_t first_new, std::size_t jobs,
                                              const VisitEqual& visit, bool filter = true);

}  // namespace papert::datagen
