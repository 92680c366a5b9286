#include "base/nearest.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace papert {
namespace {

/// Optimal string alignment: three rows of the usual table, the third for swapped neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> known) {
  std::size_t best = std::max<std::size_t>(word.size() / 3, 1) + 1;
  std::optional<std::string_view> found;
  for (const std::string_view candidate : known) {
    const std::size_t apart = distance(word, candidate);
    if (apart >= best) continue;
    best = apart;
    found = candidate;
  }
  return found;
}

}  // namespace papert
