// How far several answers to one question agree.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace papert::score {

/// The entropy of a distribution given by counts, in bits: 0 where all agree, log2(k) where k
/// answers are equally frequent. Zeros and no counts at all add nothing.
[[nodiscard]] double entropy_bits(std::span<const std::int64_t> counts);

/// The largest count; 0 for none.
[[nodiscard]] std::int64_t largest(std::span<const std::int64_t> counts);

/// Fleiss' kappa: a row per question, a column per answer, how often it was given. Questions may
/// have different numbers of answers; those with fewer than two say nothing about agreement and are
/// left out. 1 for full agreement, 0 for what chance gives, less for less.
///
///     P_i = (sum_j n_ij^2 - n_i) / (n_i (n_i - 1)),  P = mean P_i,  p_j = sum_i n_ij / sum_i n_i,
///     P_e = sum_j p_j^2,  kappa = (P - P_e) / (1 - P_e)
///
/// None where there is no question, or where one answer was all that was ever given (P_e = 1).
/// Fleiss, Measuring nominal scale agreement among many raters, Psychological Bulletin 76 (1971).
[[nodiscard]] std::optional<double> fleiss_kappa(
    std::span<const std::vector<std::int64_t>> questions);

/// Cohen's kappa of two raters: how often the first said i while the second said j, as a square
/// table. 1 for full agreement, 0 for what chance gives, less for less.
///
///     P = sum_i n_ii / n,  P_e = sum_i (row_i / n) (column_i / n),  kappa = (P - P_e) / (1 - P_e)
///
/// None where there is nothing, or where both only ever said one and the same (P_e = 1).
/// Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement
/// 20 (1960).
[[nodiscard]] std::optional<double> cohen_kappa(std::span<const std::vector<std::int64_t>> table);

}  // namespace papert::score
