// Folders of questions about moved pictures (mint/question/moved.h).
#pragma once

#include <filesystem>

#include "base/result.h"
#include "data/options.h"

namespace papert::data::sgp {

/// Kinds t (shifted) and se2 (turned and shifted). Writes every original question as it is and, for
/// each kind, `count` versions of it (mint/question/moved.h). A program that cannot be moved is
/// reported to options.problem, and its questions are written without versions of that kind. Beside
/// tasks.jsonl there are two records, which nothing reads back: motions.jsonl, and refused.jsonl,
/// which is empty where nothing was refused.
[[nodiscard]] Result<std::size_t> perturb_questions(const std::filesystem::path& data,
                                                    const std::filesystem::path& out,
                                                    const data::PerturbOptions& options);

}  // namespace papert::data::sgp
