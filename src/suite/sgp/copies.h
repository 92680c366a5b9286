// Tables of moved pictures, and whether they are what they say. The published tables t0 to t4 and
// r0 to r4 ask the questions of another table about the same pictures shifted or turned; a few of
// their programs were moved only in part, which changes the picture and with it, perhaps, the
// answer.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/sgp/question.h"

namespace papert::suite::sgp {

/// The table of which this one is a moved copy, by its name: sgp_inv_testset.csv for
/// sgp_inv_t0_testset.csv. Nothing for other names.
[[nodiscard]] std::optional<std::filesystem::path> original_of(const std::filesystem::path& table);

/// Whether the copy's picture is the original's after one rigid motion. Coordinates come first:
/// both programs are written without transforms, and if the motion of most points brings each of
/// them to within a thousandth of the picture, it is. Only else are both painted, and at most 0.1 %
/// of the pixels may differ. Nothing where it cannot be decided: a program that cannot be rewritten
/// (lang/svg/motion.h), or shapes that do not correspond.
[[nodiscard]] std::optional<bool> is_moved_copy(std::string_view original, std::string_view copy);

/// The ids of questions in `copies` whose picture is not that of the question with the same id in
/// `originals` moved. About a millisecond for each pair of programs.
[[nodiscard]] std::vector<std::string> not_moved_copies(const std::vector<Question>& originals,
                                                        const std::vector<Question>& copies);

}  // namespace papert::suite::sgp
