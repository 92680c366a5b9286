#include "raster/taken_runs.h"

#include <algorithm>
#include <numeric>

namespace papert::raster {
namespace {

constexpr std::size_t kMostKept = std::size_t{1} << 17U;  // takings, 2 MB

}  // namespace

void sort_by_place(std::vector<Taking>& takings) {
  std::uint32_t last = 0;
  for (const Taking& taking : takings) last = std::max(last, taking.word);
  // By counting: how many come before those of a word.
  std::vector<std::uint32_t> before(std::size_t{last} + 2);
  for (const Taking& taking : takings) ++before[taking.word + 1];
  std::partial_sum(before.begin(), before.end(), before.begin());
  thread_local std::vector<Taking> unsorted;  // memory that is not new every time
  unsorted.assign(takings.begin(), takings.end());
  for (const Taking& taking : unsorted) takings[before[taking.word]++] = taking;
  if (unsorted.capacity() > kMostKept) unsorted = {};
}

}  // namespace papert::raster
