// Tasks from seeds: what every suite that mints asks of them, and the loop over them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/for_each_in_order.h"
#include "data/options.h"

namespace papert::data {

/// Identifies the tasks of a seed. `generator` is the version of the suite's generator. Not the
/// count or the tiers: asking for more of the same seed continues the same run.
[[nodiscard]] std::string mint_hash(std::string_view suite, int generator,
                                    const MintOptions& options);

/// Letters, digits, '-', '_' and '.', but not '.' first: split names begin ids and name folders, so
/// they must not lead anywhere else.
[[nodiscard]] bool is_split_name(std::string_view name);

/// kUsage unless there is a seed for every task: count at least 1, seed + count a 64-bit integer,
/// and a split's name.
[[nodiscard]] Result<void> check_mint(const MintOptions& options);

/// kUsage if any are given, for a suite that has none.
[[nodiscard]] Result<void> refuse_tiers(std::string_view suite,
                                        const std::vector<std::string>& tiers);

/// The seeds of these options that belong to their shard: first, first + step, ...
struct SeedRow {
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::int64_t count = 0;

  [[nodiscard]] std::int64_t at(std::int64_t place) const { return first + place * step; }
};

/// Of options that check_mint found good.
[[nodiscard]] SeedRow seeds_of(const MintOptions& options);

/// Calls work(i) -> Result<Out> for the numbers from 0 to below `total`, on write.jobs threads, and
/// take(Out) -> Result<void> with what they gave, in order. Ends at the first error, or where the
/// user interrupts.
template <class Work, class Take>
[[nodiscard]] Result<void> make_in_order(std::size_t total, const WriteOptions& write, Work&& work,
                                         Take&& take) {
  std::size_t next = 0;
  std::size_t done = 0;
  const auto produce = [&]() -> std::optional<std::size_t> {
    if (next == total || write.cancel.cancelled()) return std::nullopt;
    return next++;
  };
  return for_each_in_order(write.jobs, produce, work, [&](auto made) -> Result<void> {
    TRY(take(std::move(made)));
    if (write.progress) write.progress(++done, total);
    return {};
  });
}

/// Calls work(seed) -> Result<Out> for every seed; the rest is as above.
template <class Work, class Take>
[[nodiscard]] Result<void> for_each_seed(const MintOptions& options, const WriteOptions& write,
                                         Work&& work, Take&& take) {
  TRY(check_mint(options));
  const SeedRow seeds = seeds_of(options);
  return make_in_order(
      static_cast<std::size_t>(seeds.count), write,
      [&](std::size_t i) { return work(seeds.at(static_cast<std::int64_t>(i))); }, take);
}

}  // namespace papert::data
