// The best assignment: rows get columns, each column once, so that the sum of weights is largest.
//
//              a  b  c
//     row 0    9  8  0     row 0 -> b, row 1 -> a: 8 + 7 = 15, though 9 is the largest weight
//     row 1    7  0  0
//
// The Hungarian method, in O(rows^2 * (rows + columns)). Weights are whole numbers, so equal input
// gives the same assignment everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace papert::score {

/// The column of each row. `weights` has a row after the other; a weight of 0 or less means that
/// the two do not go together. A row without a column gets none.
[[nodiscard]] std::vector<std::optional<std::size_t>> best_assignment(
    std::size_t rows, std::size_t columns, std::span<const std::int64_t> weights);

}  // namespace papert::score
