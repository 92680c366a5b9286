// The same questions about moved pictures. A motion rewrites every coordinate of a program and
// leaves nothing in it that tells; what the picture shows stays, so the answers must.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "suite/suite.h"

namespace papert::suite::sgp {

/// Kinds t (shifted) and se2 (turned and shifted). Writes every original question as it is and, for
/// each kind, `count` versions of it with ids <id>@t1, <id>@se1, ...; all questions about a program
/// share its versions. A program that cannot be moved is reported to options.problem, and its
/// questions are written without versions of that kind.
///
/// Beside tasks.jsonl there are two records, which nothing reads back:
///
///     motions.jsonl   {"format": 1, "id": "4-1@t1", "kind": "t", "angle_degrees": 0, "dx": 2.1,
///                      "dy": -3.4, "pivot": [256, 256]}
///     refused.jsonl   {"format": 1, "kind": "t", "ids": ["4-1", ...], "reason": "text",
///                      "message": "..."}; empty where nothing was refused
[[nodiscard]] Result<std::size_t> perturb_questions(const std::filesystem::path& data,
                                                    const std::filesystem::path& out,
                                                    const suite::PerturbOptions& options);

}  // namespace papert::suite::sgp
