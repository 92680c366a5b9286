// Tables of moved pictures, and whether they are what they say. The published tables t0 to t4 and
// r0 to r4 ask the questions of another table about the same pictures shifted or turned; a few of
// their programs were moved only in part, which changes the picture and with it, perhaps, the
// answer.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "mint/question/question.h"

namespace papert::mint {

/// The table of which this one is a moved copy, by its name: sgp_inv_testset.csv for
/// sgp_inv_t0_testset.csv. Nothing for other names.
[[nodiscard]] std::optional<std::filesystem::path> original_of(const std::filesystem::path& table);

/// The ids of questions in `copies` whose picture is not that of the question with the same id in
/// `originals` moved (mint/svg/moved.h).
[[nodiscard]] std::vector<std::string> not_moved_copies(const std::vector<Question>& originals,
                                                        const std::vector<Question>& copies);

}  // namespace papert::mint
