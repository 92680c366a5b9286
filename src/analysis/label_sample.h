// Which items are labelled, and by whom: a sample by lot, evenly over the values of a tag, and
// batches that are dealt to people. The same seed gives the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace papert::analysis {

/// How many of how many: "50", or a share such as "0.05" (at least one).
class SampleSize {
 public:
  /// kUsage for what is neither. Empty: all.
  [[nodiscard]] static Result<SampleSize> parse(const std::string& text);
  [[nodiscard]] std::size_t of(std::size_t all) const;

 private:
  std::size_t count_ = 0;  // 0: by share
  double share_ = 1;
};

/// "10x50": ten batches of fifty items.
struct BatchPlan {
  std::size_t batches = 0;  // 0: no batches
  std::size_t size = 0;

  [[nodiscard]] static Result<BatchPlan> parse(const std::string& text);
  [[nodiscard]] std::size_t items() const { return batches * size; }
};

struct SampledItem {
  std::string key;      // equal for no other
  std::string stratum;  // the value of a tag; empty: all in one
};

/// The places of `count` items in the order of their lots. Each stratum gets its share, rounded so
/// that the shares add up, and at least one where there is room.
[[nodiscard]] std::vector<std::size_t> draw_sample(const std::vector<SampledItem>& items,
                                                   std::size_t count, std::int64_t seed);

/// The batch of each of `people`, one after the other: always one of those with the fewest answers
/// so far, by lot among them. `answered` counts people who have a batch already, by batch.
[[nodiscard]] std::vector<std::size_t> deal_batches(
    std::size_t batches, std::size_t people, std::int64_t seed,
    const std::map<std::size_t, std::size_t>& answered);

}  // namespace papert::analysis
