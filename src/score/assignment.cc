// Rows enter one by one. Each looks for the cheapest path of exchanges to a free column, under
// prices (`row_price`, `column_price`) that keep every reduced cost at 0 or more: a search after
// Dijkstra, over columns. Every row also has a column of its own that costs nothing, which stands
// for "no column", so there is always a free one.
#include "score/assignment.h"

#include <algorithm>
#include <limits>

namespace papert::score {
namespace {

constexpr std::size_t kFree = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;

class Assignment {
 public:
  Assignment(std::size_t rows, std::size_t columns, std::span<const std::int64_t> weights)
      : columns_(columns),
        weights_(weights),
        row_price_(rows, 0),
        column_price_(columns + rows, 0),
        row_of_(columns + rows, kFree) {}

  void enter(std::size_t row) {
    const std::size_t all = row_of_.size();
    std::vector<std::int64_t> distance(all, kFar);
    std::vector<std::size_t> from(all, kFree);  // the column before; kFree: the row itself
    std::vector<bool> done(all, false);
    std::size_t column = kFree;
    std::size_t at = row;
    std::int64_t travelled = 0;
    do {
      std::size_t nearest = kFree;
      for (std::size_t c = 0; c < all; ++c) {
        if (done[c]) continue;
        const std::int64_t reached = travelled + cost(at, c) - row_price_[at] - column_price_[c];
        if (reached < distance[c]) {
          distance[c] = reached;
          from[c] = column;
        }
        if (nearest == kFree || distance[c] < distance[nearest]) nearest = c;
      }
      column = nearest;
      travelled = distance[column];
      done[column] = true;
      at = row_of_[column];
    } while (at != kFree);
    settle(row, distance, done, travelled);
    exchange(row, column, from);
  }

  [[nodiscard]] std::size_t row_of(std::size_t column) const { return row_of_[column]; }

 private:
  /// Behind the real columns, that of each row.
  [[nodiscard]] std::int64_t cost(std::size_t row, std::size_t column) const {
    if (column >= columns_) return 0;
    return -std::max<std::int64_t>(weights_[row * columns_ + column], 0);
  }

  void settle(std::size_t row, const std::vector<std::int64_t>& distance,
              const std::vector<bool>& done, std::int64_t travelled) {
    row_price_[row] += travelled;
    for (std::size_t c = 0; c < done.size(); ++c) {
      if (!done[c]) continue;
      column_price_[c] += distance[c] - travelled;
      if (row_of_[c] != kFree) row_price_[row_of_[c]] += travelled - distance[c];
    }
  }

  void exchange(std::size_t row, std::size_t column, const std::vector<std::size_t>& from) {
    while (from[column] != kFree) {
      row_of_[column] = row_of_[from[column]];
      column = from[column];
    }
    row_of_[column] = row;
  }

  std::size_t columns_;
  std::span<const std::int64_t> weights_;
  std::vector<std::int64_t> row_price_;
  std::vector<std::int64_t> column_price_;
  std::vector<std::size_t> row_of_;
};

}  // namespace

std::vector<std::optional<std::size_t>> best_assignment(std::size_t rows, std::size_t columns,
                                                        std::span<const std::int64_t> weights) {
  Assignment assignment(rows, columns, weights);
  for (std::size_t row = 0; row < rows; ++row) assignment.enter(row);
  std::vector<std::optional<std::size_t>> found(rows);
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t row = assignment.row_of(c);
    if (row != kFree && weights[row * columns + c] > 0) found[row] = c;
  }
  return found;
}

}  // namespace papert::score
