// A loop whose steps run in parallel, whose results are taken in order, and which ends at the first
// error. It is ordered_pipeline (thread_pool.h) for work that can fail: the error is kept in one
// place, only the thread that takes results writes it, and the others see nothing but a flag.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"

namespace papert {

/// Calls
///
///     produce() -> std::optional<In>    on the calling thread, until it gives nothing
///     work(In) -> Result<Out>           on `jobs` threads at once
///     take(Out) -> Result<void>         one at a time, in the order of produce
///
/// and returns the first error in that order. After an error nothing is taken, and what has not
/// begun is neither produced nor worked on.
template <class Produce, class Work, class Take>
[[nodiscard]] Result<void> for_each_in_order(std::size_t jobs, Produce&& produce, Work&& work,
                                             Take&& take) {
  using In = typename std::invoke_result_t<Produce&>::value_type;
  using Out = std::invoke_result_t<Work&, In&&>;
  std::atomic<bool> stop = false;
  Result<void> outcome;
  ordered_pipeline(
      jobs, 4 * jobs, [&]() -> std::optional<In> { return stop ? std::nullopt : produce(); },
      [&](In&& in) -> std::optional<Out> {
        return stop ? std::nullopt : std::optional<Out>(work(std::move(in)));
      },
      [&](std::optional<Out> result) {
        if (stop || !result) return;
        if (*result) {
          outcome = take(std::move(**result));
        } else {
          outcome = fail(std::move(result->error()));
        }
        if (!outcome) stop = true;
      });
  return outcome;
}

/// Calls work(item) for all items, on `jobs` threads at once, and take(item, result) with what they
/// gave, one at a time and in order.
template <class Item, class Work, class Take>
void work_in_order(std::size_t jobs, std::vector<Item>& items, Work&& work, Take&& take) {
  constexpr std::size_t kWindow = 64;  // small steps must not wait for each other
  std::size_t next = 0;
  std::size_t taken = 0;
  ordered_pipeline(
      jobs, std::max(kWindow, 4 * jobs),
      [&] { return next < items.size() ? std::optional<Item*>(&items[next++]) : std::nullopt; },
      [&](Item* item) { return work(*item); },
      [&](const auto& result) { take(items[taken++], std::move(result)); });
}

}  // namespace papert
